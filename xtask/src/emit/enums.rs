//! Enums, flags and bits.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::attribute::shown;
use super::{Emitter, docs};
use crate::load::Datum;
use crate::model::{Base, Bits, Content, Enum, Item};

impl Emitter<'_> {
    pub(super) fn enumeration(&self, item: &Item, content: &Enum, flags: bool) -> TokenStream {
        let item_docs = self.item_docs(item);
        let name = format_ident!("{}", item.name.value);
        let values = self.schema.values(content);
        let mirrored = values.mirrors.as_ref();
        let spelling = mirrored.and_then(|mirrored| mirrored.spelling.as_ref());
        let mirrors = spelling.map(|spelling| format!("mirrors = {:?}", spelling.macro_name));
        // Conversions go from the narrower to the wider.
        let from = content.values_of.as_ref().and_then(|other| {
            let narrow = match &self.schema.item(other)?.content {
                Content::Enum(narrow) => narrow.bits < content.bits,
                _ => false,
            };
            narrow.then(|| format!("from = {}", other.value))
        });
        let shown_by = values.shown_by.as_ref();
        let shown_by = shown_by.map(|column| format!("yaml = {:?}", column.value));
        let entries = values.values.iter().map(|value| {
            let source = value
                .source
                .as_ref()
                .map_or_else(String::new, |source| format!("Source: {source}."));
            let deprecated = value
                .deprecated
                .as_ref()
                .map_or_else(String::new, |reason| format!("Deprecated: {reason}"));
            let docs = docs(&[&value.doc, &deprecated, &source], 4);
            let columns = value
                .columns
                .iter()
                .map(|(column, datum)| match &datum.value {
                    Datum::Text(text) => format!("{} = {text:?}", column.value),
                    Datum::Integer(number) => format!("{} = {number}", column.value),
                    _ => column.value.clone(),
                });
            let words = [
                (value.alias, "alias"),
                (value.deprecated.is_some(), "deprecated"),
                // Known from elsewhere than the macro that the table mirrors.
                (
                    values.mirrors.is_some() && value.source.is_some(),
                    "unmirrored",
                ),
            ];
            let words = words
                .into_iter()
                .filter(|(applies, _)| *applies)
                .map(|(_, word)| word.to_owned())
                .chain(columns);
            let words = self.attributes.dxc(words.collect());
            let value_name = format_ident!("{}", value.name.value);
            let number: TokenStream = value.spelled.parse().unwrap_or_default();
            quote!(#docs #words #value_name = #number,)
        });
        let words = [format!("u{}", content.bits)]
            .into_iter()
            .chain(mirrors)
            .chain(from)
            .chain(shown_by);
        let attribute = self
            .attributes
            .named(if flags { "flags" } else { "open_enum" }, words.collect());
        quote! {
            #item_docs
            #attribute
            pub enum #name {
                #(#entries)*
            }
        }
    }

    pub(super) fn bits(&self, item: &Item, bits: &Bits) -> TokenStream {
        let item_docs = self.item_docs(item);
        let name = format_ident!("{}", item.name.value);
        let repr = format_ident!("u{}", bits.bits);
        let fields = bits.fields.iter().map(|field| {
            let docs = docs(&[&field.doc], 4);
            let name = format_ident!("{}", field.name.value);
            let width = proc_macro2::Literal::i128_unsuffixed(field.bits.value);
            let ty = match field.ty.as_ref().map(|ty| &ty.base) {
                Some(Base::Bool8) => quote!(bool),
                Some(base) => self.rust_type(base),
                None => match field.bits.value {
                    ..=8 => quote!(u8),
                    9..=16 => quote!(u16),
                    17..=32 => quote!(u32),
                    _ => quote!(u64),
                },
            };
            let reserved = field.reserved.then(|| "reserved".to_owned());
            let words = reserved.into_iter().chain(shown(&field.shown));
            let words = self.attributes.dxc(words.collect());
            let visibility = (!field.reserved).then(|| quote!(pub));
            quote!(#docs #[bits(#width)] #words #visibility #name: #ty,)
        });
        quote! {
            #item_docs
            #[bits(#repr)]
            pub struct #name {
                #(#fields)*
            }
        }
    }
}

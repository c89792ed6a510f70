//! The parts: constants, the table of what is known, and the enum of what they hold.

use std::collections::BTreeMap;

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::attribute::expression;
use super::{Emitter, docs};
use crate::expression::Rules;
use crate::model::{Base, Content, Part};

impl Emitter<'_> {
    pub(super) fn parts(&self) -> Vec<TokenStream> {
        let mut items: Vec<TokenStream> = Vec::new();
        let mut entries = Vec::new();
        for part in &self.schema.parts {
            for code in &part.codes {
                let constant = self.constant(part, code);
                items.push(constant);
                entries.push(self.entry(part, code));
            }
        }
        let table_docs = docs(&["Every part that the schemas know, in their order."], 0);
        items.push(quote! {
            #table_docs
            pub const PARTS: &[PartInfo] = &[#(#entries),*];
        });
        items.push(self.part_enum());
        items
    }

    fn constant(&self, part: &Part, code: &str) -> TokenStream {
        let docs = docs(
            &[
                &part.doc,
                &format!("Source: {}.", part.source.trim_end_matches('.')),
            ],
            0,
        );
        let (name, bytes) = (
            format_ident!("{code}"),
            Literal::byte_string(code.as_bytes()),
        );
        quote!(#docs pub const #name: FourCC = FourCC(*#bytes);)
    }

    fn entry(&self, part: &Part, code: &str) -> TokenStream {
        let (name, doc) = (format_ident!("{code}"), &part.doc);
        let writers = part.writers.iter().map(|writer| &writer.value);
        let holds = match part.ty.as_ref().map(|ty| &ty.base) {
            Some(Base::Item(name)) => quote!(Some(#name)),
            _ => quote!(None),
        };
        quote!(PartInfo::new(#name, #doc, &[#(#writers),*], #holds))
    }

    /// A variant for each type, in the order in which the schemas name them first.
    fn part_enum(&self) -> TokenStream {
        let mut order: Vec<&str> = Vec::new();
        let mut groups: BTreeMap<&str, Vec<&Part>> = BTreeMap::new();
        for part in &self.schema.parts {
            let Some(Base::Item(name)) = part.ty.as_ref().map(|ty| &ty.base) else {
                continue;
            };
            if !order.contains(&name.as_str()) {
                order.push(name);
            }
            groups.entry(name).or_default().push(part);
        }
        let variants = order.iter().map(|name| {
            let parts = groups.get(name).map_or(&[][..], Vec::as_slice);
            let doc = self.schema.item(name).map_or("", |item| item.doc.as_str());
            let docs = docs(&[doc], 4);
            let mut by_args: Vec<(String, Vec<String>)> = Vec::new();
            for part in parts {
                let scope = self.scope(Vec::new());
                let args = part.ty.iter().flat_map(|ty| &ty.args);
                let args = args.filter_map(|text| {
                    Some(expression(&scope.number(text, Rules::default())?.rust))
                });
                let args = args.collect::<Vec<_>>().join(", ");
                let codes = part.codes.iter().map(|code| format!("{:?}", code.value));
                match by_args.iter_mut().find(|group| group.0 == args) {
                    Some(group) => group.1.extend(codes),
                    None => by_args.push((args, codes.collect())),
                }
            }
            let groups = by_args
                .into_iter()
                .map(|(args, codes)| match args.as_str() {
                    "" => format!("fourcc({})", codes.join(", ")),
                    args => format!("fourcc({}; {args})", codes.join(", ")),
                });
            let words = [format!("view = {name}View")]
                .into_iter()
                .chain(groups)
                .collect();
            let (words, item_name, name) =
                (self.attributes.dxc(words), name, format_ident!("{name}"));
            // Whoever moves a part should not move hundreds of bytes.
            match self.is_large(item_name) {
                true => quote!(#docs #words #name(Box<#name>),),
                false => quote!(#docs #words #name(#name),),
            }
        });
        let item_docs = docs(&["What a part holds."], 0);
        let opaque_docs = docs(&["Any other part: its bytes."], 4);
        quote! {
            #item_docs
            #[derive(Clone, Debug, PartialEq, Eq, Hash, dxc_format::Part)]
            #[dxc(view = PartView, accessors = TypedParts)]
            #[non_exhaustive]
            pub enum Part {
                #(#variants)*
                #opaque_docs
                #[dxc(opaque)]
                Opaque(Vec<u8>),
            }
        }
    }

    /// Whether an owned sequence takes more than some hundred bytes: one of many fields does.
    fn is_large(&self, name: &str) -> bool {
        match self.schema.item(name).map(|item| &item.content) {
            Some(Content::Sequence(sequence)) => {
                sequence
                    .fields
                    .iter()
                    .filter(|field| field.name.is_some() && field.is.is_none())
                    .count()
                    > 5
            }
            _ => false,
        }
    }
}

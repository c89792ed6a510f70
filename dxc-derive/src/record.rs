//! `#[derive(Record)]`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::ParseStream;
use syn::{Ident, ItemStruct};

use crate::attributes::{Words, value};
use crate::layout::{Names, Placed, entries, fields, offsets, size};
use crate::shown::Shown;

/// The words on a field of a record.
#[derive(Default)]
struct FieldWords {
    reserved: bool,
    names: Option<Ident>,
    shown: Shown,
}

impl Words for FieldWords {
    const LEGAL: &'static [&'static str] = &["reserved", "names", "yaml", "flatten", "show"];

    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "reserved" => self.reserved = true,
            "names" => self.names = Some(value(input)?),
            _ => return self.shown.word(word, input),
        }
        Ok(true)
    }
}

pub(crate) fn expand(item: TokenStream) -> syn::Result<TokenStream> {
    let item: ItemStruct = syn::parse2(item)?;
    let name = &item.ident;
    let fields = fields::<FieldWords>(&item)?
        .into_iter()
        .map(|(field, words)| {
            let from_part = false;
            let names = words.names.map(|table| Names { table, from_part });
            Placed::of(&field, words.reserved, names, words.shown)
        });
    let fields: Vec<Placed> = fields.collect();
    let text = name.to_string();
    let size = size(&fields);
    let entries = entries(&fields);
    let offsets = offsets(&fields);
    let ats: Vec<_> = (0..fields.len())
        .map(|index| format_ident!("AT_{index}"))
        .collect();
    let (names, types): (Vec<_>, Vec<_>) =
        fields.iter().map(|field| (&field.name, &field.ty)).unzip();
    Ok(quote! {
        impl #name {
            /// The fields: where they lie, and what they are.
            pub const LAYOUT: ::dxc_format::shape::Layout =
                ::dxc_format::shape::Layout::new(#text, #size, #entries);
        }

        impl ::dxc_format::Fixed for #name {
            const SIZE: usize = #size;
            const SHAPE: ::dxc_format::shape::Shape = ::dxc_format::shape::Shape::Record(&Self::LAYOUT);

            #[inline(always)]
            fn decode(bytes: &[u8]) -> Option<Self> {
                #offsets
                let bytes = bytes.get(..Self::SIZE)?;
                Some(Self {
                    #(#names: <#types as ::dxc_format::Fixed>::decode(bytes.get(#ats..)?)?,)*
                })
            }

            #[inline(always)]
            fn encode(&self, out: &mut [u8]) -> Option<()> {
                #offsets
                let out = out.get_mut(..Self::SIZE)?;
                #(::dxc_format::Fixed::encode(&self.#names, out.get_mut(#ats..)?)?;)*
                Some(())
            }
        }

        ::dxc_format::__binrw_fixed!(#name);
    })
}

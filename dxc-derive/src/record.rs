//! `#[derive(Record)]`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::ParseStream;
use syn::{Field, Ident, ItemStruct, Type};

use crate::attributes::{self, Problems, Words, value, wrong};

pub(crate) fn expand(item: TokenStream) -> syn::Result<TokenStream> {
    let mut item: ItemStruct = syn::parse2(item)?;
    let name = item.ident.clone();
    let mut problems = Problems::default();
    let mut fields = Vec::new();
    for field in &mut item.fields {
        let words: FieldWords = problems
            .note(attributes::take(&mut field.attrs))
            .unwrap_or_default();
        let names = words.names.map(|table| Names {
            table,
            from_part: false,
        });
        let Some(placed) = Placed::of(field, words.reserved, names) else {
            return wrong(item.ident.span(), "fields of a record have names");
        };
        fields.push(placed);
    }
    let text = name.to_string();
    let size = size(&fields);
    let entries = entries(&fields);
    let offsets = offsets(&fields);
    let ats: Vec<_> = (0..fields.len())
        .map(|index| format_ident!("AT_{index}"))
        .collect();
    let (names, types): (Vec<_>, Vec<_>) =
        fields.iter().map(|field| (&field.name, &field.ty)).unzip();
    problems.or(quote! {
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

/// A field of a fixed size, at the place that its predecessors leave it.
#[derive(Clone)]
pub(crate) struct Placed {
    pub(crate) name: Ident,
    pub(crate) ty: Type,
    pub(crate) reserved: bool,
    pub(crate) names: Option<Names>,
}

/// The string table that an offset names a string of.
#[derive(Clone)]
pub(crate) struct Names {
    pub(crate) table: Ident,
    /// Whether the offset in the file counts from the part's start, not the table's.
    pub(crate) from_part: bool,
}

impl Placed {
    pub(crate) fn of(field: &Field, reserved: bool, names: Option<Names>) -> Option<Self> {
        let (name, ty) = (field.ident.clone()?, field.ty.clone());
        Some(Self {
            name,
            ty,
            reserved,
            names,
        })
    }
}

/// The words on a field of a record.
#[derive(Default)]
struct FieldWords {
    reserved: bool,
    names: Option<Ident>,
}

impl Words for FieldWords {
    const LEGAL: &'static [&'static str] = &["reserved", "names"];

    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "reserved" => self.reserved = true,
            "names" => self.names = Some(value(input)?),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// `const AT_0: usize = 0; const AT_1: usize = ..;`
pub(crate) fn offsets(fields: &[Placed]) -> TokenStream {
    let mut at = quote!(0);
    let mut consts = TokenStream::new();
    for (index, field) in fields.iter().enumerate() {
        let (name, ty) = (format_ident!("AT_{index}"), &field.ty);
        consts.extend(quote!(const #name: usize = #at;));
        at = quote!(#name + <#ty as ::dxc_format::Fixed>::SIZE);
    }
    consts
}

/// The size of fields one behind the other.
pub(crate) fn size(fields: &[Placed]) -> TokenStream {
    let types = fields.iter().map(|field| &field.ty);
    quote!(0 #(+ <#types as ::dxc_format::Fixed>::SIZE)*)
}

/// The fields' entries in a layout table.
pub(crate) fn entries(fields: &[Placed]) -> TokenStream {
    let offsets = offsets(fields);
    let entries = fields
        .iter()
        .enumerate()
        .map(|(index, Placed { name, ty, reserved, names })| {
            let (at, text) = (format_ident!("AT_{index}"), name.to_string());
            let shape = match names {
                Some(Names { table, from_part }) => {
                    let table = table.to_string();
                    quote!(::dxc_format::shape::Shape::Name { table: #table, from_part: #from_part })
                }
                None => quote!(<#ty as ::dxc_format::Fixed>::SHAPE),
            };
            quote! {
                ::dxc_format::shape::Field::new(
                    #text,
                    #at,
                    <#ty as ::dxc_format::Fixed>::SIZE,
                    #shape,
                    #reserved,
                )
            }
        });
    quote!({ #offsets &[#(#entries),*] })
}

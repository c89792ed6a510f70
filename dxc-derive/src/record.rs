//! `#[derive(Record)]`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Field, Ident, ItemStruct, Type};

use crate::attributes::{self, Problems, wrong};
use crate::bits::ReservedWord;

pub(crate) fn expand(item: TokenStream) -> syn::Result<TokenStream> {
    let mut item: ItemStruct = syn::parse2(item)?;
    let name = item.ident.clone();
    let mut problems = Problems::default();
    let mut fields = Vec::new();
    for field in &mut item.fields {
        let words: ReservedWord = problems.note(attributes::take(&mut field.attrs)).unwrap_or_default();
        let Some(name) = field.ident.clone() else {
            return wrong(item.ident.span(), "fields of a record have names");
        };
        fields.push(Placed { name, ty: field.ty.clone(), reserved: words.reserved });
    }
    let text = name.to_string();
    let size = size(&fields);
    let entries = entries(&fields);
    let offsets = offsets(&fields);
    let ats: Vec<_> = (0..fields.len()).map(|index| format_ident!("AT_{index}")).collect();
    let (names, types): (Vec<_>, Vec<_>) = fields.iter().map(|field| (&field.name, &field.ty)).unzip();
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
}

impl Placed {
    pub(crate) fn of(field: &Field, reserved: bool) -> Option<Self> {
        Some(Self { name: field.ident.clone()?, ty: field.ty.clone(), reserved })
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
    let entries = fields.iter().enumerate().map(|(index, Placed { name, ty, reserved })| {
        let (at, text) = (format_ident!("AT_{index}"), name.to_string());
        quote! {
            ::dxc_format::shape::Field::new(
                #text,
                #at,
                <#ty as ::dxc_format::Fixed>::SIZE,
                <#ty as ::dxc_format::Fixed>::SHAPE,
                #reserved,
            )
        }
    });
    quote!({ #offsets &[#(#entries),*] })
}

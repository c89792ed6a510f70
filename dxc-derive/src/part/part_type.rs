//! Generates the selection of the type of a part by its FourCC, without the enum, and the FourCCs of each type.

use proc_macro2::TokenStream;
use quote::quote;

use super::dispatch::{arms, is_magic, unless_code};
use super::parse::{Group, Magic, Parts, Variant, number};

/// `PartType` of each type, and the method that calls a visitor with the type of a part.
pub(super) fn part_types(parts: &Parts) -> TokenStream {
    let types = parts
        .variants
        .iter()
        .map(|variant| part_type(parts, variant));
    let name = &parts.name;
    let visit = |Variant { ty, .. }: &Variant| quote!(visitor.typed::<#ty>());
    let by_bytes = arms(parts, |magic, _| is_magic(magic), visit);
    let by_key = |_: &Magic, Variant { ty, .. }: &Variant| quote!(test(<#ty as dxc_runtime::Sequence>::FORM));
    let by_key = arms(parts, by_key, visit);
    quote! {
        #(#types)*

        impl #name {
            /// Calls a visitor with the type of a part with this FourCC and these bytes. The part is not read.
            pub fn visit_type<__V: dxc_runtime::PartVisitor>(
                fourcc: dxc_runtime::FourCC,
                bytes: &[u8],
                visitor: __V,
            ) -> __V::Output {
                match fourcc.to_u32() {
                    #by_bytes
                    _ => visitor.opaque(),
                }
            }

            /// Like [`visit_type`](Self::visit_type), where no bytes are known: if several types share the FourCC, a
            /// test of their keys selects one.
            pub fn visit_type_if<__V: dxc_runtime::PartVisitor>(
                fourcc: dxc_runtime::FourCC,
                test: impl ::core::ops::Fn(&'static dxc_runtime::shape::DocumentForm) -> bool,
                visitor: __V,
            ) -> __V::Output {
                match fourcc.to_u32() {
                    #by_key
                    _ => visitor.opaque(),
                }
            }
        }
    }
}

fn part_type(parts: &Parts, variant: &Variant) -> TokenStream {
    let ty = &variant.ty;
    let arguments = variant.groups.iter().map(|Group { codes, arguments }| {
        let numbers = codes.iter().filter_map(number);
        quote!(#(#numbers)|* => Some((#(#arguments,)*)),)
    });
    let is_in = is_in(parts, variant);
    quote! {
        impl dxc_runtime::PartType for #ty {
            #[inline]
            fn args(fourcc: dxc_runtime::FourCC) -> Option<Self::Args> {
                match fourcc.to_u32() {
                    #(#arguments)*
                    _ => None,
                }
            }

            #is_in
        }
    }
}

/// Whether bytes have the type, if other types share one of its FourCCs.
fn is_in(parts: &Parts, variant: &Variant) -> Option<TokenStream> {
    let own = variant.magics.iter();
    let own = own.map(|magic| unless_code(magic, &is_magic(magic)));
    let others = parts.variants.iter();
    let others = others.filter(|other| other.name != variant.name);
    let others = others.flat_map(|other| &other.magics).filter(|magic| {
        let is_shared = number(&magic.code).is_some_and(|code| variant.numbers().contains(&code));
        // Its own magic number distinguishes it; no other test is needed.
        is_shared && !variant.has_magic(&magic.code)
    });
    let others = others.map(|magic| {
        let test = is_magic(magic);
        unless_code(magic, &quote!(!#test))
    });
    let tests: Vec<_> = own.chain(others).collect();
    (!tests.is_empty()).then(|| {
        quote! {
            fn is_in(fourcc: dxc_runtime::FourCC, bytes: &[u8]) -> bool {
                Self::args(fourcc).is_some() && #(#tests)&&*
            }
        }
    })
}

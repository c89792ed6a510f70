//! Generates the selection of a type and its arguments by the number of a FourCC.

use proc_macro2::TokenStream;
use quote::quote;

use super::parse::{Group, Magic, Parts, Variant, number};

/// The arms of a match on the number of a FourCC. If several variants share a FourCC, `test` is the condition of a
/// magic number, and variants without a magic number are last.
pub(super) fn arms(
    parts: &Parts,
    test: impl Fn(&Magic, &Variant) -> TokenStream,
    arm: impl Fn(&Variant) -> TokenStream,
) -> TokenStream {
    let (with_magic, others): (Vec<_>, Vec<_>) = parts
        .variants
        .iter()
        .partition(|variant| !variant.magics.is_empty());
    let variants = with_magic.into_iter().chain(others);
    let arms = variants.map(|variant| {
        let (numbers, arm) = (variant.numbers(), arm(variant));
        let tests = variant.magics.iter();
        let tests = tests.map(|magic| unless_code(magic, &test(magic, variant)));
        let condition = (!variant.magics.is_empty()).then(|| quote!(if #(#tests)&&*));
        quote!(#(#numbers)|* #condition => #arm,)
    });
    arms.collect()
}

/// Generates `let args = ..;`: the arguments of the type, by its FourCC.
pub(super) fn arguments_of(variant: &Variant) -> TokenStream {
    // As numbers: a match on bytes would compare them one by one.
    let choice = |Group { codes, arguments }: &Group| {
        let numbers = codes.iter().filter_map(number);
        quote!(#(#numbers)|* => (#(#arguments,)*),)
    };
    let Some((last, others)) = variant.groups.split_last() else {
        return TokenStream::new();
    };
    let (choices, last) = (others.iter().map(choice), &last.arguments);
    quote! {
        let args = match fourcc.to_u32() {
            #(#choices)*
            _ => (#(#last,)*),
        };
    }
}

/// Whether the bytes of a part have a magic number.
pub(super) fn is_magic(Magic { at, bytes, .. }: &Magic) -> TokenStream {
    quote!(dxc_runtime::reader::has_at(bytes, #at, #bytes))
}

/// A test for the FourCC of a magic number.
pub(super) fn unless_code(magic: &Magic, test: &TokenStream) -> TokenStream {
    let number = number(&magic.code);
    quote!((fourcc.to_u32() != #number || #test))
}

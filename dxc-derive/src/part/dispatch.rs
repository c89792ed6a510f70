//! From the number of a FourCC to a type and what it is given.

use proc_macro2::TokenStream;
use syn::Type;

use super::parse::{Group, Magic, Variant, number};

/// `let args = ..;`: what the type is given, by the FourCC.
pub(super) fn arguments_of(variant: &Variant) -> TokenStream {
    // As numbers: a match on bytes compares them one by one.
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

/// `if ..`: whether it is this variant of its FourCC, where others share that.
pub(super) fn told_by(
    variant: &Variant,
    told: impl Fn(&Magic, &Type) -> TokenStream,
) -> Option<TokenStream> {
    let tests = variant.magics.iter().map(|magic| {
        let (number, told) = (number(&magic.code), told(magic, &variant.ty));
        quote!((fourcc.to_u32() != #number || #told))
    });
    (!variant.magics.is_empty()).then(|| quote!(if #(#tests)&&*))
}

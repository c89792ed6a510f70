//! From the number of a FourCC to a type and its arguments.

use proc_macro2::TokenStream;
use syn::Type;

use super::parse::{Group, Magic, Variant, number};

/// `let args = ..;`: the arguments of the type, by the FourCC.
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
pub(super) fn magic_condition(
    variant: &Variant,
    test: impl Fn(&Magic, &Type) -> TokenStream,
) -> Option<TokenStream> {
    let tests = variant.magics.iter().map(|magic| {
        let (number, test) = (number(&magic.code), test(magic, &variant.ty));
        quote!((fourcc.to_u32() != #number || #test))
    });
    (!variant.magics.is_empty()).then(|| quote!(if #(#tests)&&*))
}

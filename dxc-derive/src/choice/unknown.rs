//! The unrecognized bytes of a choice.

use proc_macro2::TokenStream;

use super::parse::Choice;

/// `Unknown` of the choice and of its view, and `ForgetUnknown`.
pub(super) fn keeps_unknown(choice: &Choice) -> TokenStream {
    let Choice {
        name, view, arms, ..
    } = choice;
    let of = |borrow| {
        let keepers = arms
            .iter()
            .filter_map(|arm| Some((&arm.name, arm.keeper(&borrow)?)));
        keepers.unzip::<_, _, Vec<_>, Vec<_>>()
    };
    let ((names, keepers), (_, lent)) = (of(quote!(&)), of(quote!(&mut)));
    quote! {
        #[allow(unreachable_patterns)]
        impl ::dxc_format::runtime::Unknown for #name {
            fn unknown(&self) -> Option<::dxc_format::runtime::newtype::String> {
                match self {
                    #(Self::#names(value) => ::dxc_format::runtime::Unknown::unknown(#keepers),)*
                    _ => None,
                }
            }
        }

        #[allow(unreachable_patterns)]
        impl ::dxc_format::runtime::Unknown for #view<'_> {
            fn unknown(&self) -> Option<::dxc_format::runtime::newtype::String> {
                match self {
                    #(Self::#names(value) => ::dxc_format::runtime::Unknown::unknown(#keepers),)*
                    _ => None,
                }
            }
        }

        #[allow(unreachable_patterns, unused_variables)]
        impl ::dxc_format::runtime::ForgetUnknown for #name {
            fn forget(&mut self, lost: &mut ::dxc_format::runtime::unknown::Told<'_>) {
                match self {
                    #(Self::#names(value) => ::dxc_format::runtime::ForgetUnknown::forget(#lent, lost),)*
                    _ => {}
                }
            }
        }
    }
}

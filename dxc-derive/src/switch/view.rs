//! The view of a choice.

use proc_macro2::TokenStream;
use syn::Ident;

use super::parse::{Arm, Choice};

/// The enum of views, and a new value of the choice.
pub(super) fn view(choice: &Choice) -> TokenStream {
    let Choice {
        name,
        visibility,
        view,
        first,
        ..
    } = choice;
    let (views, has_lifetime) = (choice.arms.iter().map(Arm::view), lifetime());
    let doc = format!("A view of [`{name}`], which borrows the bytes.");
    quote! {
        #[doc = #doc]
        #[derive(Clone, Copy, Debug)]
        #[non_exhaustive]
        #visibility enum #view<'a> {
            #(#views)*
            #[doc(hidden)]
            #has_lifetime(core::convert::Infallible, core::marker::PhantomData<&'a [u8]>),
        }

        impl Default for #name {
            fn default() -> Self {
                Self::#first(Default::default())
            }
        }
    }
}

/// The variant that has the lifetime, where no arm does.
pub(super) fn lifetime() -> Ident {
    format_ident!("Lifetime")
}

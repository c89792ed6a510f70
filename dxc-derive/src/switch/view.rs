//! Generates the view of a choice.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::parse::{Arm, Choice};
use crate::earlier::deprecated;

/// The enum of views, and the default value of the choice: the arm of the default selector, or the first arm.
pub(super) fn view(choice: &Choice) -> TokenStream {
    let Choice {
        name,
        visibility,
        view,
        by,
        first,
        ..
    } = choice;
    let patterns = choice.arms.iter().map(|arm| &arm.pattern);
    let names = choice.arms.iter().map(|arm| &arm.name);
    let no_arm = (!choice.takes_others()).then(|| quote!(_ => Self::#first(Default::default()),));
    let (views, has_lifetime) = (choice.arms.iter().map(Arm::view), lifetime());
    let earlier = earlier(choice);
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
                match <#by as Default>::default() {
                    #(#patterns => Self::#names(Default::default()),)*
                    #no_arm
                }
            }
        }

        #earlier
    }
}

/// The functions that make a value by earlier names of its arms.
fn earlier(choice: &Choice) -> Option<TokenStream> {
    let name = &choice.name;
    let functions = choice.arms.iter().flat_map(|arm| {
        let (now, ty) = (&arm.name, &arm.ty);
        arm.words.shown.was.iter().map(move |old| {
            let deprecated = deprecated(now);
            quote!(#deprecated pub fn #old(value: #ty) -> Self { Self::#now(value) })
        })
    });
    let functions: TokenStream = functions.collect();
    let is_any = !functions.is_empty();
    is_any.then(|| quote!(#[allow(non_snake_case)] impl #name { #functions }))
}

/// The variant with the lifetime, if no arm borrows.
pub(super) fn lifetime() -> Ident {
    format_ident!("Lifetime")
}

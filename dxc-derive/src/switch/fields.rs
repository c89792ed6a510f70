//! Generates the visits of a choice's content.

use proc_macro2::TokenStream;
use quote::quote;

use super::parse::{Arm, Choice, Content};
use crate::attributes::{Parameters, Rule};
use crate::hygiene::selector_of_self;

/// The implementation of `Fields`.
pub(super) fn implementation(choice: &Choice) -> TokenStream {
    let Choice { name, by, arms, .. } = choice;
    let Parameters {
        names: takes,
        types,
    } = &choice.takes;
    let patterns = arms.iter().map(|arm| &arm.pattern);
    let names = arms.iter().map(|arm| &arm.name);
    let refuse = choice.refuse(&quote!(0));
    let visits = arms.iter().map(|arm| visit(arm, takes));
    quote! {
        #[allow(unused_variables)]
        impl dxc_runtime::fields::Fields for #name {
            type Args = (#by, #(#types,)*);

            fn new_value((selector, #(#takes,)*): <Self as dxc_runtime::Fields>::Args) -> dxc_runtime::Result<Self> {
                Ok(match selector {
                    #(#patterns => Self::#names(Default::default()),)*
                    #refuse
                })
            }

            fn visit<'v, __V: dxc_runtime::fields::Visitor<'v> + ?core::marker::Sized>(
                &'v mut self,
                args: Option<<Self as dxc_runtime::Fields>::Args>,
                visitor: &mut __V,
            ) {
                match self { #(#visits)* }
            }
        }
    }
}

/// Visits the content of an arm, whose fields are those of the choice.
fn visit(arm: &Arm, takes: &[syn::Ident]) -> TokenStream {
    let Arm {
        name, words, shown, ..
    } = arm;
    let (otherwise, nul_first) = (words.otherwise, words.nul_first);
    let round = words.round.as_ref();
    let round = round.map_or(quote!(1), |round| quote!(#round));
    let field = quote!(const { &dxc_runtime::field::Field::new("", #shown) });
    let args = args(arm, takes);
    let visit = match words.content {
        Content::Nested => quote!(visitor.arm(#field, value, #args)),
        Content::Record => quote!(visitor.record(#field, value, #args)),
        Content::Bytes => quote!(visitor.blob(#field, value, #otherwise)),
        Content::Strings => quote! {
            visitor.strings(#field, value, const {
                &dxc_runtime::tables::TableDeclaration {
                    name: dxc_runtime::tables::STRINGS,
                    round: #round,
                    kind: dxc_runtime::tables::TableKind::Strings {
                        nul_first: #nul_first,
                        repeats: false,
                        merges: false,
                    },
                }
            })
        },
    };
    quote!(Self::#name(value) => #visit,)
}

/// The arguments of an arm; one that overflows is 0.
fn args(arm: &Arm, takes: &[syn::Ident]) -> TokenStream {
    let selector = selector_of_self();
    let values = arm.words.with.iter().map(Rule::known);
    let values = if arm.words.with.is_empty() {
        quote!(())
    } else {
        quote!((#(#values,)*))
    };
    quote!(args.map(|(#selector, #(#takes,)*)| #values))
}

//! A choice from a document.

use proc_macro2::TokenStream;

use super::parse::{Arm, Choice};

/// The impl of `FromDocument`.
pub(super) fn document(choice: &Choice) -> TokenStream {
    let Choice { name, arms, .. } = choice;
    let takes = &choice.takes.names;
    let refuse_build = choice.refuse(&quote!(0));
    let (patterns, names) = (
        arms.iter().map(|arm| &arm.pattern),
        arms.iter().map(|arm| &arm.name),
    );
    let builds = arms.iter().map(Arm::build);
    let keys = choice.nested().map(|Arm { ty, shown, .. }| {
        quote! {
            dxc_runtime::document::FieldKey {
                name: "",
                shown: &#shown,
                inner: dxc_runtime::document::Inner::Structure(
                    || <#ty as dxc_runtime::document::FromDocument>::KEYS,
                ),
            }
        }
    });
    quote! {
        dxc_runtime::__document! {
            #[allow(unused_variables)]
            impl dxc_runtime::document::FromDocument for #name {
                const KEYS: &'static [dxc_runtime::document::FieldKey] = &[#(#keys),*];

                fn build(
                    source: &dxc_runtime::document::Source<'_>,
                    (selector, #(#takes,)*): <Self as dxc_runtime::fields::Fields>::Given,
                    scope: &mut dxc_runtime::document::Scope,
                ) -> Result<Self, dxc_runtime::document::Problem> {
                    match selector {
                        #(#patterns => #builds.map(Self::#names),)*
                        #refuse_build
                    }
                }
            }
        }
    }
}

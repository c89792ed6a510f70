//! Unrecognized bytes of a view.

use proc_macro2::TokenStream;

use super::parse::Sequence;

/// `Unknown` of the view: that of its value.
pub(super) fn of_view(sequence: &Sequence) -> TokenStream {
    let view_generics = sequence.view_generics();
    let of_view = sequence.of_view(&quote!('a));
    let value = match sequence.is_nested {
        true => {
            let (name, (_, of, _)) = (&sequence.name, sequence.generics.split_for_impl());
            quote!(<#name #of as dxc_runtime::Nested>::from_view(self))
        }
        false => quote!(self.to_value()),
    };
    let view = &sequence.view;
    quote! {
        impl #view_generics dxc_runtime::Unknown for #view #of_view {
            fn unknown(&self) -> Option<dxc_runtime::newtype::String> {
                dxc_runtime::Unknown::unknown(&#value)
            }
        }
    }
}

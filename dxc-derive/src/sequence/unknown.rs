//! Unrecognized bytes: which fields may keep them.

use proc_macro2::TokenStream;

use super::field_kind::FieldKind;
use super::parse::{Member, Sequence};

/// `Unknown` of the value and of its view, and `ForgetUnknown`.
pub(super) fn implementation(sequence: &Sequence) -> TokenStream {
    let Sequence {
        name,
        view,
        members,
        ..
    } = sequence;
    let keepers = || members.iter().filter(|member| keeps(member));
    let fields: Vec<_> = keepers()
        .map(|member| entry(member, &quote!(&), &of_value(member)))
        .collect();
    let lent = keepers().map(|member| entry(member, &quote!(&mut), &of_value(member)));
    let viewed = keepers().map(|member| match member.kind {
        // The layout is one that was not the usual one.
        FieldKind::Memory => {
            let text = member.name.to_string();
            quote!((#text, &self.memory()))
        }
        // The view of a part has methods.
        _ if !sequence.is_nested => {
            let name = &member.name;
            entry(member, &quote!(&), &quote!(self.#name()))
        }
        _ => entry(member, &quote!(&), &of_value(member)),
    });
    let forget = match fields.as_slice() {
        [] => quote!(),
        _ => quote!(::dxc_format::runtime::unknown::forget(&mut [#(#lent),*], lost);),
    };
    let (generics, of, limits) = sequence.generics.split_for_impl();
    let (of_view, view_generics) = (sequence.of_view(&quote!('a)), sequence.view_generics());
    quote! {
        impl #generics ::dxc_format::runtime::Unknown for #name #of #limits {
            fn unknown(&self) -> Option<::dxc_format::runtime::newtype::String> {
                ::dxc_format::runtime::unknown::first(&[#(#fields),*])
            }
        }

        impl #view_generics ::dxc_format::runtime::Unknown for #view #of_view {
            fn unknown(&self) -> Option<::dxc_format::runtime::newtype::String> {
                ::dxc_format::runtime::unknown::first(&[#(#viewed),*])
            }
        }

        impl #generics ::dxc_format::runtime::ForgetUnknown for #name #of #limits {
            #[allow(unused_variables)]
            fn forget(&mut self, lost: &mut ::dxc_format::runtime::unknown::Told<'_>) {
                #forget
            }
        }
    }
}

/// Whether a field may keep unrecognized bytes.
fn keeps(Member { kind, words, .. }: &Member) -> bool {
    match kind {
        FieldKind::Sized(_)
        | FieldKind::Strided(_)
        | FieldKind::Items(_)
        | FieldKind::Nested
        | FieldKind::Pool(_)
        | FieldKind::Trailing
        | FieldKind::Memory => true,
        FieldKind::Bytes => words.unknown,
        _ => false,
    }
}

fn of_value(Member { name, .. }: &Member) -> TokenStream {
    quote!(self.#name)
}

/// The field's name, and the field, borrowed.
fn entry(
    Member { name, kind, .. }: &Member,
    borrow: &TokenStream,
    field: &TokenStream,
) -> TokenStream {
    let text = name.to_string();
    match kind {
        FieldKind::Trailing | FieldKind::Bytes => {
            quote!((#text, #borrow ::dxc_format::runtime::unknown::Rest(#borrow #field)))
        }
        _ => quote!((#text, #borrow #field)),
    }
}

//! Conversions between a part whose fields have a fixed size and the record of these fields.

use proc_macro2::TokenStream;
use quote::quote;

use super::field_kind::FieldKind;
use super::parse::{Member, Sequence};

/// Converts a part and its view to the record, and the record to a part without bytes after it.
pub(super) fn conversions(sequence: &Sequence) -> Option<TokenStream> {
    let (name, view) = (&sequence.name, &sequence.view);
    let record = sequence.words.record.as_ref()?;
    let fields = |stored: fn(&Member) -> TokenStream| -> Vec<TokenStream> {
        let fields = sequence.members.iter().filter_map(|member| {
            let field = &member.name;
            let value = match (&member.kind, &member.words.is) {
                (FieldKind::Value(_), _) => stored(member),
                (FieldKind::Computed, Some(is)) => {
                    let is = &is.rust;
                    quote!(#is)
                }
                _ => return None,
            };
            Some(quote!(#field: #value))
        });
        fields.collect()
    };
    let of_part = fields(|Member { name, .. }| quote!(part.#name));
    let of_view = fields(|Member { name, .. }| quote!(view.#name()));
    let of_record = sequence
        .stored()
        .map(|Member { name, kind, .. }| match kind {
            FieldKind::Trailing => quote!(#name: Default::default()),
            _ => quote!(#name: record.#name),
        });
    Some(quote! {
        /// Without the bytes after the fields.
        impl From<&#name> for #record {
            fn from(part: &#name) -> Self {
                Self { #(#of_part,)* }
            }
        }

        /// Without the bytes after the fields.
        impl From<#view<'_>> for #record {
            fn from(view: #view<'_>) -> Self {
                Self { #(#of_view,)* }
            }
        }

        /// With no bytes after the fields.
        impl From<#record> for #name {
            fn from(record: #record) -> Self {
                Self { #(#of_record,)* }
            }
        }
    })
}

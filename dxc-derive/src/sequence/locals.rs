//! The locals of expressions over a value. They equal those of a reader of its bytes, if the value can be written.

use proc_macro2::TokenStream;
use quote::quote;

use super::computed::{computed, computed_for};
use super::counts::{Failure, sets};
use super::field_kind::FieldKind;
use super::parse::{Member, Sequence};
use super::used::Used;
use crate::attributes::Rule;
use crate::hygiene;

/// Every field as a local of the same name. Counts have the values that writing would set, and fields that are not
/// written are absent, so that fields that depend on them are consistent.
pub(super) fn locals(sequence: &Sequence) -> TokenStream {
    let members = || sequence.members.iter();
    let used = Used::new(sequence, &[]);
    let places = used.locals(sequence);
    let kept = members().map(|member| local(member, &used));
    let (filled, counts) = (filled(sequence), sets(sequence, Failure::Ignored));
    let settled = members().map(|member| match member.kind {
        FieldKind::Computed => computed(member),
        _ => absent(member),
    });
    quote!(#places #(#kept)* #filled #counts #(#settled)*)
}

/// The local of a field, with the same name and methods as on reading. A single value has a local only if an expression
/// uses it.
pub(super) fn local(member: &Member, used: &Used) -> TokenStream {
    let Member { name, kind, .. } = member;
    match kind {
        FieldKind::Value(_) if !member.is_optional && !used.has(name) => quote!(),
        FieldKind::Value(_) | FieldKind::Reference => quote!(let mut #name = self.#name;),
        FieldKind::Trailing => quote!(),
        // Kinds that a view borrows.
        kind if kind.view().is_some() => quote!(let #name = &self.#name;),
        _ => quote!(),
    }
}

/// The content that is written for absent fields, if the version stores them.
pub(super) fn filled(sequence: &Sequence) -> TokenStream {
    let filled = sequence.members.iter().filter_map(|member| {
        let Member {
            name, ty, words, ..
        } = member;
        let Rule { rust, .. } = words.condition.as_ref()?;
        let (default, computed) = (words.default.as_ref()?, computed_for(sequence, rust));
        let default = match member.kind {
            FieldKind::Nested(_) => quote!(Some(#default)),
            _ => quote!(#default),
        };
        match &member.kind {
            FieldKind::Value(_) if member.is_optional => {
                Some(quote!(#name = #name.or_else(|| { #computed (#rust).then_some(#default) });))
            }
            kind if kind.view().is_some() => {
                let (new, is_empty) = (hygiene::local("new", name), member.is_empty());
                Some(quote! {
                    let #new: Option<#ty> = (#is_empty && { #computed #rust }).then(|| #default);
                    let #name = #new.as_ref().unwrap_or(#name);
                })
            }
            _ => None,
        }
    });
    filled.collect()
}

/// A stored field that expressions see as empty if its condition is false.
fn absent(member: &Member) -> TokenStream {
    let Member {
        name, kind, words, ..
    } = member;
    let Some(Rule { rust, .. }) = &words.condition else {
        return quote!();
    };
    match kind {
        FieldKind::Value(_) | FieldKind::Reference => {
            quote!(let #name = #name.filter(|_| #rust);)
        }
        FieldKind::Canonical(_) => quote!(),
        _ => {
            let empty = hygiene::local("empty", name);
            quote! {
                let #empty = Default::default();
                let #name = if #rust { #name } else { &#empty };
            }
        }
    }
}

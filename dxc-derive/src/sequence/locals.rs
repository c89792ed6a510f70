//! What expressions see of a value: what a reader would see of its bytes, if those can be written.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens as _;
use syn::Expr;

use super::field_kind::FieldKind;
use super::parse::{Member, Sequence};
use super::read::conditional;
use super::used::Used;
use super::write::{Failure, local, mentions, sets};
use crate::attributes::Rule;
use crate::hygiene;

/// Every field as a local of its name. Counts are those that writing would set, and what is not written is absent, so
/// that whatever follows from either follows from these.
pub(super) fn locals(sequence: &Sequence) -> TokenStream {
    let members = || sequence.members.iter();
    let used = Used::of(sequence, &[]);
    let places = used.locals(sequence);
    let kept = members().map(|member| local(member, &used));
    let counts = sets(sequence, Failure::Ignored);
    let settled = members().map(|member| match member.kind {
        FieldKind::Computed => computed(member),
        _ => absent(member),
    });
    quote!(#places #(#kept)* #counts #(#settled)*)
}

/// The computed fields that an expression names, by themselves or through others, before any field is written.
pub(super) fn computed_for(sequence: &Sequence, expression: &Expr) -> TokenStream {
    let mut named: Vec<&Ident> = Vec::new();
    let mut open = vec![expression.to_token_stream()];
    while let Some(tokens) = open.pop() {
        for Member {
            name, kind, words, ..
        } in &sequence.members
        {
            let is_new = matches!(kind, FieldKind::Computed) && !named.contains(&name);
            if is_new && mentions(tokens.clone(), name) {
                named.push(name);
                let rules = words.is.iter().chain(&words.condition);
                open.extend(rules.map(|rule| rule.rust.to_token_stream()));
            }
        }
    }
    let members = sequence.members.iter();
    let members = members.filter(|member| named.contains(&&member.name));
    members.map(computed).collect()
}

/// A computed field that expressions name; what cannot be computed is 0, and so is what is not written.
fn computed(member: &Member) -> TokenStream {
    let Member {
        name, ty, words, ..
    } = member;
    let empty = quote!(<#ty as Default>::default());
    match &words.is {
        Some(Rule { rust, .. }) if !words.late => {
            let value = quote!(::dxc_format::runtime::writer::Computed::<#ty>::value(#rust).unwrap_or_default());
            let value = conditional(member, value, empty);
            quote!(let #name = #value;)
        }
        _ => quote!(let #name = #empty;),
    }
}

/// A kept field that is empty to expressions where its condition does not hold.
fn absent(member: &Member) -> TokenStream {
    let Member {
        name, kind, words, ..
    } = member;
    let Some(Rule { rust, .. }) = &words.condition else {
        return quote!();
    };
    match kind {
        FieldKind::Optional(_) | FieldKind::Reference { .. } => {
            quote!(let #name = #name.filter(|_| #rust);)
        }
        FieldKind::Usual(_) => quote!(),
        _ => {
            let empty = hygiene::local("empty", name);
            quote! {
                let #empty = Default::default();
                let #name = if #rust { #name } else { &#empty };
            }
        }
    }
}

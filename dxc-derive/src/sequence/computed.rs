//! Computes fields of a value before any field is written.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, quote};

use super::field_kind::FieldKind;
use super::parse::{Member, Sequence};
use super::words::conditional;
use crate::attributes::Rule;
use crate::code::Code;
use crate::hygiene::names;

/// The computed fields that an expression uses, directly or through others, before any field is written.
pub(super) fn computed_for(sequence: &Sequence, expression: &Code) -> TokenStream {
    let mut named: Vec<&Ident> = Vec::new();
    let mut open = vec![expression.to_token_stream()];
    while let Some(mentioned) = open.pop().map(names) {
        for Member {
            name, kind, words, ..
        } in &sequence.members
        {
            let is_new = matches!(kind, FieldKind::Computed) && !named.contains(&name);
            if is_new && mentioned.contains(name) {
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

/// A computed field that expressions use; it is 0 if it cannot be computed or is not written.
pub(super) fn computed(member: &Member) -> TokenStream {
    let Member {
        name, ty, words, ..
    } = member;
    let empty = quote!(<#ty as Default>::default());
    match &words.is {
        Some(Rule { rust, .. }) if !words.late => {
            let value =
                quote!(dxc_runtime::computed::Computed::<#ty>::value(#rust).unwrap_or_default());
            let value = conditional(member, value, empty);
            quote!(let #name = #value;)
        }
        _ => quote!(let #name = #empty;),
    }
}

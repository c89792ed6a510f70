//! Determines which locals an expansion needs.

use quote::quote;
use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};

use super::field_kind::FieldKind;
use super::parse::{Member, Sequence};
use crate::hygiene::names;

/// The locals that expressions and checks use: the offsets of fields, and their sizes.
pub(super) struct Used(BTreeSet<Ident>);

impl Used {
    /// Collects the locals that the expressions of a sequence, or further tokens, use.
    pub(super) fn new(sequence: &Sequence, further: &[&TokenStream]) -> Self {
        let rules = sequence.members.iter().flat_map(Member::rules);
        let further = further.iter().map(|tokens| (*tokens).clone());
        Self(rules.chain(further).flat_map(names).collect())
    }

    /// Whether a local is used.
    pub(super) fn has(&self, name: &Ident) -> bool {
        self.0.contains(name)
    }

    /// Whether the offset of a field is used, and whether its size is.
    pub(super) fn of_member(&self, member: &Member) -> (bool, bool) {
        let Member {
            at,
            size,
            kind,
            words,
            ..
        } = member;
        // Arguments of a structure are checked at its offset, and its size may be compared.
        let is_structure = matches!(
            kind,
            FieldKind::Items(_) | FieldKind::Nested(_) | FieldKind::Pool(_)
        );
        let is_compared = is_structure && words.compare && words.size.is_some();
        let needs_size = is_compared || self.has(size);
        let needs_place = needs_size
            || is_structure && !words.with.is_empty()
            || words.at.is_some() && words.null.is_some()
            || self.has(at);
        (needs_place, needs_size)
    }

    /// Declares the locals of a sequence.
    pub(super) fn locals(&self, sequence: &Sequence) -> TokenStream {
        self.locals_of(sequence.members.iter())
    }

    /// Declares the locals of some fields.
    pub(super) fn locals_of<'m>(&self, members: impl Iterator<Item = &'m Member>) -> TokenStream {
        let locals = members.map(|member| {
            let Member { at, size, .. } = member;
            match self.of_member(member) {
                (true, true) => quote!(let (mut #at, mut #size) = (0usize, 0usize);),
                (true, false) => quote!(let mut #at = 0usize;),
                _ => quote!(),
            }
        });
        locals.collect()
    }
}

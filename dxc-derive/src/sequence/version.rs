//! Moving a sequence to another version: its records move, and data without a field in that version is lost.

use proc_macro2::{Literal, TokenStream};

use super::counts::{counter, is_counted, named};
use super::field_kind::FieldKind;
use super::fields::{ask, given_to, is_table};
use super::locals::locals;
use super::parse::{Member, Sequence};
use super::words::conditional;
use crate::attributes::Rule;

pub(super) fn implementation(sequence: &Sequence) -> TokenStream {
    let Some(follows) = &sequence.follows else {
        return TokenStream::new();
    };
    let name = &sequence.name;
    let (arguments, types) = sequence.arguments();
    let args = quote!((#(#arguments,)*));
    let moves = moves(sequence);
    let members = sequence.members.iter();
    let moved = members.filter(|member| move_to(sequence, member).is_some());
    let moved = moved.map(|member| &member.name);
    let locals = locals(sequence);
    let bounded: Vec<_> = sequence
        .members
        .iter()
        .filter_map(|member| Some((member, room(sequence, member)?)))
        .collect();
    let count = bounded.len();
    let rooms = bounded.iter().map(|(_, room)| room);
    let fits = bounded.iter().enumerate().map(|(index, (member, _))| {
        let (field, text, index) = (
            &member.name,
            member.name.to_string(),
            Literal::usize_unsuffixed(index),
        );
        match (&member.kind, &member.words.of) {
            (FieldKind::Nested, Some(of)) if !member.may_lack() => {
                let text = format!("{text}.{of}");
                quote!(lost.fit(#text, &mut self.#field.#of, before[#index], now[#index]))
            }
            (FieldKind::Nested, _) => {
                quote!(lost.fit_structure(#text, &mut self.#field, now[#index]))
            }
            _ => quote!(lost.fit(#text, &mut self.#field, before[#index], now[#index])),
        }
    });
    let doc = format!(
        "Moves the value to a version: `{follows}` to that one, other records to the newest that is not newer."
    );
    quote! {
        impl #name {
            #[doc = #doc]
            ///
            /// Fields, records and tables that the version lacks are lost, and the report lists them. So are all
            /// [unrecognized bytes](dxc_runtime::unknown), if a record moves to an older version, or has
            /// bytes of an
            /// unrecognized version: an older version has no bytes of a newer one. New fields are 0.
            /// Names that are no longer needed stay in their tables until these are laid out again.
            ///
            /// A value that could be written before can be written then.
            pub fn set_version(
                &mut self,
                version: u32,
                #(#arguments: #types),*
            ) -> dxc_runtime::newtype::Vec<dxc_runtime::Lost> {
                let mut lost = dxc_runtime::versioned::Losses::default();
                let before = self.rooms(#args);
                if false #(|| self.#moved.is_newer(version))* {
                    lost.forget(self);
                }
                #moves
                lost.fit_fields(|lost| {
                    let now = self.rooms(#args);
                    false #(|| #fits)*
                });
                lost.into_vec()
            }

            /// The limits of the fields in this version.
            #[allow(unused_variables, unused_assignments, unused_mut)]
            fn rooms(&self, #args: (#(#types,)*)) -> [dxc_runtime::versioned::Room; #count] {
                #locals
                [#(#rooms),*]
            }
        }
    }
}

/// Moves the records of all fields, and reports the lost references.
fn moves(sequence: &Sequence) -> TokenStream {
    let members = || sequence.members.iter();
    let (arguments, _) = sequence.arguments();
    let moves = members().filter_map(|member| move_to(sequence, member));
    let has_tables = members().any(is_table);
    let references = has_tables.then(
        || quote!(let references = dxc_runtime::tables::references(self, (#(#arguments,)*));),
    );
    let resolve =
        has_tables.then(|| quote!(dxc_runtime::tables::resolve(self, &references, &mut lost);));
    let run_moves = members().filter(|member| {
        let is_run = matches!(member.kind, FieldKind::Run(_)) && !is_table(member);
        is_run && !member.words.with.is_empty()
    });
    let run_moves: Vec<_> = run_moves
        .map(|member| {
            let (field, text, given) = (&member.name, member.name.to_string(), given_to(member));
            quote! {
                if let Some(context) = #given {
                    lost.run(#text, &mut self.#field, context, version);
                }
            }
        })
        .collect();
    // The arguments are those of the version that the records before have now.
    let ask = (!run_moves.is_empty()).then(|| {
        let ask = ask(sequence, &quote!(Some((#(#arguments,)*))));
        quote!(#[allow(unused_variables)] #ask)
    });
    quote!(#references #(#moves)* #ask #(#run_moves)* #resolve)
}

/// Moves the records of a field.
fn move_to(sequence: &Sequence, member: &Member) -> Option<TokenStream> {
    let (name, text) = (&member.name, member.name.to_string());
    match member.kind {
        FieldKind::Sized(_) => Some(quote!(lost.sized(#text, &mut self.#name, version);)),
        // If a kept number is the stride, it selects the version.
        FieldKind::Strided(_) if own_stride(sequence, member) => {
            Some(quote!(lost.strided(#text, &mut self.#name, version);))
        }
        _ => None,
    }
}

/// Whether the stride of a run is computed from the run.
fn own_stride(sequence: &Sequence, member: &Member) -> bool {
    let stride = member.words.stride.as_ref();
    stride.and_then(|stride| named(sequence, stride)).is_some()
}

/// The limits of a field; none if it can always be stored.
fn room(sequence: &Sequence, member: &Member) -> Option<TokenStream> {
    let words = &member.words;
    let is_counted = is_counted(member);
    let may_lack = match member.kind {
        FieldKind::Computed | FieldKind::Padding(_) => false,
        _ => words.condition.is_some(),
    };
    if !is_counted && !may_lack {
        return None;
    }
    let mut needed = Vec::new();
    let counter = counter(sequence, member).filter(|_| is_counted);
    let of_record = counter.is_some_and(|counter| matches!(counter.kind, FieldKind::Sized(_)));
    let sets = words.sets.as_ref().filter(|count| count.may_lack());
    if let Some(count) = sets.filter(|_| of_record) {
        // A count that its record lacks cannot be set.
        needed.push(quote!(#count.is_some()));
    }
    if let Some(counter) = counter.filter(|counter| counter.words.condition.is_some()) {
        needed.push(conditional(counter, quote!(true), quote!(false)));
    }
    let field = &member.name;
    if let Some(Rule { rust, .. }) = words
        .stride
        .as_ref()
        .filter(|_| matches!(member.kind, FieldKind::Strided(_)) && !own_stride(sequence, member))
    {
        needed.push(quote!((#rust) == self.#field.stride()));
    }
    let count = match (&words.count, words.compare) {
        (Some(Rule { rust, .. }), true) if is_counted => Some(quote!(#rust)),
        _ => None,
    };
    if needed.is_empty() && count.is_none() && words.condition.is_none() {
        return None;
    }
    let is_there = conditional(member, quote!(true #(&& #needed)*), quote!(false));
    let is_there = match (&member.kind, &words.of) {
        (FieldKind::Nested, Some(of)) if !member.may_lack() => {
            let room = quote!(dxc_runtime::versioned::Room::new);
            return Some(quote!(#room(#is_there, None, &self.#field.#of)));
        }
        _ => is_there,
    };
    if matches!(member.kind, FieldKind::Nested) {
        return Some(quote!(dxc_runtime::versioned::Room::of_structure(#is_there)));
    }
    let count = match count {
        Some(count) => quote!(Some(#count)),
        None => quote!(None),
    };
    Some(quote!(dxc_runtime::versioned::Room::new(#is_there, #count, &self.#field)))
}

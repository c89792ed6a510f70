//! Moving a sequence to another version: its records move, and what they leave no room for is lost.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Expr;

use super::parse::{Class, Member, Sequence};
use super::read::conditional;
use super::tables::{is_table, locals};
use crate::attributes::Rule;

pub(super) fn implementation(sequence: &Sequence) -> TokenStream {
    let Some(follows) = &sequence.follows else {
        return TokenStream::new();
    };
    let is_followed =
        |member: &Member| member.name == *follows && matches!(member.class, Class::Sized(_));
    if !sequence.members.iter().any(is_followed) {
        let problem = format!("`{follows}` is no `Sized` record of the sequence");
        return syn::Error::new(follows.span(), problem).into_compile_error();
    }
    let name = &sequence.name;
    let (arguments, types) = sequence.arguments();
    let moves = sequence.members.iter().filter_map(move_to);
    let has_tables = sequence.members.iter().any(is_table);
    let references = has_tables.then(
        || quote!(let references = ::dxc_format::tables::references(self, (#(#arguments,)*));),
    );
    let resolve =
        has_tables.then(|| quote!(::dxc_format::tables::resolve(self, &references, &mut lost);));
    let locals = locals(sequence);
    let bounded: Vec<_> = sequence
        .members
        .iter()
        .filter_map(|member| Some((member, room(member)?)))
        .collect();
    let (rooms, has_room): (Vec<_>, Vec<_>) = bounded
        .iter()
        .map(|(member, room)| (room, format_ident!("has_room_for_{}", member.name)))
        .unzip();
    let empties = bounded
        .iter()
        .zip(&has_room)
        .map(|((member, _), has_room)| {
            let (field, text) = (&member.name, member.name.to_string());
            quote!(if !#has_room { lost.empty(#text, &mut self.#field); })
        });
    let doc = format!(
        "Moves the value to a version: `{follows}` to that one, other records to the newest that is not newer."
    );
    quote! {
        impl #name {
            #[doc = #doc]
            ///
            /// Fields, records and tables that it has no room for are lost, which the report says; so are bytes of
            /// versions that are not known. What is new is 0. Names that are no longer needed stay in their tables
            /// until these are laid out anew.
            #[allow(unused_variables, unused_assignments, unused_mut)]
            pub fn set_version(
                &mut self,
                version: u32,
                #(#arguments: #types),*
            ) -> ::dxc_format::newtype::Vec<::dxc_format::Lost> {
                let mut lost = ::dxc_format::versioned::Losses::default();
                #references
                #(#moves)*
                #resolve
                let (#(#has_room,)*) = {
                    #locals
                    (#(#rooms,)*)
                };
                #(#empties)*
                lost.into_vec()
            }
        }
    }
}

/// Moves the records of a field.
fn move_to(Member { name, class, .. }: &Member) -> Option<TokenStream> {
    let text = name.to_string();
    match class {
        Class::Sized(_) => Some(quote!(lost.sized(#text, &mut self.#name, version);)),
        Class::Strided(_) => Some(quote!(lost.strided(#text, &mut self.#name, version);)),
        _ => None,
    }
}

/// Whether there is room for a field; none if there always is.
fn room(member: &Member) -> Option<TokenStream> {
    match member.class {
        Class::Optional(_)
        | Class::Bytes
        | Class::Strings
        | Class::Run(_)
        | Class::Strided(_)
        | Class::Sized(_) => {}
        _ => return None,
    }
    let counted = match (&member.words.sets, &member.words.count) {
        // A count that its record lacks cannot be set.
        (Some(Expr::MethodCall(count)), _) => Some(quote!(#count.is_some())),
        (None, Some(Rule { rust, .. })) if member.words.compare => Some(quote!((#rust) != 0)),
        _ => None,
    };
    if counted.is_none() && member.words.condition.is_none() {
        return None;
    }
    let counted = counted.unwrap_or(quote!(true));
    Some(conditional(member, counted, quote!(false)))
}

//! Determines which field is the count of which run, and how writing sets it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use super::computed::computed_for;
use super::field_kind::FieldKind;
use super::parse::{Member, Sequence};
use crate::attributes::Rule;

/// Whether a field has a count, computed from the length of its value.
pub(super) fn is_counted(member: &Member) -> bool {
    member.is_several() || member.words.of.is_some()
}

/// The field with the count of a run, if the run determines it.
pub(super) fn counter<'s>(sequence: &'s Sequence, member: &Member) -> Option<&'s Member> {
    let words = &member.words;
    match &words.sets {
        Some(target) => sequence.member(&target.root),
        None if words.compare => None,
        None => named(sequence, words.count.as_ref()?),
    }
}

/// The computed field, if an expression consists only of its name.
pub(super) fn named<'s>(sequence: &'s Sequence, rule: &Rule) -> Option<&'s Member> {
    let member = sequence.member(rule.name.as_ref()?);
    member.filter(|member| matches!(member.kind, FieldKind::Computed))
}

/// The treatment of a count that cannot be set.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Failure {
    /// The error is returned.
    Returned,
    /// The count stays unchanged.
    Ignored,
}

/// Sets the counts that stored fields contain to the lengths of the runs, in copies of these fields.
pub(super) fn sets(sequence: &Sequence, failure: Failure) -> TokenStream {
    let members = || sequence.members.iter();
    let targets: Vec<_> = members()
        .filter_map(|member| Some(&member.words.sets.as_ref()?.root))
        .collect();
    // A record with a tail is copied only if one of its counts changes.
    let owners = || {
        let owners = members().filter(|member| matches!(member.kind, FieldKind::Sized(_)));
        let owners = owners.map(|member| &member.name);
        owners.filter(|owner| targets.contains(owner))
    };
    let begin =
        owners().map(|owner| quote!(let mut #owner = dxc_runtime::newtype::Cow::Borrowed(#owner);));
    let set = members().map(|member| set(sequence, member, failure));
    let end = owners().map(|owner| quote!(let #owner = &*#owner;));
    quote!(#(#begin)* #(#set)* #(#end)*)
}

/// Sets the count of a run in a stored field.
fn set(sequence: &Sequence, member: &Member, failure: Failure) -> TokenStream {
    let Some(target) = &member.words.sets else {
        return quote!();
    };
    let (run, text) = (member.length(), member.counted_path());
    let root = &target.root;
    let Some(owner) = sequence.member(root) else {
        return syn::Error::new_spanned(root, "no such field").into_compile_error();
    };
    let within = quote!(.map_err(|error| error.within(#text))?);
    let len = quote!(dxc_runtime::computed::Computed::value(dxc_runtime::int::int(#run))#within);
    // The count of an absent run stays unchanged.
    let if_counted = |set: TokenStream| {
        let set = match &member.words.condition {
            Some(Rule { rust, .. }) => {
                let computed = computed_for(sequence, rust);
                quote!(if #run > 0 || { #computed #rust } { #set })
            }
            None => set,
        };
        match failure {
            Failure::Returned => set,
            Failure::Ignored => {
                quote!(let _ = (|| { #set Ok::<(), dxc_runtime::Error>(()) })();)
            }
        }
    };
    let record = Ident::new("record", proc_macro2::Span::call_site());
    let set = target.set_in(&record, &run, &text, &len);
    if_counted(match &owner.kind {
        FieldKind::Sized(_) => quote! {
            if dxc_runtime::int::int(#target) != #run {
                let #record = #root.to_mut();
                #set
            }
        },
        FieldKind::Value(_) if owner.is_optional => {
            let set = match owner.words.known {
                _ if target.is_option() => quote!(#root = Some(#len);),
                Some(_) => quote!(if let Some(#record) = &mut #root { #set }),
                None => quote!(let #record = #root.get_or_insert_default(); #set),
            };
            set_if_there(sequence, owner, member, &set)
        }
        _ => target.set_in(root, &run, &text, &len),
    })
}

/// Sets a count if its record is present; otherwise the run must be empty.
fn set_if_there(
    sequence: &Sequence,
    owner: &Member,
    run: &Member,
    set: &TokenStream,
) -> TokenStream {
    let (root, length, text) = (&owner.name, run.length(), run.counted_path());
    let rule = run.words.count.as_ref().map(|rule| rule.text.value());
    let rule = rule.unwrap_or_else(|| root.to_string());
    let refuse = quote! {
        dxc_runtime::computed::same_count(dxc_runtime::int::int(0), #length, #rule)
            .map_err(|error| error.within(#text))?;
    };
    match (&owner.words.known, &owner.words.condition) {
        (Some(_), _) => quote!(if #root.is_some() { #set } else { #refuse }),
        (None, Some(Rule { rust, .. })) => {
            let computed = computed_for(sequence, rust);
            quote!(if { #computed #rust } { #set } else { #refuse })
        }
        (None, None) => set.clone(),
    }
}

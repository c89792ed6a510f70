//! Generates the conversion from the owned value to bytes.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::counts::{Failure, counter, is_counted, sets};
use super::field_kind::FieldKind;
use super::locals::{filled, local};
use super::parse::{Check, Member, Sequence};
use super::pool;
use super::used::Used;
use super::words::{conditional, strict_context};
use super::write_field;
use crate::attributes::Rule;
use crate::hygiene::size_of_self;

/// The code at the beginning and at the end of every write.
pub(super) struct Frame {
    pub(super) used: Used,
    /// The locals of the fields and of their offsets, with the counts that writing sets.
    pub(super) locals: TokenStream,
    /// The writes that need the offsets of all fields.
    pub(super) finish: TokenStream,
}

impl Frame {
    pub(super) fn of(sequence: &Sequence) -> Self {
        let own_size = size_of_self();
        let members = || sequence.members.iter();
        let finish: TokenStream = members().map(finish).collect();
        let used = Used::new(sequence, &[&finish]);
        let places = used.locals(sequence);
        let locals = members().map(|member| local(member, &used));
        let (filled, sets) = (filled(sequence), sets(sequence, Failure::Returned));
        Self {
            locals: quote!(let mut #own_size = 0usize; #places #(#locals)* #filled #sets),
            used,
            finish,
        }
    }
}

/// The body of `put`.
pub(super) fn put(sequence: &Sequence) -> TokenStream {
    let own_size = size_of_self();
    let Frame {
        used,
        locals,
        finish,
    } = Frame::of(sequence);
    let pool = pool::pool(sequence).map(|Member { name, .. }| quote!(writer.expect(#name.len());));
    let members = sequence.members.iter();
    let writes = members.map(|member| field(sequence, member, &used));
    quote! {
        let start = 0usize;
        #locals
        #pool
        #(#writes)*
        #own_size = writer.reached();
        #finish
        Ok(())
    }
}

/// Writes a field. If it counts another field, its condition must be true.
pub(super) fn field(sequence: &Sequence, member: &Member, used: &Used) -> TokenStream {
    let refusal = uncounted(sequence, member);
    let content = write_field::field(member, used);
    let absent = place_of_absent(member, used);
    quote!(#refusal #content #absent)
}

/// The offset of an absent field, if other fields use it: the end of the field before it, as on reading.
fn place_of_absent(Member { at, words, .. }: &Member, used: &Used) -> Option<TokenStream> {
    let Rule { rust, .. } = words.condition.as_ref()?;
    let is_used = used.has(at) && words.at.is_none();
    is_used.then(|| quote!(if !(#rust) { #at = writer.at(); }))
}

/// Refuses runs whose count is in a field that is not written.
fn uncounted(sequence: &Sequence, member: &Member) -> Option<TokenStream> {
    let Rule {
        text: rule, rust, ..
    } = member.words.condition.as_ref()?;
    let counted = sequence.members.iter().filter(|run| {
        let counter = counter(sequence, run).filter(|_| is_counted(run));
        let own = run.words.condition.as_ref();
        // A run with the same condition is already refused for it.
        let needs_same = own.is_some_and(|own| own.text.value() == rule.value());
        !needs_same && counter.is_some_and(|counter| counter.name == member.name)
    });
    let refusals: Vec<_> = counted
        .map(|run| {
            let (length, text) = (run.length(), run.counted_path());
            quote!(if #length > 0 { return Err(no_room.within(#text)); })
        })
        .collect();
    (!refusals.is_empty()).then(|| {
        quote! {
            if !(#rust) {
                let kind = dxc_runtime::ErrorKind::NoRoom { rule: #rule };
                let no_room = dxc_runtime::Error::new(kind, writer.reached());
                #(#refusals)*
            }
        }
    })
}

/// The writes that need the offsets of all fields.
fn finish(member: &Member) -> TokenStream {
    let Member {
        name,
        at,
        ty,
        kind,
        words,
        descriptor,
        ..
    } = member;
    match (kind, &words.is, &words.canonical) {
        (FieldKind::Computed, Some(Rule { rust, .. }), _) if words.late => {
            let content = quote!(writer.patch(#at, &(#descriptor).computed::<#ty>(#rust)?););
            conditional(member, content, quote!())
        }
        (FieldKind::Canonical(ty), _, Some(Rule { rust, .. })) => {
            let content = quote! {
                let value = match self.#name {
                    Some(value) => value,
                    None => (#descriptor).computed::<#ty>(#rust)?,
                };
                writer.patch(#at, &value);
            };
            conditional(member, content, quote!())
        }
        (FieldKind::Run(row) | FieldKind::Strided(row), ..)
            if !words.with.is_empty() || !words.checks.is_empty() =>
        {
            let context = strict_context(member, row);
            let within = member.within();
            let fill =
                (!words.with.is_empty()).then(|| quote!(writer.fill(#at, #name, context)#within?;));
            let checks = words.checks.iter().map(|one| check(member, row, one));
            conditional(
                member,
                quote!(let context = #context; #fill #(#checks)*),
                quote!(),
            )
        }
        (FieldKind::Trailing, ..) => quote!(writer.bytes(&self.#name);),
        _ => quote!(),
    }
}

/// Refuses records without a reference to a string, as reading would.
fn check(member: &Member, row: &syn::Type, Check { field, table }: &Check) -> TokenStream {
    let (Member { name, at, .. }, within) = (member, member.within());
    let (field_text, function) = (field.to_string(), format_ident!("check_own_{field}"));
    quote! {
        let strings = dxc_runtime::strings::Nameable::of(#table.as_strings());
        dxc_runtime::computed::check_rows(#name, #at, #field_text, |row: &#row| row.#function(context, &strings))
            #within?;
    }
}

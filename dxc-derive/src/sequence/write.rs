//! From the owned value to bytes.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens as _, format_ident};
use syn::{Expr, LitInt};

use super::field_kind::FieldKind;
use super::locals::computed_for;
use super::parse::{Check, Member, MemberWords, Sequence};
use super::pool;
use super::read::{conditional, strict_context};
use super::used::Used;
use super::version::counter;
use super::write_field;
use crate::attributes::Rule;
use crate::hygiene::size_of_self;

/// The body of `put`.
pub(super) fn put(sequence: &Sequence) -> TokenStream {
    let own_size = size_of_self();
    let members = || sequence.members.iter();
    let finished: TokenStream = members().map(finish).collect();
    let used = Used::of(sequence, &[&finished]);
    let places = used.locals(sequence);
    let locals = members().map(|member| local(member, &used));
    let sets = sets(sequence, Failure::Returned);
    let pool = pool::pool(sequence).map(|Member { name, .. }| quote!(writer.expect(#name.len());));
    let writes = members().map(|member| field(sequence, member, &used));
    quote! {
        let (start, mut #own_size) = (0usize, 0usize);
        #places
        #(#locals)*
        #sets
        #pool
        #(#writes)*
        #own_size = writer.reached();
        #finished
        Ok(())
    }
}

/// How many bytes the value will take, as far as that can be told quickly.
pub(super) fn size(sequence: &Sequence) -> TokenStream {
    let sizes = sequence
        .members
        .iter()
        .map(|Member { name, ty, kind, .. }| match kind {
            FieldKind::Computed | FieldKind::Value => {
                quote!(<#ty as ::dxc_format::runtime::Fixed>::SIZE)
            }
            FieldKind::Usual(ty) | FieldKind::Optional(ty) => {
                quote!(<#ty as ::dxc_format::runtime::Fixed>::SIZE)
            }
            FieldKind::Bytes | FieldKind::Strings | FieldKind::Trailing => quote!(self.#name.len()),
            FieldKind::Run(row) => quote!(self.#name.len() * core::mem::size_of::<#row>()),
            FieldKind::Strided(_) => quote!(self.#name.len() * self.#name.stride() as usize),
            FieldKind::Sized(_) => quote!(self.#name.size()),
            // What they place elsewhere can only be guessed.
            FieldKind::Items(_) => quote!(self.#name.len() * 64),
            FieldKind::Pool(_) => quote!(self.#name.len() * 64),
            FieldKind::Nested => quote!(64),
            FieldKind::Text => quote!(self.#name.len()),
            FieldKind::OptionalBytes => quote!(self.#name.as_ref().map_or(0, |bytes| bytes.len())),
            FieldKind::Reference { .. } => quote!(<u32 as ::dxc_format::runtime::Fixed>::SIZE),
            FieldKind::Padding(align) => quote!(#align),
            FieldKind::Memory => quote!(0),
        });
    quote!(0 #(+ #sizes)*)
}

/// What becomes of a count that cannot be set.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Failure {
    /// Writing ends.
    Returned,
    /// The count stays as it is.
    Ignored,
}

/// Counts that kept fields have: they become the lengths of the runs, in copies.
pub(super) fn sets(sequence: &Sequence, failure: Failure) -> TokenStream {
    let members = || sequence.members.iter();
    let targets: Vec<_> = members()
        .filter_map(|member| root(member.words.sets.as_ref()?))
        .collect();
    // A record with a tail is copied only if a count of it is another.
    let owners = || {
        let owners = members().filter(|member| matches!(member.kind, FieldKind::Sized(_)));
        let owners = owners.map(|member| &member.name);
        owners.filter(|owner| targets.contains(owner))
    };
    let begin = owners().map(
        |owner| quote!(let mut #owner = ::dxc_format::runtime::newtype::Cow::Borrowed(#owner);),
    );
    let set = members().map(|member| set(sequence, member, failure));
    let end = owners().map(|owner| quote!(let #owner = &*#owner;));
    quote!(#(#begin)* #(#set)* #(#end)*)
}

/// Sets the count of a run that a kept field has.
fn set(sequence: &Sequence, member: &Member, failure: Failure) -> TokenStream {
    let Some(target) = &member.words.sets else {
        return quote!();
    };
    let (run, text) = (&member.name, member.name.to_string());
    let Some(root) = root(target) else {
        return syn::Error::new_spanned(target, "expected a field, or a field of a record")
            .into_compile_error();
    };
    let mut members = sequence.members.iter();
    let Some(owner) = members.find(|member| *root == member.name) else {
        return syn::Error::new_spanned(root, "no such field").into_compile_error();
    };
    let within = quote!(.map_err(|error| error.within(#text))?);
    let len = quote!(::dxc_format::runtime::writer::Computed::value(int(#run.len()))#within);
    // What counts a run that is not there is kept.
    let if_counted = |set: TokenStream| {
        let set = match &member.words.condition {
            Some(Rule { rust, .. }) => {
                let computed = computed_for(sequence, rust);
                quote!(if !#run.is_empty() || { #computed #rust } { #set })
            }
            None => set,
        };
        match failure {
            Failure::Returned => set,
            Failure::Ignored => {
                quote!(let _ = (|| { #set Ok::<(), ::dxc_format::runtime::Error>(()) })();)
            }
        }
    };
    match (&owner.kind, target) {
        (FieldKind::Sized(_), _) => {
            let record = syn::Ident::new("record", proc_macro2::Span::mixed_site());
            let set = set_count(&behind(target, &record), member, &len);
            if_counted(quote! {
                if int(#target) != #run.len() {
                    let #record = #root.to_mut();
                    #set
                }
            })
        }
        (FieldKind::Optional(_), Expr::Try(_)) => {
            let set = quote!(#root = Some(#len););
            if_counted(set_if_there(sequence, owner, member, &set))
        }
        (FieldKind::Optional(_), _) => {
            let record = syn::Ident::new("record", proc_macro2::Span::mixed_site());
            let set = set_count(&behind(target, &record), member, &len);
            let set = match owner.words.known {
                Some(_) => quote!(if let Some(#record) = &mut #root { #set }),
                None => quote!(let #record = #root.get_or_insert_default(); #set),
            };
            if_counted(set_if_there(sequence, owner, member, &set))
        }
        _ => if_counted(set_count(target, member, &len)),
    }
}

/// Sets a count where what holds it is there; elsewhere the run must be empty.
fn set_if_there(
    sequence: &Sequence,
    owner: &Member,
    run: &Member,
    set: &TokenStream,
) -> TokenStream {
    let (root, name, text) = (&owner.name, &run.name, run.name.to_string());
    let rule = run.words.count.as_ref().map(|rule| &rule.text);
    let refuse = quote! {
        ::dxc_format::runtime::writer::same_count(int(0), #name.len(), #rule)
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

fn set_count(target: &Expr, member: &Member, len: &TokenStream) -> TokenStream {
    let (run, text) = (&member.name, member.name.to_string());
    match target {
        Expr::MethodCall(getter) => {
            let (record, setter) = (&getter.receiver, format_ident!("set_{}", getter.method));
            quote! {
                if int(#target) != #run.len() {
                    let count = #len;
                    #record.#setter(count)
                        .map_err(|error| ::dxc_format::runtime::writer::uncounted(&error, #text))?;
                }
            }
        }
        field => quote!(#field = #len;),
    }
}

/// The field that an expression begins with.
pub(super) fn root(expression: &Expr) -> Option<&syn::Ident> {
    match expression {
        Expr::Path(path) => path.path.get_ident(),
        Expr::Field(field) => root(&field.base),
        Expr::MethodCall(call) => root(&call.receiver),
        Expr::Try(absent) => root(&absent.expr),
        _ => None,
    }
}

/// Whether a field has a count, which a value tells by how much it holds.
pub(super) fn is_counted(kind: &FieldKind) -> bool {
    matches!(
        kind,
        FieldKind::Bytes
            | FieldKind::Strings
            | FieldKind::Run(_)
            | FieldKind::Strided(_)
            | FieldKind::Items(_)
    )
}

/// The same field of what `record` is, in place of what may be absent: `head?.count` is `record.count`.
fn behind(target: &Expr, record: &syn::Ident) -> Expr {
    let mut target = target.clone();
    let mut inner = &mut target;
    loop {
        inner = match inner {
            Expr::Field(field) => &mut field.base,
            Expr::MethodCall(call) => &mut call.receiver,
            other => {
                *other = syn::parse_quote!(#record);
                return target;
            }
        }
    }
}

/// What expressions see of a field: the same name and methods as on reading. A single value has none that nobody names.
pub(super) fn local(Member { name, kind, .. }: &Member, used: &Used) -> TokenStream {
    match kind {
        FieldKind::Value if !used.has(name) => quote!(),
        FieldKind::Value | FieldKind::Optional(_) | FieldKind::Reference { .. } => {
            quote!(let mut #name = self.#name;)
        }
        FieldKind::Bytes
        | FieldKind::Strings
        | FieldKind::Run(_)
        | FieldKind::Strided(_)
        | FieldKind::Sized(_)
        | FieldKind::Items(_)
        | FieldKind::Nested
        | FieldKind::Text
        | FieldKind::OptionalBytes
        | FieldKind::Pool(_) => quote!(let #name = &self.#name;),
        _ => quote!(),
    }
}

/// Writes a field, whose condition must hold if it counts something.
pub(super) fn field(sequence: &Sequence, member: &Member, used: &Used) -> TokenStream {
    let refusal = uncounted(sequence, member);
    let content = write_field::field(member, used);
    let absent = place_of_absent(sequence, member);
    quote!(#refusal #content #absent)
}

/// Where a field that is not there would lie, if others tell its place: where the one before it ended, as on reading.
fn place_of_absent(sequence: &Sequence, member: &Member) -> Option<TokenStream> {
    let Rule { rust, .. } = member.words.condition.as_ref()?;
    let at = format_ident!("at_{}", member.name);
    let mut rules = sequence.members.iter().flat_map(|member| {
        let MemberWords {
            is, usual, with, ..
        } = &member.words;
        is.iter().chain(usual).chain(with)
    });
    let is_told = rules.any(|rule| mentions(rule.rust.to_token_stream(), &at));
    (is_told && member.words.at.is_none()).then(|| quote!(if !(#rust) { #at = writer.at(); }))
}

/// Whether a name stands somewhere in tokens.
pub(super) fn mentions(tokens: TokenStream, name: &syn::Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        _ => false,
    })
}

/// Refuses runs whose count stands in a field that is not written.
fn uncounted(sequence: &Sequence, member: &Member) -> Option<TokenStream> {
    let Rule { text: rule, rust } = member.words.condition.as_ref()?;
    let counted = sequence.members.iter().filter(|run| {
        let counter = counter(sequence, run).filter(|_| is_counted(&run.kind));
        let own = run.words.condition.as_ref();
        // A run that needs the same is refused for that.
        let needs_same = own.is_some_and(|own| own.text.value() == rule.value());
        !needs_same && counter.is_some_and(|counter| counter.name == member.name)
    });
    let refusals: Vec<_> = counted
        .map(|run| {
            let (name, text) = (&run.name, run.name.to_string());
            quote!(if !#name.is_empty() { return Err(no_room.within(#text)); })
        })
        .collect();
    (!refusals.is_empty()).then(|| {
        quote! {
            if !(#rust) {
                let kind = ::dxc_format::runtime::ErrorKind::NoRoom { rule: #rule };
                let no_room = ::dxc_format::runtime::Error::new(kind, writer.reached());
                #(#refusals)*
            }
        }
    })
}

/// The multiple that it is placed at, and what pads before it.
pub(super) fn pad(words: &MemberWords) -> (TokenStream, TokenStream) {
    let or = |number: &Option<LitInt>, otherwise| match number {
        Some(number) => quote!(#number),
        None => otherwise,
    };
    (or(&words.aligned, quote!(1)), or(&words.fill, quote!(0)))
}

/// A size that nobody computes must agree, too.
pub(super) fn compare_size(member: &Member, size: &TokenStream) -> Option<TokenStream> {
    let Rule { text: rule, rust } = member.words.size.as_ref()?;
    let facts = member.facts();
    let compare = quote!((#facts).same_count(#rust, #size, #rule)?;);
    member.words.compare.then_some(compare)
}

/// What can only be written once every field has its place.
pub(super) fn finish(member: &Member) -> TokenStream {
    let Member {
        name,
        ty,
        kind,
        words,
        ..
    } = member;
    let (facts, text) = (member.facts(), name.to_string());
    let at = format_ident!("at_{name}");
    match (kind, &words.is, &words.usual) {
        (FieldKind::Computed, Some(Rule { rust, .. }), _) if words.late => {
            let content = quote!(writer.patch(#at, &(#facts).computed::<#ty>(#rust)?););
            conditional(member, content, quote!())
        }
        (FieldKind::Usual(ty), _, Some(Rule { rust, .. })) => {
            let content = quote! {
                let value = match self.#name {
                    Some(value) => value,
                    None => (#facts).computed::<#ty>(#rust)?,
                };
                writer.patch(#at, &value);
            };
            conditional(member, content, quote!())
        }
        (FieldKind::Run(row), ..) if !words.with.is_empty() || !words.checks.is_empty() => {
            let context = match words.with.is_empty() {
                true => quote!(()),
                false => strict_context(member, row),
            };
            let fill = (!words.with.is_empty()).then(
                || quote!(writer.fill(#at, #name, context).map_err(|error| error.within(#text))?;),
            );
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

/// Refuses records that name no string: reading would refuse them, too.
fn check(member: &Member, row: &syn::Type, Check { field, table }: &Check) -> TokenStream {
    let name = &member.name;
    let (text, field_text) = (name.to_string(), field.to_string());
    let (at, function) = (
        format_ident!("at_{name}"),
        format_ident!("check_own_{field}"),
    );
    quote! {
        let strings = ::dxc_format::runtime::strings::Nameable::of(#table.as_strings());
        ::dxc_format::runtime::writer::check_rows(#name, #at, #field_text, |row: &#row| row.#function(context, &strings))
            .map_err(|error| error.within(#text))?;
    }
}

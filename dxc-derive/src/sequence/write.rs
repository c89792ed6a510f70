//! From the owned value to bytes.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens as _, format_ident};
use syn::{Expr, LitInt};

use super::field_kind::FieldKind;
use super::locals::computed_for;
use super::parse::{Member, MemberWords, Sequence};
use super::pool;
use super::read::{conditional, context, nested_args, places, strict_context, stride};
use super::version::counter;
use crate::attributes::Rule;
use crate::hygiene::size_of_self;

/// The body of `put`.
pub(super) fn put(sequence: &Sequence) -> TokenStream {
    let own_size = size_of_self();
    let mut body = quote!(let (start, mut #own_size) = (0usize, 0usize););
    for member in &sequence.members {
        body.extend(places(member));
        body.extend(local(member));
    }
    for member in &sequence.members {
        body.extend(sets(sequence, member, Failure::Returned));
    }
    if let Some(Member { name, .. }) = pool::pool(sequence) {
        body.extend(quote!(writer.expect(#name.len());));
    }
    for member in &sequence.members {
        body.extend(field(sequence, member));
    }
    body.extend(quote!(#own_size = writer.reached();));
    for member in &sequence.members {
        body.extend(finish(member));
    }
    quote!(#body Ok(()))
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

/// A count that a kept field has: the field becomes the length of the run, in a copy.
pub(super) fn sets(sequence: &Sequence, member: &Member, failure: Failure) -> TokenStream {
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
            let set = if_counted(set_count(target, member, &len));
            quote!(let mut #root = #root.clone(); #set let #root = &#root;)
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

/// What expressions see of a field: the same name and methods as on reading.
pub(super) fn local(Member { name, kind, .. }: &Member) -> TokenStream {
    match kind {
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
pub(super) fn field(sequence: &Sequence, member: &Member) -> TokenStream {
    let (refusal, content) = (uncounted(sequence, member), content(member));
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

fn content(member: &Member) -> TokenStream {
    let Member {
        name,
        ty,
        kind,
        words,
        ..
    } = member;
    let text = name.to_string();
    let (at, size) = (format_ident!("at_{name}"), format_ident!("size_of_{name}"));
    let within = quote!(.map_err(|error| error.within(#text))?);
    let (align, fill) = pad(words);
    let pad = words
        .aligned
        .is_some()
        .then(|| quote!(writer.pad(#align, #fill);));
    let fixed = |ty: &syn::Type| quote!(#size = <#ty as ::dxc_format::runtime::Fixed>::SIZE;);
    match kind {
        FieldKind::Computed => {
            let Some(Rule { rust, .. }) = &words.is else {
                return quote!();
            };
            let value = if words.late {
                quote!(<#ty as Default>::default())
            } else {
                quote!(::dxc_format::runtime::writer::Computed::<#ty>::value(#rust)#within)
            };
            let size = fixed(ty);
            let content = quote!(let value = #value; #pad #at = writer.fixed(&value); #size value);
            let written = conditional(member, content, quote!(<#ty as Default>::default()));
            quote!(let #name = #written;)
        }
        FieldKind::Usual(ty) => {
            let size = fixed(ty);
            let content = quote!(#pad #at = writer.fixed(&<#ty as Default>::default()); #size);
            absent_or(member, content, quote!(self.#name.is_none()))
        }
        FieldKind::Value => {
            let size = fixed(ty);
            quote!(#pad #at = writer.fixed(&#name); #size)
        }
        FieldKind::Optional(ty) if words.known.is_some() => {
            let size = fixed(ty);
            quote!(if let Some(value) = &#name { #pad #at = writer.fixed(value); #size })
        }
        FieldKind::Optional(ty) => {
            let size = fixed(ty);
            let content = quote!(#pad #at = writer.fixed(&#name.unwrap_or_default()); #size);
            let is_absent = quote!(#name.is_none());
            absent_or(member, content, is_absent)
        }
        FieldKind::Bytes | FieldKind::Strings => {
            let bytes = if matches!(kind, FieldKind::Bytes) {
                quote!(#name)
            } else {
                quote!(&#name.0)
            };
            let compare = compare(member);
            let put = match &words.round {
                Some(round) => quote! {
                    #at = writer.rounded(#bytes, #round);
                    #size = #name.len().next_multiple_of(#round);
                },
                None => quote!(#at = writer.bytes(#bytes); #size = #name.len();),
            };
            let content = quote!(#compare #pad #put);
            absent_or(member, content, quote!(#name.is_empty()))
        }
        FieldKind::Run(row) => {
            let (context, compare) = (context(row, &words.with), compare(member));
            let put = if words.with.is_empty() {
                quote!(#at = writer.run(#name, #context)#within;)
            } else {
                quote!(#at = writer.reserve(#size);)
            };
            let content = quote! {
                #compare
                #size = #name.len() * <#row as ::dxc_format::runtime::Row>::size(#context);
                #pad
                #put
            };
            absent_or(member, content, quote!(#name.is_empty()))
        }
        FieldKind::Strided(_) => {
            let compare = compare(member);
            let same = words.stride.as_ref().map(|Rule { text: rule, rust }| {
                quote!(::dxc_format::runtime::writer::same_stride(#rust, #name, #rule)#within;)
            });
            let content = quote! {
                #compare
                #same
                #pad
                #at = writer.strided(#name)#within;
                #size = #name.len() * #name.stride() as usize;
            };
            absent_or(member, content, quote!(#name.is_empty()))
        }
        FieldKind::Sized(_) => {
            let compare = compare_size(member, &quote!(#name.size()));
            let content = quote! {
                #compare
                #size = #name.size();
                #pad
                #at = writer.sized(&#name.record, #name.known(), &#name.tail)#within;
            };
            absent_or(member, content, quote!((*#name == Default::default())))
        }
        FieldKind::Items(item) => {
            let (args, compare) = (nested_args(member, item), compare(member));
            let stride = stride(words);
            let items = quote! {
                #pad
                (#at, #size) = writer.items(#name, #stride, #args)#within;
            };
            match &words.null {
                Some(null) => quote! {
                    #compare
                    if #name.is_empty() && writer.is_new() {
                        #at = #null;
                    } else {
                        #items
                    }
                },
                None => quote!(#compare #items),
            }
        }
        FieldKind::Nested => {
            let args = nested_args(member, ty);
            let compare = compare_size(member, &quote!(#size));
            quote! {
                #pad
                (#at, #size) = writer.nested(#name, #args)#within;
                #compare
            }
        }
        FieldKind::Text => {
            let content = quote! {
                #pad
                #at = writer.text(&#name.0)#within;
                #size = #name.len() + 1;
            };
            absent_or(member, content, quote!(#name.is_empty()))
        }
        FieldKind::OptionalBytes => {
            let (compare, null) = (compare(member), &words.null);
            quote! {
                match #name {
                    Some(#name) => {
                        #compare
                        #pad
                        #at = writer.bytes(#name);
                        #size = #name.len();
                    }
                    None => #at = #null,
                }
            }
        }
        FieldKind::Pool(item) => {
            let args = nested_args(member, item);
            quote!(writer.pool(#name, #args, #align, #fill)#within;)
        }
        FieldKind::Reference { may_lack: false } => {
            let size = fixed(ty);
            quote!(#at = writer.link(#name)#within; #size)
        }
        FieldKind::Reference { may_lack: true } => {
            let (null, size) = (&words.null, fixed(&syn::parse_quote!(u32)));
            let content = quote! {
                #at = match #name {
                    Some(number) => writer.link(number)#within,
                    None => writer.fixed::<u32>(&#null),
                };
                #size
            };
            absent_or(member, content, quote!(#name.is_none()))
        }
        FieldKind::Padding(align) => quote!(writer.align(start, #align, #fill);),
        FieldKind::Trailing => quote!(),
        FieldKind::Memory => quote!(),
    }
}

/// The multiple that it is placed at, and what pads before it.
pub(super) fn pad(words: &MemberWords) -> (TokenStream, TokenStream) {
    let or = |number: &Option<LitInt>, otherwise| match number {
        Some(number) => quote!(#number),
        None => otherwise,
    };
    (or(&words.aligned, quote!(1)), or(&words.fill, quote!(0)))
}

/// A field whose condition does not hold must be empty.
fn absent_or(member: &Member, content: TokenStream, is_absent: TokenStream) -> TokenStream {
    let text = member.name.to_string();
    let Some(Rule { text: rule, .. }) = &member.words.condition else {
        return content;
    };
    let refuse = quote! {
        if !#is_absent {
            let kind = ::dxc_format::runtime::ErrorKind::NoRoom { rule: #rule };
            return Err(::dxc_format::runtime::Error::new(kind, writer.reached()).within(#text));
        }
    };
    conditional(member, content, refuse)
}

/// A count that nobody sets must agree.
fn compare(member: &Member) -> TokenStream {
    let Member { name, words, .. } = member;
    let (Some(Rule { text: rule, rust }), true) = (&words.count, words.compare) else {
        return quote!();
    };
    let text = name.to_string();
    quote! {
        ::dxc_format::runtime::writer::same_count(#rust, #name.len(), #rule)
            .map_err(|error| error.within(#text))?;
    }
}

/// A size that nobody computes must agree, too.
pub(super) fn compare_size(member: &Member, size: &TokenStream) -> Option<TokenStream> {
    let Rule { text: rule, rust } = member.words.size.as_ref()?;
    let text = member.name.to_string();
    member.words.compare.then(|| {
        quote! {
            ::dxc_format::runtime::writer::same_count(#rust, #size, #rule)
                .map_err(|error| error.within(#text))?;
        }
    })
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
    let text = name.to_string();
    let at = format_ident!("at_{name}");
    let within = quote!(.map_err(|error| error.within(#text))?);
    match (kind, &words.is, &words.usual) {
        (FieldKind::Computed, Some(Rule { rust, .. }), _) if words.late => {
            let content = quote! {
                writer.patch(#at, &::dxc_format::runtime::writer::Computed::<#ty>::value(#rust)#within);
            };
            conditional(member, content, quote!())
        }
        (FieldKind::Usual(ty), _, Some(Rule { rust, .. })) => {
            let content = quote! {
                let value = match self.#name {
                    Some(value) => value,
                    None => ::dxc_format::runtime::writer::Computed::<#ty>::value(#rust)#within,
                };
                writer.patch(#at, &value);
            };
            conditional(member, content, quote!())
        }
        (FieldKind::Run(row), ..) if !words.with.is_empty() => {
            let context = strict_context(member, row);
            let content = quote!(writer.fill(#at, #name, #context)#within;);
            conditional(member, content, quote!())
        }
        (FieldKind::Trailing, ..) => quote!(writer.bytes(&self.#name);),
        _ => quote!(),
    }
}

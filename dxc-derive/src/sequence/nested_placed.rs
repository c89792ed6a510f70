//! Generates nested sequences with an inline part of single values, which contains the offsets of the other fields.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::field_kind::FieldKind;
use super::parse::{Member, Sequence};
use super::used::Used;
use super::{read, read_field, words, write};
use crate::attributes::Rule;
use crate::hygiene::{self, size_of_self};

/// The methods of `Nested`.
pub(super) fn methods(sequence: &Sequence) -> TokenStream {
    let inline_size = inline_size(sequence);
    let (reads, writes) = (reads(sequence), writes(sequence));
    quote! {
        const PLACES: bool = true;

        #inline_size
        #reads
        #writes
    }
}

/// The fields of the inline part.
fn inline(sequence: &Sequence) -> impl Iterator<Item = &Member> {
    let members = sequence.members.iter();
    members.filter(|member| member.words.at.is_none())
}

/// The fields that are placed elsewhere.
fn placed(sequence: &Sequence) -> impl Iterator<Item = &Member> {
    let members = sequence.members.iter();
    members.filter(|member| member.words.at.is_some())
}

fn checks(sequence: &Sequence) -> TokenStream {
    sequence.members.iter().map(read::finish).collect()
}

/// The locals from reading the inline part: its fields, and those of their offsets and sizes that are used.
fn inline_locals(sequence: &Sequence, used: &Used) -> Vec<(Ident, TokenStream)> {
    let locals = inline(sequence).flat_map(|member| {
        let Member {
            name, at, size, ty, ..
        } = member;
        let (needs_place, needs_size) = used.of_member(member);
        let place = needs_place.then(|| (at.clone(), quote!(usize)));
        let size = needs_size.then(|| (size.clone(), quote!(usize)));
        [Some((name.clone(), quote!(#ty))), place, size]
    });
    locals.flatten().collect()
}

/// The reader of the inline part, for the walk and for the read that continues with the placed fields.
pub(super) fn inline_reader(sequence: &Sequence) -> TokenStream {
    let used = Used::new(sequence, &[&checks(sequence)]);
    let (name, places) = (&sequence.name, used.locals_of(inline(sequence)));
    let (generics, of, limits) = sequence.generics.split_for_impl();
    let arguments = &sequence.words.takes.names;
    let reads = inline(sequence).map(|member| read_field::field(member, &used));
    let (locals, types): (Vec<_>, Vec<_>) = inline_locals(sequence, &used).into_iter().unzip();
    quote! {
        #[allow(unused_variables, unused_assignments, unused_mut)]
        impl #generics #name #of #limits {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn walk_inline<__S: dxc_runtime::walk::Sink + ?core::marker::Sized>(
                walker: &mut dxc_runtime::walker::Walker<'_, '_, __S>,
                (#(#arguments,)*): <Self as dxc_runtime::Fields>::Args,
            ) -> dxc_runtime::Result<(#(#types,)*)> {
                #places
                #(#reads)*
                Ok((#(#locals,)*))
            }
        }
    }
}

fn reads(sequence: &Sequence) -> TokenStream {
    let own_size = size_of_self();
    let view = &sequence.view;
    let of_view = sequence.of_view(&quote!('a));
    let arguments = &sequence.words.takes.names;
    let checks = checks(sequence);
    let used = Used::new(sequence, &[&checks]);
    let (locals, _): (Vec<_>, Vec<_>) = inline_locals(sequence, &used).into_iter().unzip();
    let places = used.locals_of(placed(sequence));
    let placed = placed(sequence).map(|member| read_field::field(member, &used));
    let kept = sequence.stored().map(|member| &member.name);
    quote! {
        #[inline]
        fn skip<__S: dxc_runtime::walk::Sink + ?core::marker::Sized>(
            reader: &mut dxc_runtime::reader::Reader<'_>,
            args: Self::Args,
            sink: &mut __S,
        ) -> dxc_runtime::Result<()> {
            let mut walker = dxc_runtime::walker::Walker { reader, sink };
            Self::walk_inline(&mut walker, args).map(drop)
        }

        #[inline]
        fn walk<'a, __S: dxc_runtime::walk::Sink + ?core::marker::Sized>(
            reader: &mut dxc_runtime::reader::Reader<'a>,
            args: Self::Args,
            sink: &mut __S,
        ) -> dxc_runtime::Result<#view #of_view> {
            let ((#(#arguments,)*), start) = (args, reader.at());
            // The sink has received the inline part.
            let no_sink = &mut ();
            let mut inline_walker = dxc_runtime::walker::Walker {
                reader: &mut *reader,
                sink: dxc_runtime::walk::borrowed(no_sink),
            };
            let (#(#locals,)*) = Self::walk_inline(&mut inline_walker, args)?;
            let #own_size = reader.at() - start;
            let mut walker = dxc_runtime::walker::Walker { reader, sink };
            #places
            #(let resume = walker.at(); #placed walker.reader.jump(resume);)*
            #checks
            Ok(#view { #(#kept,)* source: core::marker::PhantomData })
        }
    }
}

fn writes(sequence: &Sequence) -> TokenStream {
    let arguments = &sequence.words.takes.names;
    let write::Frame {
        used,
        locals,
        finish,
    } = write::Frame::of(sequence);
    let inline_writes = inline(sequence).map(|member| write::field(sequence, member, &used));
    let again = inline(sequence).map(|member| inline_again(member, &used));
    let placed_writes = placed(sequence).map(|member| write::field(sequence, member, &used));
    quote! {
        fn put_inline(
            &self,
            writer: &mut dxc_runtime::writer::Writer<'_>,
            (#(#arguments,)*): Self::Args,
        ) -> dxc_runtime::Result<usize> {
            #locals
            let start = writer.next_at();
            #(#inline_writes)*
            Ok(start)
        }

        fn put_placed(
            &self,
            writer: &mut dxc_runtime::writer::Writer<'_>,
            (#(#arguments,)*): Self::Args,
            at: usize,
        ) -> dxc_runtime::Result<()> {
            #locals
            #(#again)*
            #(#placed_writes)*
            #finish
            Ok(())
        }
    }
}

/// The size of the inline part, if it does not depend on values that are read.
fn inline_size(sequence: &Sequence) -> Option<TokenStream> {
    let sizes: Option<Vec<_>> = inline(sequence)
        .map(|member| {
            let size = member.value_size();
            match &member.words.condition {
                _ if member.words.known.is_some() => None,
                None => Some(quote!(size += #size;)),
                Some(Rule { rust, .. }) if !names_field(sequence, quote!(#rust)) => {
                    Some(quote!(if #rust { size += #size; }))
                }
                Some(_) => None,
            }
        })
        .collect();
    let sizes = sizes?;
    let arguments = &sequence.words.takes.names;
    Some(quote! {
        #[inline]
        fn inline_size((#(#arguments,)*): Self::Args) -> Option<usize> {
            let mut size = 0;
            #(#sizes)*
            Some(size)
        }
    })
}

/// Whether an expression uses a field, its offset or its size.
fn names_field(sequence: &Sequence, tokens: TokenStream) -> bool {
    let names = hygiene::names(tokens);
    let mut names = names.iter().map(ToString::to_string);
    names.any(|name| {
        sequence
            .members
            .iter()
            .any(|member| name.ends_with(&member.text))
    })
}

/// The offset at which an inline field was written, and its value.
fn inline_again(member: &Member, used: &Used) -> TokenStream {
    let own_size = size_of_self();
    let Member {
        name,
        at,
        size,
        ty,
        kind,
        words,
        descriptor,
        ..
    } = member;
    let default = quote!(<#ty as Default>::default());
    let value = match (kind, &words.is) {
        (FieldKind::Computed, Some(Rule { rust, .. })) if !words.late => {
            let value = quote!((#descriptor).computed::<#ty>(#rust)?);
            let value = words::conditional(member, value, default);
            quote!(let #name = #value;)
        }
        (FieldKind::Computed, _) => quote!(let #name = #default;),
        _ => quote!(),
    };
    let (needs_place, needs_size) = used.of_member(member);
    let place = needs_place.then(|| quote!(#at = at + #own_size;));
    let fixed = member.value_size();
    let measured = needs_size.then(|| quote!(#size = #fixed;));
    let passed = quote!(#measured #own_size += #fixed;);
    let passed = match &words.condition {
        Some(Rule { rust, .. }) => quote!(if #rust { #passed }),
        None => passed,
    };
    quote!(#place #passed #value)
}

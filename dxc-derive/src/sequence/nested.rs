//! Sequences inside of others: those that stand where they begin, and those that offsets place elsewhere in part.

use proc_macro2::{TokenStream, TokenTree};
use quote::format_ident;

use super::field_kind::FieldKind;
use super::parse::{Member, Sequence};
use super::{field, pool, read, write};
use crate::attributes::Rule;
use crate::hygiene::size_of_self;

/// The struct of the view, and `Nested`.
pub(super) fn implementation(sequence: &Sequence) -> TokenStream {
    let Sequence {
        name,
        view,
        visibility,
        ..
    } = sequence;
    let (_, types) = sequence.arguments();
    let args = quote!((#(#types,)*));
    let fields = read::view_fields(sequence);
    let doc = format!(
        "A view of [`{name}`], which borrows the bytes: bounds are checked, records are decoded when asked for."
    );
    if let Some(problems) = misplaced(sequence) {
        return problems;
    }
    let body = if places_something(sequence) {
        placing(sequence)
    } else {
        whole(sequence)
    };
    let from_view = read::from_view(sequence);
    let tables = super::tables::of_nested(sequence);
    let (generics, of, limits) = sequence.generics.split_for_impl();
    let (of_view, view_generics) = (sequence.of_view(&quote!('a)), sequence.view_generics());
    let of_any_view = sequence.of_view(&quote!('_));
    quote! {
        #[doc = #doc]
        #[derive(Clone, Copy, Debug)]
        #[non_exhaustive]
        #visibility struct #view #view_generics {
            #(#fields)*
            /// What it borrows from, even if it holds numbers only.
            source: core::marker::PhantomData<&'a [u8]>,
        }

        #[allow(unused_variables, unused_assignments, unused_mut)]
        impl #generics ::dxc_format::runtime::Nested for #name #of #limits {
            type Args = #args;
            type View<'a> = #view #of_view;

            #body

            fn from_view(view: &#view #of_any_view) -> Self {
                #from_view
            }

            #tables
        }
    }
}

fn places_something(sequence: &Sequence) -> bool {
    let mut members = sequence.members.iter();
    members.any(|member| member.words.at.is_some())
}

/// Fields that have no place of their own, and whose size the inline part does not know.
fn misplaced(sequence: &Sequence) -> Option<TokenStream> {
    let problem = "beside a field with an `at`, a field of a nested sequence is a single value";
    let inline = sequence.members.iter().filter(|member| {
        let is_single = matches!(
            member.kind,
            FieldKind::Value
                | FieldKind::Computed
                | FieldKind::Optional(_)
                | FieldKind::Reference { .. }
        );
        member.words.at.is_none() && !is_single
    });
    let problems: TokenStream = inline
        .map(|member| syn::Error::new(member.name.span(), problem).into_compile_error())
        .collect();
    (places_something(sequence) && !problems.is_empty()).then_some(problems)
}

/// The methods of a sequence that is read and written from its beginning to its end.
fn whole(sequence: &Sequence) -> TokenStream {
    let own_size = size_of_self();
    let Sequence { view, members, .. } = sequence;
    let (arguments, _) = sequence.arguments();
    let kept = members.iter().filter(|member| member.is_kept());
    let kept = kept.map(|member| &member.name);
    let places: Vec<_> = members.iter().map(read::places).collect();
    let locals = members.iter().map(write::local);
    let sets = members
        .iter()
        .map(|member| write::sets(sequence, member, write::Failure::Returned));
    let reads = members.iter().map(field::field);
    let checks = members.iter().map(read::finish);
    let patches = members.iter().map(write::finish);
    let writes = members.iter().map(|member| write::field(sequence, member));
    let renumber = pool::renumber(sequence, &quote!(self));
    let inner = members.iter().filter_map(|member| match &member.kind {
        FieldKind::Items(ty) => Some(ty),
        FieldKind::Nested => Some(&member.ty),
        _ => None,
    });
    let of_view = sequence.of_view(&quote!('a));
    let names = pool::names(sequence);
    quote! {
        const NAMES: bool = #names;

        const PLACES: bool = {
            #(assert!(!<#inner as ::dxc_format::runtime::Nested>::PLACES, "it would be placed out of order");)*
            false
        };

        #[inline]
        fn skip<S: ::dxc_format::runtime::walk::Sink + ?core::marker::Sized>(
            reader: &mut ::dxc_format::runtime::reader::Reader<'_>,
            args: Self::Args,
            sink: &mut S,
        ) -> ::dxc_format::runtime::Result<()> {
            Self::whole(reader, args, sink).map(|_| ())
        }

        #[inline]
        fn walk<'a, S: ::dxc_format::runtime::walk::Sink + ?core::marker::Sized>(
            reader: &mut ::dxc_format::runtime::reader::Reader<'a>,
            args: Self::Args,
            sink: &mut S,
        ) -> ::dxc_format::runtime::Result<#view #of_view> {
            // Whoever listens has been told of all of it.
            Self::whole(reader, args, &mut ())
        }

        #[inline]
        fn whole<'a, S: ::dxc_format::runtime::walk::Sink + ?core::marker::Sized>(
            reader: &mut ::dxc_format::runtime::reader::Reader<'a>,
            (#(#arguments,)*): Self::Args,
            sink: &mut S,
        ) -> ::dxc_format::runtime::Result<#view #of_view> {
            let (start, mut #own_size) = (reader.at(), 0usize);
            #(#places)*
            #(#reads)*
            #own_size = reader.at() - start;
            #(#checks)*
            Ok(#view { #(#kept,)* source: core::marker::PhantomData })
        }

        fn put_inline(
            &self,
            writer: &mut ::dxc_format::runtime::writer::Writer<'_>,
            (#(#arguments,)*): Self::Args,
        ) -> ::dxc_format::runtime::Result<usize> {
            let mut #own_size = 0usize;
            #(#places)*
            #(#locals)*
            #(#sets)*
            // Padding counts from where the first field is put.
            let start = writer.next_at();
            #(#writes)*
            #own_size = writer.at().saturating_sub(start);
            #(#patches)*
            Ok(start)
        }

        fn put_placed(
            &self,
            _: &mut ::dxc_format::runtime::writer::Writer<'_>,
            _: Self::Args,
            _: usize,
        ) -> ::dxc_format::runtime::Result<()> {
            Ok(())
        }

        fn renumber(&mut self, visit: &mut dyn FnMut(&mut u32)) {
            #renumber
        }
    }
}

/// The methods of a sequence that has an inline part of single values, and places the rest.
fn placing(sequence: &Sequence) -> TokenStream {
    let own_size = size_of_self();
    let Sequence { view, members, .. } = sequence;
    let (arguments, _) = sequence.arguments();
    let of_view = sequence.of_view(&quote!('a));
    let kept: Vec<_> = members
        .iter()
        .filter(|member| member.is_kept())
        .map(|member| &member.name)
        .collect();
    let (inline, placed): (Vec<&Member>, Vec<&Member>) =
        members.iter().partition(|member| member.words.at.is_none());
    let places: Vec<_> = members.iter().map(read::places).collect();
    let locals: Vec<_> = members.iter().map(write::local).collect();
    let reads: Vec<_> = inline.iter().map(|member| field::field(member)).collect();
    let reads_placed = placed.iter().map(|member| field::field(member));
    let checks = members.iter().map(read::finish);
    let writes = inline.iter().map(|member| write::field(sequence, member));
    let again = inline.iter().map(|member| again(member));
    let writes_placed = placed.iter().map(|member| write::field(sequence, member));
    let patches = members.iter().map(write::finish);
    let renumber = pool::renumber(sequence, &quote!(self));
    let inline_size = inline_size(sequence, &inline);
    let names = pool::names(sequence);
    quote! {
            const NAMES: bool = #names;

            const PLACES: bool = true;

            #inline_size

            #[inline]
            fn skip<S: ::dxc_format::runtime::walk::Sink + ?core::marker::Sized>(
                reader: &mut ::dxc_format::runtime::reader::Reader<'_>,
                (#(#arguments,)*): Self::Args,
                sink: &mut S,
            ) -> ::dxc_format::runtime::Result<()> {
                #(#places)*
                #(#reads)*
                Ok(())
            }

            #[inline]
            fn walk<'a, S: ::dxc_format::runtime::walk::Sink + ?core::marker::Sized>(
                reader: &mut ::dxc_format::runtime::reader::Reader<'a>,
                (#(#arguments,)*): Self::Args,
                sink: &mut S,
            ) -> ::dxc_format::runtime::Result<#view #of_view> {
                use ::dxc_format::runtime::walk::Sink as _;
                let start = reader.at();
                #(#places)*
                // Whoever listens has been told of the inline part.
                let (told, sink) = (sink, &mut ());
                #(#reads)*
                let (sink, #own_size) = (told, reader.at() - start);
                #(let resume = reader.at(); #reads_placed reader.jump(resume);)*
                #(#checks)*
                Ok(#view { #(#kept,)* source: core::marker::PhantomData })
            }

            fn put_inline(
                &self,
                writer: &mut ::dxc_format::runtime::writer::Writer<'_>,
                (#(#arguments,)*): Self::Args,
            ) -> ::dxc_format::runtime::Result<usize> {
                let #own_size = 0usize;
                #(#places #locals)*
                let start = writer.next_at();
                #(#writes)*
                Ok(start)
            }

            fn put_placed(
                &self,
                writer: &mut ::dxc_format::runtime::writer::Writer<'_>,
                (#(#arguments,)*): Self::Args,
                at: usize,
            ) -> ::dxc_format::runtime::Result<()> {
                let mut #own_size = 0usize;
                #(#places #locals)*
                #(#again)*
                #(#writes_placed)*
                #(#patches)*
                Ok(())
            }

            fn renumber(&mut self, visit: &mut dyn FnMut(&mut u32)) {
                #renumber
            }
    }
}

/// The size of the inline part, where nothing that is read tells it.
fn inline_size(sequence: &Sequence, inline: &[&Member]) -> Option<TokenStream> {
    let sizes: Option<Vec<_>> = inline
        .iter()
        .map(|member| {
            let ty = inline_type(member);
            let size = quote!(<#ty as ::dxc_format::runtime::Fixed>::SIZE);
            match &member.words.condition {
                _ if member.words.known.is_some() => None,
                None => Some(quote!(size += #size;)),
                Some(Rule { rust, .. }) if !reads(sequence, quote!(#rust)) => {
                    Some(quote!(if #rust { size += #size; }))
                }
                Some(_) => None,
            }
        })
        .collect();
    let sizes = sizes?;
    let (arguments, _) = sequence.arguments();
    Some(quote! {
        #[inline]
        fn inline_size((#(#arguments,)*): Self::Args) -> Option<usize> {
            let mut size = 0;
            #(#sizes)*
            Some(size)
        }
    })
}

/// The type of a single value, without its `Option`.
fn inline_type(Member { ty, kind, .. }: &Member) -> TokenStream {
    match kind {
        FieldKind::Optional(ty) => quote!(#ty),
        FieldKind::Reference { .. } => quote!(u32),
        _ => quote!(#ty),
    }
}

/// Whether an expression names a field, its place or its size.
fn reads(sequence: &Sequence, tokens: TokenStream) -> bool {
    let mut tokens = tokens.into_iter();
    tokens.any(|token| match token {
        TokenTree::Group(group) => reads(sequence, group.stream()),
        TokenTree::Ident(name) => {
            let name = name.to_string();
            let mut members = sequence.members.iter();
            members.any(|member| name.ends_with(&member.name.to_string()))
        }
        _ => false,
    })
}

/// Where an inline field was written, and what it holds.
fn again(member: &Member) -> TokenStream {
    let own_size = size_of_self();
    let Member {
        name,
        ty,
        kind,
        words,
        ..
    } = member;
    let (at, size, text) = (
        format_ident!("at_{name}"),
        format_ident!("size_of_{name}"),
        name.to_string(),
    );
    let value = match (kind, &words.is) {
        (FieldKind::Computed, Some(Rule { rust, .. })) if !words.late => {
            let value = quote! {
                ::dxc_format::runtime::writer::Computed::<#ty>::value(#rust)
                    .map_err(|error| error.within(#text))?
            };
            let value = read::conditional(member, value, quote!(<#ty as Default>::default()));
            quote!(let #name = #value;)
        }
        (FieldKind::Computed, _) => quote!(let #name = <#ty as Default>::default();),
        _ => quote!(),
    };
    let fixed = inline_type(member);
    let is_there = match &words.condition {
        Some(Rule { rust, .. }) => quote!(if #rust),
        None => quote!(),
    };
    quote! {
        #at = at + #own_size;
        #is_there {
            #size = <#fixed as ::dxc_format::runtime::Fixed>::SIZE;
            #own_size += #size;
        }
        #value
    }
}

//! Generates sequences inside of others: inline ones, and ones that offsets place elsewhere in the part.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;

use super::field_kind::FieldKind;
use super::parse::{Member, Sequence};
use super::used::Used;
use super::view_fields::view_type;
use super::{nested_placed, pool, read, read_field, write};
use crate::earlier::field_getters;
use crate::hygiene::size_of_self;

/// The struct of the view, and `Nested`.
pub(super) fn implementation(sequence: &Sequence) -> TokenStream {
    let Sequence {
        name,
        view,
        visibility,
        ..
    } = sequence;
    let fields = read::view_fields(sequence);
    let doc = format!(
        "A view of [`{name}`], which borrows the bytes: bounds are checked, records are decoded on access."
    );
    let is_placing = places_something(sequence);
    let body = if is_placing {
        nested_placed::methods(sequence)
    } else {
        sequential_methods(sequence)
    };
    let inline = is_placing.then(|| nested_placed::inline_reader(sequence));
    let (takes_rest, names) = (takes_rest(sequence), pool::names(sequence));
    let from_view = read::from_view(sequence);
    let record_table = record_table(sequence);
    let (generics, of, limits) = sequence.generics.split_for_impl();
    let parameters = &sequence.generics.params;
    let (of_view, view_generics) = (sequence.of_view(&quote!('a)), sequence.view_generics());
    let of_any_view = sequence.of_view(&quote!('_));
    let earlier = earlier(sequence);
    quote! {
        #[doc = #doc]
        #[derive(Clone, Copy, Debug)]
        #[non_exhaustive]
        #visibility struct #view #view_generics {
            #(#fields)*
            /// The source of borrows, even if it has numbers only.
            source: core::marker::PhantomData<&'a [u8]>,
        }

        #[allow(unused_variables, unused_assignments, unused_mut)]
        impl #generics dxc_runtime::Nested for #name #of #limits {
            type View<'a> = #view #of_view;

            #takes_rest
            const NAMES: bool = #names;

            #body

            fn from_view(view: &#view #of_any_view) -> Self {
                #from_view
            }
        }

        #earlier
        #inline
        #record_table
        dxc_runtime::__binrw_nested!([#parameters] #name #of);
    }
}

/// The methods of the view that return public fields by their earlier names.
fn earlier(sequence: &Sequence) -> Option<TokenStream> {
    let Sequence { view, .. } = sequence;
    let methods = sequence.stored().map(|member| {
        let was = &member.words.shown.was;
        field_getters(&member.name, &view_type(member), was)
    });
    let methods: TokenStream = methods.collect();
    let generics = sequence.view_generics();
    let (declared, of, limits) = generics.split_for_impl();
    (!methods.is_empty()).then(|| quote!(impl #declared #view #of #limits { #methods }))
}

/// The implementation of `RecordTable`, if it contains the records of its type parameter.
fn record_table(sequence: &Sequence) -> Option<TokenStream> {
    let name = &sequence.name;
    let (generics, of, limits) = sequence.generics.split_for_impl();
    let mut parameters = sequence.generics.type_params();
    let record = &parameters.next()?.ident;
    let is_record = |member: &&Member| match &member.kind {
        FieldKind::Strided(Type::Path(row)) => row.path.is_ident(record),
        _ => false,
    };
    let rows = &sequence.members.iter().find(is_record)?.name;
    parameters.next().is_none().then(|| {
        quote! {
            impl #generics dxc_runtime::tables::directory::RecordTable for #name #of #limits {
                type Row = #record;

                fn rows<'a>(view: <Self as dxc_runtime::Nested>::View<'a>) -> dxc_runtime::Run<'a, #record> {
                    view.#rows
                }

                fn rows_mut(&mut self) -> &mut dxc_runtime::Strided<#record> {
                    &mut self.#rows
                }
            }
        }
    })
}

/// Whether it extends to the end of its parent.
fn takes_rest(sequence: &Sequence) -> TokenStream {
    let takes = sequence.members.iter().map(|member| {
        let Member { kind, words, .. } = member;
        let is_counted = words.count.is_some() || words.size.is_some();
        match kind {
            FieldKind::Trailing => quote!(true),
            // The last structure may extend to the end.
            FieldKind::Items(item) if words.count.is_some() => {
                quote!(<#item as dxc_runtime::Nested>::TAKES_REST)
            }
            _ if is_counted => quote!(false),
            FieldKind::Blob(_) => {
                let to_end = words.to_end;
                quote!(#to_end)
            }
            FieldKind::Run(_)
            | FieldKind::Strided(_)
            | FieldKind::Sized(_)
            | FieldKind::Items(_) => quote!(true),
            FieldKind::Nested(_) if words.to_end => quote!(true),
            FieldKind::Nested(item) => quote!(<#item as dxc_runtime::Nested>::TAKES_REST),
            _ => quote!(false),
        }
    });
    quote!(const TAKES_REST: bool = false #(|| #takes)*;)
}

fn places_something(sequence: &Sequence) -> bool {
    let mut members = sequence.members.iter();
    members.any(|member| member.words.at.is_some())
}

/// The methods of a sequence that is read and written from beginning to end.
fn sequential_methods(sequence: &Sequence) -> TokenStream {
    let inner = sequence
        .members
        .iter()
        .filter_map(|member| match &member.kind {
            FieldKind::Items(item) => Some(item),
            FieldKind::Nested(item) if !member.words.circular => Some(item),
            _ => None,
        });
    let (reads, writes) = (whole_reads(sequence), whole_writes(sequence));
    quote! {
        const PLACES: bool = {
            #(assert!(!<#inner as dxc_runtime::Nested>::PLACES, "it would be placed out of order");)*
            false
        };

        #reads
        #writes
    }
}

fn whole_reads(sequence: &Sequence) -> TokenStream {
    let own_size = size_of_self();
    let Sequence { view, members, .. } = sequence;
    let arguments = &sequence.words.takes.names;
    let of_view = sequence.of_view(&quote!('a));
    let checks: TokenStream = members.iter().map(read::finish).collect();
    let used = Used::new(sequence, &[&checks]);
    let places = used.locals(sequence);
    let reads = members
        .iter()
        .map(|member| read_field::field(member, &used));
    let kept = sequence.stored().map(|member| &member.name);
    quote! {
        #[inline]
        fn read_whole<'a, __S: dxc_runtime::walk::Sink + ?core::marker::Sized>(
            reader: &mut dxc_runtime::reader::Reader<'a>,
            (#(#arguments,)*): Self::Args,
            sink: &mut __S,
        ) -> dxc_runtime::Result<#view #of_view> {
            let (start, mut #own_size) = (reader.at(), 0usize);
            let mut walker = dxc_runtime::walker::Walker { reader, sink };
            #places
            #(#reads)*
            #own_size = walker.at() - start;
            #checks
            Ok(#view { #(#kept,)* source: core::marker::PhantomData })
        }
    }
}

fn whole_writes(sequence: &Sequence) -> TokenStream {
    let own_size = size_of_self();
    let arguments = &sequence.words.takes.names;
    let write::Frame {
        used,
        locals,
        finish,
    } = write::Frame::of(sequence);
    let writes = sequence.members.iter();
    let writes = writes.map(|member| write::field(sequence, member, &used));
    quote! {
        fn put_inline(
            &self,
            writer: &mut dxc_runtime::writer::Writer<'_>,
            (#(#arguments,)*): Self::Args,
        ) -> dxc_runtime::Result<usize> {
            #locals
            // Padding is relative to the offset of the first field.
            let start = writer.next_at();
            #(#writes)*
            #own_size = writer.at().saturating_sub(start);
            #finish
            Ok(start)
        }
    }
}

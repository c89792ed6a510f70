//! The tables of strings and runs that records reference: lookup, and a new layout.

use proc_macro2::TokenStream;

use super::field_kind::FieldKind;
use super::locals::locals;
use super::parse::{Member, MemberWords, Sequence};
use super::words::{conditional, context};
use crate::hygiene;

/// `Tables` of the view and of the owned value, and `LayOut`; nothing for a sequence without tables.
pub(super) fn implementation(sequence: &Sequence) -> TokenStream {
    if !lays_out(sequence) {
        return TokenStream::new();
    }
    let tables: Vec<&Member> = sequence
        .members
        .iter()
        .filter(|member| is_table(member))
        .collect();
    let lookup = has_tables(sequence).then(|| lookup(sequence, &tables));
    let lay_out = lay_out(sequence, &tables);
    quote!(#lookup #lay_out)
}

/// Whether the tables of the value can be laid out: its own, or those of structures in it.
pub(super) fn lays_out(sequence: &Sequence) -> bool {
    has_tables(sequence) || sequence.refers && !sequence.is_nested
}

pub(super) fn has_tables(sequence: &Sequence) -> bool {
    !sequence.is_nested && sequence.members.iter().any(is_table)
}

/// Whether a field is a table that records reference.
pub(super) fn is_table(member: &Member) -> bool {
    let is_named = !member.words.shown.named.is_empty();
    matches!(member.kind, FieldKind::Strings) && !is_named
        || member.words.table
        || member.words.lists
}

fn lookup(sequence: &Sequence, tables: &[&Member]) -> TokenStream {
    let Sequence { name, view, .. } = sequence;
    let arms = |is_strings: bool, content: fn(&syn::Ident) -> TokenStream| {
        let tables = tables
            .iter()
            .filter(move |table| matches!(table.kind, FieldKind::Strings) == is_strings);
        tables
            .map(move |Member { name, .. }| {
                let (text, content) = (name.to_string(), content(name));
                quote!(#text => Some(#content),)
            })
            .collect::<Vec<_>>()
    };
    let of_view = tables_of(
        &quote!(#view<'a>),
        &quote!(::dxc_format::runtime::Run<'a, u32>),
        &arms(true, |name| quote!(self.#name())),
        &arms(false, |name| quote!(self.#name())),
    );
    let of_value = tables_of(
        &quote!(&'a #name),
        &quote!(&'a [u32]),
        &arms(true, |name| quote!(self.#name.as_strings())),
        &arms(false, |name| quote!(&self.#name)),
    );
    quote!(#of_view #of_value)
}

/// `Tables` of a view or of a reference to a value.
fn tables_of(
    part: &TokenStream,
    numbers_type: &TokenStream,
    strings: &[TokenStream],
    numbers: &[TokenStream],
) -> TokenStream {
    quote! {
        impl<'a> ::dxc_format::runtime::Tables<'a> for #part {
            type Numbers = #numbers_type;

            #[inline]
            fn strings(self, table: &str) -> Option<::dxc_format::runtime::Strings<'a>> {
                match table {
                    #(#strings)*
                    _ => None,
                }
            }

            #[inline]
            fn numbers(self, table: &str) -> Option<Self::Numbers> {
                match table {
                    #(#numbers)*
                    _ => None,
                }
            }
        }
    }
}

/// `LayOut`, and the methods that use it.
fn lay_out(sequence: &Sequence, tables: &[&Member]) -> TokenStream {
    let name = &sequence.name;
    let facts = tables.iter().map(|table| {
        let (name, round) = (table.name.to_string(), round(table));
        quote!(::dxc_format::runtime::tables::TableDeclaration { name: #name, round: #round })
    });
    let (methods, lent, visits) = (
        lay_out_methods(sequence),
        lent_tables(sequence, tables),
        visits(sequence),
    );
    quote! {
        #methods

        #[allow(unused_variables, unused_assignments, unused_mut)]
        impl ::dxc_format::runtime::tables::LayOut for #name {
            const TABLES: &'static [::dxc_format::runtime::tables::TableDeclaration] = &[#(#facts),*];

            #lent
            #visits
        }
    }
}

fn lay_out_methods(sequence: &Sequence) -> TokenStream {
    let name = &sequence.name;
    let (arguments, types) = sequence.arguments();
    quote! {
        impl #name {
            /// Lays the tables out again, like a compiler: they then hold the referenced entries, and nothing else.
            ///
            /// The references keep their meaning, so it needs as much memory as the strings and runs together.
            ///
            /// # Errors
            /// If a record references an entry that is not in its table, if the entries would be far larger than the
            /// table, or if an
            /// entry would move or be removed while the value has unrecognized bytes that
            /// [may reference it](::dxc_format::runtime::unknown). Nothing is changed then.
            pub fn lay_out(
                &mut self,
                style: ::dxc_format::runtime::TableStyle,
                #(#arguments: #types),*
            ) -> ::dxc_format::runtime::Result<()> {
                ::dxc_format::runtime::tables::lay_out_known(self, (#(#arguments,)*), style)
            }

            /// Replaces the tables by those of `kept`, in which every entry keeps its offset, and appends referenced
            /// entries that
            /// `kept` lacks.
            ///
            /// `kept` is a value or a view, such as the one that was read before this one was edited. With an empty
            /// one, the tables
            /// hold the referenced entries only, even if unrecognized bytes reference others.
            ///
            /// # Errors
            /// If a record references an entry that is not in its table, or if the entries would be far larger than the
            /// table;
            /// nothing is changed then.
            pub fn extend_tables<'t>(
                &mut self,
                kept: impl ::dxc_format::runtime::Tables<'t>,
                style: ::dxc_format::runtime::TableStyle,
                #(#arguments: #types),*
            ) -> ::dxc_format::runtime::Result<()> {
                ::dxc_format::runtime::tables::extend(self, (#(#arguments,)*), kept, style)
            }
        }
    }
}

/// The tables that there are.
fn lent_tables(sequence: &Sequence, tables: &[&Member]) -> TokenStream {
    let (arguments, types) = sequence.arguments();
    let decided = tables.iter().map(|table| {
        let presence = conditional(table, quote!(true), quote!(false));
        let name = hygiene::local("has", &table.name);
        quote!(let #name = #presence;)
    });
    let names: Vec<_> = tables
        .iter()
        .map(|table| hygiene::local("has", &table.name))
        .collect();
    let entries = sequence.members.iter().map(|member| {
        if is_table(member) {
            let (entry, presence) = (entry(sequence, member), hygiene::local("has", &member.name));
            return quote!(if #presence { tables.push(#entry); });
        }
        lend_inner(sequence, member)
    });
    let presences = (!tables.is_empty()).then(|| {
        let locals = locals(sequence);
        quote! {
            let (#(#names,)*) = {
                #locals
                #(#decided)*
                (#(#names,)*)
            };
        }
    });
    let firsts = sequence
        .refers
        .then(|| quote!(let tables = ::dxc_format::runtime::tables::first_of_each(tables);));
    quote! {
        fn tables(&mut self, (#(#arguments,)*): (#(#types,)*)) -> ::dxc_format::runtime::newtype::Vec<::dxc_format::runtime::tables::Table<'_>> {
            #presences
            let mut tables = ::dxc_format::runtime::newtype::Vec::new();
            #(#entries)*
            #firsts
            tables
        }
    }
}

/// The methods that visit the references of the records.
fn visits(sequence: &Sequence) -> TokenStream {
    let (arguments, types) = sequence.arguments();
    let args = quote!((#(#types,)*));
    let contexts: Vec<_> = sequence.members.iter().filter_map(record_context).collect();
    let decide_contexts = (!contexts.is_empty()).then(|| {
        let locals = locals(sequence);
        let (names, contexts): (Vec<_>, Vec<_>) = contexts.into_iter().unzip();
        quote! {
            let (#(#names,)*) = {
                #locals
                (#(#contexts,)*)
            };
        }
    });
    let visits = |lent: RecordAccess| {
        let members = sequence.members.iter();
        members.map(move |member| visit(sequence, member, &quote!(None), lent))
    };
    let (copies, records) = (visits(RecordAccess::Copies), visits(RecordAccess::Records));
    // References of structures are visited in a copy of all.
    let references = (!sequence.refers).then(|| {
        quote! {
            fn references(&self, (#(#arguments,)*): #args, visit: &mut ::dxc_format::runtime::tables::Visit<'_>) {
                #decide_contexts
                #(#copies)*
            }
        }
    });
    quote! {
        #references

        fn renumber(&mut self, (#(#arguments,)*): #args, visit: &mut ::dxc_format::runtime::tables::Visit<'_>) {
            #decide_contexts
            #(#records)*
        }
    }
}

/// The methods of a structure that has tables of the part, or numbers that name something in them.
pub(super) fn of_nested(sequence: &Sequence) -> TokenStream {
    if !sequence.refers {
        return TokenStream::new();
    }
    let visits = sequence.members.iter();
    let visits = visits.map(|member| {
        visit(
            sequence,
            member,
            &quote!(Some(outer)),
            RecordAccess::Records,
        )
    });
    let entries = sequence.members.iter().map(|member| {
        if !is_table(member) {
            return lend_inner(sequence, member);
        }
        let entry = entry(sequence, member);
        quote!(tables.push(#entry);)
    });
    quote! {
        fn refer(
            &mut self,
            outer: &::dxc_format::runtime::tables::SharedPlace,
            visit: &mut ::dxc_format::runtime::tables::Visit<'_>,
        ) {
            #(#visits)*
        }

        fn lend<'t>(&'t mut self, tables: &mut ::dxc_format::runtime::newtype::Vec<::dxc_format::runtime::tables::Table<'t>>) {
            #(#entries)*
        }
    }
}

/// The tables of structures in a field, lent.
fn lend_inner(sequence: &Sequence, Member { name, kind, .. }: &Member) -> TokenStream {
    if !sequence.refers {
        return TokenStream::new();
    }
    let tables = match sequence.is_nested {
        true => quote!(&mut *tables),
        false => quote!(&mut tables),
    };
    match kind {
        FieldKind::Nested => {
            quote!(::dxc_format::runtime::Nested::lend(&mut self.#name, #tables);)
        }
        FieldKind::Items(_) => quote! {
            for item in &mut self.#name {
                ::dxc_format::runtime::Nested::lend(item, #tables);
            }
        },
        FieldKind::Pool(_) => quote! {
            for item in &mut self.#name.0 {
                ::dxc_format::runtime::Nested::lend(item, #tables);
            }
        },
        _ => TokenStream::new(),
    }
}

/// A table, lent.
fn entry(sequence: &Sequence, table: &Member) -> TokenStream {
    let Member {
        name, kind, words, ..
    } = table;
    // Structures may hold several; the first one is the part's.
    let text = match kind {
        _ if !sequence.is_nested => {
            let text = name.to_string();
            quote!(#text)
        }
        FieldKind::Strings => quote!(::dxc_format::runtime::tables::STRINGS),
        _ => quote!(::dxc_format::runtime::tables::LISTS),
    };
    let MemberWords {
        nul_first,
        repeats,
        merges,
        ..
    } = words;
    let content = match kind {
        FieldKind::Strings => quote! {
            Strings {
                table: &mut self.#name,
                nul_first: #nul_first,
                repeats: #repeats,
                merges: #merges,
            }
        },
        _ if words.lists => quote!(Lists(&mut self.#name)),
        _ => quote!(Numbers(&mut self.#name)),
    };
    let round = round(table);
    quote! {
        ::dxc_format::runtime::tables::Table {
            name: #text,
            round: #round,
            content: ::dxc_format::runtime::tables::TableContent::#content,
        }
    }
}

/// The multiple of bytes that a table is padded to.
fn round(table: &Member) -> TokenStream {
    let round = table.words.round.as_ref();
    round.map_or(quote!(1), |round| quote!(#round))
}

/// The arguments of the records of a run, and the local that stores them.
pub(super) fn record_context(
    Member {
        name, kind, words, ..
    }: &Member,
) -> Option<(syn::Ident, TokenStream)> {
    match kind {
        FieldKind::Run(row) if !words.with.is_empty() => {
            Some((hygiene::local("context", name), context(row, &words.with)))
        }
        _ => None,
    }
}

/// The argument of a visitor for a field.
#[derive(Clone, Copy, PartialEq)]
enum RecordAccess {
    /// The records, whose numbers may become others.
    Records,
    /// Copies of them, one at a time.
    Copies,
}

/// Tells a visitor of all that the records of a field name.
fn visit(
    sequence: &Sequence,
    member: &Member,
    outer: &TokenStream,
    lent: RecordAccess,
) -> TokenStream {
    let Member { name, kind, .. } = member;
    let text = name.to_string();
    let context = match record_context(member) {
        // Structures hold no records that take something and name something.
        Some(_) if sequence.is_nested => return quote!(),
        Some((context, _)) => quote!(#context),
        None => quote!(()),
    };
    let place = |index: TokenStream| quote!(let place = &::dxc_format::runtime::tables::Place::within(#outer, #text, #index););
    let (one, each) = (place(quote!(None)), place(quote!(Some(index))));
    let visits = quote!(::dxc_format::runtime::Row::refer(record, #context, place, visit););
    let inner = quote!(::dxc_format::runtime::Nested::refer(item, place, visit););
    let lend = |place: TokenStream| match lent {
        RecordAccess::Records => quote!(&mut #place),
        RecordAccess::Copies => quote!(&mut { #place }),
    };
    let (refer, records) = match lent {
        RecordAccess::Records => (quote!(refer_each), quote!(&mut self.#name)),
        RecordAccess::Copies => (quote!(refer_copies), quote!(&self.#name)),
    };
    match kind {
        FieldKind::Value => {
            let record = lend(quote!(self.#name));
            quote!({ let record = #record; #one #visits })
        }
        FieldKind::Sized(_) => {
            let record = lend(quote!(self.#name.record));
            quote!({ let record = #record; #one #visits })
        }
        FieldKind::Optional(_) => {
            let record = lend(quote!(self.#name));
            quote!(if let Some(record) = #record { #one #visits })
        }
        FieldKind::Run(_) if member.words.lists || member.words.table => quote!(),
        FieldKind::Run(row) | FieldKind::Strided(row) => quote! {
            ::dxc_format::runtime::tables::#refer::<#row>(#records, #context, #outer, #text, visit);
        },
        FieldKind::Nested if sequence.refers => quote!({ let item = &mut self.#name; #one #inner }),
        FieldKind::Items(_) if sequence.refers => {
            quote!(for (index, item) in self.#name.iter_mut().enumerate() { #each #inner })
        }
        FieldKind::Pool(_) if sequence.refers => {
            quote!(for (index, item) in self.#name.0.iter_mut().enumerate() { #each #inner })
        }
        _ => quote!(),
    }
}

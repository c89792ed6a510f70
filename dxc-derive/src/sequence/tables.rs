//! The tables that records name strings and runs of: to look them up, and to lay them out anew.

use proc_macro2::TokenStream;

use super::locals::locals;
use super::parse::{Class, Member, MemberWords, Sequence};
use super::read::{conditional, context};
use crate::hygiene;

/// `Tables` of the view and of the owned value, and `LayOut`; nothing for a sequence without tables.
pub(super) fn implementation(sequence: &Sequence) -> TokenStream {
    let tables: Vec<&Member> = sequence
        .members
        .iter()
        .filter(|member| is_table(member))
        .collect();
    if !has_tables(sequence) {
        return TokenStream::new();
    }
    let (lookup, lay_out) = (lookup(sequence, &tables), lay_out(sequence, &tables));
    quote!(#lookup #lay_out)
}

pub(super) fn has_tables(sequence: &Sequence) -> bool {
    !sequence.is_nested && sequence.members.iter().any(is_table)
}

/// Whether records name what is in a field.
pub(super) fn is_table(member: &Member) -> bool {
    let is_named = !member.words.shown.named.is_empty();
    matches!(member.class, Class::Strings) && !is_named || member.words.table
}

fn lookup(sequence: &Sequence, tables: &[&Member]) -> TokenStream {
    let Sequence { name, view, .. } = sequence;
    let arms = |is_strings: bool, content: fn(&syn::Ident) -> TokenStream| {
        let tables = tables
            .iter()
            .filter(move |table| matches!(table.class, Class::Strings) == is_strings);
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

fn lay_out(sequence: &Sequence, tables: &[&Member]) -> TokenStream {
    let name = &sequence.name;
    let (arguments, types) = sequence.arguments();
    let args = quote!((#(#types,)*));
    let locals = locals(sequence);
    let presences: Vec<_> = tables
        .iter()
        .map(|table| {
            let presence = conditional(table, quote!(true), quote!(false));
            let name = hygiene::local("has", &table.name);
            (name.clone(), quote!(let #name = #presence;))
        })
        .collect();
    let decided = presences.iter().map(|(_, decided)| decided);
    let names: Vec<_> = presences.iter().map(|(name, _)| name).collect();
    let entries = tables.iter().zip(&names).map(|(table, presence)| {
        let entry = entry(table);
        quote!(if #presence { tables.push(#entry); })
    });
    let contexts: Vec<_> = sequence.members.iter().filter_map(record_context).collect();
    let (context_names, contexts): (Vec<_>, Vec<_>) = contexts.into_iter().unzip();
    let decide_contexts = (!contexts.is_empty()).then(|| {
        quote! {
            let (#(#context_names,)*) = {
                #locals
                (#(#contexts,)*)
            };
        }
    });
    let facts = tables.iter().map(|table| {
        let name = table.name.to_string();
        let round = round(table);
        quote!(::dxc_format::runtime::tables::TableFacts { name: #name, round: #round })
    });
    let reads = sequence.members.iter().map(|member| visit(member, false));
    let visits = sequence.members.iter().map(|member| visit(member, true));
    quote! {
        impl #name {
            /// Lays the tables out anew, as a writer would: they then hold what records name, and nothing else.
            ///
            /// What records name stays the same, so that it takes as much memory as the strings and runs together.
            ///
            /// # Errors
            /// If a record names what is not in its table, or if an entry would move or go while the value has bytes
            /// that nobody here understands and that [may name it](::dxc_format::runtime::unknown). Nothing is changed then.
            pub fn lay_out(
                &mut self,
                style: ::dxc_format::runtime::TableStyle,
                #(#arguments: #types),*
            ) -> ::dxc_format::runtime::Result<()> {
                ::dxc_format::runtime::tables::lay_out_known(self, (#(#arguments,)*), style)
            }

            /// Replaces the tables by those of `kept`, where every entry stays where it is, and puts what records name
            /// and `kept` lacks behind them.
            ///
            /// `kept` is a value or a view, such as the one that was read before this one was edited. From an empty one,
            /// the tables hold what records name and nothing else, whatever else may name something.
            ///
            /// # Errors
            /// If a record names what is not in its table; nothing is changed then.
            pub fn extend_tables<'t>(
                &mut self,
                kept: impl ::dxc_format::runtime::Tables<'t>,
                style: ::dxc_format::runtime::TableStyle,
                #(#arguments: #types),*
            ) -> ::dxc_format::runtime::Result<()> {
                ::dxc_format::runtime::tables::extend(self, (#(#arguments,)*), kept, style)
            }
        }

        #[allow(unused_variables, unused_assignments, unused_mut)]
        impl ::dxc_format::runtime::tables::LayOut for #name {
            const TABLES: &'static [::dxc_format::runtime::tables::TableFacts] = &[#(#facts),*];

            fn tables(&mut self, (#(#arguments,)*): #args) -> ::dxc_format::runtime::newtype::Vec<::dxc_format::runtime::tables::Table<'_>> {
                let (#(#names,)*) = {
                    #locals
                    #(#decided)*
                    (#(#names,)*)
                };
                let mut tables = ::dxc_format::runtime::newtype::Vec::new();
                #(#entries)*
                tables
            }

            fn references(&self, (#(#arguments,)*): #args, visit: &mut ::dxc_format::runtime::tables::Visit<'_>) {
                #decide_contexts
                #(#reads)*
            }

            fn renumber(&mut self, (#(#arguments,)*): #args, visit: &mut ::dxc_format::runtime::tables::Visit<'_>) {
                #decide_contexts
                #(#visits)*
            }
        }
    }
}

/// A table, lent.
fn entry(table: &Member) -> TokenStream {
    let Member {
        name, class, words, ..
    } = table;
    let text = name.to_string();
    let MemberWords {
        nul_first,
        repeats,
        merges,
        ..
    } = words;
    let content = match class {
        Class::Strings => quote! {
            Strings {
                table: &mut self.#name,
                nul_first: #nul_first,
                repeats: #repeats,
                merges: #merges,
            }
        },
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

/// What the records of a run take, and the local that keeps it.
pub(super) fn record_context(
    Member {
        name, class, words, ..
    }: &Member,
) -> Option<(syn::Ident, TokenStream)> {
    match class {
        Class::Run(row) if !words.with.is_empty() => {
            Some((hygiene::local("context", name), context(row, &words.with)))
        }
        _ => None,
    }
}

/// Tells a visitor of all that the records of a field name; in place, or of copies.
fn visit(member: &Member, in_place: bool) -> TokenStream {
    let Member { name, class, .. } = member;
    let text = name.to_string();
    let index = match class {
        Class::Run(_) | Class::Strided(_) => quote!(Some(index)),
        _ => quote!(None),
    };
    let context = match record_context(member) {
        Some((context, _)) => quote!(#context),
        None => quote!(()),
    };
    let copy = (!in_place).then(|| quote!(let mut record = *record; let record = &mut record;));
    let told = quote! {{
        #copy
        let place = ::dxc_format::runtime::tables::Place { field: #text, index: #index };
        ::dxc_format::runtime::Row::refer(record, #context, place, visit);
    }};
    let borrow = match in_place {
        true => quote!(&mut self.#name),
        false => quote!(&self.#name),
    };
    match class {
        Class::Fixed => quote!({ let record = #borrow; #told }),
        Class::Sized(_) => quote!({ let record = #borrow.record; #told }),
        Class::Optional(_) => quote!(if let Some(record) = #borrow #told),
        Class::Run(_) | Class::Strided(_) => {
            let records = match in_place {
                true => quote!(self.#name.iter_mut()),
                false => quote!(self.#name.iter()),
            };
            quote!(for (index, record) in #records.enumerate() #told)
        }
        _ => quote!(),
    }
}

//! Generates the tables of strings and runs that records reference: lookup, and a new layout.

use proc_macro2::TokenStream;
use quote::quote;

use super::parse::{Member, Sequence};
use super::visit::{declaration, is_table};
use crate::attributes::Parameters;

/// The implementations of `LayOut` and, for a sequence with tables, of `Tables` for the view and the owned value.
pub(super) fn implementation(sequence: &Sequence) -> TokenStream {
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
fn lays_out(sequence: &Sequence) -> bool {
    has_tables(sequence) || sequence.words.refers
}

fn has_tables(sequence: &Sequence) -> bool {
    !sequence.words.nested && sequence.members.iter().any(is_table)
}

fn lookup(sequence: &Sequence, tables: &[&Member]) -> TokenStream {
    let Sequence { name, view, .. } = sequence;
    let arms = |is_strings: bool, content: fn(&syn::Ident) -> TokenStream| {
        let tables = tables
            .iter()
            .filter(move |table| table.kind.is_strings() == is_strings);
        tables
            .map(move |Member { name, text, .. }| {
                let content = content(name);
                quote!(#text => Some(#content),)
            })
            .collect::<Vec<_>>()
    };
    let of_view = tables_of(
        &quote!(#view<'a>),
        &quote!(dxc_runtime::Run<'a, u32>),
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

/// The implementation of `Tables` for a view or for a reference to a value.
fn tables_of(
    part: &TokenStream,
    numbers_type: &TokenStream,
    strings: &[TokenStream],
    numbers: &[TokenStream],
) -> TokenStream {
    quote! {
        impl<'a> dxc_runtime::Tables<'a> for #part {
            type Numbers = #numbers_type;

            #[inline]
            fn strings(self, table: &str) -> Option<dxc_runtime::Strings<'a>> {
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

/// The implementation of `LayOut`, and the methods that use it.
fn lay_out(sequence: &Sequence, tables: &[&Member]) -> TokenStream {
    let (name, refers) = (&sequence.name, sequence.words.refers);
    let declarations = tables.iter().map(|table| declaration(table));
    let methods = lays_out(sequence).then(|| lay_out_methods(sequence));
    quote! {
        #methods

        impl dxc_runtime::tables::LayOut for #name {
            const TABLES: &'static [dxc_runtime::tables::TableDeclaration] = &[#(#declarations),*];
            const REFERS: bool = #refers;
        }
    }
}

fn lay_out_methods(sequence: &Sequence) -> TokenStream {
    let name = &sequence.name;
    let Parameters { names, types } = &sequence.words.takes;
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
            /// [may reference it](dxc_runtime::unknown). Nothing is changed then.
            pub fn lay_out(
                &mut self,
                style: dxc_runtime::TableStyle,
                #(#names: #types),*
            ) -> dxc_runtime::Result<()> {
                dxc_runtime::tables::lay_out_known(self, (#(#names,)*), style)
            }

            /// Replaces the tables by those of `kept`, in which every entry keeps its offset, and appends referenced
            /// entries that `kept` lacks.
            ///
            /// `kept` is a value or a view, such as the one that was read before this one was edited. With an empty
            /// one, the tables hold the referenced entries only, even if unrecognized bytes reference others.
            ///
            /// # Errors
            /// If a record references an entry that is not in its table, or if the entries would be far larger than the
            /// table;
            /// nothing is changed then.
            pub fn extend_tables<'t>(
                &mut self,
                kept: impl dxc_runtime::Tables<'t>,
                style: dxc_runtime::TableStyle,
                #(#names: #types),*
            ) -> dxc_runtime::Result<()> {
                dxc_runtime::tables::extend(self, (#(#names,)*), kept, style)
            }
        }
    }
}

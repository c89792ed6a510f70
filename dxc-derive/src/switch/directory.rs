//! Generates a choice of the contents of tables, and the lookups in the directory that contains the tables.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericArgument, Ident, PathArguments, Type};

use super::parse::{Arm, Choice, Content, Directory};

/// The methods of the directory, and its traits.
pub(super) fn implementation(choice: &Choice) -> Option<TokenStream> {
    let directory = choice.directory.as_ref()?;
    let (of_content, of_directory) = (contents(choice), of_directory(choice, directory));
    let (tabled, accessors) = (tabled(choice, directory), accessors(choice, directory));
    Some(quote!(#of_content #of_directory #tabled #accessors))
}

/// The arms that are strings, lists, and bytes that records reference.
fn contents(choice: &Choice) -> TokenStream {
    let Choice { name, view, by, .. } = choice;
    let table = quote!(dxc_runtime::tables::directory::Table);
    let vec = quote!(dxc_runtime::newtype::Vec);
    let arms = || choice.arms.iter().filter_map(|arm| Some((arm, kind(arm)?)));
    let matches = |of: &Ident, borrow: TokenStream| {
        let arms = arms().map(|(arm, (kind, field))| {
            let arm = &arm.name;
            let held = field.map_or(quote!(held), |field| quote!(#borrow held.#field));
            quote!(#of::#arm(held) => #table::#kind(#held),)
        });
        quote!(#(#arms)* _ => #table::Other,)
    };
    let (viewed, held) = (matches(view, quote!()), matches(name, quote!(&)));
    let held_mut = matches(name, quote!(&mut));
    let new = arms().filter_map(|(arm, (kind, _))| {
        let (name, selector) = (&arm.name, arm.selector.as_ref()?);
        let empty = if arm.words.nul_first {
            quote!(core::iter::once("").collect())
        } else {
            quote!(Default::default())
        };
        Some(quote!(#table::#kind(()) => Some((#selector, Self::#name(#empty))),))
    });
    quote! {
        // If several arms are strings, new tables use the first.
        #[allow(unreachable_patterns)]
        impl dxc_runtime::tables::directory::DirectoryContent for #name {
            type Kind = #by;

            fn viewed<'a>(
                view: <#name as dxc_runtime::Nested>::View<'a>,
            ) -> #table<dxc_runtime::Strings<'a>, dxc_runtime::Run<'a, u32>, &'a [u8]> {
                match view { #viewed }
            }

            fn held(&self) -> #table<&dxc_runtime::StringTable, &#vec<u32>, &#vec<u8>> {
                match self { #held }
            }

            fn held_mut(
                &mut self,
            ) -> #table<&mut dxc_runtime::StringTable, &mut #vec<u32>, &mut #vec<u8>> {
                match self { #held_mut }
            }

            fn new(table: #table<(), (), ()>) -> Option<(#by, Self)> {
                match table {
                    #(#new)*
                    _ => None,
                }
            }
        }
    }
}

/// The kind of an arm that is a table without records, and its field with the lists.
fn kind(arm: &Arm) -> Option<(TokenStream, Option<&Ident>)> {
    match (&arm.words.content, &arm.words.lists, &arm.words.range) {
        (Content::Strings, ..) => Some((quote!(Strings), None)),
        (Content::Nested, Some(field), _) => Some((quote!(Lists), Some(field))),
        (Content::Bytes, _, Some(_)) => Some((quote!(Bytes), None)),
        _ => None,
    }
}

/// The tables of the directory.
fn of_directory(choice: &Choice, directory: &Directory) -> TokenStream {
    let (name, contents) = (&choice.name, &choice.view);
    let Directory {
        value,
        view,
        entries,
        kind,
        content,
    } = directory;
    let ranges = choice
        .arms
        .iter()
        .filter_map(|arm| arm.words.range.as_ref());
    quote! {
        impl dxc_runtime::Directory for #value {
            type Content = #name;

            fn contents(&self) -> impl Iterator<Item = &#name> {
                self.#entries.iter().map(|entry| &entry.#content)
            }

            fn contents_mut(&mut self) -> impl Iterator<Item = &mut #name> {
                self.#entries.iter_mut().map(|entry| &mut entry.#content)
            }

            fn add(&mut self, kind: dxc_runtime::tables::directory::Kind<Self>, content: #name) {
                self.#entries.push(Default::default());
                if let Some(entry) = self.#entries.last_mut() {
                    (entry.#kind, entry.#content) = (kind, content);
                }
            }
        }

        impl<'a> #view<'a> {
            /// The content of each table, in the directory's order.
            pub fn contents(&self) -> impl Iterator<Item = #contents<'a>> {
                self.#entries().iter().map(|entry| entry.#content)
            }
        }

        dxc_runtime::__directory!(#value, #view);
        #(dxc_runtime::__directory_bytes!(#value, #view, #ranges);)*
    }
}

/// The tables of records, by the type of the record.
fn tabled(choice: &Choice, directory: &Directory) -> TokenStream {
    let value = &directory.value;
    let tables = choice
        .nested()
        .filter_map(|arm| Some((&arm.ty, record(&arm.ty)?)));
    tables
        .map(|(table, record)| {
            quote! {
                impl dxc_runtime::Tabled<#value> for #record {
                    type Table = #table;
                }
            }
        })
        .collect()
}

/// The `Record` of `Table<Record>`.
fn record(table: &Type) -> Option<&Type> {
    let Type::Path(path) = table else { return None };
    let PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(record) if arguments.args.len() == 1 => Some(record),
        _ => None,
    }
}

/// A method of the view for each arm: the first table of its kind.
fn accessors(choice: &Choice, directory: &Directory) -> TokenStream {
    let view = &directory.view;
    let methods = choice
        .arms
        .iter()
        .filter_map(|arm| Some((arm, arm.words.accessor.as_ref()?)));
    let methods = methods.map(|(arm, method)| {
        let Arm { name, ty, docs, .. } = arm;
        let contents = &choice.view;
        let found = quote! {
            self.contents().find_map(|content| match content {
                #contents::#name(table) => Some(table),
                _ => None,
            })
        };
        let (result, body, missing) = match (&arm.words.content, record(ty)) {
            (Content::Nested, Some(record)) => (
                quote!(dxc_runtime::Run<'a, #record>),
                quote!(self.rows()),
                " Empty if there are none.",
            ),
            (Content::Nested, None) => (
                quote!(Option<<#ty as dxc_runtime::Nested>::View<'a>>),
                found,
                " `None` if there are none.",
            ),
            (Content::Record, _) => (quote!(Option<#ty>), found, " `None` if there are none."),
            (Content::Bytes, _) => (
                quote!(&'a [u8]),
                quote!(#found.unwrap_or_default()),
                " Empty if there are none.",
            ),
            (Content::Strings, _) => (
                quote!(dxc_runtime::Strings<'a>),
                quote!(#found.unwrap_or_default()),
                " Empty if there are none.",
            ),
        };
        quote! {
            #(#docs)*
            #[doc = #missing]
            #[inline]
            pub fn #method(&self) -> #result {
                #body
            }
        }
    });
    quote!(impl<'a> #view<'a> { #(#methods)* })
}

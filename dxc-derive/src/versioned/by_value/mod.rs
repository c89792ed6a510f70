//! Versions by value: a parameter selects the fields of a record, and their order.

mod block;
mod parse;
mod version;

use proc_macro2::TokenStream;
use syn::Generics;

use crate::attributes::{Argument, wrong};
use crate::check::{Location, checks};
use crate::item::ItemStruct;
use crate::layout::{Placed, default};
use crate::reference::accessors;
use block::blocks;
use parse::{Member, members};
pub(super) use parse::{Version, VersionWords};
use version::{Listed, layout, listed};

pub(super) fn expand(
    item: &ItemStruct,
    arguments: &[Argument],
    versions: &[Version],
) -> syn::Result<TokenStream> {
    let name = &item.ident;
    if versions.is_empty() {
        let expected = "expected `#[dxc(version(when = .., fields(..)))]`";
        return wrong(name.span(), expected);
    }
    let record = Record {
        item,
        members: members(item)?,
        arguments,
        versions,
    };
    let listed = listed(&record.members, versions);
    let (own, row) = (record.own(&listed), record.row(&listed));
    Ok(quote! {
        #own

        dxc_runtime::__binrw_row!(#name);

        #row
    })
}

/// A record of several versions.
struct Record<'r> {
    item: &'r ItemStruct,
    members: Vec<Member>,
    arguments: &'r [Argument],
    versions: &'r [Version],
}

impl Record<'_> {
    /// The names of its parameters, and its context: names and types.
    fn context(&self) -> (TokenStream, TokenStream) {
        let names = self.arguments.iter().map(|argument| &argument.name);
        let types = self.arguments.iter().map(|argument| &argument.ty);
        let names = quote!((#(#names,)*));
        (names.clone(), quote!(#names: (#(#types,)*)))
    }

    /// Its default, its layouts, and the lookup of a record's layout.
    fn own(&self, listed: &[Listed<'_>]) -> TokenStream {
        let name = &self.item.ident;
        let text = name.to_string();
        let (_, context) = self.context();
        let values = self.members.iter().map(|member| member.placed.new_value());
        let default = default(name, &Generics::default(), values);
        let tables = listed.iter().map(|version| version.table(&text));
        let whens = listed.iter().map(Listed::condition);
        let newest = self.versions.len() - 1;
        let checks = self.members.iter().filter_map(|member| self.check(member));
        let reads = blocks(&self.members, self.versions);
        let reads = reads.iter().map(|block| block.read(self.versions.len()));
        let all: Vec<Placed> = self
            .members
            .iter()
            .map(|member| member.placed.clone())
            .collect();
        let accessors = accessors(&all, |Placed { name, .. }| quote!(self.#name));
        quote! {
        #default

        impl #name {
            #(#tables)*

            /// Which of the layouts a record has; the last one if no condition holds.
            #[allow(unused_variables)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn layout_of(#context) -> usize {
                #(#whens)*
                #newest
            }

            /// The record in `bytes`, in one of the layouts.
            #[allow(unused_variables)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn read_as(bytes: &[u8], layout: usize, #context) -> Option<Self> {
                let mut record = <Self as Default>::default();
                #(#reads)*
                Some(record)
            }

            #(#checks)*

            #accessors
        }
        }
    }

    /// Refuses a record whose bytes reference no string of a table.
    fn check(&self, member: &Member) -> Option<TokenStream> {
        let (names, context) = self.context();
        let name = &member.placed.name;
        let places = self.versions.iter().enumerate();
        let places = places.filter_map(|(number, version)| {
            let index = version.fields.iter().position(|field| field == name)?;
            let layout = layout(number);
            Some((number, quote!(const { Self::#layout.fields[#index].at })))
        });
        let (numbers, places): (Vec<_>, Vec<_>) = places.unzip();
        let location = Location {
            offset: quote!(match Self::layout_of(#names) { #(#numbers => Some(#places),)* _ => None }),
            is_present: quote!(matches!(Self::layout_of(#names), #(#numbers)|*)),
        };
        checks(&member.placed, &context, location)
    }

    /// `Row` of the record.
    fn row(&self, listed: &[Listed<'_>]) -> TokenStream {
        let name = &self.item.ident;
        let types = self.arguments.iter().map(|argument| &argument.ty);
        let newest_layout = layout(self.versions.len() - 1);
        let (reading, writing) = (self.reading(listed), self.writing(listed));
        let following = self.following(listed);
        quote! {
        impl dxc_runtime::Row for #name {
            type Context = (#(#types,)*);

            const NEWEST: usize = Self::#newest_layout.size;

            #reading

            #writing

            #following
        }
        }
    }

    /// The methods that measure and read it.
    fn reading(&self, listed: &[Listed<'_>]) -> TokenStream {
        let newest = self.versions.len() - 1;
        let newest_layout = layout(newest);
        let (sizes, shapes) = (
            listed.iter().map(Listed::size),
            listed.iter().map(Listed::shape),
        );
        quote! {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn size(context: Self::Context) -> usize {
                match Self::layout_of(context) {
                    #(#sizes)*
                    _ => const { Self::#newest_layout.size },
                }
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn known(context: Self::Context, _: usize) -> (dxc_runtime::shape::Shape, usize) {
                let layout: &'static dxc_runtime::shape::Layout = match Self::layout_of(context) {
                    #(#shapes)*
                    _ => &Self::#newest_layout,
                };
                (dxc_runtime::shape::Shape::Record(layout), Self::size(context))
            }

            #[inline]
            fn read_row(bytes: &[u8], context: Self::Context) -> Option<Self> {
                Self::read_as(bytes, Self::layout_of(context), context)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn is_newest(context: Self::Context, stride: usize) -> bool {
                stride == Self::NEWEST && Self::layout_of(context) == #newest
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn read_newest(bytes: &[u8], context: Self::Context) -> Option<Self> {
                Self::read_as(bytes, #newest, context)
            }
        }
    }

    /// The method that writes it.
    fn writing(&self, listed: &[Listed<'_>]) -> TokenStream {
        let (names, context) = self.context();
        let writes = listed.iter().map(Listed::write);
        quote! {
            #[allow(unused_variables)]
            #[inline]
            fn write_row(&self, #context, out: &mut [u8]) -> dxc_runtime::Result<()> {
                match Self::layout_of(#names) {
                    #(#writes)*
                    _ => {}
                }
                Ok(())
            }
        }
    }

    /// The methods that visit its references, and move it to another version.
    fn following(&self, listed: &[Listed<'_>]) -> TokenStream {
        let (names, context) = self.context();
        let (visits, moves) = (
            listed.iter().map(Listed::visit),
            listed.iter().map(Listed::leave),
        );
        quote! {
            #[allow(unused_variables)]
            #[inline]
            fn refer(
                &mut self,
                #context,
                place: &dxc_runtime::tables::SharedPlace,
                visit: &mut dxc_runtime::tables::Visit<'_>,
            ) {
                match Self::layout_of(#names) {
                    #(#visits)*
                    _ => {}
                }
            }

            #[allow(unused_variables)]
            fn move_to(
                &mut self,
                #context,
                _: u32,
                lost: &mut dyn FnMut(&'static str, dxc_runtime::newtype::String),
            ) {
                match Self::layout_of(#names) {
                    #(#moves)*
                    _ => {}
                }
            }
        }
    }
}

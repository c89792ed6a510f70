//! Versions by value: a parameter selects the fields of a record.

mod parse;
mod row;

use proc_macro2::TokenStream;
use syn::{Data, Generics, Ident, LitStr};

use crate::attributes::{Parameters, wrong};
use crate::check::{Location, checks};
use crate::layout::{Placed, default, table};
use crate::reference::accessors;
pub(super) use parse::Version;
use parse::{Member, members};

pub(super) fn expand(
    name: &Ident,
    data: Data,
    Parameters { names, types }: &Parameters,
    versions: &[Version],
) -> syn::Result<TokenStream> {
    if versions.is_empty() {
        let expected = "expected `#[dxc(version(when = .., without(..)))]`";
        return wrong(name.span(), expected);
    }
    let record = Record {
        name,
        members: members(name, data, versions)?,
        versions,
        arguments: quote!((#(#names,)*)),
        context: quote!((#(#names,)*): (#(#types,)*)),
    };
    let (own, row) = (record.own(), record.row(&quote!((#(#types,)*))));
    Ok(quote! {
        #own

        dxc_runtime::__binrw_row!(#name);

        #row
    })
}

/// A record of several versions.
struct Record<'r> {
    name: &'r Ident,
    members: Vec<Member>,
    versions: &'r [Version],
    /// The names of its parameters.
    arguments: TokenStream,
    /// Its parameters.
    context: TokenStream,
}

/// The name of a version's layout.
fn layout(number: usize) -> Ident {
    format_ident!("LAYOUT_{number}")
}

impl Member {
    /// Whether the version of the local `layout` has it; nothing, if each has.
    fn is_there(&self) -> Option<TokenStream> {
        let versions = self.is_in.iter().enumerate();
        let numbers = versions.filter_map(|(number, is_in)| is_in.then_some(number));
        let lacks = self.is_in.contains(&false);
        lacks.then(|| quote!(matches!(layout, #(#numbers)|*)))
    }

    /// What is done where the version has it.
    fn if_there(&self, then: TokenStream) -> TokenStream {
        match self.is_there() {
            Some(is_there) => quote!(if #is_there { #then }),
            None => then,
        }
    }

    /// What is done where the version lacks it.
    fn if_absent(&self, then: &TokenStream) -> Option<TokenStream> {
        let is_there = self.is_there()?;
        Some(quote!(if !#is_there { #then }))
    }
}

impl Record<'_> {
    fn newest(&self) -> usize {
        self.versions.len() - 1
    }

    /// The value for the version that the parameters select. Each has code of its own, in which sizes are constant.
    fn by_version(&self, value: impl Fn(usize) -> TokenStream) -> TokenStream {
        let arguments = &self.arguments;
        let (older, newest) = (0..self.newest(), value(self.newest()));
        let values = older.clone().map(value);
        quote! {
            match Self::layout_of(#arguments) {
                #(#older => #values,)*
                _ => #newest,
            }
        }
    }

    /// The constant with the layout of a version.
    fn table(&self, number: usize, version: &Version) -> TokenStream {
        let fields = self.members.iter().filter(|member| member.is_in[number]);
        let fields = fields.map(|member| &member.placed);
        let (layout, table) = (layout(number), table(self.name, fields));
        let when = version.when.as_ref();
        let when = when.map(|when| format!(" if `{}`", when.text.value()));
        let doc = format!(
            "The layout{}: the offset and type of each field.",
            when.unwrap_or_default()
        );
        quote! {
            #[doc = #doc]
            pub const #layout: dxc_runtime::shape::Layout =
                #table;
        }
    }

    /// Its default, its layouts, and the lookup of a record's layout.
    fn own(&self) -> TokenStream {
        let Self { name, context, .. } = self;
        let members = || self.members.iter();
        let values = members().map(|member| member.placed.new_value());
        let default = default(name, &Generics::default(), values);
        let versions = || self.versions.iter().enumerate();
        let tables = versions().map(|(number, version)| self.table(number, version));
        let whens = versions().map(|(number, version)| {
            let rules = version.when.iter().map(|when| &when.rust);
            quote!(#(if #rules { return #number; })*)
        });
        let (newest, older) = (self.newest(), 0..self.newest());
        let (newest_layout, layouts) = (layout(newest), older.clone().map(layout));
        let checks = members().filter_map(|member| self.check(member));
        let reads = members().map(|member| {
            let name = &member.placed.name;
            let value = member.placed.converted("relative", quote!(known.field()?));
            member.if_there(quote!(record.#name = #value;))
        });
        let all = members().map(|member| &member.placed);
        let accessors = accessors(all, |Placed { name, .. }| quote!(self.#name));
        let write_as = self.write_as();
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

            /// One of the layouts.
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn layout(number: usize) -> &'static dxc_runtime::shape::Layout {
                match number {
                    #(#older => &Self::#layouts,)*
                    _ => &Self::#newest_layout,
                }
            }

            /// The record in `bytes`, in one of the layouts.
            #[allow(unused_variables)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn read_as(bytes: &[u8], layout: usize, #context) -> Option<Self> {
                let mut record = <Self as Default>::default();
                let mut known = dxc_runtime::Decoder(bytes.get(..Self::layout(layout).size)?);
                #(#reads)*
                Some(record)
            }

            #write_as

            #(#checks)*

            #accessors
        }
        }
    }

    /// The method that writes it in one of the layouts, and refuses a value of a field that this one lacks.
    fn write_as(&self) -> TokenStream {
        let context = &self.context;
        let refused = self.members.iter().filter_map(|member| {
            let (name, text) = (&member.placed.name, member.placed.name.to_string());
            let unset = member.placed.unset();
            let rule = member.condition.as_ref();
            let rule = rule.map_or_else(String::new, LitStr::value);
            member.if_absent(&quote! {
                if self.#name != #unset {
                    return Err(dxc_runtime::versioned::no_room(#text, #rule));
                }
            })
        });
        let written = self.members.iter().map(|member| {
            let encoded = member.placed.encoded();
            member.if_there(quote!(out.field(&#encoded);))
        });
        quote! {
            #[allow(unused_variables)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write_as(&self, layout: usize, out: &mut [u8], #context) -> dxc_runtime::Result<()> {
                let (size, available) = (Self::layout(layout).size, out.len());
                let Some(out) = out.get_mut(..size) else {
                    return Err(dxc_runtime::versioned::too_short(size, available));
                };
                #(#refused)*
                let mut out = dxc_runtime::Encoder(out);
                #(#written)*
                Ok(())
            }
        }
    }

    /// Refuses a record whose bytes reference no string of a table.
    fn check(&self, member: &Member) -> Option<TokenStream> {
        let name = &member.placed.name;
        let place = |number: usize| {
            let mut fields = self.members.iter().filter(|field| field.is_in[number]);
            match fields.position(|field| field.placed.name == *name) {
                Some(index) if member.is_in[number] => {
                    let layout = layout(number);
                    quote!(Some(const { Self::#layout.fields[#index].at }))
                }
                _ => quote!(None),
            }
        };
        let is_present = |number: usize| {
            let is_in = member.is_in[number];
            quote!(#is_in)
        };
        let location = Location {
            offset: self.by_version(place),
            is_present: self.by_version(is_present),
        };
        checks(&member.placed, &self.context, location)
    }
}

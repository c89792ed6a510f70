//! Versions by size: each appends fields, and the size in the file selects the version.

mod parse;
mod step;

use proc_macro2::TokenStream;
use syn::{Data, Generics, Ident, LitInt};

use crate::check::{Location, checks};
use crate::layout::{Placed, default, table};
use crate::reference;
use crate::serde::implementations;
use parse::{Member, members, versions};

pub(super) fn expand(name: &Ident, data: Data, numbers: &[LitInt]) -> syn::Result<TokenStream> {
    let numbers = versions(numbers)?;
    let (members, version) = members(name, data, &numbers)?;
    let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else {
        return Ok(TokenStream::new());
    };
    let record = Record {
        name,
        oldest: layout(*first),
        newest: layout(*last),
        numbers: &numbers,
        members: &members,
        version: &version,
    };
    let (own, row, by_size) = (record.own(), record.row(), record.by_size());
    // References need the tables of the part.
    let is_alone = members.iter().all(|member| member.placed.target.is_none());
    let serde = is_alone.then(|| implementations(name, "by_size"));
    Ok(quote! {
        #own

        dxc_runtime::__binrw_by_size!(#name);

        #row

        #by_size

        #serde
    })
}

/// The reason why a version lacks a field.
fn rule(since: u32) -> String {
    format!("the version is {since} or later")
}

/// The name of a version's layout.
fn layout(number: u32) -> Ident {
    format_ident!("LAYOUT_{number}")
}

/// A record of several versions.
struct Record<'r> {
    name: &'r Ident,
    /// The numbers of the versions, the oldest first.
    numbers: &'r [u32],
    members: &'r [Member],
    /// The field that keeps the version.
    version: &'r Ident,
    /// The layouts of the first version and of the last one.
    oldest: Ident,
    newest: Ident,
}

impl Record<'_> {
    fn placed(&self) -> impl Iterator<Item = &Placed> {
        self.members.iter().map(|member| &member.placed)
    }

    /// The constant of a version's layout.
    fn table(&self, number: u32) -> TokenStream {
        let (layout, newest) = (layout(number), &self.newest);
        let table = match layout == *newest {
            true => table(self.name, self.placed()),
            false => {
                let fields = self.members.iter().filter(|member| member.since <= number);
                let count = fields.count();
                quote!(Self::#newest.first(#count))
            }
        };
        let doc = format!("The layout of version {number}: the offset and type of each field.");
        quote! {
            #[doc = #doc]
            pub const #layout: dxc_runtime::shape::Layout =
                #table.version(#number);
        }
    }

    /// Its methods: layouts, fields, their references, and the version.
    fn own(&self) -> TokenStream {
        let Self {
            name,
            numbers,
            members,
            version,
            ..
        } = self;
        let tables = numbers.iter().map(|number| self.table(*number));
        let accessors = members.iter().filter_map(|member| self.accessor(member));
        let is_later = |name: &Ident| {
            let mut named = members.iter().filter(|member| member.placed.name == *name);
            named.next().is_some_and(|member| member.is_later)
        };
        let resolving =
            reference::accessors(self.placed(), |Placed { name, .. }| match is_later(name) {
                true => quote!(self.#name()?),
                false => quote!(self.#name),
            });
        let checks = members.iter().map(|member| self.check(member));
        let values = members.iter().map(|member| member.placed.new_value());
        let values = values.chain([(*version, None)]);
        let default = default(name, &Generics::default(), values);
        quote! {
        #default

        impl #name {
            #(#tables)*

            /// An empty record in a version; a version in between counts as the one before it.
            pub fn new(version: u32) -> Self {
                let layouts = <Self as dxc_runtime::BySize>::LAYOUTS;
                let layout = dxc_runtime::versioned::layout_of_version(layouts, version);
                let #version = layout.and_then(|layout| layout.version).unwrap_or_default();
                Self { #version, ..Default::default() }
            }

            #(#checks)*

            #(#accessors)*

            #resolving

            /// Moves the record to a version; one in between counts as the one before it.
            ///
            /// Fields that it lacks are lost; the report lists all that were not those of a new record, and all
            /// references. Fields that are new are those of a new record.
            pub fn set_version(&mut self, version: u32) -> dxc_runtime::newtype::Vec<dxc_runtime::Lost> {
                dxc_runtime::versioned::record(self, version)
            }
        }
        }
    }

    /// Refuses a record that names no string of a table, in the versions that have the field.
    fn check(&self, member: &Member) -> Option<TokenStream> {
        let Member { placed, since, .. } = member;
        let (version, layout) = (self.version, layout(*since));
        let mut known = self.members.iter().filter(|known| known.since <= *since);
        let index = known.position(|known| known.placed.name == placed.name)?;
        let location = Location {
            offset: quote! {
                (bytes.len() >= const { Self::#layout.size })
                    .then_some(const { Self::#layout.fields[#index].at })
            },
            is_present: quote!(self.#version >= #since),
        };
        checks(placed, &quote!((): ()), location)
    }

    /// The methods of a field that not all versions have.
    fn accessor(&self, member: &Member) -> Option<TokenStream> {
        let version = self.version;
        let Member {
            placed: Placed { docs, name, ty, .. },
            since,
            is_later,
        } = member;
        if !is_later {
            return None;
        }
        let (text, rule) = (name.to_string(), rule(*since));
        let available = format!("\nAvailable since version {since}; `None` in an older one.");
        let setter = format_ident!("set_{name}");
        let setter_doc = format!("Sets `{name}`, available since version {since}.");
        Some(quote! {
            #(#docs)*
            #[doc = #available]
            #[inline]
            pub fn #name(&self) -> Option<#ty> {
                (self.#version >= #since).then_some(self.#name)
            }

            #[doc = #setter_doc]
            ///
            /// # Errors
            /// If the record is in an older version.
            pub fn #setter(&mut self, value: #ty) -> dxc_runtime::Result<()> {
                if self.#version < #since {
                    return Err(dxc_runtime::versioned::no_room(#text, #rule));
                }
                self.#name = value;
                Ok(())
            }
        })
    }

    /// `Row` of the record.
    fn row(&self) -> TokenStream {
        let Self {
            name,
            numbers,
            members,
            oldest,
            newest,
            ..
        } = self;
        // The newest first, so that the first that fits is the one.
        let shapes = numbers.iter().rev().map(|number| {
            let layout = layout(*number);
            quote!(_ if stride >= Self::#layout.size => (&Self::#layout, const { Self::#layout.size }),)
        });
        let before = [None].into_iter().chain(numbers.iter().copied().map(Some));
        let steps = before.zip(numbers.iter().copied());
        let reads = steps.clone();
        let reads = reads.map(|(before, number)| self.read_added(before, number));
        let writes = steps.map(|(before, number)| self.write_added(before, number));
        let later = || members.iter().filter(|member| member.is_later);
        let count = later().count();
        let fields = later().map(Self::later);
        let later_fields = (count > 0).then(|| {
            quote! {
                impl #name {
                    /// The fields that the first version lacks.
                    fn later_fields(&self) -> [dxc_runtime::versioned::LaterField; #count] {
                        [#(#fields),*]
                    }
                }
            }
        });
        let versions = (numbers.len() > 1).then(|| self.moving());
        quote! {
        #later_fields

        impl dxc_runtime::Row for #name {
            type Context = ();

            const NEWEST: usize = Self::#newest.size;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn size((): ()) -> usize {
                Self::#oldest.size
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn known((): (), stride: usize) -> (dxc_runtime::shape::Shape, usize) {
                let (layout, known): (&'static dxc_runtime::shape::Layout, usize) = match stride {
                    #(#shapes)*
                    _ => (&Self::#oldest, stride),
                };
                (dxc_runtime::shape::Shape::Record(layout), known)
            }

            #[inline]
            fn read_row(bytes: &[u8], (): ()) -> Option<Self> {
                let mut record = <Self as Default>::default();
                #(#reads)*
                Some(record)
            }

            #[inline]
            fn write_row(&self, (): (), out: &mut [u8]) -> dxc_runtime::Result<()> {
                #(#writes)*
                Ok(())
            }

            #versions
        }
        }
    }

    /// The methods of `Row` that differ between versions.
    fn moving(&self) -> TokenStream {
        let version = self.version;
        let later = self.members.iter().filter(|member| member.is_later);
        let moves = later.map(Self::moved);
        quote! {
            fn size_in((): (), version: u32) -> usize {
                <Self as dxc_runtime::BySize>::size_of_version(version)
            }

            fn own_size(&self, (): ()) -> usize {
                <Self as dxc_runtime::BySize>::size_of_version(self.#version)
            }

            fn move_to(
                &mut self,
                (): (),
                version: u32,
                lost: &mut dyn FnMut(&'static str, dxc_runtime::newtype::String),
            ) {
                let version = Self::new(version).#version;
                let mut mover = dxc_runtime::versioned::Mover::new(self.#version, version, lost);
                #(#moves)*
                self.#version = version;
            }
        }
    }

    /// The description of a field that the first version lacks.
    fn later(member: &Member) -> TokenStream {
        let (name, since) = (&member.placed.name, member.since);
        let (text, rule, unset) = (name.to_string(), rule(since), member.placed.unset());
        quote! {
            dxc_runtime::versioned::LaterField {
                name: #text,
                since: #since,
                rule: #rule,
                is_set: self.#name != #unset,
            }
        }
    }

    /// Clears a field if a version lacks it.
    fn moved(member: &Member) -> TokenStream {
        let (name, since) = (&member.placed.name, member.since);
        let (text, unset) = (name.to_string(), member.placed.unset());
        let method = match member.placed.target {
            Some(_) => quote!(reference),
            None => quote!(field),
        };
        quote!(mover.#method(#since, #text, &mut self.#name, #unset);)
    }

    /// `BySize` of the record.
    fn by_size(&self) -> TokenStream {
        let Self {
            name,
            numbers,
            version,
            ..
        } = self;
        let layouts = numbers.iter().map(|number| layout(*number));
        quote! {
        impl dxc_runtime::BySize for #name {
            const RECORD: &'static str = stringify!(#name);
            const LAYOUTS: &'static [&'static dxc_runtime::shape::Layout] = &[#(&Self::#layouts),*];

            fn version(&self) -> u32 {
                self.#version
            }
        }
        }
    }
}

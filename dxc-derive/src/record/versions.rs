//! Generates the methods of a record of several versions: its layouts, and how it is written in each.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Generics;

use super::{Member, Record, Version};
use crate::check::{Location, checks};
use crate::layout::{Placed, default, entries};
use crate::reference::accessors;

impl Record<'_> {
    /// The implementation of `Default`, and the methods that all such records have.
    pub(super) fn own(&self) -> TokenStream {
        let Self {
            name,
            members,
            versions,
            context,
            selection,
            ..
        } = self;
        let values = members.iter().map(|member| member.placed.new_value());
        let version = self.version.iter().map(|version| (version, None));
        let default = default(name, &Generics::default(), values.chain(version));
        let (count, entries) = (members.len(), entries(self.placed()));
        let layouts = versions.iter().enumerate();
        let layouts = layouts.map(|(index, version)| self.layout(index, version));
        let by_index = self.by_version(&quote!(index), |index| {
            let layout = &versions[index].layout;
            quote!(&Self::#layout)
        });
        let checks = members.iter().filter_map(|member| self.check(member));
        let accessors = accessors(self.placed(), |placed| self.number(placed));
        let write = self.write_in_layout();
        quote! {
        #default

        impl #name {
            /// The fields of all versions.
            const FIELDS: [dxc_runtime::shape::Field; #count] = {
                // By its module: a type of the schema may be called like one of it.
                use dxc_runtime::shape;
                [#(#entries),*]
            };

            #(#layouts)*

            /// Which of the layouts a record has.
            #[allow(unused_variables)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn version_index(#context, stride: usize) -> usize {
                #selection
            }

            /// One of the layouts.
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn nth_layout(index: usize) -> &'static dxc_runtime::shape::Layout {
                #by_index
            }

            #write

            #(#checks)*

            #accessors
        }
        }
    }

    /// The constant with the layout of a version.
    fn layout(
        &self,
        index: usize,
        Version {
            layout,
            doc,
            number,
        }: &Version,
    ) -> TokenStream {
        let name = self.name.to_string();
        let members = self.members.iter().enumerate();
        let fields = members.filter(|(_, member)| member.is_in[index]);
        let fields = fields.map(|(field, _)| field);
        let number = number.map(|number| quote!(.version(#number)));
        // The size selects a version only if the versions have numbers.
        let earlier = index.checked_sub(1).filter(|_| number.is_some());
        let earlier = earlier.and_then(|earlier| self.versions.get(earlier));
        let earlier = earlier.map(|Version { layout, .. }| quote!(.after(&Self::#layout)));
        quote! {
            #[doc = #doc]
            pub const #layout: dxc_runtime::shape::Layout = dxc_runtime::shape::Layout::new(
                #name,
                const { &dxc_runtime::shape::Field::chosen(&Self::FIELDS, [#(#fields),*]) },
            ) #number #earlier;
        }
    }

    /// The method that writes the record in one of the layouts, and refuses a value in a field that this layout lacks.
    fn write_in_layout(&self) -> TokenStream {
        let context = &self.context;
        let refused = self.if_absent(|Member { placed, rule, .. }| {
            let (name, text, unset) = (&placed.name, placed.name.to_string(), placed.unset());
            quote! {
                if self.#name != #unset {
                    return Err(dxc_runtime::versioned::no_room(#text, #rule));
                }
            }
        });
        // A record whose size selects its version contains no values of later versions, so only an older layout can
        // lack a field.
        let refused = match &self.version {
            Some(version) if !refused.is_empty() => {
                quote!(if layout < self.#version as usize { #refused })
            }
            _ => refused,
        };
        let written = self.if_there(|Member { placed, .. }| {
            let encoded = placed.encoded();
            quote!(out.field(&#encoded);)
        });
        quote! {
            #[allow(unused_variables)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write_in_layout(&self, layout: usize, out: &mut [u8], #context) -> dxc_runtime::Result<()> {
                let (size, available) = (Self::nth_layout(layout).size, out.len());
                let Some(out) = out.get_mut(..size) else {
                    return Err(dxc_runtime::versioned::too_short(size, available));
                };
                #refused
                let mut out = dxc_runtime::Encoder(out);
                #written
                Ok(())
            }
        }
    }

    /// Refuses a record whose bytes reference no string of a table.
    fn check(&self, member: &Member) -> Option<TokenStream> {
        let arguments = &self.arguments;
        let place = |version: usize| {
            let mut fields = self.members.iter().filter(|field| field.is_in[version]);
            match fields.position(|field| field.placed.name == member.placed.name) {
                Some(index) if member.is_in[version] => {
                    let layout = &self.versions[version].layout;
                    quote!(Some(const { Self::#layout.fields[#index].at }))
                }
                _ => quote!(None),
            }
        };
        let location = Location {
            offset: self.by_version(&quote!(Self::version_index(#arguments, bytes.len())), place),
            is_present: match member.is_there() {
                Some(is_there) => quote! {{
                    let size = dxc_runtime::Row::own_size(self, #arguments);
                    let layout = Self::version_index(#arguments, size);
                    #is_there
                }},
                None => quote!(true),
            },
        };
        checks(&member.placed, &self.context, location)
    }

    /// The number of a field that is a reference; `None` if the version lacks the field, which only versions by size
    /// can.
    fn number(&self, placed: &Placed) -> TokenStream {
        let name = &placed.name;
        let mut later = self.members.iter().filter(|member| member.since.is_some());
        if later.any(|member| member.placed.name == *name) {
            quote!(self.#name()?)
        } else {
            quote!(self.#name)
        }
    }
}

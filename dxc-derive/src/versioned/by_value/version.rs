//! The code for one version in each method of a record.

use proc_macro2::TokenStream;
use quote::format_ident;
use syn::{Ident, LitStr};

use super::parse::{Member, Version};
use crate::layout::{Placed, table};
use crate::reference::visit;

/// A version, with its fields in order.
pub(super) struct Listed<'m> {
    number: usize,
    version: &'m Version,
    members: Vec<&'m Member>,
    /// Those that only other versions have, each with its condition.
    absent: Vec<(&'m Placed, Option<&'m LitStr>)>,
    /// The name of its layout.
    layout: Ident,
}

/// All versions of a record.
pub(super) fn listed<'m>(members: &'m [Member], versions: &'m [Version]) -> Vec<Listed<'m>> {
    let listed = versions.iter().enumerate().map(|(number, version)| {
        let named = |field: &Ident| members.iter().find(|member| member.placed.name == *field);
        let lacks = |member: &&Member| !version.fields.contains(&member.placed.name);
        let absent = members.iter().filter(lacks);
        Listed {
            number,
            version,
            members: version.fields.iter().filter_map(named).collect(),
            absent: absent
                .map(|member| (&member.placed, member.condition.as_ref()))
                .collect(),
            layout: layout(number),
        }
    });
    listed.collect()
}

/// The name of a version's layout.
pub(super) fn layout(number: usize) -> Ident {
    format_ident!("LAYOUT_{number}")
}

impl Listed<'_> {
    fn placed(&self) -> Vec<Placed> {
        let members = self.members.iter();
        members.map(|member| member.placed.clone()).collect()
    }

    /// The constant of its layout; `record` is the name of the record.
    pub(super) fn table(&self, record: &str) -> TokenStream {
        let (layout, table) = (&self.layout, table(record, &self.placed()));
        let when = self.version.when.as_ref();
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

    /// Its number, if its condition holds.
    pub(super) fn condition(&self) -> TokenStream {
        let (number, rules) = (self.number, self.version.when.iter());
        let rules = rules.map(|when| &when.rust);
        quote!(#(if #rules { return #number; })*)
    }

    /// Its size.
    pub(super) fn size(&self) -> TokenStream {
        let Self { number, layout, .. } = self;
        quote!(#number => const { Self::#layout.size },)
    }

    /// Its shape.
    pub(super) fn shape(&self) -> TokenStream {
        let Self { number, layout, .. } = self;
        quote!(#number => &Self::#layout,)
    }

    /// Puts its fields into bytes; refuses a value of a field that it lacks.
    pub(super) fn write(&self) -> TokenStream {
        let Self { number, layout, .. } = self;
        let encoded = self.members.iter().map(|member| member.placed.encoded());
        let refused = self.absent.iter().map(|(placed, rule)| {
            let (name, text, unset) = (&placed.name, placed.name.to_string(), placed.unset());
            let rule = rule.map_or_else(String::new, LitStr::value);
            quote! {
                if self.#name != #unset {
                    return Err(dxc_runtime::versioned::no_room(#text, #rule));
                }
            }
        });
        quote! {
            #number => {
                let available = out.len();
                let Some(out) = out.get_mut(..Self::#layout.size) else {
                    return Err(dxc_runtime::versioned::too_short(Self::#layout.size, available));
                };
                #(#refused)*
                let mut out = dxc_runtime::Encoder(out);
                #(out.field(&#encoded);)*
            }
        }
    }

    /// Removes fields that the version lacks, and reports them.
    pub(super) fn leave(&self) -> TokenStream {
        let number = self.number;
        let left = self.absent.iter().map(|(placed, _)| {
            let (name, text, unset) = (&placed.name, placed.name.to_string(), placed.unset());
            quote!(dxc_runtime::versioned::leave(&mut self.#name, #text, #unset, lost);)
        });
        quote!(#number => { #(#left)* })
    }

    /// Visits its references.
    pub(super) fn visit(&self) -> TokenStream {
        let number = self.number;
        let placed = self.placed();
        let visited = placed.iter().map(visit);
        quote!(#number => { #(#visited)* })
    }
}

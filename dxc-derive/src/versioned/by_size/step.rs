//! The fields that a version adds to the one before it, read and written.

use proc_macro2::TokenStream;

use super::{Record, layout};
use crate::layout::Placed;

impl Record<'_> {
    /// The fields that a version adds.
    fn added(&self, number: u32) -> impl Iterator<Item = &Placed> {
        let members = self.members.iter();
        let added = members.filter(move |member| member.since == number);
        added.map(|member| &member.placed)
    }

    /// Reads the fields that a version adds, from the bytes of this version or a later one.
    pub(super) fn read_added(&self, before: Option<u32>, number: u32) -> TokenStream {
        let (version, layout, start) = (self.version, layout(number), start(before));
        let reads = self.added(number).map(|field| {
            let name = &field.name;
            let value = field.converted("relative", quote!(known.field()?));
            quote!(record.#name = #value;)
        });
        let known = match start {
            None => quote! {
                let mut known = dxc_runtime::Decoder(bytes.get(..Self::#layout.size)?);
            },
            Some(start) => quote! {
                let Some(known) = bytes.get(#start..Self::#layout.size) else {
                    return Some(record);
                };
                let mut known = dxc_runtime::Decoder(known);
            },
        };
        quote! {
            #known
            #(#reads)*
            record.#version = #number;
        }
    }

    /// Writes the fields that a version adds, if the record has that version or a later one.
    pub(super) fn write_added(&self, before: Option<u32>, number: u32) -> TokenStream {
        let (layout, start) = (layout(number), start(before));
        let writes = self.added(number).map(Placed::encoded);
        let otherwise = match before {
            None => {
                quote!(return Err(dxc_runtime::versioned::too_short(Self::#layout.size, out.len()));)
            }
            Some(_) => {
                quote!(return dxc_runtime::versioned::check_unset(#number, &self.later_fields());)
            }
        };
        quote! {
            match out.get_mut(#start..Self::#layout.size) {
                Some(known) => {
                    let mut known = dxc_runtime::Encoder(known);
                    #(known.field(&#writes);)*
                }
                None => { #otherwise }
            }
        }
    }
}

/// The size of the version before one.
fn start(before: Option<u32>) -> Option<TokenStream> {
    let layout = layout(before?);
    Some(quote!(Self::#layout.size))
}

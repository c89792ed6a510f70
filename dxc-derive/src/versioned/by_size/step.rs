//! The fields that a version adds to the one before it, read and written.

use proc_macro2::TokenStream;
use syn::Ident;

use super::parse::Member;
use crate::layout::Placed;

/// The reason why a version lacks a field.
pub(super) fn rule(since: u32) -> String {
    format!("the version is {since} or later")
}

/// The fields that a version adds to the one before it.
pub(super) struct Step<'m> {
    number: u32,
    /// The version before it, if there is one.
    before: Option<u32>,
    fields: Vec<&'m Placed>,
}

impl<'m> Step<'m> {
    pub(super) fn new(before: Option<u32>, number: u32, members: &'m [Member]) -> Self {
        let fields = members.iter().filter(|member| member.since == number);
        Self {
            number,
            before,
            fields: fields.map(|member| &member.placed).collect(),
        }
    }

    /// The size of the version before it.
    fn start(&self) -> Option<TokenStream> {
        let layout = format_ident!("LAYOUT_{}", self.before?);
        Some(quote!(Self::#layout.size))
    }

    /// Reads the fields from the bytes of a version that is this one or later.
    pub(super) fn read(&self, version: &Ident) -> TokenStream {
        let (number, layout) = (self.number, format_ident!("LAYOUT_{}", self.number));
        let reads = self.fields.iter();
        let reads = reads.map(|field| {
            let name = &field.name;
            let value = field.converted("relative", quote!(known.field()?));
            quote!(record.#name = #value;)
        });
        let known = match self.start() {
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

    /// Writes the fields, if the version has them.
    pub(super) fn write(&self) -> TokenStream {
        let layout = format_ident!("LAYOUT_{}", self.number);
        let writes = self.fields.iter();
        let writes = writes.map(|field| field.encoded());
        let otherwise = if self.before.is_none() {
            quote!(return Err(dxc_runtime::versioned::too_short(Self::#layout.size, out.len()));)
        } else {
            let number = self.number;
            quote!(return dxc_runtime::versioned::check_unset(#number, &self.later_fields());)
        };
        let start = self.start();
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

//! What a version adds to the one before it, read and written.

use proc_macro2::TokenStream;
use quote::format_ident;
use syn::Ident;

use super::parse::Member;
use crate::layout::Placed;

/// Why a version has no room for a field.
pub(super) fn rule(since: u32) -> String {
    format!("the version is {since} or later")
}

/// What a version adds to the one before it.
pub(super) struct Step<'m> {
    number: u32,
    /// Whether no version stands before it.
    is_first: bool,
    /// The fields, and which of all they are.
    fields: Vec<(usize, &'m Placed)>,
}

impl<'m> Step<'m> {
    pub(super) fn new(is_first: bool, number: u32, members: &'m [Member]) -> Self {
        let fields = members.iter().enumerate();
        let fields = fields.filter(|(_, member)| member.since == number);
        Self {
            number,
            is_first,
            fields: fields
                .map(|(index, member)| (index, &member.placed))
                .collect(),
        }
    }

    /// Reads the fields from the bytes of a version that is this one or later.
    pub(super) fn read(&self, version: &Ident) -> TokenStream {
        let (number, layout) = (self.number, format_ident!("LAYOUT_{}", self.number));
        let reads = self.fields.iter().map(|(index, Placed { name, ty, .. })| {
            let at = format_ident!("AT_{index}");
            quote!(record.#name = <#ty as ::dxc_format::runtime::Fixed>::decode(known.get(#at..)?)?;)
        });
        let known = match self.is_first {
            true => quote!(let known = bytes.get(..Self::#layout.size)?;),
            false => quote! {
                let Some(known) = bytes.get(..Self::#layout.size) else {
                    return Some(record);
                };
            },
        };
        quote! {
            #known
            #(#reads)*
            record.#version = #number;
        }
    }

    /// Writes the fields, where there is room for them.
    pub(super) fn write(&self) -> TokenStream {
        let layout = format_ident!("LAYOUT_{}", self.number);
        let writes = self.fields.iter().map(|(index, Placed { name, .. })| {
            let at = format_ident!("AT_{index}");
            quote! {
                ::dxc_format::runtime::Fixed::encode(&self.#name, known.get_mut(#at..).unwrap_or_default());
            }
        });
        let otherwise = if self.is_first {
            quote!(return Err(::dxc_format::runtime::versioned::too_short(Self::#layout.size, out.len()));)
        } else {
            let rule = rule(self.number);
            let refuse = self.fields.iter().map(|(_, Placed { name, ty, .. })| {
                let text = name.to_string();
                quote! {
                    if self.#name != <#ty as Default>::default() {
                        return Err(::dxc_format::runtime::versioned::no_room(#text, #rule));
                    }
                }
            });
            quote!(#(#refuse)*)
        };
        quote! {
            match out.get_mut(..Self::#layout.size) {
                Some(known) => { #(#writes)* }
                None => { #otherwise }
            }
        }
    }
}

//! Neighbouring fields, which are read alike in all versions that have them.

use proc_macro2::TokenStream;
use syn::Ident;

use super::parse::{Member, Version};
use crate::layout::{Placed, size};

/// Fields that are consecutive in each version that has them, so that they are read alike in all of these.
pub(super) struct Block<'m> {
    members: Vec<&'m Member>,
    /// Where they begin in each version; `None` in one that does not have them.
    starts: Vec<Option<TokenStream>>,
}

/// All fields, in the order of the newest version.
pub(super) fn blocks<'m>(members: &'m [Member], versions: &[Version]) -> Vec<Block<'m>> {
    let places = |name: &Ident| -> Vec<Option<usize>> {
        let place = |version: &Version| version.fields.iter().position(|field| field == name);
        versions.iter().map(place).collect()
    };
    let type_of = |field: &Ident| {
        let mut named = members.iter().filter(|member| member.placed.name == *field);
        named.next().map(|member| &member.placed.ty)
    };
    let newest = versions.last().map_or(&[][..], |version| &version.fields);
    let mut ordered: Vec<&Member> = members.iter().collect();
    ordered.sort_by_key(|member| {
        let place = newest.iter().position(|field| *field == member.placed.name);
        place.unwrap_or(newest.len())
    });
    let mut blocks: Vec<Block<'m>> = Vec::new();
    let mut behind: Vec<Option<usize>> = Vec::new();
    for member in ordered {
        let places = places(&member.placed.name);
        match blocks.last_mut().filter(|_| places == behind) {
            Some(block) => block.members.push(member),
            None => {
                let starts = versions.iter().zip(&places).map(|(version, place)| {
                    let before = version.fields.iter().take((*place)?).filter_map(type_of);
                    Some(quote!(0 #(+ <#before as dxc_runtime::Fixed>::SIZE)*))
                });
                let (members, starts) = (vec![member], starts.collect());
                blocks.push(Block { members, starts });
            }
        }
        behind = places.iter().map(|place| Some((*place)? + 1)).collect();
    }
    blocks
}

impl Block<'_> {
    /// Reads the fields into `record`, if its version has them.
    pub(super) fn read(&self, versions: usize) -> TokenStream {
        let placed: Vec<Placed> = self.members.iter().map(|one| one.placed.clone()).collect();
        let size = size(&placed);
        let decoded = self.members.iter().map(|member| {
            let name = &member.placed.name;
            let value = member.placed.converted("relative", quote!(block.field()?));
            quote!(record.#name = #value;)
        });
        let starts = self.starts.iter().enumerate();
        let starts = starts.filter_map(|(number, start)| {
            let start = start.as_ref()?;
            Some(quote!(#number => Some(const { #start }),))
        });
        let otherwise = match self.starts.get(versions.saturating_sub(1)) {
            Some(Some(newest)) if self.starts.iter().all(Option::is_some) => {
                quote!(Some(const { #newest }))
            }
            _ => quote!(None),
        };
        quote! {
            let start: Option<usize> = match layout {
                #(#starts)*
                _ => #otherwise,
            };
            if let Some(start) = start {
                let block = bytes.get(start..start + const { #size })?;
                let mut block = dxc_runtime::Decoder(block);
                #(#decoded)*
            }
        }
    }
}

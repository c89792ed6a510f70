//! Expands `#[derive(Part)]`: an enum of the contents of parts, by their FourCCs.

mod accessors;
mod dispatch;
mod parse;
mod part_type;
mod value;
mod view;

use proc_macro2::TokenStream;
use quote::quote;

use crate::attributes::Problems;
use parse::Parts;

pub(crate) fn expand(item: TokenStream) -> syn::Result<TokenStream> {
    let mut problems = Problems::default();
    let parts = Parts::parse(syn::parse2(item)?, &mut problems)?;
    let expanded = parts.map(|parts| {
        let (view, value) = (view::view(&parts), value::value(&parts));
        let accessors = accessors::accessors(&parts);
        let types = part_type::part_types(&parts);
        quote!(#view #value #accessors #types)
    });
    problems.or(expanded.unwrap_or_default())
}

//! `#[derive(Part)]`: an enum of the contents of parts, by their FourCCs.

mod accessors;
mod dispatch;
mod parse;
mod part_type;
mod value;
mod view;

use proc_macro2::TokenStream;

use crate::attributes::Problems;
use crate::item::ItemEnum;
use parse::Parts;

pub(crate) fn expand(item: TokenStream) -> syn::Result<TokenStream> {
    let mut item: ItemEnum = syn::parse2(item)?;
    let mut problems = Problems::default();
    let parts = Parts::parse(&mut item, &mut problems)?;
    let expanded = parts.map(|parts| {
        let (view, value) = (view::view(&parts), value::value(&parts));
        let accessors = accessors::accessors(&parts);
        let types = part_type::part_types(&parts);
        quote!(#view #value #accessors #types)
    });
    problems.or(expanded.unwrap_or_default())
}

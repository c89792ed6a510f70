//! `#[derive(Choice)]`: one of several contents, by a selector.

mod arm;
mod directory;
mod fields;
mod nested;
mod parse;
mod view;

use proc_macro2::TokenStream;

use crate::attributes::Problems;
use parse::Choice;

pub(crate) fn expand(item: TokenStream) -> syn::Result<TokenStream> {
    let mut problems = Problems::default();
    let choice = Choice::parse(syn::parse2(item)?, &mut problems)?;
    let (view, nested) = (view::view(&choice), nested::nested(&choice));
    let fields = fields::implementation(&choice);
    let directory = directory::implementation(&choice);
    problems.or(quote!(#view #nested #fields #directory))
}

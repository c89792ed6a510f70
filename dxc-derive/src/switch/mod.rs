//! Expands `#[derive(Switch)]`: types that a selector chooses. A struct has the same bytes for all of them, an enum
//! contains one of them.

mod arm;
mod directory;
mod fields;
mod nested;
mod parse;
mod union;
mod view;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput};

use crate::attributes::Problems;
use parse::Choice;

pub(crate) fn expand(item: TokenStream) -> syn::Result<TokenStream> {
    let item: DeriveInput = syn::parse2(item)?;
    match item.data {
        Data::Enum(_) => choice(item),
        _ => union::expand(item),
    }
}

fn choice(item: DeriveInput) -> syn::Result<TokenStream> {
    let mut problems = Problems::default();
    let choice = Choice::parse(item, &mut problems)?;
    let (view, nested) = (view::view(&choice), nested::nested(&choice));
    let fields = fields::implementation(&choice);
    let directory = directory::implementation(&choice);
    problems.or(quote!(#view #nested #fields #directory))
}

//! Names that an expansion makes for itself never meet those of a schema: whatever a field is called, a local of the
//! macros is another.

use proc_macro2::{Ident, Span};

/// Like `quote::quote!`, but locals belong to the macro.
macro_rules! quote {
    ($($tokens:tt)*) => { ::quote::quote_spanned!(::proc_macro2::Span::mixed_site()=> $($tokens)*) };
}

/// A local of the macro's own that belongs to a field.
pub(crate) fn local(what: &str, field: &Ident) -> Ident {
    Ident::new(&format!("{what}_{field}"), Span::mixed_site())
}

/// The name of the size of all fields in expressions.
pub(crate) fn size_of_self() -> Ident {
    Ident::new("size_of_self", Span::call_site())
}

/// The name of the selector in the arguments of an arm.
pub(crate) fn selector_of_self() -> Ident {
    Ident::new("selector_of_self", Span::call_site())
}

//! References to strings or runs of a table: generates the methods that resolve them, and those that visit them.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::earlier::deprecated;
use crate::layout::Placed;
use crate::table::is_integer;
use crate::target::Target;

impl Target {
    /// The shape in a layout table, where the module `shape` was imported.
    pub(crate) fn shape(&self) -> TokenStream {
        match self {
            Self::String {
                table,
                last,
                origin,
                ..
            } => {
                let (table, null) = (table.to_string(), origin.null());
                let from = match origin.before() {
                    Some(bytes) => quote!(Before(#bytes)),
                    None => quote!(Part),
                };
                quote! {
                    shape::Shape::Name {
                        table: Some(#table),
                        from: shape::NameOrigin::#from,
                        null: #null,
                        last: #last,
                    }
                }
            }
            Self::Run { table, len } => {
                let (table, len) = (table.to_string(), len.to_string());
                quote!(shape::Shape::Indices { table: #table, len: #len })
            }
        }
    }
}

/// Whether a type is a number that is not a reference.
fn is_number(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Array(array) => is_number(&array.elem),
        _ => is_integer(ty),
    }
}

/// Visits the reference of a field, or the references in its record; the visitor may replace them.
pub(crate) fn visit(field: &Placed) -> TokenStream {
    let Placed { name, target, .. } = field;
    let text = name.to_string();
    let (table, names) = match target {
        None if is_number(&field.ty) => return quote!(),
        None => {
            return quote!(dxc_runtime::row::refer_field(&mut self.#name, #text, place, visit););
        }
        Some(Target::String {
            table,
            last,
            origin,
            ..
        }) => {
            let has_null = origin.has_null();
            (table, quote!(String { last: #last, optional: #has_null }))
        }
        Some(Target::Run { table, len }) => (table, quote!(Run { len: self.#len.into() })),
    };
    let table = table.to_string();
    quote! {
        self.#name = visit(dxc_runtime::tables::Reference::new(
            place, #text, self.#name, #table, dxc_runtime::tables::Names::#names,
        ));
    }
}

/// The methods that resolve the references of a record; `getter` returns a field's number, or `None` if the record
/// lacks the field.
pub(crate) fn accessors<'f>(
    fields: impl IntoIterator<Item = &'f Placed>,
    getter: impl Fn(&Placed) -> TokenStream,
) -> TokenStream {
    let mut methods = TokenStream::new();
    for field in fields {
        let Some(target) = &field.target else {
            continue;
        };
        let (method, number) = (format_ident!("{}_in", field.name), getter(field));
        let (parameters, arguments, result) = match target {
            Target::String { .. } => (
                quote!(<'t>),
                quote!(impl dxc_runtime::Tables<'t>),
                quote!(&'t str),
            ),
            Target::Run { .. } => (
                quote!(<'t, __T: dxc_runtime::Tables<'t>>),
                quote!(__T),
                quote!(__T::Numbers),
            ),
        };
        methods.extend(field.shown.was.iter().map(|was| {
            let (deprecated, was) = (deprecated(&method), format_ident!("{was}_in"));
            quote! {
                #deprecated
                pub fn #was #parameters(&self, part: #arguments) -> Option<#result> {
                    self.#method(part)
                }
            }
        }));
        methods.extend(match target {
            Target::String { table, .. } => {
                let doc = format!(
                    "The string that `{}` names in `{table}` of the part that holds the record.",
                    field.name
                );
                let table = table.to_string();
                quote! {
                    #[doc = #doc]
                    ///
                    /// `None` if it names none, or one that is not UTF-8.
                    pub fn #method #parameters(&self, part: #arguments) -> Option<#result> {
                        part.strings(#table)?.get(#number)
                    }
                }
            }
            Target::Run { table, len } => {
                let doc = format!(
                    "The `{len}` numbers that `{}` names in `{table}` of the part that holds the record.",
                    field.name
                );
                let table = table.to_string();
                quote! {
                    #[doc = #doc]
                    ///
                    /// `None` if they are not within the table.
                    pub fn #method #parameters(&self, part: #arguments) -> Option<#result> {
                        dxc_runtime::tables::Numbers::range(part.numbers(#table)?, #number, self.#len.into())
                    }
                }
            }
        });
    }
    methods
}

//! Earlier names: deprecated methods, and earlier keys in documents.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Ident, LitInt, LitStr, Path, Token, Type};

/// `"Key"`, or `"Key" = 24` with the first LLVM whose documents have the next key.
#[derive(Clone)]
pub(crate) struct EarlierKey {
    key: LitStr,
    until: Option<LitInt>,
}

impl Parse for EarlierKey {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let key = input.parse()?;
        let until = match input.parse::<Option<Token![=]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        Ok(Self { key, until })
    }
}

impl EarlierKey {
    /// The constant; `shape` is the path of the module.
    pub(crate) fn constant(&self, shape: &TokenStream) -> TokenStream {
        let key = &self.key;
        match &self.until {
            Some(until) => quote!(#shape EarlierKey::until(#key, #until)),
            None => quote!(#shape EarlierKey::new(#key)),
        }
    }
}

/// The `#[deprecated]` attribute of a method whose name is now `now`.
pub(crate) fn deprecated(now: &Ident) -> TokenStream {
    let note = format!("renamed to `{now}`");
    let doc = format!("The earlier name of [`Self::{now}`].");
    quote!(#[deprecated(note = #note)] #[doc = #doc])
}

/// The methods that get and set a public field by its earlier names.
pub(crate) fn field_methods(
    name: &Ident,
    ty: &Type,
    was: &[Ident],
    is_copied: bool,
) -> TokenStream {
    let getters = if is_copied {
        field_getters(name, ty, was)
    } else {
        getters(name, &quote!(&#ty), &quote!(&self.#name), was)
    };
    let setters = was.iter().map(|old| {
        let (note, setter) = (format!("renamed to `{name}`"), format_ident!("set_{old}"));
        let doc = format!("Sets `{name}`, by its earlier name.");
        quote! {
            #[deprecated(note = #note)]
            #[doc = #doc]
            pub fn #setter(&mut self, value: #ty) {
                self.#name = value;
            }
        }
    });
    quote!(#getters #(#setters)*)
}

/// The methods that return a small public field by its earlier names.
pub(crate) fn field_getters(name: &Ident, ty: &impl ToTokens, was: &[Ident]) -> TokenStream {
    getters(name, ty, &quote!(self.#name), was)
}

fn getters(name: &Ident, ty: &impl ToTokens, value: &TokenStream, was: &[Ident]) -> TokenStream {
    let getters = was.iter().map(|old| {
        let note = format!("renamed to `{name}`");
        let doc = format!("The field `{name}`, by its earlier name.");
        quote! {
            #[deprecated(note = #note)]
            #[doc = #doc]
            pub fn #old(&self) -> #ty {
                #value
            }
        }
    });
    getters.collect()
}

/// The earlier names of a method that reads a field, with its receiver, argument and result; and those of the method that sets
/// it, with the types of its argument and result.
pub(crate) fn method_aliases(
    name: &Ident,
    was: &[Ident],
    (receiver, argument, result): (TokenStream, Option<(Ident, &Path)>, TokenStream),
    set: Option<(&Type, &TokenStream)>,
) -> TokenStream {
    let argument_name = argument.iter().map(|(name, _)| name);
    let argument_name = quote!(#(#argument_name)*);
    let argument = argument.map(|(name, ty)| quote!(#name: #ty));
    let aliases = was.iter().map(|old| {
        let deprecated = deprecated(name);
        let setter = set.map(|(ty, result)| {
            let (now, old) = (format_ident!("set_{name}"), format_ident!("set_{old}"));
            let deprecated = self::deprecated(&now);
            quote! {
                #deprecated
                #[allow(clippy::missing_errors_doc)]
                pub fn #old(&mut self, value: #ty) #result {
                    self.#now(value)
                }
            }
        });
        quote! {
            #deprecated
            pub fn #old(#receiver, #argument) -> #result {
                self.#name(#argument_name)
            }

            #setter
        }
    });
    aliases.collect()
}

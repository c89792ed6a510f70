//! Generates the methods of a container that read its parts, named after their FourCCs.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Ident, LitByteStr, LitStr};

use super::parse::Parts;

/// The methods, of the container itself or of a trait that it implements.
pub(super) fn accessors(parts: &Parts) -> TokenStream {
    let Some(name) = &parts.accessors else {
        return TokenStream::new();
    };
    let is_own = name == "Container";
    let (docs, methods): (Vec<_>, Vec<_>) = methods(parts, is_own).into_iter().unzip();
    if is_own {
        return quote! {
            /// The typed parts, by their FourCCs.
            impl<'a> dxc_runtime::Container<'a> {
                #(#docs pub #methods)*
            }
        };
    }
    let visibility = &parts.visibility;
    quote! {
        /// The typed parts of a container, by their FourCCs.
        #visibility trait #name<'a> {
            /// The container.
            fn container(&self) -> &dxc_runtime::Container<'a>;

            #(#docs #methods)*
        }

        impl<'a> #name<'a> for dxc_runtime::Container<'a> {
            fn container(&self) -> &dxc_runtime::Container<'a> {
                self
            }
        }
    }
}

/// The methods with their docs: first those for FourCCs with one type, then those for FourCCs whose data selects the
/// type.
fn methods(parts: &Parts, is_own: bool) -> Vec<(TokenStream, TokenStream)> {
    let container = if is_own {
        quote!(self)
    } else {
        quote!(self.container())
    };
    let view = &parts.view;
    let is_shared = |code: &LitStr| parts.variants.iter().any(|variant| variant.has_magic(code));
    let (mut own, mut shared, mut seen) = (Vec::new(), Vec::new(), Vec::new());
    for variant in &parts.variants {
        let (ty, viewed) = (&variant.ty, &variant.view);
        for code in variant.groups.iter().flat_map(|group| &group.codes) {
            let bytes = LitByteStr::new(code.value().as_bytes(), code.span());
            let bytes = quote!(dxc_runtime::FourCC(*#bytes));
            let accessor = |view, read| {
                let find = quote!(#container.find_as(#bytes, |bytes| #read(#bytes, bytes)));
                accessor(code, &quote!(#view<'a>), &find)
            };
            if !is_shared(code) {
                own.push(accessor(
                    viewed,
                    quote!(dxc_runtime::part_type::view_part::<#ty>),
                ));
            } else if !seen.contains(&code.value()) {
                // Only reading such a part determines its type.
                shared.push(accessor(view, quote!(#view::parse)));
                seen.push(code.value());
            }
        }
    }
    own.extend(shared);
    own
}

/// The method that finds the first part with a FourCC, and its docs.
fn accessor(code: &LitStr, ty: &TokenStream, find: &TokenStream) -> (TokenStream, TokenStream) {
    let method = method(code);
    let doc = format!("The first part `{}`, if there is one.", code.value());
    let docs = quote! {
        #[doc = #doc]
        ///
        /// # Errors
        /// If the part's data is malformed.
    };
    let method = quote! {
        fn #method(&self) -> dxc_runtime::Result<Option<#ty>> {
            #find
        }
    };
    (docs, method)
}

/// The methods of a container whose names could be FourCCs.
const CONTAINER: [&str; 3] = ["file", "find", "part"];

/// The name of a FourCC's method.
fn method(code: &LitStr) -> Ident {
    let name = code
        .value()
        .to_lowercase()
        .replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
    let is_taken = CONTAINER.contains(&name.as_str());
    match syn::parse_str::<Ident>(&name) {
        Ok(_) if !is_taken => format_ident!("{name}", span = code.span()),
        // The FourCC begins with a digit, or is a keyword of Rust or a method of the container itself.
        _ => format_ident!("part_{name}", span = code.span()),
    }
}

//! Expands `#[bits]`: an integer with bit fields.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::Parser;
use syn::{DeriveInput, Field, Ident, LitInt, Type};

use crate::attributes::{self, Problems, doc, wrong};
use crate::earlier::method_aliases;
use crate::item::fields_of;
use crate::serde::implementations;
use crate::shown::DocumentForm;
use crate::table::repr;

/// The words of the attribute on a field.
#[derive(Default)]
struct FieldWords {
    reserved: bool,
    shown: DocumentForm,
}

words!(FieldWords { reserved: flag } else shown);

/// A field of the integer.
struct BitField {
    name: Ident,
    field: Field,
    words: FieldWords,
    /// The number of its lowest bit.
    at: u32,
    width: u32,
}

impl BitField {
    /// Its row in the table of fields.
    fn entry(&self) -> TokenStream {
        let Self {
            name,
            field,
            words,
            at,
            width,
        } = self;
        let (text, ty, reserved) = (name.to_string(), &field.ty, words.reserved);
        let shown = words.shown.runtime_constant(&text);
        quote! {
            dxc_runtime::shape::BitField::new(
                #text, #at, #width, <#ty as dxc_runtime::newtype::BitValue>::SHAPE, #reserved, #shown,
            )
        }
    }

    /// The methods that get and set it.
    fn accessor(&self, repr: &Type) -> TokenStream {
        let Self {
            name,
            field,
            at,
            width,
            words,
        } = self;
        let (docs, visibility, ty) = (&field.attrs, &field.vis, &field.ty);
        let (text, setter) = (name.to_string(), format_ident!("set_{name}"));
        let aliases = method_aliases(
            name,
            &words.shown.was,
            (quote!(self), None, quote!(#ty)),
            Some((ty, &quote!(-> dxc_runtime::Result<()>))),
        );
        let setter_doc = format!("Sets {}", lower_first(&doc(docs)));
        quote! {
            #(#docs)*
            #[inline]
            #visibility fn #name(self) -> #ty {
                dxc_runtime::newtype::get(u64::from(self.0), #at, #width)
            }

            #[doc = #setter_doc]
            ///
            /// # Errors
            /// If the value has more bits than the field.
            #visibility fn #setter(&mut self, value: #ty) -> dxc_runtime::Result<()> {
                let whole = dxc_runtime::newtype::set(u64::from(self.0), #at, #width, value)
                    .map_err(|error| error.within(#text))?;
                // The value of the field fits into the integer, so the cast is lossless.
                self.0 = whole as #repr;
                Ok(())
            }

            #aliases
        }
    }
}

pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let repr = repr.parse2(attribute)?;
    let DeriveInput {
        attrs,
        vis,
        ident,
        data,
        ..
    } = syn::parse2(item)?;
    let mut problems = Problems::default();
    let mut at = 0u32;
    let mut declared = Vec::new();
    for mut field in fields_of(&ident, data)? {
        let Some(name) = field.ident.clone() else {
            return wrong(ident.span(), "fields of `bits` have names");
        };
        // If a width is missing, the sum of the others has no meaning.
        let width = width(&mut field)?;
        let words = problems.note(attributes::take(&mut field.attrs));
        let mut words: FieldWords = words.unwrap_or_default();
        words.shown.doc = doc(&field.attrs);
        declared.push(BitField {
            name,
            field,
            words,
            at,
            width,
        });
        at += width;
    }
    let visible = || declared.iter().filter(|field| !field.words.reserved);
    let shown = visible().map(|BitField { name, .. }| {
        let text = name.to_string();
        quote!(.field(#text, &Self::#name(*self)))
    });
    let accessors = visible().map(|field| field.accessor(&repr));
    let entries = declared.iter().map(BitField::entry);
    let text = ident.to_string();
    let serde = implementations(&ident, "fixed", None);
    problems.or(quote! {
        #(#attrs)*
        #[derive(Clone, Copy, Default, PartialEq, PartialOrd, Ord, Hash)]
        #vis struct #ident(pub #repr);

        #[allow(clippy::cast_possible_truncation)]
        impl #ident {
            /// The fields, least significant first.
            pub const TABLE: dxc_runtime::shape::BitsTable =
                dxc_runtime::shape::BitsTable::new(#text, &[#(#entries),*]);

            #(#accessors)*
        }

        impl core::fmt::Debug for #ident {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(#text)#(#shown)*.finish()
            }
        }

        dxc_runtime::__newtype_impls!(#ident, #repr, dxc_runtime::shape::Shape::Bits(&Self::TABLE));
        #serde
    })
}

/// Removes the attribute `#[bits(N)]` of a field, and returns the width.
fn width(field: &mut syn::Field) -> syn::Result<u32> {
    let index = field
        .attrs
        .iter()
        .position(|attribute| attribute.path().is_ident("bits"));
    let Some(index) = index else {
        return Err(syn::Error::new_spanned(
            &field.ident,
            "expected `#[bits(N)]` on the field",
        ));
    };
    let literal: LitInt = field.attrs.remove(index).parse_args()?;
    literal.base10_parse()
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(letters).collect()
    })
}

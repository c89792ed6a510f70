//! Generates the view of a part, which is read by its FourCC.

use proc_macro2::TokenStream;
use quote::quote;

use super::dispatch::{arguments_of, arms, is_magic};
use super::parse::{Magic, Parts, Variant};

/// The enum of views, its reader, and the conversion to owned values.
pub(super) fn view(parts: &Parts) -> TokenStream {
    let Parts {
        name,
        visibility,
        view,
        opaque,
        ..
    } = parts;
    let variants = parts.variants.iter().map(|variant| {
        let Variant {
            name, docs, view, ..
        } = variant;
        quote!(#(#docs)* #name(#view<'a>),)
    });
    let test = |magic: &Magic, _: &Variant| is_magic(magic);
    // One call for each type, even if several FourCCs pass different arguments to it: the reader can be inlined.
    let walks = arms(parts, test, |variant| {
        let (Variant { name, ty, .. }, arguments) = (variant, arguments_of(variant));
        quote!({
            #arguments
            dxc_runtime::part_type::walk_part::<#ty, _, _>(fourcc, bytes, args, sink, #view::#name)
        })
    });
    let values = parts.variants.iter().map(|variant| {
        let variant = &variant.name;
        // The value may contain it in a box.
        quote!(#view::#variant(view) => #name::#variant(view.to_value().into()),)
    });
    let view_doc = format!("A view of [`{name}`], which borrows the bytes.");
    quote! {
        #[doc = #view_doc]
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        #visibility enum #view<'a> {
            #(#variants)*
            /// Any other part, as its bytes.
            #opaque(&'a [u8]),
        }

        impl<'a> #view<'a> {
            /// Reads a part's data by its FourCC.
            ///
            /// # Errors
            /// Names the part, the field, its offset and the expected value.
            #[inline]
            pub fn parse(fourcc: dxc_runtime::FourCC, bytes: &'a [u8]) -> dxc_runtime::Result<Self> {
                Self::read(fourcc, bytes, dxc_runtime::walk::borrowed(&mut ()))
            }

            /// Reads a part's data by its FourCC, and passes every field to `sink`.
            ///
            /// # Errors
            /// Names the part, the field, its offset and the expected value.
            pub fn walk(
                fourcc: dxc_runtime::FourCC,
                bytes: &'a [u8],
                sink: &mut dyn dxc_runtime::walk::Sink,
            ) -> dxc_runtime::Result<Self> {
                Self::read(fourcc, bytes, sink)
            }

            #[inline]
            fn read<__S: dxc_runtime::walk::Sink + ?core::marker::Sized>(
                fourcc: dxc_runtime::FourCC,
                bytes: &'a [u8],
                sink: &mut __S,
            ) -> dxc_runtime::Result<Self> {
                match fourcc.to_u32() {
                    #walks
                    _ => {
                        dxc_runtime::walk::opaque(bytes, sink);
                        Ok(#view::#opaque(bytes))
                    }
                }
            }

            /// The owned form.
            pub fn to_value(&self) -> #name {
                match self {
                    #(#values)*
                    #view::#opaque(bytes) => #name::#opaque(bytes.to_vec()),
                }
            }

            /// Whether the part has a type of its own, and is not only its bytes.
            pub fn is_typed(&self) -> bool {
                !matches!(self, Self::#opaque(_))
            }
        }

    }
}

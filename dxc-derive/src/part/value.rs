//! Generates the owned form of a part, which is read, written, and converted from the content of a part.

use proc_macro2::TokenStream;
use quote::quote;

use super::parse::{Parts, Variant};

/// The methods of the value, and its conversions from contents.
pub(super) fn value(parts: &Parts) -> TokenStream {
    let Parts {
        name, view, opaque, ..
    } = parts;
    let writing = writing(parts);
    let forgets = of_each(
        parts,
        |ty| quote!(<#ty as dxc_runtime::Sequence>::forget_layout(part)),
    );
    let are_of = of_each(
        parts,
        |ty| quote!(<#ty as dxc_runtime::PartType>::args(fourcc).is_some()),
    );
    let froms = parts.variants.iter().map(
        |Variant {
             name: variant,
             ty,
             record,
             ..
         }| {
            let of_record = record.as_ref().map(|record| {
                quote! {
                    impl From<#record> for #name {
                        fn from(record: #record) -> Self {
                            #ty::from(record).into()
                        }
                    }
                }
            });
            quote! {
                impl From<#ty> for #name {
                    fn from(part: #ty) -> Self {
                        Self::#variant(part.into())
                    }
                }

                #of_record
            }
        },
    );
    let unknown = of_each(parts, |_| quote!(part.unknown()));
    quote! {
        dxc_runtime::__binrw_part!(#name);

        impl dxc_runtime::Unknown for #name {
            /// Parts that are kept as bytes report no unrecognized bytes.
            fn unknown(&self) -> Option<dxc_runtime::newtype::String> {
                use dxc_runtime::Unknown as _;
                match self {
                    #(#unknown,)*
                    #name::#opaque(_) => None,
                }
            }
        }

        impl #name {
            /// Reads a part's data by its FourCC.
            ///
            /// # Errors
            /// Names the part, the field, its offset and the expected value.
            pub fn parse(fourcc: dxc_runtime::FourCC, bytes: &[u8]) -> dxc_runtime::Result<Self> {
                Ok(#view::parse(fourcc, bytes)?.to_value())
            }

            /// Forgets the layout that it was read from: it is written as a new one would be.
            pub fn forget_layout(&mut self) {
                match self {
                    #(#forgets,)*
                    #name::#opaque(_) => {}
                }
            }

            #writing

            /// Whether a part with this FourCC may hold the value.
            pub fn goes_with(&self, fourcc: dxc_runtime::FourCC) -> bool {
                match self {
                    #(#are_of,)*
                    #name::#opaque(_) => true,
                }
            }
        }

        #(#froms)*
    }
}

/// The match arms for the types; each arm binds its content as `part`.
fn of_each<'p>(
    parts: &'p Parts,
    call: impl Fn(&syn::Type) -> TokenStream + 'p,
) -> impl Iterator<Item = TokenStream> + 'p {
    let name = &parts.name;
    parts.variants.iter().map(
        move |Variant {
                  name: variant, ty, ..
              }| {
            let call = call(ty);
            quote!(#name::#variant(part) => #call)
        },
    )
}

/// The methods that write a value.
fn writing(parts: &Parts) -> TokenStream {
    let Parts { name, opaque, .. } = parts;
    let writes = of_each(
        parts,
        |ty| quote!(dxc_runtime::part_type::append_part::<#ty>(part, out, fourcc)),
    );
    quote! {
        /// The data of a part with this FourCC.
        ///
        /// # Errors
        /// If the FourCC is not one of the type's, or a field has a value that cannot be written.
        pub fn to_bytes(&self, fourcc: dxc_runtime::FourCC) -> dxc_runtime::Result<dxc_runtime::newtype::Vec<u8>> {
            let mut out = dxc_runtime::newtype::Vec::new();
            self.append_to(&mut out, fourcc)?;
            Ok(out)
        }

        /// Appends the data of a part with this FourCC.
        ///
        /// # Errors
        /// Like [`to_bytes`](Self::to_bytes); the appended bytes then have no meaning.
        pub fn append_to(
            &self,
            out: &mut dxc_runtime::newtype::Vec<u8>,
            fourcc: dxc_runtime::FourCC,
        ) -> dxc_runtime::Result<()> {
            match self {
                #(#writes,)*
                #name::#opaque(bytes) => {
                    out.extend_from_slice(bytes);
                    Ok(())
                }
            }
        }

    }
}

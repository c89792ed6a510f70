//! Generates a record of one version: its size is constant.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::check::{Location, checks};
use crate::code::Code;
use crate::layout::{Placed, default, entries, fields};
use crate::reference::accessors;
use crate::serde::implementations;

/// The required FourCC of a field.
#[derive(Default)]
struct Magic(Option<Code>);

words!(Magic { 0 = "is": value });

pub(super) fn expand(item: DeriveInput) -> syn::Result<TokenStream> {
    let name = &item.ident;
    let fields = fields(name, item.data)?;
    let (mut fields, magics): (Vec<Placed>, Vec<Magic>) = fields.into_iter().unzip();
    for (field, Magic(magic)) in fields.iter_mut().zip(&magics) {
        field.default = field.default.take().or_else(|| magic.clone());
    }
    let (text, entries) = (name.to_string(), entries(&fields));
    let default = default(name, &item.generics, fields.iter().map(Placed::new_value));
    let check_magic = check_magic(&fields, &magics);
    let accessors = accessors(&fields, |Placed { name, .. }| quote!(self.#name));
    let checks = fields.iter().enumerate().map(|(index, field)| {
        let location = Location {
            offset: quote!(Some(const { Self::LAYOUT.fields[#index].at })),
            is_present: quote!(true),
        };
        checks(field, &quote!((): ()), location)
    });
    let earlier = fields.iter().map(Placed::earlier);
    let serde = implementations(name, "fixed", None);
    let decoded = fields.iter().map(|field| {
        let name = &field.name;
        let value = field.converted("relative", quote!(bytes.field()?));
        quote!(#name: #value)
    });
    let encoded = fields.iter().map(Placed::encoded);
    Ok(quote! {
        impl #name {
            /// The layout: the offset and type of each field.
            pub const LAYOUT: dxc_runtime::shape::Layout =
                dxc_runtime::shape::Layout::new(#text, {
                    // By its module: a type of the schema may be called like one of it.
                    use dxc_runtime::shape;
                    const { &shape::Field::placed([#(#entries),*]) }
                });

            #(#checks)*

            #accessors

            #(#earlier)*
        }

        impl dxc_runtime::Fixed for #name {
            const SIZE: usize = Self::LAYOUT.size;
            const SHAPE: dxc_runtime::shape::Shape = dxc_runtime::shape::Shape::Record(&Self::LAYOUT);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode(bytes: &[u8]) -> Option<Self> {
                let mut bytes = dxc_runtime::Decoder(bytes.get(..Self::SIZE)?);
                Some(Self { #(#decoded,)* })
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encode(&self, out: &mut [u8]) -> Option<()> {
                let mut out = dxc_runtime::Encoder(out.get_mut(..Self::SIZE)?);
                #(out.field(&#encoded)?;)*
                Some(())
            }

            #check_magic
        }

        #default
        dxc_runtime::__binrw_fixed!(#name);
        #serde
    })
}

/// Refuses a value with a wrong magic number; `magics` contains the required number of each field.
fn check_magic(fields: &[Placed], magics: &[Magic]) -> Option<TokenStream> {
    let checks = fields.iter().zip(magics).enumerate();
    let checks: Vec<_> = checks
        .filter_map(|(index, (Placed { name, .. }, Magic(magic)))| {
            let magic = magic.as_ref()?;
            Some(quote!(self.#name.must_be(#magic, &Self::LAYOUT, #index)?;))
        })
        .collect();
    (!checks.is_empty()).then(|| {
        quote! {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn check_magic(&self) -> dxc_runtime::Result<(), dxc_runtime::WrongMagic> {
                #(#checks)*
                Ok(())
            }
        }
    })
}

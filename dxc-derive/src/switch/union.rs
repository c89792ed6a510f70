//! Generates a choice of types for the same bytes.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::{DeriveInput, Ident, LitStr, Path, Token, Type};

use crate::attributes::{self, Problems, wrong};
use crate::camel_case::camel_case;
use crate::earlier::method_aliases;
use crate::item::fields_of;
use crate::shown::DocumentForm;

#[derive(Default)]
struct UnionWords {
    by: Option<Path>,
    selector: Option<LitStr>,
    arms: Vec<Arm>,
}

struct Arm {
    name: Ident,
    ty: Type,
    words: ArmWords,
}

impl Parse for Arm {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        input.parse::<Token![:]>()?;
        let ty = input.parse()?;
        let mut words = ArmWords::default();
        attributes::rest(&mut words, input)?;
        Ok(Self { name, ty, words })
    }
}

#[derive(Default)]
struct ArmWords {
    when: Vec<Ident>,
    doc: Option<LitStr>,
    shown: DocumentForm,
}

words!(ArmWords { when: list, doc: value } else shown);

words!(UnionWords { by: value, selector: value, arms = "arm": each });

impl Arm {
    /// The methods that get and set the content of the arm.
    fn accessor(&self, by: &Path) -> TokenStream {
        let (arm, ty, ArmWords { when, doc, shown }) = (&self.name, &self.ty, &self.words);
        let selector = (format_ident!("selector"), by);
        let aliases = method_aliases(
            arm,
            &shown.was,
            (quote!(&self), Some(selector), quote!(Option<#ty>)),
            Some((ty, &quote!())),
        );
        let setter = format_ident!("set_{arm}");
        let doc = doc.as_ref().map(LitStr::value).unwrap_or_default();
        let setter_doc = format!("Sets what [`Self::{arm}`] reads; the bytes after it become 0.");
        quote! {
            #[doc = #doc]
            ///
            /// `None` if the selector chooses another arm.
            pub fn #arm(&self, selector: #by) -> Option<#ty> {
                matches!(selector, #(#by::#when)|*)
                    .then(|| dxc_runtime::Fixed::decode(&self.0))
                    .flatten()
            }

            #[doc = #setter_doc]
            pub fn #setter(&mut self, value: #ty) {
                self.0 = Default::default();
                dxc_runtime::Fixed::encode(&value, &mut self.0);
            }

            #aliases
        }
    }

    /// Its row in the table of arms.
    fn entry(&self, by: &Path) -> TokenStream {
        let (ty, ArmWords { when, shown, .. }) = (&self.ty, &self.words);
        let text = self.name.to_string();
        let shown = shown.runtime_constant(&text);
        quote! {
            dxc_runtime::shape::UnionArm::new(
                #text,
                &[#(#by::#when.0 as u64),*],
                <#ty as dxc_runtime::Fixed>::SHAPE,
                <#ty as dxc_runtime::Fixed>::SIZE,
                #shown,
            )
        }
    }
}

pub(super) fn expand(mut item: DeriveInput) -> syn::Result<TokenStream> {
    let words: UnionWords = attributes::take(&mut item.attrs)?;
    let name = &item.ident;
    let mut fields = fields_of(name, item.data)?.into_iter();
    let Some(bytes) = fields.next().filter(|field| field.ident.is_none()) else {
        return wrong(
            name.span(),
            "a union is declared as `struct Name(pub [u8; SIZE]);`",
        );
    };
    let bytes = &bytes.ty;
    let (Some(by), Some(selector)) = (words.by, words.selector) else {
        return wrong(
            name.span(),
            "expected `#[dxc(by = Enum, selector = \"field\")]`",
        );
    };
    let mut problems = Problems::default();
    for arm in words.arms.iter().filter(|arm| arm.words.when.is_empty()) {
        let expected = "expected `when(..)`: the selectors of the arm";
        problems.add(&arm.name, expected);
    }
    let accessors = words.arms.iter().map(|arm| arm.accessor(&by));
    let entries = words.arms.iter().map(|arm| arm.entry(&by));
    let (text, key) = (name.to_string(), camel_case(&selector.value()));
    problems.or(quote! {
        impl #name {
            /// The arms, and the selectors that choose them.
            pub const TABLE: dxc_runtime::shape::UnionTable =
                dxc_runtime::shape::UnionTable::new(#text, &#by::TABLE, #selector, #key, &[#(#entries),*]);

            #(#accessors)*
        }

        impl dxc_runtime::Fixed for #name {
            const SIZE: usize = <#bytes as dxc_runtime::Fixed>::SIZE;
            const SHAPE: dxc_runtime::shape::Shape = dxc_runtime::shape::Shape::Union(&Self::TABLE);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode(bytes: &[u8]) -> Option<Self> {
                dxc_runtime::Fixed::decode(bytes).map(Self)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encode(&self, out: &mut [u8]) -> Option<()> {
                self.0.encode(out)
            }
        }

        dxc_runtime::__binrw_union!(#name);
    })
}

//! `Serialize` and `Deserialize` in the shape of documents, where there are documents.

use proc_macro2::TokenStream;
use syn::Ident;

/// The implementations by the functions of documents for this kind of value: `part`, `fixed` or `by_size`.
pub(crate) fn implementations(name: &Ident, kind: &str) -> TokenStream {
    let (serialize, deserialize) = (
        format_ident!("serialize_{kind}"),
        format_ident!("deserialize_{kind}"),
    );
    let (docs_out, docs_in) = match kind {
        "part" => (
            "With the keys of documents; if the layout is not the usual one, it is below `Layout`.",
            "With the keys of documents; a missing key has the value of a new part.",
        ),
        _ => (
            "With the keys of documents.",
            "With the keys of documents; a missing key has the value of a new record.",
        ),
    };
    quote! {
        dxc_runtime::__document! {
            #[doc = #docs_out]
            impl dxc_runtime::document::serde::Serialize for #name {
                fn serialize<S: dxc_runtime::document::serde::Serializer>(
                    &self,
                    serializer: S,
                ) -> Result<S::Ok, S::Error> {
                    dxc_runtime::document::#serialize(self, serializer)
                }
            }

            #[doc = #docs_in]
            impl<'de> dxc_runtime::document::serde::Deserialize<'de> for #name {
                fn deserialize<D: dxc_runtime::document::serde::Deserializer<'de>>(
                    deserializer: D,
                ) -> Result<Self, D::Error> {
                    dxc_runtime::document::#deserialize(deserializer)
                }
            }
        }
    }
}

//! `Serialize` and `Deserialize` with the keys of YAML, where the runtime has serde.

use proc_macro2::TokenStream;
use syn::Ident;

/// The implementations by the functions of the runtime for this kind of value: `part`, `fixed` or `by_size`.
pub(crate) fn implementations(name: &Ident, kind: &str) -> TokenStream {
    let (serialize, deserialize) = (
        format_ident!("serialize_{kind}"),
        format_ident!("deserialize_{kind}"),
    );
    let (docs_out, docs_in) = match kind {
        "part" => (
            "With the keys of YAML; if the layout is not the canonical one, it is below `Layout`.",
            "With the keys of YAML; a missing key has the value of a new part.",
        ),
        _ => (
            "With the keys of YAML.",
            "With the keys of YAML; a missing key has the value of a new record.",
        ),
    };
    quote! {
        dxc_runtime::__serde! {
            #[doc = #docs_out]
            impl dxc_runtime::serde_value::Serialize for #name {
                fn serialize<S: dxc_runtime::serde_value::Serializer>(
                    &self,
                    serializer: S,
                ) -> Result<S::Ok, S::Error> {
                    dxc_runtime::serde_value::#serialize(self, serializer)
                }
            }

            #[doc = #docs_in]
            impl<'de> dxc_runtime::serde_value::Deserialize<'de> for #name {
                fn deserialize<D: dxc_runtime::serde_value::Deserializer<'de>>(
                    deserializer: D,
                ) -> Result<Self, D::Error> {
                    dxc_runtime::serde_value::#deserialize(deserializer)
                }
            }
        }
    }
}

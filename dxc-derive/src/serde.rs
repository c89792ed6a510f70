//! Generates `Serialize` and `Deserialize` with the keys of YAML, if the runtime has serde.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

/// The implementations, which call functions of the runtime for this kind of value: `fixed` or `by_size`, or `part` or
/// `by_value` with its arguments.
pub(crate) fn implementations(name: &Ident, kind: &str, args: Option<TokenStream>) -> TokenStream {
    let args = args.map(|args| quote!(#args,));
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
            "With the keys of YAML; a reference to a table of a part is the number that is stored.",
            "With the keys of YAML; a missing key has the value of a new record.",
        ),
    };
    quote! {
        dxc_runtime::__serde! {
            #[doc = #docs_out]
            impl dxc_runtime::serde_value::Serialize for #name {
                fn serialize<__S: dxc_runtime::serde_value::Serializer>(
                    &self,
                    serializer: __S,
                ) -> Result<__S::Ok, __S::Error> {
                    dxc_runtime::serde_value::#serialize(self, #args serializer)
                }
            }

            #[doc = #docs_in]
            impl<'de> dxc_runtime::serde_value::Deserialize<'de> for #name {
                fn deserialize<__D: dxc_runtime::serde_value::Deserializer<'de>>(
                    deserializer: __D,
                ) -> Result<Self, __D::Error> {
                    dxc_runtime::serde_value::#deserialize(#args deserializer)
                }
            }
        }
    }
}

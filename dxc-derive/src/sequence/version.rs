//! Generates the conversion of a sequence to another version.

use proc_macro2::TokenStream;
use quote::quote;

use super::field_kind::FieldKind;
use super::parse::Sequence;
use super::visit::is_table;
use crate::attributes::Parameters;

/// The items of `Sequence` that convert a value.
pub(super) fn conversion(sequence: &Sequence) -> Option<TokenStream> {
    let follows = sequence.words.follows.as_ref()?;
    let member = sequence
        .members
        .iter()
        .find(|member| member.name == *follows)?;
    let FieldKind::Sized(record) = &member.kind else {
        return None;
    };
    let has_tables = sequence.members.iter().any(is_table);
    let references =
        has_tables.then(|| quote!(let references = dxc_runtime::tables::references(self, args);));
    let resolve =
        has_tables.then(|| quote!(dxc_runtime::tables::resolve(value, &references, lost)));
    Some(quote! {
        const VERSIONS: &'static [&'static dxc_runtime::shape::Layout] = <#record as dxc_runtime::BySize>::LAYOUTS;

        fn convert(
            &mut self,
            version: u32,
            args: Self::Args,
        ) -> dxc_runtime::newtype::Vec<dxc_runtime::Lost> {
            #references
            dxc_runtime::moving::set_version(self, version, args, |value, lost| { #resolve }).into_vec()
        }
    })
}

/// The method that converts a value.
pub(super) fn implementation(sequence: &Sequence) -> TokenStream {
    let Some(follows) = &sequence.words.follows else {
        return TokenStream::new();
    };
    let name = &sequence.name;
    let Parameters { names, types } = &sequence.words.takes;
    let doc = format!(
        "Moves the value to a version: `{follows}` to that one, other records to the newest that is not newer."
    );
    quote! {
        impl #name {
            #[doc = #doc]
            ///
            /// Fields, records and tables that the version lacks are lost, and the report lists them. So are all
            /// [unrecognized bytes](dxc_runtime::unknown), if a record moves to an older version, or has bytes of an
            /// unrecognized version: an older version has no bytes of a newer one. New fields are 0. Names that are no
            /// longer needed stay in their tables until these are laid out again.
            ///
            /// A value that could be written before can be written then.
            pub fn set_version(
                &mut self,
                version: u32,
                #(#names: #types),*
            ) -> dxc_runtime::newtype::Vec<dxc_runtime::Lost> {
                dxc_runtime::Sequence::convert(self, version, (#(#names,)*))
            }
        }
    }
}

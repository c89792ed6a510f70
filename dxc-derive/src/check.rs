//! Generates the methods that refuse a record without a reference to a string.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::layout::Placed;
use crate::target::Target;

/// The offset of a field in the bytes of a record, and whether a record contains the field.
pub(crate) struct Location {
    /// An expression over `bytes`: an `Option` of its offset.
    pub(crate) offset: TokenStream,
    /// An expression over `self`: whether the record contains the field.
    pub(crate) is_present: TokenStream,
}

/// The checks of a field, if it has any; `context` is the parameter for the arguments of the record.
pub(crate) fn checks(
    field: &Placed,
    context: &TokenStream,
    location: Location,
) -> Option<TokenStream> {
    let Some(Target::String {
        check: true,
        origin,
        ..
    }) = &field.target
    else {
        return None;
    };
    let Location { offset, is_present } = location;
    let (name, base, null) = (&field.name, origin.base(), origin.null());
    let (of_bytes, of_value) = (
        format_ident!("check_{name}"),
        format_ident!("check_own_{name}"),
    );
    Some(quote! {
        /// Refuses a record whose bytes name no string; nothing else is decoded for that.
        #[doc(hidden)]
        #[allow(unused_variables)]
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn #of_bytes(
            bytes: &[u8],
            #context,
            strings: &dxc_runtime::strings::Nameable,
        ) -> Result<(), dxc_runtime::ErrorKind> {
            let at: Option<usize> = #offset;
            match at.and_then(|at| <u32 as dxc_runtime::Fixed>::decode(bytes.get(at..)?)) {
                Some(number) => strings.check(number, #base, #null),
                None => Ok(()),
            }
        }

        /// Refuses a record that names no string, where its layout has a name.
        #[doc(hidden)]
        #[allow(unused_variables)]
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn #of_value(
            &self,
            #context,
            strings: &dxc_runtime::strings::Nameable,
        ) -> Result<(), dxc_runtime::ErrorKind> {
            if #is_present {
                strings.check_own(self.#name, #null)
            } else {
                Ok(())
            }
        }
    })
}

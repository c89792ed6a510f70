//! Generates `Row` for a record of several versions.

use proc_macro2::TokenStream;
use quote::quote;

use super::Record;

impl Record<'_> {
    /// The implementation of `Row`; `own` contains the methods for its kind of versions, which read it.
    pub(super) fn row(&self, own: &TokenStream) -> TokenStream {
        let Self {
            name,
            arguments,
            types,
            context,
            ..
        } = self;
        let newest = &self.versions[self.newest()].layout;
        let size = self.by_version(&quote!(Self::version_index(#arguments, 0)), |layout| {
            let layout = &self.versions[layout].layout;
            quote!(const { Self::#layout.size })
        });
        let known = self.by_version(&quote!(Self::version_index(#arguments, stride)), |layout| {
            let layout = &self.versions[layout].layout;
            quote!((&Self::#layout, const { Self::#layout.size }))
        });
        let write = self.by_version(
            &quote!(Self::version_index(#arguments, out.len())),
            |layout| quote!(self.write_in_layout(#layout, out, #arguments)),
        );
        quote! {
        impl dxc_runtime::Row for #name {
            type Context = #types;

            const NEWEST: usize = Self::#newest.size;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn size(#context) -> usize {
                #size
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn known(#context, stride: usize) -> (dxc_runtime::shape::Shape, usize) {
                let (layout, size): (&'static dxc_runtime::shape::Layout, usize) = #known;
                (dxc_runtime::shape::Shape::Record(layout), size.min(stride))
            }

            #[inline]
            fn write_row(&self, #context, out: &mut [u8]) -> dxc_runtime::Result<()> {
                #write
            }

            #own
        }
        }
    }
}

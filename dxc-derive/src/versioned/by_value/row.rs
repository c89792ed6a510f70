//! `Row` of a record whose version a parameter selects.

use proc_macro2::TokenStream;

use super::{Record, layout};
use crate::reference::visit;

impl Record<'_> {
    /// `Row` of the record.
    pub(super) fn row(&self, types: &TokenStream) -> TokenStream {
        let Self {
            name,
            arguments,
            context,
            ..
        } = self;
        let newest = self.newest();
        let newest_layout = layout(newest);
        let sizes = self.by_version(|number| {
            let layout = layout(number);
            quote!(const { Self::#layout.size })
        });
        let read = self.by_version(|number| quote!(Self::read_as(bytes, #number, #arguments)));
        let write = self.by_version(|number| quote!(self.write_as(#number, out, #arguments)));
        let visits = self
            .members
            .iter()
            .map(|member| member.if_there(visit(&member.placed)));
        let moves = self.members.iter().filter_map(|member| {
            let (name, text) = (&member.placed.name, member.placed.name.to_string());
            let unset = member.placed.unset();
            member.if_absent(
                &quote!(dxc_runtime::versioned::leave(&mut self.#name, #text, #unset, lost);),
            )
        });
        quote! {
        impl dxc_runtime::Row for #name {
            type Context = #types;

            const NEWEST: usize = Self::#newest_layout.size;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn size(#context) -> usize {
                #sizes
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn known(#context, _: usize) -> (dxc_runtime::shape::Shape, usize) {
                let layout = Self::layout(Self::layout_of(#arguments));
                (dxc_runtime::shape::Shape::Record(layout), layout.size)
            }

            #[inline]
            fn read_row(bytes: &[u8], #context) -> Option<Self> {
                #read
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn is_newest(#context, stride: usize) -> bool {
                stride == Self::NEWEST && Self::layout_of(#arguments) == #newest
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn read_newest(bytes: &[u8], #context) -> Option<Self> {
                Self::read_as(bytes, #newest, #arguments)
            }

            #[inline]
            fn write_row(&self, #context, out: &mut [u8]) -> dxc_runtime::Result<()> {
                #write
            }

            #[allow(unused_variables)]
            #[inline]
            fn refer(
                &mut self,
                #context,
                place: &dxc_runtime::tables::SharedPlace,
                visit: &mut dxc_runtime::tables::Visit<'_>,
            ) {
                let layout = Self::layout_of(#arguments);
                #(#visits)*
            }

            #[allow(unused_variables)]
            fn move_to(
                &mut self,
                #context,
                _: u32,
                lost: &mut dyn FnMut(&'static str, dxc_runtime::newtype::String),
            ) {
                let layout = Self::layout_of(#arguments);
                #(#moves)*
            }
        }
        }
    }
}

//! The code for each arm in the methods of a choice.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use super::parse::{Arm, Content};

impl Arm {
    pub(super) fn view(&self) -> TokenStream {
        let (docs, name, ty) = (&self.docs, &self.name, &self.ty);
        let view = match self.words.content {
            Content::Nested => quote!(<#ty as dxc_runtime::Nested>::View<'a>),
            Content::Record => quote!(#ty),
            Content::Bytes => quote!(&'a [u8]),
            Content::Strings => quote!(dxc_runtime::Strings<'a>),
        };
        quote!(#(#docs)* #name(#view),)
    }

    /// Reads the arm's content by a method of `Nested`; `sink` receives its inline fields.
    pub(super) fn read(&self, method: &Ident, sink: &TokenStream) -> TokenStream {
        let Self {
            ty, args, shown, ..
        } = self;
        let walker = quote!(dxc_runtime::walker::Walker { reader: &mut *reader, sink: #sink });
        let field = quote!(const { &dxc_runtime::field::Field::new("", #shown) });
        match self.words.content {
            Content::Nested => quote! {{
                sink.enter("", None, const { &#shown });
                let read = <#ty as dxc_runtime::Nested>::#method(reader, #args, sink)?;
                sink.leave();
                read
            }},
            Content::Record => quote! {{
                let mut walker = #walker;
                dxc_runtime::walk::Sink::enter(walker.sink, "", None, const { &#shown });
                let read = walker.record::<#ty>(#args)?;
                dxc_runtime::walk::Sink::leave(walker.sink);
                read
            }},
            Content::Bytes | Content::Strings => quote!(#walker.blob::<#ty>(#field, None)?),
        }
    }

    pub(super) fn value(&self) -> TokenStream {
        let ty = &self.ty;
        match self.words.content {
            Content::Nested => quote!(<#ty as dxc_runtime::Nested>::from_view(view)),
            Content::Record => quote!(*view),
            Content::Bytes | Content::Strings => quote!(dxc_runtime::Blob::from_view(*view)),
        }
    }

    pub(super) fn put_inline(&self) -> TokenStream {
        let args = &self.args;
        match self.words.content {
            Content::Nested => quote!(value.put_inline(writer, #args)),
            Content::Record => quote!(writer.record(value, #args)),
            Content::Bytes | Content::Strings => quote!(dxc_runtime::Blob::put(value, writer, 1)),
        }
    }
}

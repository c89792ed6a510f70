//! How each kind of field is read from the bytes of a part.

use proc_macro2::TokenStream;
use quote::format_ident;

use super::field_kind::FieldKind;
use super::parse::Member;
use super::read::{conditional, context, nested_args, split, stride};
use super::write::{compare_size, pad};
use crate::attributes::Rule;

/// Reads a field, and tells a sink of it.
pub(super) fn field(member: &Member) -> TokenStream {
    let reading = Reading::of(member);
    let Member {
        name,
        ty,
        kind,
        words,
        ..
    } = member;
    let read = match kind {
        FieldKind::Computed => reading.computed(),
        FieldKind::Value | FieldKind::Usual(_) | FieldKind::Optional(_) => reading.value(),
        FieldKind::Text => reading.text(),
        FieldKind::OptionalBytes => reading.optional_bytes(),
        FieldKind::Pool(item) => {
            let args = nested_args(member, item);
            quote!(let #name = ::dxc_format::runtime::PoolView::<#item>::new(reader.by_ref(), #args);)
        }
        FieldKind::Reference { may_lack } => reading.reference(*may_lack),
        FieldKind::Bytes | FieldKind::Strings => reading.bytes(),
        FieldKind::Run(row) | FieldKind::Strided(row) => reading.run(row),
        FieldKind::Sized(row) => reading.sized(row),
        FieldKind::Items(item) => reading.items(item),
        FieldKind::Nested => reading.nested(ty),
        FieldKind::Padding(align) => reading.padding(align),
        FieldKind::Trailing | FieldKind::Memory => quote!(),
    };
    // Where a run is not there, the next one begins.
    let is_absent = words.condition.is_some() && words.at.is_none();
    let (at, size) = (&reading.at, &reading.size);
    let absent = is_absent.then(|| quote!(#at = reader.at() - #size;));
    quote!(#read #absent)
}

/// A field that is read, and what its kinds have in common.
struct Reading<'m> {
    member: &'m Member,
    name: &'m syn::Ident,
    text: String,
    /// The locals of its place and size.
    at: syn::Ident,
    size: syn::Ident,
    /// What puts its name before an error's path.
    within: TokenStream,
    shown: TokenStream,
    /// Goes where it begins.
    start: TokenStream,
}

impl<'m> Reading<'m> {
    fn of(member: &'m Member) -> Self {
        let Member { name, words, .. } = member;
        let text = name.to_string();
        let (at, size) = (format_ident!("at_{name}"), format_ident!("size_of_{name}"));
        let within = quote!(.map_err(|error| error.within(#text))?);
        let seek = words.at.as_ref();
        let seek = seek.map(|Rule { rust, .. }| quote!(reader.seek(#rust)#within;));
        let aligned = words.aligned.as_ref();
        let aligned = aligned.map(|to| quote!(reader.is_aligned(#to);));
        Self {
            member,
            name,
            shown: words.shown.of(&text),
            start: quote!(#seek #aligned #at = reader.at();),
            text,
            at,
            size,
            within,
        }
    }

    /// Tells the sink of what was read.
    fn piece(&self, content: TokenStream) -> TokenStream {
        let Self {
            text,
            at,
            size,
            shown,
            ..
        } = self;
        let shown_here = match &self.member.words.ours {
            Some(Rule { rust, .. }) => quote! {
                if #rust {
                    const { &#shown.how(::dxc_format::runtime::shape::How::Ours) }
                } else {
                    const { &#shown }
                }
            },
            None => quote!(const { &#shown }),
        };
        quote! {
            #size = reader.at() - #at;
            sink.piece(::dxc_format::runtime::walk::Piece {
                name: #text,
                at: #at,
                size: #size,
                content: ::dxc_format::runtime::walk::Content::#content,
                shown: #shown_here,
            });
        }
    }

    /// A value of a fixed size; `wrap` makes of it what the field holds, as `absent` is.
    fn single(&self, ty: &syn::Type, wrap: TokenStream, absent: TokenStream) -> TokenStream {
        let Self {
            name,
            within,
            start,
            ..
        } = self;
        let read = quote!(reader.fixed::<#ty>()#within);
        let piece = self.piece(quote!(Value(<#ty as ::dxc_format::runtime::Fixed>::SHAPE)));
        let content = quote!(#start let value = #read; #piece #wrap(value));
        let read = conditional(self.member, content, absent);
        quote!(let #name = #read;)
    }

    fn computed(&self) -> TokenStream {
        let (Member { ty, words, .. }, shown) = (self.member, &self.shown);
        let absent = words.shown.is_always();
        let absent = absent.then(|| quote!(sink.absent(const { &#shown });));
        self.single(
            ty,
            quote!(),
            quote!({ #absent <#ty as Default>::default() }),
        )
    }

    fn value(&self) -> TokenStream {
        let Member {
            name,
            ty,
            kind,
            words,
            ..
        } = self.member;
        match (kind, &words.known) {
            (FieldKind::Optional(ty), Some(field)) => {
                let read = self.single(ty, quote!(Some), quote!(None));
                quote! {
                    let is_known = reader.peek::<#ty>().is_some_and(|value| value.#field.name().is_some());
                    let #name = if is_known { #read #name } else { None };
                }
            }
            (FieldKind::Optional(ty), None) => self.single(ty, quote!(Some), quote!(None)),
            (FieldKind::Usual(ty), _) => {
                self.single(ty, quote!(), quote!(<#ty as Default>::default()))
            }
            _ => self.single(ty, quote!(), quote!(<#ty as Default>::default())),
        }
    }

    fn text(&self) -> TokenStream {
        let Self {
            member,
            name,
            within,
            start,
            ..
        } = self;
        let piece = self.piece(quote!(Text));
        let content = quote!(#start let value = reader.text()#within; #piece value);
        let read = conditional(member, content, quote!(&[][..]));
        quote!(let #name = ::dxc_format::runtime::TextView(#read);)
    }

    fn optional_bytes(&self) -> TokenStream {
        let Self {
            name,
            at,
            within,
            start,
            ..
        } = self;
        let words = &self.member.words;
        let (Some(Rule { rust: place, .. }), Some(Rule { rust: count, .. }), Some(null)) =
            (&words.at, &words.count, &words.null)
        else {
            return quote!();
        };
        let piece = self.piece(quote!(Bytes));
        quote! {
            let #name = if #place == #null {
                #at = #null;
                None
            } else {
                #start
                let value = reader.bytes(#count)#within;
                #piece
                Some(value)
            };
        }
    }

    fn reference(&self, may_lack: bool) -> TokenStream {
        let Self {
            member,
            name,
            within,
            start,
            ..
        } = self;
        let words = &self.member.words;
        let (pool, null) = (words.names.as_ref().map(ToString::to_string), &words.null);
        let null_of = null.iter();
        let null_of = quote!([#(Some(#null_of),)* None][0]);
        let piece = self.piece(quote!(Place { pool: #pool, null: #null_of }));
        let content = quote!(#start let value = reader.fixed::<u32>()#within; #piece);
        match (may_lack, null) {
            (true, Some(null)) => {
                let content = quote!(#content (value != #null).then_some(value));
                let read = conditional(member, content, quote!(None));
                quote!(let #name = #read;)
            }
            _ => quote!(let #name = { #content value };),
        }
    }

    fn bytes(&self) -> TokenStream {
        let Self {
            member,
            name,
            within,
            start,
            ..
        } = self;
        let Member { kind, words, .. } = self.member;
        let read = match &words.count {
            Some(Rule { rust, .. }) => quote!(reader.bytes(#rust)#within),
            None => quote!(reader.rest()#within),
        };
        let (content, wrap) = match kind {
            FieldKind::Bytes => (quote!(Bytes), quote!()),
            _ => (quote!(Strings), quote!(::dxc_format::runtime::Strings)),
        };
        let piece = self.piece(content);
        let content = quote!(#start let value = #read; #piece value);
        let read = conditional(member, content, quote!(&[][..]));
        quote!(let #name = #wrap(#read);)
    }

    fn run(&self, row: &syn::Type) -> TokenStream {
        let Self {
            member,
            name,
            within,
            start,
            ..
        } = self;
        let words = &self.member.words;
        let context = context(row, &words.with);
        let count = match (&words.count, &words.stride) {
            (Some(Rule { rust, .. }), _) => quote!(#rust),
            (None, Some(Rule { rust, .. })) => quote!(reader.room_by(#rust)),
            (None, None) => quote!(reader.room_for::<#row>(context)),
        };
        let stride = stride(words);
        let split = split(words);
        let piece = self.piece(quote!(Run {
            shape,
            known,
            stride
        }));
        let content = quote! {
            #start
            let context = #context;
            let run = reader.run::<#row>(#count, #stride, context)#within;
            let stride = run.stride() as usize;
            let (shape, known) = <#row as ::dxc_format::runtime::Row>::known(context, stride);
            #split
            #piece
            run
        };
        let none = quote!(::dxc_format::runtime::Run::<#row>::empty(#context));
        let read = conditional(member, content, none);
        quote!(let #name = #read;)
    }

    fn sized(&self, row: &syn::Type) -> TokenStream {
        let Self {
            member,
            name,
            within,
            start,
            ..
        } = self;
        let words = &self.member.words;
        let rust = match &words.size {
            Some(Rule { rust, .. }) => quote!(#rust),
            None => quote!(reader.left()),
        };
        let piece = self.piece(quote!(Sized { shape, known }));
        let content = quote! {
            #start
            let bytes = reader.sized::<#row>(#rust)#within;
            let (shape, known) = <#row as ::dxc_format::runtime::Row>::known((), bytes.len());
            #piece
            ::dxc_format::runtime::SizedView::<#row>::read(bytes).unwrap_or_default()
        };
        let read = conditional(member, content, quote!(Default::default()));
        quote!(let #name = #read;)
    }

    fn items(&self, item: &syn::Type) -> TokenStream {
        let Self {
            member,
            name,
            text,
            at,
            size,
            shown,
            start,
            ..
        } = self;
        let words = &self.member.words;
        let args = nested_args(member, item);
        let count = match &words.count {
            Some(Rule { rust, .. }) => quote!(Some(#rust)),
            None => quote!(None),
        };
        // Where they end would be unknown, if something of them lay behind.
        let ends = words.count.is_none().then(|| {
            quote!(const { assert!(!<#item as ::dxc_format::runtime::Nested>::PLACES, "it would be placed behind the end") };)
        });
        let stride = stride(words);
        quote! {
            #ends
            #start
            let #name = ::dxc_format::runtime::Items::<#item>::walk(
                reader.by_ref(), #text, const { &#shown }, #count, #stride, #args, sink,
            )?;
            #size = reader.at() - #at;
        }
    }

    fn nested(&self, ty: &syn::Type) -> TokenStream {
        let Self {
            member,
            name,
            text,
            at,
            size,
            within,
            shown,
            start,
        } = self;
        let words = &self.member.words;
        let args = nested_args(member, ty);
        let size_of_all = match &words.size {
            Some(Rule { rust, .. }) => Some(quote!(#rust)),
            None => words.to_end.then(|| quote!(reader.left())),
        };
        let (bounded, resumed) = match size_of_all {
            Some(size) => (
                quote!(let mut bounded = reader.within(#size)#within; let within = &mut bounded;),
                quote!(reader.resume(bounded);),
            ),
            None => (quote!(let within = reader.by_ref();), quote!()),
        };
        let compare = compare_size(member, &quote!(#size));
        quote! {
            #start
            sink.enter(#text, None, const { &#shown });
            #bounded
            let #name = <#ty as ::dxc_format::runtime::Nested>::whole(within, #args, sink)#within;
            #resumed
            sink.leave();
            #size = reader.at() - #at;
            #compare
        }
    }

    fn padding(&self, align: &syn::LitInt) -> TokenStream {
        let Self { at, size, .. } = self;
        let (_, fill) = pad(&self.member.words);
        quote! {
            #at = reader.at();
            let expected = reader.align(start, #align, #fill)?;
            #size = reader.at() - #at;
            sink.piece(::dxc_format::runtime::walk::Piece {
                name: "",
                at: #at,
                size: #size,
                content: ::dxc_format::runtime::walk::Content::Padding { expected },
                shown: &::dxc_format::runtime::shape::Shown::FLAT,
            });
        }
    }
}

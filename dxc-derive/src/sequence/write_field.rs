//! The code that writes each kind of field: one call of the runtime.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Type;

use super::field_kind::FieldKind;
use super::parse::Member;
use super::used::Used;
use super::words::{compare_size, conditional, context, nested_args, pad, some};
use crate::attributes::Rule;

/// Writes a field; its offset and its size become locals if they are `used`.
pub(super) fn field(member: &Member, used: &Used) -> TokenStream {
    let Member { name, kind, .. } = member;
    let writing = Writing::new(member, used);
    match kind {
        FieldKind::Computed => writing.computed(),
        FieldKind::Value(_) if member.is_optional => writing.optional(),
        FieldKind::Value(_) if used.has(name) => writing.put_value(quote!(writer.fixed(&#name))),
        FieldKind::Value(_) => writing.put_value(quote!(writer.fixed(&self.#name))),
        FieldKind::Canonical(ty) => {
            let put = writing.put_value(quote!(writer.later::<#ty>()));
            writing.if_there(put, quote!(self.#name.is_none()))
        }
        FieldKind::Blob(_) => writing.blob(),
        FieldKind::Run(row) => writing.run(row),
        FieldKind::Strided(_) => writing.strided(),
        FieldKind::Sized(_) => writing.sized(),
        FieldKind::Items(item) => writing.items(item),
        FieldKind::Nested(structure) => writing.nested(structure),
        FieldKind::Pool(item) => {
            let (args, within) = (nested_args(member, item), member.within());
            let (align, fill) = pad(&member.words);
            quote!(writer.pool(#name, #args, #align, #fill)#within?;)
        }
        FieldKind::Reference => writing.reference(),
        FieldKind::Padding(align) => {
            let (_, fill) = pad(&member.words);
            quote!(writer.align(start, #align, #fill);)
        }
        FieldKind::Trailing | FieldKind::OriginalLayout => quote!(),
    }
}

/// A field that is written, with the code that all kinds share.
struct Writing<'m> {
    member: &'m Member,
    /// Writes the padding before it.
    pad: Option<TokenStream>,
    /// The locals of its offset and size.
    at: Option<&'m syn::Ident>,
    size: Option<&'m syn::Ident>,
}

impl<'m> Writing<'m> {
    fn new(member: &'m Member, used: &Used) -> Self {
        let Member {
            at, size, words, ..
        } = member;
        let (needs_place, needs_size) = used.of_member(member);
        let (align, fill) = pad(words);
        let is_aligned = words.aligned.is_some();
        Self {
            member,
            pad: is_aligned.then(|| quote!(writer.pad(#align, #fill);)),
            at: needs_place.then_some(at),
            size: needs_size.then_some(size),
        }
    }

    /// Writes the field by an expression that returns the offset.
    fn put(&self, write: TokenStream, size: TokenStream) -> TokenStream {
        let Self { pad, at, .. } = self;
        let at = at.map(|at| quote!(#at =));
        let size = self.size.map(|name| quote!(#name = #size;));
        quote!(#pad #at #write; #size)
    }

    /// Like [`Self::put`], for a single value.
    fn put_value(&self, write: TokenStream) -> TokenStream {
        self.put(write, self.member.value_size())
    }

    /// Writes optional content.
    fn perhaps(&self, put: TokenStream) -> TokenStream {
        let (name, is_empty) = (&self.member.name, self.member.is_empty());
        let put = quote!(if let Some(#name) = #name { #put });
        self.if_there(self.or_null(put, &is_empty), is_empty)
    }

    /// An empty field has the null offset; an empty list only in a new layout.
    fn or_null(&self, put: TokenStream, is_empty: &TokenStream) -> TokenStream {
        let words = &self.member.words;
        let (Some(_), Some(null), Some(at)) = (&words.at, &words.null, &self.at) else {
            return put;
        };
        let is_new = self.member.is_several().then(|| quote!(&&writer.is_new()));
        quote!(if #is_empty #is_new { #at = #null; } else { #put })
    }

    /// A field that contains several values.
    fn counted(&self, compare: TokenStream, put: TokenStream) -> TokenStream {
        let is_empty = self.member.is_empty();
        let put = self.or_null(put, &is_empty);
        self.if_there(quote!(#compare #put), is_empty)
    }

    /// Refuses a field that is not empty although its condition is false.
    fn if_there(&self, put: TokenStream, is_empty: TokenStream) -> TokenStream {
        let Member {
            words, descriptor, ..
        } = self.member;
        let Some(Rule { text: rule, .. }) = &words.condition else {
            return put;
        };
        let refuse = quote!((#descriptor).no_room_unless(#is_empty, #rule, writer)?;);
        conditional(self.member, put, refuse)
    }

    /// Refuses a count that is not set by writing and differs.
    fn compare(&self) -> Option<TokenStream> {
        let Member {
            name,
            words,
            descriptor,
            ..
        } = self.member;
        let Rule {
            text: rule, rust, ..
        } = words.count.as_ref()?;
        let compare = quote!((#descriptor).same_count(#rust, #name.len(), #rule)?;);
        words.compare.then_some(compare)
    }

    fn computed(&self) -> TokenStream {
        let Member {
            name,
            ty,
            words,
            descriptor,
            ..
        } = self.member;
        let Some(Rule { rust, .. }) = &words.is else {
            return quote!();
        };
        let default = quote!(<#ty as Default>::default());
        let written = if words.late {
            let put = self.put_value(quote!(writer.later::<#ty>()));
            quote!(#put #default)
        } else {
            let put = self.put_value(quote!(writer.fixed(&value)));
            quote!(let value = (#descriptor).computed::<#ty>(#rust)?; #put value)
        };
        let written = conditional(self.member, written, default);
        quote!(let #name = #written;)
    }

    fn optional(&self) -> TokenStream {
        let name = &self.member.name;
        if self.member.words.known.is_some() {
            let put = self.put_value(quote!(writer.fixed(value)));
            return quote!(if let Some(value) = &#name { #put });
        }
        let put = self.put_value(quote!(writer.fixed(&#name.unwrap_or_default())));
        let is_empty = self.member.is_empty();
        self.if_there(self.or_null(put, &is_empty), is_empty)
    }

    fn blob(&self) -> TokenStream {
        let (Member { name, words, .. }, within) = (self.member, self.member.within());
        let round = words.round.as_ref();
        let round = round.map_or_else(|| quote!(1), ToTokens::to_token_stream);
        let compare = self.compare();
        let put = self.put(
            quote!(dxc_runtime::Blob::put(#name, writer, #round)#within?),
            quote!(dxc_runtime::Blob::size(#name, #round)),
        );
        if self.member.is_optional {
            self.perhaps(quote!(#compare #put))
        } else {
            self.counted(quote!(#compare), put)
        }
    }

    fn run(&self, row: &Type) -> TokenStream {
        let (Member { name, words, .. }, within) = (self.member, self.member.within());
        let (context, compare) = (context(row, &words.with), self.compare());
        let size = quote!(#name.len() * <#row as dxc_runtime::Row>::size(#context));
        // Arguments of records may be known only at the end: until then, space for their bytes is reserved.
        let write = if words.with.is_empty() {
            quote!(writer.run(#name, #context)#within?)
        } else {
            quote!(writer.reserve(#size))
        };
        let put = self.put(write, size);
        self.counted(quote!(#compare), put)
    }

    fn strided(&self) -> TokenStream {
        let (Member { name, words, .. }, within) = (self.member, self.member.within());
        let compare = self.compare();
        let same = words.stride.as_ref().map(
            |Rule {
                 text: rule, rust, ..
             }| {
                quote!(dxc_runtime::computed::same_stride(#rust, #name, #rule)#within?;)
            },
        );
        let size = quote!(#name.len() * #name.stride() as usize);
        let put = self.put(quote!(writer.strided(#name)#within?), size);
        self.counted(quote!(#compare #same), put)
    }

    fn sized(&self) -> TokenStream {
        let (name, within) = (&self.member.name, self.member.within());
        let compare = compare_size(self.member, &quote!(#name.size()));
        let write = quote!(writer.sized(&#name.record, #name.known(), &#name.tail)#within?);
        let put = self.put(write, quote!(#name.size()));
        self.if_there(quote!(#compare #put), self.member.is_empty())
    }

    /// Writes the field by an expression that returns the offset and the size.
    fn put_structure(&self, write: TokenStream) -> TokenStream {
        let pad = &self.pad;
        let size = self.size.map_or(quote!(_), |size| quote!(#size));
        match self.at {
            Some(at) => quote!(#pad (#at, #size) = #write;),
            None => quote!(#pad #write;),
        }
    }

    fn items(&self, item: &Type) -> TokenStream {
        let (Member { name, words, .. }, within) = (self.member, self.member.within());
        let (args, compare) = (nested_args(self.member, item), self.compare());
        let stride = some(words.stride.as_ref());
        let put = self.put_structure(quote!(writer.items(#name, #stride, #args)#within?));
        self.counted(quote!(#compare), put)
    }

    fn nested(&self, ty: &Type) -> TokenStream {
        let (Member { name, size, .. }, within) = (self.member, self.member.within());
        let args = nested_args(self.member, ty);
        let compare = compare_size(self.member, &quote!(#size));
        let put = self.put_structure(quote!(writer.nested(#name, #args)#within?));
        let is_empty = self.member.is_empty();
        let put = self.or_null(quote!(#put #compare), &is_empty);
        self.if_there(put, is_empty)
    }

    fn reference(&self) -> TokenStream {
        let (Member { name, words, .. }, within) = (self.member, self.member.within());
        let Some(null) = &words.null else {
            return self.put_value(quote!(writer.link(#name)#within?));
        };
        let write = quote! {
            match #name {
                Some(number) => writer.link(number)#within?,
                None => writer.fixed::<u32>(&#null),
            }
        };
        let put = self.put_value(write);
        self.if_there(put, quote!(#name.is_none()))
    }
}

//! The code that reads each kind of field from the bytes of a part: one call of the runtime, which has a method for
//! every kind.

use proc_macro2::TokenStream;
use quote::quote;

use super::field_kind::FieldKind;
use super::parse::Member;
use super::used::Used;
use super::words::{compare_size, conditional, context, nested_args, pad, some};
use crate::attributes::Rule;

/// Reads a field, and passes it to a sink; returns its offset and size only if they are `used`.
pub(super) fn field(member: &Member, used: &Used) -> TokenStream {
    let reading = Reading::new(member, used);
    let (Member { name, words, .. }, descriptor) = (member, &reading.descriptor);
    match &member.kind {
        FieldKind::Computed => reading.computed(),
        FieldKind::Canonical(ty) | FieldKind::Value(ty) => reading.value(ty),
        FieldKind::Pool(item) => {
            let args = nested_args(member, item);
            quote!(let #name = dxc_runtime::PoolView::<#item>::new(walker.reader, #args);)
        }
        FieldKind::Reference => reading.reference(),
        FieldKind::Blob(ty) => {
            let count = some(words.count.as_ref());
            let read = quote!(walker.blob::<#ty>(#descriptor, #count)?);
            reading.one(read, quote!(Default::default()))
        }
        FieldKind::Run(row) | FieldKind::Strided(row) => reading.run(row),
        FieldKind::Sized(row) => {
            let size = some(words.size.as_ref());
            let read = quote!(walker.sized::<#row>(#descriptor, #size)?);
            reading.one(read, quote!(Default::default()))
        }
        FieldKind::Items(item) => reading.items(item),
        FieldKind::Nested(structure) => reading.nested(structure),
        FieldKind::Padding(align) => {
            let (_, fill) = pad(words);
            reading.one(quote!(walker.padding(start, #align, #fill)?), quote!())
        }
        FieldKind::Trailing | FieldKind::OriginalLayout => quote!(),
    }
}

/// A field that is read, with the code that all kinds share.
struct Reading<'m> {
    member: &'m Member,
    /// The constant that describes it.
    descriptor: TokenStream,
    /// Sets the local of its offset.
    place: Option<TokenStream>,
    /// Moves the reader to its offset.
    seek: Option<TokenStream>,
    /// Sets the local of its size.
    measure: Option<TokenStream>,
}

impl<'m> Reading<'m> {
    fn new(member: &'m Member, used: &Used) -> Self {
        let Member {
            at,
            size,
            words,
            descriptor,
            ..
        } = member;
        let (needs_place, needs_size) = used.of_member(member);
        let seek = words.at.as_ref();
        let seek = seek.map(|Rule { rust, .. }| quote!(walker.seek(#descriptor, #rust)?;));
        let aligned = words.aligned.as_ref();
        let aligned = aligned.map(|to| quote!(walker.reader.is_aligned(#to);));
        Self {
            member,
            descriptor: match &words.llvm {
                Some(Rule { rust, .. }) => member.descriptor_of(rust),
                None => descriptor.clone(),
            },
            place: needs_place.then(|| quote!(#at = walker.at();)),
            seek: (seek.is_some() || aligned.is_some()).then(|| quote!(#seek #aligned)),
            measure: needs_size.then(|| quote!(#size = walker.at() - #at;)),
        }
    }

    /// The local of the field: `read` if its condition is true, else `otherwise`; an `Option` if the field is optional.
    fn one(&self, read: TokenStream, otherwise: TokenStream) -> TokenStream {
        if self.member.is_optional {
            self.local(quote!(Some(#read)), quote!(None))
        } else {
            self.local(read, otherwise)
        }
    }

    /// Like [`Self::one`], for content that already has the type of the local.
    fn local(&self, read: TokenStream, otherwise: TokenStream) -> TokenStream {
        let Self {
            member,
            place,
            seek,
            measure,
            ..
        } = self;
        let name = &member.name;
        let is_placed = member.words.at.is_some();
        // An absent field has the offset of the next field.
        let (before, within) = if is_placed {
            (None, place.as_ref())
        } else {
            (place.as_ref(), None)
        };
        let content = match measure {
            Some(measure) => quote!(#seek #within let value = #read; #measure value),
            None => quote!(#seek #within #read),
        };
        let is_plain = measure.is_none() && seek.is_none() && within.is_none();
        let content = match self.null() {
            Some((is_null, at)) => quote!(if #is_null { #at #otherwise } else { #content }),
            None => content,
        };
        let read = match &member.words.condition {
            None if is_plain => content,
            _ => conditional(member, content, otherwise),
        };
        match (&member.words.at, &member.words.null) {
            (Some(Rule { rust: at, .. }), Some(null)) if member.is_several() => quote! {
                let before = walker.at();
                let #name = #read;
                // The next field does not follow an empty one; in a new value, empty content has the null offset.
                if #name.is_empty() {
                    if #at == #null {
                        walker.reader.jump(before);
                    } else {
                        walker.reader.wander();
                    }
                }
            },
            _ if matches!(member.kind, FieldKind::Padding(_)) => quote!(#before #read;),
            _ => quote!(#before let #name = #read;),
        }
    }

    fn value(&self, ty: &syn::Type) -> TokenStream {
        let (Member { name, words, .. }, descriptor) = (self.member, &self.descriptor);
        let none = quote!(<#ty as Default>::default());
        let read = self.one(quote!(walker.value::<#ty>(#descriptor)?), none);
        match &words.known {
            Some(field) => quote! {
                let is_known = walker.reader.peek::<#ty>().is_some_and(|value| value.#field.is_known());
                let #name = if is_known { #read #name } else { None };
            },
            None => read,
        }
    }

    fn computed(&self) -> TokenStream {
        let (Member { ty, words, .. }, descriptor) = (self.member, &self.descriptor);
        let none = if words.shown.is_always() {
            quote!(walker.absent::<#ty>(#descriptor))
        } else {
            quote!(<#ty as Default>::default())
        };
        self.one(quote!(walker.value::<#ty>(#descriptor)?), none)
    }

    /// For optional content: the test for a null offset, and the code that then sets the local of its offset.
    fn null(&self) -> Option<(TokenStream, TokenStream)> {
        let Member { at, words, .. } = self.member;
        let (Rule { rust: place, .. }, null) = (words.at.as_ref()?, words.null.as_ref()?);
        // Of an empty list, the offset does not matter.
        (!self.member.is_several()).then(|| (quote!(#place == #null), quote!(#at = #null;)))
    }

    fn reference(&self) -> TokenStream {
        let (words, descriptor) = (&self.member.words, &self.descriptor);
        let pool = words.names.as_ref().map(ToString::to_string);
        match &words.null {
            Some(null) => {
                let read = quote!(walker.reference(#descriptor, #pool, Some(#null))?);
                let read = quote!(Some(#read).filter(|value| *value != #null));
                self.local(read, quote!(None))
            }
            None => self.local(
                quote!(walker.reference(#descriptor, #pool, None)?),
                quote!(0),
            ),
        }
    }

    fn run(&self, row: &syn::Type) -> TokenStream {
        let (words, descriptor) = (&self.member.words, &self.descriptor);
        let context = context(row, &words.with);
        let (count, stride) = (some(words.count.as_ref()), some(words.stride.as_ref()));
        let split = words.each.as_ref().and_then(|each| {
            let (name, end, Rule { rust, .. }) = (&each.name, &each.end, each.count.as_ref()?);
            Some(quote!(walker.split(#end, |#name| #rust);))
        });
        let none = quote!(dxc_runtime::Run::<#row>::empty(#context));
        let read = quote!(walker.run::<#row>(#descriptor, #count, #stride, #context)?);
        match split {
            Some(split) => self.one(quote!({ #split #read }), none),
            None => self.one(read, none),
        }
    }

    fn items(&self, item: &syn::Type) -> TokenStream {
        let (words, descriptor) = (&self.member.words, &self.descriptor);
        let args = nested_args(self.member, item);
        let (count, stride) = (some(words.count.as_ref()), some(words.stride.as_ref()));
        // If fields followed, the end would be unknown.
        let ends = words.count.is_none().then(|| {
            quote!(const { assert!(!<#item as dxc_runtime::Nested>::PLACES, "it would be placed behind the end") };)
        });
        // An argument that overflows is not an error if the field is absent.
        let with = words.with.iter().map(Rule::known);
        let read = self.one(
            quote!(walker.items::<#item>(#descriptor, #count, #stride, #args)?),
            quote!(dxc_runtime::Items::empty(walker.reader, (#(#with,)*))),
        );
        quote!(#ends #read)
    }

    fn nested(&self, ty: &syn::Type) -> TokenStream {
        let (
            Member {
                name,
                size: own_size,
                words,
                ..
            },
            descriptor,
        ) = (self.member, &self.descriptor);
        let args = nested_args(self.member, ty);
        let size = match &words.size {
            Some(Rule { rust, .. }) => quote!(Some(#rust)),
            None if words.to_end => quote!(Some(walker.reader.left())),
            None => quote!(None),
        };
        let read = self.one(
            quote!(walker.nested::<#ty>(#descriptor, #size, #args)?),
            quote!(None),
        );
        let compare = compare_size(self.member, &quote!(#own_size));
        let compare = compare.map(|compare| {
            if self.member.may_lack() {
                quote!(if #name.is_some() { #compare })
            } else {
                compare
            }
        });
        quote!(#read #compare)
    }
}

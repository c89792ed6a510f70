//! The view of a part stores the offsets of fields. Its methods read the bytes at these offsets.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::field_kind::FieldKind;
use super::parse::{Member, Sequence};
use crate::earlier::method_aliases;

/// The type of a field's view.
pub(super) fn view_type(member: &Member) -> TokenStream {
    let Member { ty, kind, .. } = member;
    match kind.view() {
        Some(view) if member.is_optional => quote!(Option<#view>),
        Some(view) => view,
        None => quote!(#ty),
    }
}

/// The code of a view that stores offsets.
#[derive(Default)]
pub(super) struct Places {
    /// The fields of the view.
    pub(super) fields: TokenStream,
    /// Their values, from the locals of the walk.
    pub(super) values: TokenStream,
    /// The methods that return the fields of the sequence.
    pub(super) methods: TokenStream,
}

impl Places {
    pub(super) fn of(sequence: &Sequence) -> Self {
        let mut places = Self::default();
        // The offset of the next field, while it is constant.
        let mut known = Some(quote!(0usize));
        for (index, member) in sequence.members.iter().enumerate() {
            let next = sequence.members.get(index + 1);
            let storage = storage_of(member, next, known.as_ref());
            let (ty, words) = (&member.ty, &member.words);
            let is_known = matches!(member.kind, FieldKind::Value(_) | FieldKind::Computed)
                && !member.is_optional
                && words.condition.is_none()
                && words.at.is_none();
            known = known
                .filter(|_| is_known)
                .map(|known| quote!(#known + <#ty as dxc_runtime::Fixed>::SIZE));
            if member.is_stored() && !matches!(member.kind, FieldKind::OriginalLayout) {
                let place = ViewField { member, storage };
                let (fields, values): (Vec<_>, Vec<_>) = place.stored().into_iter().unzip();
                places.fields.extend(fields);
                places.values.extend(values);
                places.methods.extend(place.method());
            }
        }
        places
    }
}

/// How a view stores a field.
enum Storage {
    /// Not stored: these tokens are its constant offset.
    Fixed(TokenStream),
    /// Its offset.
    At,
    /// Structures: their offset and their count.
    Items(Box<syn::Type>),
    /// The offset of its bytes, which end where the field with this offset begins.
    Until(Ident),
    /// The offset of its bytes, which end with the part.
    ToEnd,
    /// The offset of its bytes, and their size.
    Span,
    /// The value itself.
    Value,
}

fn storage_of(member: &Member, next: Option<&Member>, known: Option<&TokenStream>) -> Storage {
    let words = &member.words;
    match (&member.kind, known) {
        (FieldKind::Value(_), Some(known)) if words.at.is_none() && !member.is_optional => {
            Storage::Fixed(known.clone())
        }
        (FieldKind::Value(_), _) => Storage::At,
        (FieldKind::Items(item), _) => Storage::Items(Box::new(item.clone())),
        (FieldKind::Trailing, _) => Storage::ToEnd,
        (kind, _) if kind.is_span() => {
            // A run begins where the one before it ends, unless it has an offset.
            let is_placed = |member: &Member| member.words.at.is_some();
            let neighbor = next.filter(|next| {
                let is_run = next.kind.is_span() && !matches!(next.kind, FieldKind::Trailing);
                is_run && !is_placed(member) && !is_placed(next)
            });
            neighbor.map_or(Storage::Span, |next| Storage::Until(next.at.clone()))
        }
        _ => Storage::Value,
    }
}

/// A field of the struct that the view stores in some form.
struct ViewField<'s> {
    member: &'s Member,
    storage: Storage,
}

impl ViewField<'_> {
    /// Whether its offset may be the null offset.
    fn is_optional(&self) -> bool {
        self.member.is_optional && !matches!(self.storage, Storage::Value)
    }

    /// The local with the arguments of the records of a run, or with their stride.
    fn measured(&self) -> Ident {
        format_ident!("measured_{}", self.member.name)
    }

    /// The fields of the view for it, each with its value.
    fn stored(&self) -> Vec<(TokenStream, TokenStream)> {
        let Member {
            name,
            at,
            size,
            kind,
            words,
            ..
        } = self.member;
        let place = |name: &Ident| {
            let value = quote!(#name: dxc_runtime::reader::place(#name),);
            (quote!(#name: u32,), value)
        };
        let begin = || {
            if self.is_optional() {
                let place = quote!(|_| dxc_runtime::reader::place(#at));
                (
                    quote!(#at: u32,),
                    quote!(#at: #name.map_or(u32::MAX, #place),),
                )
            } else {
                place(at)
            }
        };
        let mut stored = match &self.storage {
            Storage::Fixed(_) => vec![],
            Storage::At | Storage::Until(_) | Storage::ToEnd => vec![begin()],
            Storage::Span => vec![begin(), place(size)],
            Storage::Items(item) => {
                let ty = quote!(dxc_runtime::nested::ItemsPlace<#item>);
                vec![(quote!(#at: #ty,), quote!(#at: #name.place(),))]
            }
            Storage::Value => {
                let ty = view_type(self.member);
                vec![(quote!(#name: #ty,), quote!(#name,))]
            }
        };
        let measured = self.measured();
        match kind {
            FieldKind::Strided(_) => {
                stored.push((quote!(#measured: u32,), quote!(#measured: #name.stride(),)))
            }
            FieldKind::Run(row) if !words.with.is_empty() => stored.push((
                quote!(#measured: <#row as dxc_runtime::Row>::Context,),
                quote!(#measured: #name.context(),),
            )),
            _ => {}
        }
        stored
    }

    fn method(&self) -> TokenStream {
        let Member {
            docs,
            visibility,
            name,
            at,
            size,
            ..
        } = self.member;
        let ty = view_type(self.member);
        let was = &self.member.words.shown.was;
        let aliases = method_aliases(name, was, (quote!(self), None, quote!(#ty)), None);
        let between = |end| quote!(dxc_runtime::reader::between(self.source, self.#at, #end));
        let content = match &self.storage {
            Storage::Fixed(at) => quote!(dxc_runtime::reader::value_at(self.source, #at)),
            Storage::At => {
                quote!(dxc_runtime::reader::value_at(self.source, self.#at as usize))
            }
            Storage::Items(_) => quote!(self.#at.items(self.source)),
            Storage::Value => quote!(self.#name),
            Storage::Until(next) => self.content(&between(quote!(self.#next))),
            Storage::ToEnd => self.content(&between(quote!(u32::MAX))),
            Storage::Span => {
                let span = quote!(dxc_runtime::reader::span(self.source, self.#at, self.#size));
                self.content(&span)
            }
        };
        let content = if self.is_optional() {
            quote!((self.#at != u32::MAX).then(|| #content))
        } else {
            content
        };
        quote! {
            #(#docs)*
            #[inline]
            #visibility fn #name(self) -> #ty {
                #content
            }

            #aliases
        }
    }

    /// The content of a field in its bytes.
    fn content(&self, bytes: &TokenStream) -> TokenStream {
        let Member { kind, words, .. } = self.member;
        let measured = self.measured();
        let is_measured = matches!(kind, FieldKind::Strided(_)) || !words.with.is_empty();
        let measured = if is_measured {
            quote!(self.#measured)
        } else {
            quote!(())
        };
        kind.viewed(bytes, &measured)
    }
}

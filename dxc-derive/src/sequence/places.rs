//! What the view of a part keeps of its fields: places, so that it stays narrow however many there are. Methods read what
//! lies there.

use proc_macro2::TokenStream;
use quote::format_ident;

use super::field_kind::FieldKind;
use super::parse::{Member, Sequence};

/// What the view of a field is.
pub(super) fn view_type(Member { ty, kind, .. }: &Member) -> TokenStream {
    match kind {
        FieldKind::Bytes | FieldKind::Trailing => quote!(&'a [u8]),
        FieldKind::Strings => quote!(::dxc_format::runtime::Strings<'a>),
        FieldKind::Run(row) | FieldKind::Strided(row) => {
            quote!(::dxc_format::runtime::Run<'a, #row>)
        }
        FieldKind::Sized(row) => quote!(::dxc_format::runtime::SizedView<'a, #row>),
        FieldKind::Items(item) => quote!(::dxc_format::runtime::Items<'a, #item>),
        FieldKind::Nested => quote!(<#ty as ::dxc_format::runtime::Nested>::View<'a>),
        FieldKind::Text => quote!(::dxc_format::runtime::TextView<'a>),
        FieldKind::OptionalBytes => quote!(Option<&'a [u8]>),
        FieldKind::Pool(item) => quote!(::dxc_format::runtime::PoolView<'a, #item>),
        _ => quote!(#ty),
    }
}

/// How a view keeps a field.
enum Kept {
    /// Not at all: it lies at the same place in every part, behind these.
    Fixed(TokenStream),
    /// Where it lies.
    At,
    /// Where it lies, if it is there.
    Maybe,
    /// Structures: where they lie, and how many there are.
    Items(Box<syn::Type>),
    /// Where it lies, and how large it is, unless the field behind it tells where it ends.
    Span { ends_at: Option<TokenStream> },
    /// What it is.
    Value,
}

/// A field of the struct that the view keeps something of.
struct Place<'s> {
    member: &'s Member,
    kept: Kept,
}

/// What a view keeps.
pub(super) struct Places<'s>(Vec<Place<'s>>);

impl<'s> Places<'s> {
    pub(super) fn of(sequence: &'s Sequence) -> Self {
        let mut places = Vec::new();
        // Where the next field lies, while that is the same in every part.
        let mut known = Some(quote!(0usize));
        for (index, member) in sequence.members.iter().enumerate() {
            let next = sequence.members.get(index + 1);
            let kept = kept_place(member, next, known.as_ref());
            let (ty, words) = (&member.ty, &member.words);
            let is_known = matches!(member.kind, FieldKind::Value | FieldKind::Computed)
                && words.condition.is_none()
                && words.at.is_none();
            known = known
                .filter(|_| is_known)
                .map(|known| quote!(#known + <#ty as ::dxc_format::runtime::Fixed>::SIZE));
            if member.is_kept() && !matches!(member.kind, FieldKind::Memory) {
                places.push(Place { member, kept });
            }
        }
        Self(places)
    }

    /// The fields of the struct.
    pub(super) fn fields(&self) -> TokenStream {
        self.0.iter().map(Place::field).collect()
    }

    /// The struct's values, from the locals of the walk.
    pub(super) fn values(&self) -> TokenStream {
        self.0.iter().map(Place::value).collect()
    }

    /// The methods that give the fields.
    pub(super) fn methods(&self) -> TokenStream {
        self.0.iter().map(Place::method).collect()
    }
}

/// Whether a field is bytes of any number.
fn is_span(member: &Member) -> bool {
    use FieldKind::{Bytes, OptionalBytes, Run, Sized, Strided, Strings, Text, Trailing};
    matches!(
        member.kind,
        Bytes | OptionalBytes | Run(_) | Sized(_) | Strided(_) | Strings | Text | Trailing
    )
}

fn kept_place(member: &Member, next: Option<&Member>, known: Option<&TokenStream>) -> Kept {
    let words = &member.words;
    match (&member.kind, known) {
        (FieldKind::Value, Some(known)) if words.at.is_none() => Kept::Fixed(known.clone()),
        (FieldKind::Value, _) => Kept::At,
        (FieldKind::Optional(_), _) => Kept::Maybe,
        (FieldKind::Items(item), _) => Kept::Items(Box::new(item.clone())),
        (FieldKind::Trailing, _) => Kept::Span {
            ends_at: Some(quote!(u32::MAX)),
        },
        _ if is_span(member) => {
            // A run begins where the one before it ends, if nothing says otherwise.
            let is_placed = |member: &Member| member.words.at.is_some();
            let neighbour = next.filter(|next| {
                let is_run = is_span(next) && !matches!(next.kind, FieldKind::Trailing);
                is_run && !is_placed(member) && !is_placed(next)
            });
            let ends_at = neighbour.map(|next| {
                let at = format_ident!("at_{}", next.name);
                quote!(self.#at)
            });
            Kept::Span { ends_at }
        }
        _ => Kept::Value,
    }
}

impl Place<'_> {
    /// What the records of a run take, or their stride.
    fn measure(&self) -> Option<(TokenStream, TokenStream)> {
        let name = &self.member.name;
        match &self.member.kind {
            FieldKind::Strided(_) => Some((quote!(u32), quote!(#name.stride()))),
            FieldKind::Run(row) if !self.member.words.with.is_empty() => Some((
                quote!(<#row as ::dxc_format::runtime::Row>::Context),
                quote!(#name.context()),
            )),
            _ => None,
        }
    }

    fn names(&self) -> (syn::Ident, syn::Ident, syn::Ident) {
        let name = &self.member.name;
        (
            format_ident!("at_{name}"),
            format_ident!("size_of_{name}"),
            format_ident!("measured_{name}"),
        )
    }

    fn field(&self) -> TokenStream {
        let (at, size, measured) = self.names();
        let own = match &self.kept {
            Kept::Fixed(_) => quote!(),
            Kept::At | Kept::Maybe | Kept::Span { ends_at: Some(_) } => quote!(#at: u32,),
            Kept::Span { ends_at: None } => quote!(#at: u32, #size: u32,),
            Kept::Items(item) => quote!(#at: ::dxc_format::runtime::nested::ItemsPlace<#item>,),
            Kept::Value => {
                let (name, ty) = (&self.member.name, view_type(self.member));
                quote!(#name: #ty,)
            }
        };
        let measure = self.measure().map(|(ty, _)| quote!(#measured: #ty,));
        quote!(#own #measure)
    }

    fn value(&self) -> TokenStream {
        let (at, size, measured) = self.names();
        let place =
            |place: &syn::Ident| quote!(#place: ::dxc_format::runtime::reader::place(#place),);
        let own = match &self.kept {
            Kept::Fixed(_) => quote!(),
            Kept::At | Kept::Span { ends_at: Some(_) } => place(&at),
            Kept::Span { ends_at: None }
                if matches!(self.member.kind, FieldKind::OptionalBytes) =>
            {
                let (name, size) = (&self.member.name, place(&size));
                quote!(#at: #name.map_or(u32::MAX, |_| ::dxc_format::runtime::reader::place(#at)), #size)
            }
            Kept::Span { ends_at: None } => {
                let (at, size) = (place(&at), place(&size));
                quote!(#at #size)
            }
            Kept::Maybe => {
                let name = &self.member.name;
                quote!(#at: #name.map_or(u32::MAX, |_| ::dxc_format::runtime::reader::place(#at)),)
            }
            Kept::Items(_) => {
                let name = &self.member.name;
                quote!(#at: #name.place(),)
            }
            Kept::Value => {
                let name = &self.member.name;
                quote!(#name,)
            }
        };
        let measure = self.measure().map(|(_, value)| quote!(#measured: #value,));
        quote!(#own #measure)
    }

    fn method(&self) -> TokenStream {
        let Member {
            docs,
            visibility,
            name,
            ..
        } = self.member;
        let (at, ty) = (format_ident!("at_{name}"), view_type(self.member));
        let content = match &self.kept {
            Kept::Fixed(at) => quote!(::dxc_format::runtime::reader::value_at(self.source, #at)),
            Kept::At => {
                quote!(::dxc_format::runtime::reader::value_at(self.source, self.#at as usize))
            }
            Kept::Maybe => quote! {
                (self.#at != u32::MAX)
                    .then(|| ::dxc_format::runtime::reader::value_at(self.source, self.#at as usize))
            },
            Kept::Items(_) => quote!(self.#at.of(self.source)),
            Kept::Value => quote!(self.#name),
            Kept::Span { ends_at } => self.span(ends_at.as_ref()),
        };
        quote! {
            #(#docs)*
            #[inline]
            #visibility fn #name(self) -> #ty {
                #content
            }
        }
    }

    /// What the bytes of a span are.
    fn span(&self, ends_at: Option<&TokenStream>) -> TokenStream {
        let (at, size, measured) = self.names();
        let bytes = match ends_at {
            Some(end) => {
                quote!(::dxc_format::runtime::reader::between(self.source, self.#at, #end))
            }
            None => quote!(::dxc_format::runtime::reader::span(self.source, self.#at, self.#size)),
        };
        match &self.member.kind {
            FieldKind::Strings => quote!(::dxc_format::runtime::Strings(#bytes)),
            FieldKind::Strided(_) => {
                quote!(::dxc_format::runtime::Run::new(#bytes, self.#measured, ()))
            }
            FieldKind::Run(_) if self.member.words.with.is_empty() => {
                quote!(::dxc_format::runtime::Run::packed(#bytes, ()))
            }
            FieldKind::Run(_) => quote!(::dxc_format::runtime::Run::packed(#bytes, self.#measured)),
            FieldKind::Sized(_) => {
                quote!(::dxc_format::runtime::SizedView::read(#bytes).unwrap_or_default())
            }
            FieldKind::Text => quote! {
                // Without the NUL.
                ::dxc_format::runtime::TextView(#bytes.split_last().map_or(&[], |(_, text)| text))
            },
            FieldKind::OptionalBytes => quote!((self.#at != u32::MAX).then(|| #bytes)),
            _ => bytes,
        }
    }
}

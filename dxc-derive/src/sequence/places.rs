//! The places of fields in the view of a part. Methods read the bytes at the places.

use proc_macro2::TokenStream;

use super::field_kind::FieldKind;
use super::parse::{Member, Sequence};

/// The type of a field's view.
pub(super) fn view_type(Member { ty, kind, .. }: &Member) -> TokenStream {
    match kind {
        FieldKind::Bytes { may_lack: false } | FieldKind::Trailing => quote!(&'a [u8]),
        FieldKind::Bytes { may_lack: true } => quote!(Option<&'a [u8]>),
        FieldKind::Strings => quote!(dxc_runtime::Strings<'a>),
        FieldKind::Run(row) | FieldKind::Strided(row) => {
            quote!(dxc_runtime::Run<'a, #row>)
        }
        FieldKind::Sized(row) => quote!(dxc_runtime::SizedView<'a, #row>),
        FieldKind::Items(item) => quote!(dxc_runtime::Items<'a, #item>),
        FieldKind::Nested => quote!(<#ty as dxc_runtime::Nested>::View<'a>),
        FieldKind::Text { may_lack: false } => quote!(dxc_runtime::TextView<'a>),
        FieldKind::Text { may_lack: true } => quote!(Option<dxc_runtime::TextView<'a>>),
        FieldKind::Pool(item) => quote!(dxc_runtime::PoolView<'a, #item>),
        _ => quote!(#ty),
    }
}

/// How a view keeps a field.
enum Kept {
    /// Not stored: it has a constant offset from these.
    Fixed(TokenStream),
    /// Its offset.
    At,
    /// Its offset, if it is present.
    Maybe,
    /// Structures: their offset and their count.
    Items(Box<syn::Type>),
    /// Its offset and its end.
    Span(End),
    /// Its value.
    Value,
}

/// Where bytes of any number end.
enum End {
    /// Where the field of this name begins.
    Next(syn::Ident),
    /// With the part.
    Part,
    /// Its own size determines the end.
    Size,
}

/// A field of the struct that the view keeps something of.
struct Place<'s> {
    member: &'s Member,
    kept: Kept,
}

/// The places that a view stores.
pub(super) struct Places<'s>(Vec<Place<'s>>);

impl<'s> Places<'s> {
    pub(super) fn of(sequence: &'s Sequence) -> Self {
        let mut places = Vec::new();
        // The offset of the next field, while it is constant.
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
                .map(|known| quote!(#known + <#ty as dxc_runtime::Fixed>::SIZE));
            if member.is_kept() && !matches!(member.kind, FieldKind::Memory) {
                places.push(Place { member, kept });
            }
        }
        Self(places)
    }

    /// The fields of the view.
    pub(super) fn fields(&self) -> TokenStream {
        self.0.iter().map(Place::field).collect()
    }

    /// The values of the view, from the locals of the walk.
    pub(super) fn values(&self) -> TokenStream {
        self.0.iter().map(Place::value).collect()
    }

    /// The methods of the view that give the fields.
    pub(super) fn methods(&self) -> TokenStream {
        self.0.iter().map(Place::method).collect()
    }
}

/// Whether a field is bytes of any number.
fn is_span(member: &Member) -> bool {
    use FieldKind::{Bytes, Run, Sized, Strided, Strings, Text, Trailing};
    matches!(
        member.kind,
        Bytes { .. } | Run(_) | Sized(_) | Strided(_) | Strings | Text { .. } | Trailing
    )
}

fn kept_place(member: &Member, next: Option<&Member>, known: Option<&TokenStream>) -> Kept {
    let words = &member.words;
    match (&member.kind, known) {
        (FieldKind::Value, Some(known)) if words.at.is_none() => Kept::Fixed(known.clone()),
        (FieldKind::Value, _) => Kept::At,
        (FieldKind::Optional(_), _) => Kept::Maybe,
        (FieldKind::Items(item), _) => Kept::Items(Box::new(item.clone())),
        (FieldKind::Trailing, _) => Kept::Span(End::Part),
        _ if is_span(member) => {
            // A run begins where the one before it ends, unless it has an offset.
            let is_placed = |member: &Member| member.words.at.is_some();
            let neighbour = next.filter(|next| {
                let is_run = is_span(next) && !matches!(next.kind, FieldKind::Trailing);
                is_run && !is_placed(member) && !is_placed(next)
            });
            Kept::Span(neighbour.map_or(End::Size, |next| End::Next(next.name.clone())))
        }
        _ => Kept::Value,
    }
}

impl Place<'_> {
    /// Whether it is bytes or a string that may lack.
    fn may_lack(&self) -> bool {
        use FieldKind::{Bytes, Text};
        matches!(
            self.member.kind,
            Bytes { may_lack: true } | Text { may_lack: true }
        )
    }

    /// The arguments of the records of a run, or their stride.
    fn measure(&self) -> Option<(TokenStream, TokenStream)> {
        let name = &self.member.name;
        match &self.member.kind {
            FieldKind::Strided(_) => Some((quote!(u32), quote!(#name.stride()))),
            FieldKind::Run(row) if !self.member.words.with.is_empty() => Some((
                quote!(<#row as dxc_runtime::Row>::Context),
                quote!(#name.context()),
            )),
            _ => None,
        }
    }

    fn names(&self) -> (syn::Ident, syn::Ident, syn::Ident) {
        let name = &self.member.name;
        (
            format_ident!("at_{}", name),
            format_ident!("size_of_{}", name),
            format_ident!("measured_{}", name),
        )
    }

    fn field(&self) -> TokenStream {
        let (at, size, measured) = self.names();
        let own = match &self.kept {
            Kept::Fixed(_) => quote!(),
            Kept::At | Kept::Maybe | Kept::Span(End::Next(_) | End::Part) => quote!(#at: u32,),
            Kept::Span(End::Size) => quote!(#at: u32, #size: u32,),
            Kept::Items(item) => quote!(#at: dxc_runtime::nested::ItemsPlace<#item>,),
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
        let place = |place: &syn::Ident| quote!(#place: dxc_runtime::reader::place(#place),);
        let own = match &self.kept {
            Kept::Fixed(_) => quote!(),
            Kept::At | Kept::Span(End::Next(_) | End::Part) => place(&at),
            Kept::Span(End::Size) if self.may_lack() => {
                let (name, size) = (&self.member.name, place(&size));
                quote!(#at: #name.map_or(u32::MAX, |_| dxc_runtime::reader::place(#at)), #size)
            }
            Kept::Span(End::Size) => {
                let (at, size) = (place(&at), place(&size));
                quote!(#at #size)
            }
            Kept::Maybe => {
                let name = &self.member.name;
                quote!(#at: #name.map_or(u32::MAX, |_| dxc_runtime::reader::place(#at)),)
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
        let (at, ty) = (format_ident!("at_{}", name), view_type(self.member));
        let content = match &self.kept {
            Kept::Fixed(at) => quote!(dxc_runtime::reader::value_at(self.source, #at)),
            Kept::At => {
                quote!(dxc_runtime::reader::value_at(self.source, self.#at as usize))
            }
            Kept::Maybe => quote! {
                (self.#at != u32::MAX)
                    .then(|| dxc_runtime::reader::value_at(self.source, self.#at as usize))
            },
            Kept::Items(_) => quote!(self.#at.items(self.source)),
            Kept::Value => quote!(self.#name),
            Kept::Span(end) => self.span(end),
        };
        quote! {
            #(#docs)*
            #[inline]
            #visibility fn #name(self) -> #ty {
                #content
            }
        }
    }

    /// The bytes of a span.
    fn span(&self, end: &End) -> TokenStream {
        let (at, size, measured) = self.names();
        let between = |end| quote!(dxc_runtime::reader::between(self.source, self.#at, #end));
        let bytes = match end {
            End::Next(next) => {
                let next = format_ident!("at_{}", next);
                between(quote!(self.#next))
            }
            End::Part => between(quote!(u32::MAX)),
            End::Size => {
                quote!(dxc_runtime::reader::span(self.source, self.#at, self.#size))
            }
        };
        let content = match &self.member.kind {
            FieldKind::Strings => quote!(dxc_runtime::Strings(#bytes)),
            FieldKind::Strided(_) => {
                quote!(dxc_runtime::Run::new(#bytes, self.#measured, ()))
            }
            FieldKind::Run(_) if self.member.words.with.is_empty() => {
                quote!(dxc_runtime::Run::packed(#bytes, ()))
            }
            FieldKind::Run(_) => quote!(dxc_runtime::Run::packed(#bytes, self.#measured)),
            FieldKind::Sized(_) => {
                quote!(dxc_runtime::SizedView::read(#bytes).unwrap_or_default())
            }
            FieldKind::Text { .. } => quote! {
                // Without the NUL.
                dxc_runtime::TextView(#bytes.split_last().map_or(&[], |(_, text)| text))
            },
            _ => bytes,
        };
        match self.may_lack() {
            true => quote!((self.#at != u32::MAX).then(|| #content)),
            false => content,
        }
    }
}

//! The places of fields in the view of a part, limited in number so that the view stays small. The places of all
//! further
//! fields are its tail, which is computed again when one of them is accessed. Methods read the bytes at the places.

use proc_macro2::TokenStream;
use quote::format_ident;

use super::field_kind::FieldKind;
use super::parse::{Member, Sequence};

/// The type of a field's view.
pub(super) fn view_type(Member { ty, kind, .. }: &Member) -> TokenStream {
    match kind {
        FieldKind::Bytes | FieldKind::Trailing => quote!(&'a [u8]),
        FieldKind::Strings => quote!(dxc_runtime::Strings<'a>),
        FieldKind::Run(row) | FieldKind::Strided(row) => {
            quote!(dxc_runtime::Run<'a, #row>)
        }
        FieldKind::Sized(row) => quote!(dxc_runtime::SizedView<'a, #row>),
        FieldKind::Items(item) => quote!(dxc_runtime::Items<'a, #item>),
        FieldKind::Nested => quote!(<#ty as dxc_runtime::Nested>::View<'a>),
        FieldKind::Text => quote!(dxc_runtime::TextView<'a>),
        FieldKind::OptionalBytes => quote!(Option<&'a [u8]>),
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

/// The most numbers of 32 bits that a view keeps of its fields.
const NARROW: usize = 22;

/// The places that a view stores.
pub(super) struct Places<'s> {
    head: Vec<Place<'s>>,
    /// The places that are computed on access.
    tail: Vec<Place<'s>>,
}

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
        Self::cut(places)
    }

    /// The places that fit into a narrow view, and all others.
    fn cut(places: Vec<Place<'s>>) -> Self {
        let width: usize = places.iter().filter_map(Place::width).sum();
        let (mut head, mut tail) = (Vec::new(), Vec::new());
        // The last one in the head may need its size, since the next one is not beside it.
        let mut left = if width > NARROW { NARROW - 1 } else { width };
        for place in places {
            match place.width() {
                Some(width) if width > left || (width > 0 && !tail.is_empty()) => {
                    left = 0;
                    tail.push(place);
                }
                width => {
                    left -= width.unwrap_or(0);
                    head.push(place);
                }
            }
        }
        end_beside(&mut head);
        end_beside(&mut tail);
        Self { head, tail }
    }

    /// Whether the view has a tail.
    pub(super) fn has_tail(&self) -> bool {
        !self.tail.is_empty()
    }

    /// Whether a field is in the tail.
    pub(super) fn is_in_tail(&self, field: &syn::Ident) -> bool {
        self.tail.iter().any(|place| place.member.name == *field)
    }

    /// The fields of the view, and those of its tail.
    pub(super) fn fields(&self) -> [TokenStream; 2] {
        [&self.head, &self.tail].map(|places| places.iter().map(Place::field).collect())
    }

    /// The values of the view and of its tail, from the locals of the walk.
    pub(super) fn values(&self) -> [TokenStream; 2] {
        [&self.head, &self.tail].map(|places| places.iter().map(Place::value).collect())
    }

    /// The methods of the view and of its tail that give the fields.
    pub(super) fn methods(&self) -> [TokenStream; 2] {
        let own = self.head.iter().map(Place::method);
        let passed_on = self.tail.iter().map(Place::method_of_tail);
        let tail = self.tail.iter().map(Place::method);
        [own.chain(passed_on).collect(), tail.collect()]
    }
}

/// Fields whose next one is not among these places keep their own size.
fn end_beside(places: &mut [Place<'_>]) {
    let names: Vec<syn::Ident> = places
        .iter()
        .map(|place| place.member.name.clone())
        .collect();
    for place in places {
        if let Kept::Span(End::Next(next)) = &place.kept
            && !names.contains(next)
        {
            place.kept = Kept::Span(End::Size);
        }
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
    /// How many numbers of 32 bits the view keeps, unless it keeps something else.
    fn width(&self) -> Option<usize> {
        let own = match &self.kept {
            Kept::Fixed(_) => 0,
            Kept::At | Kept::Maybe | Kept::Span(End::Next(_) | End::Part) => 1,
            Kept::Span(End::Size) => 2,
            Kept::Items(_) | Kept::Value => return None,
        };
        match (&self.member.kind, self.measure()) {
            (FieldKind::Strided(_), _) => Some(own + 1),
            (_, Some(_)) => None,
            (_, None) => Some(own),
        }
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
            format_ident!("at_{name}"),
            format_ident!("size_of_{name}"),
            format_ident!("measured_{name}"),
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
            Kept::Span(End::Size) if matches!(self.member.kind, FieldKind::OptionalBytes) => {
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
        let (at, ty) = (format_ident!("at_{name}"), view_type(self.member));
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

    /// The method of a view that asks its tail.
    fn method_of_tail(&self) -> TokenStream {
        let Member {
            docs,
            visibility,
            name,
            ..
        } = self.member;
        let ty = view_type(self.member);
        quote! {
            #(#docs)*
            #visibility fn #name(self) -> #ty {
                self.tail().#name()
            }
        }
    }

    /// The bytes of a span.
    fn span(&self, end: &End) -> TokenStream {
        let (at, size, measured) = self.names();
        let between = |end| quote!(dxc_runtime::reader::between(self.source, self.#at, #end));
        let bytes = match end {
            End::Next(next) => {
                let next = format_ident!("at_{next}");
                between(quote!(self.#next))
            }
            End::Part => between(quote!(u32::MAX)),
            End::Size => {
                quote!(dxc_runtime::reader::span(self.source, self.#at, self.#size))
            }
        };
        match &self.member.kind {
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
            FieldKind::Text => quote! {
                // Without the NUL.
                dxc_runtime::TextView(#bytes.split_last().map_or(&[], |(_, text)| text))
            },
            FieldKind::OptionalBytes => quote!((self.#at != u32::MAX).then(|| #bytes)),
            _ => bytes,
        }
    }
}

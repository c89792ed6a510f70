//! The kinds of fields in a sequence: the attribute that names each, and its form in views, values and visits.
//! `read_field` generates the code that reads a field, `write_field` the code that writes it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericArgument, Ident, LitInt, PathArguments, PathSegment, Type};

use crate::attributes::wrong;

/// The kind of a field; its attribute names it.
pub(super) enum FieldKind {
    /// A single value; its type, without the `Option` of an optional value.
    Value(Type),
    /// Computed on writing, and not a field of the struct.
    Computed,
    /// Computed on writing, unless the value sets it; the type without its `Option`.
    Canonical(Type),
    /// Bytes of any number, strings or one string: the type, without the `Option` of an optional field.
    Blob(Type),
    /// Contiguous records.
    Run(Type),
    /// Records whose stride is stored in the file.
    Strided(Type),
    /// A record whose size is stored in the file.
    Sized(Type),
    /// A single structure.
    Nested(Type),
    /// Contiguous structures.
    Items(Type),
    /// Structures that are referenced by offset.
    Pool(Type),
    /// A reference to a structure of a pool.
    Reference,
    Padding(LitInt),
    Trailing,
    OriginalLayout,
}

impl FieldKind {
    /// Whether it is a string table.
    pub(super) fn is_strings(&self) -> bool {
        matches!(self, Self::Blob(ty) if is(ty, "StringTable"))
    }

    /// Whether it is bytes of any number. A view stores their offset.
    pub(super) fn is_span(&self) -> bool {
        matches!(
            self,
            Self::Blob(_) | Self::Run(_) | Self::Sized(_) | Self::Strided(_) | Self::Trailing
        )
    }

    /// The type in a view; `None` if it equals the type in the value.
    pub(super) fn view(&self) -> Option<TokenStream> {
        Some(match self {
            Self::Blob(ty) => blob_view(ty),
            Self::Trailing => quote!(&'a [u8]),
            Self::Run(row) | Self::Strided(row) => quote!(dxc_runtime::Run<'a, #row>),
            Self::Sized(row) => quote!(dxc_runtime::SizedView<'a, #row>),
            Self::Items(item) => quote!(dxc_runtime::Items<'a, #item>),
            Self::Nested(item) => quote!(<#item as dxc_runtime::Nested>::View<'a>),
            Self::Pool(item) => quote!(dxc_runtime::PoolView<'a, #item>),
            _ => return None,
        })
    }

    /// The content of a view, from the bytes of the field; `measured` is the stride of records, or their arguments.
    pub(super) fn viewed(&self, bytes: &TokenStream, measured: &TokenStream) -> TokenStream {
        match self {
            Self::Blob(ty) => quote!(<#ty as dxc_runtime::Blob>::view(#bytes)),
            Self::Strided(_) => quote!(dxc_runtime::Run::new(#bytes, #measured, ())),
            Self::Run(_) => quote!(dxc_runtime::Run::packed(#bytes, #measured)),
            Self::Sized(_) => quote!(dxc_runtime::SizedView::read(#bytes).unwrap_or_default()),
            _ => bytes.clone(),
        }
    }

    /// The content of the value, from that of a view.
    pub(super) fn owned(&self, viewed: TokenStream) -> TokenStream {
        match self {
            Self::Trailing | Self::Run(_) | Self::Items(_) => quote!(#viewed.to_vec()),
            Self::Blob(ty) => quote!(<#ty as dxc_runtime::Blob>::from_view(#viewed)),
            Self::Sized(_) => quote!(#viewed.to_value()),
            Self::Strided(_) => quote!(dxc_runtime::Strided::from_run(#viewed)),
            Self::Nested(_) => quote!(dxc_runtime::Nested::from_view(&#viewed)),
            Self::Pool(_) => quote!(Default::default()),
            Self::OriginalLayout => quote!(view.original_layout()),
            _ => viewed,
        }
    }

    /// The method of visitors; `None` if the value has no field of this kind.
    pub(super) fn visit(&self) -> Option<&'static str> {
        Some(match self {
            Self::Value(_) | Self::Canonical(_) => "value",
            Self::Blob(_) | Self::Trailing => "blob",
            Self::Run(_) => "run",
            Self::Strided(_) => "strided",
            Self::Sized(_) => "sized",
            Self::Nested(_) => "nested",
            Self::Items(_) | Self::Pool(_) => "items",
            Self::Reference => "link",
            Self::OriginalLayout => "original_layout",
            Self::Computed | Self::Padding(_) => return None,
        })
    }

    /// The words that select a kind; a field without one is a single value.
    pub(super) const WORDS: [&str; 16] = [
        "is",
        "canonical",
        "optional",
        "blob",
        "run",
        "index_table",
        "lists",
        "strided",
        "sized",
        "nested",
        "items",
        "pool",
        "names",
        "align",
        "trailing",
        "memory",
    ];

    /// The kind that a word selects.
    pub(super) fn parse(kind: &Ident, ty: &Type, align: Option<&LitInt>) -> syn::Result<Self> {
        let inner = || argument(ty, kind);
        Ok(match kind.to_string().as_str() {
            "is" => Self::Computed,
            "canonical" => Self::Canonical(inner()?),
            "optional" => Self::Value(inner()?),
            "blob" if is(ty, "Option") => Self::Blob(inner()?),
            "blob" => Self::Blob(ty.clone()),
            "index_table" | "lists" => Self::Run(syn::parse_quote!(u32)),
            "run" => Self::Run(inner()?),
            "strided" => Self::Strided(inner()?),
            "sized" => Self::Sized(inner()?),
            "nested" => Self::Nested(ty.clone()),
            "items" => Self::Items(inner()?),
            "pool" => Self::Pool(inner()?),
            "names" => Self::Reference,
            "trailing" => Self::Trailing,
            "memory" => Self::OriginalLayout,
            _ => match align {
                Some(align) => Self::Padding(align.clone()),
                None => return wrong(kind.span(), "expected `align = N`"),
            },
        })
    }
}

/// The last segment of the path of a type.
fn last(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}

/// Whether a type has this name.
pub(super) fn is(ty: &Type, name: &str) -> bool {
    last(ty).is_some_and(|last| last.ident == name)
}

/// The type in views, in its usual notation.
fn blob_view(ty: &Type) -> TokenStream {
    match () {
        () if is(ty, "Vec") => quote!(&'a [u8]),
        () if is(ty, "StringTable") => quote!(dxc_runtime::Strings<'a>),
        () if is(ty, "Text") => quote!(dxc_runtime::TextView<'a>),
        () => quote!(<#ty as dxc_runtime::Blob>::View<'a>),
    }
}

/// The `T` of `Vec<T>`.
fn argument(ty: &Type, kind: &Ident) -> syn::Result<Type> {
    match last(ty).map(|last| &last.arguments) {
        Some(PathArguments::AngleBracketed(arguments)) => match arguments.args.first() {
            Some(GenericArgument::Type(argument)) => Ok(argument.clone()),
            _ => wrong(kind.span(), "the type holds nothing of this kind"),
        },
        _ => wrong(kind.span(), "the type holds nothing of this kind"),
    }
}

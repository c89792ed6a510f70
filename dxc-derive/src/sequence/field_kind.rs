//! The kinds of fields in a sequence: how the attribute names each, and what it is in views, values and visits. `field` reads it,
//! `write_field` writes it.

use proc_macro2::TokenStream;
use syn::{GenericArgument, Ident, LitInt, PathArguments, Type};

use crate::attributes::wrong;

/// The kind of a field; its attribute names it.
pub(super) enum FieldKind {
    /// A single value; its type, without the `Option` of one that may be absent.
    Value(Type),
    /// Computed on writing, and no field of the struct.
    Computed,
    /// Computed on writing, unless it is set in the value; the type without its `Option`.
    Canonical(Type),
    /// Bytes.
    Bytes,
    /// A string table.
    Strings,
    /// A string outside of tables.
    Text,
    /// Records one behind the other.
    Run(Type),
    /// Records with a stride of their own.
    Strided(Type),
    /// A record with a size of its own.
    Sized(Type),
    /// A single structure.
    Nested(Type),
    /// Structures one behind the other.
    Items(Type),
    /// Structures that numbers name.
    Pool(Type),
    /// A reference to a structure of a pool.
    Reference,
    Padding(LitInt),
    Trailing,
    OriginalLayout,
}

impl FieldKind {
    /// Whether it holds several, or none.
    pub(super) fn is_several(&self) -> bool {
        matches!(
            self,
            Self::Strings | Self::Run(_) | Self::Strided(_) | Self::Items(_)
        )
    }

    /// Whether it is bytes of any number, of which a view keeps the place.
    pub(super) fn is_span(&self) -> bool {
        matches!(
            self,
            Self::Bytes
                | Self::Run(_)
                | Self::Sized(_)
                | Self::Strided(_)
                | Self::Strings
                | Self::Text
                | Self::Trailing
        )
    }

    /// The type in a view; nothing, if it is that of the value.
    pub(super) fn view(&self) -> Option<TokenStream> {
        Some(match self {
            Self::Bytes | Self::Trailing => quote!(&'a [u8]),
            Self::Strings => quote!(dxc_runtime::Strings<'a>),
            Self::Text => quote!(dxc_runtime::TextView<'a>),
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
            Self::Strings => quote!(dxc_runtime::Strings(#bytes)),
            Self::Strided(_) => quote!(dxc_runtime::Run::new(#bytes, #measured, ())),
            Self::Run(_) => quote!(dxc_runtime::Run::packed(#bytes, #measured)),
            Self::Sized(_) => quote!(dxc_runtime::SizedView::read(#bytes).unwrap_or_default()),
            Self::Text => quote! {
                // Without the NUL.
                dxc_runtime::TextView(#bytes.split_last().map_or(&[], |(_, text)| text))
            },
            _ => bytes.clone(),
        }
    }

    /// The content of the value, from that of a view.
    pub(super) fn owned(&self, viewed: TokenStream) -> TokenStream {
        match self {
            Self::Bytes | Self::Trailing | Self::Run(_) | Self::Items(_) => {
                quote!(#viewed.to_vec())
            }
            Self::Strings | Self::Sized(_) | Self::Text => quote!(#viewed.to_value()),
            Self::Strided(_) => quote!(dxc_runtime::Strided::from_run(#viewed)),
            Self::Nested(_) => quote!(dxc_runtime::Nested::from_view(&#viewed)),
            Self::Pool(_) => quote!(Default::default()),
            Self::OriginalLayout => quote!(view.original_layout()),
            _ => viewed,
        }
    }

    /// The method of visitors; nothing, if the value has no field of the kind.
    pub(super) fn visit(&self) -> Option<&'static str> {
        Some(match self {
            Self::Value(_) | Self::Canonical(_) => "value",
            Self::Bytes | Self::Trailing => "bytes",
            Self::Strings => "strings",
            Self::Text => "text",
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
    pub(super) const WORDS: [&str; 18] = [
        "is",
        "canonical",
        "optional",
        "bytes",
        "strings",
        "text",
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
            "bytes" => Self::Bytes,
            "strings" => Self::Strings,
            "text" => Self::Text,
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

/// The `T` of `Vec<T>`.
fn argument(ty: &Type, kind: &Ident) -> syn::Result<Type> {
    let last = match ty {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    };
    match last.map(|last| &last.arguments) {
        Some(PathArguments::AngleBracketed(arguments)) => match arguments.args.first() {
            Some(GenericArgument::Type(argument)) => Ok(argument.clone()),
            _ => wrong(kind.span(), "the type holds nothing of this kind"),
        },
        _ => wrong(kind.span(), "the type holds nothing of this kind"),
    }
}

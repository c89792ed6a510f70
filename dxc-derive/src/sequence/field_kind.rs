//! The kinds of fields in a sequence.

use syn::{GenericArgument, Ident, LitInt, PathArguments, Type};

use crate::attributes::wrong;

/// The kind of a field; its attribute names it.
pub(super) enum FieldKind {
    /// A single value.
    Value,
    /// Computed on writing, and no field of the struct.
    Computed,
    /// Computed on writing, unless it is set in the value; the type without its `Option`.
    Canonical(Type),
    /// A single value that may be absent; the type without its `Option`.
    Optional(Type),
    /// Bytes.
    Bytes {
        /// Whether their offset may place none: an `Option`.
        may_lack: bool,
    },
    /// A string table.
    Strings,
    /// A string outside of tables.
    Text {
        /// Whether its offset may place none: an `Option`.
        may_lack: bool,
    },
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
    Reference {
        /// Whether it may name nothing: an `Option`.
        may_lack: bool,
    },
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

    /// The kind that a word selects; an optional reference has a null value.
    pub(super) fn parse(
        kind: &Ident,
        ty: &Type,
        align: Option<&LitInt>,
        may_lack: bool,
    ) -> syn::Result<Self> {
        let inner = || argument(ty, kind);
        Ok(match kind.to_string().as_str() {
            "is" => Self::Computed,
            "canonical" => Self::Canonical(inner()?),
            "optional" => Self::Optional(inner()?),
            "bytes" => Self::Bytes { may_lack },
            "strings" => Self::Strings,
            "text" => Self::Text { may_lack },
            "index_table" | "lists" => Self::Run(syn::parse_quote!(u32)),
            "run" => Self::Run(inner()?),
            "strided" => Self::Strided(inner()?),
            "sized" => Self::Sized(inner()?),
            "nested" => Self::Nested(ty.clone()),
            "items" => Self::Items(inner()?),
            "pool" => Self::Pool(inner()?),
            "names" => Self::Reference { may_lack },
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

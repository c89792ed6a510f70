//! Parses the target of a reference from the words that declare it.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use crate::attributes::wrong;
use crate::code::Code;

/// The words on a field that is a reference.
#[derive(Default)]
pub(crate) struct ReferenceWords {
    names: Option<Ident>,
    last: bool,
    check: bool,
    base: Option<Code>,
    null: Option<Code>,
    run: Option<Ident>,
    len: Option<Ident>,
}

words!(ReferenceWords {
    names: value,
    last: flag,
    check: flag,
    base: value,
    null: value,
    run: value,
    len: value
});

impl ReferenceWords {
    /// The target of the field, if it is a reference.
    pub(crate) fn target(self) -> syn::Result<Option<Target>> {
        match (self.names, self.run, self.len) {
            (Some(table), None, None) => Ok(Some(Target::String {
                table,
                last: self.last,
                check: self.check,
                origin: Box::new(Origin {
                    base: self.base,
                    null: self.null,
                }),
            })),
            (None, Some(table), Some(len)) => Ok(Some(Target::Run { table, len })),
            (None, None, None) => Ok(None),
            (Some(word), ..) | (_, Some(word), _) | (.., Some(word)) => wrong(
                word.span(),
                "expected either `names = TABLE` or `run = TABLE, len = FIELD`",
            ),
        }
    }
}

/// The base of the offsets in the file, and the null offset.
#[derive(Clone)]
pub(crate) struct Origin {
    base: Option<Code>,
    null: Option<Code>,
}

impl Origin {
    /// The offset of the first string.
    pub(crate) fn base(&self) -> TokenStream {
        self.base.as_ref().map_or(quote!(0), |base| quote!(#base))
    }

    /// The null offset, as an `Option`.
    pub(crate) fn null(&self) -> TokenStream {
        match &self.null {
            Some(null) => quote!(Some(#null)),
            None => quote!(None),
        }
    }

    /// Whether an offset is the null offset.
    pub(crate) fn has_null(&self) -> bool {
        self.null.is_some()
    }

    /// The number of bytes before the table from which offsets count; `None` if a parameter determines it.
    pub(crate) fn before(&self) -> Option<u32> {
        match &self.base {
            None => Some(0),
            Some(base) => {
                let bytes: syn::LitInt = syn::parse2(quote!(#base)).ok()?;
                bytes.base10_parse().ok()
            }
        }
    }
}

/// The target of a reference.
#[derive(Clone)]
pub(crate) enum Target {
    /// The string at an offset of a table.
    String {
        table: Ident,
        /// Whether it follows all others in a new table.
        last: bool,
        /// Whether an offset without a string is refused.
        check: bool,
        origin: Box<Origin>,
    },
    /// A run of a table; the field `len` contains its length.
    Run { table: Ident, len: Ident },
}

impl Target {
    /// A conversion of a number between the file and its table, if the two differ.
    pub(crate) fn converted(&self, conversion: &str, number: &TokenStream) -> Option<TokenStream> {
        let Self::String { origin, .. } = self else {
            return None;
        };
        let differs = origin.base.is_some() || origin.null.is_some();
        let (conversion, base, null) =
            (format_ident!("{conversion}"), origin.base(), origin.null());
        differs.then(|| quote!(dxc_runtime::strings::#conversion(#number, #base, #null)))
    }
}

//! Numbers that name strings or runs of a table: what a record tells of them, and the methods that resolve them.

use proc_macro2::TokenStream;
use quote::format_ident;
use syn::Ident;
use syn::parse::ParseStream;

use crate::attributes::{value, wrong};
use crate::layout::Placed;

/// The words of a field that names something.
#[derive(Default)]
pub(crate) struct ReferenceWords {
    names: Option<Ident>,
    last: bool,
    run: Option<Ident>,
    len: Option<Ident>,
}

impl ReferenceWords {
    /// Takes the value of a word; false if there is no such word.
    pub(crate) fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "names" => self.names = Some(value(input)?),
            "last" => self.last = true,
            "run" => self.run = Some(value(input)?),
            "len" => self.len = Some(value(input)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// What the field names, if it names anything.
    pub(crate) fn target(self, origin: Origin) -> syn::Result<Option<Target>> {
        let Self {
            names,
            last,
            run,
            len,
        } = self;
        match (names, run, len) {
            (Some(table), None, None) => Ok(Some(Target::String {
                table,
                last,
                origin,
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

/// Where the offsets of the file count from.
#[derive(Clone, Default)]
pub(crate) struct Origin {
    /// The part's start, not the table's.
    pub(crate) from_part: bool,
    /// The one of them that names no string.
    pub(crate) null: Option<TokenStream>,
}

/// What a number names.
#[derive(Clone)]
pub(crate) enum Target {
    /// The string at an offset of a table.
    String {
        table: Ident,
        /// Whether it stands behind all others in a new table.
        last: bool,
        origin: Origin,
    },
    /// A run of a table, as long as another field says.
    Run { table: Ident, len: Ident },
}

impl Target {
    /// The entry in a layout table.
    pub(crate) fn shape(&self) -> TokenStream {
        match self {
            Self::String {
                table,
                last,
                origin,
            } => {
                let (table, Origin { from_part, null }) = (table.to_string(), origin);
                let null = match null {
                    Some(null) => quote!(Some(#null)),
                    None => quote!(None),
                };
                quote! {
                    ::dxc_format::runtime::shape::Shape::Name {
                        table: Some(#table),
                        from_part: #from_part,
                        null: #null,
                        last: #last,
                    }
                }
            }
            Self::Run { table, len } => {
                let (table, len) = (table.to_string(), len.to_string());
                quote!(::dxc_format::runtime::shape::Shape::Indices { table: #table, len: #len })
            }
        }
    }
}

/// Tells a visitor of a field's number, and puts the visitor's in its place; of a record in it, of its fields.
pub(crate) fn visit(field: &Placed) -> TokenStream {
    let Placed { name, target, .. } = field;
    let text = name.to_string();
    let (table, names) = match target {
        None => {
            return quote!(::dxc_format::runtime::tables::refer_field(&mut self.#name, #text, place, visit););
        }
        Some(Target::String {
            table,
            last,
            origin: Origin { null, .. },
        }) => {
            let has_null = null.is_some();
            (table, quote!(String { last: #last, optional: #has_null }))
        }
        Some(Target::Run { table, len }) => (table, quote!(Run { len: self.#len.into() })),
    };
    let table = table.to_string();
    quote! {
        self.#name = visit(::dxc_format::runtime::tables::Reference::new(
            place, #text, self.#name, #table, ::dxc_format::runtime::tables::Names::#names,
        ));
    }
}

/// The methods that resolve what a record names; `getter` gives a field's number, or returns `None` without it.
pub(crate) fn accessors(fields: &[Placed], getter: impl Fn(&Placed) -> TokenStream) -> TokenStream {
    let mut methods = TokenStream::new();
    for field in fields {
        let Some(target) = &field.target else {
            continue;
        };
        let (method, number) = (format_ident!("{}_in", field.name), getter(field));
        methods.extend(match target {
            Target::String { table, .. } => {
                let doc = format!(
                    "The string that `{}` names in `{table}` of the part that holds the record.",
                    field.name
                );
                let table = table.to_string();
                quote! {
                    #[doc = #doc]
                    ///
                    /// `None` if it names none, or one that is not UTF-8.
                    pub fn #method<'t>(&self, part: impl ::dxc_format::runtime::Tables<'t>) -> Option<&'t str> {
                        part.strings(#table)?.get(#number)
                    }
                }
            }
            Target::Run { table, len } => {
                let doc = format!(
                    "The `{len}` numbers that `{}` names in `{table}` of the part that holds the record.",
                    field.name
                );
                let table = table.to_string();
                quote! {
                    #[doc = #doc]
                    ///
                    /// `None` if they do not lie within the table.
                    pub fn #method<'t, T: ::dxc_format::runtime::Tables<'t>>(&self, part: T) -> Option<T::Numbers> {
                        ::dxc_format::runtime::tables::Numbers::range(part.numbers(#table)?, #number, self.#len.into())
                    }
                }
            }
        });
    }
    methods
}

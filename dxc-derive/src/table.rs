//! The code that `open_enum` and `flags` share: an enum declaration as a newtype, its constants and its table.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens as _, format_ident, quote};
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, DeriveInput, Expr, Ident, LitInt, LitStr, Token, Type, Visibility};

use crate::attributes::{self, Problems, Words, value, wrong};
use crate::code::Code;
use crate::column::{Column, Rows};
use crate::earlier::{EarlierKey, deprecated};
use crate::item::variants_of;
use crate::serde::implementations;

/// A parsed declaration.
pub(crate) struct Table {
    attributes: Vec<Attribute>,
    visibility: Visibility,
    pub(crate) name: Ident,
    repr: Type,
    pub(crate) words: TableWords,
    values: Vec<Value>,
}

struct Value {
    attributes: Vec<Attribute>,
    name: Ident,
    value: Expr,
    words: ValueWords,
}

#[derive(Default)]
pub(crate) struct TableWords {
    mirrors: Option<LitStr>,
    pub(crate) from: Option<Type>,
    shown_by: Option<LitStr>,
    columns: Vec<Column>,
}

words!(TableWords { mirrors: value, from: value, shown_by = "yaml": value, columns: list });

/// The words on a value: `alias`, `marker`, `unmirrored`, and attributes of any name.
#[derive(Default)]
struct ValueWords {
    alias: bool,
    marker: bool,
    unmirrored: bool,
    /// The earlier names.
    was: Vec<Ident>,
    /// The name in documents, and its other names there.
    key: Option<LitStr>,
    earlier: Vec<EarlierKey>,
    attributes: Vec<(Ident, Code)>,
}

impl Words for ValueWords {
    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        if word == "yaml" {
            self.key = Some(value(input)?);
            return Ok(true);
        }
        if input.peek(Token![=]) {
            self.attributes.push((word.clone(), value(input)?));
            return Ok(true);
        }
        match word.to_string().as_str() {
            "alias" => self.alias = true,
            "marker" => self.marker = true,
            "unmirrored" => self.unmirrored = true,
            "was" => self.was = attributes::list(input)?,
            "earlier" => self.earlier = attributes::list(input)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl ValueWords {
    /// The other names of a value, if it has any.
    fn other_names(&self) -> Option<TokenStream> {
        let is_only = self.was.is_empty() && self.key.is_none() && self.earlier.is_empty();
        let shape = quote!(dxc_runtime::shape::);
        let was = self.was.iter().map(Ident::to_string);
        let key = match &self.key {
            Some(key) => quote!(Some(#key)),
            None => quote!(None),
        };
        let earlier = self.earlier.iter().map(|earlier| earlier.constant(&shape));
        (!is_only).then(|| {
            quote!(.other_names(const { &#shape OtherNames::new(&[#(#was),*], #key, const { &[#(#earlier),*] }) }))
        })
    }
}

/// The integer type in an attribute's parentheses.
pub(crate) fn repr(input: ParseStream<'_>) -> syn::Result<Type> {
    let legal = "expected one of `u8`, `u16`, `u32`, `u64`";
    let repr: Type = if input.is_empty() {
        return wrong(input.span(), legal);
    } else {
        input.parse()?
    };
    if is_integer(&repr) {
        Ok(repr)
    } else {
        Err(syn::Error::new_spanned(repr, legal))
    }
}

/// Whether a type is an unsigned integer.
pub(crate) fn is_integer(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    let mut integers = ["u8", "u16", "u32", "u64"].into_iter();
    integers.any(|integer| path.path.is_ident(integer))
}

impl Table {
    pub(crate) fn parse(attribute: TokenStream, item: TokenStream) -> syn::Result<Self> {
        let mut words = TableWords::default();
        let parser = |input: ParseStream<'_>| {
            let repr = repr(input)?;
            attributes::rest(&mut words, input)?;
            Ok(repr)
        };
        let repr = parser.parse2(attribute)?;
        let item: DeriveInput = syn::parse2(item)?;
        let mut problems = Problems::default();
        let mut values = Vec::new();
        for mut variant in variants_of(&item.ident, item.data)? {
            let words: ValueWords = problems
                .note(attributes::take(&mut variant.attrs))
                .unwrap_or_default();
            match (&variant.fields, variant.discriminant) {
                (syn::Fields::Unit, Some((_, value))) => values.push(Value {
                    attributes: variant.attrs,
                    name: variant.ident,
                    value,
                    words,
                }),
                _ => {
                    let name = &variant.ident;
                    problems.add(name, format!("a value is written `{name} = NUMBER`"));
                }
            }
        }
        problems.or(Self {
            attributes: item.attrs,
            visibility: item.vis,
            name: item.ident,
            repr,
            words,
            values,
        })
    }

    /// The newtype, with its constants and its table; `impls` is the runtime's macro for the rest.
    pub(crate) fn newtype(&self, impls: &str) -> syn::Result<TokenStream> {
        let Self {
            attributes,
            visibility,
            name,
            repr,
            ..
        } = self;
        let (constants, table) = (self.constants(), self.table()?);
        let (impls, serde) = (
            format_ident!("{impls}"),
            implementations(name, "fixed", None),
        );
        let columns = &self.words.columns;
        let accessors = columns
            .iter()
            .map(|column| column.accessors(&self.rows(column)));
        let accessors = accessors.collect::<syn::Result<Vec<_>>>()?;
        let words = columns
            .iter()
            .filter_map(|column| column.declaration(visibility));
        Ok(quote! {
            #(#attributes)*
            #[derive(Clone, Copy, Default, PartialEq, PartialOrd, Ord, Hash)]
            #visibility struct #name(pub #repr);

            #(#words)*

            #[allow(non_upper_case_globals)]
            impl #name {
                #constants
                #table
                #(#accessors)*
            }

            dxc_runtime::#impls!(#name, #repr);
            #serde
        })
    }

    /// The cells of a column, without those of second names.
    fn rows(&self, column: &Column) -> Rows<'_> {
        let values = self.values.iter();
        let values = values.filter(|value| !value.words.alias && !value.words.marker);
        let rows = values.filter_map(|value| {
            let mut cells = value.words.attributes.iter();
            let (_, cell) = cells.find(|(name, _)| name == column.name())?;
            Some((&value.name, cell))
        });
        rows.collect()
    }

    /// The constants, with their docs.
    fn constants(&self) -> TokenStream {
        let constants = self.values.iter().map(
            |Value {
                 attributes,
                 name,
                 value,
                 words,
             }| {
                let was = words.was.iter().map(|old| {
                    let deprecated = deprecated(name);
                    quote!(#deprecated pub const #old: Self = Self::#name;)
                });
                quote!(#(#attributes)* pub const #name: Self = Self(#value); #(#was)*)
            },
        );
        quote!(#(#constants)*)
    }

    /// The `TABLE` constant.
    fn table(&self) -> syn::Result<TokenStream> {
        let mut problems = Problems::default();
        let mut entries = Vec::new();
        for Value {
            attributes,
            name,
            value,
            words,
        } in &self.values
        {
            let text = name.to_string();
            let doc = attributes::doc(attributes);
            let alias = words.alias.then(|| quote!(.alias()));
            let marker = words.marker.then(|| quote!(.marker()));
            let unmirrored = words.unmirrored.then(|| quote!(.unmirrored()));
            let other_names = words.other_names();
            let attributes = words.attributes.iter().filter_map(|(name, value)| {
                let attribute = name.to_string();
                let value = problems.note(attribute_value(value))?;
                Some(quote!((#attribute, #value)))
            });
            let attributes: Vec<_> = attributes.collect();
            let attributes =
                (!attributes.is_empty()).then(|| quote!(.attributes(&[#(#attributes),*])));
            // A value that is not a literal is read from its constant.
            let number = match value {
                Expr::Lit(literal) => quote!(#literal),
                _ => quote!(Self::#name.0 as u64),
            };
            entries.push(quote! {
                EnumValue::new(#text, #number, #doc) #alias #marker #unmirrored #other_names #attributes
            });
        }
        let name = self.name.to_string();
        let TableWords {
            mirrors, shown_by, ..
        } = &self.words;
        let mirrors = match mirrors {
            Some(mirrors) => quote!(Some(#mirrors)),
            None => quote!(None),
        };
        let shown_by = shown_by.as_ref().map(|column| quote!(.shown_by(#column)));
        problems.or(quote! {
            /// The table: every name, value and attribute, in upstream's order.
            pub const TABLE: dxc_runtime::shape::EnumTable = {
                #[allow(unused_imports)]
                use dxc_runtime::shape::{Attribute, EnumTable, EnumValue};
                EnumTable::new(#name, #mirrors, &[#(#entries),*]) #shown_by
            };
        })
    }
}

/// The value of an attribute: a number, a string or a list of strings.
fn attribute_value(value: &Code) -> syn::Result<TokenStream> {
    let parse = |input: ParseStream<'_>| {
        if input.peek(syn::token::Bracket) {
            let list = input.parse::<TokenTree>()?;
            return Ok(quote!(Attribute::List(&#list)));
        }
        if input.peek(LitStr) {
            let text = input.parse::<LitStr>()?;
            return Ok(quote!(Attribute::Text(#text)));
        }
        let minus: Option<Token![-]> = input.parse()?;
        let number: LitInt = input
            .parse()
            .map_err(|error| syn::Error::new(error.span(), ATTRIBUTE))?;
        Ok(quote!(Attribute::Int(#minus #number)))
    };
    parse.parse2(value.to_token_stream())
}

const ATTRIBUTE: &str = "an attribute is a number, a string or a list of strings";

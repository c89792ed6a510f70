//! Expands the columns of a table: an accessor for each, and an enum for the words of a column.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, format_ident, quote};
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Attribute, LitInt, LitStr, Token, Type, Visibility};

use crate::code::Code;

/// A column: its doc, `key` if texts are looked up by it, its name and the type of its cells.
pub(crate) struct Column {
    attributes: Vec<Attribute>,
    is_key: bool,
    name: Ident,
    cells: Cells,
}

/// The type of the cells of a column.
enum Cells {
    /// `i32`
    Number,
    /// `bool`
    Truth,
    /// `str`
    Text,
    /// `[str]`
    Texts,
    /// `Enum`: the name of one of its values.
    Value(Type),
    /// `[Enum]`: names of its values.
    Values(Type),
    /// `Words { One = "one", Two = "two" }`: one of a few words; after `of`, another table declares the enum.
    Word { words: Words, is_declared: bool },
}

/// An enum whose variants are the words of a column.
struct Words {
    name: Ident,
    words: Vec<(Ident, LitStr)>,
}

impl Parse for Column {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let mut name: Ident = input.parse()?;
        let is_key = name == "key" && !input.peek(Token![:]);
        if is_key {
            name = input.parse()?;
        }
        input.parse::<Token![:]>()?;
        Ok(Self {
            attributes,
            is_key,
            name,
            cells: input.parse()?,
        })
    }
}

impl Parse for Cells {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(syn::token::Bracket) {
            let element;
            syn::bracketed!(element in input);
            let element: Type = element.parse()?;
            return Ok(if is(&element, "str") {
                Self::Texts
            } else {
                Self::Values(element)
            });
        }
        let is_elsewhere = input.peek(syn::Ident) && input.peek2(syn::Ident);
        if is_elsewhere {
            input.parse::<Ident>()?;
        }
        if is_elsewhere || input.peek2(syn::token::Brace) {
            return Ok(Self::Word {
                words: input.parse()?,
                is_declared: !is_elsewhere,
            });
        }
        let cell: Type = input.parse()?;
        Ok(match cell {
            _ if is(&cell, "i32") => Self::Number,
            _ if is(&cell, "bool") => Self::Truth,
            _ if is(&cell, "str") => Self::Text,
            cell => Self::Value(cell),
        })
    }
}

impl Parse for Words {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        let content;
        syn::braced!(content in input);
        let word = |input: ParseStream<'_>| {
            let variant: Ident = input.parse()?;
            input.parse::<Token![=]>()?;
            Ok((variant, input.parse()?))
        };
        let words = Punctuated::<_, Token![,]>::parse_terminated_with(&content, word)?;
        Ok(Self {
            name,
            words: words.into_iter().collect(),
        })
    }
}

/// Whether a type is a built-in one.
fn is(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident(name))
}

/// The cells of a column: the names of values that have one, and its literal.
pub(crate) type Rows<'t> = Vec<(&'t Ident, &'t Code)>;

impl Column {
    pub(crate) fn name(&self) -> &Ident {
        &self.name
    }

    /// The accessor, and for a column of keys the functions that find a value and list the keys.
    pub(crate) fn accessors(&self, rows: &Rows<'_>) -> syn::Result<TokenStream> {
        let Self {
            attributes, name, ..
        } = self;
        let column = name.to_string();
        let (ty, value) = self.cell(&column, rows)?;
        let lookup = self.is_key.then(|| {
            let function = format_ident!("from_{name}");
            let keys = format_ident!("{name}_keys");
            let doc = format!("The value whose `{column}` is this text; the first one of several.");
            let keys_doc = format!("Each `{column}`, with those of second names of values.");
            quote! {
                #[doc = #doc]
                #[inline]
                pub fn #function(text: &str) -> Option<Self> {
                    let entry = Self::TABLE.by_text(#column, text)?;
                    Some(dxc_runtime::newtype::BitValue::from_bits(entry.value))
                }

                #[doc = #keys_doc]
                #[inline]
                pub fn #keys() -> impl Iterator<Item = &'static str> {
                    Self::TABLE.texts(#column)
                }
            }
        });
        Ok(quote! {
            #(#attributes)*
            #[inline]
            pub fn #name(self) -> #ty {
                #value
            }
            #lookup
        })
    }

    /// The type that the accessor returns, and its body. Texts and numbers are looked up in the table; other cells have
    /// few values, which are matched.
    fn cell(&self, column: &str, rows: &Rows<'_>) -> syn::Result<(TokenStream, TokenStream)> {
        let stored = |method: &str| {
            let method = format_ident!("{method}");
            quote!(Self::TABLE.#method(#column, self.0.into()))
        };
        Ok(match &self.cells {
            Cells::Number => (quote!(Option<i32>), stored("number")),
            Cells::Text => (quote!(Option<&'static str>), stored("text")),
            Cells::Texts => (quote!(&'static [&'static str]), stored("list")),
            Cells::Truth => {
                let arms = arms(rows, |cell| {
                    let cell: LitInt = parse(cell)?;
                    Ok((cell.base10_digits() != "0").then(|| quote!(true)))
                })?;
                (quote!(bool), quote!(match self { #arms _ => false }))
            }
            Cells::Value(of) => {
                let arms = arms(rows, |cell| {
                    let name = ident(&parse(cell)?);
                    Ok(name.map(|name| quote!(Some(#of::#name))))
                })?;
                (quote!(Option<#of>), quote!(match self { #arms _ => None }))
            }
            Cells::Values(of) => {
                let arms = arms(rows, |cell| {
                    let names = |input: ParseStream<'_>| {
                        let content;
                        syn::bracketed!(content in input);
                        Punctuated::<LitStr, Token![,]>::parse_terminated(&content)
                    };
                    let names = names.parse2(cell.to_token_stream())?;
                    let names: Vec<Ident> = names.iter().filter_map(ident).collect();
                    Ok((!names.is_empty()).then(|| quote!(&[#(#of::#names),*])))
                })?;
                (
                    quote!(&'static [#of]),
                    quote!(match self { #arms _ => &[] }),
                )
            }
            Cells::Word { words, .. } => {
                let ty = &words.name;
                let arms = arms(rows, |cell| {
                    let text: LitStr = parse(cell)?;
                    let mut known = words.words.iter();
                    let found = known.find(|(_, word)| word.value() == text.value());
                    match found {
                        Some((variant, _)) => Ok(Some(quote!(Some(#ty::#variant)))),
                        None if text.value().is_empty() => Ok(None),
                        None => Err(syn::Error::new_spanned(text, "the column has no such word")),
                    }
                })?;
                (quote!(Option<#ty>), quote!(match self { #arms _ => None }))
            }
        })
    }

    /// The enum of the column's words, if it has words that no other table declares.
    pub(crate) fn declaration(&self, visibility: &Visibility) -> Option<TokenStream> {
        let Cells::Word {
            words: Words { name, words },
            is_declared: true,
        } = &self.cells
        else {
            return None;
        };
        let variants = words.iter().map(|(variant, text)| {
            let doc = format!("The word `{}`.", text.value());
            quote!(#[doc = #doc] #variant)
        });
        let attributes = &self.attributes;
        Some(quote! {
            #(#attributes)*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            #visibility enum #name {
                #(#variants),*
            }
        })
    }
}

/// The arms of a match on the value: the values with the same result have one arm.
fn arms(
    rows: &Rows<'_>,
    result: impl Fn(&Code) -> syn::Result<Option<TokenStream>>,
) -> syn::Result<TokenStream> {
    let mut results: Vec<(String, TokenStream, Vec<&Ident>)> = Vec::new();
    for (value, cell) in rows {
        let Some(result) = result(cell)? else {
            continue;
        };
        let text = result.to_string();
        match results.iter_mut().find(|(known, ..)| *known == text) {
            Some((.., values)) => values.push(value),
            None => results.push((text, result, vec![value])),
        }
    }
    let arms = results
        .iter()
        .map(|(_, result, values)| quote!(#(Self::#values)|* => #result,));
    Ok(quote!(#(#arms)*))
}

/// The literal of a cell.
fn parse<T: Parse>(cell: &Code) -> syn::Result<T> {
    syn::parse2(cell.to_token_stream())
}

/// The name of a value in a cell; `None` if the cell is empty.
fn ident(text: &LitStr) -> Option<Ident> {
    let name = text.value();
    (!name.is_empty()).then(|| Ident::new(&name, text.span()))
}

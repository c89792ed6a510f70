//! A typed tree as Rust, which reads the same in both directions.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::Type;
use super::typed::{Access, Called, Tree};

impl Tree {
    /// The expression in Rust, as an `Int` if it is a number.
    pub(crate) fn number(&self) -> TokenStream {
        let rust = self.rust();
        match self.is_plain() {
            true => quote!(int(#rust)),
            false => rust,
        }
    }

    /// Like above; literals and values of enums stay what they are.
    pub(crate) fn rust(&self) -> TokenStream {
        match self {
            Self::Rest => TokenStream::new(),
            Self::Number { number, spelled } => match i32::try_from(*number) {
                Ok(_) => spelled.parse().unwrap_or_default(),
                Err(_) => {
                    let number = Literal::u64_suffixed(*number);
                    quote!(#number)
                }
            },
            Self::Truth { truth } => quote!(#truth),
            Self::Text { text } => {
                let bytes = Literal::byte_string(text.as_bytes());
                quote!(FourCC(*#bytes))
            }
            Self::Value { of, name, .. } => {
                let [of, name] = [of, name].map(ident);
                quote!(#of::#name)
            }
            Self::Name { name, ty } => {
                let name = ident(name);
                read(quote!(#name), ty)
            }
            Self::Member {
                of,
                name,
                access,
                ty,
                ..
            } => read(member(&of.rust(), &ident(name), access), ty),
            Self::Index { of, at, is_run } => {
                let (of, at) = (of.rust(), at.number());
                match is_run {
                    // A run is borrowed: a document has it as a `Vec`.
                    true => quote!(element_of(&#of, #at)),
                    false => quote!(element(#of, #at)),
                }
            }
            Self::Not { of } => {
                let of = of.rust();
                quote!(!#of)
            }
            Self::Binary {
                operator,
                left,
                right,
                is_grouped,
            } => grouped(binary(operator, left, right), *is_grouped),
            Self::If {
                condition,
                then,
                otherwise,
                is_grouped,
            } => {
                let (condition, then) = (condition.rust(), then.number());
                let is_chain = matches!(
                    **otherwise,
                    Self::If {
                        is_grouped: false,
                        ..
                    }
                );
                let otherwise = otherwise.number();
                let otherwise = match is_chain {
                    true => otherwise,
                    false => quote!({ #otherwise }),
                };
                grouped(quote!(if #condition { #then } else #otherwise), *is_grouped)
            }
            Self::Match {
                of,
                arms,
                otherwise,
                is_grouped,
            } => {
                let (of, otherwise) = (of.rust(), otherwise.number());
                let arms = arms.iter().map(|arm| {
                    let (values, is) = (arm.values.iter().map(Self::rust), arm.is.number());
                    quote!(matched if #(matched == #values)||* => #is,)
                });
                grouped(
                    quote!(match #of { #(#arms)* _ => #otherwise, }),
                    *is_grouped,
                )
            }
            Self::Call {
                function,
                arguments,
                called,
            } => call(function, arguments, *called),
        }
    }
}

fn ident(name: impl AsRef<str>) -> Ident {
    format_ident!("{}", name.as_ref())
}

fn grouped(rust: TokenStream, is_grouped: bool) -> TokenStream {
    match is_grouped {
        true => quote!((#rust)),
        false => rust,
    }
}

/// A value that is read as a number, if it is one.
fn read(rust: TokenStream, ty: &Type) -> TokenStream {
    match ty {
        Type::Int | Type::Enum(_) => quote!(int(#rust)),
        Type::Bool => quote!(int(#rust) != 0),
        _ => rust,
    }
}

fn member(of: &TokenStream, name: &Ident, access: &Access) -> TokenStream {
    match access {
        Access::Field => quote!(#of.#name),
        Access::Method => quote!(#of.#name()),
        Access::OptionalField => quote!(#of.map(|record| record.#name)),
        Access::OptionalMethod => quote!(#of.map(|record| record.#name())),
        Access::Union {
            is_method,
            selector,
            selects_by_method,
        } => {
            // A method returns an option.
            let option = |name: &Ident, is_method: bool| match is_method {
                true => quote!(#of.#name()),
                false => quote!(Some(#of.#name)),
            };
            let value = option(name, *is_method);
            let selector = option(&ident(selector), *selects_by_method);
            quote!(#value.zip(#selector))
        }
        Access::Arm => quote!(#of.and_then(|(union, selector)| union.#name(selector))),
    }
}

fn binary(operator: &str, left: &Tree, right: &Tree) -> TokenStream {
    let op: TokenStream = operator.parse().unwrap_or_default();
    let left = match (operator, left) {
        ("&&" | "||", left) => left.rust(),
        // The right side need not be an `Int`.
        (_, Tree::Value { .. }) => {
            let left = left.rust();
            quote!(int(#left))
        }
        (_, left) => left.number(),
    };
    let right = right.rust();
    quote!(#left #op #right)
}

fn call(function: &str, arguments: &[Tree], called: Called) -> TokenStream {
    let name = ident(function);
    match (called, arguments) {
        (Called::FourCC, _) => quote!(#name),
        (Called::Constant, _) => quote!(int(#name)),
        (Called::Align, [value, to]) => {
            let (value, to) = (value.number(), to.number());
            quote!((#value).align(#to))
        }
        (Called::Function | Called::Align, _) => {
            let arguments = arguments.iter().map(Tree::number);
            quote!(#name(#(#arguments),*))
        }
        (called, fields) => {
            // Runs that share a stride: an empty one may not have any.
            let read = fields.iter().map(|field| measured(function, field, called));
            let read = read.reduce(|first, other| quote!(#first.max(#other)));
            read.unwrap_or_default()
        }
    }
}

/// `len(field)` and its like.
fn measured(function: &str, field: &Tree, called: Called) -> TokenStream {
    let path: Vec<Ident> = field.path().unwrap_or_default().iter().map(ident).collect();
    match (called, path.as_slice()) {
        (Called::OptionalLength, [name]) => {
            quote!(int(#name.as_ref().map_or(0, |bytes| bytes.len())))
        }
        (Called::OptionalLength, [outer, run @ ..]) => {
            quote!(int(#outer.as_ref().map_or(0, |structure| structure.#(#run).*.len())))
        }
        (Called::Method(method), path) => {
            let method = ident(method);
            quote!(int(#(#path).*.#method()))
        }
        (_, [name]) => {
            let place = format_ident!("{function}_{name}");
            quote!(int(#place))
        }
        _ => TokenStream::new(),
    }
}

//! Prints a typed tree as Rust, which readers and writers share.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::Type;
use super::operator::Operator;
use super::tree::{Access, Binary, Call, Called, Tree};

impl Tree {
    /// The expression in Rust; a number is an `Int`.
    pub(crate) fn number(&self) -> TokenStream {
        let rust = self.rust();
        if self.is_plain() {
            quote!(int(#rust))
        } else {
            rust
        }
    }

    /// Like `number`, but literals and values of enums are not converted.
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
            Self::Bytes { bytes } => {
                let bytes = bytes.iter().map(|byte| Literal::u8_suffixed(*byte));
                quote!(&[#(#bytes),*])
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
            } => read(member(of, &ident(name), access), ty),
            Self::Index { of, at, is_run } => {
                let (of, at) = (of.rust(), at.number());
                if *is_run {
                    // A run is borrowed, since a value has it as a `Vec`.
                    quote!(element_of(&#of, #at))
                } else {
                    quote!(element(#of, #at))
                }
            }
            Self::Not { of } => {
                let of = of.rust();
                quote!(!#of)
            }
            Self::Binary(it) => it.rust(),
            Self::If(it) => {
                let (condition, then) = (it.condition.rust(), it.then.number());
                let otherwise = it.otherwise.number();
                match &it.otherwise {
                    Self::If(_) => quote!(if #condition { #then } else #otherwise),
                    _ => quote!(if #condition { #then } else { #otherwise }),
                }
            }
            Self::Match(it) => {
                let (of, otherwise) = (it.of.rust(), it.otherwise.number());
                let arms = it.arms.iter().map(|arm| {
                    let (values, is) = (arm.values.iter().map(Self::rust), arm.is.number());
                    quote!(matched if #(matched == #values)||* => #is,)
                });
                quote!(match #of { #(#arms)* _ => #otherwise, })
            }
            Self::Call(it) => it.rust(),
        }
    }

    /// An operand, in parentheses if it has branches.
    fn operand(&self, rust: TokenStream) -> TokenStream {
        match self {
            Self::If(_) | Self::Match(_) => quote!((#rust)),
            _ => rust,
        }
    }
}

fn ident(name: impl AsRef<str>) -> Ident {
    format_ident!("{}", name.as_ref())
}

/// Converts a value to `Int` if it is a number.
fn read(rust: TokenStream, ty: &Type) -> TokenStream {
    match ty {
        Type::Int | Type::Enum(_) => quote!(int(#rust)),
        Type::Bool => quote!(int(#rust) != 0),
        _ => rust,
    }
}

fn member(of: &Tree, name: &Ident, access: &Access) -> TokenStream {
    let (record, is_method) = (of.rust(), matches!(access, Access::Method));
    match (of.ty(), access) {
        (Some(Type::Optional(_)), _) if is_method => quote!(#record.map(|record| record.#name())),
        (Some(Type::Optional(_)), _) => quote!(#record.map(|record| record.#name)),
        (Some(Type::Union(_)), _) => {
            quote!(#record.and_then(|(union, selector)| union.#name(selector)))
        }
        (_, Access::Union(is_method, selector, selects_by_method)) => {
            // A method returns an option.
            let option = |name: &Ident, is_method: bool| {
                if is_method {
                    quote!(#record.#name())
                } else {
                    quote!(Some(#record.#name))
                }
            };
            let value = option(name, *is_method);
            let selector = option(&ident(selector), *selects_by_method);
            quote!(#value.zip(#selector))
        }
        (_, Access::Method) => quote!(#record.#name()),
        (_, Access::Field) => quote!(#record.#name),
    }
}

impl Binary {
    fn rust(&self) -> TokenStream {
        let op = self.operator.rust();
        let left = match (self.operator, &self.left) {
            (Operator::And | Operator::Or, left) => left.rust(),
            // The right operand need not be an `Int`.
            (_, value @ Tree::Value { .. }) => {
                let value = value.rust();
                quote!(int(#value))
            }
            (_, left) => left.operand(left.number()),
        };
        let right = self.right.operand(self.right.rust());
        if self.is_grouped {
            quote!((#left #op #right))
        } else {
            quote!(#left #op #right)
        }
    }
}

impl Call {
    fn rust(&self) -> TokenStream {
        let name = ident(&self.function);
        match (self.called, self.arguments.as_slice()) {
            (Called::FourCC, _) => quote!(#name),
            (Called::Function, []) => quote!(int(#name)),
            (Called::Function, [value, to]) if self.function == "align" => {
                let (value, to) = (value.number(), to.number());
                quote!((#value).align(#to))
            }
            (Called::Function, arguments) => {
                let arguments = arguments.iter().map(Tree::number);
                quote!(#name(#(#arguments),*))
            }
            (called, fields) => {
                // Of several runs with one stride, an empty one may have no stride.
                let read = fields.iter();
                let read = read.map(|field| measured(&self.function, field, called));
                let read = read.reduce(|first, other| quote!(#first.max(#other)));
                read.unwrap_or_default()
            }
        }
    }
}

/// Prints `len(field)`, and the other functions of a field.
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

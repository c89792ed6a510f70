//! Numbers that name something, and what it is.

use super::Builder;
use crate::diagnostic::Spanned;
use crate::model::{Base, Type};
/// What a number names, as its type says.
#[derive(Default)]
pub(super) struct Naming {
    /// The table of strings, or the pool.
    pub(super) table: Option<Spanned<String>>,
    pub(super) last: bool,
    pub(super) run: Option<Spanned<String>>,
    pub(super) len: Option<Spanned<String>>,
    pub(super) base: Option<Spanned<String>>,
    pub(super) null: Option<Spanned<i128>>,
    pub(super) checked: bool,
}

/// The options of `string(..)`.
const OF_STRING: [&str; 4] = ["last", "check", "base = argument", "null = 0"];

impl Builder<'_> {
    /// `string(table, ..)` and `run(table, len)`: a number, and what it names.
    pub(super) fn naming(&self, ty: Type) -> (Type, Naming) {
        let mut naming = Naming::default();
        let number = |ty: &Type| Type {
            base: Base::Integer(32),
            args: Vec::new(),
            span: ty.span.clone(),
        };
        match &ty.base {
            Base::StringRef if !ty.args.is_empty() => {
                let mut args = ty.args.iter();
                naming.table = args.next().map(|table| table.text().clone());
                for option in args {
                    self.option(option, &OF_STRING, &mut naming);
                }
                (number(&ty), naming)
            }
            Base::Item(name) if name == "run" => {
                if let [table, len] = ty.args.as_slice() {
                    (naming.run, naming.len) =
                        (Some(table.text().clone()), Some(len.text().clone()));
                } else {
                    let noted = self
                        .mistakes
                        .note(&ty.span, "a run has a table and a length");
                    noted.help("write `run(table, len)`: the table of `u32`, and the field beside it that says how long the run is");
                }
                (number(&ty), naming)
            }
            _ => (ty, naming),
        }
    }

    /// `row(pool, ..)`: a number, and the pool that it names a structure of.
    pub(super) fn naming_of_pool(&self, ty: Type) -> (Type, Naming) {
        let mut naming = Naming::default();
        // Records are called in camel case, and fields are not.
        let is_field = |name: &str| name.starts_with(|letter: char| letter.is_ascii_lowercase());
        match &ty.base {
            Base::RowRef(of) => match &**of {
                Base::Item(pool) if is_field(pool) => {
                    naming.table = ty.args.first().map(|table| table.text().clone());
                }
                _ => {
                    let args = Vec::new();
                    return (Type { args, ..ty }, naming);
                }
            },
            Base::ListRef(_) => {
                let args = Vec::new();
                return (Type { args, ..ty }, naming);
            }
            Base::Item(name) if name == "row" => {
                let mut args = ty.args.iter();
                naming.table = args.next().map(|table| table.text().clone());
                for option in args {
                    self.option(option, &["null = 0"], &mut naming);
                }
            }
            _ => return (ty, naming),
        }
        let number = Type {
            base: Base::Integer(32),
            args: Vec::new(),
            span: ty.span,
        };
        (number, naming)
    }

    /// Takes an option of a type, or notes that there is no such option.
    fn option(&self, option: &Spanned<String>, legal: &[&str], naming: &mut Naming) {
        let (key, value) = match option.split_once('=') {
            Some((key, value)) => (key.trim(), Some(value.trim())),
            None => (option.as_str(), None),
        };
        let is_legal = legal.iter().any(|legal| {
            legal.split(' ').next() == Some(key) && legal.contains('=') == value.is_some()
        });
        let null = value.and_then(integer);
        match (key, value) {
            _ if !is_legal => {}
            ("last", None) => return naming.last = true,
            ("check", None) => return naming.checked = true,
            ("base", Some(base)) => return naming.base = Some(self.source.part(option, base)),
            ("null", Some(_)) if null.is_some() => {
                naming.null = null.map(|value| Spanned {
                    value,
                    span: option.span.clone(),
                });
                return;
            }
            _ => {}
        }
        let what = format!("`{}` says nothing of what a number names", option.value);
        self.mistakes
            .note(&option.span, what)
            .legal(option, legal.iter().copied());
    }
}

/// A whole number, as TOML and Rust write it.
fn integer(text: &str) -> Option<i128> {
    let literal: syn::LitInt = syn::parse_str(text).ok()?;
    literal.base10_parse().ok()
}

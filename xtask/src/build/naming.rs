//! Numbers that reference something: their types say what.

use super::{Builder, number};
use crate::diagnostic::Spanned;
use crate::model::{Base, Field, SequenceField};

/// The options of a reference.
#[derive(Default)]
struct Naming {
    last: bool,
    base: Option<Spanned<String>>,
    null: Option<Spanned<i128>>,
    checked: bool,
}

/// The options of `string(..)`.
const OF_STRING: [&str; 4] = ["last", "check", "base = argument", "null = 0"];

impl Builder<'_> {
    /// `string(table, ..)` and `run(table, len)`: a number, and the table that it references.
    pub(super) fn name_tables(&self, field: &mut Field) {
        let ty = &mut field.ty;
        match &ty.base {
            Base::StringRef if !ty.args.is_empty() => {
                let mut naming = Naming::default();
                let mut args = ty.args.iter();
                field.reference = args.next().map(|table| table.text().clone());
                for option in args {
                    self.option(option, &OF_STRING, &mut naming);
                }
                (field.last, field.base) = (naming.last, naming.base);
                (field.null, field.checked) = (naming.null, naming.checked);
                *ty = number(ty);
            }
            Base::Item(name) if name == "run" => {
                if let [table, len] = ty.args.as_slice() {
                    (field.run, field.len) = (Some(table.text().clone()), Some(len.text().clone()));
                } else {
                    let what = "a run has a table and a length";
                    let noted = self.mistakes.note(&ty.span, what);
                    noted.help("write `run(table, len)`: the table of `u32`, and the field beside it that has the length of the run");
                }
                *ty = number(ty);
            }
            Base::RowRef(_) => ty.args.clear(),
            _ => {}
        }
    }

    /// `row(pool, ..)`: a number, and the pool of the structure that it references.
    pub(super) fn name_pool(&self, field: &mut SequenceField) {
        let Some(ty) = &mut field.ty else { return };
        if !ty.names_pool() {
            return;
        }
        let mut naming = Naming::default();
        field.reference = ty.args.first().map(|table| table.text().clone());
        for option in ty.args.iter().skip(1) {
            self.option(option, &["null = 0"], &mut naming);
        }
        field.null = naming.null.or(field.null.take());
        *ty = number(ty);
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
            ("base", Some(base)) => return naming.base = Some(option.part(base)),
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

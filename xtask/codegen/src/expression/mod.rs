//! Parses and types the language of counts, sizes and conditions. It is parsed with syn, and printed as Rust code that
//! readers and writers share.

mod branches;
mod calls;
mod counted;
pub(crate) mod each;
mod fields;
mod members;
mod names;
mod operator;
mod operators;
mod origin;
mod parse;
pub(crate) mod parsed;
mod print;
mod scope;
mod tree;
mod types;
mod typing;
mod unreadable;

pub(crate) use self::counted::Counted;
pub(crate) use self::each::Each;
pub(crate) use self::fields::settable;
pub use self::operator::Operator;
pub(crate) use self::origin::origin;
use self::parse::letters;
pub(crate) use self::parse::parse_number;
pub use self::parsed::{Expression, are_equal, bare, is_length, name};
pub(crate) use self::scope::{argument, arguments, names};
pub use self::tree::{Binary, Tree};
pub use self::types::{Type, describe};
use self::typing::Typing;

use syn::Expr;

use crate::diagnostic::Mistakes;
use crate::model::{Base, Field, Schema};

/// A name that is in scope.
#[derive(Clone, Debug)]
pub(crate) struct Name<'s> {
    pub(crate) name: &'s str,
    /// The field; `None` for a parameter of the item or of a `let`.
    pub(crate) field: Option<&'s Field>,
    pub(crate) base: Base,
    /// Whether the field is after the expression.
    pub(crate) behind: bool,
    /// For the index of `each`: the number of runs, if it is a literal.
    pub(crate) below: Option<u64>,
    pub(crate) known: Known,
}

/// When writing knows the value of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// Immediately: it is a stored field of the value, or a parameter.
    AtOnce,
    /// Once its field is written: it is computed.
    InPlace,
    /// At the end: it is computed from offsets.
    AtLast,
    /// Never: its default is computed, but the value may contain any number that was read.
    Never,
}

/// What an expression may use, depending on where it is used.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rules {
    /// Whether it may use later fields, since it is evaluated after all fields are read.
    pub(crate) ahead: bool,
    /// Whether it may use stored fields only.
    pub(crate) kept_only: bool,
    /// Whether it is evaluated on writing, not only on reading.
    pub(crate) on_writing: bool,
}

pub(crate) struct Scope<'s> {
    pub(crate) schema: &'s Schema,
    pub(crate) names: Vec<Name<'s>>,
    pub(crate) mistakes: &'s Mistakes,
}

/// The functions that every expression may call.
pub(crate) const FUNCTIONS: [&str; 6] =
    ["len", "at", "size_of", "stride_of", "version_of", "align"];

impl Scope<'_> {
    /// Types an expression that must yield a number.
    pub(crate) fn number(&self, text: &Expression, rules: Rules) -> Option<Type> {
        let found = self.typed(text, rules, |typing, it| typing.operand(it, None))?;
        (found != Type::Unknown).then_some(found)
    }

    /// Types an expression that must be true or false; a truth byte is true if it is not 0.
    pub(crate) fn condition(&self, text: &Expression, rules: Rules) {
        self.typed(text, rules, |typing, it| (typing.truth(it), Type::Bool));
    }

    /// Types any expression, and stores its tree in it.
    pub(crate) fn type_of(&self, text: &Expression, rules: Rules) -> Option<Type> {
        self.type_as(text, rules, None)
    }

    /// Like `type_of`; `wanted` is the enum or the flags whose values may be used without the enum's name.
    pub(crate) fn type_as(
        &self,
        text: &Expression,
        rules: Rules,
        wanted: Option<&str>,
    ) -> Option<Type> {
        self.typed(text, rules, |typing, it| typing.expression(it, wanted))
    }

    fn typed(
        &self,
        text: &Expression,
        rules: Rules,
        type_it: impl FnOnce(&mut Typing<'_>, &Expr) -> (Tree, Type),
    ) -> Option<Type> {
        let expression = match text.parsed() {
            Ok(expression) => expression,
            Err(problem) => {
                self.unreadable(text, problem);
                return None;
            }
        };
        let mut typing = Typing {
            scope: self,
            text,
            rules,
            late: false,
            is_guarded: false,
        };
        let before = self.mistakes.len();
        let (tree, ty) = type_it(&mut typing, bare(expression));
        (self.mistakes.len() == before).then(|| {
            text.keep(tree, typing.late);
            ty
        })
    }
}

/// The message for a wrong number of arguments.
pub(crate) fn wrong_count(name: &str, takes: usize, found: usize) -> String {
    let count = match takes {
        0 => "no argument".to_owned(),
        1 => "1 argument".to_owned(),
        many => format!("{many} arguments"),
    };
    format!("`{name}` takes {count}, found {found}")
}

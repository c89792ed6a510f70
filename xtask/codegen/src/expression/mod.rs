//! The small language of counts, sizes and conditions: parsed with syn, typed here, and printed as Rust that readers and
//! writers share.

mod branches;
mod calls;
mod counted;
pub(crate) mod each;
mod fields;
mod members;
mod names;
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
    /// The field; nothing, if it is an argument of the item, or of a `let`.
    pub(crate) field: Option<&'s Field>,
    pub(crate) base: Base,
    /// The field follows the expression.
    pub(crate) behind: bool,
    /// Of the index of `each`: the number of runs, if it is written out.
    pub(crate) below: Option<u64>,
    pub(crate) known: Known,
}

/// When the value of a name is known on writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// At once: it is a plain field of the value, or an argument.
    AtOnce,
    /// When its place comes: it is computed.
    InPlace,
    /// At the end: it is computed from places.
    AtLast,
    /// Never: its default is computed, and any value that was read is kept.
    Never,
}

/// The operations that an expression may use at its place.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rules {
    /// Fields behind it may be named, since it is looked at when all are read.
    pub(crate) ahead: bool,
    /// Computed fields may not be named.
    pub(crate) kept_only: bool,
    /// It is looked at when the part is written, not only when it is read.
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

    /// Types an expression that must be true or false; a truth byte is true if not 0.
    pub(crate) fn condition(&self, text: &Expression, rules: Rules) {
        self.typed(text, rules, |typing, it| (typing.truth(it), Type::Bool));
    }

    /// Types any expression, which keeps its tree.
    pub(crate) fn type_of(&self, text: &Expression, rules: Rules) -> Option<Type> {
        self.type_as(text, rules, None)
    }

    /// Like above; `wanted` is the enum or the flags whose bare names may stand here.
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

/// That something takes another number of arguments.
pub(crate) fn wrong_count(name: &str, takes: usize, found: usize) -> String {
    let count = match takes {
        0 => "no argument".to_owned(),
        1 => "1 argument".to_owned(),
        many => format!("{many} arguments"),
    };
    format!("`{name}` takes {count}, found {found}")
}

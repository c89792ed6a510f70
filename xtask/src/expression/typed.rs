//! The typed tree of an expression: all names are resolved. The checks make it once; generated code prints it, and what
//! is known of it is evaluated.

use schemars::JsonSchema;
use serde::Serialize;

use super::Type;

/// An expression. Numbers are unsigned and of 64 bits; an overflow is an error.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub(crate) enum Tree {
    /// All that is left, as a count or a size.
    Rest,
    /// A number.
    Number {
        /// The number.
        number: u64,
        /// As the schema spells it.
        #[serde(skip)]
        spelled: String,
    },
    /// `true` or `false`.
    Truth {
        /// Whether it is true.
        truth: bool,
    },
    /// A FourCC or bytes.
    Text {
        /// The letters.
        text: String,
    },
    /// A value of an enum.
    Value {
        /// The enum.
        of: String,
        /// The value.
        name: String,
        /// Its number.
        number: u64,
        /// Whether the schema leaves the enum out.
        #[serde(skip)]
        is_bare: bool,
    },
    /// A field or a parameter in scope. A field that is absent is 0.
    Name {
        /// The name.
        name: String,
        /// What it reads.
        #[serde(skip)]
        ty: Type,
    },
    /// A field of a record, of bits or of a union. A field that is absent in a version, or not selected, is 0.
    Member {
        /// The record.
        of: Box<Tree>,
        /// The item that the record is.
        item: String,
        /// The field.
        name: String,
        /// How Rust reads it.
        #[serde(skip)]
        access: Access,
        /// What it reads.
        #[serde(skip)]
        ty: Type,
    },
    /// An element of an array.
    Index {
        /// The array.
        of: Box<Tree>,
        /// The index.
        at: Box<Tree>,
        /// Whether the array is a list of the struct.
        #[serde(skip)]
        is_run: bool,
    },
    /// `!`.
    Not {
        /// The condition.
        of: Box<Tree>,
    },
    /// An operator with two operands.
    Binary {
        /// One of `+ - * / % & | << >> == != < <= > >= && ||`.
        operator: String,
        /// The left operand.
        left: Box<Tree>,
        /// The right operand.
        right: Box<Tree>,
        /// Whether there are parentheses around it.
        #[serde(skip)]
        is_grouped: bool,
    },
    /// `if`.
    If {
        /// The condition.
        condition: Box<Tree>,
        /// The result if it holds.
        then: Box<Tree>,
        /// The result if it does not.
        otherwise: Box<Tree>,
        /// Whether there are parentheses around it.
        #[serde(skip)]
        is_grouped: bool,
    },
    /// `match`: the first arm with a value decides.
    Match {
        /// The value.
        of: Box<Tree>,
        /// The arms.
        arms: Vec<Case>,
        /// The result if no arm has the value.
        otherwise: Box<Tree>,
        /// Whether there are parentheses around it.
        #[serde(skip)]
        is_grouped: bool,
    },
    /// A function: `len`, `at`, `size_of`, `stride_of`, `version_of`, `align`, or a `let`.
    Call {
        /// The name.
        function: String,
        /// The arguments.
        arguments: Vec<Tree>,
        /// What it is in Rust.
        #[serde(skip)]
        called: Called,
    },
}

/// An arm of `match`.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub(crate) struct Case {
    /// Its values.
    pub(crate) values: Vec<Tree>,
    /// The result.
    pub(crate) is: Tree,
}

/// How Rust reads a field of a record.
#[derive(Clone, Debug, Default)]
pub(crate) enum Access {
    #[default]
    Field,
    Method,
    /// Of a record that may be lacking.
    OptionalField,
    OptionalMethod,
    /// A union: with it, how to read the selector.
    Union {
        is_method: bool,
        selector: String,
        selects_by_method: bool,
    },
    /// A reading of a union.
    Arm,
}

/// What a call is in Rust.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Called {
    /// A function of the schemas.
    #[default]
    Function,
    /// A constant of the schemas: a number, or a FourCC.
    Constant,
    FourCC,
    Align,
    /// A method of a field, such as `len`.
    Method(&'static str),
    /// The length of what may be absent.
    OptionalLength,
    /// The place of a field, or its size, which is known at last.
    Place,
}

impl Tree {
    /// Whether it is a literal or a value of an enum, which is no `Int` yet.
    pub(crate) fn is_plain(&self) -> bool {
        matches!(
            self,
            Self::Number { .. } | Self::Value { is_bare: false, .. }
        )
    }

    /// With parentheses around it, where they count.
    pub(super) fn grouped(mut self) -> Self {
        if let Self::Binary { is_grouped, .. }
        | Self::If { is_grouped, .. }
        | Self::Match { is_grouped, .. } = &mut self
        {
            *is_grouped = true;
        }
        self
    }

    /// The numbers that its branches choose between, if they are written out.
    pub(crate) fn choices(&self) -> Option<Vec<u64>> {
        let branches: Vec<&Self> = match self {
            Self::Number { number, .. } => return Some(vec![*number]),
            Self::If {
                then, otherwise, ..
            } => vec![then, otherwise],
            Self::Match {
                arms, otherwise, ..
            } => arms
                .iter()
                .map(|arm| &arm.is)
                .chain([&**otherwise])
                .collect(),
            _ => return None,
        };
        let numbers = branches.into_iter().map(Self::choices);
        Some(numbers.collect::<Option<Vec<_>>>()?.concat())
    }

    /// The names of a field of a field.
    pub(crate) fn path(&self) -> Option<Vec<String>> {
        match self {
            Self::Name { name, .. } => Some(vec![name.clone()]),
            Self::Member { of, name, .. } => {
                let mut path = of.path()?;
                path.push(name.clone());
                Some(path)
            }
            _ => None,
        }
    }
}

//! Defines the typed tree of an expression, with all names resolved. The checks create it once; generated code prints
//! it, and it is evaluated where its values are known.

use schemars::JsonSchema;
use serde::Serialize;

use super::Type;
use super::operator::Operator;

/// An expression. Numbers are unsigned and of 64 bits; an overflow is an error.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Tree {
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
    /// A FourCC.
    Text {
        /// The letters.
        text: String,
    },
    /// Constant bytes.
    Bytes {
        /// The bytes.
        bytes: Vec<u8>,
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
    Binary(Box<Binary>),
    /// `if`.
    If(Box<Branch>),
    /// `match`: the first arm with a value decides.
    Match(Box<Choice>),
    /// A function: `len`, `at`, `size_of`, `stride_of`, `version_of`, `align`, or a `let`.
    Call(Call),
}

#[allow(
    missing_docs,
    reason = "it would be a text of the exported JSON Schema"
)]
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Binary {
    /// One of `+ - * / % & | << >> == != < <= > >= && ||`.
    #[schemars(with = "String")]
    pub operator: Operator,
    /// The left operand.
    pub left: Tree,
    /// The right operand.
    pub right: Tree,
    /// Whether there are parentheses around it.
    #[serde(skip)]
    pub(super) is_grouped: bool,
}

#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Branch {
    /// The condition.
    pub condition: Tree,
    /// The result if it holds.
    pub then: Tree,
    /// The result if it does not.
    pub otherwise: Tree,
}

#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Choice {
    /// The value.
    pub of: Tree,
    /// The arms.
    pub arms: Vec<Case>,
    /// The result if no arm has the value.
    pub otherwise: Tree,
}

/// An arm of `match`.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Case {
    /// Its values.
    pub values: Vec<Tree>,
    /// The result.
    pub is: Tree,
}

#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Call {
    /// The name.
    pub function: String,
    /// The arguments.
    pub arguments: Vec<Tree>,
    /// What it is in Rust.
    #[serde(skip)]
    pub(super) called: Called,
}

/// How Rust code accesses a field of a record, or the arm of a union that a selector chooses.
#[derive(Clone, Debug, Default)]
pub enum Access {
    #[default]
    Field,
    Method,
    /// A union: whether a method reads it, the name of its selector, and whether a method reads the selector.
    Union(bool, String, bool),
}

/// The form of a call in Rust.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Called {
    /// `align`, or a function or a constant of the schemas.
    #[default]
    Function,
    /// A constant that is a FourCC.
    FourCC,
    /// A method of a field, such as `len`.
    Method(&'static str),
    /// The length of a run that may be absent.
    OptionalLength,
    /// The offset of a field, or its size, which is known only at the end.
    Place,
}

impl Tree {
    /// Whether it is a literal or a value of an enum, which is not an `Int`.
    pub(crate) fn is_plain(&self) -> bool {
        matches!(
            self,
            Self::Number { .. } | Self::Value { is_bare: false, .. }
        )
    }

    /// The little-endian number of a FourCC.
    pub fn fourcc_number(&self) -> Option<u32> {
        match self {
            Self::Text { text } => text.as_bytes().try_into().ok().map(u32::from_le_bytes),
            _ => None,
        }
    }

    /// The type of its value, if it is a field.
    pub fn ty(&self) -> Option<&Type> {
        match self {
            Self::Name { ty, .. } | Self::Member { ty, .. } => Some(ty),
            _ => None,
        }
    }

    /// The direct operands.
    pub fn children(&self) -> Vec<&Self> {
        match self {
            Self::Member { of, .. } | Self::Not { of } => vec![of],
            Self::Index { of, at, .. } => vec![of, at],
            Self::Binary(it) => vec![&it.left, &it.right],
            Self::If(it) => vec![&it.condition, &it.then, &it.otherwise],
            Self::Match(it) => {
                let arms = it.arms.iter();
                let arms = arms.flat_map(|arm| arm.values.iter().chain([&arm.is]));
                arms.chain([&it.of, &it.otherwise]).collect()
            }
            Self::Call(it) => it.arguments.iter().collect(),
            Self::Rest
            | Self::Number { .. }
            | Self::Truth { .. }
            | Self::Text { .. }
            | Self::Bytes { .. }
            | Self::Value { .. }
            | Self::Name { .. } => Vec::new(),
        }
    }

    /// The numbers between which its branches choose, if they are literals.
    pub(crate) fn choices(&self) -> Option<Vec<u64>> {
        let branches: Vec<&Self> = match self {
            Self::Number { number, .. } => return Some(vec![*number]),
            Self::If(branch) => vec![&branch.then, &branch.otherwise],
            Self::Match(choice) => {
                let arms = choice.arms.iter().map(|arm| &arm.is);
                arms.chain([&choice.otherwise]).collect()
            }
            _ => return None,
        };
        let numbers = branches.into_iter().map(Self::choices);
        Some(numbers.collect::<Option<Vec<_>>>()?.concat())
    }

    /// The names in a path to an inner field.
    pub fn path(&self) -> Option<Vec<String>> {
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

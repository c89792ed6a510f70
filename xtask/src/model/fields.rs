//! Fields: of records, of packed bits and of sequences, and how documents show them.

use super::{Base, FieldKind, Manner, Schema, Type};
use crate::camel_case::camel_case;
use crate::diagnostic::{Span, Spanned};
use crate::expression::{Each, Expression};

/// How documents show something.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    pub(crate) key: Option<Spanned<String>>,
    pub(crate) flatten: Option<Span>,
    pub(crate) show: Option<Spanned<String>>,
    /// The key of the version of a record with versions by size.
    pub(crate) version: Option<Spanned<String>>,
}

impl Shown {
    /// The key of what has a name: its own, or the name in camel case.
    pub(crate) fn key_of(&self, name: &str) -> String {
        let own = self.key.as_ref().map(|key| key.value.clone());
        own.unwrap_or_else(|| camel_case(name))
    }
}

#[derive(Debug)]
pub(crate) struct BitField {
    pub(crate) name: Spanned<String>,
    pub(crate) bits: Spanned<i128>,
    pub(crate) ty: Option<Type>,
    /// The member that it mirrors, of the C++ type that holds the integer.
    pub(crate) cpp: Option<Spanned<String>>,
    pub(crate) reserved: bool,
    pub(crate) shown: Shown,
    pub(crate) doc: String,
}

/// A field of a fixed size.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: Spanned<String>,
    pub(crate) ty: Type,
    /// The FourCC that it always holds.
    pub(crate) is: Option<Expression>,
    /// What a new value holds.
    pub(crate) default: Option<Spanned<String>>,
    /// The C++ member that it mirrors.
    pub(crate) cpp: Option<Spanned<String>>,
    pub(crate) reserved: bool,
    pub(crate) shown: Shown,
    pub(crate) reference: Option<Spanned<String>>,
    /// Whether its string stands behind all others of a new table.
    pub(crate) last: bool,
    pub(crate) run: Option<Spanned<String>>,
    /// The field that says how long the run is.
    pub(crate) len: Option<Spanned<String>>,
    pub(crate) base: Option<Spanned<String>>,
    pub(crate) null: Option<Spanned<i128>>,
    pub(crate) checked: bool,
    pub(crate) doc: String,
}

/// A field of a sequence; padding has neither name nor type.
#[derive(Debug)]
pub(crate) struct SequenceField {
    pub(crate) name: Option<Spanned<String>>,
    pub(crate) ty: Option<Type>,
    /// What it is, once all names are known.
    pub(crate) kind: FieldKind,
    /// The C++ member that it mirrors.
    pub(crate) cpp: Option<Spanned<String>>,
    /// It is no computed one, though another field names it.
    pub(crate) kept: bool,
    pub(crate) is: Option<Expression>,
    pub(crate) usual: Option<Expression>,
    /// What a new value holds.
    pub(crate) default: Option<Spanned<String>>,
    pub(crate) shown: Shown,
    pub(crate) count: Option<Expression>,
    pub(crate) each: Option<Each>,
    /// Nobody knows what its bytes are.
    pub(crate) unknown: bool,
    /// How writers make it, if it is a table or bytes.
    pub(crate) manner: Manner,
    /// What its strings are, if no record names them.
    pub(crate) named: Vec<Spanned<String>>,
    pub(crate) stride: Option<Expression>,
    pub(crate) size: Option<Expression>,
    pub(crate) at: Option<Expression>,
    pub(crate) from: Option<Spanned<String>>,
    pub(crate) align: Option<Spanned<i128>>,
    pub(crate) fill: Option<Spanned<i128>>,
    pub(crate) condition: Option<Expression>,
    /// Whether LLVM's documents have no key for it.
    pub(crate) ours: Option<Expression>,
    /// The field of a record that tells whether the record is there.
    pub(crate) known: Option<Spanned<String>>,
    /// The offset that places nothing.
    pub(crate) null: Option<Spanned<i128>>,
    pub(crate) pool: bool,
    /// What is in the pool is placed near what names it.
    pub(crate) near: bool,
    /// The pool that it names a structure of.
    pub(crate) reference: Option<Spanned<String>>,
    pub(crate) doc: Option<String>,
}

impl SequenceField {
    pub(crate) fn is_named(&self, name: &str) -> bool {
        self.name.as_ref().is_some_and(|own| own.value == name)
    }

    /// Whether bytes may be left behind it even if it takes all that it has room for: too few for another record.
    pub(crate) fn leaves_some(&self, schema: &Schema) -> bool {
        let size = self.ty.as_ref().and_then(|ty| schema.size(&ty.base));
        self.takes_rest()
            && match self.kind {
                // A record keeps what is behind it as its tail.
                FieldKind::Bytes | FieldKind::Strings | FieldKind::Sized => false,
                FieldKind::Nested | FieldKind::Strided => true,
                _ => self.stride.is_some() || size.is_some_and(|size| size > 1),
            }
    }

    /// Whether it takes all bytes that are left.
    pub(crate) fn takes_rest(&self) -> bool {
        self.may_take_rest() && self.condition.is_none()
    }

    /// Whether it takes all bytes that are left, if it is there.
    pub(crate) fn may_take_rest(&self) -> bool {
        let words = [&self.count, &self.size];
        words.into_iter().flatten().any(|word| word.is_rest())
    }

    /// Whether it is nothing but bytes up to a multiple of something.
    pub(crate) fn is_padding(&self) -> bool {
        self.align.is_some() && self.at.is_none() && !self.pool
    }

    /// Whether records may name runs of it: it holds `u32` one behind the other.
    pub(crate) fn may_be_index_table(&self) -> bool {
        let ty = self.ty.as_ref();
        let is_numbers = ty.is_some_and(|ty| ty.base == Base::Integer(32));
        is_numbers && self.count.is_some() && self.stride.is_none() && self.each.is_none()
    }
}

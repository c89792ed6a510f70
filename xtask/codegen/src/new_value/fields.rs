//! The fields of a new value, as expressions see them.

use std::cell::Cell;

use crate::expression::{Counted, Expression, parse_number};
use crate::model::{Base, Content, Field, FieldKind, Schema, Struct, Type};

use crate::evaluate::{Arguments, Known, evaluate, value_of};

/// Fields that depend on each other are followed no deeper.
const DEEPEST: usize = 24;

/// More than the expressions of a sequence take that anybody writes: what takes longer is not known.
const MOST_STEPS: u32 = 100_000;

/// The value of a name that no table of a new value has.
const NO_ROW: u64 = u32::MAX as u64;

/// The fields of a new value.
#[derive(Clone, Copy)]
pub(super) struct Fields<'f> {
    pub(super) schema: &'f Schema,
    pub(super) sequence: &'f Struct,
    pub(super) arguments: &'f [Option<u64>],
    /// The number of one of several runs.
    pub(super) each: Option<(&'f str, u64)>,
    pub(super) depth: usize,
    /// How much was evaluated.
    pub(super) steps: &'f Cell<u32>,
    /// Whether an operation had no result.
    pub(super) overflows: &'f Cell<bool>,
}

/// How many there are of something.
pub(super) enum Count<'f> {
    /// As many as the value holds.
    Own,
    /// As many as an expression says; nothing, if that is not known.
    Compared(Option<u64>, &'f Expression),
}

impl<'f> Fields<'f> {
    fn handed(&self) -> Arguments<'f> {
        let arguments = self.arguments.iter().copied();
        Arguments::new(self.schema, &self.sequence.takes, arguments)
    }

    fn field(&self, name: &str) -> Option<(usize, &'f Field)> {
        let mut fields = self.sequence.fields.iter().enumerate();
        fields.find(|(_, field)| field.is_named(name))
    }

    /// The number of an expression of the sequence.
    fn evaluate(&self, expression: &Expression) -> Option<u64> {
        let deeper = Self {
            depth: self.depth + 1,
            ..*self
        };
        self.steps.set(self.steps.get().saturating_add(1));
        let is_short = deeper.depth < DEEPEST && self.steps.get() < MOST_STEPS;
        let tree = expression.typed().filter(|_| is_short)?;
        evaluate(&deeper, tree)
    }

    /// Whether a field is there, as far as it is known. Nothing is there that an offset may not place.
    pub(super) fn is_there(&self, field: &Field) -> bool {
        let condition = field.condition.as_ref();
        let is_reference = field.kind == FieldKind::Reference;
        let is_placed = field.null.is_none() || is_reference || !field.is_optional();
        is_placed && condition.and_then(|condition| self.evaluate(condition)) != Some(0)
    }

    /// The number that a size must equal; nothing, if it is computed from what it measures.
    pub(super) fn compared(&self, size: &Expression) -> Option<u64> {
        match self.sequence.is_computed(size) || size.is_rest() {
            true => None,
            false => self.evaluate(size),
        }
    }

    /// A count, a size or a stride of a field that overflows.
    pub(super) fn overflow_of(&self, field: &'f Field) -> Option<&'f Expression> {
        let all = [&field.count, &field.size, &field.stride].into_iter();
        all.flatten().find(|expression| {
            self.overflows.set(false);
            !expression.is_rest() && self.evaluate(expression).is_none() && self.overflows.get()
        })
    }

    /// The number of a computed field that it cannot hold.
    pub(super) fn excess_of(&self, field: &'f Field) -> Option<(&'f Expression, u64)> {
        let is_computed = field.kind == FieldKind::Computed;
        let expression = field.is.as_ref().or(field.canonical.as_ref());
        let expression = expression.filter(|_| is_computed)?;
        let bits = self.schema.size(&field.ty.base)? * 8;
        let value = self.evaluate(expression)?;
        let rest = value.checked_shr(u32::try_from(bits).ok()?)?;
        (rest > 0).then_some((expression, value))
    }

    /// How many a field holds.
    pub(super) fn count(&self, index: usize) -> Count<'f> {
        let field = &self.sequence.fields[index];
        let Some(count) = field.count.as_ref().filter(|count| !count.is_rest()) else {
            return Count::Own;
        };
        if field.is_optional() || is_own(self.schema, self.sequence, index, count) {
            return Count::Own;
        }
        let Some((name, end)) = field.each.as_ref().and_then(|each| each.range()) else {
            return Count::Compared(self.evaluate(count), count);
        };
        let each = |number| {
            let one = Self {
                each: Some((name, number)),
                ..*self
            };
            one.evaluate(count)
        };
        let end = self.evaluate(end);
        let sum = (0..end.unwrap_or_default())
            .try_fold(0u64, |sum, number| sum.checked_add(each(number)?));
        Count::Compared(sum, count)
    }

    /// How many a field holds in a new value.
    fn length(&self, index: usize) -> Option<u64> {
        let field = &self.sequence.fields[index];
        match self.is_there(field).then(|| self.count(index)) {
            None | Some(Count::Own) => Some(0),
            Some(Count::Compared(count, _)) => count,
        }
    }

    /// The arguments of a structure.
    pub(super) fn arguments_of(&self, ty: &Type) -> Vec<Option<u64>> {
        let arguments = self.schema.arguments(ty);
        let values = arguments.map(|(argument, is_record)| match is_record {
            true => None,
            false => self.evaluate(argument),
        });
        values.collect()
    }

    /// The number of a field of the sequence, or of something in it.
    fn number_of(&self, field: &Field, inner: &[String]) -> Option<u64> {
        if !self.is_there(field) {
            return Some(0);
        }
        let base = &field.ty.base;
        let default = field.default.as_ref().map(|default| default.as_str());
        match field.kind {
            FieldKind::Computed => self.evaluate(field.is.as_ref().or(field.canonical.as_ref())?),
            FieldKind::Value | FieldKind::Sized => number_in(self.schema, base, default, inner),
            // The numbers of a new run are equal, like those of an array.
            FieldKind::Run | FieldKind::IndexTable => Some(0),
            _ => None,
        }
    }

    /// The bytes that a structure takes at least: those of its numbers and records that are always there.
    pub(super) fn least(&self, ty: &Type) -> Option<u64> {
        let sequence = self.schema.sequence_of(&ty.base)?;
        let is_always = |field: &&Field| {
            field.kind.is_single()
                && !field.is_optional()
                && field.condition.is_none()
                && field.at.is_none()
        };
        let fields = sequence.fields.iter().filter(is_always);
        let sizes = fields.filter_map(|field| self.schema.size(&field.ty.base));
        Some(sizes.sum())
    }

    /// The fields of a structure in a field.
    fn inner<'i>(&self, base: &Base, arguments: &'i [Option<u64>]) -> Option<Fields<'i>>
    where
        'f: 'i,
    {
        let sequence = self.schema.sequence_of(base)?;
        Some(Fields {
            schema: self.schema,
            sequence,
            arguments,
            each: None,
            depth: self.depth + 1,
            steps: self.steps,
            overflows: self.overflows,
        })
    }
}

impl Known for Fields<'_> {
    fn schema(&self) -> &Schema {
        self.schema
    }

    fn overflow(&self) {
        self.overflows.set(true);
    }

    fn number(&self, path: &[String]) -> Option<u64> {
        let (name, inner) = path.split_first()?;
        if let Some((_, number)) = self.each.filter(|(each, _)| each == name) {
            return Some(number);
        }
        match self.field(name) {
            Some((_, field)) if self.depth < DEEPEST => self.number_of(field, inner),
            Some(_) => None,
            None => self.handed().number(path),
        }
    }

    fn measured(&self, function: &str, path: &[String]) -> Option<u64> {
        let (name, inner) = path.split_first()?;
        let (index, field) = self.field(name)?;
        match (function, inner) {
            ("len", _) if !self.is_there(field) => Some(0),
            ("len", []) => self.length(index),
            ("len", inner) if self.depth < DEEPEST => {
                let arguments = self.arguments_of(&field.ty);
                let base = &field.ty.base;
                self.inner(base, &arguments)?.measured(function, inner)
            }
            // An empty run has no stride.
            ("stride_of", []) if self.length(index) == Some(0) => Some(0),
            _ => None,
        }
    }
}

/// Whether as many are written as the value holds: the count is computed from them, or set by them.
fn is_own(schema: &Schema, sequence: &Struct, index: usize, count: &Expression) -> bool {
    !matches!(
        Counted::new(schema, sequence, index, count),
        Counted::Compared
    )
}

/// The number of a new value of a type, or of something in it.
fn number_in(schema: &Schema, base: &Base, default: Option<&str>, inner: &[String]) -> Option<u64> {
    let own = || match (default, base) {
        (None, Base::RowRef(_) | Base::ListRef(_)) => Some(NO_ROW),
        (None, _) => Some(0),
        (Some(default), _) => {
            parse_number(default).or_else(|| value_of(schema, base.item()?, default))
        }
    };
    let Some((name, inner)) = inner.split_first() else {
        return match base {
            Base::Float(_) | Base::FourCC => None,
            _ => own(),
        };
    };
    match schema.content_of(base)? {
        Content::Bits(bits) => {
            let mut at = 0;
            for field in &bits.fields {
                let size = u32::try_from(field.bits.value).ok()?;
                if field.name.value == *name {
                    let mask = u64::MAX.checked_shr(64 - size)?;
                    return Some(own()?.checked_shr(at)? & mask);
                }
                at += size;
            }
            None
        }
        // All of its bytes are 0.
        Content::Switch(_) => Some(0),
        _ => {
            let mut fields = schema.fields(base).into_iter();
            let field = fields.find(|field| field.name.value == *name)?;
            // A new record may be of a version that lacks the field.
            if field.default.is_some() && schema.is_later(base, name) {
                return None;
            }
            let default = field.default.as_ref().map(|default| default.as_str());
            number_in(schema, &field.ty.base, default, inner)
        }
    }
}

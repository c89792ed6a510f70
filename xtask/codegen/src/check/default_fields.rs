//! Evaluates the fields of a default value for expressions.

use std::cell::Cell;

use crate::expression::{Counted, Expression, parse_number};
use crate::model::{Base, Content, Field, FieldKind, Schema, Struct, Type};

use crate::evaluate::{Arguments, Known, evaluate, value_of};

/// The maximum depth of fields that depend on each other.
const DEEPEST: usize = 24;

/// The maximum number of steps, more than any usual expression needs. The value of a longer computation is unknown.
const MOST_STEPS: u32 = 100_000;

/// The null reference: the tables of a default value have no entries.
const NO_ROW: u64 = u32::MAX as u64;

/// The fields of a default value.
#[derive(Clone, Copy)]
pub(super) struct Fields<'f> {
    pub(super) schema: &'f Schema,
    pub(super) sequence: &'f Struct,
    pub(super) arguments: &'f [Option<u64>],
    /// The name and the value of the index of one of several runs.
    pub(super) each: Option<(&'f str, u64)>,
    pub(super) depth: usize,
    /// The number of steps that were evaluated.
    pub(super) steps: &'f Cell<u32>,
    /// Whether an operation on known numbers overflowed.
    pub(super) overflows: &'f Cell<bool>,
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

    /// The value of an expression of the sequence.
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

    /// Whether a field exists, as far as that is known. An optional field with a null offset does not exist.
    pub(super) fn is_there(&self, field: &Field) -> bool {
        let condition = field.condition.as_ref();
        let is_reference = field.kind == FieldKind::Reference;
        let is_placed = field.null.is_none() || is_reference || !field.is_optional();
        is_placed && condition.and_then(|condition| self.evaluate(condition)) != Some(0)
    }

    /// The number that a size must equal; `None` if it is computed from the measured field.
    pub(super) fn compared(&self, size: &Expression) -> Option<u64> {
        if self.sequence.is_computed(size) || size.is_rest() {
            None
        } else {
            self.evaluate(size)
        }
    }

    /// The expression of a field's count, size or stride that overflows.
    pub(super) fn overflow_of(&self, field: &'f Field) -> Option<&'f Expression> {
        let all = [&field.count, &field.size, &field.stride].into_iter();
        all.flatten().find(|expression| {
            self.overflows.set(false);
            !expression.is_rest() && self.evaluate(expression).is_none() && self.overflows.get()
        })
    }

    /// The expression and the value of a computed field that the value overflows.
    pub(super) fn excess_of(&self, field: &'f Field) -> Option<(&'f Expression, u64)> {
        let is_computed = field.kind == FieldKind::Computed;
        let expression = field.is.as_ref().or(field.canonical.as_ref());
        let expression = expression.filter(|_| is_computed)?;
        let bits = self.schema.size(&field.ty.base)? * 8;
        let value = self.evaluate(expression)?;
        let rest = value.checked_shr(u32::try_from(bits).ok()?)?;
        (rest > 0).then_some((expression, value))
    }

    /// The expression that the number of a field's elements must equal; `None` if it is computed from them, or set by
    /// them.
    pub(super) fn count(&self, index: usize) -> Option<&'f Expression> {
        let field = &self.sequence.fields[index];
        let count = field.count.as_ref().filter(|count| !count.is_rest())?;
        let counted = Counted::new(self.schema, self.sequence, index, count);
        (!field.is_optional() && matches!(counted, Counted::Compared)).then_some(count)
    }

    /// The number of elements that such an expression requires, if it is known.
    pub(super) fn required(&self, index: usize, count: &Expression) -> Option<u64> {
        let field = &self.sequence.fields[index];
        let Some((name, end)) = field.each.as_ref().and_then(|each| each.range()) else {
            return self.evaluate(count);
        };
        let each = |number| {
            let one = Self {
                each: Some((name, number)),
                ..*self
            };
            one.evaluate(count)
        };
        (0..self.evaluate(end).unwrap_or_default())
            .try_fold(0u64, |sum, number| sum.checked_add(each(number)?))
    }

    /// The number of elements of a field in a default value.
    fn length(&self, index: usize) -> Option<u64> {
        let field = &self.sequence.fields[index];
        let count = self.count(index).filter(|_| self.is_there(field));
        count.map_or(Some(0), |count| self.required(index, count))
    }

    /// The arguments of a structure.
    pub(super) fn arguments_of(&self, ty: &Type) -> Vec<Option<u64>> {
        let arguments = self.schema.arguments(ty);
        let values = arguments.map(|(argument, is_record)| {
            if is_record {
                None
            } else {
                self.evaluate(argument)
            }
        });
        values.collect()
    }

    /// The value of a field of the sequence, or of an inner field.
    fn number_of(&self, field: &Field, inner: &[String]) -> Option<u64> {
        if !self.is_there(field) {
            return Some(0);
        }
        let base = &field.ty.base;
        let default = field.default.as_ref().map(|default| default.as_str());
        match field.kind {
            FieldKind::Computed => self.evaluate(field.is.as_ref().or(field.canonical.as_ref())?),
            FieldKind::Value | FieldKind::Sized => number_in(self.schema, base, default, inner),
            // The numbers of a default run are equal, like the elements of an array.
            FieldKind::Run | FieldKind::IndexTable => Some(0),
            _ => None,
        }
    }

    /// The minimum number of bytes of a structure: those of its numbers and records that always exist.
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

/// The value of a default value of a type, or of an inner field of it.
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
        // A default union consists of zeros.
        Content::Switch(_) => Some(0),
        _ => {
            let mut fields = schema.fields(base).into_iter();
            let field = fields.find(|field| field.name.value == *name)?;
            // A default record may have a version that lacks the field.
            if field.default.is_some() && schema.is_later(base, name) {
                return None;
            }
            let default = field.default.as_ref().map(|default| default.as_str());
            number_in(schema, &field.ty.base, default, inner)
        }
    }
}

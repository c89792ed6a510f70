//! Writes the words in the attribute of a field, its kind first.

use std::collections::BTreeSet;

use quote::{format_ident, quote};

use super::writing::{holds, set_within};
use crate::emit::attribute::{self, Words};
use crate::emit::{Emitter, as_int, rule, rule_as};
use crate::expression::{Counted, Expression};
use crate::model::{Field, Pool, Show, Struct};

impl Emitter<'_> {
    pub(super) fn words(&self, sequence: &Struct, index: usize) -> Words {
        let field = &sequence.fields[index];
        let is = field.is.as_ref();
        let count = field.count.as_ref().filter(|count| !count.is_rest());
        let counted = count.map(|count| Counted::new(self.schema, sequence, index, count));
        let set = match &counted {
            Some(Counted::Set(field)) => Some(field),
            _ => None,
        };
        let size = field.size.as_ref().filter(|size| !size.is_rest());
        let passed = self.schema.values_passed(&field.ty);
        Words::default()
            .and(field.properties().attribute.map(str::to_owned))
            .rule("if", &field.condition)
            .value("llvm", field.shown.llvm_if().and_then(rule))
            .value("at", place(field))
            .flag("pool", field.pool.is_some())
            .flag("near", field.pool == Some(Pool::Near))
            .value("aligned", field.align.as_ref())
            .value("fill", fill(field))
            .value("null", null(field))
            .value("known", field.known.as_ref())
            .value("names", field.reference.as_ref())
            .rule("is", &field.is)
            .flag("late", is.is_some_and(Expression::is_late))
            .flag("holds", is.is_some_and(|is| holds(sequence, field, is)))
            .rule("canonical", &field.canonical)
            .measure("count", &field.count)
            .value("sets", set)
            .flag("compare", matches!(counted, Some(Counted::Compared)))
            .and(each(sequence, index))
            .and(field.strings_style.words())
            .list("named", &field.named)
            .rule("stride", &field.stride)
            .measure("size", &field.size)
            .flag(
                "compare",
                size.is_some_and(|size| !sequence.is_computed(size)),
            )
            .flag("circular", self.schema.is_circular(sequence, field))
            .list("with", passed.filter_map(rule))
            .and(set_within(self.schema, sequence, index))
            .and(self.checks(field))
            .value("default", self.default(field))
            .shown(&field.shown, &field.name)
            .value("absent", absent(sequence, field))
    }

    /// The offsets that are checked on reading, each as `check(FIELD in TABLE)`.
    fn checks(&self, field: &Field) -> Vec<String> {
        let records = Some(&field.ty.base).filter(|_| field.kind.is_run());
        let fields = records.into_iter().flat_map(|of| self.schema.fields(of));
        let checks = fields.filter(|field| field.checked).filter_map(|field| {
            let table = field.reference.as_ref()?;
            Some(format!("check({} in {table})", field.name))
        });
        // Later versions list the field again.
        let mut known = BTreeSet::new();
        let new = checks.filter(|check| known.insert(check.clone()));
        new.collect()
    }
}

/// The records whose stride documents show even if there are none.
fn absent<'s>(sequence: &'s Struct, field: &Field) -> Option<&'s str> {
    let mut fields = sequence
        .fields
        .iter()
        .filter(|_| field.shown.is(Show::Always));
    let records = fields.find(|records| {
        let stride = records.stride.as_ref();
        stride.is_some_and(|stride| stride.to_string() == field.name.value)
    });
    records?.ty.base.item()
}

/// The padding byte.
pub(super) fn fill(field: &Field) -> Option<String> {
    let fill = field.fill.as_ref()?;
    if let Some(byte) = fill.number() {
        return Some(byte.to_string());
    }
    let rust = as_int(fill)?;
    let byte = quote!((#rust).narrow().unwrap_or_default());
    Some(attribute::expression(&byte))
}

/// The name of the index of each run, and the number of runs.
fn each(sequence: &Struct, index: usize) -> Option<String> {
    let each = sequence.fields[index].each.as_ref()?;
    let (name, end) = each.range()?;
    // The run of lengths is already read, so its number of records is bounded, unlike a count in a damaged file.
    let mut before = sequence.fields[..index].iter();
    let lengths = before.find(|field| field.bounds(each));
    let end = match lengths {
        Some(lengths) => format!("int({}.len())", lengths.name),
        None => end.value.clone(),
    };
    Some(format!("each({name}, {end})"))
}

/// The offset, if the field does not follow the field before it.
fn place(field: &Field) -> Option<String> {
    let expression = field.at.as_ref()?;
    let at = as_int(expression)?;
    let at = match &field.from {
        Some(from) => {
            let from = format_ident!("at_{from}");
            quote!(int(#from) + #at)
        }
        None => at,
    };
    Some(rule_as(expression, &at))
}

/// The null offset; like any offset, it may be relative to another field.
fn null(field: &Field) -> Option<String> {
    let null = field.null.as_ref()?.value;
    Some(match &field.from {
        Some(from) if null == 0 => format!("at_{from}"),
        Some(from) => format!("at_{from} + {null}"),
        None => null.to_string(),
    })
}

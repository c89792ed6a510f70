//! Checks that each structure has a value that can be written in which numbers are 0 or have their `default`: its counts, sizes
//! and selectors are evaluated with these numbers.

use std::cell::Cell;
use std::collections::HashSet;

use crate::evaluate::{Arguments, evaluate, value_of};
use crate::model::{Content, Field, FieldKind, Form, Schema, Struct, Switch, Type};
use crate::span::Span;

use super::Checker;
use super::default_fields::Fields;

/// The maximum number of elements or bytes that a value must contain.
const MOST: u64 = 1 << 16;

impl Checker<'_> {
    /// Reports structures whose values cannot be written. Arguments might help, so only structures without parameters, and
    /// those to which they pass arguments, are checked.
    pub(super) fn default_values(&self) {
        let mut values = DefaultValues {
            checker: *self,
            seen: HashSet::new(),
        };
        for item in &self.schema.items {
            if let Some(sequence) = item.content.sequence()
                && sequence.takes.is_empty()
            {
                values.sequence(&item.name, sequence, Vec::new());
            }
        }
    }
}

/// The default values of a schema.
struct DefaultValues<'c> {
    checker: Checker<'c>,
    /// The structures that were checked, and their arguments.
    seen: HashSet<(String, Vec<Option<u64>>)>,
}

impl<'c> DefaultValues<'c> {
    /// Checks a structure with these arguments.
    fn sequence(&mut self, name: &str, sequence: &'c Struct, arguments: Vec<Option<u64>>) {
        if !self.seen.insert((name.to_owned(), arguments.clone())) {
            return;
        }
        let fields = Fields {
            schema: self.checker.schema,
            sequence,
            arguments: &arguments,
            each: None,
            depth: 0,
            steps: &Cell::new(0),
            overflows: &Cell::new(false),
        };
        for (index, field) in sequence.fields.iter().enumerate() {
            if field.kind == FieldKind::Padding || !fields.is_there(field) {
                continue;
            }
            match mistake(&fields, index) {
                Some((span, why)) => self.refuse(span, &why),
                None if has_structure(&fields, index) => self.structure(&fields, &field.ty),
                None => (),
            }
        }
    }

    /// Checks a structure with the arguments of a field.
    fn structure(&mut self, fields: &Fields<'_>, ty: &Type) {
        let Some(name) = ty.base.item() else { return };
        let arguments = fields.arguments_of(ty);
        match self.checker.schema.content(name) {
            Some(Content::Struct(sequence)) if sequence.form == Form::Sequence => {
                self.sequence(name, sequence, arguments);
            }
            Some(Content::Switch(choice)) if choice.size.is_none() => {
                self.choice(name, choice, &arguments, &ty.span);
            }
            _ => (),
        }
    }

    /// Checks that the first argument selects an arm, and the structure in the arm.
    fn choice(&mut self, name: &str, choice: &'c Switch, arguments: &[Option<u64>], span: &Span) {
        let schema = self.checker.schema;
        let Some(selector) = arguments.first().copied().flatten() else {
            return;
        };
        let Some(ty) = selected(schema, choice, selector) else {
            if choice.otherwise.is_none() {
                self.refuse(span, &format!("{selector} selects no arm of `{name}`"));
            }
            return;
        };
        if let (Some(name), Some(sequence)) = (ty.base.item(), schema.sequence_of(&ty.base)) {
            let known = Arguments::new(schema, &choice.takes, arguments.iter().copied());
            let passed = schema.arguments(ty);
            let passed = passed.map(|(argument, _)| evaluate(&known, argument.typed()?));
            self.sequence(name, sequence, passed.collect());
        }
    }

    /// Reports why a value cannot be written.
    fn refuse(&self, span: &Span, why: &str) {
        let noted = self
            .checker
            .note(span, format!("no new value can be written: {why}"));
        noted.help("a new value has 0 in every field without `default`");
    }
}

/// The type of the arm that a selector chooses.
fn selected<'c>(schema: &Schema, choice: &'c Switch, selector: u64) -> Option<&'c Type> {
    let by = choice.selector_enum();
    let arm = choice.arms.iter().find(|arm| {
        let mut when = arm.when.iter();
        when.any(|value| value_of(schema, by, value) == Some(selector))
    });
    arm.map(|arm| &arm.ty)
}

/// Whether a value must contain the structure of a field.
fn has_structure(fields: &Fields<'_>, index: usize) -> bool {
    let field = &fields.sequence.fields[index];
    let required = || fields.required(index, fields.count(index)?);
    field.kind == FieldKind::Structure && (field.count.is_none() || required() > Some(0))
}

/// Why a field cannot be written, and the expression that prevents it.
fn mistake<'f>(fields: &Fields<'f>, index: usize) -> Option<(&'f Span, String)> {
    let field = &fields.sequence.fields[index];
    if let Some(expression) = fields.overflow_of(field) {
        let divides = if expression.contains(['/', '%']) {
            ", or divides by 0"
        } else {
            ""
        };
        return Some((
            &expression.span,
            format!("`{expression}` overflows{divides}"),
        ));
    }
    if let Some((expression, value)) = fields.excess_of(field) {
        let why = format!("{value} does not fit into `{}`", field.name);
        return Some((&expression.span, why));
    }
    if field.kind == FieldKind::Sized || field.kind == FieldKind::Structure && field.count.is_none()
    {
        let size = field.size.as_ref()?;
        let why = unfit(fields, field, fields.compared(size)?)?;
        return Some((&size.span, why));
    }
    let expression = fields.count(index)?;
    let count = fields
        .required(index, expression)
        .filter(|count| *count > 0)?;
    if count > MOST {
        let why = format!("it would contain {count} of `{}`", field.name);
        return Some((&expression.span, why));
    }
    let stride = field.stride.as_ref()?;
    let why = unfit(fields, field, fields.compared(stride)?)?;
    Some((&stride.span, why))
}

/// Why a record or a structure cannot have a size.
fn unfit(fields: &Fields<'_>, field: &Field, size: u64) -> Option<String> {
    let (schema, name) = (fields.schema, field.ty.base.item().unwrap_or_default());
    if size > MOST && schema.sequence_of(&field.ty.base).is_none() {
        return Some(format!("it would contain {size} bytes"));
    }
    if let Some(versioned) = schema.versioned(name) {
        let versions = versioned.versions.iter().filter(|version| !version.grown);
        let mut sizes = versions.filter_map(|version| version.size);
        return (sizes.next()? > size).then(|| format!("`{name}` has more than {size} bytes"));
    }
    if let Some(own) = schema.size(&field.ty.base) {
        return (own > size).then(|| format!("a record has {own} bytes, but its size is {size}"));
    }
    let least = fields.least(&field.ty).filter(|least| *least > size)?;
    Some(format!(
        "`{name}` has at least {least} bytes, but its size is {size}"
    ))
}

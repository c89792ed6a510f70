//! Computes the content of a new value of a sequence so that it can be written: as many records as its counts require
//! with fields that are 0, and the arm that its selector chooses. Fields that are empty in a new value are omitted.

mod fields;

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::diagnostic::Mistakes;
use crate::evaluate::{Arguments, evaluate, value_of};
use crate::model::{Base, Content, Field, FieldKind, Form, NewValue, Schema, Struct, Switch, Type};
use crate::span::Span;

use self::fields::{Count, Fields};

/// The maximum number of elements in a new value.
const MOST: u64 = 1 << 16;

/// Reports sequences whose new values cannot be written. Arguments might help, so only sequences without parameters are
/// checked.
pub(crate) fn check(schema: &Schema, mistakes: &Mistakes) {
    for item in &schema.items {
        if let Some(sequence) = item.content.sequence()
            && sequence.takes.is_empty()
        {
            for (span, why) in &NewValue::new(schema, &item.name, sequence).refused {
                let noted = mistakes.note(span, format!("no new value can be written: {why}"));
                noted.help("a new value has 0 in every field without `default`");
            }
        }
    }
}

impl NewValue {
    /// Computes a new value of a sequence whose arguments are 0.
    pub(crate) fn new(schema: &Schema, name: &str, sequence: &Struct) -> Rc<Self> {
        let zeros = vec![Some(0); sequence.takes.len()];
        Self::given(schema, name, sequence, &zeros)
    }

    fn given(
        schema: &Schema,
        name: &str,
        sequence: &Struct,
        arguments: &[Option<u64>],
    ) -> Rc<Self> {
        let key = (name.to_owned(), arguments.to_vec());
        let known = schema.new_values.borrow().get(&key).cloned();
        known.unwrap_or_else(|| {
            let new = Rc::new(Self::made(schema, sequence, arguments));
            schema.new_values.borrow_mut().insert(key, Rc::clone(&new));
            new
        })
    }

    fn made(schema: &Schema, sequence: &Struct, arguments: &[Option<u64>]) -> Self {
        let steps = Cell::new(0);
        let fields = Fields {
            steps: &steps,
            schema,
            sequence,
            arguments,
            each: None,
            depth: 0,
            overflows: &Cell::new(false),
        };
        let mut new = Self::default();
        for index in 0..sequence.fields.len() {
            if let Some(rust) = new.field(&fields, index) {
                new.fields.insert(index, rust);
            }
        }
        // A new reference is 0, so its pool must contain a first structure.
        for (index, field) in sequence.fields.iter().enumerate() {
            if field.kind == FieldKind::Pool && new.pools.remove(field.name.as_str()) {
                let one = new.structure(&fields, &field.ty);
                let one = one.unwrap_or_else(|| "Default::default()".to_owned());
                let pool = format!("Pool(core::iter::once({one}).collect())");
                new.fields.insert(index, pool);
            }
        }
        new
    }

    /// The Rust code of a field, unless it is empty.
    fn field(&mut self, fields: &Fields<'_>, index: usize) -> Option<String> {
        let field = &fields.sequence.fields[index];
        let ty = &field.ty;
        if field.kind == FieldKind::Padding || !fields.is_there(field) {
            return None;
        }
        if let Some(expression) = fields.overflow_of(field) {
            let divides = if expression.contains(['/', '%']) {
                ", or divides by 0"
            } else {
                ""
            };
            let why = format!("`{expression}` overflows{divides}");
            return self.refuse(&expression.span, why);
        }
        if let Some((expression, value)) = fields.excess_of(field) {
            let why = format!("{value} does not fit into `{}`", field.name);
            return self.refuse(&expression.span, why);
        }
        match field.kind {
            FieldKind::Reference if field.null.is_none() => {
                let pool = field.reference.iter().map(|pool| pool.value.clone());
                self.pools.extend(pool);
                None
            }
            FieldKind::Sized => self.sized(fields, field),
            FieldKind::Structure if field.count.is_none() => {
                let size = field.size.as_ref().and_then(|size| fields.compared(size));
                if let (Some(size), Some(span)) = (size, field.size.as_ref().map(|size| &size.span))
                    && let Some(least) = fields.least(ty).filter(|least| *least > size)
                {
                    let why = format!(
                        "`{}` has at least {least} bytes, but its size is {size}",
                        ty.base.item().unwrap_or_default()
                    );
                    return self.refuse(span, why);
                }
                let of_size = self.structure_of_size(fields, field, size);
                of_size.or_else(|| self.structure(fields, ty))
            }
            _ => self.counted(fields, index),
        }
    }

    /// Records why a new value cannot be written.
    fn refuse<T>(&mut self, span: &Span, why: String) -> Option<T> {
        self.refused.push((span.clone(), why));
        None
    }

    /// The Rust code of a field with a count of records, bytes or structures.
    fn counted(&mut self, fields: &Fields<'_>, index: usize) -> Option<String> {
        let field = &fields.sequence.fields[index];
        let Count::Compared(count, expression) = fields.count(index) else {
            return None;
        };
        let count = count.filter(|count| *count > 0)?;
        if count > MOST {
            let why = format!("it would contain {count} of `{}`", field.name);
            return self.refuse(&expression.span, why);
        }
        let one = match field.kind {
            FieldKind::Bytes | FieldKind::Strings => "0".to_owned(),
            FieldKind::Structure => self
                .structure(fields, &field.ty)
                .unwrap_or_else(|| "Default::default()".to_owned()),
            _ => "Default::default()".to_owned(),
        };
        if let Some(size) = field.stride.as_ref().and_then(|size| fields.compared(size)) {
            return self.strided(fields, field, (count, size));
        }
        let all = format!("core::iter::repeat_n({one}, {count}).collect()");
        Some(match field.kind {
            FieldKind::Strings => format!("StringTable({all})"),
            FieldKind::IndexTable => format!("IndexTable({all})"),
            _ => all,
        })
    }

    /// The Rust code of records with a stride, if the stride is not computed from them.
    fn strided(
        &mut self,
        fields: &Fields<'_>,
        field: &Field,
        (count, size): (u64, u64),
    ) -> Option<String> {
        let stride = &field.stride.as_ref()?.span;
        let one = match fields.schema.size(&field.ty.base) {
            Some(own) if own > size => {
                let why = format!("a record has {own} bytes, but its size is {size}");
                return self.refuse(stride, why);
            }
            Some(_) => "Default::default()".to_owned(),
            None => self.version_of_size(fields, &field.ty, size, stride)?.0,
        };
        if size > MOST {
            return self.refuse(stride, format!("each record would have {size} bytes"));
        }
        let records = format!("core::iter::repeat_n({one}, {count})");
        Some(format!(
            "{{ let mut run = Strided::new({size}); run.extend({records}); run }}"
        ))
    }

    /// The Rust code of a record whose size determines its version, if the size is not computed from the record.
    fn sized(&mut self, fields: &Fields<'_>, field: &Field) -> Option<String> {
        let size = fields.compared(field.size.as_ref()?)?;
        let span = &field.size.as_ref()?.span;
        let (record, tail) = self.version_of_size(fields, &field.ty, size, span)?;
        if tail > MOST {
            let why = format!("it would contain {tail} bytes behind the record");
            return self.refuse(span, why);
        }
        Some(format!(
            "SizedRecord {{ record: {record}, tail: core::iter::repeat_n(0, {tail}).collect() }}"
        ))
    }

    /// The Rust code of a record in the version of a size, and the number of bytes after it.
    fn version_of_size(
        &mut self,
        fields: &Fields<'_>,
        ty: &Type,
        size: u64,
        span: &Span,
    ) -> Option<(String, u64)> {
        let name = ty.base.item()?;
        let versioned = fields.schema.versioned(name)?;
        let versions = versioned.versions.iter().filter(|version| !version.grown);
        let mut versions = versions
            .filter_map(|version| Some((version.size?, version.number.as_ref()?.unsigned())));
        let fitting = versions.by_ref().take_while(|(own, _)| *own <= size).last();
        let Some((own, number)) = fitting else {
            return self.refuse(span, format!("`{name}` has more than {size} bytes"));
        };
        Some((format!("{name}::new({number})"), size - own))
    }

    /// The Rust code of a choice whose content has this number of bytes.
    fn structure_of_size(
        &mut self,
        fields: &Fields<'_>,
        field: &Field,
        size: Option<u64>,
    ) -> Option<String> {
        let ty = &field.ty;
        let (size, name) = (size.filter(|size| *size > 0)?, ty.base.item()?);
        let choice = fields.schema.content(name)?.choice()?;
        let selector = fields.arguments_of(ty).first().copied().flatten()?;
        let (arm, base) = chosen(fields.schema, choice, selector)?;
        let zeros = format!("core::iter::repeat_n(0, {size}).collect()");
        let content = match base {
            None | Some(Base::Bytes) => zeros,
            Some(Base::Strings) => format!("StringTable({zeros})"),
            Some(_) => return None,
        };
        if size > MOST {
            let why = format!("it would contain {size} bytes");
            return self.refuse(&field.size.as_ref()?.span, why);
        }
        Some(format!("{name}::{arm}({content})"))
    }

    /// The Rust code of a structure with the arguments of a field; `None` if it equals the structure's own new value.
    fn structure(&mut self, fields: &Fields<'_>, ty: &Type) -> Option<String> {
        let name = ty.base.item()?;
        let arguments = fields.arguments_of(ty);
        match fields.schema.content(name)? {
            Content::Struct(sequence) if sequence.form == Form::Sequence => {
                let new = Self::given(fields.schema, name, sequence, &arguments);
                self.hold(&new);
                new.beside(fields.schema, name, sequence)
            }
            Content::Switch(choice) if choice.size.is_none() => {
                let selector = arguments.first().copied().flatten()?;
                self.choice(fields, (name, choice), &arguments, selector, &ty.span)
            }
            _ => None,
        }
    }

    fn choice(
        &mut self,
        fields: &Fields<'_>,
        (name, choice): (&str, &Switch),
        arguments: &[Option<u64>],
        selector: u64,
        span: &Span,
    ) -> Option<String> {
        let schema = fields.schema;
        let Some((arm, _)) = chosen(schema, choice, selector) else {
            return self.refuse(span, format!("{selector} selects no arm of `{name}`"));
        };
        let held = choice.arms.iter().find(|known| known.name.value == arm);
        let content = held.and_then(|held| {
            let of = held.ty.base.item()?;
            let sequence = schema.sequence_of(&held.ty.base)?;
            let known = Arguments::new(schema, &choice.takes, arguments.iter().copied());
            let handed = schema.arguments(&held.ty);
            let handed = handed.map(|(argument, _)| evaluate(&known, argument.typed()?));
            let handed: Vec<_> = handed.collect();
            let new = Self::given(schema, of, sequence, &handed);
            self.hold(&new);
            new.beside(schema, of, sequence)
        });
        let is_first = choice
            .arms
            .first()
            .is_some_and(|first| first.name.value == arm);
        match content {
            None if is_first => None,
            content => {
                let content = content.unwrap_or_else(|| "Default::default()".to_owned());
                Some(format!("{name}::{arm}({content})"))
            }
        }
    }

    /// Adds the requirements of an inner structure.
    fn hold(&mut self, inner: &Self) {
        self.pools.extend(inner.pools.iter().cloned());
        self.refused.extend(inner.refused.iter().cloned());
    }

    /// The Rust code of the whole value of a structure, unless it equals the structure's own new value.
    fn beside(&self, schema: &Schema, name: &str, sequence: &Struct) -> Option<String> {
        let own = Self::new(schema, name, sequence);
        if own.fields == self.fields {
            return None;
        }
        let indices: BTreeSet<_> = own.fields.keys().chain(self.fields.keys()).collect();
        let values = indices.into_iter().map(|index| {
            let (field, value) = (&sequence.fields[*index], self.fields.get(index));
            // A new value lacks a field with a condition; its own new value is written for it.
            let is_written = field.condition.is_some() && value == own.fields.get(index);
            let value = match value.filter(|_| !is_written) {
                None => "Default::default()",
                Some(value) if field.is_optional() => &format!("Some({value})"),
                Some(value) => value,
            };
            format!("{}: {value}, ", field.name)
        });
        let values: String = values.collect();
        Some(format!("{name} {{ {values}..Default::default() }}"))
    }
}

/// The arm that a selector chooses, and its content. Content with a type is omitted for the arm of any other bytes.
fn chosen<'c>(
    schema: &Schema,
    choice: &'c Switch,
    selector: u64,
) -> Option<(&'c str, Option<&'c Base>)> {
    let by = choice.selector_enum();
    let mut arms = choice.arms.iter();
    let arm = arms.find(|arm| {
        let mut when = arm.when.iter();
        when.any(|value| value_of(schema, by, value) == Some(selector))
    });
    match arm {
        Some(arm) => Some((&arm.name, Some(&arm.ty.base))),
        None => choice.otherwise.as_ref().map(|_| ("Other", None)),
    }
}

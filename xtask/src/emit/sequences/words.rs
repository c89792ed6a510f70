//! The words in the attribute of a field: its kind first.

use quote::{format_ident, quote};

use super::writing::{holds, set_within};
use crate::emit::attribute::{document_words, list, said};
use crate::emit::{Emitter, as_int, rule, rule_as};
use crate::expression::Counted;
use crate::model::{Base, NewValue, Pool, Sequence, SequenceField};

impl Emitter<'_> {
    pub(super) fn words(&self, sequence: &Sequence, index: usize, new: &NewValue) -> Vec<String> {
        let field = &sequence.fields[index];
        let mut words = Vec::new();
        words.extend(field.properties().attribute.map(str::to_owned));
        for (word, condition) in [("if", &field.condition), ("ours", &field.ours)] {
            let rule = condition.as_ref().and_then(rule);
            words.extend(rule.map(|rule| format!("{word} = {rule}")));
        }
        words.extend(place(field));
        words.extend(placed(field));
        words.extend(computed(sequence, field));
        words.extend(self.count(sequence, index));
        words.extend(field.strings_style.words());
        if !field.named.is_empty() {
            let names: Vec<String> = field.named.iter().map(|name| name.value.clone()).collect();
            words.push(list("named", &names));
        }
        words.extend(measures(sequence, field));
        let is_circular = self.schema.is_circular(sequence, field);
        words.extend(is_circular.then(|| "circular".to_owned()));
        words.extend(self.handed(field));
        words.extend(set_within(self.schema, sequence, index));
        if let (true, Some(ty)) = (field.kind.is_run(), &field.ty) {
            words.extend(self.checks(&ty.base));
        }
        words.extend(self.default(&field.default, field.ty.as_ref()));
        words.extend(
            new.fields
                .get(&index)
                .map(|value| format!("default = {value}")),
        );
        words.extend(document_words(&field.shown));
        words
    }

    /// How many there are.
    fn count(&self, sequence: &Sequence, index: usize) -> Vec<String> {
        let field = &sequence.fields[index];
        let mut words = Vec::new();
        if let Some(count) = &field.count {
            if count.is_rest() {
                words.push("to_end".to_owned());
            } else if let Some(rule) = rule(count) {
                words.push(format!("count = {rule}"));
                words.extend(match Counted::new(self.schema, sequence, index, count) {
                    Counted::Computed => None,
                    Counted::Set(field) => Some(format!("sets = {field}")),
                    Counted::Compared => Some("compare".to_owned()),
                });
            }
        }
        if let Some(each) = &field.each
            && let Some((name, end)) = each.range()
        {
            // The numbers that have the lengths are there, unlike as many as a damaged file says.
            let mut before = sequence.fields[..index].iter();
            let lengths = before.find(|field| field.bounds(each));
            let end = match lengths.and_then(|lengths| lengths.name.as_ref()) {
                Some(lengths) => format!("int({lengths}.len())"),
                None => end.value.clone(),
            };
            words.push(format!("each({name}, {end})"));
        }
        words
    }

    /// The arguments of its type.
    fn handed(&self, field: &SequenceField) -> Option<String> {
        let types = field.ty.iter();
        let values = types.flat_map(|ty| self.schema.values_passed(ty));
        let with: Vec<String> = values.filter_map(rule).collect();
        (!with.is_empty()).then(|| list("with", &with))
    }

    /// The offsets into a table that reading checks.
    fn checks(&self, records: &Base) -> Vec<String> {
        let mut checks = Vec::new();
        for field in self
            .schema
            .fields(records)
            .into_iter()
            .filter(|field| field.checked)
        {
            let table = field.reference.iter();
            let check = table.map(|table| format!("check({} in {table})", field.name));
            // Later versions list the field again.
            checks.extend(
                check
                    .filter(|check| !checks.contains(check))
                    .collect::<Vec<_>>(),
            );
        }
        checks
    }
}

/// Where it lies, if not behind the field before it.
fn place(field: &SequenceField) -> Option<String> {
    let expression = field.at.as_ref()?;
    let at = as_int(expression)?;
    let at = match &field.from {
        Some(from) => {
            let from = format_ident!("at_{from}");
            quote!(int(#from) + #at)
        }
        None => at,
    };
    Some(format!("at = {}", rule_as(expression, &at)))
}

/// The place of what is not there: like that of what is, it counts from another field.
fn null(field: &SequenceField) -> Option<String> {
    let null = field.null.as_ref()?.value;
    Some(match &field.from {
        Some(from) if null == 0 => format!("null = at_{from}"),
        Some(from) => format!("null = at_{from} + {null}"),
        None => format!("null = {null}"),
    })
}

/// The source of a computed field.
fn computed(sequence: &Sequence, field: &SequenceField) -> Vec<String> {
    let mut words = Vec::new();
    if let Some(is) = &field.is {
        words.extend(rule(is).map(|rule| format!("is = {rule}")));
        let is_late = is.lowered().is_some_and(|lowered| lowered.late);
        words.extend(is_late.then(|| "late".to_owned()));
        words.extend(holds(sequence, field, is).then(|| "holds".to_owned()));
    }
    let usual = field.usual.as_ref().and_then(rule);
    words.extend(usual.map(|rule| format!("usual = {rule}")));
    words
}

/// How large each is, or all of it.
fn measures(sequence: &Sequence, field: &SequenceField) -> Vec<String> {
    let stride = field.stride.as_ref().and_then(rule);
    let mut words = Vec::from_iter(stride.map(|rule| format!("stride = {rule}")));
    if let Some(size) = &field.size {
        if size.is_rest() {
            words.push("to_end".to_owned());
        } else if let Some(rule) = rule(size) {
            words.push(format!("size = {rule}"));
            words.extend((!sequence.is_computed(size)).then(|| "compare".to_owned()));
        }
    }
    words
}

/// The words on what lies elsewhere, and on who names it.
fn placed(field: &SequenceField) -> Vec<String> {
    let words = [
        field.pool.map(|_| "pool".to_owned()),
        (field.pool == Some(Pool::Near)).then(|| "near".to_owned()),
        said("aligned", &field.align),
        said("fill", &field.fill),
        null(field),
        said("known", &field.known),
        said("names", &field.reference),
    ];
    words.into_iter().flatten().collect()
}

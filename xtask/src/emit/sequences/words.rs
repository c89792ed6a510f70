//! The words in the attribute of a field: its kind first.

use quote::{format_ident, quote};

use super::as_int;
use super::writing::{holds, is_computed};
use crate::diagnostic::Spanned;
use crate::emit::Emitter;
use crate::emit::attribute::{list, shown};
use crate::expression::{Expression, Rules, Scope};
use crate::model::{Base, Sequence, SequenceField};

/// What an expression may do that is looked at where it stands.
const EARLY: Rules = Rules {
    ahead: false,
    kept_only: false,
    on_writing: false,
};

/// What an expression may do that is looked at when all is read.
const LATE: Rules = Rules {
    ahead: true,
    ..EARLY
};

impl Emitter<'_> {
    pub(super) fn words(
        &self,
        sequence: &Sequence,
        field: &SequenceField,
        scope: &Scope<'_>,
    ) -> Vec<String> {
        let mut words = Vec::new();
        words.extend(field.kind.about().attribute.map(str::to_owned));
        for (word, condition) in [("if", &field.condition), ("ours", &field.ours)] {
            words.extend(condition.as_ref().and_then(|condition| {
                let lowered = scope.condition(condition, EARLY)?;
                Some(format!("{word} = {}", self.rule(condition, &lowered.rust)))
            }));
        }
        words.extend(self.place(field, scope));
        words.extend(placed(field));
        words.extend(self.computed(sequence, field, scope));
        words.extend(self.count(sequence, field, scope));
        words.extend(field.manner.words());
        words.extend(field.unknown.then(|| "unknown".to_owned()));
        if !field.named.is_empty() {
            let names: Vec<String> = field.named.iter().map(|name| name.value.clone()).collect();
            words.push(list("named", &names));
        }
        words.extend(self.measures(sequence, field, scope));
        words.extend(self.handed(field, scope));
        if let (true, Some(ty)) = (field.kind.is_run(), &field.ty) {
            words.extend(self.checks(&ty.base));
        }
        words.extend(self.default(&field.default, field.ty.as_ref()));
        words.extend(shown(&field.shown));
        words
    }

    /// A number as a rule.
    fn number(&self, expression: &Expression, scope: &Scope<'_>, rules: Rules) -> Option<String> {
        let lowered = scope.number(expression, rules)?;
        Some(self.rule(expression, &as_int(expression, &lowered)))
    }

    /// Where it lies, if not behind the field before it.
    fn place(&self, field: &SequenceField, scope: &Scope<'_>) -> Option<String> {
        let expression = field.at.as_ref()?;
        let at = as_int(expression, &scope.number(expression, EARLY)?);
        let at = match &field.from {
            Some(from) => {
                let from = format_ident!("at_{}", from.value);
                quote!(int(#from) + #at)
            }
            None => at,
        };
        Some(format!("at = {}", self.rule(expression, &at)))
    }

    /// What it is computed from.
    fn computed(
        &self,
        sequence: &Sequence,
        field: &SequenceField,
        scope: &Scope<'_>,
    ) -> Vec<String> {
        let mut words = Vec::new();
        for (word, expression) in [("is", &field.is), ("usual", &field.usual)] {
            let Some((expression, lowered)) = expression
                .as_ref()
                .and_then(|expression| Some((expression, scope.lower(expression, LATE)?)))
            else {
                continue;
            };
            let rule = self.rule(expression, &as_int(expression, &lowered));
            words.push(format!("{word} = {rule}"));
            if lowered.late && word == "is" {
                words.push("late".to_owned());
            }
            if word == "is" && holds(sequence, field, expression) {
                words.push("holds".to_owned());
            }
        }
        words
    }

    /// How many there are.
    fn count(&self, sequence: &Sequence, field: &SequenceField, scope: &Scope<'_>) -> Vec<String> {
        let mut words = Vec::new();
        if let Some(count) = &field.count {
            if count.is_rest() {
                words.push("to_end".to_owned());
            } else if let Some(rule) = self.number(count, scope, EARLY) {
                words.push(format!("count = {rule}"));
                words.extend(self.on_writing(sequence, field, count, scope));
            }
        }
        let each = field.each.as_ref().and_then(|each| each.range());
        words.extend(each.map(|(name, end)| format!("each({name}, {end})")));
        words
    }

    /// How large each is, or all of it.
    fn measures(
        &self,
        sequence: &Sequence,
        field: &SequenceField,
        scope: &Scope<'_>,
    ) -> Vec<String> {
        let mut words = Vec::new();
        if let Some(rule) = field
            .stride
            .as_ref()
            .and_then(|stride| self.number(stride, scope, EARLY))
        {
            words.push(format!("stride = {rule}"));
        }
        let Some(size) = &field.size else {
            return words;
        };
        if size.is_rest() {
            words.push("to_end".to_owned());
        } else if let Some(rule) = self.number(size, scope, EARLY) {
            words.push(format!("size = {rule}"));
            words.extend((!is_computed(sequence, size)).then(|| "compare".to_owned()));
        }
        words
    }

    /// What its type takes.
    fn handed(&self, field: &SequenceField, scope: &Scope<'_>) -> Option<String> {
        let arguments = field.ty.iter().flat_map(|ty| self.schema.arguments(ty));
        let values = arguments.filter(|(_, is_record)| !is_record);
        let with: Vec<String> = values
            .filter_map(|(argument, _)| self.number(argument, scope, LATE))
            .collect();
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
            let check =
                table.map(|table| format!("check({} in {})", field.name.value, table.value));
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

/// The words on what lies elsewhere, and on who names it.
fn placed(field: &SequenceField) -> Vec<String> {
    let number = |word: &str, value: &Option<Spanned<i128>>| {
        let value = value.as_ref()?;
        Some(format!("{word} = {}", value.value))
    };
    let name = |word: &str, value: &Option<Spanned<String>>| {
        let value = value.as_ref()?;
        Some(format!("{word} = {}", value.value))
    };
    let words = [
        field.pool.then(|| "pool".to_owned()),
        field.near.then(|| "near".to_owned()),
        number("aligned", &field.align),
        number("fill", &field.fill),
        number("null", &field.null),
        name("known", &field.known),
        name("names", &field.reference),
    ];
    words.into_iter().flatten().collect()
}

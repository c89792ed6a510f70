//! Completes records whose fields have conditions on the record's parameters: finds the fields for each set of argument
//! values.

use super::naming::{has_offsets, name_tables};
use crate::diagnostic::Mistakes;
use crate::expression::Expression;
use crate::model::{Choices, Field, Form, Schema, Struct, Version};
use crate::span::{Spanned, Text};

/// The maximum number of versions, more than anyone can read.
const MOST: usize = 64;

/// For each condition, whether it holds in a version.
type Holds = Vec<bool>;

impl Schema {
    /// The versions that the conditions of fields produce, each with its condition. `None` if a condition is more than
    /// comparisons of parameters with constants. A record with one version has none; only the offsets of its strings
    /// use its parameters.
    pub(super) fn versions_by_value(
        &self,
        sequence: &Struct,
        mistakes: &Mistakes,
    ) -> Option<Vec<(Option<Expression>, Holds)>> {
        let conditions = conditions(sequence);
        if conditions.is_empty() {
            return has_base(sequence).then(|| vec![(None, Holds::new())]);
        }
        let choices = Choices::new(self, &sequence.takes, &conditions)?;
        let values = choices.sample_values()?;
        let holds = |values| {
            let indices = 0..conditions.len();
            indices.map(|index| choices.holds(index, values)).collect()
        };
        let held: Vec<Holds> = values.iter().map(holds).collect();
        let mut versions: Vec<Holds> = Vec::new();
        for holds in &held {
            if !versions.contains(holds) {
                versions.push(holds.clone());
            }
        }
        if versions.len() > MOST {
            return None;
        }
        for (index, condition) in conditions.iter().enumerate() {
            if held.iter().all(|one| one[index] == held[0][index]) {
                let how_often = if held[0][index] { "always" } else { "never" };
                mistakes.note(*condition, format!("this condition {how_often} holds"));
            }
        }
        versions.sort_by_key(|holds| present(sequence, &conditions, holds).count());
        let named = versions.into_iter().map(|holds| {
            let when = distinguishing(&conditions, &holds, &held);
            (Some(Expression::new(when)), holds)
        });
        Some(named.collect())
    }
}

/// Whether a struct has parameters, and offsets of its strings have options.
fn has_base(sequence: &Struct) -> bool {
    let mut types = sequence.types();
    !sequence.takes.is_empty() && types.any(has_offsets)
}

/// The record with its versions.
pub(super) fn by_value(
    name: &Text,
    of: &mut Struct,
    versions: Vec<(Option<Expression>, Holds)>,
    mistakes: &Mistakes,
) {
    let sequence = &*of;
    let whens = || versions.iter().filter_map(|(when, _)| when.as_deref());
    let is_alone = versions.iter().any(|(when, _)| when.is_none());
    let of_versions = sequence.cpp.iter();
    for (condition, _) in of_versions.filter(|(of, _)| !(is_alone && of.is_empty())) {
        if !whens().any(|when| is_same(when, condition)) {
            let what = format!("no version has the condition `{condition}`");
            let legal = whens().map(|when| when.as_str());
            mistakes.note(condition, what).legal(condition, legal);
        }
    }
    let conditions = conditions(sequence);
    let versions = versions.iter().map(|(when, holds)| {
        let is_own = |of: &str| when.as_deref().is_some_and(|when| is_same(when, of));
        let mut own = sequence.cpp.iter().filter(|(of, _)| is_own(of));
        let cpp = own.next().map(|(_, cpp)| cpp.clone());
        let fields = present(sequence, &conditions, holds).cloned();
        let of_record = |mut field: Field| {
            name_tables(&mut field, mistakes);
            field.cpp = field.cpp.filter(|_| cpp.is_some() || is_alone);
            field
        };
        Version {
            number: None,
            grown: false,
            when: when.clone(),
            size: None,
            fields: fields.map(of_record).collect(),
            cpp,
            span: name.span.clone(),
        }
    });
    (of.versions, of.form) = (versions.collect(), Form::ByValue);
    of.fields.clear();
}

/// The fields that exist if these conditions hold.
fn present<'s>(
    sequence: &'s Struct,
    conditions: &'s [&Expression],
    holds: &'s [bool],
) -> impl Iterator<Item = &'s Field> {
    let is_present = move |field: &&Field| {
        let mut held = conditions.iter().zip(holds);
        let condition = field.condition.as_ref();
        condition.is_none_or(|own| held.any(|(condition, holds)| *condition == own && *holds))
    };
    sequence.fields.iter().filter(is_present)
}

/// The conditions of fields, without duplicates.
fn conditions(sequence: &Struct) -> Vec<&Expression> {
    let mut found: Vec<&Expression> = Vec::new();
    let all = sequence
        .fields
        .iter()
        .filter_map(|field: &Field| field.condition.as_ref());
    for condition in all {
        if !found.contains(&condition) {
            found.push(condition);
        }
    }
    found
}

/// The shortest expression over the conditions that holds in this version only, with the span of the first condition.
fn distinguishing(conditions: &[&Expression], holds: &Holds, all: &[Holds]) -> Spanned<String> {
    let is_alone = |kept: &[usize]| {
        let is_like = |other: &&Holds| kept.iter().all(|index| other[*index] == holds[*index]);
        all.iter().filter(is_like).all(|other| other == holds)
    };
    let mut kept: Vec<usize> = (0..conditions.len()).collect();
    for index in (0..conditions.len()).rev() {
        let fewer: Vec<usize> = kept.iter().copied().filter(|one| *one != index).collect();
        if is_alone(&fewer) && !fewer.is_empty() {
            kept = fewer;
        }
    }
    let parts = kept.iter().map(|index| match holds[*index] {
        true if kept.len() > 1 && conditions[*index].contains("||") => {
            format!("({})", conditions[*index].value)
        }
        true => conditions[*index].value.clone(),
        false => negated(conditions[*index]),
    });
    Spanned::at(parts.collect::<Vec<_>>().join(" && "), conditions[kept[0]])
}

/// Whether two conditions consist of the same comparisons, in any order.
fn is_same(left: &str, right: &str) -> bool {
    let of = |condition: &str| {
        let mut all: Vec<String> = condition.split("&&").map(|one| one.trim().into()).collect();
        all.sort();
        all
    };
    of(left) == of(right)
}

/// The opposite of a condition.
fn negated(condition: &str) -> String {
    const SIGNS: [&str; 6] = ["==", "!=", "<=", ">=", "<", ">"];
    const OPPOSITES: [&str; 6] = ["!=", "==", ">", "<", ">=", "<="];
    let is_single = !condition.contains(['&', '|', '(']) && !condition.starts_with('!');
    let mut opposites = SIGNS.iter().zip(OPPOSITES).filter(|_| is_single);
    let opposite = opposites.find_map(|(sign, opposite)| {
        let (left, right) = condition.split_once(sign)?;
        Some(format!("{left}{opposite}{right}"))
    });
    opposite.unwrap_or_else(|| format!("!({condition})"))
}

//! Fields that no older file has: their condition or count depends on new fields or flags, which are 0 in every older
//! file: a field that a version lacks, an unnamed flag, an absent record.

use std::collections::BTreeSet;

use crate::evaluate::{Known, evaluate, value_of};
use crate::model::{Base, Content, Field, Schema};

/// The names of the new fields of a sequence that no older file has.
pub(super) fn beyond<'s>(
    schemas: (&'s Schema, &'s Schema),
    (old, new): (&[Field], &'s [Field]),
) -> BTreeSet<&'s str> {
    let named = |name: &str| old.iter().any(|field| field.is_named(name));
    let mut reach = Reach {
        old: schemas.0,
        new: schemas.1,
        fields: new,
        beyond: BTreeSet::new(),
    };
    for field in new {
        let rules = [&field.condition, &field.count];
        let mut rules = rules.into_iter().flatten();
        if !field.name.is_empty()
            && !named(&field.name)
            && rules.any(|rule| rule.typed().and_then(|rule| evaluate(&reach, rule)) == Some(0))
        {
            reach.beyond.insert(&field.name);
        }
    }
    reach.beyond
}

/// The values of expressions in every older file.
struct Reach<'s> {
    old: &'s Schema,
    new: &'s Schema,
    fields: &'s [Field],
    /// Fields that are not there, so that they are 0.
    beyond: BTreeSet<&'s str>,
}

impl Reach<'_> {
    /// The type of a field, or of a field of a field.
    fn base(&self, path: &[String]) -> Option<Base> {
        let (name, inner) = path.split_first()?;
        let field = self.fields.iter().find(|field| field.is_named(name))?;
        self.new.base_within(&field.ty.base, inner)
    }

    /// Whether every older version of a record lacks a field.
    fn is_new_field(&self, record: &Base, name: &str) -> bool {
        let before = self.old.content_of(record).and_then(Content::versioned);
        before.is_some_and(|before| before.all_fields().all(|field| !field.is_named(name)))
    }
}

impl Known for Reach<'_> {
    fn schema(&self) -> &Schema {
        self.new
    }

    fn number(&self, path: &[String]) -> Option<u64> {
        let (name, inner) = path.split_first()?;
        let is_new = |index: usize| {
            let record = self.base(path.get(..=index)?)?;
            Some(self.is_new_field(&record, inner.get(index)?))
        };
        let is_beyond = self.beyond.contains(name.as_str())
            || (0..inner.len()).any(|index| is_new(index).unwrap_or_default());
        is_beyond.then_some(0)
    }

    fn measured(&self, function: &str, path: &[String]) -> Option<u64> {
        matches!(function, "len" | "size_of").then(|| self.number(path))?
    }

    /// A value that was unnamed.
    fn excludes(&self, of: &str, value: &str) -> bool {
        let has = |schema: &Schema| value_of(schema, of, value).is_some();
        has(self.new) && !has(self.old)
    }
}

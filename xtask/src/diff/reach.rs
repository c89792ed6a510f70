//! Finds fields that exist in no older file: their condition or count depends on new fields or flags, which are 0 in
//! every older file (a field that a version lacks, an unnamed flag, an absent record), or on versions and values that
//! no older file has.

use std::collections::{BTreeMap, BTreeSet};

use super::extended::States;
use dxc_codegen::evaluate::{Known, evaluate, value_of};
use dxc_codegen::expression::{Tree, Type};
use dxc_codegen::model::{Base, Content, Field, Schema};

/// The maximum number of combinations of versions and values to try.
const MOST: usize = 1 << 12;

/// A function, or an empty text for the field itself, and the path of a field.
type Leaf = (&'static str, Vec<String>);

const VERSION_OF: &str = "version_of";

/// The names of a sequence's new fields that exist in no older file.
pub(super) fn beyond<'s>(
    states: States<'s>,
    (old, new): (&[Field], &'s [Field]),
) -> BTreeSet<&'s str> {
    let named = |name: &str| old.iter().any(|field| field.is_named(name));
    let mut reach = Reach {
        old: states.old,
        new: states.new,
        fields: new,
        beyond: BTreeSet::new(),
        tried: BTreeMap::new(),
    };
    for field in new {
        let rules = [&field.condition, &field.count];
        let rules = rules.into_iter().flatten();
        let mut rules = rules.filter_map(|rule| rule.typed());
        if !field.name.is_empty()
            && !named(&field.name)
            && !field.shown.was.iter().any(|was| named(was))
            && rules.any(|rule| reach.is_zero(rule))
        {
            reach.beyond.insert(&field.name);
        }
    }
    reach.beyond
}

/// The values of expressions in all older files.
struct Reach<'s> {
    old: &'s Schema,
    new: &'s Schema,
    fields: &'s [Field],
    /// Fields that do not exist, so that they are 0.
    beyond: BTreeSet<&'s str>,
    /// The current combination of versions and values.
    tried: BTreeMap<Leaf, u64>,
}

impl Reach<'_> {
    /// Whether an expression is 0 in every older file.
    fn is_zero(&mut self, rule: &Tree) -> bool {
        let mut numbers = BTreeMap::new();
        self.possible(rule, &mut numbers);
        let counts = numbers.values().map(Vec::len);
        let all = counts.fold(1, usize::saturating_mul);
        if all > MOST {
            numbers.clear();
        }
        let all = numbers.values().map(Vec::len).product();
        let is_zero = (0..all).all(|mut index: usize| {
            self.tried.clear();
            for (leaf, numbers) in &numbers {
                let number = numbers[index % numbers.len()];
                index /= numbers.len();
                self.tried.insert(leaf.clone(), number);
            }
            evaluate(self, rule) == Some(0)
        });
        self.tried.clear();
        is_zero && all > 0
    }

    /// The versions and the enum values that an expression depends on, with their possible numbers in older files.
    fn possible(&self, tree: &Tree, found: &mut BTreeMap<Leaf, Vec<u64>>) {
        let path = tree.path();
        if let (Some(Type::Enum(of)), Some(path)) = (tree.ty(), path)
            && self.old.enumeration(of).is_some()
        {
            let values = self.old.values_of(of).into_iter();
            let values = values.flat_map(|of| &of.values);
            let values = values.filter(|value| !value.marker);
            let numbers = values.map(|value| value.value.unsigned()).collect();
            found.insert(("", path), numbers);
        }
        if let Tree::Call(call) = tree
            && call.function == VERSION_OF
            && let [record] = &*call.arguments
            && let Some(path) = record.path()
            && let Some(record) = self.base(&path)
            && let Some(before) = self.old.content_of(&record).and_then(Content::versioned)
        {
            let versions = before.versions.iter();
            let numbers = versions.filter_map(|version| version.number.as_ref());
            let numbers = numbers.map(dxc_codegen::span::Number::unsigned).collect();
            found.insert((VERSION_OF, path), numbers);
        }
        for inner in tree.children() {
            self.possible(inner, found);
        }
    }

    /// The type of a field, or of an inner field.
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
        if let Some(number) = self.tried.get(&("", path.to_vec())) {
            return Some(*number);
        }
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
        match function {
            VERSION_OF => self.tried.get(&(VERSION_OF, path.to_vec())).copied(),
            "len" | "size_of" => self.number(path),
            _ => None,
        }
    }

    /// Whether a value had no name before.
    fn excludes(&self, of: &str, value: &str) -> bool {
        let has = |schema: &Schema| value_of(schema, of, value).is_some();
        has(self.new) && !has(self.old)
    }
}

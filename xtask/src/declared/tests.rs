//! The structs and the table of keys agree: each key is read by its struct, and no struct has another.

use std::collections::BTreeSet;

use toml::{Table, Value as Toml};

use super::{Declaration, File};
use crate::keys::{COLUMNS, FILE, KINDS, Kind, PART, Shape, Value};

/// A key that no shape has.
const UNKNOWN: &str = "unknown-to-all";

/// A table of a shape, and what is in it.
#[derive(Clone, Copy)]
struct Sample {
    /// Which of several legal texts stand there.
    choice: usize,
    only_required: bool,
    /// The shape whose tables have a key that they may not have.
    mistaken: Option<&'static Shape>,
}

const ALL: Sample = Sample {
    choice: 0,
    only_required: false,
    mistaken: None,
};

impl Sample {
    fn table(self, shape: &'static Shape) -> Table {
        let keys = shape.keys.iter();
        let keys = keys.filter(|key| key.required || !self.only_required);
        let mut table: Table = keys
            .map(|key| (key.name.to_owned(), self.value(key.value)))
            .collect();
        for key in put_in(shape) {
            let value = match *key {
                "reserved" => Toml::from(true),
                _ => Toml::from("a"),
            };
            table.insert((*key).to_owned(), value);
        }
        if shape.columns {
            let columns = [("hlsl", Toml::from("A")), ("cost", Toml::from(1))];
            let columns = columns.map(|(name, value)| (name.to_owned(), value));
            table.insert(COLUMNS.to_owned(), Table::from_iter(columns).into());
        }
        if self
            .mistaken
            .is_some_and(|mistaken| std::ptr::eq(mistaken, shape))
        {
            table.insert(UNKNOWN.to_owned(), Toml::from(1));
        }
        table
    }

    fn value(self, value: Value) -> Toml {
        match value {
            Value::Integer => Toml::from(1),
            Value::Truth => Toml::from(true),
            Value::OneOf(legal) => Toml::from(legal[self.choice % legal.len()]),
            Value::Texts | Value::Parameters => Toml::from(vec!["a"]),
            Value::Entries(shape) | Value::Versions(shape) => Toml::from(vec![self.table(shape)]),
            Value::OfVersions => Toml::from(Table::new()),
            Value::Doc
            | Value::Text
            | Value::TextOrNone
            | Value::Name
            | Value::Type
            | Value::Expression => Toml::from("a"),
        }
    }

    fn read(self, kind: &'static Kind) -> Result<Declaration, toml::de::Error> {
        let item = self.table(&kind.shape).into();
        let item = Table::from_iter([(kind.shape.name.to_owned(), item)]);
        toml::from_str(&item.to_string())
    }
}

/// What the loader puts in: the name of an entry, the comment above it, and whether its type is reserved.
fn put_in(shape: &Shape) -> &'static [&'static str] {
    let is_own = |own: &&str| *own == shape.name;
    let mut own = kinds().map(|kind| kind.shape.name).chain([FILE.name]);
    match shape.name {
        "version" => &["name"],
        _ if own.any(|own| is_own(&own)) => &[],
        _ if shape.may_be_reserved() => &["name", "doc", "reserved"],
        _ => &["name", "doc"],
    }
}

fn kinds() -> impl Iterator<Item = &'static Kind> {
    KINDS.iter().chain([&PART])
}

/// A shape, and those in it.
fn shapes(shape: &'static Shape) -> Vec<&'static Shape> {
    let inner = shape.keys.iter().filter_map(|key| match key.value {
        Value::Entries(inner) | Value::Versions(inner) => Some(shapes(inner)),
        _ => None,
    });
    inner.flatten().chain([shape]).collect()
}

/// The names that a refusal of [`UNKNOWN`] lists.
fn listed(message: &str) -> BTreeSet<&str> {
    let quoted = message.split('`').skip(1).step_by(2);
    quoted.filter(|name| *name != UNKNOWN).collect()
}

fn expected(shape: &Shape) -> BTreeSet<&str> {
    let columns = shape.columns.then_some(COLUMNS);
    let own = shape.keys.iter().map(|key| key.name);
    own.chain(columns)
        .chain(put_in(shape).iter().copied())
        .collect()
}

#[test]
fn every_key_is_read() {
    for kind in kinds() {
        for choice in 0..8 {
            let read = Sample { choice, ..ALL }.read(kind);
            assert!(read.is_ok(), "{}: {read:?}", kind.shape.name);
        }
    }
}

#[test]
fn what_may_be_left_out_can_be() {
    for kind in kinds() {
        let only_required = true;
        let read = Sample {
            only_required,
            ..ALL
        }
        .read(kind);
        assert!(read.is_ok(), "{}: {read:?}", kind.shape.name);
    }
}

#[test]
fn no_struct_has_further_keys() {
    for kind in kinds() {
        for shape in shapes(&kind.shape) {
            let mistaken = Some(shape);
            let read = Sample { mistaken, ..ALL }.read(kind);
            let message =
                read.map_or_else(|problem| problem.message().to_owned(), |_| String::new());
            assert_eq!(
                listed(&message),
                expected(shape),
                "{}: {message}",
                shape.name
            );
        }
    }
}

#[test]
fn the_keys_of_a_file_are_read() {
    let text = ALL.table(&FILE).to_string();
    let file = toml::from_str(&text).map(|file: File| file.doc);
    assert_eq!(file, Ok("a".to_owned()));
    let text = Sample {
        mistaken: Some(&FILE),
        ..ALL
    }
    .table(&FILE)
    .to_string();
    let refused = toml::from_str(&text).map(|file: File| file.doc);
    let message = refused.unwrap_or_else(|problem| problem.message().to_owned());
    assert_eq!(listed(&message), expected(&FILE));
}

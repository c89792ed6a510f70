//! Reads a map of a document, and tracks which keys were used.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::RefCell;

use super::node::{Map, Node};
use super::problem::DocumentError;
use super::value::{unsigned, wrong};
use crate::shape::DocumentForm;

type Result<T> = core::result::Result<T, DocumentError>;

/// A map that is being read.
#[derive(Debug)]
pub struct Source<'d> {
    map: &'d Map,
    read_keys: RefCell<ReadKeys>,
}

/// The used keys of a map.
#[derive(Debug, Default)]
struct ReadKeys {
    /// For each key of the map, whether it was used.
    taken: Vec<bool>,
    /// The keys that were requested, including those that the map lacks.
    names: Vec<&'static str>,
    /// Second keys of values, each with the first one.
    twice: Vec<(&'static str, &'static str)>,
}

impl<'d> Source<'d> {
    /// Reads the keys of a map.
    pub fn new(map: &'d Map) -> Self {
        let read_keys = RefCell::new(ReadKeys {
            taken: vec![false; map.0.len()],
            names: Vec::new(),
            twice: Vec::new(),
        });
        Self { map, read_keys }
    }

    /// Reads the keys of a value that must be a map.
    pub fn of(node: &'d Node) -> Result<Self> {
        match node {
            Node::Map(map) => Ok(Self::new(map)),
            other => wrong("a map", other),
        }
    }

    /// The value of a key; `None` also if the value is empty.
    pub fn get(&self, key: &'static str) -> Option<&'d Node> {
        self.read_keys.borrow_mut().names.push(key);
        self.take(key)
    }

    /// The key that the map has for a value: the newest one, or an earlier one.
    pub fn key(&self, shown: &DocumentForm) -> &'static str {
        if shown.earlier.is_empty() {
            shown.key
        } else {
            self.one_of(shown.key, shown.keys())
        }
    }

    /// The first of several keys of a value that the map has; `newest` if it has none.
    pub fn one_of(
        &self,
        newest: &'static str,
        keys: impl Iterator<Item = &'static str>,
    ) -> &'static str {
        let mut has = keys.filter(|key| self.map.get(key).is_some());
        let Some(first) = has.next() else {
            return newest;
        };
        let others = has.filter(|key| *key != first);
        let mut keys = self.read_keys.borrow_mut();
        keys.twice.extend(others.map(|other| (other, first)));
        first
    }

    /// The value of a key, converted.
    pub fn read<T>(
        &self,
        key: &'static str,
        read: impl FnOnce(&'d Node) -> Result<T>,
    ) -> Result<Option<T>> {
        let value = self.get(key).map(read).transpose();
        value.map_err(|problem| problem.within(key))
    }

    /// A size or an offset; 0 if its key is absent.
    pub fn size(&self, key: &'static str) -> Result<usize> {
        let size = self.read(key, unsigned::<u32>)?;
        Ok(size.unwrap_or_default() as usize)
    }

    /// The value of a key with a computed name.
    pub fn take(&self, key: &str) -> Option<&'d Node> {
        let at = self.map.0.iter().position(|(known, _)| known == key)?;
        self.read_keys.borrow_mut().taken[at] = true;
        match &self.map.0[at].1 {
            Node::Nothing => None,
            value => Some(value),
        }
    }

    /// Whether the map contains everything in `shown`, with equal values; marks those keys as used.
    pub fn shows(&self, shown: &Node) -> bool {
        let Node::Map(shown) = shown else {
            return false;
        };
        let mut keys = shown.0.iter();
        keys.all(|(key, value)| {
            self.take(key);
            self.map.get(key) == Some(value)
        })
    }

    /// Refuses keys that were not used.
    pub fn finish(&self) -> Result<()> {
        let ReadKeys {
            taken,
            names,
            twice,
        } = &*self.read_keys.borrow();
        let Some(at) = taken.iter().position(|taken| !taken) else {
            return Ok(());
        };
        let (key, _) = &self.map.0[at];
        if self.map.0.iter().position(|(first, _)| first == key) != Some(at) {
            return Err(DocumentError::new("duplicate key").of_key(key));
        }
        if let Some((_, first)) = twice.iter().find(|(other, _)| other == key) {
            let what = format!("duplicate key: `{first}` is another name of it");
            return Err(DocumentError::new(what).of_key(key));
        }
        let mut legal = Vec::new();
        for name in names {
            if !name.is_empty() && self.map.get(name).is_none() && !legal.contains(name) {
                legal.push(*name);
            }
        }
        Err(DocumentError::unknown_key(key, legal))
    }

    /// Reads a map, and then refuses unused keys.
    pub fn whole<T>(node: &'d Node, read: impl FnOnce(&Self) -> Result<T>) -> Result<T> {
        let source = Self::of(node)?;
        let value = read(&source)?;
        source.finish().map(|()| value)
    }

    /// Reads the keys of an inner map, or these if it is flattened, and then refuses unused keys.
    pub fn inner<T>(
        &self,
        shown: &DocumentForm,
        read: impl FnOnce(&Source<'_>) -> Result<T>,
    ) -> Result<T> {
        if shown.flat {
            return read(self);
        }
        let empty = Map::default();
        let key = self.key(shown);
        let inner = self.read(key, Source::of)?;
        let inner = inner.unwrap_or_else(|| Source::new(&empty));
        let read = read(&inner).and_then(|value| inner.finish().map(|()| value));
        read.map_err(|problem| problem.within(key))
    }

    /// Whether the map has a key.
    pub fn has_key(&self, key: &str) -> bool {
        self.map.get(key).is_some()
    }

    /// Whether the map has a key of this form.
    pub fn has(&self, shown: &DocumentForm) -> bool {
        !shown.flat && self.get(self.key(shown)).is_some()
    }
}

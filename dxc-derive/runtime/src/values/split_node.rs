//! Documents under construction: one tree with the keys of LLVM's tools and the keys that they do not have.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::node::{Map, Node};

/// A value of a document that is being made.
#[derive(Clone, Debug)]
pub enum SplitNode {
    Value(Node),
    List(Vec<SplitNode>),
    Map(SplitMap),
}

/// Values by their keys, in order.
#[derive(Clone, Debug, Default)]
pub struct SplitMap(Vec<Entry>);

#[derive(Clone, Debug)]
struct Entry {
    key: Cow<'static, str>,
    /// Whether it is a key that LLVM does not have, and so one of the second document.
    is_extension: bool,
    value: SplitNode,
}

impl SplitMap {
    /// Adds a key that LLVM has, or does not have.
    pub fn put(&mut self, key: impl Into<Cow<'static, str>>, is_extension: bool, value: Node) {
        let (key, value) = (key.into(), SplitNode::Value(value));
        self.0.push(Entry {
            key,
            is_extension,
            value,
        });
    }

    /// Adds a key that LLVM has.
    pub fn push(&mut self, key: impl Into<Cow<'static, str>>, value: Node) {
        self.put(key, false, value);
    }

    /// Adds a key that LLVM does not have.
    pub fn push_extension(&mut self, key: impl Into<Cow<'static, str>>, value: Node) {
        self.put(key, true, value);
    }

    /// Adds keys that LLVM does not have.
    pub fn push_extensions(&mut self, other: Self) {
        for Entry { key, value, .. } in other.0 {
            self.push_extension(key, value.into_whole_node());
        }
    }

    /// Adds a key that LLVM has; its value may have keys of both kinds.
    pub fn nest(&mut self, key: &'static str, value: SplitNode) {
        self.0.push(Entry {
            key: key.into(),
            is_extension: false,
            value,
        });
    }

    /// The value of a key, which is added if it is not there.
    pub fn entry(&mut self, key: &'static str, new: fn() -> SplitNode) -> Option<&mut SplitNode> {
        let at = self.0.iter().position(|entry| entry.key == key);
        let at = at.unwrap_or_else(|| {
            self.nest(key, new());
            self.0.len() - 1
        });
        self.0.get_mut(at).map(|entry| &mut entry.value)
    }

    /// This map, without a key of which LLVM's documents have no zeros: the key is left out, or is in the second document
    /// if there is more.
    pub fn without_zeros(mut self, key: &str) -> Self {
        let mut values = self.0.iter().filter(|entry| entry.key == key);
        if !values.all(|entry| entry.value.is_zero()) {
            return self;
        }
        if self.0.iter().all(|entry| entry.key == key) {
            return Self::default();
        }
        for entry in &mut self.0 {
            entry.is_extension = true;
        }
        self
    }

    /// The whole map, with both kinds of keys.
    pub fn into_whole_map(self) -> Map {
        let entries = self.0.into_iter();
        let entries = entries.map(|Entry { key, value, .. }| (key, value.into_whole_node()));
        // Collected in place, the entries would keep the larger allocation of their source.
        let mut map = Vec::with_capacity(entries.len());
        map.extend(entries);
        Map(map)
    }

    /// Whether it contains a key that LLVM does not have.
    pub fn has_extension(&self) -> bool {
        let mut entries = self.0.iter();
        entries.any(|entry| entry.is_extension || entry.value.has_extension())
    }

    /// Splits it into LLVM's keys and the others.
    pub fn split(self) -> (Map, Map) {
        let known = self.0.iter().filter(|entry| !entry.is_extension);
        let mut first = Map(Vec::with_capacity(known.count()));
        let mut rest = Map::default();
        for Entry {
            key,
            is_extension,
            value,
        } in self.0
        {
            if is_extension {
                rest.push(key, value.into_whole_node());
                continue;
            }
            let (value, more) = value.split();
            if let Some(more) = more {
                rest.push(key.clone(), more);
            }
            first.push(key, value);
        }
        (first, rest)
    }
}

impl SplitNode {
    pub fn into_whole_node(self) -> Node {
        match self {
            Self::Value(value) => value,
            Self::List(list) => Node::List(list.into_iter().map(Self::into_whole_node).collect()),
            Self::Map(map) => Node::Map(map.into_whole_map()),
        }
    }

    /// Whether all of its numbers and bits are 0.
    fn is_zero(&self) -> bool {
        match self {
            Self::Value(value) => value.is_zero(),
            Self::List(list) => list.iter().all(Self::is_zero),
            Self::Map(map) => map.0.iter().all(|entry| entry.value.is_zero()),
        }
    }

    fn has_extension(&self) -> bool {
        match self {
            Self::Value(_) => false,
            Self::List(list) => list.iter().any(Self::has_extension),
            Self::Map(map) => map.has_extension(),
        }
    }

    /// This draft, as a value if LLVM has all of its keys: that takes a third of the memory.
    pub fn settled(mut self) -> Self {
        match (self.has_extension(), &mut self) {
            (false, _) => Self::Value(self.into_whole_node()),
            (true, Self::Map(map)) => {
                map.0.shrink_to_fit();
                self
            }
            (true, _) => self,
        }
    }

    fn split(self) -> (Node, Option<Node>) {
        match self {
            Self::Value(value) => (value, None),
            Self::List(list) => {
                let (first, mut rest): (Vec<_>, Vec<_>) = list.into_iter().map(Self::split).unzip();
                while rest.last().is_some_and(Option::is_none) {
                    rest.pop();
                }
                let nothing = || Node::Map(Map::default());
                let rest = rest.into_iter().map(|more| more.unwrap_or_else(nothing));
                let rest: Vec<_> = rest.collect();
                (
                    Node::List(first),
                    (!rest.is_empty()).then_some(Node::List(rest)),
                )
            }
            Self::Map(map) => {
                let (first, rest) = map.split();
                let rest = (!rest.0.is_empty()).then_some(Node::Map(rest));
                (Node::Map(first), rest)
            }
        }
    }
}

//! Trees of values that YAML and JSON can represent.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::base64::{BASE64, decoded};

/// A value of a document.
///
/// Equality ignores representation: a list of numbers may be [`Bytes`](Node::Bytes), and floats are compared by their
/// bits.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Node {
    /// An absent value, like YAML's empty values.
    Nothing,
    /// True or false.
    Truth(bool),
    /// A whole number.
    Number(Integer),
    /// A 32-bit floating-point number, including NaNs.
    Float(f32),
    /// A 64-bit floating-point number, including NaNs. Readers return this form for both sizes.
    Double(f64),
    /// A text.
    Text(Cow<'static, str>),
    /// Values in order.
    List(Vec<Node>),
    /// A list of numbers below 256, stored as bytes; readers return this form. Writers may represent long ones as
    /// base64 text, in a map with the only key `Base64`.
    Bytes(Vec<u8>),
    /// Values by their keys.
    Map(Map),
}

/// A whole number. Its alignment is reduced to that of the other values, which keeps trees small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(Rust, packed(8))]
pub struct Integer(i128);

impl Integer {
    /// The number.
    pub fn get(self) -> i128 {
        self.0
    }
}

/// Values by their keys, in order. For a duplicate key, the first value applies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Map(pub Vec<(Cow<'static, str>, Node)>);

impl Map {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.0
            .iter()
            .find(|(known, _)| known == key)
            .map(|(_, value)| value)
    }

    /// Adds a key.
    pub fn push(&mut self, key: impl Into<Cow<'static, str>>, value: Node) {
        self.0.push((key.into(), value));
    }

    /// Returns the value of a key, and adds it if the key is absent.
    pub(super) fn entry(&mut self, key: &'static str, new: fn() -> Node) -> Option<&mut Node> {
        let at = self.0.iter().position(|(known, _)| known == key);
        let at = at.unwrap_or_else(|| {
            self.push(key, new());
            self.0.len() - 1
        });
        self.0.get_mut(at).map(|(_, value)| value)
    }

    /// Adds a key with a list, unless the list is empty.
    #[doc(hidden)]
    pub fn push_list(&mut self, key: &'static str, nodes: impl Iterator<Item = Node>) {
        let nodes: Vec<_> = nodes.collect();
        if !nodes.is_empty() {
            self.push(key, Node::List(nodes));
        }
    }

    /// Removes the first entry of a key.
    #[doc(hidden)]
    pub fn remove(&mut self, key: &str) -> Option<Node> {
        let at = self.0.iter().position(|(known, _)| known == key)?;
        Some(self.0.remove(at).1)
    }
}

impl Node {
    /// Whether all of its numbers and bits are 0.
    pub(super) fn is_zero(&self) -> bool {
        match self {
            Self::Nothing | Self::Truth(false) => true,
            Self::Truth(true) | Self::Text(_) => false,
            Self::Number(number) => number.get() == 0,
            Self::Float(float) => float.to_bits() == 0,
            Self::Double(float) => float.to_bits() == 0,
            Self::List(list) => list.iter().all(Self::is_zero),
            Self::Bytes(bytes) => bytes.iter().all(|byte| *byte == 0),
            Self::Map(map) => map.0.iter().all(|(_, value)| value.is_zero()),
        }
    }

    /// A map with these entries.
    #[doc(hidden)]
    pub fn map<const COUNT: usize>(entries: [(&'static str, Self); COUNT]) -> Self {
        Self::Map(Map(entries.map(|(key, value)| (key.into(), value)).into()))
    }

    /// Releases the unused memory of its maps: a document has many small ones.
    pub(super) fn shrink(&mut self) {
        match self {
            Self::Map(map) => {
                map.0.shrink_to_fit();
                map.0.iter_mut().for_each(|(_, value)| value.shrink());
            }
            Self::List(list) => list.iter_mut().for_each(Self::shrink),
            _ => {}
        }
    }

    /// The bytes as a list of numbers.
    pub fn bytes(bytes: &[u8]) -> Self {
        Self::Bytes(bytes.to_vec())
    }

    /// Its kind, for messages.
    pub(super) fn what(&self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Truth(_) => "a truth",
            Self::Number(_) => "a number",
            Self::Float(_) | Self::Double(_) => "a number with a fraction",
            Self::Text(_) => "a text",
            Self::List(_) | Self::Bytes(_) => "a list",
            Self::Map(_) => "a map",
        }
    }

    /// Whether it is a list of numbers that is written on one line.
    #[doc(hidden)]
    pub fn is_row(&self) -> bool {
        let is_number = |node: &Self| matches!(node, Self::Number(_));
        matches!(self, Self::List(list) if list.iter().all(is_number))
    }
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Nothing, Self::Nothing) => true,
            (Self::Truth(one), Self::Truth(other)) => one == other,
            (Self::Number(one), Self::Number(other)) => one == other,
            (Self::Float(one), Self::Float(other)) => one.to_bits() == other.to_bits(),
            (Self::Double(one), Self::Double(other)) => one.to_bits() == other.to_bits(),
            #[allow(clippy::cast_possible_truncation)] // A field of 32 bits reads it so.
            (Self::Float(float), Self::Double(read)) | (Self::Double(read), Self::Float(float)) => {
                float.to_bits() == (*read as f32).to_bits()
            }
            (Self::Text(one), Self::Text(other)) => one == other,
            (Self::List(one), Self::List(other)) => one == other,
            (Self::Bytes(one), Self::Bytes(other)) => one == other,
            (Self::List(list), Self::Bytes(bytes)) | (Self::Bytes(bytes), Self::List(list)) => {
                let same = |(node, byte): (&Self, &u8)| *node == Self::from(*byte);
                list.len() == bytes.len() && list.iter().zip(bytes).all(same)
            }
            (Self::Map(one), Self::Map(other)) => one == other,
            _ => false,
        }
    }
}

impl<T: Into<i128>> From<T> for Node {
    fn from(number: T) -> Self {
        Self::Number(Integer(number.into()))
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Nothing => serializer.serialize_unit(),
            Self::Truth(truth) => serializer.serialize_bool(*truth),
            Self::Number(number) => {
                let number = number.get();
                match (i64::try_from(number), u64::try_from(number)) {
                    (Ok(number), _) => serializer.serialize_i64(number),
                    (_, Ok(number)) => serializer.serialize_u64(number),
                    _ => serializer.serialize_i128(number),
                }
            }
            // JSON cannot represent these floats as numbers.
            Self::Float(float) if !float.is_finite() => serializer.collect_str(float),
            Self::Float(float) => serializer.serialize_f32(*float),
            Self::Double(float) if !float.is_finite() => serializer.collect_str(float),
            Self::Double(float) => serializer.serialize_f64(*float),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(list) => list.serialize(serializer),
            Self::Bytes(bytes) => bytes.serialize(serializer),
            Self::Map(map) => map.serialize(serializer),
        }
    }
}

impl Serialize for Map {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyNode)
    }
}

struct AnyNode;

impl<'de> Visitor<'de> for AnyNode {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value, a list or a map")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Nothing)
    }

    fn visit_none<E>(self) -> Result<Node, E> {
        Ok(Node::Nothing)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        Node::deserialize(deserializer)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Node, E> {
        Ok(Node::Truth(truth))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Node, E> {
        Ok(number.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Node, E> {
        Ok(number.into())
    }

    fn visit_i128<E>(self, number: i128) -> Result<Node, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, float: f64) -> Result<Node, E> {
        Ok(Node::Double(float))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Node, E> {
        self.visit_string(text.into())
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<Node, E> {
        Ok(Node::Text(text.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Node, A::Error> {
        let (mut bytes, mut list) = (Vec::new(), Vec::new());
        while let Some(value) = access.next_element()? {
            let byte = match &value {
                Node::Number(number) if list.is_empty() => u8::try_from(number.get()).ok(),
                _ => None,
            };
            match byte {
                Some(byte) => bytes.push(byte),
                None => {
                    list.extend(bytes.drain(..).map(Node::from));
                    list.push(value);
                }
            }
        }
        Ok(if bytes.is_empty() {
            Node::List(list)
        } else {
            Node::Bytes(bytes)
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Node, A::Error> {
        let mut map = Map::default();
        while let Some((key, value)) = access.next_entry::<String, Node>()? {
            map.push(key, value);
        }
        map.0.shrink_to_fit();
        // A map with one key may represent bytes.
        match map.0.as_mut_slice() {
            [(key, Node::Text(text))] if key == BASE64 => decoded(text.to_mut())
                .map(Node::Bytes)
                .map_err(de::Error::custom),
            _ => Ok(Node::Map(map)),
        }
    }
}

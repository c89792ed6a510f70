//! Values of parts, records and enums through serde.

use alloc::vec;

use serde::de::Error as _;
use serde::ser::Error as _;
pub use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::data::{build_in, layout};
use super::node::{Map, Node};
use super::part_layout::LAYOUT;
use super::problem::DocumentError;
use super::record::{canonical, row};
use super::scope::Scope;
use super::show::Show;
use super::show::show;
use super::shown_tables::Tables;
use super::source::Source;
use super::with_base64::WithBase64;
use crate::read::walk::{Content, Sink, Span};
use crate::shape::{DocumentForm, Shape, ValueForm};
use crate::tables::LayOut;
use crate::{BySize, Fixed, Row, Sequence};

/// Writes the value of a part with the keys of documents. If its layout is not the canonical one, the key `Layout`
/// contains it.
pub fn serialize_part<T: LayOut + Sequence, S: Serializer>(
    value: &T,
    args: T::Args,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let bytes = value.to_bytes(args).map_err(S::Error::custom)?;
    let mut node = show::<T>(&bytes, args).map_err(S::Error::custom)?;
    let layout = layout::<T>(&node, args, &bytes).map_err(S::Error::custom)?;
    if let (Node::Map(map), Node::Map(_)) = (&mut node, &layout) {
        map.push(LAYOUT, layout);
    }
    WithBase64(&node).serialize(serializer)
}

/// Reads the value of a part from the keys of documents.
pub fn deserialize_part<'de, T: LayOut + Sequence, D: Deserializer<'de>>(
    args: T::Args,
    deserializer: D,
) -> Result<T, D::Error> {
    let mut node = Node::deserialize(deserializer)?;
    let layout = match &mut node {
        Node::Map(map) => map.remove(LAYOUT),
        _ => None,
    };
    let layout = layout.unwrap_or(Node::Nothing);
    let bytes = build_in::<T>(&node, args, &layout).map_err(D::Error::custom)?;
    T::from_bytes(&bytes, args).map_err(D::Error::custom)
}

/// The form of a value of fixed size: all of its fields; of flags, those that are set.
const FIELDS: DocumentForm = DocumentForm::new("Unknown").flat().form(ValueForm::Set);

/// The form of a record with versions by size.
const RECORD: DocumentForm = DocumentForm::new("Value").flat().version("Version");

/// Writes a value of a fixed size as documents show it.
pub fn serialize_fixed<T: Fixed, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut bytes = vec![0; T::SIZE];
    value.encode(&mut bytes);
    let mut map = shown(&bytes, Content::Value(T::SHAPE), &FIELDS);
    let node = match T::SHAPE {
        Shape::Enum(_) => map.0.pop().map_or(Node::Nothing, |(_, node)| node),
        _ => Node::Map(map),
    };
    WithBase64(&node).serialize(serializer)
}

/// Reads a value of a fixed size.
pub fn deserialize_fixed<'de, T: Fixed + Default, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let (node, mut scope) = (Node::deserialize(deserializer)?, Scope::alone());
    let mut bytes = vec![0; T::SIZE];
    T::default().encode(&mut bytes);
    let read = match T::SHAPE {
        Shape::Enum(_) => row(&node, T::SHAPE, bytes, ValueForm::Plain, &mut scope),
        shape => Source::whole(&node, |source| {
            source.value(shape, &FIELDS, &mut bytes, &mut scope)?;
            Ok(bytes)
        }),
    };
    let bytes = read.map_err(D::Error::custom)?;
    Ok(T::decode(&bytes).unwrap_or_default())
}

/// Writes a record with versions by size: its version, and the fields of that version.
pub fn serialize_by_size<T: BySize, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut bytes = vec![0; value.own_size(())];
    value.write_row((), &mut bytes).map_err(S::Error::custom)?;
    let (shape, known) = T::known((), bytes.len());
    let map = shown(&bytes, Content::Sized { shape, known }, &RECORD);
    WithBase64(&Node::Map(map)).serialize(serializer)
}

/// Reads a record with versions by size; without a version, the newest one.
pub fn deserialize_by_size<'de, T: BySize, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let node = Node::deserialize(deserializer)?;
    let read = |source: &Source<'_>| {
        let sized = source.sized::<T>(&RECORD, &mut Scope::alone())?;
        if sized.tail.is_empty() {
            Ok(sized.record)
        } else {
            Err(DocumentError::new("a record without a part has no tail").within("Tail"))
        }
    };
    Source::whole(&node, read).map_err(D::Error::custom)
}

/// Writes a record whose version these arguments select.
pub fn serialize_by_value<T: Row, S: Serializer>(
    value: &T,
    args: T::Context,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut bytes = vec![0; T::size(args)];
    value
        .write_row(args, &mut bytes)
        .map_err(S::Error::custom)?;
    let (shape, _) = T::known(args, bytes.len());
    let map = shown(&bytes, Content::Value(shape), &FIELDS);
    WithBase64(&Node::Map(map)).serialize(serializer)
}

/// Reads a record whose version these arguments select.
pub fn deserialize_by_value<'de, T: Row, D: Deserializer<'de>>(
    args: T::Context,
    deserializer: D,
) -> Result<T, D::Error> {
    let node = Node::deserialize(deserializer)?;
    let mut bytes = canonical::<T>(args, T::size(args));
    let (shape, _) = T::known(args, bytes.len());
    let read = Source::whole(&node, |source| {
        source.value(shape, &FIELDS, &mut bytes, &mut Scope::alone())
    });
    read.map_err(D::Error::custom)?;
    Ok(T::read_row(&bytes, args).unwrap_or_default())
}

/// The keys of bytes with this content, without tables: references are shown as numbers.
fn shown(bytes: &[u8], content: Content, shown: &'static DocumentForm) -> Map {
    let tables = Tables::new(bytes);
    let mut show = Show::new(bytes, &tables, None);
    show.span(Span {
        name: "",
        at: 0,
        size: bytes.len(),
        content,
        shown,
    });
    show.into_map()
}

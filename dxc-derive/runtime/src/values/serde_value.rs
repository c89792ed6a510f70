//! Values of parts, records and enums through serde.

use alloc::format;
use alloc::vec;

use serde::de::Error as _;
use serde::ser::Error as _;
pub use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::data::{build_in, layout};
use super::node::{Map, Node};
use super::part_layout::LAYOUT;
use super::problem::DocumentError;
use super::record::row;
use super::scope::Scope;
use super::show::Show;
use super::show::show;
use super::shown_tables::Tables;
use super::source::Source;
use super::with_base64::WithBase64;
use crate::shape::{DocumentForm, Shape, ValueForm};
use crate::tables::LayOut;
use crate::walk::{Content, Sink, Span};
use crate::{BySize, Fixed, Sequence};

/// Writes the value of a part with the keys of documents; if its layout is not the canonical one, that is the key `Layout`.
pub fn serialize_part<T, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error>
where
    T: LayOut + Sequence<Args = ()>,
{
    let bytes = value.to_bytes(()).map_err(S::Error::custom)?;
    let mut node = show::<T>(&bytes, ()).map_err(S::Error::custom)?;
    let layout = layout::<T>(&node, (), &bytes).map_err(S::Error::custom)?;
    if let (Node::Map(map), Node::Map(_)) = (&mut node, &layout) {
        map.push(LAYOUT, layout);
    }
    WithBase64(&node).serialize(serializer)
}

/// Reads the value of a part from the keys of documents.
pub fn deserialize_part<'de, T, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error>
where
    T: LayOut + Sequence<Args = ()>,
{
    let mut node = Node::deserialize(deserializer)?;
    let layout = match &mut node {
        Node::Map(map) => map.remove(LAYOUT),
        _ => None,
    };
    let layout = layout.unwrap_or(Node::Nothing);
    let bytes = build_in::<T>(&node, (), &layout).map_err(D::Error::custom)?;
    T::from_bytes(&bytes, ()).map_err(D::Error::custom)
}

/// The keys of a value of a fixed size: its fields, and of flags those that are set.
const FIELDS: DocumentForm = DocumentForm::new("Unknown").flat().form(ValueForm::Set);

/// The keys of a record with versions by size.
const RECORD: DocumentForm = DocumentForm::new("Value").flat().version("Version");

/// Writes a value of a fixed size as documents show it.
pub fn serialize_fixed<T: Fixed, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut bytes = vec![0; T::SIZE];
    value.encode(&mut bytes);
    let map = shown(&bytes, Content::Value(T::SHAPE), &FIELDS, T::SHAPE);
    let mut map = map.map_err(S::Error::custom)?;
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
    let (node, mut scope) = (Node::deserialize(deserializer)?, Scope::default());
    let mut bytes = vec![0; T::SIZE];
    T::default().encode(&mut bytes);
    let read = match T::SHAPE {
        Shape::Enum(_) => row(&node, T::SHAPE, bytes, ValueForm::Plain, &mut scope),
        shape => read_alone(&node, shape, |source| {
            source.value(shape, &FIELDS, &mut bytes, &mut scope)?;
            Ok(bytes)
        }),
    };
    let bytes = read.map_err(D::Error::custom)?;
    Ok(T::decode(&bytes).unwrap_or_default())
}

/// Writes a record with versions by size: its version, and the fields that it has.
pub fn serialize_by_size<T: BySize, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut bytes = vec![0; value.own_size(())];
    value.write_row((), &mut bytes).map_err(S::Error::custom)?;
    let (shape, known) = T::known((), bytes.len());
    let map = shown(&bytes, Content::Sized { shape, known }, &RECORD, shape);
    WithBase64(&Node::Map(map.map_err(S::Error::custom)?)).serialize(serializer)
}

/// Reads a record with versions by size; without a version, the newest one.
pub fn deserialize_by_size<'de, T: BySize, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let node = Node::deserialize(deserializer)?;
    let (shape, _) = T::known((), T::NEWEST);
    let read = |source: &Source<'_>| {
        let sized = source.sized::<T>(&RECORD, &mut Scope::default())?;
        match sized.tail.is_empty() {
            true => Ok(sized.record),
            false => Err(DocumentError::new("a record without a part has no tail").within("Tail")),
        }
    };
    read_alone(&node, shape, read).map_err(D::Error::custom)
}

/// The keys of bytes with this content.
fn shown(
    bytes: &[u8],
    content: Content,
    shown: &'static DocumentForm,
    shape: Shape,
) -> Result<Map, DocumentError> {
    alone(shape)?;
    let tables = Tables::new(bytes);
    let mut show = Show::new(bytes, &tables, None);
    show.span(Span {
        name: "",
        at: 0,
        size: bytes.len(),
        content,
        shown,
    });
    Ok(show.into_map().into_whole_map())
}

/// Reads a value from all keys of a document.
fn read_alone<T>(
    node: &Node,
    shape: Shape,
    read: impl FnOnce(&Source<'_>) -> Result<T, DocumentError>,
) -> Result<T, DocumentError> {
    alone(shape)?;
    Source::whole(node, read)
}

/// Refuses a value with references, which need the tables of a part.
fn alone(shape: Shape) -> Result<(), DocumentError> {
    match shape {
        Shape::Record(layout) if shape.refers() => Err(DocumentError::new(format!(
            "`{}` references tables of its part, and has no form without it",
            layout.name
        ))),
        _ => Ok(()),
    }
}

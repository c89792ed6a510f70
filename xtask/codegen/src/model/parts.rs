//! Describes parts, and how they are distinguished.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Base, Field, FieldKind, Schema, Type};
use crate::expression::Expression;
use crate::keys::{Among, Texts, Truth, is_there, place_if_true};
use crate::placement::fixed_start;
use crate::span::{Span, Text};

/// The values of the key `strip`: variants of `Strip` in `dxc-format`.
const STRIPPED: &[&str] = &[
    "debug",
    "debug-name",
    "reflection",
    "root-signature",
    "private",
];

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
pub struct Part {
    /// The FourCCs. If one begins with a digit, its constant begins with `PART_`.
    #[serde(rename = "fourcc")]
    #[schemars(with = "Texts")]
    pub codes: Vec<Text>,
    /// A struct, with its arguments.
    #[serde(rename = "type")]
    pub ty: Option<Type>,
    /// A short name. If omitted, the FourCC.
    #[schemars(length(min = 1))]
    pub name: Option<String>,
    /// The compilers that write such parts. `[]`: no compiler writes them any more; files have them, and Rust keeps
    /// their names.
    #[schemars(with = "Option<Texts>")]
    pub writers: Option<Vec<Text>>,
    /// The shader models whose containers have the part.
    #[schemars(length(min = 1))]
    pub models: Option<String>,
    /// The kinds of data that the part is, if it can be stripped: `Builder::strip` removes all parts of a kind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Texts", transform = Among(STRIPPED))]
    pub strip: Vec<Text>,
    /// Shaders of any stage may have the part.
    #[serde(default)]
    pub(crate) optional: bool,
    /// The stages whose shaders may have the part: names of values of the enum of stages, or of a column of it that is 1
    /// for them. If omitted, none, unless it is `optional`.
    #[serde(default)]
    #[schemars(with = "Option<Texts>")]
    pub stages: Vec<Text>,
    /// Whether shaders of its `stages` must have the part: `always`, or if other parts have `elements` of its `signature`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["always", "elements"]))]
    pub(crate) required: Option<Text>,
    /// For a signature: its elements, those of the `patch` being patch constants, primitives or payloads.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["input", "output", "patch"]))]
    pub(crate) signature: Option<String>,
    /// A container may have several such parts.
    #[serde(default)]
    pub repeats: bool,
    /// LLVM's tools refuse a container with several such parts.
    #[serde(default)]
    pub(crate) once: bool,
    /// The part is the last of its container.
    #[serde(
        default,
        deserialize_with = "place_if_true",
        serialize_with = "is_there"
    )]
    #[schemars(with = "Option<Truth>")]
    pub last: Option<Span>,
    /// The first bytes of its data, which distinguish it from other parts with the same FourCC.
    #[schemars(length(min = 1))]
    pub begins: Option<Text>,
    /// The first LLVM whose documents have the content of the part, such as 22. Documents for earlier ones have only the
    /// name and the size of the part.
    pub llvm: Option<u32>,
    /// A description for people.
    #[schemars(length(min = 1))]
    pub doc: String,
    /// The source of the fact.
    #[schemars(length(min = 1))]
    pub source: String,
}

/// Bytes that identify the type of a part, and their offset in its data.
#[derive(Debug)]
pub struct Magic {
    pub(crate) at: u64,
    pub(crate) bytes: Vec<u8>,
}

impl Part {
    /// The compilers that write it, if they are known.
    pub fn written_by(&self) -> &[Text] {
        self.writers.as_deref().unwrap_or_default()
    }

    /// Whether compilers still write it, if that is known.
    pub fn is_written(&self) -> bool {
        self.writers
            .as_ref()
            .is_none_or(|writers| !writers.is_empty())
    }

    /// The item of its content.
    pub fn item(&self) -> Option<&str> {
        self.ty.as_ref()?.base.item()
    }
}

impl Schema {
    /// Whether an item is the content of a part.
    pub fn is_part(&self, name: &str) -> bool {
        self.parts.iter().any(|part| part.item() == Some(name))
    }

    /// The Rust name of an item as the content of a part. If its fields have a fixed size, the item itself is the
    /// record of these fields, a `Copy` type, and another struct also contains the bytes after them.
    pub(crate) fn part_struct(&self, item: &str) -> String {
        if self.is_fixed_part(item) {
            format!("{item}Part")
        } else {
            item.to_owned()
        }
    }

    /// Whether the struct of a part is a record that bytes may follow.
    pub fn is_fixed_part(&self, item: &str) -> bool {
        let sequence = self.sequence(item).filter(|_| self.is_part(item));
        sequence.is_some_and(|sequence| {
            let mut fields = sequence.fields.iter();
            let has_fields = sequence.takes.is_empty() && !sequence.fields.is_empty();
            has_fields
                && !self.is_inner(item)
                && fields.all(|field| field.place.at.is_some() && is_stored(field))
        })
    }

    /// The bytes that distinguish a part from others with its FourCC: its first bytes, or the magic number of its type.
    pub(crate) fn magic(&self, part: &Part) -> Option<Magic> {
        if let Some(begins) = &part.begins {
            let bytes = begins.as_bytes().to_vec();
            return Some(Magic { at: 0, bytes });
        }
        let sequence = self.sequence(part.item()?)?;
        let start = fixed_start(&sequence.fields).iter();
        let mut codes = start.filter(|field| field.is_bytes_or_code());
        let (is, at) = codes.find_map(|field| Some((field.is.as_ref()?, field.place.at?)))?;
        let bytes = is.bytes()?;
        Some(Magic { at, bytes })
    }

    /// The later parts with a FourCC of `part`.
    pub(crate) fn namesakes<'s>(
        &'s self,
        part: &Part,
        code: &'s str,
    ) -> impl Iterator<Item = &'s Part> {
        let is_named = move |part: &&Part| part.codes.iter().any(|other| other.value == code);
        let at = self
            .parts
            .iter()
            .position(|other| std::ptr::eq(other, part));
        let behind = at.map_or(&[][..], |at| &self.parts[at + 1..]);
        behind.iter().filter(is_named)
    }
}

/// Whether a record stores this field: as a value, or as a magic number.
fn is_stored(field: &Field) -> bool {
    let is_magic = field.ty.base == Base::FourCC && field.is.as_ref().is_some_and(is_constant);
    field.align.is_none() && (field.kind == FieldKind::Value || is_magic)
}

fn is_constant(is: &Expression) -> bool {
    is.bytes().is_some()
}

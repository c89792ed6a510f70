//! Parts, and what tells them apart.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Base, Schema, Type};
use crate::diagnostic::{Span, Text};
use crate::keys::{Texts, Truth, is_there, place_if_true};
use crate::placement::fixed_start;

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
pub(crate) struct Part {
    /// The FourCCs. Of one that begins with a digit, the constant begins with `PART_`.
    #[serde(rename = "fourcc")]
    #[schemars(with = "Texts")]
    pub(crate) codes: Vec<Text>,
    /// A sequence, perhaps with arguments.
    #[serde(rename = "type")]
    pub(crate) ty: Option<Type>,
    /// Its name, in a few words; the FourCC, if left out.
    #[schemars(length(min = 1))]
    pub(crate) name: Option<String>,
    /// The compilers that write such parts.
    #[serde(default)]
    #[schemars(with = "Option<Texts>")]
    pub(crate) writers: Vec<Text>,
    /// The shader models whose containers have it.
    #[schemars(length(min = 1))]
    pub(crate) models: Option<String>,
    /// A shader runs without it: the purpose that it is stripped with.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["debug", "reflection"]))]
    pub(crate) strip: Option<String>,
    /// Shaders of any stage may have it.
    #[serde(default)]
    pub(crate) optional: bool,
    /// A container may hold several.
    #[serde(default)]
    pub(crate) repeats: bool,
    /// It comes after all other parts.
    #[serde(
        default,
        deserialize_with = "place_if_true",
        serialize_with = "is_there"
    )]
    #[schemars(with = "Option<Truth>")]
    pub(crate) last: Option<Span>,
    /// The bytes that its data begins with, which distinguish it from other parts of the FourCC.
    #[schemars(length(min = 1))]
    pub(crate) begins: Option<Text>,
    /// The first LLVM whose documents have its content, such as 22: the first document for that LLVM has it, too.
    pub(crate) llvm: Option<u32>,
    /// A description for people.
    #[schemars(length(min = 1))]
    pub(crate) doc: String,
    /// Where the fact is known from.
    #[schemars(length(min = 1))]
    pub(crate) source: String,
}

/// Bytes that tell what a part holds, and where its data has them.
#[derive(Debug)]
pub(crate) struct Magic {
    pub(crate) at: u64,
    pub(crate) bytes: Vec<u8>,
}

impl Part {
    /// The item that it holds.
    pub(crate) fn item(&self) -> Option<&str> {
        self.ty.as_ref()?.base.item()
    }
}

impl Schema {
    /// Whether a part holds an item.
    pub(crate) fn is_part(&self, name: &str) -> bool {
        self.parts.iter().any(|part| part.item() == Some(name))
    }

    /// The distinction of a part from others with its FourCC: its first bytes, or the magic number of its type.
    pub(crate) fn magic(&self, part: &Part) -> Option<Magic> {
        if let Some(begins) = &part.begins {
            let bytes = begins.as_bytes().to_vec();
            return Some(Magic { at: 0, bytes });
        }
        let sequence = self.content(part.item()?)?.sequence()?;
        let start = fixed_start(&sequence.fields).iter();
        let mut codes = start.filter(|field| field.ty.base == Base::FourCC);
        let (is, at) = codes.find_map(|field| Some((field.is.as_ref()?, field.place.at?)))?;
        let Some(syn::Lit::Str(code)) = is.literal() else {
            return None;
        };
        let bytes = code.value().into_bytes();
        Some(Magic { at, bytes })
    }

    /// The further parts with a FourCC of `part`, behind it.
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

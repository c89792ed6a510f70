//! The kinds of items: a struct for the file, of which serde reads all items. The comments are the reference's text.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use super::read::{Number, Text};
use super::shape::{Entries, PerVersion, datum, entries, one_of};
use crate::datum::Datum;
use crate::diagnostic::Spanned;
use crate::model::{
    Arm, Bits, Column, Content, Enum, Field, Item, Let, Mirrored, Parameter, Part, Sequence,
    Version,
};

/// A schema file.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["doc"]))]
pub(crate) struct Declarations {
    /// The subject of the file: the first line of the generated module.
    #[schemars(length(min = 1))]
    pub(crate) doc: String,
    /// The cargo feature that the generated module belongs to; other files cannot use its items.
    #[schemars(length(min = 1))]
    pub(crate) feature: Option<String>,
    /// Named values of an integer. Open: any value is read, kept and written. Names keep the upstream spelling, the order is
    /// upstream's, and the first name of a value is the one that is printed.
    #[serde(rename = "enum")]
    #[schemars(with = "Entries<OfMacro<Enum>>", extend("x-example" = "Compression"))]
    pub(crate) enums: Vec<OfMacro<Enum>>,
    /// Named bits of an integer. Unknown bits are kept.
    #[schemars(with = "Entries<OfMacro<Flags>>", extend("x-example" = "ResourceFlags"))]
    pub(crate) flags: Vec<OfMacro<Flags>>,
    /// Fields packed into an integer, the lowest first. They fill it.
    #[schemars(with = "Entries<Described<Bits>>", extend("x-example" = "GridComponent"))]
    pub(crate) bits: Vec<Described<Bits>>,
    /// Fields one behind the other, of which some may count, place or compute others. A struct of fixed fields is a record:
    /// small and `Copy`, unless it is the type of a part or a pool holds it; so is one whose fields have conditions (`if`) that
    /// compare its parameters with constants: writing refuses a value of a field that the condition excludes. With groups of
    /// fields `v0`, `v1` and so on it is a record of several versions: each appends fields, and the size in the file selects
    /// the version; a longer record keeps its tail.
    #[serde(rename = "struct")]
    #[schemars(with = "Entries<Described<Struct>>", extend("x-example" = "DescriptorTable"))]
    pub(crate) structs: Vec<Described<Struct>>,
    /// Content that a selector chooses, which is the first parameter, an enum; four characters are one of type `u32`. With a
    /// `size`, the arms are readings of the same bytes, which are kept; the selector is the field of its name beside it, and
    /// documents show the fields of an arm that is a record in place of the switch. Without one, the arms vary in size, and
    /// `bytes` and `strings` extend to the `size` of the field.
    #[serde(rename = "switch")]
    #[schemars(with = "Entries<Mirroring<Switch>>", extend("x-example" = "RootPayload"))]
    pub(crate) switches: Vec<Mirroring<Switch>>,
    /// A named function of expressions; a constant, if it has no parameters: of 32 bits, if the number fits.
    #[serde(rename = "let")]
    #[schemars(with = "Entries<Described<Let>>", extend("x-example" = "MAX_FILE_SIZE"))]
    pub(crate) lets: Vec<Described<Let>>,
    /// Binds FourCCs to a type. Without a type, the part is kept as raw bytes. Several parts may have one FourCC: all but the
    /// last have `begins`, or a type with a magic number (a first field that is a FourCC with `is`).
    #[serde(rename = "part")]
    pub(crate) parts: Vec<Part>,
}

/// An item that mirrors nothing.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Described<T> {
    #[schemars(skip)]
    name: Text,
    /// A description for people.
    #[schemars(length(min = 1))]
    doc: String,
    /// Where the fact is known from.
    #[schemars(length(min = 1))]
    source: String,
    #[serde(flatten)]
    pub(crate) content: T,
}

/// An item that may mirror a C++ type.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Mirroring<T> {
    #[schemars(skip)]
    name: Text,
    /// A description for people.
    #[schemars(length(min = 1))]
    doc: String,
    /// Where the fact is known from.
    #[schemars(length(min = 1))]
    source: String,
    /// The C++ type of LLVM's headers that it mirrors.
    #[schemars(length(min = 1))]
    cpp: Option<Text>,
    #[serde(flatten)]
    content: T,
}

/// An item that may mirror a macro, from which its source and its C++ enum follow.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(extend("allOf" = [{ "anyOf": one_of(&["source", "mirrors"]) }]))]
pub(crate) struct OfMacro<T> {
    #[schemars(skip)]
    pub(crate) name: Text,
    /// A description for people.
    #[schemars(length(min = 1))]
    pub(crate) doc: String,
    /// Where the fact is known from; the macro that it `mirrors`, if left out.
    #[schemars(length(min = 1))]
    pub(crate) source: Option<String>,
    /// The C++ enum of LLVM's headers that it mirrors; of each value, the name is the enumerator's. Of an item that `mirrors`
    /// a macro: `llvm::dxbc::` and its name, if left out; none, if empty.
    pub(crate) cpp: Option<Text>,
    #[serde(flatten)]
    pub(crate) content: T,
}

impl<T> Described<T> {
    pub(crate) fn item(self, content: impl FnOnce(T) -> Content) -> Item {
        Item {
            span: self.name.span.clone(),
            name: self.name,
            doc: self.doc,
            source: self.source,
            cpp: None,
            content: content(self.content),
        }
    }
}

impl<T> Mirroring<T> {
    pub(crate) fn item(self, content: impl FnOnce(T) -> Content) -> Item {
        Item {
            span: self.name.span.clone(),
            name: self.name,
            doc: self.doc,
            source: self.source,
            cpp: self.cpp,
            content: content(self.content),
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Flags {
    /// The X-macro of `DXContainerConstants.def`, its parameters named by our keys.
    pub(crate) mirrors: Option<Mirrored>,
    /// The column of the names in documents, for the values that have another name there.
    #[schemars(with = "Option<super::shape::Name>")]
    pub(crate) yaml: Option<Text>,
    /// The integer that holds it.
    #[serde(rename = "type", deserialize_with = "Width::bits")]
    #[schemars(with = "Width", extend("x-stand-in" = "u64"))]
    pub(crate) bits: u32,
    /// Further facts of each value; a key of that name there. A value may leave out a column that the mirrored macro does
    /// not have.
    #[serde(default)]
    #[schemars(with = "Option<Entries<Column>>")]
    pub(crate) columns: Vec<Column>,
    /// The values.
    #[schemars(with = "Entries<Flag>")]
    pub(crate) values: Vec<Flag>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(extend(
    "x-noun" = "flag", "x-main" = "value", "additionalProperties" = datum(), "anyOf" = one_of(&["bit", "value"])
))]
pub(crate) struct Flag {
    #[schemars(skip)]
    pub(crate) name: Text,
    /// The bit's number; either this or `value`.
    pub(crate) bit: Option<Number>,
    /// The bits as a mask, or an earlier name that has the same; either this or `bit`.
    #[schemars(extend("x-text" = "alias"))]
    pub(crate) value: Option<Number>,
    /// The earlier name that has the same bits.
    #[schemars(skip)]
    pub(crate) alias: Option<Text>,
    /// Where the value is known from, if the mirrored macro does not have it.
    #[schemars(length(min = 1))]
    pub(crate) source: Option<String>,
    #[schemars(skip)]
    pub(crate) doc: String,
    #[serde(default)]
    #[schemars(skip)]
    pub(crate) columns: Vec<(Text, Spanned<Datum>)>,
}

/// The integer that holds an enum, flags or bits.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Width {
    U8 = 8,
    U16 = 16,
    U32 = 32,
    U64 = 64,
}

impl Width {
    pub(crate) fn bits<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        Self::deserialize(deserializer).map(|width| width as u32)
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(extend(
    "anyOf" = one_of(&["fields", "v0"]),
    "patternProperties" = { "^v(0|[1-9][0-9]*)$": entries::<Field>(
        "`v0`, `v1` and so on, the oldest first: the fields that each appends.",
    ) },
))]
pub(crate) struct Struct {
    /// The C++ type of LLVM's headers that it mirrors. That of a version is `cpp.v0`, with the fields of all earlier versions;
    /// where fields have conditions on the parameters, `cpp."version == 1"`.
    #[serde(default)]
    #[schemars(with = "Option<PerVersion>", extend("x-alone" = true))]
    pub(crate) cpp: Vec<(Text, Text)>,
    /// The fields, in the order of the file.
    #[serde(flatten)]
    pub(crate) sequence: Sequence,
    #[serde(default)]
    #[schemars(skip)]
    pub(crate) versions: Vec<Version>,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Switch {
    /// The number of bytes, if they are kept whatever they hold.
    pub(crate) size: Option<Number>,
    /// The parameters, the selector first.
    pub(crate) takes: Vec<Parameter>,
    /// The contents. A selector without an arm is refused, unless there is an arm `_ = "bytes"`. With a `size`, it needs none.
    #[schemars(with = "Entries<Arm>")]
    pub(crate) arms: Vec<Arm>,
}

//! The kinds of items: a struct for the file, of which serde reads all items. The comments are the reference's text.

use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use serde_json::Value as Json;

use crate::keys::Entries;
use crate::model::{Bits, Enum, Item, Let, Part, Struct, Switch, of_enums, of_flags};

type Items<C> = Entries<Item<C>>;

/// A schema file.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["doc"]))]
pub(crate) struct Declarations {
    /// The subject of the file: the first line of the generated module.
    #[schemars(length(min = 1))]
    pub(crate) doc: String,
    /// The folder of the package of the generated module, if it is not `dxc-format`. Files of other packages cannot
    /// use its items.
    #[schemars(length(min = 1))]
    pub(crate) package: Option<String>,
    /// Named values of an integer. Other values are read, kept and written, too. Names and their order are those of
    /// upstream. If a value has several names, the first one is printed.
    #[serde(rename = "enum")]
    #[schemars(with = "Items<Enum>", transform = of_each(of_enums), extend("x-example" = "Compression"))]
    pub(crate) enums: Vec<Item<Enum>>,
    /// Named bits of an integer. Unrecognized bits are kept.
    #[schemars(with = "Items<Enum>", transform = of_each(of_flags), extend("x-example" = "ResourceFlags"))]
    pub(crate) flags: Vec<Item<Enum>>,
    /// Fields that are packed into an integer, the lowest first. They fill the integer.
    #[schemars(with = "Items<Bits>", extend("x-example" = "GridComponent"))]
    pub(crate) bits: Vec<Item<Bits>>,
    /// A sequence of fields. A field may be the count, the offset or a computed value of another. A struct of fields
    /// with fixed sizes is a record: small and `Copy`, unless it is the type of a part or in a pool. A struct whose
    /// fields have conditions (`if`) that compare its parameters with constants is also a record: writing fails if a
    /// field has a value and its condition does not hold. A struct with groups of fields `v0`, `v1` and so on is a
    /// record with versions. Each version appends fields, and the size in the file selects the version. A longer
    /// record keeps its tail.
    #[serde(rename = "struct")]
    #[schemars(with = "Items<Struct>", extend("x-example" = "DescriptorTable"))]
    pub(crate) structs: Vec<Item<Struct>>,
    /// Content whose type depends on a selector. The selector is the first parameter, an enum; for a FourCC, an enum
    /// of type `u32`. With a `size`, the arms are interpretations of the same bytes, which are kept. The selector is
    /// then the field of that name in the same record, and documents show the fields of the arm in place of the
    /// switch. Without a `size`, the arms have different sizes, and `bytes` and `strings` extend to the `size` of the
    /// field.
    #[serde(rename = "switch")]
    #[schemars(with = "Items<Switch>", extend("x-example" = "RootPayload"))]
    pub(crate) switches: Vec<Item<Switch>>,
    /// A named function for expressions. Without parameters, it is a constant, of 32 bits if the number fits.
    #[serde(rename = "let")]
    #[schemars(with = "Items<Let>", extend("x-example" = "MAX_FILE_SIZE"))]
    pub(crate) lets: Vec<Item<Let>>,
    /// Binds FourCCs to a type. Without a type, the part is kept as raw bytes. If several parts have the same FourCC,
    /// all but the last need `begins`, or a type with a magic number: a FourCC with `is` as its first field.
    #[serde(rename = "part")]
    pub(crate) parts: Vec<Part>,
}

/// Changes the JSON Schema of all items of a kind.
fn of_each(change: fn(&mut Json)) -> impl FnMut(&mut Schema) {
    move |schema| {
        schema.get_mut("additionalProperties").map(change);
    }
}

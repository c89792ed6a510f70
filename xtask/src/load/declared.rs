//! The kinds of items: a struct for the file, of which serde reads all items. The comments are the reference's text.

use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use serde_json::Value as Json;

use crate::keys::Entries;
use crate::model::{Bits, Enum, Item, Let, Part, Sequence, Switch, of_enums, of_flags};

type Items<C> = Entries<Item<C>>;

/// A schema file.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["doc"]))]
pub(crate) struct Declarations {
    /// The subject of the file: the first line of the generated module.
    #[schemars(length(min = 1))]
    pub(crate) doc: String,
    /// The folder of the package that the generated module belongs to, if it is not that of the format. Files of other packages
    /// cannot use its items.
    #[schemars(length(min = 1))]
    pub(crate) package: Option<String>,
    /// Named values of an integer. Open: any value is read, kept and written. Names keep the upstream spelling, the order is
    /// upstream's, and the first name of a value is the one that is printed.
    #[serde(rename = "enum")]
    #[schemars(with = "Items<Enum>", transform = of_each(of_enums), extend("x-example" = "Compression"))]
    pub(crate) enums: Vec<Item<Enum>>,
    /// Named bits of an integer. Unknown bits are kept.
    #[schemars(with = "Items<Enum>", transform = of_each(of_flags), extend("x-example" = "ResourceFlags"))]
    pub(crate) flags: Vec<Item<Enum>>,
    /// Fields packed into an integer, the lowest first. They fill it.
    #[schemars(with = "Items<Bits>", extend("x-example" = "GridComponent"))]
    pub(crate) bits: Vec<Item<Bits>>,
    /// Fields one behind the other, of which some may count, place or compute others. A struct of fixed fields is a record:
    /// small and `Copy`, unless it is the type of a part or a pool holds it; so is one whose fields have conditions (`if`) that
    /// compare its parameters with constants: writing refuses a value of a field that the condition excludes. With groups of
    /// fields `v0`, `v1` and so on it is a record of several versions: each appends fields, and the size in the file selects
    /// the version; a longer record keeps its tail.
    #[serde(rename = "struct")]
    #[schemars(with = "Items<Sequence>", extend("x-example" = "DescriptorTable"))]
    pub(crate) structs: Vec<Item<Sequence>>,
    /// Content that a selector chooses, which is the first parameter, an enum; four characters are one of type `u32`. With a
    /// `size`, the arms are readings of the same bytes, which are kept; the selector is the field of its name beside it, and
    /// documents show the fields of an arm that is a record in place of the switch. Without one, the arms vary in size, and
    /// `bytes` and `strings` extend to the `size` of the field.
    #[serde(rename = "switch")]
    #[schemars(with = "Items<Switch>", extend("x-example" = "RootPayload"))]
    pub(crate) switches: Vec<Item<Switch>>,
    /// A named function of expressions; a constant, if it has no parameters: of 32 bits, if the number fits.
    #[serde(rename = "let")]
    #[schemars(with = "Items<Let>", extend("x-example" = "MAX_FILE_SIZE"))]
    pub(crate) lets: Vec<Item<Let>>,
    /// Binds FourCCs to a type. Without a type, the part is kept as raw bytes. Several parts may have one FourCC: all but the
    /// last have `begins`, or a type with a magic number (a first field that is a FourCC with `is`).
    #[serde(rename = "part")]
    pub(crate) parts: Vec<Part>,
}

/// Changes the JSON Schema of the items of a kind.
fn of_each(change: fn(&mut Json)) -> impl FnMut(&mut Schema) {
    move |schema| {
        schema.get_mut("additionalProperties").map(change);
    }
}

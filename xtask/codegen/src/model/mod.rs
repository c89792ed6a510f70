//! Defines the model: the facts that the checks and the generator use.
#![allow(
    missing_docs,
    reason = "docs are the texts of the reference and of the JSON Schemas, which have names enough"
)]

pub(crate) mod base;
mod chosen;
mod columns;
mod defaults;
mod directory;
mod document_key;
mod enums;
mod field_kind;
mod fields;
mod handed;
mod items;
mod mirrored;
mod names;
mod parts;
mod references;
mod rest;
mod sizes;
mod strings_style;
mod structs;
mod switches;
mod types;

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};

pub use self::base::{BUILT_IN, BYTE_ORDER, Base, LISTS, PARAMETERS};
pub use self::chosen::{Choices, Values};
pub use self::columns::Column;
pub(crate) use self::columns::variant_of;
pub(crate) use self::directory::Directory;
pub use self::document_key::{DocumentKey, EarlierKey};
pub use self::enums::{Bits, Enum, EnumValue, of_enums, of_flags};
pub use self::field_kind::{FieldKind, KindProperties};
pub use self::fields::{BitField, Field, FieldLocation, Pool, Show, Shown};
pub use self::items::{Content, Item, Let};
pub use self::mirrored::{NumberKey, Spelling};
pub use self::parts::{Magic, Part};
pub(crate) use self::strings_style::StringsStyle;
pub use self::structs::{Form, Parameter, Struct, Version};
pub use self::switches::{Arm, Switch};
pub use self::types::{LOST, Type};

use crate::span::Source;

/// All schema files together.
#[derive(Debug, Default)]
pub struct Schema {
    pub sources: Vec<Source>,
    /// The doc of each file.
    pub docs: Vec<String>,
    /// For each file, the folder of its module's package, if it differs from the format's.
    pub packages: Vec<Option<String>>,
    pub items: Vec<Item>,
    pub parts: Vec<Part>,
    pub(crate) names: HashMap<String, usize>,
    /// The names of items that a mistake hides.
    pub(crate) lost: HashSet<String>,
    /// Whether a file was not read completely, so that any item may be missing.
    pub(crate) torn: bool,
    /// The names of items that others contain: a cache, correct only after `decide_forms`.
    pub(crate) inner: OnceCell<HashSet<String>>,
    /// The sizes of items: a cache, correct only after `decide_forms`.
    pub(crate) sizes: RefCell<HashMap<String, Option<u64>>>,
}

//! The facts: what the checks and the generator work on.

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
mod new_value;
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

pub(crate) use self::base::{BUILT_IN, BYTE_ORDER, Base, LISTS, PARAMETERS};
pub(crate) use self::chosen::{Choices, Values};
pub(crate) use self::columns::Column;
pub(crate) use self::directory::Directory;
pub(crate) use self::document_key::{DocumentKey, EarlierKey};
pub(crate) use self::enums::{Bits, Enum, EnumValue, of_enums, of_flags};
pub(crate) use self::field_kind::{FieldKind, KindProperties};
pub(crate) use self::fields::{BitField, Field, FieldLocation, Pool, Shown};
pub(crate) use self::items::{Content, Item, Let};
pub(crate) use self::mirrored::{NumberKey, Spelling};
pub(crate) use self::new_value::{NewValue, NewValues};
pub(crate) use self::parts::{Magic, Part};
pub(crate) use self::strings_style::StringsStyle;
pub(crate) use self::structs::{Form, Parameter, Struct, Version};
pub(crate) use self::switches::{Arm, Switch};
pub(crate) use self::types::{LOST, Type};

use crate::span::Source;

/// All schema files together.
#[derive(Debug, Default)]
pub(crate) struct Schema {
    pub(crate) sources: Vec<Source>,
    /// The doc of each file.
    pub(crate) docs: Vec<String>,
    /// The folder of the package of each file's module, if it is not that of the format.
    pub(crate) packages: Vec<Option<String>>,
    pub(crate) items: Vec<Item>,
    pub(crate) parts: Vec<Part>,
    pub(crate) names: HashMap<String, usize>,
    /// Names of items that were lost to a mistake.
    pub(crate) lost: HashSet<String>,
    /// Whether a file was not read completely, so that any name may be lost.
    pub(crate) torn: bool,
    /// The names of items that others contain: a cache, correct only after `decide_forms`.
    pub(crate) inner: OnceCell<HashSet<String>>,
    /// The sizes of items: a cache, correct only after `decide_forms`.
    pub(crate) sizes: RefCell<HashMap<String, Option<u64>>>,
    /// The new values of sequences that were evaluated, by their arguments.
    pub(crate) new_values: RefCell<NewValues>,
}

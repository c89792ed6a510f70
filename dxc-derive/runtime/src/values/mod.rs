//! Converts values of generated types to trees with the keys of the schema, and back.
//!
//! The value of a part, a record, an enum or packed bits has one representation in all formats of serde: `Serialize`
//! and `Deserialize` of generated types use it. [`show()`] and [`build`] are for types whose layout depends on
//! arguments.
//!
//! Equal values have equal trees, even if their layouts differ. [`layout`] returns what [`build_in`] needs in addition
//! to build the same bytes again.

#[doc(hidden)]
pub mod base64;
#[doc(hidden)]
pub mod build_or_compare;
mod build_value;
mod data;
#[doc(hidden)]
pub mod gaps;
mod keys;
mod kinds;
mod node;
#[doc(hidden)]
pub mod part_layout;
mod problem;
mod record;
#[doc(hidden)]
pub mod requested;
mod rows;
#[doc(hidden)]
pub mod scope;
#[doc(hidden)]
pub mod serde_value;
#[doc(hidden)]
pub mod show;
mod show_context;
#[doc(hidden)]
pub mod shown_tables;
#[doc(hidden)]
pub mod shown_value;
#[doc(hidden)]
pub mod source;
mod tables;
#[doc(hidden)]
pub mod value;
#[doc(hidden)]
pub mod with_base64;

pub use self::data::{build, build_in, layout};
pub use self::node::{Integer, Map, Node};
pub use self::problem::DocumentError;
pub use self::show::show;

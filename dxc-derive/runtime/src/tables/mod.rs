//! Tables of strings and runs of numbers that records reference: resolving references, and laying out tables.
//!
//! References are stored as numbers in records. `element.name_in(part)` and similar methods resolve them, a table's
//! `intern` creates them, and `part.lay_out(style)` replaces all tables by those of a writer. `part.extend_tables(kept,
//! style)` keeps the tables of another value or view and adds to them, because unrecognized bytes [may
//! reference](crate::unknown) their entries.

pub(crate) mod declaration;
pub mod directory;
mod directory_macro;
mod expanded;
pub(crate) mod index_table;
mod lay_out;
mod list;
mod list_interner;
mod lookup;
mod lost;
mod part_tables;
pub(crate) mod record_references;
mod refer;
pub(crate) mod reference;
mod run_interner;
mod string_interner;

pub use self::declaration::{LISTS, STRINGS, TableDeclaration, TableKind};

pub use self::directory::{Directory, Lookup, Tabled};
#[doc(hidden)]
pub use self::expanded::{Expanded, list};
pub use self::index_table::IndexTable;
pub use self::lay_out::*;
pub use self::list::{List, Listed};
pub use self::list_interner::ListInterner;
#[doc(hidden)]
pub use self::list_interner::intern_list;
pub use self::lookup::{Numbers, Tables};
#[doc(hidden)]
pub use self::lost::resolve;
#[doc(hidden)]
pub use self::part_tables::{Extent, PartTables, RowName};
pub use self::refer::*;
pub use self::reference::*;
pub use self::run_interner::RunInterner;
pub use self::string_interner::StringInterner;

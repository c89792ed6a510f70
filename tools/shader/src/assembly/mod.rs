//! The instructions of SHDR and SHEX, their declarations, and their text.

mod declarations;
mod instruction;
mod lengths;
mod operand;
mod read;
pub mod text;

pub use declarations::{Declarations, RegisterDeclaration, declarations, resource_kind};
pub(crate) use declarations::{declared_resource, has_system_name, is_pixel_input};
pub use instruction::{CustomData, Instruction, Operation, set_instructions};
pub use operand::{Index, Operand};
pub(crate) use read::operations;
pub use read::{instructions, read_instructions};
pub use text::{Assembly, Listing, disassemble, listing, listing_within};

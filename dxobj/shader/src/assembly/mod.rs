//! The instructions of SHDR and SHEX, their declarations, and their text.

mod declarations;
mod instruction;
mod operand;
mod read;
pub mod text;

pub use declarations::{Declarations, RegisterDeclaration, declarations, resource_kind};
pub(crate) use declarations::{declared_resource, has_system_name, is_pixel_input};
pub use instruction::{CustomData, Instruction, Operation, read_instructions, set_instructions};
pub use operand::{Index, Operand};
pub use read::instructions;
pub(crate) use read::operations;
pub use text::{Assembly, Listing, disassemble, listing};

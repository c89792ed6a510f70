//! The instructions of SHDR and SHEX: views, values, and declarations.

mod declarations;
mod instruction;
mod operand;
pub mod text;
pub(crate) mod view;

pub use declarations::{Declarations, RegisterDeclaration, declarations, resource_kind};
pub(crate) use declarations::{declared_resource, has_system_name, is_pixel_input};
pub use instruction::{CustomData, Instruction, Operation, read_instructions, set_instructions};
pub use operand::{Index, Operand};
pub use text::{Assembly, Listing, disassemble, listing};
pub use view::{
    IndexView, InstructionView, Instructions, OperandView, OperandViews, OperationView,
    instructions, operand_count,
};

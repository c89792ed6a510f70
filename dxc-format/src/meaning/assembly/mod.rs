//! The instructions of SHDR and SHEX: views, values, and declarations.

mod declarations;
mod instruction;
mod operand;
mod view;

pub use declarations::{Declarations, RegisterDeclaration};
pub(crate) use declarations::{declared_resource, has_system_name, is_pixel_input};
pub use instruction::{CustomData, Instruction, Operation};
pub use operand::{Index, Operand};
pub use view::{
    IndexView, InstructionView, Instructions, OperandView, OperandViews, OperationView,
};

//! Calls of DXIL operations.

use crate::operations::{DxilOpcode, FunctionName};

use crate::instruction::{Instruction, Operand, callee};

/// A call of an operation of DXIL.
///
/// ```
/// # fn main() -> dxil::Result<()> {
/// # let file = std::fs::read("tests/data/vs_basic.sm60.dxil").unwrap();
/// # let container = dxc_format::Container::parse(&file)?;
/// let program = container.dxil()?.unwrap();
/// let module = dxil::Module::parse(program.bitcode())?;
/// let body = module.function("main").unwrap().body()?.unwrap();
/// let operations = body.instructions().filter_map(|instruction| dxil::DxOp::of(&instruction));
/// let names: Vec<_> = operations.map(|operation| operation.name()).collect();
/// assert_eq!(names[0], "CreateHandle");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DxOp<'b> {
    opcode: DxilOpcode,
    operands: &'b [Operand],
}

impl<'b> DxOp<'b> {
    /// The operation that an instruction calls; `None` for other instructions.
    pub fn of(instruction: &Instruction<'b>) -> Option<Self> {
        let callee = callee(instruction)?;
        if !callee.starts_with(prefix(FunctionName::Operation).as_bytes()) {
            return None;
        }
        let opcode = instruction.integer(*instruction.operands.first()?)?;
        let opcode = DxilOpcode(u32::try_from(opcode & i64::from(u32::MAX)).ok()?);
        opcode.is_known().then_some(Self {
            opcode,
            operands: instruction.operands,
        })
    }

    /// The opcode.
    pub fn opcode(&self) -> DxilOpcode {
        self.opcode
    }

    /// The name of the operation.
    pub fn name(&self) -> &'static str {
        self.opcode.name().unwrap_or_default()
    }

    /// The class of the operation, as in the name of the function.
    pub fn class(&self) -> &'static str {
        self.opcode.class().unwrap_or_default()
    }

    /// The first shader model that has the operation.
    pub fn since(&self) -> &'static str {
        self.opcode.since().unwrap_or_default()
    }

    /// The names of the parameters after the opcode.
    pub fn parameters(&self) -> &'static [&'static str] {
        self.opcode.parameters()
    }

    /// The arguments after the opcode, with the names of their parameters.
    pub fn arguments(&self) -> impl Iterator<Item = (&'static str, Operand)> + use<'b> {
        // The last operand is the function.
        let arguments = self.operands.split_last().map_or(&[][..], |(_, rest)| rest);
        let arguments = arguments.iter().skip(1).copied();
        self.parameters().iter().copied().zip(arguments)
    }

    /// The argument for the parameter of this name.
    pub fn argument(&self, name: &str) -> Option<Operand> {
        self.arguments()
            .find_map(|(parameter, argument)| (parameter == name).then_some(argument))
    }
}

/// The text of a function name or of a prefix of function names.
pub(crate) fn prefix(name: FunctionName) -> &'static str {
    name.text().unwrap_or_default()
}

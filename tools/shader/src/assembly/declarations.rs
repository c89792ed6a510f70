//! Reads the declarations of a program: resources, inputs, outputs, and the size of its thread groups.

use super::{Operand, Operation, operations};
use crate::bindings::binding::{Binding, is_multisampled};
use crate::instructions::{
    GlobalFlags, GlobalFlagsToken, Opcode, OperandType, PixelInputToken, ResourceDeclaration,
    ResourceDimension, ResourceToken, ReturnTypeToken, SamplerMode, SamplerToken, SelectionMode,
    SystemName, UnorderedAccessViewToken,
};
use dxc_format::constants::{InterpolationMode, ResourceClass, ResourceKind};
use dxc_format::parts;
use dxc_format::psv0::UNBOUNDED;
use dxc_format::rdef::{ResourceReturnType, ShaderInputFlags};
use dxc_format::tokens::TokenizedProgramView;

/// The declarations in the tokens of a program, in order.
#[derive(Clone, Copy, Debug)]
pub struct Declarations<'a> {
    program: TokenizedProgramView<'a>,
}

/// The declarations of the program.
pub fn declarations<'a>(program: &TokenizedProgramView<'a>) -> Declarations<'a> {
    Declarations { program: *program }
}

impl<'a> Declarations<'a> {
    /// The resources. Shader model 5.1 has ranges of registers with identifiers, earlier ones declare each register.
    pub fn bindings(self) -> impl Iterator<Item = Binding<'static>> + use<'a> {
        operations(&self.program).filter_map(|operation| binding(&operation))
    }

    /// The size of the thread groups along x, y and z, if it is declared.
    pub fn thread_group(self) -> Option<[u32; 3]> {
        let mut operations = operations(&self.program);
        let group = operations.find(|each| each.opcode() == Opcode::DCL_THREAD_GROUP)?;
        let size = |axis: usize| group.payload.get(axis).copied();
        Some([size(0)?, size(1)?, size(2)?])
    }

    /// Properties of the whole shader.
    pub fn global_flags(self) -> GlobalFlags {
        let mut operations = operations(&self.program);
        let declared = operations.find(|each| each.opcode() == Opcode::DCL_GLOBAL_FLAGS);
        declared.map_or(GlobalFlags::default(), |each| {
            GlobalFlagsToken(each.token.0).flags()
        })
    }

    /// The inputs and outputs. A hull shader declares those of each of its phases.
    pub fn registers(self) -> impl Iterator<Item = RegisterDeclaration> + use<'a> {
        operations(&self.program).filter_map(|operation| RegisterDeclaration::read(&operation))
    }
}

/// The resource that an instruction declares; `None` for other instructions.
fn binding(operation: &Operation) -> Option<Binding<'static>> {
    let (class, own_kind) = declared_resource(operation.opcode())?;
    let register = operation.operands.first()?;
    let index = |place| {
        register
            .index(place)
            .and_then(|index| index.try_into().ok())
    };
    let has_ranges = register.token.dimension() == 3;
    let (first, last) = if has_ranges {
        (index(1)?, index(2)?)
    } else {
        (index(0)?, index(0)?)
    };
    let space = operation.payload.last().copied();
    let kind = own_kind.or_else(|| resource_kind(dimension(operation)));
    let first_word = operation.payload.first().copied();
    let returns = first_word.map(|word| ReturnTypeToken(word).x());
    let token = UnorderedAccessViewToken(operation.token.0);
    let stride = first_word.filter(|_| kind == Some(ResourceKind::StructuredBuffer));
    let has_samples = kind.is_some_and(is_multisampled);
    let samples = ResourceToken(operation.token.0).sample_count().into();
    let is_comparison = operation.opcode() == Opcode::DCL_SAMPLER
        && SamplerToken(operation.token.0).mode() == SamplerMode::COMPARISON;
    let mut flags = ShaderInputFlags::default();
    flags.set(ShaderInputFlags::COMPARISON_SAMPLER, is_comparison);
    let binding = Binding {
        part: parts::SHEX,
        class,
        space: space.filter(|_| has_ranges).unwrap_or_default(),
        first,
        last: (last != UNBOUNDED).then_some(last),
        kind,
        has_counter: class == ResourceClass::UAV && token.has_counter() != 0,
        returns: returns
            .filter(|what| own_kind.is_none() && *what != ResourceReturnType::NONE)
            .map(|what| (what, 4)),
        id: index(0).filter(|_| has_ranges),
        flags,
        stride,
        samples: Some(samples).filter(|_| has_samples),
        ..Binding::default()
    };
    Some(binding.with_input_type())
}

/// The class of the resources that an opcode declares, and their kind unless it follows from the dimension.
pub(crate) fn declared_resource(opcode: Opcode) -> Option<(ResourceClass, Option<ResourceKind>)> {
    let declaration = ResourceDeclaration(opcode.0);
    Some((declaration.class()?, declaration.kind()))
}

/// The dimension in the first token of a declaration.
fn dimension(operation: &Operation) -> ResourceDimension {
    ResourceToken(operation.token.0).dimension()
}

/// The kind of resources that have this dimension.
pub fn resource_kind(dimension: ResourceDimension) -> Option<ResourceKind> {
    dimension.kind()
}

/// An input or an output that a program declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RegisterDeclaration {
    /// The opcode, such as [`Opcode::DCL_INPUT_SIV`].
    pub opcode: Opcode,
    /// Whether it is an output.
    pub is_output: bool,
    /// The kind of its registers, such as [`OperandType::INPUT`].
    pub kind: OperandType,
    /// The number of vertices or control points, if it is an array of these.
    pub vertices: Option<u32>,
    /// The number of the register; `None` for a register of a single value, such as the depth.
    pub register: Option<u32>,
    /// The components, as a mask; 0 if the register has no components.
    pub mask: u8,
    /// The system value; `UNDEFINED` if it has none.
    pub system_name: SystemName,
    /// The interpolation of a pixel shader's input.
    pub interpolation: InterpolationMode,
}

impl RegisterDeclaration {
    /// The input or output that an instruction declares; `None` for other instructions.
    fn read(operation: &Operation) -> Option<Self> {
        let opcode = operation.opcode();
        let has_name = match opcode {
            Opcode::DCL_INPUT | Opcode::DCL_INPUT_PS | Opcode::DCL_OUTPUT => false,
            opcode if has_system_name(opcode) => true,
            _ => return None,
        };
        let operand = operation.operands.first()?;
        let index = |place| operand.index(place).and_then(|index| index.try_into().ok());
        let (vertices, register) = match operand.token.dimension() {
            2 => (index(0), index(1)),
            _ => (None, index(0)),
        };
        let name = operation.payload.first().copied().filter(|_| has_name);
        let mode = PixelInputToken(operation.token.0).interpolation();
        Some(Self {
            opcode,
            is_output: matches!(
                opcode,
                Opcode::DCL_OUTPUT | Opcode::DCL_OUTPUT_SGV | Opcode::DCL_OUTPUT_SIV
            ),
            kind: operand.kind(),
            vertices,
            register,
            mask: operand.mask(),
            system_name: name.map_or(SystemName::UNDEFINED, SystemName),
            interpolation: if is_pixel_input(opcode) {
                mode
            } else {
                InterpolationMode::Undefined
            },
        })
    }
}

/// Whether an opcode declares an input of a pixel shader, which has an interpolation mode.
pub(crate) fn is_pixel_input(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::DCL_INPUT_PS | Opcode::DCL_INPUT_PS_SGV | Opcode::DCL_INPUT_PS_SIV
    )
}

/// Whether an opcode declares an input or an output that is a system value.
pub(crate) fn has_system_name(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::DCL_INPUT_SGV
            | Opcode::DCL_INPUT_SIV
            | Opcode::DCL_INPUT_PS_SGV
            | Opcode::DCL_INPUT_PS_SIV
            | Opcode::DCL_OUTPUT_SGV
            | Opcode::DCL_OUTPUT_SIV
    )
}

impl Operand {
    /// The mask of components; 0 if the operand has none, or uses another selection.
    pub fn mask(&self) -> u8 {
        let token = self.token;
        match token.mode() {
            SelectionMode::MASK => token.selection() & 0xf,
            _ => 0,
        }
    }
}

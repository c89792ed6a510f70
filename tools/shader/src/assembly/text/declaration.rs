//! Prints declarations like FXC.

use core::fmt;

use super::number::NumberFormat;
use super::{OperationText, UNDEFINED, dimension_name, write_return_types};
use crate::assembly::{Operand, declared_resource, has_system_name, is_pixel_input};
use crate::bindings::binding::is_multisampled;
use crate::instructions::{
    ConstantBufferToken, ControlPointCountToken, GlobalFlags, GlobalFlagsToken,
    InputPrimitiveToken, InterfaceSizesToken, InterfaceToken, Opcode, OutputTopologyToken,
    PixelInputToken, ResourceToken, ReturnTypeToken, SamplerToken, SystemName,
    TessellatorDomainToken, TessellatorOutputPrimitiveToken, TessellatorPartitioningToken,
    UnorderedAccessViewToken,
};
use dxc_format::constants::{ResourceClass, ResourceKind};
use dxc_format::psv0::UNBOUNDED;

impl OperationText<'_> {
    pub(super) fn write_declaration(
        &self,
        f: &mut fmt::Formatter<'_>,
        mnemonic: &str,
    ) -> fmt::Result {
        f.write_str(mnemonic)?;
        let opcode = self.operation.opcode();
        if let Some((class, kind)) = declared_resource(opcode) {
            return self.write_resource(f, class, kind);
        }
        match opcode {
            Opcode::DCL_GLOBAL_FLAGS => self.write_global_flags(f),
            Opcode::DCL_FUNCTION_BODY | Opcode::DCL_FUNCTION_TABLE | Opcode::DCL_INTERFACE => {
                self.write_interface(f)
            }
            Opcode::DCL_GS_INPUT_PRIMITIVE
            | Opcode::DCL_GS_OUTPUT_PRIMITIVE_TOPOLOGY
            | Opcode::DCL_INPUT_CONTROL_POINT_COUNT
            | Opcode::DCL_OUTPUT_CONTROL_POINT_COUNT
            | Opcode::DCL_TESS_DOMAIN
            | Opcode::DCL_TESS_PARTITIONING
            | Opcode::DCL_TESS_OUTPUT_PRIMITIVE
            | Opcode::DCL_HS_MAX_TESSFACTOR => self.write_stage(f),
            Opcode::DCL_INDEXABLE_TEMP => self.write_indexable_temp(f),
            Opcode::DCL_INDEX_RANGE => self.write_index_range(f),
            _ => self.write_register_declaration(f),
        }
    }

    fn payload(&self, place: usize) -> u32 {
        self.operation
            .payload
            .get(place)
            .copied()
            .unwrap_or_default()
    }

    fn write_global_flags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flags = GlobalFlagsToken(self.operation.token.0).flags();
        let set = GlobalFlags::all_values().filter(|flag| flags.contains(*flag));
        for (place, flag) in set.clone().enumerate() {
            f.write_str(if place == 0 { " " } else { " | " })?;
            f.write_str(flag.fxc().unwrap_or_default())?;
        }
        // FXC prints no blank here.
        match set.clone().next() {
            None => f.write_str("none"),
            Some(_) => Ok(()),
        }
    }

    /// Prints a resource: its dimension, its return type, its registers, and the rest of its declaration.
    fn write_resource(
        &self,
        f: &mut fmt::Formatter<'_>,
        class: ResourceClass,
        kind: Option<ResourceKind>,
    ) -> fmt::Result {
        let is_typed = kind.is_none();
        let is_structured = kind == Some(ResourceKind::StructuredBuffer);
        let token = ResourceToken(self.operation.token.0);
        let dimension = token.dimension();
        if is_typed {
            write!(f, "_{}", dimension_name(dimension))?;
            let has_samples =
                crate::assembly::resource_kind(dimension).is_some_and(is_multisampled);
            if has_samples && class == ResourceClass::SRV {
                write!(f, "({})", token.sample_count())?;
            }
        }
        if class == ResourceClass::UAV {
            self.write_access(f)?;
        }
        f.write_str(" ")?;
        if is_typed {
            let types = ReturnTypeToken(self.payload(0));
            write_return_types(f, [types.x(), types.y(), types.z(), types.w()])?;
            f.write_str(" ")?;
        }
        if let Some(register) = self.operation.operands.first() {
            self.write_range(f, register)?;
        }
        match class {
            ResourceClass::CBuffer => {
                let pattern = ConstantBufferToken(self.operation.token.0).access();
                write!(f, ", {}", pattern.fxc().unwrap_or_default())?;
            }
            ResourceClass::Sampler => {
                if let Some(mode) = SamplerToken(self.operation.token.0).mode().fxc() {
                    write!(f, ", {mode}")?;
                }
            }
            _ if is_structured => write!(f, ", {}", self.payload(0))?,
            _ => {}
        }
        let space = self.operation.payload.last();
        match space.filter(|_| self.spelling.has_ranges) {
            // FXC prints the space of a constant buffer as a signed number.
            Some(space) if class == ResourceClass::CBuffer => {
                write!(f, ", space={}", space.cast_signed())
            }
            Some(space) => write!(f, ", space={space}"),
            None => Ok(()),
        }
    }

    /// Prints the access flags of a UAV.
    fn write_access(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let token = UnorderedAccessViewToken(self.operation.token.0);
        let suffixes = [
            ("_glc", token.globally_coherent() != 0),
            ("_opc", token.has_counter() != 0),
            ("_rov", token.rasterizer_ordered() != 0),
        ];
        let mut set = suffixes.iter().filter(|(_, is_set)| *is_set);
        set.try_for_each(|(suffix, _)| f.write_str(suffix))
    }

    /// Prints the registers of a resource: one register or, since shader model 5.1, a range.
    fn write_range(&self, f: &mut fmt::Formatter<'_>, register: &Operand) -> fmt::Result {
        let is_buffer = self.operation.opcode() == Opcode::DCL_CONSTANT_BUFFER;
        // In declarations, FXC always prints constant buffers in capitals.
        if is_buffer {
            f.write_str("CB")?
        } else {
            self.spelling.write_prefix(f, register.kind())?
        }
        let index = |place| register.index(place).unwrap_or_default();
        write!(f, "{}", index(0))?;
        if register.token.dimension() == 3 {
            match index(2) {
                last if last == u64::from(UNBOUNDED) => write!(f, "[{}:*]", index(1))?,
                last => write!(f, "[{}:{last}]", index(1))?,
            }
        }
        match (is_buffer, self.spelling.has_ranges) {
            (true, true) => write!(f, "[{}]", self.payload(0)),
            (true, false) => write!(f, "[{}]", index(1)),
            (false, _) => Ok(()),
        }
    }

    /// Prints function bodies, function tables, and interfaces.
    fn write_interface(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.payload(0);
        let (kind, skipped) = match self.operation.opcode() {
            Opcode::DCL_FUNCTION_BODY => return write!(f, " fb{number}"),
            Opcode::DCL_FUNCTION_TABLE => {
                write!(f, " ft{number}")?;
                ("fb", 2)
            }
            _ => {
                let is_indexed = InterfaceToken(self.operation.token.0).is_indexed() != 0;
                f.write_str(if is_indexed { "_dynamicindexed" } else { "" })?;
                let elements = InterfaceSizesToken(self.payload(2)).elements();
                write!(f, " fp{number}[{elements}][{}]", self.payload(1))?;
                ("ft", 3)
            }
        };
        f.write_str(" = {")?;
        let members = self.operation.payload.iter().skip(skipped);
        for (place, member) in members.enumerate() {
            let separator = if place == 0 { "" } else { ", " };
            write!(f, "{separator}{kind}{member}")?;
        }
        f.write_str("}")
    }

    /// Prints declarations that apply to the whole stage.
    fn write_stage(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let token = self.operation.token.0;
        let name = match self.operation.opcode() {
            Opcode::DCL_GS_INPUT_PRIMITIVE => {
                let primitive = InputPrimitiveToken(token).primitive();
                return write!(f, " {} ", primitive.fxc().unwrap_or(UNDEFINED));
            }
            Opcode::DCL_GS_OUTPUT_PRIMITIVE_TOPOLOGY => {
                let topology = OutputTopologyToken(token).topology();
                return write!(f, " {} ", topology.fxc().unwrap_or(UNDEFINED));
            }
            Opcode::DCL_TESS_DOMAIN => {
                let domain = TessellatorDomainToken(token).domain();
                domain.fxc().unwrap_or(UNDEFINED)
            }
            Opcode::DCL_TESS_PARTITIONING => {
                let partitioning = TessellatorPartitioningToken(token).partitioning();
                partitioning.fxc().unwrap_or(UNDEFINED)
            }
            Opcode::DCL_TESS_OUTPUT_PRIMITIVE => {
                let primitive = TessellatorOutputPrimitiveToken(token).primitive();
                primitive.fxc().unwrap_or_default()
            }
            Opcode::DCL_HS_MAX_TESSFACTOR => {
                f.write_str(" l(")?;
                NumberFormat::Float.write(f, self.payload(0))?;
                return f.write_str(")");
            }
            _ => return write!(f, " {}", ControlPointCountToken(token).count()),
        };
        write!(f, " {name}")
    }

    fn write_indexable_temp(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [number, count, components] = [0, 1, 2].map(|place| self.payload(place));
        // The components are stored as a number, or as a mask in the next four bits.
        let components = match components >> 4 & 0xf {
            0 => components,
            mask => mask.count_ones(),
        };
        write!(f, " x{number}[{count}], {components}")
    }

    fn write_index_range(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(" ")?;
        if let Some(operand) = self.operation.operands.first() {
            self.spelling
                .write_operand(f, operand, NumberFormat::Integer, None)?;
        }
        write!(f, " {}", self.payload(0))
    }

    /// Prints an input or output with its system value, group-shared memory with its sizes, or a declaration that has
    /// only numbers.
    fn write_register_declaration(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let opcode = self.operation.opcode();
        if is_pixel_input(opcode) {
            let mode = PixelInputToken(self.operation.token.0).interpolation();
            write!(f, " {}", mode.fxc().unwrap_or(UNDEFINED))?;
        }
        let mut separator = " ";
        if let Some(operand) = self.operation.operands.first() {
            f.write_str(separator)?;
            self.spelling
                .write_operand(f, operand, NumberFormat::Integer, None)?;
            separator = ", ";
        }
        for word in &self.operation.payload {
            f.write_str(separator)?;
            if has_system_name(opcode) {
                f.write_str(SystemName(*word).fxc().unwrap_or_default())?
            } else {
                write!(f, "{word}")?
            }
            separator = ", ";
        }
        Ok(())
    }
}

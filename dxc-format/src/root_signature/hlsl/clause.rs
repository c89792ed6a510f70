//! What the arguments of a clause say of the record that it becomes, read and printed.

use alloc::format;
use alloc::string::{String, ToString};

use crate::F32;
use crate::constants::{
    ComparisonFunc, DescriptorRangeFlags, RootDescriptorFlags, SamplerFilter, ShaderVisibility,
    StaticBorderColor, StaticSamplerFlags, TextureAddressMode,
};
use crate::hlsl::{Argument, DescriptorCount, DescriptorOffset};
use crate::rts0::{DescriptorRange, RootParameter, RootPayload, StaticSampler};
use crate::shape::EnumTable;

use super::super::flags::text;
use super::super::{Diagnostic, Unspellable};
use super::cursor::Cursor;

/// A record that a clause with a register, arguments and perhaps flags becomes.
pub(super) trait Clause {
    /// The register.
    fn register(&mut self) -> Option<&mut u32>;

    /// The flags, and the names of their bits.
    fn flags(&mut self) -> Option<(&mut u32, &'static EnumTable)>;

    /// Reads an argument other than the flags. One that is not the record's is no argument of its clause, either.
    fn read(&mut self, argument: Argument, value: &mut Cursor<'_>) -> Result<(), Diagnostic>;

    /// What stands behind `=` for it.
    fn print(&self, argument: Argument) -> Result<String, Unspellable>;
}

impl Clause for RootParameter {
    fn register(&mut self) -> Option<&mut u32> {
        match &mut self.payload {
            RootPayload::Constants(constants) => Some(&mut constants.shader_register),
            RootPayload::Descriptor(descriptor) => Some(&mut descriptor.shader_register),
            RootPayload::DescriptorTable(_) => None,
        }
    }

    fn flags(&mut self) -> Option<(&mut u32, &'static EnumTable)> {
        match &mut self.payload {
            RootPayload::Descriptor(descriptor) => {
                Some((&mut descriptor.flags.0, &RootDescriptorFlags::TABLE))
            }
            _ => None,
        }
    }

    fn read(&mut self, argument: Argument, value: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        match (argument, &mut self.payload) {
            (Argument::visibility, _) => {
                self.visibility = ShaderVisibility(value.named(&ShaderVisibility::TABLE)?);
            }
            (Argument::space, RootPayload::Constants(constants)) => {
                constants.register_space = value.number()?;
            }
            (Argument::space, RootPayload::Descriptor(descriptor)) => {
                descriptor.register_space = value.number()?;
            }
            (Argument::num32BitConstants, RootPayload::Constants(constants)) => {
                constants.num_32_bit_values = value.number()?;
            }
            _ => {}
        }
        Ok(())
    }

    fn print(&self, argument: Argument) -> Result<String, Unspellable> {
        match (argument, &self.payload) {
            (Argument::visibility, _) => {
                named(argument, &ShaderVisibility::TABLE, self.visibility.0)
            }
            (Argument::flags, RootPayload::Descriptor(descriptor)) => {
                flags(&RootDescriptorFlags::TABLE, descriptor.flags.0)
            }
            (Argument::space, RootPayload::Constants(constants)) => {
                Ok(constants.register_space.to_string())
            }
            (Argument::space, RootPayload::Descriptor(descriptor)) => {
                Ok(descriptor.register_space.to_string())
            }
            (Argument::num32BitConstants, RootPayload::Constants(constants)) => {
                Ok(constants.num_32_bit_values.to_string())
            }
            _ => Ok(String::new()),
        }
    }
}

impl Clause for DescriptorRange {
    fn register(&mut self) -> Option<&mut u32> {
        Some(&mut self.base_shader_register)
    }

    fn flags(&mut self) -> Option<(&mut u32, &'static EnumTable)> {
        Some((&mut self.flags.0, &DescriptorRangeFlags::TABLE))
    }

    fn read(&mut self, argument: Argument, value: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        match argument {
            Argument::numDescriptors => {
                self.num_descriptors = value.number_or(&DescriptorCount::TABLE)?;
            }
            Argument::space => self.register_space = value.number()?,
            Argument::offset => {
                self.offset_in_descriptors_from_table_start =
                    value.number_or(&DescriptorOffset::TABLE)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn print(&self, argument: Argument) -> Result<String, Unspellable> {
        match argument {
            Argument::numDescriptors => {
                Ok(number_or(&DescriptorCount::TABLE, self.num_descriptors))
            }
            Argument::space => Ok(self.register_space.to_string()),
            Argument::offset => Ok(number_or(
                &DescriptorOffset::TABLE,
                self.offset_in_descriptors_from_table_start,
            )),
            Argument::flags => flags(&DescriptorRangeFlags::TABLE, self.flags.0),
            _ => Ok(String::new()),
        }
    }
}

impl Clause for StaticSampler {
    fn register(&mut self) -> Option<&mut u32> {
        Some(&mut self.shader_register)
    }

    fn flags(&mut self) -> Option<(&mut u32, &'static EnumTable)> {
        Some((&mut self.flags.0, &StaticSamplerFlags::TABLE))
    }

    fn read(&mut self, argument: Argument, value: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        let address = |value: &mut Cursor<'_>| {
            value
                .named(&TextureAddressMode::TABLE)
                .map(TextureAddressMode)
        };
        match argument {
            Argument::filter => self.filter = SamplerFilter(value.named(&SamplerFilter::TABLE)?),
            Argument::addressU => self.address_u = address(value)?,
            Argument::addressV => self.address_v = address(value)?,
            Argument::addressW => self.address_w = address(value)?,
            Argument::mipLODBias => self.mip_lod_bias = value.float()?,
            Argument::maxAnisotropy => self.max_anisotropy = value.number()?,
            Argument::comparisonFunc => {
                self.comparison_func = ComparisonFunc(value.named(&ComparisonFunc::TABLE)?);
            }
            Argument::borderColor => {
                self.border_color = StaticBorderColor(value.named(&StaticBorderColor::TABLE)?);
            }
            Argument::minLOD => self.min_lod = value.float()?,
            Argument::maxLOD => self.max_lod = value.float()?,
            Argument::space => self.register_space = value.number()?,
            Argument::visibility => {
                self.visibility = ShaderVisibility(value.named(&ShaderVisibility::TABLE)?);
            }
            _ => {}
        }
        Ok(())
    }

    fn print(&self, argument: Argument) -> Result<String, Unspellable> {
        let address =
            |mode: TextureAddressMode| named(argument, &TextureAddressMode::TABLE, mode.0);
        match argument {
            Argument::filter => named(argument, &SamplerFilter::TABLE, self.filter.0),
            Argument::addressU => address(self.address_u),
            Argument::addressV => address(self.address_v),
            Argument::addressW => address(self.address_w),
            Argument::mipLODBias => float(argument, self.mip_lod_bias),
            Argument::maxAnisotropy => Ok(self.max_anisotropy.to_string()),
            Argument::comparisonFunc => {
                named(argument, &ComparisonFunc::TABLE, self.comparison_func.0)
            }
            Argument::borderColor => {
                named(argument, &StaticBorderColor::TABLE, self.border_color.0)
            }
            Argument::minLOD => float(argument, self.min_lod),
            Argument::maxLOD => float(argument, self.max_lod),
            Argument::space => Ok(self.register_space.to_string()),
            Argument::visibility => named(argument, &ShaderVisibility::TABLE, self.visibility.0),
            Argument::flags => flags(&StaticSamplerFlags::TABLE, self.flags.0),
            _ => Ok(String::new()),
        }
    }
}

/// The field of the record that holds an argument.
pub(super) fn field(argument: Argument) -> &'static str {
    let entry = Argument::TABLE.by_value(argument.0.into());
    entry.map_or("", |entry| text(entry, "field"))
}

fn named(argument: Argument, table: &EnumTable, value: u32) -> Result<String, Unspellable> {
    let keyword = table
        .by_value(value.into())
        .map_or("", |entry| text(entry, "hlsl"));
    if keyword.is_empty() {
        let mut found = String::new();
        let _ = table.fmt_value(&mut found, value.into());
        return Err(Unspellable::new(field(argument), found));
    }
    Ok(keyword.into())
}

fn number_or(table: &EnumTable, value: u32) -> String {
    match table.by_value(value.into()) {
        Some(entry) => text(entry, "hlsl").into(),
        None => value.to_string(),
    }
}

/// Flags as HLSL joins them.
pub(super) fn flags(table: &EnumTable, value: u32) -> Result<String, Unspellable> {
    let (entries, mut unknown) = table.split(value.into());
    let mut words = alloc::vec::Vec::new();
    for entry in entries {
        match text(entry, "hlsl") {
            "" => unknown |= entry.value,
            word => words.push(word),
        }
    }
    match (unknown, words.is_empty()) {
        (0, true) => Ok("0".into()),
        (0, false) => Ok(words.join(" | ")),
        _ => Err(Unspellable::new(
            field(Argument::flags),
            format!("{unknown:#x}"),
        )),
    }
}

/// The shortest number that the compilers, which go by way of a double, read as this float.
fn float(argument: Argument, value: F32) -> Result<String, Unspellable> {
    let single = value.get();
    if !single.is_finite() {
        return Err(Unspellable::new(field(argument), format!("{value}")));
    }
    let short = format!("{single:?}");
    let mut read = Cursor::new(&short);
    if read.float().is_ok_and(|read| read == value) {
        return Ok(short);
    }
    Ok(format!("{:?}", f64::from(single)))
}

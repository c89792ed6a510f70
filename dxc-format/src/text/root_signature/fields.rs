//! The fields of the records of a root signature, and what their values are: for all texts in one place.
//!
//! They stand in the order of LLVM's metadata.

use alloc::vec;
use alloc::vec::Vec;

use crate::generated::constants::{
    ComparisonFunc, DescriptorRangeFlags, RootDescriptorFlags, RootSignatureVersion, SamplerFilter,
    ShaderVisibility, StaticBorderColor, StaticSamplerFlags, TextureAddressMode,
};
use crate::generated::hlsl::{DescriptorCount, DescriptorOffset};
use crate::generated::rts0::{
    DescriptorRange, RootDescriptor, RootParameter, RootPayload, StaticSampler,
};
use crate::runtime::F32;
use crate::runtime::shape::EnumTable;

use crate::meaning::root_signature::convert::has_flags;

/// A field of a record.
pub(super) enum Slot<'r> {
    Number(&'r mut u32),
    /// A number, some of which have names.
    Named(&'r mut u32, &'static EnumTable),
    Keyword(&'r mut u32, &'static EnumTable),
    Flags(&'r mut u32, &'static EnumTable),
    Float(&'r mut F32),
}

/// A record with its fields, each with its name.
pub(super) trait Fields {
    fn fields(&mut self) -> Vec<(&'static str, Slot<'_>)>;

    /// Whether the record has flags in a version.
    fn has_flags(&self, version: RootSignatureVersion) -> bool;

    /// The field of a name.
    fn field(&mut self, name: &str) -> Option<Slot<'_>> {
        let mut fields = self.fields().into_iter();
        fields.find_map(|(field, slot)| (field == name).then_some(slot))
    }
}

fn visibility(visibility: &mut ShaderVisibility) -> (&'static str, Slot<'_>) {
    let slot = Slot::Keyword(&mut visibility.0, &ShaderVisibility::TABLE);
    ("visibility", slot)
}

impl Fields for RootParameter {
    fn fields(&mut self) -> Vec<(&'static str, Slot<'_>)> {
        let mut fields = vec![visibility(&mut self.visibility)];
        match &mut self.payload {
            RootPayload::DescriptorTable(_) => {}
            RootPayload::Constants(constants) => fields.extend([
                (
                    "shader_register",
                    Slot::Number(&mut constants.shader_register),
                ),
                (
                    "register_space",
                    Slot::Number(&mut constants.register_space),
                ),
                (
                    "num_32_bit_values",
                    Slot::Number(&mut constants.num_32_bit_values),
                ),
            ]),
            RootPayload::Descriptor(descriptor) => fields.extend([
                (
                    "shader_register",
                    Slot::Number(&mut descriptor.shader_register),
                ),
                (
                    "register_space",
                    Slot::Number(&mut descriptor.register_space),
                ),
                (
                    "flags",
                    Slot::Flags(&mut descriptor.flags.0, &RootDescriptorFlags::TABLE),
                ),
            ]),
        }
        fields
    }

    fn has_flags(&self, version: RootSignatureVersion) -> bool {
        match self.payload {
            RootPayload::Descriptor(_) => has_flags::<RootDescriptor>(version),
            _ => false,
        }
    }
}

impl Fields for DescriptorRange {
    fn fields(&mut self) -> Vec<(&'static str, Slot<'_>)> {
        let offset = &mut self.offset_in_descriptors_from_table_start;
        vec![
            (
                "num_descriptors",
                Slot::Named(&mut self.num_descriptors, &DescriptorCount::TABLE),
            ),
            (
                "base_shader_register",
                Slot::Number(&mut self.base_shader_register),
            ),
            ("register_space", Slot::Number(&mut self.register_space)),
            (
                "offset_in_descriptors_from_table_start",
                Slot::Named(offset, &DescriptorOffset::TABLE),
            ),
            (
                "flags",
                Slot::Flags(&mut self.flags.0, &DescriptorRangeFlags::TABLE),
            ),
        ]
    }

    fn has_flags(&self, version: RootSignatureVersion) -> bool {
        has_flags::<Self>(version)
    }
}

impl Fields for StaticSampler {
    fn fields(&mut self) -> Vec<(&'static str, Slot<'_>)> {
        let address = |mode| Slot::Keyword(mode, &TextureAddressMode::TABLE);
        vec![
            (
                "filter",
                Slot::Keyword(&mut self.filter.0, &SamplerFilter::TABLE),
            ),
            ("address_u", address(&mut self.address_u.0)),
            ("address_v", address(&mut self.address_v.0)),
            ("address_w", address(&mut self.address_w.0)),
            ("mip_lod_bias", Slot::Float(&mut self.mip_lod_bias)),
            ("max_anisotropy", Slot::Number(&mut self.max_anisotropy)),
            (
                "comparison_func",
                Slot::Keyword(&mut self.comparison_func.0, &ComparisonFunc::TABLE),
            ),
            (
                "border_color",
                Slot::Keyword(&mut self.border_color.0, &StaticBorderColor::TABLE),
            ),
            ("min_lod", Slot::Float(&mut self.min_lod)),
            ("max_lod", Slot::Float(&mut self.max_lod)),
            ("shader_register", Slot::Number(&mut self.shader_register)),
            ("register_space", Slot::Number(&mut self.register_space)),
            visibility(&mut self.visibility),
            (
                "flags",
                Slot::Flags(&mut self.flags.0, &StaticSamplerFlags::TABLE),
            ),
        ]
    }

    fn has_flags(&self, version: RootSignatureVersion) -> bool {
        has_flags::<Self>(version)
    }
}

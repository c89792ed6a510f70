//! A small root signature, and its parts.

use dxc_format::constants::{DescriptorRangeType, RootSignatureVersion};
use dxc_format::rts0::{
    DescriptorRange, RootConstants, RootDescriptor, RootPayload, RootSignature,
};
use dxc_root_signature::hlsl::{self, Dialect};

/// The root signature of an HLSL text, in a version.
pub fn parsed(text: &str, version: RootSignatureVersion) -> RootSignature {
    parsed_in(Dialect::Clang, text, version)
}

/// The root signature of a text in a dialect.
pub fn parsed_in(dialect: Dialect, text: &str, version: RootSignatureVersion) -> RootSignature {
    let parsed = hlsl::parse(text, version, dialect);
    parsed
        .unwrap_or_else(|wrong| panic!("{}", wrong.render("text", text, false)))
        .signature
}

/// A table of one range, root constants, a root descriptor and a static sampler, in version 1.2.
pub fn small() -> RootSignature {
    let text = "DescriptorTable(SRV(t0, flags = 0)), RootConstants(num32BitConstants = 1, b0), \
                CBV(b1, flags = 0), StaticSampler(s0)";
    parsed(text, RootSignatureVersion::V1_2)
}

/// A range without flags in space 0, after the previous range.
pub fn range(range_type: DescriptorRangeType, register: u32, count: u32) -> DescriptorRange {
    DescriptorRange {
        range_type,
        num_descriptors: count,
        base_shader_register: register,
        offset_in_descriptors_from_table_start: u32::MAX,
        ..DescriptorRange::default()
    }
}

/// The ranges of the first parameter.
pub fn ranges(signature: &mut RootSignature) -> &mut Vec<DescriptorRange> {
    match &mut signature.parameters[0].payload {
        RootPayload::DescriptorTable(table) => &mut table.ranges,
        other => panic!("{other:?} is no table"),
    }
}

/// The constants of the second parameter.
pub fn constants(signature: &mut RootSignature) -> &mut RootConstants {
    match &mut signature.parameters[1].payload {
        RootPayload::Constants(constants) => constants,
        other => panic!("{other:?} is no constants"),
    }
}

/// The descriptor of the third parameter.
pub fn descriptor(signature: &mut RootSignature) -> &mut RootDescriptor {
    match &mut signature.parameters[2].payload {
        RootPayload::Descriptor(descriptor) => descriptor,
        other => panic!("{other:?} is no descriptor"),
    }
}

//! Rules of parameters.

use dxc_format::constants::{RootDescriptorFlags, RootParameterType, ShaderVisibility};
use dxc_format::root_signature::rules;

use super::Case;
use super::small::descriptor;

/// Kinds of parameters, their visibility, and the flags of root descriptors.
pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::new(
            &rules::PARAMETER_TYPE,
            "parameters[2].parameter_type",
            |s| s.parameters[2].parameter_type = RootParameterType(4),
            |s| s.parameters[2].parameter_type = RootParameterType(5),
        ),
        Case::new(
            &rules::PARAMETER_PAYLOAD,
            "parameters[2].parameter_type",
            |s| s.parameters[2].parameter_type = RootParameterType::SRV,
            |s| s.parameters[2].parameter_type = RootParameterType::DescriptorTable,
        ),
        Case::new(
            &rules::VISIBILITY,
            "parameters[1].visibility",
            |s| s.parameters[1].visibility = ShaderVisibility(7),
            |s| s.parameters[1].visibility = ShaderVisibility(8),
        ),
        Case::new(
            &rules::VISIBILITY,
            "samplers[0].visibility",
            |s| s.samplers[0].visibility = ShaderVisibility(7),
            |s| s.samplers[0].visibility = ShaderVisibility(8),
        ),
        Case::new(
            &rules::DESCRIPTOR_FLAGS,
            "parameters[2].payload.flags",
            |s| descriptor(s).flags = RootDescriptorFlags(0x8),
            |s| descriptor(s).flags = RootDescriptorFlags(0x1),
        ),
        Case::new(
            &rules::DESCRIPTOR_DATA_FLAGS,
            "parameters[2].payload.flags",
            |s| descriptor(s).flags = RootDescriptorFlags(0x4),
            |s| descriptor(s).flags = RootDescriptorFlags(0xc),
        )
        .hlsl([
            "CBV(b1, flags = DATA_STATIC_WHILE_SET_AT_EXECUTE)",
            "CBV(b1, flags = DATA_STATIC | DATA_STATIC_WHILE_SET_AT_EXECUTE)",
        ]),
    ]
}

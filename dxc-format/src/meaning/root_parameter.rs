//! The types of root parameters: their clauses, payloads and classes.

use alloc::vec::Vec;

use crate::generated::constants::{ResourceClass, RootParameterType};
use crate::generated::hlsl::RootElement;
use crate::generated::rts0::{
    DescriptorRange, DescriptorTable, RootConstants, RootDescriptor, RootParameter, RootPayload,
};
use crate::runtime::shape::EnumValue;

/// A parameter whose payload matches its type.
#[cfg(feature = "validate")]
pub(crate) fn parameter(parameter_type: RootParameterType) -> RootParameter {
    match parameter_type {
        RootParameterType::DescriptorTable => RootParameter::table([]),
        RootParameterType::Constants32Bit => RootParameter::constants(RootConstants::default()),
        _ => RootParameter::descriptor(parameter_type, RootDescriptor::default()),
    }
}

/// The type of the parameter that a clause describes, if any.
#[cfg(feature = "hlsl")]
pub(crate) fn type_of_clause(clause: &EnumValue) -> Option<RootParameterType> {
    RootParameterType::from_name(clause.text("parameter"))
}

/// Parameters whose payload matches their type, visible to all stages.
///
/// ```
/// use dxc_format::constants::{DescriptorRangeType, RootParameterType, ShaderVisibility};
/// use dxc_format::rts0::{
///     DescriptorRange, RootConstants, RootDescriptor, RootParameter, RootSignature, StaticSampler,
/// };
///
/// let mut textures = DescriptorRange::default();
/// textures.range_type = DescriptorRangeType::SRV;
/// textures.num_descriptors = 4;
/// let mut table = RootParameter::table([textures]);
/// table.visibility = ShaderVisibility::Pixel;
///
/// let mut constants = RootConstants::default();
/// constants.num_32_bit_values = 2;
/// let mut frame = RootDescriptor::default();
/// frame.shader_register = 1;
///
/// let mut signature = RootSignature::default();
/// signature.parameters.push(RootParameter::constants(constants));
/// signature.parameters.push(RootParameter::descriptor(RootParameterType::CBV, frame));
/// signature.parameters.push(table);
/// signature.samplers.push(StaticSampler::default());
/// assert!(signature.validate().is_empty());
///
/// // A type that does not go with the payload is refused.
/// signature.parameters[0].parameter_type = RootParameterType::SRV;
/// let error = signature.to_bytes().unwrap_err();
/// assert_eq!(error.path(), "parameters[0].payload");
/// assert_eq!(error.kind().to_string(), "the value is `Constants`, but selector 3 requires `Descriptor`");
/// ```
impl RootParameter {
    /// A descriptor table.
    pub fn table(ranges: impl Into<Vec<DescriptorRange>>) -> Self {
        let table = DescriptorTable {
            ranges: ranges.into(),
        };
        Self::with_payload(
            RootParameterType::DescriptorTable,
            RootPayload::DescriptorTable(table),
        )
    }

    /// Root constants.
    pub fn constants(constants: RootConstants) -> Self {
        let payload = RootPayload::Constants(constants);
        Self::with_payload(RootParameterType::Constants32Bit, payload)
    }

    /// A root descriptor: a CBV, an SRV or a UAV, according to the type.
    pub fn descriptor(parameter_type: RootParameterType, descriptor: RootDescriptor) -> Self {
        Self::with_payload(parameter_type, RootPayload::Descriptor(descriptor))
    }

    fn with_payload(parameter_type: RootParameterType, payload: RootPayload) -> Self {
        Self {
            parameter_type,
            payload,
            ..Self::default()
        }
    }
}

impl RootParameterType {
    /// The class of the parameter's register; `Invalid` for a descriptor table, whose ranges have registers.
    pub fn resource_class(self) -> ResourceClass {
        let class = clause_of_type(self).map(|clause| clause.text("class"));
        let class = class.and_then(ResourceClass::from_name);
        class.unwrap_or(ResourceClass::Invalid)
    }
}

/// The clause that describes a parameter of a type.
pub(crate) fn clause_of_type(parameter_type: RootParameterType) -> Option<&'static EnumValue> {
    RootElement::TABLE.by_text("parameter", parameter_type.name()?)
}

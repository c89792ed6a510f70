//! The types of root parameters: their clauses, payloads and classes.

use alloc::vec::Vec;

use crate::hlsl::RootElement;
use dxc_format::constants::{ResourceClass, RootParameterType};
use dxc_format::rts0::{
    DescriptorRange, DescriptorTable, RootConstants, RootDescriptor, RootParameter, RootPayload,
};
use dxc_format::runtime::shape::EnumValue;

/// A parameter whose payload matches its type.
pub(crate) fn parameter(parameter_type: RootParameterType) -> RootParameter {
    match parameter_type {
        RootParameterType::DescriptorTable => table([]),
        RootParameterType::Constants32Bit => constants(RootConstants::default()),
        _ => descriptor(parameter_type, RootDescriptor::default()),
    }
}

/// The type of the parameter that a clause describes, if any.
pub(crate) fn type_of_clause(clause: &EnumValue) -> Option<RootParameterType> {
    RootParameterType::from_name(clause.text("parameter"))
}

/// A descriptor table.
pub fn table(ranges: impl Into<Vec<DescriptorRange>>) -> RootParameter {
    let mut table = DescriptorTable::default();
    table.ranges = ranges.into();
    with_payload(
        RootParameterType::DescriptorTable,
        RootPayload::DescriptorTable(table),
    )
}

/// Root constants.
pub fn constants(constants: RootConstants) -> RootParameter {
    let payload = RootPayload::Constants(constants);
    with_payload(RootParameterType::Constants32Bit, payload)
}

/// A root descriptor: a CBV, an SRV or a UAV, according to the type.
pub fn descriptor(parameter_type: RootParameterType, descriptor: RootDescriptor) -> RootParameter {
    with_payload(parameter_type, RootPayload::Descriptor(descriptor))
}

fn with_payload(parameter_type: RootParameterType, payload: RootPayload) -> RootParameter {
    let mut parameter = RootParameter::default();
    parameter.parameter_type = parameter_type;
    parameter.payload = payload;
    parameter
}

/// The class of the register of a parameter of a type; `Invalid` for a descriptor table, whose ranges have registers.
pub fn resource_class(parameter_type: RootParameterType) -> ResourceClass {
    let class = clause_of_type(parameter_type).map(|clause| clause.text("class"));
    let class = class.and_then(ResourceClass::from_name);
    class.unwrap_or(ResourceClass::Invalid)
}

/// The clause that describes a parameter of a type.
pub(crate) fn clause_of_type(parameter_type: RootParameterType) -> Option<&'static EnumValue> {
    RootElement::TABLE.by_text("parameter", parameter_type.name()?)
}

//! The types of root parameters: their clauses, payloads and classes.

use alloc::vec::Vec;

use crate::hlsl::RootElement;
use crate::root_signature::clause::SignatureClause;
use crate::root_signature::fields::{Fields as _, versions};
use dxc_format::constants::{ResourceClass, RootParameterType, RootSignatureVersion};
use dxc_format::rts0::{
    DescriptorRange, DescriptorTable, RootConstants, RootDescriptor, RootParameter, RootPayload,
    root_cost,
};
use dxc_format::runtime::fields::Fields as _;
use dxc_format::runtime::int::Int;

/// A parameter whose payload matches its type; for an unknown type, the payload is the default one.
pub fn parameter(parameter_type: RootParameterType) -> RootParameter {
    let payload = RootPayload::new_value((parameter_type, RootSignatureVersion::default()));
    with_payload(parameter_type, payload.unwrap_or_default())
}

/// The cost of a parameter in 32-bit words; unknown if it overflows.
pub fn cost(parameter: &RootParameter) -> Int {
    let parameter_type = parameter.parameter_type;
    let counted = parameter_type.counted();
    let counted = counted.and_then(|field| parameter.field(field));
    root_cost(parameter_type, counted.map_or(0, |slot| slot.value))
}

/// The first version that has a type of parameters, if `version` does not have it.
pub fn later_version(
    parameter_type: RootParameterType,
    version: RootSignatureVersion,
) -> Option<RootSignatureVersion> {
    let since = parameter_type.since()?;
    let mut versions = versions().skip_while(|known| *known != since);
    let is_later = version.is_known() && versions.all(|known| known != version);
    is_later.then_some(since)
}

/// The register of a parameter and its space; `None` for a descriptor table, whose ranges have registers.
pub fn register(parameter: &RootParameter) -> Option<(u32, u32)> {
    let number = |name: &str| parameter.field(name).map(|slot| slot.value);
    Some((number("shader_register")?, number("register_space")?))
}

/// The type of the parameter that a clause describes, if any.
pub fn type_of_clause(clause: SignatureClause) -> Option<RootParameterType> {
    match clause {
        SignatureClause::Element(element) => element.parameter(),
        SignatureClause::Range(_) => None,
    }
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

/// The class of the register of a parameter with this type; `Invalid` for a descriptor table, whose ranges have
/// registers.
pub fn resource_class(parameter_type: RootParameterType) -> ResourceClass {
    let class = clause_of_type(parameter_type).and_then(SignatureClause::class);
    class.unwrap_or(ResourceClass::Invalid)
}

/// The clause that describes a parameter of a type.
pub fn clause_of_type(parameter_type: RootParameterType) -> Option<SignatureClause> {
    let mut elements = RootElement::all_values();
    let element = elements.find(|element| element.parameter() == Some(parameter_type))?;
    Some(SignatureClause::Element(element))
}

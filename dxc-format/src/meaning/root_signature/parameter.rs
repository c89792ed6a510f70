//! The types of root parameters: their clauses, payloads and classes.

use super::flags::text;
use crate::generated::constants::{ResourceClass, RootParameterType};
use crate::generated::hlsl::RootElement;
use crate::generated::rts0::{
    DescriptorTable, RootConstants, RootDescriptor, RootParameter, RootPayload,
};
use crate::runtime::shape::EnumValue;

/// A parameter whose payload goes with its type.
pub(crate) fn parameter(parameter_type: RootParameterType) -> RootParameter {
    RootParameter {
        parameter_type,
        payload: match parameter_type {
            RootParameterType::DescriptorTable => {
                RootPayload::DescriptorTable(DescriptorTable::default())
            }
            RootParameterType::Constants32Bit => RootPayload::Constants(RootConstants::default()),
            _ => RootPayload::Descriptor(RootDescriptor::default()),
        },
        ..RootParameter::default()
    }
}

/// The type of the parameter that a clause describes; `None` of a clause that describes none.
#[cfg(feature = "hlsl")]
pub(crate) fn type_of_clause(clause: &EnumValue) -> Option<RootParameterType> {
    RootParameterType::from_name(text(clause, "parameter"))
}

impl RootParameterType {
    /// The class of the resource whose register the parameter takes; `Invalid` of a descriptor table, whose ranges take
    /// registers.
    pub fn resource_class(self) -> ResourceClass {
        let class = clause_of_type(self).map(|clause| text(clause, "class"));
        let class = class.and_then(ResourceClass::from_name);
        class.unwrap_or(ResourceClass::Invalid)
    }
}

/// The clause that describes a parameter of a type.
pub(crate) fn clause_of_type(parameter_type: RootParameterType) -> Option<&'static EnumValue> {
    let name = parameter_type.name()?;
    let mut clauses = RootElement::TABLE.values.iter();
    clauses.find(|clause| text(clause, "parameter") == name)
}

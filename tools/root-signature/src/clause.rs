//! Converts values of a root signature to clauses for the printers.

use alloc::string::ToString;

use dxc_format::rts0::{DescriptorRange, RootParameter};
use dxc_shader::hlsl::RootElement;
use dxc_shader::root_signature::clause::SignatureClause;
use dxc_shader::root_signature::{clause_of_type, parameter};

use super::unspellable::Unspellable;

type Clause = Result<SignatureClause, Unspellable>;

/// The clause for an element that is not a parameter.
pub(super) fn of_element(element: RootElement) -> Clause {
    if element.is_known() {
        Ok(SignatureClause::Element(element))
    } else {
        Err(Unspellable::new("element", element.to_string()))
    }
}

/// The clause for a parameter, whose payload must match its type.
pub(super) fn of_parameter(value: &RootParameter) -> Clause {
    let kind = value.parameter_type;
    let payloads = [&value.payload, &parameter(kind).payload].map(core::mem::discriminant);
    let clause = clause_of_type(kind).filter(|_| payloads[0] == payloads[1]);
    clause.ok_or_else(|| Unspellable::new("parameter_type", kind.to_string()))
}

/// The clause for a range.
pub(super) fn of_range(range: &DescriptorRange) -> Clause {
    let range_type = range.range_type;
    if range_type.is_known() {
        Ok(SignatureClause::Range(range_type))
    } else {
        Err(Unspellable::new("range_type", range_type.to_string()))
    }
}

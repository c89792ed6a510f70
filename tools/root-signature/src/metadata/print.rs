//! From values to metadata.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use dxc_format::constants::{RootFlags, RootSignatureVersion};
use dxc_format::rts0::{RootParameter, RootPayload, RootSignature};
use dxc_format::runtime::shape::{EnumValue, Shape};
use dxc_shader::hlsl::RootElement;

use super::node::{Nodes, Operand};
use super::{Entry, operands};
use crate::clause;
use crate::unspellable::Unspellable;
use dxc_shader::root_signature::fields::Fields;

/// The metadata of root signatures in clang's format.
///
/// The flags come first and are omitted if there are none, then the parameters, then the samplers. In version 1.0 the
/// flags of descriptors are those that it implies.
///
/// # Errors
/// If a version is unknown, or the type of a parameter or range; or if that type does not match its payload.
pub fn print(entries: &[Entry]) -> Result<String, Unspellable> {
    let mut nodes = Nodes::default();
    let mut named = Vec::new();
    // Root signatures that functions share are walked once.
    let mut shared: BTreeMap<*const RootSignature, Operand> = BTreeMap::new();
    for Entry {
        function,
        signature,
    } in entries
    {
        let known = shared.get(&Arc::as_ptr(signature)).cloned();
        let node = match known {
            Some(node) => node,
            None => {
                let elements = elements(&mut nodes, signature)?;
                let node = nodes.node(elements);
                shared.insert(Arc::as_ptr(signature), node.clone());
                node
            }
        };
        let entry = vec![
            function.clone().map_or(Operand::Null, Operand::Function),
            node,
            Operand::Int(signature.version.0),
        ];
        named.push(nodes.node(entry));
    }
    Ok(nodes.print(super::NAME, &named))
}

fn elements(nodes: &mut Nodes, signature: &RootSignature) -> Result<Vec<Operand>, Unspellable> {
    let version = signature.version;
    if !version.is_known() {
        return Err(Unspellable::new("version", version.to_string()));
    }
    let mut elements = Vec::new();
    if signature.flags != RootFlags::None {
        let flags = vec![
            word(clause::of_element(RootElement::RootFlags)?),
            Operand::Int(signature.flags.0),
        ];
        elements.push(nodes.node(flags));
    }
    for (index, value) in signature.parameters.iter().enumerate() {
        let operands = parameter(nodes, version, value);
        let operands = operands.map_err(|found| found.within(&format!("parameters[{index}]")))?;
        elements.push(nodes.node(operands));
    }
    for value in &signature.samplers {
        let clause = clause::of_element(RootElement::StaticSampler)?;
        let mut operands = vec![word(clause)];
        operands.extend(fields(clause, version, value));
        elements.push(nodes.node(operands));
    }
    Ok(elements)
}

fn word(clause: &EnumValue) -> Operand {
    Operand::Text(clause.text("metadata"))
}

/// All fields of a record.
fn fields(
    clause: &EnumValue,
    version: RootSignatureVersion,
    record: &impl Fields,
) -> impl Iterator<Item = Operand> {
    let fields = operands(record, version).into_iter();
    fields.map(move |slot| match slot.shape {
        Shape::Float => Operand::Float(slot.value),
        _ => Operand::Int(record.meant(clause, version, &slot)),
    })
}

fn parameter(
    nodes: &mut Nodes,
    version: RootSignatureVersion,
    parameter: &RootParameter,
) -> Result<Vec<Operand>, Unspellable> {
    let clause = clause::of_parameter(parameter)?;
    let mut operands = vec![word(clause)];
    operands.extend(fields(clause, version, parameter));
    if let RootPayload::DescriptorTable(table) = &parameter.payload {
        for (index, value) in table.ranges.iter().enumerate() {
            let clause = clause::of_range(value);
            let within = || format!("payload.ranges[{index}]");
            let clause = clause.map_err(|found| found.within(&within()))?;
            let mut range = vec![Operand::Text(clause.name)];
            range.extend(fields(clause, version, value));
            operands.push(nodes.node(range));
        }
    }
    Ok(operands)
}

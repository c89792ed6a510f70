//! Prints root signatures as metadata.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::iter::repeat_n;

use dxc_format::constants::{RootFlags, RootSignatureVersion};
use dxc_format::rts0::{RootParameter, RootPayload, RootSignature};
use dxc_format::runtime::shape::Shape;
use dxc_shader::hlsl::RootElement;
use dxc_shader::root_signature::clause::SignatureClause;

use super::node::{Nodes, Operand};
use super::{ClauseKind, Entry, operands};
use crate::clause;
use crate::unspellable::Unspellable;
use dxc_shader::root_signature::fields::Fields;

/// The metadata of root signatures in clang's format.
///
/// Clauses have the [order](Entry::order) of the entry. In version 1.0 the flags of descriptors are those that it implies.
///
/// # Errors
/// If a version is unknown, or the type of a parameter or range; or if that type does not match its payload.
pub fn print(entries: &[Entry]) -> Result<String, Unspellable> {
    let mut nodes = Nodes::default();
    let mut named = Vec::new();
    // A root signature that several functions share is converted once.
    let mut shared: BTreeMap<*const RootSignature, Operand> = BTreeMap::new();
    for Entry {
        function,
        signature,
        order,
    } in entries
    {
        let known = shared.get(&Arc::as_ptr(signature)).cloned();
        let node = match known {
            Some(node) => node,
            None => {
                let elements = elements(&mut nodes, signature, order)?;
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

/// The nodes of the clauses in the given order; other clauses follow in the default order.
fn elements(
    nodes: &mut Nodes,
    signature: &RootSignature,
    order: &[ClauseKind],
) -> Result<Vec<Operand>, Unspellable> {
    let version = signature.version;
    if !version.is_known() {
        return Err(Unspellable::new("version", version.to_string()));
    }
    let mut flags = Some(signature.flags);
    let mut parameters = signature.parameters.iter().enumerate();
    let mut samplers = signature.samplers.iter();
    let is_first = !order.contains(&ClauseKind::Flags) && signature.flags != RootFlags::None;
    let first = is_first.then_some(ClauseKind::Flags);
    let rest = repeat_n(ClauseKind::Parameter, parameters.len());
    let rest = rest.chain(repeat_n(ClauseKind::Sampler, samplers.len()));
    let mut elements = Vec::new();
    for clause in first.into_iter().chain(order.iter().copied()).chain(rest) {
        let operands = match clause {
            ClauseKind::Flags => flags.take().map(root_flags),
            ClauseKind::Parameter => parameters.next().map(|(index, value)| {
                let within = |found: Unspellable| found.within(&format!("parameters[{index}]"));
                parameter(nodes, version, value).map_err(within)
            }),
            ClauseKind::Sampler => samplers.next().map(|value| {
                let clause = clause::of_element(RootElement::StaticSampler)?;
                let mut operands = vec![word(clause)];
                operands.extend(fields(clause, version, value));
                Ok(operands)
            }),
        };
        if let Some(operands) = operands {
            elements.push(nodes.node(operands?));
        }
    }
    Ok(elements)
}

fn root_flags(flags: RootFlags) -> Result<Vec<Operand>, Unspellable> {
    let word = word(clause::of_element(RootElement::RootFlags)?);
    Ok(vec![word, Operand::Int(flags.0)])
}

fn word(clause: SignatureClause) -> Operand {
    let word = match clause {
        SignatureClause::Element(element) => element.metadata(),
        SignatureClause::Range(range_type) => range_type.name(),
    };
    Operand::Text(word.unwrap_or_default())
}

/// The operands for all fields of a record.
fn fields(
    clause: SignatureClause,
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
            let mut range = vec![word(clause)];
            range.extend(fields(clause, version, value));
            operands.push(nodes.node(range));
        }
    }
    Ok(operands)
}

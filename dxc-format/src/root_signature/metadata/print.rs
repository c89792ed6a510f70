//! From values to metadata.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use crate::F32;
use crate::constants::{
    DescriptorRangeFlags, RootDescriptorFlags, RootFlags, RootSignatureVersion,
};
use crate::hlsl::{RootElement, TableClause};
use crate::rts0::{DescriptorRange, RootParameter, RootPayload, RootSignature, StaticSampler};
use crate::shape::EnumValue;

use super::super::Unspellable;
use super::super::flags::{meant, text};
use super::Entry;
use super::node::{Nodes, Operand};

/// The metadata of root signatures, as clang prints it.
///
/// The flags come first and are left out if there are none, then come the parameters, then the samplers. In version 1.0
/// the flags of descriptors are those that it means.
///
/// # Errors
/// If the type of a parameter or range is not known, or is not that of its payload.
pub fn print(entries: &[Entry]) -> Result<String, Unspellable> {
    let mut nodes = Nodes::default();
    let mut named = Vec::new();
    for Entry {
        function,
        signature,
    } in entries
    {
        let elements = elements(&mut nodes, signature)?;
        let signature = vec![
            function.clone().map_or(Operand::Null, Operand::Function),
            nodes.node(elements),
            Operand::Int(signature.version.0),
        ];
        named.push(nodes.node(signature));
    }
    Ok(nodes.print(super::NAME, &named))
}

fn elements(nodes: &mut Nodes, signature: &RootSignature) -> Result<Vec<Operand>, Unspellable> {
    let mut elements = Vec::new();
    if signature.flags != RootFlags::None {
        let flags = vec![
            word(entry(RootElement::RootFlags)),
            Operand::Int(signature.flags.0),
        ];
        elements.push(nodes.node(flags));
    }
    for (index, value) in signature.parameters.iter().enumerate() {
        let operands = parameter(nodes, signature.version, value);
        let operands = operands.map_err(|found| found.within(&format!("parameters[{index}]")))?;
        elements.push(nodes.node(operands));
    }
    for value in &signature.samplers {
        elements.push(nodes.node(sampler(value)));
    }
    Ok(elements)
}

fn entry(element: RootElement) -> Option<&'static EnumValue> {
    RootElement::TABLE.by_value(element.0.into())
}

fn word(entry: Option<&EnumValue>) -> Operand {
    Operand::Text(entry.map_or("", |entry| text(entry, "metadata")))
}

fn parameter(
    nodes: &mut Nodes,
    version: RootSignatureVersion,
    parameter: &RootParameter,
) -> Result<Vec<Operand>, Unspellable> {
    let element = RootElement(parameter.parameter_type.0);
    let mut operands = vec![word(entry(element)), Operand::Int(parameter.visibility.0)];
    match (element, &parameter.payload) {
        (RootElement::DescriptorTable, RootPayload::DescriptorTable(table)) => {
            for (index, value) in table.ranges.iter().enumerate() {
                let range = range(version, value);
                let within = || format!("payload.ranges[{index}]");
                let range = range.map_err(|found| found.within(&within()))?;
                operands.push(nodes.node(range));
            }
        }
        (RootElement::RootConstants, RootPayload::Constants(constants)) => operands.extend([
            Operand::Int(constants.shader_register),
            Operand::Int(constants.register_space),
            Operand::Int(constants.num_32_bit_values),
        ]),
        (
            RootElement::CBV | RootElement::SRV | RootElement::UAV,
            RootPayload::Descriptor(descriptor),
        ) => {
            let flags = entry(element).map_or(descriptor.flags.0, |clause| {
                meant(
                    clause,
                    version,
                    &RootDescriptorFlags::TABLE,
                    descriptor.flags.0,
                )
            });
            operands.extend([
                Operand::Int(descriptor.shader_register),
                Operand::Int(descriptor.register_space),
                Operand::Int(flags),
            ]);
        }
        _ => {
            let found = parameter.parameter_type.to_string();
            return Err(Unspellable::new("parameter_type", found));
        }
    }
    Ok(operands)
}

fn range(
    version: RootSignatureVersion,
    range: &DescriptorRange,
) -> Result<Vec<Operand>, Unspellable> {
    let Some(clause) = TableClause::TABLE.by_value(range.range_type.0.into()) else {
        return Err(Unspellable::new("range_type", range.range_type.to_string()));
    };
    Ok(vec![
        Operand::Text(clause.name),
        Operand::Int(range.num_descriptors),
        Operand::Int(range.base_shader_register),
        Operand::Int(range.register_space),
        Operand::Int(range.offset_in_descriptors_from_table_start),
        Operand::Int(meant(
            clause,
            version,
            &DescriptorRangeFlags::TABLE,
            range.flags.0,
        )),
    ])
}

fn sampler(sampler: &StaticSampler) -> Vec<Operand> {
    let float = |value: F32| Operand::Float(value.to_bits());
    vec![
        word(entry(RootElement::StaticSampler)),
        Operand::Int(sampler.filter.0),
        Operand::Int(sampler.address_u.0),
        Operand::Int(sampler.address_v.0),
        Operand::Int(sampler.address_w.0),
        float(sampler.mip_lod_bias),
        Operand::Int(sampler.max_anisotropy),
        Operand::Int(sampler.comparison_func.0),
        Operand::Int(sampler.border_color.0),
        float(sampler.min_lod),
        float(sampler.max_lod),
        Operand::Int(sampler.shader_register),
        Operand::Int(sampler.register_space),
        Operand::Int(sampler.visibility.0),
        Operand::Int(sampler.flags.0),
    ]
}

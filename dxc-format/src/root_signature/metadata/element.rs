//! From nodes to the elements of a root signature.

// The records are generated, and may have more fields one day.
#![allow(clippy::needless_update)]

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::F32;
use crate::constants::{
    ComparisonFunc, DescriptorRangeFlags, DescriptorRangeType, RootDescriptorFlags, RootFlags,
    RootParameterType, RootSignatureVersion, SamplerFilter, ShaderVisibility, StaticBorderColor,
    StaticSamplerFlags, TextureAddressMode,
};
use crate::hlsl::{RootElement, TableClause};
use crate::rts0::{
    DescriptorRange, DescriptorTable, RootConstants, RootDescriptor, RootParameter, RootPayload,
    RootSignature, StaticSampler,
};
use crate::shape::{EnumTable, EnumValue};

use super::super::Diagnostic;
use super::super::flags::{number, stored, text};
use super::Entry;
use super::read::{Content, Node, Operand, Reader};

/// A function, its root signature and the version.
pub(super) fn entry(reader: &Reader<'_>, operand: &Operand<'_>) -> Result<Entry, Diagnostic> {
    let node = reader.inner(operand)?;
    let (function, elements, version) = match node.operands.as_slice() {
        // LLVM wrote no version at first, and meant this one.
        [function, elements] => (function, elements, RootSignatureVersion::V1_1),
        [function, elements, version] => (function, elements, known(version)?),
        _ => return Err(node.wrong("a function, a root signature and a version")),
    };
    let function = match &function.content {
        Content::Null => None,
        Content::Function(name) => Some(name.clone()),
        _ => return Err(function.wrong("a function or `null`")),
    };
    let mut signature = RootSignature {
        version,
        ..RootSignature::default()
    };
    let mut flags = None;
    for operand in reader.inner(elements)?.operands {
        element(reader, &reader.inner(&operand)?, &mut signature, &mut flags)?;
    }
    signature.flags = flags.unwrap_or_default();
    Ok(Entry {
        function,
        signature,
    })
}

/// Adds an element to the root signature; the flags, which it has once, are kept beside.
fn element(
    reader: &Reader<'_>,
    node: &Node<'_>,
    signature: &mut RootSignature,
    flags: &mut Option<RootFlags>,
) -> Result<(), Diagnostic> {
    let (name, span) = node.name()?;
    let words = || RootElement::TABLE.values.iter();
    let Some(entry) = words().find(|entry| text(entry, "metadata") == name) else {
        let message = format!("`{name}` is no element of a root signature");
        let words = words().map(|entry| text(entry, "metadata"));
        return Err(Diagnostic::new(span, message).meant(name, words));
    };
    let mut fields = Fields::of(node);
    match RootElement(number(entry)) {
        RootElement::RootFlags if flags.is_some() => {
            return Err(Diagnostic::new(
                span,
                "the root signature has flags already",
            ));
        }
        RootElement::RootFlags => *flags = Some(RootFlags(fields.int("flags")?)),
        RootElement::StaticSampler => {
            let sampler = sampler(&mut fields, entry, signature.version)?;
            signature.samplers.push(sampler);
        }
        _ => {
            let parameter = parameter(reader, &mut fields, entry, signature.version)?;
            signature.parameters.push(parameter);
        }
    }
    fields.end()
}

fn parameter(
    reader: &Reader<'_>,
    fields: &mut Fields<'_, '_>,
    entry: &EnumValue,
    version: RootSignatureVersion,
) -> Result<RootParameter, Diagnostic> {
    let element = RootElement(number(entry));
    let visibility = ShaderVisibility(fields.int("a visibility")?);
    let payload = match element {
        RootElement::DescriptorTable => {
            let nodes = fields.rest.by_ref().map(|range| reader.inner(range));
            let ranges = nodes.map(|node| range(&node?, version));
            RootPayload::DescriptorTable(DescriptorTable {
                ranges: ranges.collect::<Result<_, _>>()?,
                ..DescriptorTable::default()
            })
        }
        RootElement::RootConstants => RootPayload::Constants(RootConstants {
            shader_register: fields.int("a register")?,
            register_space: fields.int("a space")?,
            num_32_bit_values: fields.int("a number of values")?,
            ..RootConstants::default()
        }),
        _ => RootPayload::Descriptor(RootDescriptor {
            shader_register: fields.int("a register")?,
            register_space: fields.int("a space")?,
            flags: RootDescriptorFlags(fields.flags(
                entry,
                version,
                &RootDescriptorFlags::TABLE,
            )?),
            ..RootDescriptor::default()
        }),
    };
    Ok(RootParameter {
        parameter_type: RootParameterType(element.0),
        visibility,
        payload,
        ..RootParameter::default()
    })
}

fn range(node: &Node<'_>, version: RootSignatureVersion) -> Result<DescriptorRange, Diagnostic> {
    let (name, span) = node.name()?;
    let Some(clause) = TableClause::TABLE.by_name(name) else {
        let words = TableClause::TABLE.values.iter().map(|entry| entry.name);
        let message = format!("`{name}` is no range of descriptors");
        return Err(Diagnostic::new(span, message).meant(name, words));
    };
    let mut fields = Fields::of(node);
    let range = DescriptorRange {
        range_type: DescriptorRangeType(number(clause)),
        num_descriptors: fields.int("a number of descriptors")?,
        base_shader_register: fields.int("a register")?,
        register_space: fields.int("a space")?,
        offset_in_descriptors_from_table_start: fields.int("an offset")?,
        flags: DescriptorRangeFlags(fields.flags(clause, version, &DescriptorRangeFlags::TABLE)?),
        ..DescriptorRange::default()
    };
    fields.end()?;
    Ok(range)
}

fn sampler(
    fields: &mut Fields<'_, '_>,
    clause: &EnumValue,
    version: RootSignatureVersion,
) -> Result<StaticSampler, Diagnostic> {
    Ok(StaticSampler {
        filter: SamplerFilter(fields.int("a filter")?),
        address_u: TextureAddressMode(fields.int("an address mode")?),
        address_v: TextureAddressMode(fields.int("an address mode")?),
        address_w: TextureAddressMode(fields.int("an address mode")?),
        mip_lod_bias: fields.float("a bias")?,
        max_anisotropy: fields.int("an anisotropy")?,
        comparison_func: ComparisonFunc(fields.int("a comparison")?),
        border_color: StaticBorderColor(fields.int("a border color")?),
        min_lod: fields.float("a level of detail")?,
        max_lod: fields.float("a level of detail")?,
        shader_register: fields.int("a register")?,
        register_space: fields.int("a space")?,
        visibility: ShaderVisibility(fields.int("a visibility")?),
        // LLVM wrote no flags at first.
        flags: StaticSamplerFlags(match fields.rest.len() {
            0 => 0,
            _ => fields.flags(clause, version, &StaticSamplerFlags::TABLE)?,
        }),
        ..StaticSampler::default()
    })
}

/// The operands behind the name of a node, one after the other.
struct Fields<'n, 't> {
    rest: core::slice::Iter<'n, Operand<'t>>,
    /// Where the node ends.
    end: Range<usize>,
}

impl<'n, 't> Fields<'n, 't> {
    fn of(node: &'n Node<'t>) -> Self {
        let end = node.span.end;
        Self {
            rest: node.operands.get(1..).unwrap_or_default().iter(),
            end: end.saturating_sub(1)..end,
        }
    }

    fn next(&mut self, what: &str) -> Result<&'n Operand<'t>, Diagnostic> {
        let missing = || Diagnostic::new(self.end.clone(), format!("expected {what}"));
        self.rest.next().ok_or_else(missing)
    }

    fn int(&mut self, what: &str) -> Result<u32, Diagnostic> {
        let operand = self.next(what)?;
        match operand.content {
            Content::Int(number) => Ok(number),
            _ => Err(operand.wrong(&format!("{what} as an `i32`"))),
        }
    }

    fn float(&mut self, what: &str) -> Result<F32, Diagnostic> {
        let operand = self.next(what)?;
        match operand.content {
            Content::Float(number) => Ok(number),
            _ => Err(operand.wrong(&format!("{what} as a `float`"))),
        }
    }

    /// The flags of a clause, which must be those that its version means if it has none.
    fn flags(
        &mut self,
        clause: &EnumValue,
        version: RootSignatureVersion,
        table: &'static EnumTable,
    ) -> Result<u32, Diagnostic> {
        let span = self
            .rest
            .as_slice()
            .first()
            .map(|operand| operand.span.clone());
        let given = self.int("flags")?;
        stored(clause, version, table, given).ok_or_else(|| {
            let message = format!(
                "the version has no such flags; it means `{}`",
                text(clause, "flags_before")
            );
            Diagnostic::new(span.unwrap_or_default(), message)
        })
    }

    fn end(mut self) -> Result<(), Diagnostic> {
        match self.rest.next() {
            Some(operand) => Err(Diagnostic::new(
                operand.span.clone(),
                "the node has more operands than it should",
            )),
            None => Ok(()),
        }
    }
}

/// A version that is known, since it decides what everything else means.
fn known(operand: &Operand<'_>) -> Result<RootSignatureVersion, Diagnostic> {
    match operand.content {
        Content::Int(number) if RootSignatureVersion(number).name().is_some() => {
            Ok(RootSignatureVersion(number))
        }
        _ => {
            let versions = RootSignatureVersion::TABLE.values.iter();
            let legal: Vec<String> = versions
                .map(|version| format!("i32 {}", version.value))
                .collect();
            let wrong = Diagnostic::new(operand.span.clone(), "no such version of root signatures");
            Err(wrong.meant("", legal.iter().map(String::as_str)))
        }
    }
}

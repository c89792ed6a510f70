//! Converts metadata nodes to the elements of a root signature.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use dxc_format::constants::{DescriptorRangeType, RootFlags, RootSignatureVersion};
use dxc_format::rts0::{DescriptorRange, RootPayload, RootSignature, StaticSampler};
use dxc_format::runtime::shape::Shape;
use dxc_format::types::Fixed;
use dxc_shader::hlsl::RootElement;

use super::reader::{Content, Node, Operand, Reader};
use super::{Entry, operands};
use crate::diagnostic::Diagnostic;
use dxc_shader::root_signature::clause::SignatureClause;
use dxc_shader::root_signature::fields::{Fields, Slot};
use dxc_shader::root_signature::parameter;

/// The root signatures that were read, by the offset of the definition of their node and by their version.
type Signatures = BTreeMap<(usize, u32), Arc<RootSignature>>;

/// Reads the entries of the named nodes.
pub(super) fn entries(text: &str) -> Result<Vec<Entry>, Diagnostic> {
    let reader = Reader::new(text)?;
    let mut signatures = Signatures::default();
    let mut entries = Vec::new();
    for named in &reader.named {
        for pair in reader.named_operands(*named)? {
            entries.push(entry(&reader, &pair, &mut signatures)?);
        }
    }
    Ok(entries)
}

/// Reads an entry: a function, its root signature and the version.
fn entry<'t>(
    reader: &Reader<'t>,
    operand: &Operand<'t>,
    signatures: &mut Signatures,
) -> Result<Entry, Diagnostic> {
    let node = reader.inner(operand)?;
    reader.count(&node, 1)?;
    let [function, elements, version] = node.operands.as_slice() else {
        return Err(node.wrong("a function, a root signature and a version"));
    };
    let version = known(version)?;
    let function = match &function.content {
        Content::Null => None,
        Content::Function(name) => {
            reader.count(&node, name.len())?;
            Some(name.clone())
        }
        _ => return Err(function.wrong("a function or `null`")),
    };
    let key = match elements.content {
        Content::Node(at) => Some((at, version.0)),
        _ => None,
    };
    if let Some(signature) = key.and_then(|key| signatures.get(&key)) {
        return Ok(Entry::new(function, signature.clone()));
    }
    let signature = Arc::new(signature(reader, elements, version)?);
    if let Some(key) = key {
        signatures.insert(key, signature.clone());
    }
    Ok(Entry::new(function, signature))
}

fn signature<'t>(
    reader: &Reader<'t>,
    elements: &Operand<'t>,
    version: RootSignatureVersion,
) -> Result<RootSignature, Diagnostic> {
    let mut signature = RootSignature::default();
    signature.version = version;
    let mut flags = None;
    for operand in &reader.inner(elements)?.operands {
        let node = reader.inner(operand)?;
        element(reader, &node, &mut signature, &mut flags)?;
    }
    signature.flags = flags.unwrap_or_default();
    Ok(signature)
}

/// Adds an element to the root signature; the flags, which may occur once, are stored separately.
fn element<'t>(
    reader: &Reader<'t>,
    node: &Node<'t>,
    signature: &mut RootSignature,
    flags: &mut Option<RootFlags>,
) -> Result<(), Diagnostic> {
    reader.count(node, 1)?;
    let (name, span) = node.name()?;
    let mut elements = RootElement::all_values();
    let is_named = |element: &RootElement| element.metadata() == Some(&*name);
    let Some(element) = elements.find(is_named) else {
        let message = format!("`{name}` is not an element of a root signature");
        let words = RootElement::all_values().filter_map(RootElement::metadata);
        return Err(Diagnostic::new(span, message).meant(&name, words));
    };
    let mut operands = Operands::of(node);
    let clause = SignatureClause::Element(element);
    match element {
        RootElement::RootFlags if flags.is_some() => {
            let message = "the root signature already has flags";
            return Err(Diagnostic::new(span, message));
        }
        RootElement::RootFlags => {
            *flags = Some(RootFlags(operands.read("flags", &RootFlags::SHAPE)?.0));
        }
        RootElement::StaticSampler => {
            let mut sampler = StaticSampler::default();
            operands.fill(&mut sampler, clause, signature.version)?;
            signature.samplers.push(sampler);
        }
        _ => {
            let mut parameter = parameter(element.parameter().unwrap_or_default());
            operands.fill(&mut parameter, clause, signature.version)?;
            if let RootPayload::DescriptorTable(table) = &mut parameter.payload {
                for operand in operands.rest.by_ref() {
                    let node = reader.inner(operand)?;
                    reader.count(&node, 1)?;
                    table.ranges.push(range(&node, signature.version)?);
                }
            }
            signature.parameters.push(parameter);
        }
    }
    operands.end()
}

fn range(node: &Node<'_>, version: RootSignatureVersion) -> Result<DescriptorRange, Diagnostic> {
    let (name, span) = node.name()?;
    let Some(range_type) = DescriptorRangeType::from_name(&name) else {
        let words = DescriptorRangeType::all_values().filter_map(DescriptorRangeType::name);
        let message = format!("`{name}` is not a range of descriptors");
        return Err(Diagnostic::new(span, message).meant(&name, words));
    };
    let mut operands = Operands::of(node);
    let mut range = DescriptorRange {
        range_type,
        ..DescriptorRange::default()
    };
    operands.fill(&mut range, SignatureClause::Range(range_type), version)?;
    operands.end()?;
    Ok(range)
}

/// The operands after the name of a node, which are read in sequence.
struct Operands<'n, 't> {
    rest: core::slice::Iter<'n, Operand<'t>>,
    /// The location of the end of the node.
    end: Range<usize>,
}

impl<'n, 't> Operands<'n, 't> {
    fn of(node: &'n Node<'t>) -> Self {
        let end = node.span.end;
        Self {
            rest: node.operands.get(1..).unwrap_or_default().iter(),
            end: end.saturating_sub(1)..end,
        }
    }

    /// Reads all fields of a record. If the version has no flags, they must equal the implied ones.
    fn fill(
        &mut self,
        record: &mut impl Fields,
        clause: SignatureClause,
        version: RootSignatureVersion,
    ) -> Result<(), Diagnostic> {
        let may_be_missing = match clause {
            SignatureClause::Element(element) => element.metadata_grown(),
            SignatureClause::Range(_) => false,
        };
        for slot in operands(record, version) {
            let is_late = record.age(&slot) > Some(0);
            if is_late && self.rest.len() == 0 && may_be_missing {
                continue;
            }
            let (value, span) = self.read(slot.name, &slot.shape)?;
            let read = Slot { value, ..slot };
            let stored = record.stored(clause, version, &read, true);
            let value = stored.ok_or_else(|| {
                let meant = slot.flags().map(|table| clause.spell_flags_before(table));
                let meant = meant.unwrap_or_default();
                let message = format!("the version has no such flags; it implies `{meant}`");
                Diagnostic::new(span, message)
            })?;
            record.set(Slot { value, ..slot });
        }
        Ok(())
    }

    /// Reads a field, and returns its location.
    fn read(&mut self, name: &str, shape: &Shape) -> Result<(u32, Range<usize>), Diagnostic> {
        let missing = || Diagnostic::new(self.end.clone(), format!("expected `{name}`"));
        let operand = self.rest.next().ok_or_else(missing)?;
        let value = match (shape, &operand.content) {
            (Shape::Float, Content::Float(read)) => read.to_bits(),
            (Shape::Float, _) => return Err(operand.wrong(&format!("`{name}` as a `float`"))),
            (_, Content::Int(read)) => *read,
            _ => return Err(operand.wrong(&format!("`{name}` as an `i32`"))),
        };
        Ok((value, operand.span.clone()))
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

/// Reads the version, which must be known because it determines all other fields.
fn known(operand: &Operand<'_>) -> Result<RootSignatureVersion, Diagnostic> {
    let Content::Int(number) = operand.content else {
        return Err(operand.wrong("a version as an `i32`"));
    };
    let version = RootSignatureVersion(number);
    if version.is_known() {
        return Ok(version);
    }
    let versions = RootSignatureVersion::TABLE.values.iter();
    let legal: Vec<String> = versions
        .map(|version| format!("i32 {}", version.value))
        .collect();
    let message = format!("{number} is not a version of root signatures");
    let wrong = Diagnostic::new(operand.span.clone(), message);
    Err(wrong.meant("", legal.iter().map(String::as_str)))
}

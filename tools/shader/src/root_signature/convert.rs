//! Converts root signatures to another version.

use alloc::vec::Vec;

use super::clause::SignatureClause;
use super::fields::{Fields, Slot};
use super::signature_path::{Field, SignaturePath};
use super::validate::{unsupported_fields, validate_version};
use super::{exclusive, flags, rules};
use crate::finding::{Finding, Findings};
use crate::hlsl::RootElement;
use crate::root_parameter::clause_of_type;
use dxc_format::constants::{DescriptorRangeType, RootSignatureVersion};
use dxc_format::rts0::{RootPayload, RootSignature};
use dxc_format::runtime::shape::{EnumTable, Shape};

/// The clause of a range type in texts. Unknown types are treated like types with data.
fn clause_of_range(range_type: DescriptorRangeType) -> SignatureClause {
    SignatureClause::Range(if range_type.is_known() {
        range_type
    } else {
        DescriptorRangeType::SRV
    })
}

/// A root signature that was converted to another version, and the flags that were lost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Converted {
    /// The root signature.
    pub signature: RootSignature,
    /// Flags that the version cannot store and the application does not need: promises that let drivers optimize.
    pub dropped: Vec<Finding>,
}

/// This root signature in another version, or every reason why it cannot be converted.
///
/// Upgrades do not change its meaning. Version 1.0 has no flags, and everything in it is volatile. Since 1.1, flags
/// store this: `DataVolatile` of root descriptors, `DescriptorsVolatile` of ranges, and `DataVolatile` of ranges
/// that are not samplers.
///
/// For downgrades, flags of descriptors and ranges are promises. Without them everything is volatile, which is
/// correct but slower for applications that keep the promises. These flags are [dropped](Converted::dropped), like
/// by Direct3D's converter. Where no flag describes the data, that of SRVs and CBVs is static while set at
/// execution, and that of UAVs is volatile. Flags that change the meaning of a sampler are refused, and so are
/// unknown flags. The one exception is `UintBorderColor` with an integer border color, which implies the flag.
///
/// The new version has [the layout of a new value](dxc_format::runtime::OriginalLayout::forget). For its own version, the root
/// signature is returned unchanged.
///
/// ```
/// use dxc_format::constants::{RootDescriptorFlags, RootParameterType, RootSignatureVersion};
/// use dxc_format::rts0::{RootDescriptor, RootParameter, RootPayload, RootSignature};
///
/// let mut parameter = RootParameter::default();
/// parameter.parameter_type = RootParameterType::CBV;
/// parameter.payload = RootPayload::Descriptor(RootDescriptor::default());
/// let mut signature = RootSignature::default();
/// signature.version = RootSignatureVersion::V1_0;
/// signature.parameters.push(parameter);
///
/// let newer = dxc_shader::root_signature::to_version(&signature, RootSignatureVersion::V1_1).unwrap().signature;
/// let RootPayload::Descriptor(descriptor) = newer.parameters[0].payload else { panic!() };
/// assert_eq!(descriptor.flags, RootDescriptorFlags::DataVolatile);
/// let older = dxc_shader::root_signature::to_version(&newer, RootSignatureVersion::V1_0).unwrap();
/// assert_eq!(older.signature, signature);
/// assert!(older.dropped.is_empty());
/// ```
///
/// # Errors
/// Every obstacle: [`NOT_EXPRESSIBLE`](rules::NOT_EXPRESSIBLE) for values that the version cannot store,
/// [`TYPE_OF_LATER_VERSION`](rules::TYPE_OF_LATER_VERSION) for types of parameters that it lacks,
/// [`VERSION`](rules::VERSION) for an unknown version, and
/// [`FIELD_OF_LATER_VERSION`](rules::FIELD_OF_LATER_VERSION) for values that its own version cannot store.
pub fn to_version(
    signature: &RootSignature,
    version: RootSignatureVersion,
) -> Result<Converted, Vec<Finding>> {
    let mut signature = signature.clone();
    if version == signature.version {
        return Ok(Converted {
            signature,
            dropped: Vec::new(),
        });
    }
    let mut conversion = Conversion {
        from: signature.version,
        to: version,
        dropped: Findings::default(),
        refused: Findings::default(),
    };
    conversion.versions();
    for at in unsupported_fields(&signature) {
        let rule = &rules::FIELD_OF_LATER_VERSION;
        conversion.refused.check(false, rule, at, signature.version);
    }
    signature.version = version;
    signature.memory.forget();
    for (index, parameter) in signature.parameters.iter_mut().enumerate() {
        validate_version(parameter, index, version, &mut conversion.refused);
        let clause = clause_of_type(parameter.parameter_type);
        match &mut parameter.payload {
            RootPayload::DescriptorTable(table) => {
                for (range_index, range) in table.ranges.iter_mut().enumerate() {
                    let clause = clause_of_range(range.range_type);
                    conversion.record(
                        range,
                        Some(clause),
                        SignaturePath::Range(index, range_index),
                    );
                }
            }
            _ => conversion.record(parameter, clause, SignaturePath::Payload(index)),
        }
    }
    let clause = Some(SignatureClause::Element(RootElement::StaticSampler));
    for (index, sampler) in signature.samplers.iter_mut().enumerate() {
        conversion.record(sampler, clause, SignaturePath::Sampler(index));
    }
    if conversion.refused.0.is_empty() {
        Ok(Converted {
            signature,
            dropped: conversion.dropped.0,
        })
    } else {
        Err(conversion.refused.0)
    }
}

struct Conversion {
    from: RootSignatureVersion,
    to: RootSignatureVersion,
    dropped: Findings,
    refused: Findings,
}

impl Conversion {
    /// Refuses unknown versions.
    fn versions(&mut self) {
        for version in [self.from, self.to] {
            let is_known = version.is_known();
            let rule = &rules::VERSION;
            self.refused.check(is_known, rule, "version", version);
        }
    }

    /// Adds the fields of the new version to a record, and removes those that the new version does not have.
    fn record<R: Fields>(
        &mut self,
        record: &mut R,
        clause: Option<SignatureClause>,
        place: SignaturePath,
    ) {
        let fields = record.fields();
        for slot in &fields {
            let had = record.has(slot.name, self.from);
            let has = record.has(slot.name, self.to);
            if had == has {
                continue;
            }
            let empty = record.new_one().field(slot.name).unwrap_or(*slot);
            // The value that is implied by a version without this field.
            let meant = match (slot.flags(), clause) {
                (Some(_), Some(clause)) => clause.flags_before(),
                _ => empty.value,
            };
            let value = if has { meant } else { empty.value };
            let said = match (slot.flags(), clause) {
                (Some(table), Some(clause)) => exclusive::completed(clause, table, slot.value),
                _ => slot.value,
            };
            if had && said != meant {
                self.leave(slot, said, &fields, place.field(slot.name));
            }
            record.set(Slot { value, ..*slot });
        }
    }

    /// Records that the new version does not have a field: as a finding, or as dropped flags. Other fields may imply
    /// some of its flags.
    fn leave(&mut self, slot: &Slot, said: u32, fields: &[Slot], at: Field) {
        let needed = slot.flags().map(|table| needed(table, slot.value));
        let expressible = match (slot.flags(), needed) {
            (Some(table), Some(needed)) => needed & !said_by(table, fields) == 0,
            _ => false,
        };
        let refused = &mut self.refused;
        refused.check(expressible, &rules::NOT_EXPRESSIBLE, at, slot);
        let rule = match needed {
            Some(0) => &rules::PROMISE_DROPPED,
            _ => &rules::BORDER_FLAG_DROPPED,
        };
        let said = Slot {
            value: said,
            ..*slot
        };
        self.dropped.check(false, rule, at, said);
    }
}

/// The flags that a version without them must express in another way: all except promises.
fn needed(table: &EnumTable, value: u32) -> u64 {
    let (entries, unknown) = table.split(value.into());
    let needed = entries.filter(|entry| !flags::is_promise(entry));
    needed.fold(unknown, |bits, entry| bits | entry.value)
}

/// The flags that the values of other fields imply.
fn said_by(table: &EnumTable, fields: &[Slot]) -> u64 {
    let names = fields.iter().filter_map(|slot| match slot.shape {
        Shape::Enum(table) => flags::implied(table, slot.value),
        _ => None,
    });
    let entries = names.filter_map(|name| table.by_name(name));
    entries.fold(0, |bits, entry| bits | entry.value)
}

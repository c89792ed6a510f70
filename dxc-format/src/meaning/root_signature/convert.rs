//! A root signature in another version.

use alloc::vec::Vec;
use core::fmt::Display;

use super::parameter::clause_of_type;
use super::place::{Field, Place};
use super::{flags, rules};
use crate::generated::constants::{
    DescriptorRangeFlags, DescriptorRangeType, RootDescriptorFlags, RootParameterType,
    RootSignatureVersion, StaticBorderColor, StaticSamplerFlags,
};
use crate::generated::rts0::{
    DescriptorRange, RootDescriptor, RootPayload, RootSignature, StaticSampler,
};
use crate::meaning::finding::{Finding, Findings};
use crate::runtime::Row;
use crate::runtime::shape::Shape;
use crate::runtime::shape::field;

/// What a root descriptor of version 1.0 means in later ones.
fn volatile_descriptor(parameter_type: RootParameterType) -> RootDescriptorFlags {
    let clause = clause_of_type(parameter_type);
    let before = |clause| flags::before(clause, &RootDescriptorFlags::TABLE);
    RootDescriptorFlags(clause.map_or(0, before))
}

/// What a range of version 1.0 means in later ones; of a type that is not known, as one that has data.
fn volatile_range(range_type: DescriptorRangeType) -> DescriptorRangeFlags {
    let row =
        |range_type: DescriptorRangeType| DescriptorRangeType::TABLE.by_value(range_type.0.into());
    let clause = row(range_type).or_else(|| row(DescriptorRangeType::SRV));
    let before = |clause| flags::before(clause, &DescriptorRangeFlags::TABLE);
    DescriptorRangeFlags(clause.map_or(0, before))
}

/// A root signature in another version, and what it does not say any more.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Converted {
    /// The root signature.
    pub signature: RootSignature,
    /// What the version has no field for and whoever uses it can do without: promises that let drivers optimise.
    pub dropped: Vec<Finding>,
}

impl RootSignature {
    /// The same root signature in another version, or each reason why there is none.
    ///
    /// Upwards nothing changes its meaning. What version 1.0 has no flags for is volatile, and since 1.1 flags say so:
    /// `DataVolatile` of root descriptors, `DescriptorsVolatile` of ranges, and `DataVolatile` of ranges that are not
    /// samplers.
    ///
    /// Downwards, flags of descriptors and ranges are promises. Without them everything is volatile, which is right
    /// for whoever kept them and only slower: they are [dropped](Converted::dropped), as Direct3D's converter does.
    /// A sampler that is not what it is without its flags is refused, and so are flags that nobody knows. The one
    /// exception is `UintBorderColor` on a border color of integers, which says so itself.
    ///
    /// The new version has [the layout of a new value](crate::runtime::Memory::forget). With the version that it has already,
    /// a root signature is returned as it is.
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
    /// let newer = signature.to_version(RootSignatureVersion::V1_1).unwrap().signature;
    /// let RootPayload::Descriptor(descriptor) = newer.parameters[0].payload else { panic!() };
    /// assert_eq!(descriptor.flags, RootDescriptorFlags::DataVolatile);
    /// let older = newer.to_version(RootSignatureVersion::V1_0).unwrap();
    /// assert_eq!(older.signature, signature);
    /// assert!(older.dropped.is_empty());
    /// ```
    ///
    /// # Errors
    /// Everything that stands in the way: [`NOT_EXPRESSIBLE`](rules::NOT_EXPRESSIBLE) of what the version cannot say,
    /// [`VERSION`](rules::VERSION) of a version that there is not, and
    /// [`FIELD_OF_LATER_VERSION`](rules::FIELD_OF_LATER_VERSION) of what the version that it has cannot say.
    pub fn to_version(&self, version: RootSignatureVersion) -> Result<Converted, Vec<Finding>> {
        let mut signature = self.clone();
        if version == self.version {
            return Ok(Converted {
                signature,
                dropped: Vec::new(),
            });
        }
        let mut conversion = Conversion {
            from: self.version,
            to: version,
            dropped: Findings::default(),
            refused: Findings::default(),
        };
        conversion.versions();
        for place in self.flags_without_field() {
            let (rule, at) = (&rules::FIELD_OF_LATER_VERSION, place.field("flags"));
            conversion.refused.check(false, rule, at, self.version);
        }
        signature.version = version;
        signature.memory.forget();
        for (index, parameter) in signature.parameters.iter_mut().enumerate() {
            let parameter_type = parameter.parameter_type;
            match &mut parameter.payload {
                RootPayload::DescriptorTable(table) => {
                    for (range_index, range) in table.ranges.iter_mut().enumerate() {
                        conversion.range(range, Place::Range(index, range_index).field("flags"));
                    }
                }
                RootPayload::Constants(_) => {}
                RootPayload::Descriptor(descriptor) => {
                    let at = Place::Payload(index).field("flags");
                    conversion.descriptor(descriptor, parameter_type, at);
                }
            }
        }
        for (index, sampler) in signature.samplers.iter_mut().enumerate() {
            conversion.sampler(sampler, Place::Sampler(index).field("flags"));
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
}

/// What comes of flags that a version may not have.
enum Change {
    Keep,
    Add,
    Drop,
}

struct Conversion {
    from: RootSignatureVersion,
    to: RootSignatureVersion,
    dropped: Findings,
    refused: Findings,
}

impl Conversion {
    /// Refuses versions that there are not.
    fn versions(&mut self) {
        for version in [self.from, self.to] {
            let is_known = version.name().is_some();
            let rule = &rules::VERSION;
            self.refused.check(is_known, rule, "version", version);
        }
    }

    fn change<T: Row<Context = (RootSignatureVersion,)>>(&self) -> Change {
        match (has_flags::<T>(self.from), has_flags::<T>(self.to)) {
            (false, true) => Change::Add,
            (true, false) => Change::Drop,
            _ => Change::Keep,
        }
    }

    fn descriptor(
        &mut self,
        descriptor: &mut RootDescriptor,
        parameter_type: RootParameterType,
        at: Field,
    ) {
        let volatile = volatile_descriptor(parameter_type);
        let flags = &mut descriptor.flags;
        let is_known = flags.unknown() == 0;
        self.promises::<RootDescriptor, _>(flags, volatile, is_known, at);
    }

    fn range(&mut self, range: &mut DescriptorRange, at: Field) {
        let volatile = volatile_range(range.range_type);
        let flags = &mut range.flags;
        let is_known = flags.unknown() == 0;
        self.promises::<DescriptorRange, _>(flags, volatile, is_known, at);
    }

    /// The flags of a `T`; `volatile` is what it means to have none.
    fn promises<T, F>(&mut self, flags: &mut F, volatile: F, is_known: bool, at: Field)
    where
        T: Row<Context = (RootSignatureVersion,)>,
        F: Copy + Default + PartialEq + Display,
    {
        match self.change::<T>() {
            Change::Keep => {}
            Change::Add => *flags = volatile,
            Change::Drop => {
                let refused = &mut self.refused;
                refused.check(is_known, &rules::NOT_EXPRESSIBLE, at, *flags);
                let dropped = &mut self.dropped;
                dropped.check(*flags == volatile, &rules::PROMISE_DROPPED, at, *flags);
                *flags = F::default();
            }
        }
    }

    fn sampler(&mut self, sampler: &mut StaticSampler, at: Field) {
        let flags = &mut sampler.flags;
        match self.change::<StaticSampler>() {
            Change::Keep => {}
            Change::Add => *flags = StaticSamplerFlags::None,
            Change::Drop => {
                let color = sampler.border_color;
                let is_said = *flags == StaticSamplerFlags::UintBorderColor
                    && [
                        StaticBorderColor::OpaqueBlackUint,
                        StaticBorderColor::OpaqueWhiteUint,
                    ]
                    .contains(&color);
                let is_expressible = flags.is_empty() || is_said;
                let refused = &mut self.refused;
                refused.check(is_expressible, &rules::NOT_EXPRESSIBLE, at, *flags);
                let dropped = &mut self.dropped;
                dropped.check(!is_said, &rules::BORDER_FLAG_DROPPED, at, *flags);
                *flags = StaticSamplerFlags::None;
            }
        }
    }
}

/// Whether records of a version have flags.
pub(crate) fn has_flags<T: Row<Context = (RootSignatureVersion,)>>(
    version: RootSignatureVersion,
) -> bool {
    match T::known((version,), T::size((version,))) {
        (Shape::Record(layout), _) => field(layout, "flags").is_some(),
        _ => false,
    }
}

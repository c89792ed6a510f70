//! The fields of the records of a root signature by name, for code that is driven by the schema.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

#[cfg(feature = "hlsl")]
use super::flags::before;
use crate::generated::constants::{DescriptorRangeType, RootSignatureVersion};
use crate::generated::rts0::{RootParameter, RootPayload};
#[cfg(feature = "hlsl")]
use crate::runtime::shape::EnumValue;
use crate::runtime::shape::{EnumTable, Field, Layout, Shape, number, put_number};
use crate::runtime::{F32, Fixed, Row};

/// A field of a record, and its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Slot {
    pub(crate) name: &'static str,
    pub(crate) shape: Shape,
    /// The value; of a float, its bits.
    pub(crate) value: u32,
    /// Its number of bits.
    pub(crate) width: u32,
}

impl Slot {
    fn new(field: &'static Field, bytes: &[u8]) -> Self {
        let width = u32::try_from(8 * field.size).unwrap_or(u32::BITS);
        Self {
            name: field.name,
            shape: field.shape,
            value: u32::try_from(number(bytes)).unwrap_or(u32::MAX),
            width: width.min(u32::BITS),
        }
    }

    /// The table of its flags, if it has flags.
    pub(crate) fn flags(&self) -> Option<&'static EnumTable> {
        match self.shape {
            Shape::Flags(table) => Some(table),
            _ => None,
        }
    }

    /// The bits of its flags without a name.
    pub(crate) fn unknown(&self) -> u64 {
        self.flags()
            .map_or(0, |table| table.split(self.value.into()).1)
    }

    /// The value as a number.
    pub(crate) fn number(&self) -> f64 {
        match self.shape {
            Shape::Float => f32::from_bits(self.value).into(),
            _ => self.value.into(),
        }
    }
}

/// The value as readable text.
impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shape {
            Shape::Enum(table) => table.fmt_value(f, self.value.into()),
            Shape::Flags(table) => table.fmt_flags(f, self.value.into()),
            Shape::Float => F32::from_bits(self.value).fmt(f),
            _ => self.value.fmt(f),
        }
    }
}

/// A record whose fields have names. The type of a range is omitted: the clause determines it.
pub(crate) trait Fields {
    /// Its fields, in the order of the newest version, which has all.
    fn fields(&self) -> Vec<Slot>;

    /// The field with a name.
    fn field(&self, name: &str) -> Option<Slot> {
        let mut fields = self.fields().into_iter();
        fields.find(|slot| slot.name == name)
    }

    /// Stores a value in its field.
    fn set(&mut self, slot: Slot);

    /// Whether a version has the field.
    fn has(&self, field: &str, version: RootSignatureVersion) -> bool;

    /// The arguments of the clause that describe fields of the record.
    #[cfg(feature = "hlsl")]
    fn arguments(&self) -> impl Iterator<Item = &'static EnumValue>
    where
        Self: Sized,
    {
        let arguments = crate::generated::hlsl::Argument::TABLE.values.iter();
        arguments.filter(|argument| self.has(argument.text("field"), newest()))
    }

    /// Its fields in the order of LLVM's metadata: those of the first version, then those of later ones.
    #[cfg(feature = "hlsl")]
    fn by_age(&self) -> Vec<Slot> {
        let mut fields = self.fields();
        fields.sort_by_key(|slot| self.age(slot));
        fields
    }

    /// The number of versions before the first that has the field.
    #[cfg(feature = "hlsl")]
    fn age(&self, slot: &Slot) -> Option<usize> {
        versions().position(|version| self.has(slot.name, version))
    }

    /// The value of a field in a text: in a version without flags, it includes those that the version implies.
    #[cfg(feature = "hlsl")]
    fn meant(&self, clause: &EnumValue, version: RootSignatureVersion, slot: &Slot) -> u32 {
        match slot.flags() {
            Some(table) if !self.has(slot.name, version) => slot.value | before(clause, table),
            _ => slot.value,
        }
    }

    /// The value to store for the value in a text; none if the version cannot store it. A version without flags accepts
    /// those that it implies if texts may have flags that `early`.
    #[cfg(feature = "hlsl")]
    fn stored(
        &self,
        clause: &EnumValue,
        version: RootSignatureVersion,
        slot: &Slot,
        early: bool,
    ) -> Option<u32> {
        if self.has(slot.name, version) {
            return Some(slot.value);
        }
        let implied = before(clause, slot.flags()?);
        (early && slot.value == implied).then_some(0)
    }
}

/// The versions of root signatures, the oldest first.
pub(crate) fn versions() -> impl Iterator<Item = RootSignatureVersion> {
    let values = RootSignatureVersion::TABLE.values.iter();
    values.map(|entry| RootSignatureVersion(super::flags::number(entry)))
}

/// The context that a record needs from its root signature: the version, or nothing.
pub(crate) trait OfVersion {
    fn of(version: RootSignatureVersion) -> Self;
}

impl OfVersion for () {
    fn of(_: RootSignatureVersion) -> Self {}
}

impl OfVersion for (RootSignatureVersion,) {
    fn of(version: RootSignatureVersion) -> Self {
        (version,)
    }
}

/// The fields of a record in a version.
pub(crate) fn layout<T: Row<Context: OfVersion>>(
    version: RootSignatureVersion,
) -> Option<&'static Layout> {
    let context = || OfVersion::of(version);
    match T::known(context(), T::size(context())) {
        (Shape::Record(layout), _) => Some(layout),
        _ => None,
    }
}

fn newest() -> RootSignatureVersion {
    versions().last().unwrap_or_default()
}

/// The bytes of a record in the newest version, and its layout.
fn bytes<T: Row<Context: OfVersion>>(record: &T) -> Option<(&'static Layout, Vec<u8>)> {
    let mut bytes = vec![0; T::NEWEST];
    let context = OfVersion::of(newest());
    record.write_row(context, &mut bytes).ok()?;
    Some((layout::<T>(newest())?, bytes))
}

/// Whether texts have an argument or a register for the field: single values of at most 32 bits.
fn is_argument(field: &Field) -> bool {
    let is_single = field.shape.is_single() && field.size <= size_of::<u32>();
    is_single && !field.reserved && field.shape != Shape::Enum(&DescriptorRangeType::TABLE)
}

impl<T: Row<Context: OfVersion>> Fields for T {
    fn fields(&self) -> Vec<Slot> {
        let Some((layout, bytes)) = bytes(self) else {
            return Vec::new();
        };
        let told = layout.fields.iter().filter(|field| is_argument(field));
        let slots = told.filter_map(|field| layout.field_bytes(field.name, &bytes));
        slots
            .map(|(field, bytes)| Slot::new(field, bytes))
            .collect()
    }

    fn set(&mut self, slot: Slot) {
        let Some((layout, mut bytes)) = bytes(self) else {
            return;
        };
        let place = crate::runtime::shape::field(layout, slot.name);
        let Some(place) = place.and_then(|place| bytes.get_mut(place)) else {
            return;
        };
        put_number(place, slot.value.into());
        if let Some(record) = Self::read_row(&bytes, OfVersion::of(newest())) {
            *self = record;
        }
    }

    fn has(&self, field: &str, version: RootSignatureVersion) -> bool {
        layout::<T>(version)
            .is_some_and(|layout| crate::runtime::shape::field(layout, field).is_some())
    }
}

/// The fields that a parameter sets besides its payload.
const VISIBILITY: &str = "visibility";

impl RootParameter {
    /// The record of the payload, unless that is a table.
    fn payload_fields(&self) -> Option<&dyn Fields> {
        match &self.payload {
            RootPayload::DescriptorTable(_) => None,
            RootPayload::Constants(constants) => Some(constants),
            RootPayload::Descriptor(descriptor) => Some(descriptor),
        }
    }
}

/// The visibility, and the fields of the payload; the ranges of a table are separate records.
impl Fields for RootParameter {
    fn fields(&self) -> Vec<Slot> {
        let visibility = Slot {
            name: VISIBILITY,
            shape: <crate::generated::constants::ShaderVisibility as Fixed>::SHAPE,
            value: self.visibility.0,
            width: u32::BITS,
        };
        let mut fields = vec![visibility];
        fields.extend(self.payload_fields().map_or_else(Vec::new, Fields::fields));
        fields
    }

    fn set(&mut self, slot: Slot) {
        match &mut self.payload {
            _ if slot.name == VISIBILITY => self.visibility.0 = slot.value,
            RootPayload::DescriptorTable(_) => {}
            RootPayload::Constants(constants) => constants.set(slot),
            RootPayload::Descriptor(descriptor) => descriptor.set(slot),
        }
    }

    fn has(&self, field: &str, version: RootSignatureVersion) -> bool {
        let payload = self.payload_fields();
        field == VISIBILITY || payload.is_some_and(|payload| payload.has(field, version))
    }
}

//! Accesses the fields of a root signature's records by name, for code that is driven by the schema.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::clause::SignatureClause;
use super::payload;
use crate::hlsl::Argument;
use dxc_format::constants::{DescriptorRangeType, RootSignatureVersion};
use dxc_format::rts0::{DescriptorRange, RootParameter, StaticSampler};
use dxc_format::runtime::shape::{self, EnumTable, Field, Layout, Shape, number, put_number};
use dxc_format::types::{F32, Fixed, Row};

/// A field of a record, and its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slot {
    pub name: &'static str,
    pub shape: Shape,
    /// The value; for a float, its bits.
    pub value: u32,
    /// The width in bits.
    pub width: u32,
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
    pub fn flags(&self) -> Option<&'static EnumTable> {
        match self.shape {
            Shape::Flags(table) => Some(table),
            _ => None,
        }
    }

    /// The bits of its flags without a name.
    pub fn unknown(&self) -> u64 {
        self.flags()
            .map_or(0, |table| table.split(self.value.into()).1)
    }

    /// The value as a number.
    pub fn number(&self) -> f64 {
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
pub trait Fields {
    /// The fields, in the order of the newest version, which has all fields.
    fn fields(&self) -> Vec<Slot>;

    /// The field with this name.
    fn field(&self, name: &str) -> Option<Slot> {
        let mut fields = self.fields().into_iter();
        fields.find(|slot| slot.name == name)
    }

    /// Stores a value in its field.
    fn set(&mut self, slot: Slot);

    /// A default record of this kind.
    fn new_one(&self) -> Self
    where
        Self: Sized;

    /// Whether a version has the field.
    fn has(&self, field: &str, version: RootSignatureVersion) -> bool;

    /// The arguments of the clause that describe fields of the record.
    fn arguments(&self) -> impl Iterator<Item = Argument>
    where
        Self: Sized,
    {
        let has = |field| self.has(field, newest());
        Argument::all_values().filter(move |argument| argument.field().is_some_and(has))
    }

    /// The fields in the order of LLVM's metadata: first those of the first version, then those of later ones.
    fn by_age(&self) -> Vec<Slot> {
        let mut fields = self.fields();
        fields.sort_by_cached_key(|slot| self.age(slot));
        fields
    }

    /// The number of versions before the first one that has the field.
    fn age(&self, slot: &Slot) -> Option<usize> {
        versions().position(|version| self.has(slot.name, version))
    }

    /// The value of a field in a text. In a version without flags, it includes the flags that the version implies.
    fn meant(&self, clause: SignatureClause, version: RootSignatureVersion, slot: &Slot) -> u32 {
        match slot.flags() {
            Some(_) if !self.has(slot.name, version) => slot.value | clause.flags_before(),
            _ => slot.value,
        }
    }

    /// The value to store for a value in a text; `None` if the version cannot store it. A version without flags accepts
    /// the implied flags only if `early` is true.
    fn stored(
        &self,
        clause: SignatureClause,
        version: RootSignatureVersion,
        slot: &Slot,
        early: bool,
    ) -> Option<u32> {
        if self.has(slot.name, version) {
            return Some(slot.value);
        }
        slot.flags()?;
        (early && slot.value == clause.flags_before()).then_some(0)
    }
}

/// The versions of root signatures, the oldest first.
pub fn versions() -> impl Iterator<Item = RootSignatureVersion> {
    RootSignatureVersion::all_values()
}

/// The context of a record in its root signature: the version, or nothing.
pub trait OfVersion {
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
pub fn layout<T: Row<Context: OfVersion>>(
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

/// Whether texts have an argument or a register for a field: this is so for single values of at most 32 bits.
fn is_argument(field: &Field) -> bool {
    let is_single = field.shape.is_single() && field.size <= size_of::<u32>();
    is_single && !field.reserved && field.shape != Shape::Enum(&DescriptorRangeType::TABLE)
}

/// The fields of a record for which texts have an argument.
fn slots(record: Option<(&'static Layout, Vec<u8>)>) -> Vec<Slot> {
    let Some((layout, bytes)) = record else {
        return Vec::new();
    };
    let arguments = layout.fields.iter().filter(|field| is_argument(field));
    let slots = arguments.filter_map(|field| layout.field_bytes(field.name, &bytes));
    slots
        .map(|(field, bytes)| Slot::new(field, bytes))
        .collect()
}

/// The bytes of a record in which a field has another value.
fn changed(record: Option<(&'static Layout, Vec<u8>)>, slot: Slot) -> Option<Vec<u8>> {
    let (layout, mut bytes) = record?;
    let place = bytes.get_mut(shape::field(layout, slot.name)?)?;
    put_number(place, slot.value.into());
    Some(bytes)
}

macro_rules! impl_fields {
    ($($record:ident)*) => {$(
        impl Fields for $record {
            fn fields(&self) -> Vec<Slot> {
                slots(bytes(self))
            }

            fn set(&mut self, slot: Slot) {
                let bytes = changed(bytes(self), slot).unwrap_or_default();
                if let Some(changed) = Self::read_row(&bytes, OfVersion::of(newest())) {
                    *self = changed;
                }
            }

            fn has(&self, field: &str, version: RootSignatureVersion) -> bool {
                let layout = layout::<Self>(version);
                layout.is_some_and(|layout| shape::field(layout, field).is_some())
            }

            fn new_one(&self) -> Self {
                Self::default()
            }
        }
    )*};
}

impl_fields! { DescriptorRange StaticSampler }

/// The field of a parameter that is not in its payload.
pub const VISIBILITY: &str = "visibility";

/// The fields are the visibility, and those of the payload; the ranges of a table are separate records.
impl Fields for RootParameter {
    fn fields(&self) -> Vec<Slot> {
        let visibility = Slot {
            name: VISIBILITY,
            shape: <dxc_format::constants::ShaderVisibility as Fixed>::SHAPE,
            value: self.visibility.0,
            width: u32::BITS,
        };
        let mut fields = vec![visibility];
        fields.extend(slots(payload::bytes(self, newest())));
        fields
    }

    fn set(&mut self, slot: Slot) {
        if slot.name == VISIBILITY {
            self.visibility.0 = slot.value;
        } else if let Some(bytes) = changed(payload::bytes(self, newest()), slot) {
            payload::replace(self, newest(), &bytes);
        }
    }

    fn has(&self, field: &str, version: RootSignatureVersion) -> bool {
        let has = |layout| shape::field(layout, field).is_some();
        field == VISIBILITY || payload::layout(self, version).is_some_and(has)
    }

    fn new_one(&self) -> Self {
        payload::renewed(self)
    }
}

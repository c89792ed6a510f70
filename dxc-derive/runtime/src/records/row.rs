//! The traits of records in runs, and of those with versions by size.

use alloc::string::String;
use alloc::vec;

use crate::error::{Error, ErrorKind, Result};
use crate::fixed::Fixed;
use crate::shape::{Layout, Shape};
use crate::tables::record_references::refer_bytes;
use crate::tables::reference::{SharedPath, Visit};

/// A record that can be in a run.
///
/// Every [`Fixed`] value is one; records of several versions implement it by `#[derive(Record)]`.
pub trait Row: Copy + Default + PartialEq + 'static {
    /// The context of a record from its containing value, such as a version.
    type Context: Copy + PartialEq;

    /// The size in bytes in the newest version. Most records of a file have it, and are read without a check for each
    /// one.
    #[doc(hidden)]
    const NEWEST: usize;

    /// The size in bytes; if the size determines the version, that of the first version.
    fn size(context: Self::Context) -> usize;

    /// The size that this record needs in the file; a later version's, if it has that version's fields.
    fn own_size(&self, context: Self::Context) -> usize {
        Self::size(context)
    }

    /// The size in a version, if the size determines the version.
    fn size_in(context: Self::Context, _version: u32) -> usize {
        Self::size(context)
    }

    /// The known part of `stride` bytes: its shape and size.
    fn known(context: Self::Context, stride: usize) -> (Shape, usize);

    /// The record in `bytes`, which are one stride; `None` if there are fewer than [`Self::size`].
    fn read_row(bytes: &[u8], context: Self::Context) -> Option<Self>;

    /// Writes the record at the start of `out`, which is one stride.
    fn write_row(&self, context: Self::Context, out: &mut [u8]) -> Result<()>;

    /// Whether records of `stride` bytes are in the newest version.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_newest(_context: Self::Context, stride: usize) -> bool {
        stride == Self::NEWEST
    }

    /// The record in `bytes`, which are in the newest version.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_newest(bytes: &[u8], context: Self::Context) -> Option<Self> {
        Self::read_row(bytes, context)
    }

    /// Refuses a value with a wrong constant, like [`Fixed::check`].
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_row(&self) -> Result<()> {
        Ok(())
    }

    /// Visits its references; the visitor may replace them.
    #[doc(hidden)]
    fn refer(&mut self, context: Self::Context, place: &SharedPath, visit: &mut Visit<'_>) {
        let (shape, size) = Self::known(context, self.own_size(context));
        refer_within(self, (context, size), shape, "", place, visit);
    }

    /// Converts the record to a version, if its size determines that, or else to the version of `context`; reports each
    /// lost field with its value.
    #[doc(hidden)]
    fn move_to(
        &mut self,
        _context: Self::Context,
        _version: u32,
        _lost: &mut dyn FnMut(&'static str, String),
    ) {
    }
}

impl<T: Fixed> Row for T {
    type Context = ();

    const NEWEST: usize = T::SIZE;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn size((): ()) -> usize {
        T::SIZE
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn known((): (), _: usize) -> (Shape, usize) {
        (T::SHAPE, T::SIZE)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_row(bytes: &[u8], (): ()) -> Option<Self> {
        T::decode(bytes)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_row(&self) -> Result<()> {
        self.check()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_row(&self, (): (), out: &mut [u8]) -> Result<()> {
        let available = out.len();
        self.encode(out)
            .ok_or_else(|| too_short(T::SIZE, available))
    }
}

/// Visits the references in a field of a record; the visitor may replace them.
#[doc(hidden)]
pub fn refer_field<T: Fixed>(
    value: &mut T,
    field: &'static str,
    place: &SharedPath,
    visit: &mut Visit<'_>,
) {
    refer_within(value, ((), T::SIZE), T::SHAPE, field, place, visit);
}

fn refer_within<R: Row>(
    record: &mut R,
    (context, size): (R::Context, usize),
    shape: Shape,
    field: &'static str,
    place: &SharedPath,
    visit: &mut Visit<'_>,
) {
    if !shape.refers() {
        return;
    }
    let mut bytes = vec![0; size];
    // A record can be written with its own size.
    if record.write_row(context, &mut bytes).is_ok() {
        refer_bytes(&mut bytes, shape, field, place, visit);
        if let Some(renumbered) = R::read_row(&bytes, context) {
            *record = renumbered;
        }
    }
}

/// A record whose size determines its version. `#[derive(Record)]` implements it.
pub trait BySize: Row<Context = ()> {
    /// The name of the record. Layouts of records that reference one another contain it, so it cannot follow from them.
    #[doc(hidden)]
    const RECORD: &'static str;

    /// The layouts of all versions, the oldest first.
    const LAYOUTS: &'static [&'static Layout];

    /// The version that the record is in.
    fn version(&self) -> u32;

    /// The size of a version, in bytes; for unknown later versions, that of the newest known one.
    fn size_of_version(version: u32) -> usize {
        layout_of_version(Self::LAYOUTS, version).map_or(0, |layout| layout.size)
    }

    /// The first version that has a field, by the field's name.
    ///
    /// ```
    /// use dxc_format::{types::BySize, psv0::RuntimeInfo};
    ///
    /// assert_eq!(RuntimeInfo::since("entry_name"), Some(3));
    /// assert_eq!(RuntimeInfo::since("entry"), None);
    /// ```
    fn since(field: &str) -> Option<u32> {
        let has = |layout: &&&Layout| layout.fields.iter().any(|known| known.name == field);
        Self::LAYOUTS.iter().find(has)?.version
    }
}

/// The layout of a version; an unlisted version number selects the preceding version.
pub fn layout_of_version(layouts: &[&'static Layout], version: u32) -> Option<&'static Layout> {
    layouts.get(index_of_version(layouts, version)).copied()
}

/// The index of that layout; of a version with two sizes, the smaller.
pub fn index_of_version(layouts: &[&'static Layout], version: u32) -> usize {
    let numbers = layouts.iter().map(|layout| layout.version);
    let number = numbers.filter(|number| *number <= Some(version)).max();
    let mut numbers = layouts.iter().map(|layout| layout.version);
    let index = numbers.position(|other| Some(other) == number);
    index.unwrap_or_default()
}

/// The name of the bytes that no known version defines.
pub(crate) const TAIL: &str = "tail";

/// Bytes as readable text.
pub(crate) fn show_bytes(bytes: &[u8]) -> String {
    Shape::Bytes.show(bytes)
}

/// The error for a record that needs more bytes than there are.
#[cold]
pub fn too_short(needed: usize, available: usize) -> Error {
    let (needed, available) = (needed as u64, available as u64);
    Error::new(ErrorKind::Truncated { needed, available }, 0)
}

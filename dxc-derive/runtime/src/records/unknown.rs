//! Unrecognized bytes: a newer version of the format defines them, but this one does not.
//!
//! They are read, kept and written back like all others. They may contain references to entries of the part's tables,
//! which cannot be recognized. Therefore:
//!
//! - `lay_out` refuses a value that has them, unless no entry moves. To proceed, use `extend_tables`, which keeps the
//!   given tables and adds to them, or [`ForgetUnknown::forget_unknown`], which drops the bytes.
//! - `set_version` drops them on conversion to an older version, or from an unknown version to a known one, and reports
//!   them.
//!
//! The kinds of the schema's language determine where such bytes are kept:
//!
//! | kind | the bytes |
//! |---|---|
//! | a record whose size determines its version | its `tail` |
//! | records with a stride | the `tail` of each, where the stride is longer than the newest version |
//! | a part | its `trailing` bytes, after the last field |
//! | a part that places fields by offsets | gaps that are not padding, in its `memory` |
//! | a choice with `otherwise = "bytes"` | the content of a kind without an arm |
//! | a union | bytes that no arm reads, unless all of their bits are equal |
//! | bytes that the schema declares as `unknown` | all of them |

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::fields::field::Field;
use crate::fields::{Fields, Visitor};
use crate::read::walk_path::{WalkPath, join};
use crate::records::row::{BySize, Row, TAIL, show_bytes};
use crate::records::sized::SizedRecord;
use crate::records::strided::Strided;
use crate::records::versioned::{Losses, Lost};
use crate::shape::{Layout, Shape, number};
use crate::strings::blob::Blob;
use crate::write::original_layout::OriginalLayout;

/// Values that may keep unrecognized bytes: every part, and its structures. A view is turned into a value for that.
///
/// ```
/// use dxc_format::types::Unknown;
/// use dxc_format::psv0::PipelineStateValidation;
///
/// let mut psv = PipelineStateValidation::default();
/// assert_eq!(psv.unknown(), None);
/// psv.info.tail = vec![1, 0, 0, 0];
/// assert_eq!(psv.unknown().as_deref(), Some("info.tail"));
/// ```
pub trait Unknown {
    /// The path of the first unrecognized bytes, such as `info.tail`; `None` if there are none.
    fn unknown(&self) -> Option<String>;
}

/// A value whose unrecognized bytes can be dropped.
pub trait ForgetUnknown: Unknown {
    /// Drops the unrecognized bytes, and reports them.
    ///
    /// ```
    /// use dxc_format::types::ForgetUnknown;
    /// use dxc_format::psv0::PipelineStateValidation;
    ///
    /// let mut psv = PipelineStateValidation::default();
    /// psv.trailing = vec![7];
    /// assert_eq!(psv.forget_unknown()[0].to_string(), "trailing: 07");
    /// assert_eq!(psv, PipelineStateValidation::default());
    /// ```
    fn forget_unknown(&mut self) -> Vec<Lost>;
}

impl<T: Fields> Unknown for T {
    fn unknown(&self) -> Option<String> {
        let lost = self.clone().forget_unknown().into_iter().next();
        lost.map(|lost| lost.path)
    }
}

impl<T: Fields> ForgetUnknown for T {
    fn forget_unknown(&mut self) -> Vec<Lost> {
        let mut lost = Losses::default();
        lost.forget(self);
        lost.into_vec()
    }
}

impl Losses {
    /// Drops the unrecognized bytes of a value.
    pub fn forget<T: Fields>(&mut self, value: &mut T) {
        let (path, lost) = (WalkPath::default(), self);
        value.visit(None, &mut Forgetting { path, lost });
    }
}

/// The path of a field within the record at an index.
fn within_index(index: usize, path: &str) -> String {
    join(&format!("[{index}]"), path)
}

/// The name of the field that stores the bytes that were read.
const MEMORY: &str = "memory";

/// Drops unrecognized bytes.
struct Forgetting<'l> {
    path: WalkPath,
    lost: &'l mut Losses,
}

impl Forgetting<'_> {
    fn lose(&mut self, field: &str, path: &str, value: String) {
        self.lost.push(join(&self.path.inner(field), path), value);
    }
}

impl Visitor<'_> for Forgetting<'_> {
    fn enter(&mut self, field: &'static Field, index: Option<usize>) {
        self.path.enter(field.name, index);
    }

    fn leave(&mut self) {
        self.path.leave();
    }

    fn sized<T: BySize>(&mut self, field: &'static Field, record: &mut SizedRecord<T>) {
        if !record.tail.is_empty() {
            self.lose(field.name, TAIL, show_bytes(&record.tail));
            record.tail.clear();
        }
        Unread::forget(record, &mut |_, path, value| {
            self.lose(field.name, &path, value);
        });
    }

    fn strided<T: Row<Context = ()>>(&mut self, field: &'static Field, records: &mut Strided<T>) {
        records.forget_tails(&mut |index, tail| {
            self.lose(field.name, &within_index(index, TAIL), show_bytes(tail));
        });
        Unread::forget(records, &mut |index, path, value| {
            self.lose(field.name, &within_index(index, &path), value);
        });
    }

    fn blob<T: Blob>(&mut self, field: &'static Field, blob: &mut T, is_unknown: bool) {
        let bytes = blob.bytes_mut();
        if is_unknown && !bytes.is_empty() {
            self.lose(field.name, "", show_bytes(bytes));
            bytes.clear();
        }
    }

    fn original_layout<A: Copy>(&mut self, memory: &mut OriginalLayout<A>) {
        if let Some(gap) = memory.gap() {
            self.lose(MEMORY, "", show_bytes(&gap));
            memory.forget();
        }
    }
}

/// Records of any type, as bytes: the search is the same for all types.
trait Records {
    /// The shape of a record.
    fn shape(&self) -> Shape;

    /// Writes the bytes of a record into `out`; none if there is no such record, or it cannot be written.
    fn put(&self, index: usize, out: &mut [u8]) -> Option<()>;

    /// Replaces a record by the one in these bytes.
    fn replace(&mut self, index: usize, bytes: &[u8]) -> Option<()>;
}

impl<T: BySize> Records for SizedRecord<T> {
    fn shape(&self) -> Shape {
        T::known((), self.known()).0
    }

    fn put(&self, index: usize, out: &mut [u8]) -> Option<()> {
        (index == 0).then(|| self.record.write_row((), out).ok())?
    }

    fn replace(&mut self, _: usize, bytes: &[u8]) -> Option<()> {
        self.record = T::read_row(bytes, ())?;
        Some(())
    }
}

impl<T: Row<Context = ()>> Records for Strided<T> {
    fn shape(&self) -> Shape {
        T::known((), self.stride() as usize).0
    }

    fn put(&self, index: usize, out: &mut [u8]) -> Option<()> {
        self.get(index)?.write_row((), out).ok()
    }

    fn replace(&mut self, index: usize, bytes: &[u8]) -> Option<()> {
        *self.get_mut(index)? = T::read_row(bytes, ())?;
        Some(())
    }
}

/// The bytes of a union that no arm reads.
struct Unread {
    /// The index of the record that contains them.
    index: usize,
    /// The bytes of the record.
    record: Vec<u8>,
    /// The path of the union in it.
    path: String,
    /// The range of the bytes in the record.
    place: Range<usize>,
}

impl Unread {
    /// Finds the first record with such bytes, from record `start` on.
    fn first(records: &dyn Records, start: usize) -> Option<Self> {
        let Shape::Record(layout) = records.shape() else {
            return None;
        };
        if !has_union(layout) {
            return None;
        }
        let mut record = alloc::vec![0; layout.size];
        for index in start.. {
            records.put(index, &mut record)?;
            if let Some((path, place)) = unread(layout, &record, 0) {
                return Some(Self {
                    index,
                    record,
                    path,
                    place,
                });
            }
        }
        None
    }

    /// Clears the unrecognized bytes of records, and reports the record, the field, and the content of each.
    fn forget(records: &mut dyn Records, lost: &mut dyn FnMut(usize, String, String)) {
        // A record may have several unions. One is cleared at a time.
        let mut at = 0;
        while let Some(mut unread) = Self::first(records, at) {
            at = unread.index;
            let bytes = unread.record.get_mut(unread.place).unwrap_or_default();
            lost(unread.index, unread.path, show_bytes(bytes));
            bytes.fill(0);
            if records.replace(unread.index, &unread.record).is_none() {
                return;
            }
        }
    }
}

/// Whether a record has a union.
fn has_union(layout: &Layout) -> bool {
    layout.fields.iter().any(|field| match field.shape {
        Shape::Record(inner) => has_union(inner),
        Shape::Union(_) => true,
        _ => false,
    })
}

/// The bytes of a record's union that no arm reads: the union's field, and their range.
fn unread(layout: &Layout, record: &[u8], base: usize) -> Option<(String, Range<usize>)> {
    layout.fields.iter().find_map(|field| {
        let start = base + field.at;
        let bytes = record.get(field.at..)?.get(..field.size)?;
        match field.shape {
            Shape::Record(inner) => {
                let (path, place) = unread(inner, bytes, start)?;
                Some((join(field.name, &path), place))
            }
            Shape::Union(table) => {
                // If the record does not store its selector, the context of the part contains it.
                let (_, selector) = layout.field_bytes(table.selector, record)?;
                let read = table.arm(number(selector)).map_or(0, |arm| arm.size);
                let rest = bytes.get(read..).unwrap_or_default();
                // A null reference is all ones.
                let holds = |byte| rest.iter().any(|other| *other != byte);
                let place = start + read..start + field.size;
                (holds(0) && holds(0xff)).then(|| (field.name.into(), place))
            }
            _ => None,
        }
    })
}

#[cfg(test)]
#[allow(dead_code, unreachable_pub)]
mod tests {
    use core::cell::Cell;

    use super::*;
    use crate::{Record, Switch, open_enum};

    /// The selector of the content.
    #[open_enum(u32)]
    enum Kind {
        /// A number.
        Number = 1,
    }

    /// The content.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Switch)]
    #[dxc(by = Kind, selector = "kind")]
    #[dxc(arm(number: u32, when(Number), doc = "The number."))]
    struct AnyContent([u8; 4]);

    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Record)]
    struct Selected {
        kind: Kind,
        content: AnyContent,
    }

    /// Records that count accesses.
    struct Counted {
        rows: Strided<Selected>,
        looks: Cell<usize>,
    }

    impl Records for Counted {
        fn shape(&self) -> Shape {
            Records::shape(&self.rows)
        }

        fn put(&self, index: usize, out: &mut [u8]) -> Option<()> {
            self.looks.set(self.looks.get() + 1);
            Records::put(&self.rows, index, out)
        }

        fn replace(&mut self, index: usize, bytes: &[u8]) -> Option<()> {
            self.rows.replace(index, bytes)
        }
    }

    /// Every other record has unrecognized bytes, and none is accessed repeatedly.
    #[test]
    fn records_are_visited_once() {
        const COUNT: usize = 1000;
        let (mut rows, looks) = (Strided::default(), Cell::new(0));
        for index in 0..COUNT {
            let content = AnyContent([u8::from(index % 2 == 1); 4]);
            rows.push(Selected {
                kind: Kind(99),
                content,
            });
        }
        let mut records = Counted { rows, looks };
        let mut lost = Vec::new();
        Unread::forget(&mut records, &mut |index, path, _| lost.push((index, path)));
        let expected = (0..COUNT).filter(|index| index % 2 == 1);
        let expected = expected.map(|index| (index, String::from("content")));
        assert_eq!(lost, expected.collect::<Vec<_>>());
        assert!(records.looks.get() <= 2 * COUNT, "{:?}", records.looks);
        assert!(Unread::first(&records.rows, 0).is_none());
    }
}

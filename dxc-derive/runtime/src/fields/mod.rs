//! Visitors over the fields of an owned value. Each type lists its fields once, in [`Fields::visit`]; an operation on values is a
//! [`Visitor`], which may change them. Code that only reads the bytes of a part uses a [`Sink`](crate::read::walk::Sink).

pub mod field;
pub(crate) mod field_value;

use alloc::vec::Vec;

use crate::error::Result;
pub use crate::fields::field::Field;
use crate::fixed::Fixed;
use crate::records::row::{BySize, Row};
use crate::records::sized::SizedRecord;
use crate::records::strided::Strided;
use crate::strings::StringTable;
use crate::strings::blob::Blob;
pub use crate::tables::declaration::{TableDeclaration, TableKind};
use crate::write::original_layout::OriginalLayout;

/// A value whose fields can be visited: the content of a part, a structure in it, or a choice.
///
/// ```
/// use dxc_format::runtime::fields::{Field, Fields, Visitor};
/// use dxc_format::psv0::PipelineStateValidation;
/// use dxc_format::types::{Row, Strided};
///
/// /// Counts records that have a stride.
/// struct Count(usize);
///
/// impl<'v> Visitor<'v> for Count {
///     fn strided<T: Row<Context = ()>>(&mut self, _: &'static Field, records: &'v mut Strided<T>) {
///         self.0 += records.len();
///     }
/// }
///
/// let mut psv = PipelineStateValidation::default();
/// psv.resources.push(Default::default());
/// let mut count = Count(0);
/// psv.visit(Some(()), &mut count);
/// assert_eq!(count.0, 1);
/// ```
pub trait Fields: Clone {
    /// The arguments from the containing value, such as a version.
    type Args: Copy;

    /// A new value for these arguments.
    ///
    /// # Errors
    /// If a choice has no content for its selector.
    fn new_value(args: Self::Args) -> Result<Self>;

    /// Visits the fields in the order of the file. Tables that the arguments exclude are not visited; without
    /// arguments, records are visited without a context.
    fn visit<'v, V: Visitor<'v> + ?Sized>(&'v mut self, args: Option<Self::Args>, visitor: &mut V);
}

/// A structure that may be absent has no fields then.
impl<T: Fields> Fields for Option<T> {
    type Args = T::Args;

    fn new_value(args: Self::Args) -> Result<Self> {
        T::new_value(args).map(Some)
    }

    fn visit<'v, V: Visitor<'v> + ?Sized>(&'v mut self, args: Option<Self::Args>, visitor: &mut V) {
        if let Some(value) = self {
            value.visit(args, visitor);
        }
    }
}

/// Receives the fields of a value, and may change them. By default, structures are visited field by field, and nothing else is
/// done.
#[allow(unused_variables)]
pub trait Visitor<'v> {
    /// Visits a field of any kind except records and structures. By default, the methods for such fields call it.
    fn other(&mut self, field: &'static Field) {}

    /// Enters a structure: the content of a field, or one of several elements.
    fn enter(&mut self, field: &'static Field, index: Option<usize>) {}

    /// Leaves the innermost structure.
    fn leave(&mut self) {}

    /// A single value.
    fn value<T: Row<Context = ()>>(&mut self, field: &'static Field, value: &'v mut T) {}

    /// An optional value; by default, it is visited if it is present.
    fn optional<T: Fixed>(&mut self, field: &'static Field, value: &'v mut Option<T>) {
        if let Some(value) = value {
            self.value(field, value);
        }
    }

    /// An optional [`Blob`]; by default, it is visited if it is present.
    fn optional_blob<T: Blob>(&mut self, field: &'static Field, blob: &'v mut Option<T>) {
        if let Some(blob) = blob {
            self.blob(field, blob, false);
        }
    }

    /// An optional reference to a structure of a pool; by default, it is visited if it is present.
    fn optional_link(&mut self, field: &'static Field, index: &'v mut Option<u32>) {
        if let Some(index) = index {
            self.link(field, index);
        }
    }

    /// A record whose size in the file selects its version.
    fn sized<T: BySize>(&mut self, field: &'static Field, record: &'v mut SizedRecord<T>) {}

    /// Records with a stride.
    fn strided<T: Row<Context = ()>>(
        &mut self,
        field: &'static Field,
        records: &'v mut Strided<T>,
    ) {
    }

    /// Contiguous records.
    fn run<T: Row>(
        &mut self,
        field: &'static Field,
        records: &'v mut Vec<T>,
        context: Option<T::Context>,
    ) {
    }

    /// The record in a choice.
    fn record<T: Row>(
        &mut self,
        field: &'static Field,
        record: &'v mut T,
        context: Option<T::Context>,
    ) {
    }

    /// The structure in a choice; by default, its fields are those of the choice.
    fn arm<T: Fields>(&mut self, field: &'static Field, value: &'v mut T, args: Option<T::Args>) {
        value.visit(args, self);
    }

    /// A field that is computed on writing and is not a field of the value; `new` is its value in a new one.
    fn computed<T: Fixed>(&mut self, field: &'static Field, new: T) {
        self.other(field);
    }

    /// The size of each record of the next field, or the name of the computed field that has it: `rule` in the schema.
    fn stride(&mut self, rule: &'static str, size: Option<u32>) {}

    /// A structure.
    fn nested<T: Fields>(
        &mut self,
        field: &'static Field,
        value: &'v mut T,
        args: Option<T::Args>,
    ) {
        self.enter(field, None);
        value.visit(args, self);
        self.leave();
    }

    /// An optional structure, which has no fields if it is absent.
    fn optional_nested<T: Fields>(
        &mut self,
        field: &'static Field,
        value: &'v mut Option<T>,
        args: Option<T::Args>,
    ) {
        self.nested(field, value, args);
    }

    /// Contiguous structures, or structures of a pool.
    fn items<T: Fields>(
        &mut self,
        field: &'static Field,
        items: &'v mut Vec<T>,
        args: Option<T::Args>,
    ) {
        for (index, item) in items.iter_mut().enumerate() {
            self.enter(field, Some(index));
            item.visit(args, self);
            self.leave();
        }
    }

    /// A reference to a structure of a pool, by its index.
    fn link(&mut self, field: &'static Field, index: &'v mut u32) {
        self.other(field);
    }

    /// A table of strings, which records may reference.
    fn strings(
        &mut self,
        field: &'static Field,
        strings: &'v mut StringTable,
        table: &'static TableDeclaration,
    ) {
        self.other(field);
    }

    /// A table of numbers, which records reference.
    fn numbers(
        &mut self,
        field: &'static Field,
        numbers: &'v mut Vec<u32>,
        table: &'static TableDeclaration,
    ) {
        self.other(field);
    }

    /// Bytes, strings or one string. Tables of strings that records reference go to [`strings`](Self::strings). `is_unknown`: the
    /// bytes are unrecognized.
    fn blob<T: Blob>(&mut self, field: &'static Field, blob: &'v mut T, is_unknown: bool) {
        self.other(field);
    }

    /// The bytes that were read.
    fn original_layout<A: Copy>(&mut self, memory: &'v mut OriginalLayout<A>) {}
}

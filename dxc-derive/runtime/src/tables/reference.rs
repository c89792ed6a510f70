//! References from a value to its tables.

use alloc::borrow::Cow;
use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;

use crate::error::{Error, ErrorKind, Result};
use crate::read::walk_path::join;
use crate::shape::ListOf;
use crate::strings::{NO_STRING, Strings};

/// The target of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Names {
    /// A string, by its offset.
    String {
        /// Whether it comes after all others in a new table.
        last: bool,
        /// Whether the reference may be null.
        optional: bool,
    },
    /// A run of `len` numbers, by its first index.
    Run { len: u32 },
    /// A record of a run, by its index.
    Row { of: &'static str },
    /// A list, by the index of its length.
    List { of: ListOf },
}

/// A record of a value, or a structure around it.
#[derive(Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct RecordPath {
    outer: Option<Rc<RecordPath>>,
    field: &'static str,
    pub index: Option<usize>,
}

/// A path that several references share.
#[doc(hidden)]
pub type SharedPath = Rc<RecordPath>;

impl RecordPath {
    /// A field, possibly in a structure.
    pub fn within(outer: Option<&Rc<Self>>, field: &'static str, index: Option<usize>) -> Rc<Self> {
        let outer = outer.cloned();
        Rc::new(Self {
            outer,
            field,
            index,
        })
    }

    /// Whether both records are in one run.
    pub fn is_beside(&self, other: &Self) -> bool {
        let is_within_one = match (&self.outer, &other.outer) {
            (Some(outer), Some(others)) => Rc::ptr_eq(outer, others),
            (None, None) => true,
            _ => false,
        };
        is_within_one && self.field == other.field
    }

    fn path(&self) -> String {
        let mut path = match &self.outer {
            Some(outer) => join(&outer.path(), self.field),
            None => self.field.into(),
        };
        if let Some(index) = self.index {
            path.push_str(&format!("[{index}]"));
        }
        path
    }
}

/// A reference in a record: its number and its target.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Reference {
    pub place: Rc<RecordPath>,
    /// The name of the record.
    pub record: &'static str,
    pub field: Cow<'static, str>,
    /// The index of the list item that the field references.
    pub element: Option<usize>,
    pub number: u32,
    /// The number before the tables were laid out.
    pub was: u32,
    pub table: &'static str,
    pub names: Names,
}

/// A visitor that receives each reference, and returns its replacement.
#[doc(hidden)]
pub type Visit<'v> = dyn FnMut(Reference) -> u32 + 'v;

impl Reference {
    pub fn new(
        place: &SharedPath,
        field: &'static str,
        number: u32,
        table: &'static str,
        names: Names,
    ) -> Self {
        Self {
            place: place.clone(),
            record: "",
            field: field.into(),
            element: None,
            number,
            was: number,
            table,
            names,
        }
    }

    #[doc(hidden)]
    pub fn path(&self) -> String {
        let path = join(&self.place.path(), &self.field);
        match self.element {
            Some(element) => format!("{path}[{element}]"),
            None => path,
        }
    }

    pub fn error(&self, kind: ErrorKind) -> Error {
        Error::without_byte(kind).within(&self.path())
    }

    /// The string in a table; `None` for the null reference.
    #[doc(hidden)]
    pub fn string<'t>(&self, table: Strings<'t>, optional: bool) -> Result<Option<&'t [u8]>> {
        if optional && self.number == NO_STRING {
            return Ok(None);
        }
        let text = table.bytes(self.number).map(Some);
        text.ok_or_else(|| self.no_string(table))
    }

    /// The error for a reference without a string in a table.
    #[cold]
    pub fn no_string(&self, table: Strings<'_>) -> Error {
        self.error(match self.number as usize {
            at if at < table.len() => ErrorKind::Unterminated,
            _ => ErrorKind::NoString {
                offset: self.number.into(),
            },
        })
    }

    /// The run in a table.
    #[doc(hidden)]
    pub fn run<'t>(&self, table: &'t [u32], len: u32) -> Result<&'t [u32]> {
        let start = self.number;
        let rest = table.get(start as usize..);
        let run = rest.and_then(|rest| rest.get(..len as usize));
        run.ok_or_else(|| self.error(ErrorKind::NoRun { start, len }))
    }
}

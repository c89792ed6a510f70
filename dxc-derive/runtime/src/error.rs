//! Errors of reading and writing, each with its location in a part or file.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use crate::fixed::fourcc::FourCC;

/// A `Result` with this crate's [`Error`].
pub type Result<T, E = Error> = core::result::Result<T, E>;

/// The reason why bytes could not be read or a value could not be written, and the location.
///
/// It has the size of a pointer, so that a `Result` stays small.
///
/// ```
/// use dxc_format::{Container, ErrorKind};
///
/// let error = Container::parse(b"DXBC").unwrap_err();
/// assert!(matches!(error.kind(), ErrorKind::Truncated { needed: 32, available: 4 }));
/// assert_eq!(error.to_string(), "header at byte 0x0: needs 32 bytes, but 4 remain");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<Report>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Report {
    kind: ErrorKind,
    part: Option<FourCC>,
    /// The offset of the part's data in the file.
    part_at: usize,
    path: String,
    /// Relative to the part's data; outside of parts, to the file. None for values, whole parts and decompressed data.
    at: Option<usize>,
    newer: Option<NewerRecord>,
}

/// A record that is larger than the newest known version of it: a newer version of the format wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NewerRecord {
    /// The name of the field that contains the record, or the records.
    pub field: &'static str,
    /// Its size in bytes.
    pub size: usize,
    /// The number of its bytes that this version knows.
    pub known: usize,
}

/// The kinds of errors.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Fewer bytes remain than the field needs. `needed` saturates.
    Truncated {
        /// The bytes that it needs.
        needed: u64,
        /// The bytes that remain.
        available: u64,
    },
    /// An offset is past the end of the bytes that it points into.
    Outside {
        /// The offset in the file.
        offset: u64,
        /// The end of these bytes.
        limit: u64,
    },
    /// An unexpected FourCC.
    Magic {
        /// The expected FourCC.
        expected: FourCC,
        /// The FourCC found.
        found: FourCC,
    },
    /// Unexpected bytes.
    Bytes {
        /// The expected bytes.
        expected: &'static [u8],
        /// The bytes found.
        found: FirstBytes,
    },
    /// A field does not have its expected value.
    Mismatch {
        /// The expression of the schema that the field must equal.
        rule: &'static str,
        /// Its value; none if it overflows 64 bits.
        expected: Option<u64>,
        /// The value found.
        found: u64,
    },
    /// An expression of the schema overflows 64 bits, or divides by 0.
    Overflow {
        /// The expression.
        rule: &'static str,
    },
    /// A record that is smaller than its first version.
    TooSmall {
        /// The size or stride in the file, in bytes.
        size: u64,
        /// The size of the first version, in bytes.
        minimum: u64,
    },
    /// An offset outside of the string table.
    NoString {
        /// The offset in the file.
        offset: u64,
    },
    /// A string without a NUL at its end.
    Unterminated,
    /// A string with a NUL before its end.
    NulWithin,
    /// A list of the index table that exceeds the table.
    NoRun {
        /// The index of its first number.
        start: u32,
        /// The number of its numbers.
        len: u32,
    },
    /// Unrecognized bytes may reference entries of a table that would move or be removed.
    ///
    /// [`unknown`](crate::unknown) describes how to proceed.
    MayName {
        /// The table.
        table: &'static str,
    },
    /// A value that is too large for its field.
    TooLarge {
        /// The value; none if it overflows 64 bits.
        value: Option<u64>,
        /// The field's width in bits.
        bits: u32,
    },
    /// A count differs from the number of records in the value.
    CountDiffers {
        /// The expression of the schema for the count.
        rule: &'static str,
        /// Its value.
        expected: u64,
        /// The number of records in the value.
        found: u64,
    },
    /// A field has a value, but is not stored in this version, or under this condition.
    NoRoom {
        /// The condition under which it is stored.
        rule: &'static str,
    },
    /// Overlapping references: the value would be far larger than the part.
    Aliased,
    /// An unknown selector value.
    NoArm {
        /// The value.
        selector: u64,
    },
    /// The value of a choice does not match its selector.
    OtherArm {
        /// The selector.
        selector: u64,
        /// The arm that it requires.
        chosen: &'static str,
        /// The arm that the value is.
        held: &'static str,
    },
    /// An index that is out of range.
    NoEntry {
        /// The index.
        index: u64,
        /// The number of entries.
        len: u64,
    },
    /// A feature of the crate that this build lacks, such as `zlib` for compressed data.
    NoFeature {
        /// The name of the feature.
        feature: &'static str,
    },
    /// An unknown compression method.
    NoCompression {
        /// The method in the file.
        method: u64,
    },
    /// Compressed data that is damaged, or whose size differs from the stated size.
    Damaged {
        /// The stated size in bytes.
        expected: u64,
    },
    /// A PDB file that cannot be read, or contains no container.
    Pdb {
        /// The problem.
        problem: String,
    },
    /// LLVM bitcode that is damaged, or DXIL metadata that is not valid.
    Bitcode {
        /// The problem.
        problem: &'static str,
        /// The bit in the byte at the error's offset, counted from the lowest; `None` if the error has no byte offset.
        bit: Option<u8>,
    },
    /// An operation would exceed one of its [`Limits`](crate::Limits).
    Limit {
        /// The field of [`Limits`](crate::Limits).
        name: &'static str,
        /// The least value of the limit with which the operation would continue.
        needed: u64,
        /// The value of the limit.
        limit: u64,
    },
    /// Structures are nested more deeply than the fixed limit of readers and writers.
    TooDeep {
        /// The maximum depth.
        limit: u8,
    },
    /// A part overlaps the digest in the header.
    OverDigest,
    /// The container has no such part.
    NoPart,
    /// The FourCC does not belong to the part's type.
    WrongPart,
}

/// The first of several bytes. An error kind that owned them would have to be dropped wherever a result is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstBytes {
    first: [u8; 16],
    /// The number of all bytes.
    len: usize,
}

impl FirstBytes {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut first = [0; 16];
        let bytes_and_places = first.iter_mut().zip(bytes);
        bytes_and_places.for_each(|(place, byte)| *place = *byte);
        let len = bytes.len();
        Self { first, len }
    }
}

impl fmt::Display for FirstBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.first.get(..self.len).unwrap_or(&self.first);
        let more = self.len.saturating_sub(shown.len());
        write!(f, "\"{}\"", shown.escape_ascii())?;
        match more {
            0 => Ok(()),
            more => write!(f, " and {more} more bytes"),
        }
    }
}

/// The second reason why an expression has no value, if it contains a division.
fn division(rule: &str) -> &'static str {
    if rule.contains(['/', '%']) {
        ", or divides by 0"
    } else {
        ""
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated { needed, available } => {
                write!(f, "needs {needed} bytes, but {available} remain")
            }
            Self::Outside { offset, limit } => {
                write!(f, "offset {offset} is past the end at {limit}")
            }
            Self::Magic { expected, found } => {
                write!(f, "expected \"{expected}\", found \"{found}\"")
            }
            Self::Bytes { expected, found } => {
                write!(f, "expected \"{}\", found {found}", expected.escape_ascii())
            }
            Self::Mismatch {
                rule,
                expected,
                found,
            } => match expected {
                Some(expected) => write!(f, "expected {expected} ({rule}), found {found}"),
                None => write!(f, "expected {rule}, which overflows 64 bits; found {found}"),
            },
            Self::Overflow { rule } => write!(f, "{rule} overflows 64 bits{}", division(rule)),
            Self::TooSmall { size, minimum } => write!(
                f,
                "expected at least {minimum} bytes, found a size of {size}"
            ),
            Self::NoString { offset } => write!(f, "offset {offset} is outside the string table"),
            Self::NoRun { start, len } => {
                write!(f, "{len} numbers from index {start} exceed the table")
            }
            Self::MayName { table } => write!(
                f,
                "unrecognized bytes may reference entries of `{table}` that would move; use `extend_tables` or `forget_unknown`"
            ),
            Self::NulWithin => f.write_str("expected no NUL before the end of the string"),
            Self::Unterminated => f.write_str("expected a NUL at the end of the string"),
            Self::TooLarge { value, bits } => match value {
                Some(value) => write!(f, "{value} does not fit into {bits} bits"),
                None => write!(f, "the value overflows 64 bits (the field has {bits})"),
            },
            Self::CountDiffers {
                rule,
                expected,
                found,
            } => write!(f, "expected {expected} ({rule}), the value has {found}"),
            Self::NoRoom { rule } => write!(f, "has a value, but is only stored if {rule}"),
            Self::Aliased => f.write_str("overlapping references exceed the size limit"),
            Self::NoFeature { feature } => write!(f, "needs the feature `{feature}` of the crate"),
            Self::NoCompression { method } => write!(f, "unknown compression method {method}"),
            Self::Damaged { expected } => write!(
                f,
                "the compressed data is damaged, or does not decompress to {expected} bytes"
            ),
            Self::NoArm { selector } => write!(f, "unknown selector value {selector}"),
            Self::OtherArm {
                selector,
                chosen,
                held,
            } => write!(
                f,
                "the value is `{held}`, but selector {selector} requires `{chosen}`"
            ),
            Self::NoEntry { index, len } => {
                write!(f, "index {index} is out of range: there are {len}")
            }
            Self::Limit {
                name,
                needed,
                limit,
            } => fmt_limit(f, name, *needed, *limit),
            Self::TooDeep { limit } => {
                write!(f, "more than {limit} structures are inside of one another")
            }
            Self::Pdb { problem } => write!(f, "the PDB cannot be read: {problem}"),
            Self::Bitcode { problem, .. } => write!(f, "the bitcode cannot be read: {problem}"),
            Self::WrongPart => f.write_str("the FourCC does not belong to this type"),
            Self::OverDigest => f.write_str("the part overlaps the digest in the header"),
            Self::NoPart => f.write_str("no such part"),
        }
    }
}

fn fmt_limit(f: &mut fmt::Formatter<'_>, name: &str, needed: u64, limit: u64) -> fmt::Result {
    let unit = if name == "steps" { "steps" } else { "bytes" };
    write!(
        f,
        "needs {needed} {unit}, but `Limits::{name}` is {limit}; a larger limit allows it"
    )
}

impl Error {
    /// An error at byte `at` of the bytes that are read or written.
    #[cold]
    pub fn new(kind: ErrorKind, at: usize) -> Self {
        Self::at(kind, Some(at))
    }

    /// An error of bitcode at a position in bits.
    #[cold]
    #[doc(hidden)]
    pub fn bitcode(problem: &'static str, position: usize) -> Self {
        let [bit, ..] = (position % 8).to_le_bytes();
        let bit = Some(bit);
        Self::new(ErrorKind::Bitcode { problem, bit }, position / 8)
    }

    /// An error of bitcode without an offset.
    #[cold]
    #[doc(hidden)]
    pub fn bitcode_without_byte(problem: &'static str) -> Self {
        Self::without_byte(ErrorKind::Bitcode { problem, bit: None })
    }

    /// An error without an offset: in a value, a whole part, or decompressed data.
    #[cold]
    #[doc(hidden)]
    pub fn without_byte(kind: ErrorKind) -> Self {
        Self::at(kind, None)
    }

    #[cold]
    fn at(kind: ErrorKind, at: Option<usize>) -> Self {
        Self(Box::new(Report {
            kind,
            part: None,
            part_at: 0,
            path: String::new(),
            at,
            newer: None,
        }))
    }

    /// The error, with `field` before its path.
    #[cold]
    #[must_use]
    pub fn within(mut self, field: &str) -> Self {
        let path = &mut self.0.path;
        if !path.is_empty() && !path.starts_with('[') {
            path.insert(0, '.');
        }
        path.insert_str(0, field);
        self
    }

    /// The error, with the index of a record before its path.
    #[cold]
    #[must_use]
    pub fn within_index(self, index: usize) -> Self {
        self.within(&alloc::format!("[{index}]"))
    }

    /// The error, in a part with its data at byte `at` of the file.
    #[cold]
    #[must_use]
    pub fn within_part(mut self, part: FourCC, at: usize) -> Self {
        self.0.part.get_or_insert(part);
        self.0.part_at = at;
        self
    }

    /// The error, in decompressed data: it has no offset in the file.
    #[cold]
    #[must_use]
    #[doc(hidden)]
    pub fn within_unpacked(mut self) -> Self {
        self.0.at = None;
        self
    }

    /// The error, after a record of a newer version.
    #[cold]
    #[must_use]
    pub(crate) fn behind_newer(mut self, newer: Option<NewerRecord>) -> Self {
        self.0.newer = newer;
        self
    }

    /// The record of a newer version before the error, if there is one. That version may define the bytes after the
    /// record as well, so that the part need not be damaged.
    pub fn newer_record(&self) -> Option<NewerRecord> {
        self.0.newer
    }

    /// The kind of the error.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// The part that contains the error, if any.
    pub fn part(&self) -> Option<FourCC> {
        self.0.part
    }

    /// The field, such as `elements[3].name`.
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// The offset in the part's data; outside of parts, in the file. 0 if the error is not at a byte, and in decompressed
    /// data.
    pub fn offset(&self) -> usize {
        self.0.at.unwrap_or_default()
    }

    /// The offset in the file, if the error came from reading a container.
    pub fn file_offset(&self) -> usize {
        self.0.part_at.saturating_add(self.offset())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report {
            kind,
            part,
            path,
            at,
            ..
        } = &*self.0;
        if let Some(part) = part {
            write!(f, "{part}: ")?;
        }
        f.write_str(path)?;
        if let Some(at) = at {
            let blank = if path.is_empty() { "" } else { " " };
            write!(f, "{blank}at byte {:#x}", self.file_offset())?;
            if let ErrorKind::Bitcode { bit: Some(bit), .. } = kind {
                write!(f, ", bit {bit}")?;
            }
            if part.is_some() && self.0.part_at > 0 {
                write!(f, " ({at:#x} of the part)")?;
            }
        }
        if path.is_empty() && at.is_none() {
            write!(f, "{kind}")
        } else {
            write!(f, ": {kind}")
        }?;
        match &self.0.newer {
            Some(newer) => write!(f, "; {newer}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for NewerRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, size, known } = self;
        write!(
            f,
            "a record of `{field}` has {size} bytes, of which this version knows {known}: a newer version may define what follows"
        )
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({self})")
    }
}

impl core::error::Error for Error {}

#[cfg(feature = "binrw")]
impl From<Error> for binrw::Error {
    fn from(error: Error) -> Self {
        binrw::Error::Custom {
            pos: error.file_offset() as u64,
            err: Box::new(error),
        }
    }
}

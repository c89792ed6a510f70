//! What can be wrong with bytes or with a value, and where.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use super::fourcc::FourCC;

/// A `Result` with this crate's [`Error`].
pub type Result<T, E = Error> = core::result::Result<T, E>;

/// Why bytes could not be read or a value could not be written, and the place where that was found.
///
/// It is one pointer wide, so that a `Result` stays small.
///
/// ```
/// use dxc_format::{Container, ErrorKind};
///
/// let error = Container::parse(b"DXBC").unwrap_err();
/// assert!(matches!(error.kind(), ErrorKind::Truncated { needed: 32, available: 4 }));
/// assert_eq!(error.to_string(), "header at byte 0x0: needs 32 bytes, but 4 are left");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<Report>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Report {
    kind: ErrorKind,
    part: Option<FourCC>,
    /// Where the part's data begins in the file.
    part_at: usize,
    path: String,
    /// From the start of the part's data; from the start of the file outside of parts. None of a value, of a whole
    /// part, or of what is compressed in the file.
    at: Option<usize>,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Fewer bytes are left than something needs. `needed` saturates.
    Truncated {
        /// Bytes that it needs.
        needed: u64,
        /// Bytes that are there.
        available: u64,
    },
    /// An offset leads past the end of what it points into.
    Outside {
        /// The offset as the file has it.
        offset: u64,
        /// How far the target reaches.
        limit: u64,
    },
    /// A FourCC that must stand here does not.
    Magic {
        /// The FourCC that must stand here.
        expected: FourCC,
        /// The FourCC that does.
        found: FourCC,
    },
    /// A field does not hold what it must.
    Mismatch {
        /// What the field must equal, as the schema says it.
        rule: &'static str,
        /// That value; none if computing it leaves 64 bits.
        expected: Option<u64>,
        /// The value found.
        found: u64,
    },
    /// An expression of the schema leaves 64 bits.
    Overflow {
        /// The expression.
        rule: &'static str,
    },
    /// Records or structures smaller than their first version.
    TooSmall {
        /// The size or stride in the file, in bytes.
        size: u64,
        /// The size of the first version, in bytes.
        minimum: u64,
    },
    /// A number that names no string of the table.
    NoString {
        /// The offset as the file has it.
        offset: u64,
    },
    /// A string that no NUL ends.
    Unterminated,
    /// A string that would end before its end.
    NulWithin,
    /// A number that names no run of the table.
    NoRun {
        /// Where the run would begin.
        start: u32,
        /// How many numbers it would have.
        len: u32,
    },
    /// Bytes that nobody here understands, which may name what would move in a table, or go.
    ///
    /// [`unknown`](crate::runtime::unknown) says what to do about it.
    MayName {
        /// The table.
        table: &'static str,
    },
    /// A value that its field cannot hold.
    TooLarge {
        /// The value; none if computing it leaves 64 bits.
        value: Option<u64>,
        /// The field's width in bits.
        bits: u32,
    },
    /// A count that does not agree with the number of records to be written.
    CountDiffers {
        /// The count, as the schema says it.
        rule: &'static str,
        /// Its value.
        expected: u64,
        /// How many records the value holds.
        found: u64,
    },
    /// A field has a value, but the version or condition at hand leaves no room for it.
    NoRoom {
        /// What would make room.
        rule: &'static str,
    },
    /// Offsets lead to the same bytes so often that the value would be far larger than the part.
    Aliased,
    /// A value that chooses nothing that is known.
    NoArm {
        /// The value.
        selector: u64,
    },
    /// A choice that holds something else than its selector chooses.
    OtherArm {
        /// The selector.
        selector: u64,
        /// What it chooses.
        chosen: &'static str,
        /// What the value holds.
        held: &'static str,
    },
    /// A number that names nothing, since there are not so many structures.
    NoEntry {
        /// The number.
        index: u64,
        /// How many structures there are.
        len: u64,
    },
    /// Bytes that are compressed in a way that is not known, or that this build cannot undo.
    NoCompression {
        /// How they say that they are compressed.
        method: u64,
    },
    /// Compressed bytes that are damaged, or that do not hold as many as they should.
    Damaged {
        /// How many they should hold.
        expected: u64,
    },
    /// A PDB file that cannot be read, or holds no container.
    Pdb {
        /// What is wrong with it.
        problem: String,
    },
    /// LLVM bitcode that is damaged, or DXIL metadata that is not as it must be.
    Bitcode {
        /// What is wrong with it.
        problem: &'static str,
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
    /// A part lies over the digest in the header, so that the digest cannot change without the part.
    OverDigest,
    /// No such part in the container.
    NoPart,
    /// A part's type does not go with its FourCC.
    WrongPart,
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated { needed, available } => {
                write!(f, "needs {needed} bytes, but {available} are left")
            }
            Self::Outside { offset, limit } => {
                write!(f, "offset {offset} leads past the end at {limit}")
            }
            Self::Magic { expected, found } => {
                write!(f, "expected \"{expected}\", found \"{found}\"")
            }
            Self::Mismatch {
                rule,
                expected,
                found,
            } => match expected {
                Some(expected) => write!(f, "expected {expected} ({rule}), found {found}"),
                None => write!(f, "expected {rule}, which leaves 64 bits; found {found}"),
            },
            Self::Overflow { rule } => write!(f, "{rule} leaves 64 bits"),
            Self::TooSmall { size, minimum } => {
                write!(
                    f,
                    "expected at least {minimum} bytes, found a size of {size}"
                )
            }
            Self::NoString { offset } => write!(f, "offset {offset} lies outside the string table"),
            Self::NoRun { start, len } => {
                write!(
                    f,
                    "{len} numbers from index {start} on do not lie within the table"
                )
            }
            Self::MayName { table } => write!(
                f,
                "nobody here understands these bytes, which may name what would move in `{table}`"
            ),
            Self::NulWithin => f.write_str("expected no NUL within the string"),
            Self::Unterminated => f.write_str("expected a NUL at the end of the string"),
            Self::TooLarge { value, bits } => match value {
                Some(value) => write!(f, "{value} does not fit into {bits} bits"),
                None => write!(f, "the value leaves 64 bits, let alone {bits}"),
            },
            Self::CountDiffers {
                rule,
                expected,
                found,
            } => {
                write!(f, "expected {expected} ({rule}), the value holds {found}")
            }
            Self::NoRoom { rule } => write!(f, "holds a value, but is only written if {rule}"),
            Self::Aliased => f.write_str("overlapping references exceed the size limit"),
            Self::NoCompression { method } => {
                write!(
                    f,
                    "compressed by method {method}, which cannot be undone here"
                )
            }
            Self::Damaged { expected } => {
                write!(f, "what is compressed is damaged, or not {expected} bytes")
            }
            Self::NoArm { selector } => write!(f, "nothing is known of a {selector} here"),
            Self::OtherArm {
                selector,
                chosen,
                held,
            } => write!(f, "holds {held}, but {selector} chooses {chosen}"),
            Self::NoEntry { index, len } => {
                write!(f, "index {index} names nothing: there are {len}")
            }
            Self::Limit { .. } => self.fmt_limit(f),
            Self::Pdb { problem } => write!(f, "the PDB cannot be read: {problem}"),
            Self::Bitcode { problem } => write!(f, "the bitcode cannot be read: {problem}"),
            Self::WrongPart => f.write_str("the FourCC is not one of this type"),
            Self::OverDigest => f.write_str("the part overlaps the digest in the header"),
            Self::NoPart => f.write_str("no such part"),
        }
    }
}

impl ErrorKind {
    fn fmt_limit(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Limit {
            name,
            needed,
            limit,
        } = self
        else {
            return Ok(());
        };
        let unit = if *name == "steps" { "steps" } else { "bytes" };
        write!(
            f,
            "needs {needed} {unit}, but `Limits::{name}` is {limit}; a larger limit allows it"
        )
    }
}

impl Error {
    /// An error at byte `at` of what is being read or written.
    #[cold]
    pub fn new(kind: ErrorKind, at: usize) -> Self {
        Self::at(kind, Some(at))
    }

    /// An error that is at no byte: of a value, of a whole part, or of what is compressed.
    #[cold]
    pub(crate) fn without_byte(kind: ErrorKind) -> Self {
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
        }))
    }

    /// The same error, known to lie within `field`.
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

    /// The same error, known to lie within record `index` of a run.
    #[cold]
    #[must_use]
    pub fn within_index(self, index: usize) -> Self {
        self.within(&alloc::format!("[{index}]"))
    }

    /// The same error, known to lie in a part whose data begins at byte `at` of the file.
    #[cold]
    #[must_use]
    pub fn within_part(mut self, part: FourCC, at: usize) -> Self {
        self.0.part.get_or_insert(part);
        self.0.part_at = at;
        self
    }

    /// The same error, found in what was unpacked: it is at no byte of the file.
    #[cold]
    #[must_use]
    pub(crate) fn within_unpacked(mut self) -> Self {
        self.0.at = None;
        self
    }

    /// What is wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// The part in which it was found, if it was in one.
    pub fn part(&self) -> Option<FourCC> {
        self.0.part
    }

    /// The field, such as `elements[3].name`.
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// The byte in the part's data; outside of parts, in the file. 0 of what is no matter of a byte, and of what was found
    /// in bytes that are compressed in the file.
    pub fn offset(&self) -> usize {
        self.0.at.unwrap_or_default()
    }

    /// The byte in the file, where the error came from reading a container.
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
            if part.is_some() && self.0.part_at > 0 {
                write!(f, " ({at:#x} of the part)")?;
            }
        }
        match path.is_empty() && at.is_none() {
            true => write!(f, "{kind}"),
            false => write!(f, ": {kind}"),
        }
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

//! Limits the memory that a document requests without containing it: bytes by number, and records without keys.

use alloc::format;

use super::problem::DocumentError;
use crate::Limits;
use crate::limits::Budget;

/// The default limits of documents: only requested bytes are bounded.
pub const USUAL: Limits = {
    let mut limits = Limits::NONE;
    limits.memory = Limits::of_input(0).memory;
    limits
};

/// The share of [`Limits::memory`] that a document may request. There are four copies of the bytes: in the value of a
/// part, its layout, its bytes and the container.
const SHARE: u64 = 4;

/// The memory of all records together, as a multiple of the text of a document.
const TIMES: u64 = 32;

/// The memory that a limit on records adds for the records of a small document.
const FEW: u64 = 1 << 20;

/// The estimated memory of a record without its bytes, in the document and in its list.
const RECORD: u64 = 64;

/// The estimated memory of a structure, and of one whose part has tables of strings.
const STRUCTURE: u64 = 256;
const REFERRING_STRUCTURE: u64 = 1700;

/// The estimated memory of the references of a record while tables are laid out.
const REFERENCES: u64 = 384;

/// The bytes that a document may still request: gaps, zeros, and records that are longer than their content. Also the
/// memory that these bytes and all records may still take together.
#[derive(Clone, Copy, Debug)]
pub struct Requested {
    memory: u64,
    budget: Budget,
    total: Budget,
}

impl Default for Requested {
    fn default() -> Self {
        Self::within(&USUAL)
    }
}

impl Requested {
    pub fn within(limits: &Limits) -> Self {
        let memory = limits.memory;
        let budget = Budget::new("memory", memory / SHARE);
        let total = Budget::new("memory", u64::MAX);
        Self {
            memory,
            budget,
            total,
        }
    }

    /// Limits the memory of the records of a document whose text has this many bytes: a record without keys takes many
    /// times its text.
    pub fn of_text(self, len: usize) -> Self {
        let most = self.memory.max(TIMES.saturating_mul(len as u64));
        let total = Budget::new("memory", most.saturating_add(FEW));
        Self { total, ..self }
    }

    /// Counts requested bytes against the limit.
    pub fn take(&mut self, bytes: usize) -> bool {
        let copies = SHARE.saturating_mul(bytes as u64);
        self.budget.take(bytes).is_ok() && self.total.take(copies).is_ok()
    }

    /// Counts records of this size against the limit.
    pub(super) fn records(
        &mut self,
        count: usize,
        size: usize,
        refers: bool,
    ) -> Result<(), DocumentError> {
        let references = if refers { REFERENCES } else { 0 };
        let record = SHARE.saturating_mul(size as u64) + RECORD + references;
        self.all(count, record)
    }

    /// Counts structures against the limit.
    pub(super) fn structures(&mut self, count: usize, refers: bool) -> Result<(), DocumentError> {
        let structure = if refers {
            REFERRING_STRUCTURE
        } else {
            STRUCTURE
        };
        self.all(count, structure)
    }

    fn all(&mut self, count: usize, each: u64) -> Result<(), DocumentError> {
        let taken = self.total.take(each.saturating_mul(count as u64));
        taken.map_err(|_| {
            let what = format!("{count} records of {each} bytes of memory exceed the limit of a document");
            let help = format!(
                "the limit is `Limits::memory`, or {TIMES} times the text; records that state their keys do not exceed it"
            );
            DocumentError::new(what).with_help(help)
        })
    }

    /// Counts requested bytes of gaps and zeros against the limit.
    pub fn zeros(&mut self, bytes: usize) -> Result<(), DocumentError> {
        let Self { memory, .. } = *self;
        let too_many = || {
            let most = memory / SHARE;
            let what = format!("more than {most} bytes of gaps and zeros");
            let help = format!("that is a quarter of `Limits::memory`, which is {memory}");
            DocumentError::new(what).with_help(help)
        };
        self.take(bytes).then_some(()).ok_or_else(too_many)
    }
}

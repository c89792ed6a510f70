//! The memory that an operation may use: a multiple of its input, and a constant for errors and empty tables.

use allocation_counter::{AllocationInfo, measure};

/// The constant of every operation.
const BASE: u64 = 16 << 10;

/// An operation, and the memory that it may use at once, as a multiple of its input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    name: &'static str,
    times: u64,
    base: u64,
}

/// Opening a container borrows its bytes; the records about a part with very many types are small in comparison.
pub(crate) const VIEW: Limit = Limit::new("a view", 2);
/// A value, including the bytes that it remembers.
pub(crate) const VALUE: Limit = Limit::new("a value", 64);
/// The bytes of a value; if its bytes are remembered, also a second value, because the two are compared.
pub(crate) const WRITE: Limit = Limit::new("writing a value", 64);
/// All individual values as text; shared bytes are repeated up to four times.
pub(crate) const LEAVES: Limit = Limit::new("leaves", 2048);
/// A container by its parts, and its bytes again: a directory entry of 4 bytes becomes a part.
pub(crate) const BUILD: Limit = Limit::new("building", 64);
/// A container whose parts were edited: as many bytes as `Limits::output` allows.
pub(crate) const EDITED: Limit = Limit::new("editing", 64 + 48).based(1 << 20);
/// A container whose parts are replaced by their values. If directory entries share bytes, the builder copies all of
/// them: four times the file, as values of 32 times their bytes, the list of parts, and the result with a copy.
pub(crate) const REWRITTEN: Limit =
    Limit::new("rewriting values", 4 * 32 + 32 + 2 * 48).based(2 << 20);
/// Findings, each with a text.
pub(crate) const VALIDATE: Limit = Limit::new("validating", 1024);
/// Differences, each with a text.
pub(crate) const COMPARE: Limit = Limit::new("comparing", 2048);
/// The elements of a stage with their names, and the mismatches of two stages.
pub(crate) const LINKAGE: Limit = Limit::new("linkage", 64).based(32 << 20);
/// The page of a pipeline, whose elements and messages are limited.
pub(crate) const LINKAGE_PAGE: Limit = Limit::new("the page of a pipeline", 64).based(32 << 20);
/// Sources: their decompressed bytes, and their files and arguments, in growing vectors.
pub(crate) const SOURCES: Limit = Limit::new("sources", 64 * 24);
/// A module of bitcode, and the content of its metadata: each takes 128 times the bitcode, in growing vectors.
pub(crate) const BITCODE: Limit = Limit::new("bitcode", 512);
/// A dump: two modules, and a text of at most `Limits::output`.
pub(crate) const DUMP: Limit = Limit::new("a dump", 2 * 512).based(2 << 20);
/// A reflection. It is read from up to three modules, which are in memory, too.
pub(crate) const REFLECTION: Limit = Limit::new("reflection", 1024);
/// A document, which is a tree with keys.
pub(crate) const SHOW: Limit = Limit::new("a document", 1024);
/// The bytes of a document. It may request 16 MiB, which are in memory up to four times.
pub(crate) const FILL: Limit = Limit::new("the bytes of a document", 1024).based(64 << 20);
/// A text that is parsed, and rendered with its errors.
pub(crate) const TEXT: Limit = Limit::new("a text", 4096).based(4 << 20);

/// Root signatures as text: their clauses with the locations of their arguments. With macros and nodes, the clauses are
/// several times as long as the text.
pub(crate) const ROOT_SIGNATURES: Limit =
    Limit::new("root signatures as text", 512).based(16 << 20);

/// Calls a function on a text of `len` bytes, and checks that the number of its steps is proportional to the text;
/// allocations are counted as steps.
pub(crate) fn hold_steps<T>(len: usize, act: impl FnOnce() -> T) -> T {
    const FEW: u64 = 4 << 20;
    const TIMES: u64 = 64;
    let (result, taken) = measured(act);
    let (steps, limit) = (taken.count_total, FEW + TIMES * len as u64);
    assert!(
        steps <= limit,
        "a text of {len} bytes took {steps} steps, where {limit} are the most"
    );
    result
}

/// Calls a function, and counts its allocations.
fn measured<T>(act: impl FnOnce() -> T) -> (T, AllocationInfo) {
    let mut result = None;
    let taken = measure(|| result = Some(act()));
    match result {
        Some(result) => (result, taken),
        None => unreachable!("it was done"),
    }
}

impl Limit {
    const fn new(name: &'static str, times: u64) -> Self {
        Self {
            name,
            times,
            base: BASE,
        }
    }

    /// The same limit with another constant.
    const fn based(self, base: u64) -> Self {
        Self { base, ..self }
    }

    /// Calls a function on an input of `len` bytes, and checks the limit.
    pub(crate) fn hold<T>(self, len: usize, act: impl FnOnce() -> T) -> T {
        let (result, taken) = measured(act);
        let taken = taken.bytes_max;
        let Self { name, times, base } = self;
        let limit = base + times * len as u64;
        assert!(
            taken <= limit,
            "{name} of {len} bytes took {taken} bytes, where {limit} are the most"
        );
        result
    }
}

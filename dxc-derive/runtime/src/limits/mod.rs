//! The limits on the results of an operation.

pub mod bounded;
pub(crate) mod field_room;

use crate::ErrorKind;
use crate::read::reader::MOST_CLAIMS;

/// Upper bounds for an operation whose result can grow faster than its input.
///
/// A file may reference the same bytes, names or nodes any number of times.
///
/// [`of_input`](Self::of_input) has the defaults, which follow from the input's length. Functions whose name ends in
/// `_within` accept other limits. An operation that would exceed one fails with [`ErrorKind::Limit`].
///
/// ```
/// use dxc_format::Limits;
///
/// let mut limits = Limits::of_input(4096);
/// limits.output = 1 << 16;
/// limits.steps = 100_000;
/// assert!(limits.memory >= 64 << 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of memory that an operation allocates at once, besides its input.
    pub memory: u64,
    /// Bytes of a container, document, page or text that an operation returns.
    pub output: u64,
    /// Bytes that references may cover together, where they may overlap.
    pub claims: u64,
    /// Bytes that compressed data may decompress to.
    pub unpacked: u64,
    /// Findings or mistakes of one kind that are reported; the rest is counted.
    pub findings: usize,
    /// Steps: records, references, nodes or tokens that are visited.
    pub steps: u64,
}

impl Limits {
    /// No limits.
    pub const NONE: Self = Self {
        memory: u64::MAX,
        output: u64::MAX,
        claims: u64::MAX,
        unpacked: u64::MAX,
        findings: usize::MAX,
        steps: u64::MAX,
    };

    /// The default limits for an input of `len` bytes.
    pub const fn of_input(len: usize) -> Self {
        let len = len as u64;
        Self {
            memory: at_least(64 << 20, len.saturating_mul(128)),
            output: at_least(1 << 19, len.saturating_mul(48)),
            claims: len.saturating_mul(MOST_CLAIMS as u64),
            unpacked: len.saturating_mul(64),
            findings: 20,
            steps: at_least(1 << 20, len.saturating_mul(16)),
        }
    }
}

/// [`u64::max`] as a `const` function.
const fn at_least(minimum: u64, value: u64) -> u64 {
    if value < minimum { minimum } else { value }
}

/// One of the [`Limits`], and its used amount.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Budget {
    name: &'static str,
    limit: u64,
    used: u64,
}

impl Budget {
    /// An unused budget; `name` is the field of [`Limits`].
    #[doc(hidden)]
    pub const fn new(name: &'static str, limit: u64) -> Self {
        let used = 0;
        Self { name, limit, used }
    }

    /// The used amount.
    #[doc(hidden)]
    pub const fn used(&self) -> u64 {
        self.used
    }

    /// Uses `amount` of the budget.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] if less is left.
    #[doc(hidden)]
    pub fn take(&mut self, amount: impl TryInto<u64>) -> Result<(), ErrorKind> {
        let Self { name, limit, used } = *self;
        let needed = used.saturating_add(amount.try_into().unwrap_or(u64::MAX));
        if needed > limit {
            return Err(ErrorKind::Limit {
                name,
                needed,
                limit,
            });
        }
        self.used = needed;
        Ok(())
    }
}

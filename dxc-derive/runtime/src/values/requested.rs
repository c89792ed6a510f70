//! Limits the bytes that a document requests by number, without containing them.

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

/// The bytes that a document may still request: gaps, zeros, and records that are longer than their content.
#[derive(Clone, Copy, Debug)]
pub struct Requested {
    memory: u64,
    budget: Budget,
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
        Self { memory, budget }
    }

    /// Counts requested bytes against the limit.
    pub fn take(&mut self, bytes: usize) -> bool {
        self.budget.take(bytes).is_ok()
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

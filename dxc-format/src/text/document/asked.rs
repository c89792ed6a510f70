//! The bytes that a document asks for without giving them.

use alloc::format;

use super::problem::Problem;
use crate::runtime::Limits;
use crate::runtime::limits::Budget;

/// The limits of documents by default: only the bytes that they ask for are bounded.
pub(super) const USUAL: Limits = Limits {
    memory: Limits::of_input(0).memory,
    ..Limits::NONE
};

/// A document may ask for this part of [`Limits::memory`]: bytes are held by the value of a part, its layout, its bytes and
/// the container.
const SHARE: u64 = 4;

/// Longer gaps are shown whatever is in them, so that documents need not ask for much.
pub(super) const LONGEST_GAP: usize = 1 << 16;

/// How many bytes a document may still ask for: gaps, zeros, and records that are longer than what is in them.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    memory: u64,
    budget: Budget,
}

impl Default for Asked {
    fn default() -> Self {
        Self::within(&USUAL)
    }
}

impl Asked {
    pub(super) fn within(limits: &Limits) -> Self {
        let memory = limits.memory;
        let budget = Budget::new("memory", memory / SHARE);
        Self { memory, budget }
    }

    /// Takes so many bytes, if the document may ask for them.
    pub(super) fn take(&mut self, bytes: usize) -> bool {
        self.budget.take(bytes).is_ok()
    }

    /// Takes so many bytes of gaps and zeros.
    pub(super) fn zeros(&mut self, bytes: usize) -> Result<(), Problem> {
        let Self { memory, .. } = *self;
        let too_many = || {
            let most = memory / SHARE;
            let what = format!("more than {most} bytes of gaps and zeros");
            let help = format!("that is a quarter of `Limits::memory`, which is {memory}");
            Problem::new(what).with_help(help)
        };
        self.take(bytes).then_some(()).ok_or_else(too_many)
    }
}

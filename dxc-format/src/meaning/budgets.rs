//! The limits of readers of bitcode and reflection: files may reference names, types and lists any number of times.

use alloc::borrow::ToOwned;
use alloc::string::String;

use crate::runtime::limits::Budget;
use crate::runtime::{Error, Limits, Result};

/// The remaining limits.
#[derive(Clone, Debug)]
pub(super) struct Budgets {
    steps: Budget,
    memory: Budget,
}

impl Budgets {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            steps: Budget::new("steps", limits.steps),
            memory: Budget::new("memory", limits.memory),
        }
    }

    /// Counts one step, and the memory of a `T`.
    pub(super) fn take<T>(&mut self) -> Result<()> {
        self.take_steps(1)?;
        self.take_memory(size_of::<T>())
    }

    /// Counts steps.
    pub(super) fn take_steps(&mut self, steps: u64) -> Result<()> {
        self.steps.take(steps).map_err(Error::without_byte)
    }

    /// Counts memory.
    pub(super) fn take_memory(&mut self, bytes: usize) -> Result<()> {
        self.memory.take(bytes).map_err(Error::without_byte)
    }

    /// Copies a name.
    pub(super) fn copy(&mut self, name: &str) -> Result<String> {
        self.take_memory(name.len())?;
        Ok(name.to_owned())
    }
}

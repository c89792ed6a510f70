//! The limits of readers of bitcode and reflection: files may reference names, types and lists any number of times.

use alloc::borrow::ToOwned;
use alloc::string::String;

use dxc_format::runtime::limits::Budget;
use dxc_format::runtime::{Error, Limits, Result};

/// The default limits of a reader of metadata: an operand takes at least one bit, and most take several. Unlike those of
/// [`Limits::of_input`], they are multiples of the input however small it is.
pub fn limits(len: usize) -> Limits {
    let mut limits = Limits::of_input(len);
    limits.memory = (len as u64).saturating_mul(128);
    limits.steps = (len as u64).saturating_mul(16);
    limits
}

/// The remaining limits.
#[derive(Clone, Debug)]
pub struct Budgets {
    steps: Budget,
    memory: Budget,
}

impl Budgets {
    pub fn new(limits: &Limits) -> Self {
        Self {
            steps: Budget::new("steps", limits.steps),
            memory: Budget::new("memory", limits.memory),
        }
    }

    /// Counts one step, and the memory of a `T`.
    pub fn take<T>(&mut self) -> Result<()> {
        self.take_steps(1)?;
        self.take_memory(size_of::<T>())
    }

    /// Counts steps.
    pub fn take_steps(&mut self, steps: u64) -> Result<()> {
        self.steps.take(steps).map_err(Error::without_byte)
    }

    /// Counts memory.
    pub fn take_memory(&mut self, bytes: usize) -> Result<()> {
        self.memory.take(bytes).map_err(Error::without_byte)
    }

    /// Copies a name.
    pub fn copy(&mut self, name: &str) -> Result<String> {
        self.take_memory(name.len())?;
        Ok(name.to_owned())
    }
}

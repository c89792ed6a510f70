//! The limits of readers of bitcode and reflection: files may reference names, types and lists any number of times.

use alloc::borrow::ToOwned;
use alloc::string::String;

use dxc_format::runtime::limits::Budget;
use dxc_format::runtime::{Error, Limits, Result};

/// The memory of a small module as a multiple of its bitcode, up to this many bytes.
const TIMES_SMALL: u64 = 128;
const SMALL: u64 = 16 << 20;

/// The memory of a module with its bodies and its text as a multiple of its bitcode, for any size.
const TIMES: u64 = 26;

/// The default limits of a reader of metadata: an operand takes at least one bit, and most take several. Unlike the
/// limits of [`Limits::of_input`], they are multiples of the input for small inputs, too. The limit of memory is that
/// of a whole module.
pub fn limits(len: usize) -> Limits {
    let mut limits = Limits::of_input(len);
    let len = len as u64;
    let small = len.saturating_mul(TIMES_SMALL).min(SMALL);
    limits.memory = small.max(len.saturating_mul(TIMES));
    limits.steps = len.saturating_mul(16);
    limits
}

/// The default limits of a module that is printed: those of [`limits`], but with a constant minimum for small modules.
pub(crate) fn module_limits(len: usize) -> Limits {
    let mut module = Limits::of_input(len);
    module.memory = limits(len).memory.max(SMALL);
    module
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

    /// The memory that is in use.
    pub fn memory(&self) -> Budget {
        self.memory
    }

    /// Sets the memory that is in use, after some was freed.
    pub fn set_memory(&mut self, memory: Budget) {
        self.memory = memory;
    }

    /// Checks memory that is allocated and freed before other memory is counted.
    pub fn check_memory(&mut self, bytes: usize) -> Result<()> {
        let memory = self.memory;
        self.take_memory(bytes)?;
        self.memory = memory;
        Ok(())
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

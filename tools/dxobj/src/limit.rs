//! The limits of the output.

use dxc_format::Limits;

/// The memory that is always available for printed values: their tables and texts take as much again.
const LEAST: u64 = 32 << 20;
const TIMES: u64 = 16;

/// The limits for the output for a file of this size.
pub(crate) fn of_input(len: usize) -> Limits {
    let mut limits = Limits::of_input(len);
    limits.memory = LEAST.max((len as u64).saturating_mul(TIMES));
    limits
}

/// The hint for omitted fields: how to print a single part.
pub(crate) const BY_PART: &str =
    "use `--part` to show fewer parts, or `dxobj extract` for the bytes";

/// The hint for omitted names: how to print all of them.
pub(crate) const AS_DOCUMENT: &str = "`dxobj show --format yaml` shows all of it";

/// The line with the number of omitted items, and the hint on how to print them.
pub(crate) fn left_out(count: usize, what: &str, hint: &str) -> String {
    format!("  .. {count} more {what} exceed the limit of the output; {hint}")
}

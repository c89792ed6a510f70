//! Output within limits.

use dxc_format::Limits;

/// The memory that values which are printed may take: tables and texts of them take as much again.
const LEAST: u64 = 32 << 20;
const TIMES: u64 = 16;

/// The limits of what is printed of a file with so many bytes.
pub(crate) fn of_input(len: usize) -> Limits {
    let mut limits = Limits::of_input(len);
    limits.memory = LEAST.max((len as u64).saturating_mul(TIMES));
    limits
}

/// How users get parts whose fields are left out.
pub(crate) const BY_PART: &str =
    "use `--part` to show fewer parts, or `dxobj extract` for the bytes";

/// How users get names that are left out.
pub(crate) const AS_DOCUMENT: &str = "`dxobj show --format yaml` shows all of it";

/// The line that says what is left out, and how to get it.
pub(crate) fn left_out(count: usize, what: &str, hint: &str) -> String {
    format!("  .. {count} more {what} exceed the limit of the output; {hint}")
}

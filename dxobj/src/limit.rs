//! Output within limits.

/// How users get parts whose fields are left out.
pub(crate) const BY_PART: &str =
    "use `--part` to show fewer parts, or `dxobj extract` for the bytes";

/// How users get names that are left out.
pub(crate) const AS_DOCUMENT: &str = "`dxobj show --format yaml` shows all of it";

/// The line that says what is left out, and how to get it.
pub(crate) fn left_out(count: usize, what: &str, hint: &str) -> String {
    format!("  .. {count} more {what} exceed the limit of the output; {hint}")
}

//! Output within limits.

/// How users get parts whose fields are left out.
pub(crate) const BY_PART: &str =
    "use `--part` to show fewer parts, or `dxobj extract` for the bytes";

/// How users get names that are left out.
pub(crate) const AS_DOCUMENT: &str = "`dxobj show --format yaml` shows all of it";

/// Keeps a text to `most` bytes: whole lines, and one that says how much is left out and how to get it.
pub(crate) fn cut(mut text: String, most: u64, hint: &str) -> String {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    if text.len() <= most {
        return text;
    }
    let end = text.as_bytes().get(..most).unwrap_or_default();
    let end = end.iter().rposition(|byte| *byte == b'\n');
    let end = end.map_or(0, |end| end + 1);
    let lines = text.get(end..).unwrap_or_default().lines().count();
    text.truncate(end);
    text.push_str(&left_out(lines, "lines", hint));
    text
}

/// The line that says what is left out, and how to get it.
pub(crate) fn left_out(count: usize, what: &str, hint: &str) -> String {
    format!("  .. {count} more {what} exceed the limit of the output; {hint}\n")
}

//! Names verdicts on digests by one word.

use dxc_format::digest::Verdict;

use crate::style;
use crate::text::Text;

/// The word for a file that is not a container.
pub(crate) const REFUSED: &str = "refused";

/// The words for verdicts, from right to wrong.
pub(crate) const WORDS: [&str; 6] = [
    "ok",
    "debug",
    "unsigned",
    "bypass",
    "preview-bypass",
    "wrong",
];

/// The word for a verdict.
pub(crate) fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Matches => "ok",
        Verdict::Debug => "debug",
        Verdict::Unsigned => "unsigned",
        Verdict::Bypass => "bypass",
        Verdict::PreviewBypass => "preview-bypass",
        _ => "wrong",
    }
}

/// The word in its color.
pub(crate) fn colored(verdict: Verdict) -> Text {
    let word = word(verdict);
    match verdict {
        Verdict::Matches => style::good(word),
        Verdict::Differs { .. } => style::error(word),
        _ => style::warning(word),
    }
}

//! Calls the YAML library with limits.

use serde_saphyr::{NonFiniteFloatPolicy, Options};

/// The maximum nesting of values; it is the same for JSON.
const DEEPEST: usize = 128;

/// Reads YAML with limits that ensure that the result is not larger than the text.
pub(crate) fn read_yaml<'t, T>(
    text: &'t str,
    from: impl FnOnce(&'t str, Options) -> Result<T, serde_saphyr::Error>,
) -> Result<T, serde_saphyr::Error> {
    // Without aliases, there are at most as many values as characters.
    let most = text.len().saturating_add(16);
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_events: most.saturating_mul(2),
            max_nodes: most,
            max_total_scalar_bytes: most,
            max_aliases: 0,
            max_depth: DEEPEST,
        },
        non_finite_float_policy: NonFiniteFloatPolicy::PassThrough,
        with_snippet: false,
    };
    from(text, options)
}

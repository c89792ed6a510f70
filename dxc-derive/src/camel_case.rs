//! Converts names of fields to YAML keys. The generator includes this file, too, and refuses fields with equal keys.

/// Converts `shader_stage` to `ShaderStage`.
pub(crate) fn camel_case(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect()
}

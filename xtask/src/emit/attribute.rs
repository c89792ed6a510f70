//! Attributes: as many words in a line as rustfmt leaves there.

use std::fmt::Display;

use proc_macro2::TokenStream;
use quote::quote;

use crate::diagnostic::Spanned;
use crate::model::Shown;

/// rustfmt breaks an attribute of several words that are wider than this.
const WIDTH: usize = 70;

/// `#[dxc(word, word)]`, indented; nothing without words.
pub(super) fn dxc(words: impl IntoIterator<Item = String>, indent: usize) -> String {
    let mut words = words.into_iter().peekable();
    match words.peek() {
        Some(_) => attribute("dxc", words, indent),
        None => String::new(),
    }
}

/// `#[name(word, word)]`, indented.
pub(super) fn attribute(
    name: &str,
    words: impl IntoIterator<Item = String>,
    indent: usize,
) -> String {
    let words: Vec<String> = words.into_iter().collect();
    let margin = " ".repeat(indent);
    format!("{margin}#[{name}({})]\n", layout(&words, indent))
}

fn layout(words: &[String], indent: usize) -> String {
    let line = words.join(", ");
    let width = if words.len() == 1 { 90 - indent } else { WIDTH };
    if line.len() <= width && !line.contains('\n') {
        return line;
    }
    let margin = " ".repeat(indent + 4);
    let words = words
        .iter()
        .map(|word| word.replace('\n', &format!("\n{margin}")));
    let lines = words.collect::<Vec<_>>().join(&format!(",\n{margin}"));
    format!("\n{margin}{lines}\n{}", " ".repeat(indent))
}

/// `word = value`, if the schema says it.
pub(super) fn said(word: &str, value: &Option<Spanned<impl Display>>) -> Option<String> {
    value.as_ref().map(|value| format!("{word} = {value}"))
}

/// How documents show something.
pub(crate) fn document_words(shown: &Shown) -> impl Iterator<Item = String> {
    let text = |word: &str, text: &Option<Spanned<String>>| {
        let text = text.as_ref()?;
        Some(format!("{word} = {:?}", text.value))
    };
    let flatten = shown.flatten.as_ref().map(|_| "flatten".to_owned());
    let words = [
        text("yaml", &shown.key),
        flatten,
        text("show", &shown.show),
        text("version", &shown.version),
    ];
    words.into_iter().flatten()
}

/// `name(item, item)`, broken where it would be wide.
pub(crate) fn list(name: &str, items: &[String]) -> String {
    let line = format!("{name}({})", items.join(", "));
    if line.len() <= 88 {
        return line;
    }
    let joined = items.join(", ");
    let filled = textwrap::wrap(&joined, 84);
    let lines = filled.iter().map(|line| format!("    {line}\n"));
    format!("{name}(\n{})", lines.collect::<String>())
}

/// An expression as a person writes it, in one line.
pub(crate) fn expression(tokens: &TokenStream) -> String {
    let file = match syn::parse2::<syn::File>(quote!(const X: X = #tokens;)) {
        Ok(file) => prettyplease::unparse(&file),
        Err(_) => return tokens.to_string(),
    };
    let text: Vec<&str> = file.split_whitespace().collect();
    // Line breaks leave trailing commas.
    let text = text
        .join(" ")
        .replace("( ", "(")
        .replace(", )", ")")
        .replace(" )", ")");
    let text = text.replace(" .", ".");
    text.trim_start_matches("const X: X = ")
        .trim_end_matches(';')
        .to_owned()
}

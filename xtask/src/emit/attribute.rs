//! Attributes, laid out by us: `prettyplease` knows nothing of what stands in their parentheses.

use std::cell::RefCell;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::diagnostic::Spanned;
use crate::model::Shown;

/// rustfmt breaks an attribute of several words that are wider than this.
const WIDTH: usize = 70;

/// The attributes of a file, while its items are made of tokens.
#[derive(Debug, Default)]
pub(crate) struct Attributes(RefCell<Vec<Vec<String>>>);

impl Attributes {
    /// `#[path(word, word)]`; nothing without words.
    pub(crate) fn dxc(&self, words: Vec<String>) -> TokenStream {
        if words.is_empty() {
            TokenStream::new()
        } else {
            self.named("dxc", words)
        }
    }

    pub(crate) fn named(&self, path: &str, words: Vec<String>) -> TokenStream {
        let mut all = self.0.borrow_mut();
        let (path, place) = (
            format_ident!("{path}"),
            format_ident!("__words_{}", all.len()),
        );
        all.push(words);
        quote!(#[#path(#place)])
    }

    /// Puts the words into the text of the items.
    pub(crate) fn fill(&self, text: &str) -> String {
        let mut filled = String::with_capacity(text.len() * 2);
        for line in text.split_inclusive('\n') {
            let found = line.find("__words_").and_then(|start| {
                let digits: String = line[start + 8..]
                    .chars()
                    .take_while(char::is_ascii_digit)
                    .collect();
                Some((
                    start,
                    8 + digits.len(),
                    self.0.borrow().get(digits.parse::<usize>().ok()?)?.clone(),
                ))
            });
            let Some((start, len, words)) = found else {
                filled.push_str(line);
                continue;
            };
            let indent = line.len() - line.trim_start().len();
            filled.push_str(&line[..start]);
            filled.push_str(&layout(&words, indent));
            filled.push_str(&line[start + len..]);
        }
        filled
    }
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

/// How documents show something.
pub(crate) fn shown(shown: &Shown) -> impl Iterator<Item = String> {
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
    // What was broken into lines leaves its traces.
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

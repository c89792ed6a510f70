//! Writes attributes, with as many words on a line as rustfmt would put there.

use std::fmt::Display;

use proc_macro2::TokenStream;
use quote::quote;

use super::rule;
use crate::expression::Expression;
use crate::model::{EarlierKey, Shown};

/// The width from which rustfmt breaks an attribute of several words.
const WIDTH: usize = 70;

/// The words of an attribute, in order. A key that the schema omits adds no word.
#[derive(Default)]
pub(super) struct Words(Vec<String>);

impl Words {
    /// Adds further words.
    pub(super) fn and(mut self, words: impl IntoIterator<Item = String>) -> Self {
        self.0.extend(words);
        self
    }

    /// Adds a word without a value, if it `is_said`.
    pub(super) fn flag(self, word: &str, is_said: bool) -> Self {
        self.and(is_said.then(|| word.to_owned()))
    }

    /// Adds `word = value`.
    pub(super) fn value(self, word: &str, value: Option<impl Display>) -> Self {
        self.and(value.map(|value| format!("{word} = {value}")))
    }

    /// Adds `word = "text"`.
    pub(super) fn text(self, word: &str, text: Option<impl AsRef<str>>) -> Self {
        let text = text.map(|text| format!("{:?}", text.as_ref()));
        self.value(word, text)
    }

    /// Adds `word(item, item)`, with line breaks if it is wide.
    pub(super) fn list(self, word: &str, items: impl IntoIterator<Item = impl Display>) -> Self {
        let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
        self.and((!items.is_empty()).then(|| list(word, &items.join(", "))))
    }

    /// Adds `word = "as the schema says it" => as Rust`.
    pub(super) fn rule(self, word: &str, expression: &Option<Expression>) -> Self {
        self.value(word, expression.as_ref().and_then(rule))
    }

    /// Like `rule`, or `to_end` if the expression is `..`.
    pub(super) fn measure(self, word: &str, expression: &Option<Expression>) -> Self {
        match expression {
            Some(all) if all.is_rest() => self.and(["to_end".to_owned()]),
            _ => self.rule(word, expression),
        }
    }

    /// Adds the words for the form in documents.
    pub(super) fn shown(self, shown: &Shown, name: &str) -> Self {
        self.text("yaml", shown.key.as_ref().map(|key| key.as_str()))
            .earlier(&shown.earlier_keys(name))
            .list("was", &shown.was)
            .flag("flatten", shown.flatten.is_some())
            .text("show", shown.show.as_ref().map(|show| show.value.word()))
            .text("version", shown.version.as_deref())
            .value(
                "llvm",
                shown.llvm.as_ref().filter(|_| shown.llvm_if().is_none()),
            )
    }

    /// Adds the other keys in documents, each with the first LLVM that has the next one.
    pub(super) fn earlier(self, keys: &[EarlierKey]) -> Self {
        let keys = keys
            .iter()
            .map(|EarlierKey { key, until, .. }| match until {
                0 => format!("{key:?}"),
                until => format!("{key:?} = {until}"),
            });
        self.list("earlier", keys)
    }

    /// `name(word, word)`, with line breaks if it is wide.
    pub(super) fn within(&self, name: &str) -> String {
        let line = format!("{name}({})", self.0.join(", "));
        if line.len() <= 88 {
            return line;
        }
        let words = self.0.iter().map(|word| fitted(word, 8));
        let words: Vec<String> = words.map(|word| word.replace('\n', "\n    ")).collect();
        format!("{name}(\n    {}\n)", words.join(",\n    "))
    }

    /// `#[dxc(word, word)]`, indented; empty without words.
    pub(super) fn dxc(&self, indent: usize) -> String {
        if self.0.is_empty() {
            String::new()
        } else {
            self.attribute("dxc", indent)
        }
    }

    /// `#[name(word, word)]`, indented.
    pub(super) fn attribute(&self, name: &str, indent: usize) -> String {
        let margin = " ".repeat(indent);
        format!("{margin}#[{name}({})]\n", layout(&self.0, indent))
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
        .map(|word| fitted(word, indent + 4).replace('\n', &format!("\n{margin}")));
    let lines = words.collect::<Vec<_>>().join(&format!(",\n{margin}"));
    format!("\n{margin}{lines}\n{}", " ".repeat(indent))
}

/// A word in lines of at most 100 columns: rustfmt does not break the words of macros, nor strings.
fn fitted(word: &str, indent: usize) -> String {
    let width = 99 - indent;
    if word.lines().all(|line| line.len() <= width) {
        return word.to_owned();
    }
    match word.split_once(" = ") {
        Some((name, value)) if value.starts_with('"') => match value.split_once("\" => ") {
            Some((text, rust)) => {
                let text = string(&format!("{name} = {text}\""), width);
                let rust = broken_expression(rust).replace('\n', "\n    ");
                format!("{text}\n    => {rust}")
            }
            None => string(word, width),
        },
        Some((name, value)) => format!("{name} = {}", broken_expression(value)),
        None => word.to_owned(),
    }
}

/// A string literal, and text before it, in lines of this width.
pub(super) fn string(literal: &str, width: usize) -> String {
    if literal.len() <= width {
        return literal.to_owned();
    }
    let options = textwrap::Options::new(width - 2)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .subsequent_indent("    ");
    textwrap::wrap(literal, options).join(" \\\n")
}

fn list(name: &str, items: &str) -> String {
    let line = format!("{name}({items})");
    if line.len() <= 88 {
        return line;
    }
    let filled = textwrap::wrap(items, 84);
    let lines = filled.iter().map(|line| format!("    {line}\n"));
    format!("{name}(\n{})", lines.collect::<String>())
}

/// An expression in several lines.
fn broken_expression(code: &str) -> String {
    let Ok(file) = syn::parse_str::<syn::File>(&format!("const X: X = {code};")) else {
        return code.to_owned();
    };
    let text = prettyplease::unparse(&file);
    let text = text.trim_end().trim_end_matches(';');
    text.trim_start_matches("const X: X =")
        .trim_start()
        .to_owned()
}

/// An expression in one line, in usual spacing.
pub(super) fn expression(tokens: &TokenStream) -> String {
    let file = match syn::parse2::<syn::File>(quote!(const X: X = #tokens;)) {
        Ok(file) => prettyplease::unparse(&file),
        Err(_) => return tokens.to_string(),
    };
    let text: Vec<&str> = file.split_whitespace().collect();
    // The removed line breaks leave trailing commas.
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

//! Reports the differences as text, table by table.

use std::fmt::{Display, Write};

use dxc_codegen::diagnostic::counted;
use dxc_codegen::model::NumberKey;
use dxc_codegen::span::{Source, Span};

use super::read::Number;

/// The differences found so far.
pub(super) struct Report<'r> {
    /// The name of the `.def` file.
    file: &'r str,
    /// The schema files.
    sources: &'r [Source],
    text: String,
    /// The differences of the current table.
    table: String,
    count: usize,
    dangerous: usize,
}

impl<'r> Report<'r> {
    pub(super) fn new(file: &'r str, sources: &'r [Source]) -> Self {
        Self {
            file,
            sources,
            text: String::new(),
            table: String::new(),
            count: 0,
            dangerous: 0,
        }
    }

    /// Adds a difference, with its line in the `.def` file and its location in the schema.
    pub(super) fn note(
        &mut self,
        line: Option<usize>,
        place: Option<&Span>,
        sentence: impl Display,
    ) {
        let line = line.map(|line| format!("{}:{line}", self.file));
        let place = place.and_then(|span| Some(self.sources.get(span.file)?.place(span)));
        let places: Vec<String> = line.into_iter().chain(place).collect();
        // Writing to a String never fails.
        let _ = writeln!(self.table, "  {sentence} [{}]", places.join(", "));
        self.count += 1;
    }

    /// Adds a difference that changes the meaning of existing files.
    pub(super) fn warn(&mut self, line: usize, place: &Span, sentence: impl Display) {
        self.dangerous += 1;
        let sentence = format_args!("DANGEROUS, {sentence}");
        self.note(Some(line), Some(place), sentence);
    }

    /// Ends a table; returns whether it has differences.
    pub(super) fn end(&mut self, name: &str, spelling: impl Display) -> bool {
        let table = std::mem::take(&mut self.table);
        if !table.is_empty() {
            let _ = writeln!(self.text, "{name}, `{spelling}`\n{table}");
        }
        !table.is_empty()
    }

    /// Whether there are no differences.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }
}

impl Display for Report<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = &self.text;
        let count = counted(self.count, "difference");
        match (self.count, self.dangerous) {
            (0, _) => writeln!(formatter, "no difference"),
            (_, 0) => writeln!(formatter, "{text}{count}"),
            (_, dangerous) => writeln!(
                formatter,
                "{text}{count}, {dangerous} of them dangerous: what was written before would be read as something else"
            ),
        }
    }
}

/// A number of the schema, as text.
pub(super) fn number(key: NumberKey, number: i128) -> String {
    match key {
        NumberKey::Bit => format!("bit {number}"),
        NumberKey::Value | NumberKey::Order => number.to_string(),
    }
}

/// A number of the macro, as text.
pub(super) fn spelled(key: NumberKey, number: Number) -> String {
    match key {
        NumberKey::Bit => format!("bit {number}"),
        NumberKey::Value => number.to_string(),
        NumberKey::Order => format!("{number} by its place"),
    }
}

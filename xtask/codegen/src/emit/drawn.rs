//! Draws the layout of a record for its docs: four bytes in a row, and a table.

use std::fmt::Write;

use super::Emitter;
use crate::model::{Base, Field, Struct, Version};
use crate::placement::{Cell, ROW, cells, lines};

/// The width of a byte in a drawing, including its border.
const BYTE: usize = 16;

impl Emitter<'_> {
    /// The layout of a record.
    pub(super) fn layout_of_record(&self, fields: &[Field]) -> Vec<String> {
        let mut docs = heading();
        docs.extend(self.drawn(&fields.iter().collect::<Vec<_>>(), &[]));
        docs
    }

    /// The layout of a record of several versions: one drawing if the size determines the version, or one for each
    /// version.
    pub(super) fn layout_of_versions(&self, versioned: &Struct) -> Vec<String> {
        let mut docs = heading();
        if versioned.is_by_size() {
            let versions = versioned.versions.iter().filter_map(Version::name);
            let versions: Vec<String> = versions.collect();
            docs.extend(self.drawn(&versioned.all_fields().collect::<Vec<_>>(), &versions));
            return docs;
        }
        for version in &versioned.versions {
            let size = version.size;
            let bytes = size.map_or_else(String::new, |size| format!(": {size} bytes"));
            let heads = version.when.iter();
            let heads = heads.map(|when| format!("If `{when}`{bytes}"));
            docs.extend(heads.flat_map(|head| [head, String::new()]));
            docs.extend(self.drawn(&version.fields.iter().collect::<Vec<_>>(), &[]));
            docs.push(String::new());
        }
        docs.pop();
        docs
    }

    /// The drawing and the table; `versions` are the numbers of the versions that added the fields.
    fn drawn(&self, fields: &[&Field], versions: &[String]) -> Vec<String> {
        let cells = cells(self.schema, fields.iter().copied());
        let mut docs = vec!["```text".to_owned()];
        docs.extend(drawing(&cells));
        docs.extend(["```".to_owned(), String::new()]);
        let (since, line) = match versions {
            [] => ("", ""),
            _ => (" since |", "---|"),
        };
        docs.push(format!("| offset | size | field | type |{since}"));
        docs.push(format!("|---|---|---|---|{line}"));
        for field in fields {
            let number =
                |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
            let ty = self.schema_type(&field.ty);
            let mut text = format!(
                "| {} | {} | `{}` | `{ty}` |",
                number(field.place.at),
                number(field.place.size),
                field.name
            );
            if let Some(version) = versions.get(field.place.since) {
                // Writing into a String never fails.
                let _ = write!(text, " {version} |");
            }
            docs.push(text);
        }
        docs
    }

    /// A type in the notation of the schemas, without the options after its name.
    pub(super) fn schema_type(&self, ty: &crate::model::Type) -> String {
        let text = self.spelling(&ty.span);
        match (&ty.base, text.split_once('('), text.split_once(',')) {
            (Base::Strings | Base::Bytes, Some((name, _)), _) => name.to_owned(),
            (_, Some(("string" | "row", _)), Some((named, _))) => format!("{named})"),
            _ => text.to_owned(),
        }
    }
}

fn heading() -> Vec<String> {
    vec![String::new(), "# Layout".to_owned(), String::new()]
}

/// Draws a line for each row of four bytes.
fn drawing(cells: &[Cell<'_>]) -> Vec<String> {
    let all = lines(cells);
    let last = all.last().map_or(0, |line| line.at);
    let margin = last.to_string().len();
    let numbers = (0..ROW).map(|byte| format!("{:<BYTE$}", format!("+{byte}")));
    let head = format!("{:margin$}   {}", "", numbers.collect::<String>());
    let mut text = vec![head.trim_end().to_owned()];
    for line in &all {
        let mut row = format!("{:margin$} |", line.at);
        let inside = |cell: &&Cell<'_>| cell.at < line.at + ROW && line.at < cell.at + cell.size;
        for cell in cells.iter().filter(inside) {
            let (from, to) = (
                cell.at.max(line.at),
                (cell.at + cell.size).min(line.at + ROW),
            );
            let width = BYTE * usize::try_from(to - from).unwrap_or(1) - 1;
            let name = if cell.at >= line.at {
                name(cell)
            } else {
                String::new()
            };
            row.push_str(&format!("{:^width$}|", fitting(name, width)));
        }
        text.push(row);
        if line.gap {
            text.push(format!(
                "{:margin$} |{:^width$}|",
                "",
                "...",
                width = BYTE * 4 - 1
            ));
        }
    }
    text
}

/// Truncates a name to the width of a box.
fn fitting(name: String, width: usize) -> String {
    if name.len() <= width {
        return name;
    }
    let start: String = name.chars().take(width - 1).collect();
    start + "…"
}

/// The text of a box: the field's name, and the names of the bits in it.
fn name(cell: &Cell<'_>) -> String {
    if cell.bits.is_empty() || cell.size < ROW {
        return cell.name.to_owned();
    }
    let bits = cell.bits.iter();
    let bits: Vec<String> = bits
        .map(|(name, count)| format!("{name}:{count}"))
        .collect();
    format!("{} ({})", cell.name, bits.join(", "))
}

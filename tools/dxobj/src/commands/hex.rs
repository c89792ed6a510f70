//! Prints every byte of a container next to the field that it belongs to.

use std::io::Result;

use dxc_format::header::{Header, PartHeader};
use dxc_format::runtime::shape::Layout;
use dxc_format::{
    Container, Limits, PartView,
    types::{FieldValue, FieldValues, Fixed},
};
use dxobj_report::tables::short;

use crate::files::{Input, Problem};
use crate::report::Printer;
use crate::text::Text;
use crate::{limit, style};

/// The number of bytes in a line.
const WIDTH: usize = 16;

/// Blanks in the width of the digits of a line and the gap after them.
const GAP: &str = "                                                 ";

/// The estimated memory for a field.
const FIELD_SIZE: usize = 256;

/// The estimated work for a part in addition to its fields: for its header, its name and an error.
const PART_STEPS: u64 = 2048;

/// A range of bytes, and the description of the field that it stores.
struct Field {
    at: usize,
    size: usize,
    text: String,
}

/// The fields of the requested parts; if all parts are requested, also those of the headers and the directory.
struct Fields {
    /// The fields in the order of the file. Of fields that overlap, the one that was read first comes first.
    fields: Vec<Field>,
    left_out: usize,
    /// The number of parts that were not read: a directory may reference one part any number of times.
    parts_left_out: usize,
    problems: Vec<dxc_format::Error>,
    problems_left_out: usize,
}

/// Prints the bytes of the requested parts; if all parts are requested, also the bytes outside of parts. Returns the
/// problems.
pub(crate) fn show(input: &Input, wanted: &[usize], out: &mut Printer<'_>) -> Result<Vec<Problem>> {
    // The container was parsed before, so this does not fail.
    let Ok(container) = input.container() else {
        return Ok(Vec::new());
    };
    let is_whole = wanted.len() == container.len() && input.bare.is_none();
    let mut fields = Fields::new(&container, wanted, is_whole);
    let before = input.bare.map_or(0, |bare| bare.before);
    fields.fields.retain(|field| field.at >= before);
    let mut lines = Lines {
        input,
        left: Limits::of_input(input.bytes.len()).output,
        left_out: 0,
        out,
    };
    let mut at = 0;
    for (index, field) in fields.fields.iter().enumerate() {
        if is_whole {
            lines.unclaimed(at, field.at)?;
        }
        lines.field(field, index)?;
        at = at.max(field.at + field.size);
    }
    if is_whole {
        lines.unclaimed(at, container.as_bytes().len())?;
    }
    let (left_out, out) = (lines.left_out, lines.out);
    let counts = [
        (left_out, "bytes"),
        (fields.left_out, "fields"),
        (fields.parts_left_out, "parts"),
        (fields.problems_left_out, "problems"),
    ];
    for (count, what) in counts.into_iter().filter(|(count, _)| *count > 0) {
        let mut line = Text::default();
        line.line(limit::left_out(count, what, limit::BY_PART));
        out.print(&line)?;
    }
    let problems = fields.problems.into_iter();
    Ok(problems.map(|problem| input.problem(problem)).collect())
}

impl Fields {
    fn new(container: &Container<'_>, wanted: &[usize], is_whole: bool) -> Self {
        let bytes = container.as_bytes();
        let mut limits = limit::of_input(bytes.len());
        let (mut fields, mut problems, mut left_out) = (Vec::new(), Vec::new(), 0);
        let most = usize::try_from(limits.steps / PART_STEPS).unwrap_or(usize::MAX);
        let mut problems_left_out = 0;
        if is_whole {
            add(&mut fields, "header", 0, record(bytes, &Header::LAYOUT, 0));
            let entry = <u32 as Fixed>::SIZE;
            let parts = container.parts().enumerate().take(most);
            fields.extend(parts.map(|(index, part)| Field {
                at: Header::SIZE + index * entry,
                size: entry,
                text: format!("directory[{index}]  {:#x}", part.offset),
            }));
        }
        let raws = wanted.iter().filter_map(|index| container.part(*index));
        for raw in raws.take(most) {
            let name = raw.fourcc.to_string();
            let header = record(bytes, &PartHeader::LAYOUT, raw.offset);
            add(&mut fields, &name, 0, header);
            let known = fields.len();
            let mut field_values = FieldValues::new(raw.data).within(&limits);
            if let Err(problem) = PartView::walk(raw.fourcc, raw.data, &mut field_values) {
                if problems.len() < limits.findings {
                    problems.push(problem.within_part(raw.fourcc, raw.data_offset))
                } else {
                    problems_left_out += 1
                }
            }
            left_out += field_values.left_out();
            add(&mut fields, &name, raw.data_offset, field_values.into_vec());
            let taken = (fields.len() - known).saturating_mul(FIELD_SIZE) as u64;
            limits.memory = limits.memory.saturating_sub(taken);
        }
        fields.retain(|field| field.size > 0);
        fields.sort_by_key(|field| field.at);
        Self {
            fields,
            left_out,
            parts_left_out: wanted.len().saturating_sub(most),
            problems,
            problems_left_out,
        }
    }
}

fn record<'a>(bytes: &'a [u8], layout: &'static Layout, at: usize) -> Vec<FieldValue<'a>> {
    let mut field_values = FieldValues::new(bytes);
    field_values.record(layout, at);
    field_values.into_vec()
}

fn add(fields: &mut Vec<Field>, part: &str, base: usize, field_values: Vec<FieldValue<'_>>) {
    fields.extend(field_values.into_iter().map(|field_value| Field {
        at: base + field_value.offset(),
        size: field_value.size(),
        text: format!(
            "{part} {}  {}",
            field_value.path(),
            short(&field_value.value())
        ),
    }));
}

/// Prints lines of bytes up to the limit of the output.
struct Lines<'o, 'p> {
    input: &'o Input,
    /// The number of bytes that may still be printed.
    left: u64,
    /// The number of bytes of the file that were omitted.
    left_out: usize,
    out: &'o mut Printer<'p>,
}

impl Lines<'_, '_> {
    fn unclaimed(&mut self, from: usize, to: usize) -> Result<()> {
        if from >= to {
            return Ok(());
        }
        let field = Field {
            at: from,
            size: to - from,
            text: "(no field)".to_owned(),
        };
        self.field(&field, 0)
    }

    fn field(&mut self, field: &Field, color: usize) -> Result<()> {
        let end = field.at.saturating_add(field.size);
        let end = end.min(self.input.bytes.len());
        let (mut at, mut about) = (field.at, field.text.trim_end());
        let bytes = self.input.bytes.get(at..end).unwrap_or_default();
        for block in self.input.blocks(bytes) {
            for row in block?.chunks(WIDTH) {
                let line = line(self.input.place(at), row, about, color);
                let Some(left) = self.left.checked_sub(line.len() as u64) else {
                    self.left = 0;
                    self.left_out += end - at;
                    return Ok(());
                };
                self.left = left;
                self.out.print(&line)?;
                about = "";
                at += row.len();
            }
        }
        Ok(())
    }
}

fn line(at: usize, row: &[u8], about: &str, color: usize) -> Text {
    let hex = digits(row);
    let mut line = Text::default();
    line.piece(None, "  ");
    line.piece(Some(style::DIM), &format!("{at:08x}"));
    line.piece(None, "  ");
    line.piece(Some(style::turn(color)), &hex);
    if !about.is_empty() {
        line.piece(None, GAP.get(hex.len()..).unwrap_or_default());
        line.piece(None, about);
    }
    line.end_line();
    line
}

/// Formats bytes as hexadecimal digits.
fn digits(row: &[u8]) -> String {
    const DIGITS: [char; 16] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f',
    ];
    let mut digits = String::with_capacity(3 * WIDTH);
    for byte in row {
        digits.push_str(if digits.is_empty() { "" } else { " " });
        digits.push(DIGITS[usize::from(byte >> 4)]);
        digits.push(DIGITS[usize::from(byte & 15)]);
    }
    digits
}

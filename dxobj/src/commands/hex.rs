//! Every byte of a container, beside the field that it belongs to.

use dxc_format::header::{Header, PartHeader};
use dxc_format::runtime::shape::Layout;
use dxc_format::{Container, Fixed, Leaf, Leaves, PartView};

use crate::style;

/// Bytes a line.
const WIDTH: usize = 16;

/// Some bytes, and what they are.
struct Field {
    at: usize,
    size: usize,
    text: String,
}

/// Adds the bytes of parts, and of what stands around them if all parts are asked for.
pub(crate) fn show(
    container: &Container<'_>,
    wanted: &[usize],
    text: &mut String,
    problems: &mut Vec<dxc_format::Error>,
) {
    let bytes = container.as_bytes();
    let is_whole = wanted.len() == container.len();
    let mut fields = Vec::new();
    if is_whole {
        add(&mut fields, "header", 0, record(bytes, &Header::LAYOUT, 0));
        let entry = <u32 as Fixed>::SIZE;
        fields.extend(container.parts().enumerate().map(|(index, part)| Field {
            at: Header::SIZE + index * entry,
            size: entry,
            text: format!("directory[{index}]  {:#x}", part.offset),
        }));
    }
    for raw in wanted.iter().filter_map(|index| container.part(*index)) {
        let name = raw.fourcc.to_string();
        add(
            &mut fields,
            &name,
            0,
            record(bytes, &PartHeader::LAYOUT, raw.offset),
        );
        let mut leaves = Leaves::new(raw.data);
        if let Err(problem) = PartView::walk(raw.fourcc, raw.data, &mut leaves) {
            problems.push(problem.within_part(raw.fourcc, raw.data_offset()));
        }
        add(&mut fields, &name, raw.data_offset(), leaves.into_vec());
    }
    fields.retain(|field| field.size > 0);
    // The order of the file; of fields that overlap, the one that was read first.
    fields.sort_by_key(|field| field.at);
    let mut at = 0;
    for (index, field) in fields.iter().enumerate() {
        if is_whole {
            unclaimed(bytes, at, field.at, text);
        }
        lines(bytes, field, index, text);
        at = at.max(field.at + field.size);
    }
    if is_whole {
        unclaimed(bytes, at, bytes.len(), text);
    }
}

fn record(bytes: &[u8], layout: &Layout, at: usize) -> Vec<Leaf> {
    let mut leaves = Leaves::new(bytes);
    leaves.record(layout, at);
    leaves.into_vec()
}

fn add(fields: &mut Vec<Field>, part: &str, base: usize, leaves: Vec<Leaf>) {
    fields.extend(leaves.into_iter().map(|leaf| Field {
        at: base + leaf.at,
        size: leaf.size,
        text: format!("{part} {}  {}", leaf.path, leaf.value),
    }));
}

fn unclaimed(bytes: &[u8], from: usize, to: usize, text: &mut String) {
    if from < to {
        let field = Field {
            at: from,
            size: to - from,
            text: "(no field)".to_owned(),
        };
        lines(bytes, &field, 0, text);
    }
}

/// Bytes as people read them.
fn digits(row: &[u8]) -> String {
    let mut digits = String::with_capacity(3 * WIDTH);
    for byte in row {
        let gap = if digits.is_empty() { "" } else { " " };
        digits.push_str(gap);
        let halves = [byte >> 4, byte & 15].into_iter();
        digits.extend(halves.filter_map(|half| char::from_digit(half.into(), 16)));
    }
    digits
}

fn lines(bytes: &[u8], field: &Field, color: usize, text: &mut String) {
    let rest = bytes.get(field.at..).unwrap_or_default();
    let claimed = rest.get(..field.size).unwrap_or(rest);
    for (index, row) in claimed.chunks(WIDTH).enumerate() {
        let hex = digits(row);
        let gap = " ".repeat(3 * WIDTH - 1 - hex.len());
        let about = if index == 0 {
            field.text.trim_end()
        } else {
            ""
        };
        let about = if about.is_empty() {
            String::new()
        } else {
            format!("{gap}  {}", style::plain(about))
        };
        let at = style::dim(format!("{:08x}", field.at + index * WIDTH));
        text.push_str(&format!("  {at}  {}{about}\n", style::turn(color, hex)));
    }
}

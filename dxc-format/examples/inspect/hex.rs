//! Every byte of the file, beside the field that it belongs to.

use std::io::{Result, Write};

use dxc_format::header::{Header, PartHeader};
use dxc_format::{Container, Fixed, Leaf, Leaves, PartView};

/// Bytes a line.
const WIDTH: usize = 16;

/// Prints a container; returns what could not be read.
pub(crate) fn show(container: &Container<'_>, out: &mut impl Write) -> Result<Vec<String>> {
    let bytes = container.as_bytes();
    let mut problems = Vec::new();
    let mut fields = Vec::new();
    add(&mut fields, "header", 0, record(bytes, &Header::LAYOUT, 0));
    let entry = <u32 as Fixed>::SIZE;
    fields.extend(container.parts().enumerate().map(|(index, part)| Line {
        at: Header::SIZE + index * entry,
        size: entry,
        text: format!("directory[{index}]  {:#x}", part.offset),
    }));
    for raw in container.parts() {
        let name = raw.fourcc.to_string();
        add(
            &mut fields,
            &name,
            0,
            record(bytes, &PartHeader::LAYOUT, raw.offset),
        );
        let mut leaves = Leaves::new(raw.data);
        if let Err(problem) = PartView::walk(raw.fourcc, raw.data, &mut leaves) {
            problems.push(
                problem
                    .within_part(raw.fourcc, raw.data_offset())
                    .to_string(),
            );
        }
        add(&mut fields, &name, raw.data_offset(), leaves.into_vec());
    }
    fields.retain(|line| line.size > 0);
    // The order of the file; of fields that overlap, the one that was read first.
    fields.sort_by_key(|line| line.at);
    let mut at = 0;
    for line in fields {
        unclaimed(out, bytes, at, line.at)?;
        lines(out, bytes, &line)?;
        at = at.max(line.at + line.size);
    }
    unclaimed(out, bytes, at, bytes.len())?;
    Ok(problems)
}

/// Some bytes, and what they are.
struct Line {
    at: usize,
    size: usize,
    text: String,
}

fn record(bytes: &[u8], layout: &dxc_format::shape::Layout, at: usize) -> Vec<Leaf> {
    let mut leaves = Leaves::new(bytes);
    leaves.record(layout, at);
    leaves.into_vec()
}

fn add(fields: &mut Vec<Line>, part: &str, base: usize, leaves: Vec<Leaf>) {
    fields.extend(leaves.into_iter().map(|leaf| Line {
        at: base + leaf.at,
        size: leaf.size,
        text: format!("{part} {}  {}", leaf.path, leaf.value),
    }));
}

fn unclaimed(out: &mut impl Write, bytes: &[u8], from: usize, to: usize) -> Result<()> {
    if from < to {
        lines(
            out,
            bytes,
            &Line {
                at: from,
                size: to - from,
                text: "(no field)".to_owned(),
            },
        )?;
    }
    Ok(())
}

fn lines(out: &mut impl Write, bytes: &[u8], line: &Line) -> Result<()> {
    let claimed = bytes.get(line.at..line.at + line.size).unwrap_or(&[]);
    for (index, row) in claimed.chunks(WIDTH).enumerate() {
        let hex: Vec<String> = row.iter().map(|byte| format!("{byte:02x}")).collect();
        let text = if index == 0 { line.text.trim_end() } else { "" };
        let row = format!(
            "  {:08x}  {:<47}  {text}",
            line.at + index * WIDTH,
            hex.join(" ")
        );
        writeln!(out, "{}", row.trim_end())?;
    }
    Ok(())
}

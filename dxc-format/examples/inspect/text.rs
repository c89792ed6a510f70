//! The fields of every part, a line each.

use std::io::{Result, Write};

use dxc_format::{Container, Leaves, PartInfo, PartView, RawPart, Strip};

/// Longer runs of bytes are counted, not shown.
const SHOWN: usize = 16;

/// Prints a container; returns what could not be read.
pub(crate) fn show(container: &Container<'_>, out: &mut impl Write) -> Result<Vec<String>> {
    let header = container.header();
    writeln!(
        out,
        "  version    {}.{}",
        header.version.major, header.version.minor
    )?;
    writeln!(out, "  size       {} bytes", header.file_size)?;
    writeln!(
        out,
        "  digest     {}: {}",
        container.digest(),
        container.verify_digest()
    )?;
    if !container.trailing().is_empty() {
        writeln!(
            out,
            "  trailing   {} bytes behind the container",
            container.trailing().len()
        )?;
    }
    writeln!(out, "  parts      {}", container.len())?;
    let mut problems = Vec::new();
    for (index, raw) in container.parts().enumerate() {
        problems.extend(part(index, &raw, out)?);
    }
    Ok(problems)
}

fn part(index: usize, raw: &RawPart<'_>, out: &mut impl Write) -> Result<Option<String>> {
    let known = PartInfo::of(raw.fourcc, raw.data);
    let about = known.map_or("A part that the schemas do not know.", |known| known.doc);
    writeln!(
        out,
        "\n  [{index}] {} at {:#x}, {} bytes: {about}",
        raw.fourcc,
        raw.offset,
        raw.data.len()
    )?;
    if let Some(known) = known {
        writeln!(out, "      {}", about_all(known))?;
    }
    let mut leaves = Leaves::new(raw.data);
    match PartView::walk(raw.fourcc, raw.data, &mut leaves) {
        Ok(view) if !view.is_typed() => {
            writeln!(out, "      carried by its bytes")?;
            return Ok(None);
        }
        Ok(_) => {}
        Err(problem) => {
            let problem = problem
                .within_part(raw.fourcc, raw.data_offset())
                .to_string();
            writeln!(out, "      cannot be read: {problem}")?;
            return Ok(Some(problem));
        }
    }
    for leaf in leaves.into_vec() {
        let bytes = raw.data.get(leaf.at..leaf.at + leaf.size).unwrap_or(&[]);
        let hidden = leaf.reserved || leaf.path.ends_with("padding");
        if leaf.size == 0 || (hidden && bytes.iter().all(|byte| *byte == 0)) {
            continue;
        }
        let value = match (leaf.value.as_str(), bytes) {
            ("", bytes) if bytes.len() <= SHOWN => {
                bytes.iter().map(|byte| format!("{byte:02x}")).collect()
            }
            ("", bytes) => format!("{} bytes", bytes.len()),
            (value, _) => value.to_owned(),
        };
        writeln!(out, "      {:<28} {value}", leaf.path)?;
    }
    Ok(None)
}

/// What is known of all parts of a kind.
fn about_all(known: &PartInfo) -> String {
    let models = (!known.models.is_empty()).then(|| format!("shader models {}", known.models));
    let strip = match known.strip {
        Some(Strip::Debug) => Some("for debuggers"),
        Some(Strip::Reflection) => Some("for reflection"),
        _ => None,
    };
    let facts = [
        Some(known.name.to_owned()),
        (!known.writers.is_empty()).then(|| format!("written by {}", known.writers.join(", "))),
        models,
        strip.map(str::to_owned),
        known.repeats.then(|| "may repeat".to_owned()),
        known.last.then(|| "stands last".to_owned()),
    ];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    facts.join("; ")
}

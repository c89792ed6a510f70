//! `dxobj bindings`: what shaders bind, in the columns of `dxc -dumpbin`.

use dxc_format::bindings::Binding;
use dxc_format::{Container, Limits};
use dxobj_viewer::tables;
use serde_json::{Value, json};

use super::signatures::{render, report};
use crate::files::{Input, Problem};
use crate::report::Report;
use crate::style;

pub(crate) fn show(input: &Input, is_json: bool) -> Result<Report, Problem> {
    report(input, if is_json { line_of_json } else { text }, UNKNOWN)
}

/// The note on a file whose bindings no part describes.
pub(super) const UNKNOWN: &str = "no part describes the bindings";

fn text(
    input: &Input,
    container: &Container<'_>,
    limits: &Limits,
) -> dxc_format::Result<Option<String>> {
    let name = style::strong(&input.name);
    let table = tables::bindings(container, limits)?;
    Ok(table.map(|table| match table.rows.is_empty() {
        true => format!("{name}\n  no bindings\n"),
        false => format!("{name}\n{}", render(table, 2)),
    }))
}

fn line_of_json(
    input: &Input,
    container: &Container<'_>,
    limits: &Limits,
) -> dxc_format::Result<Option<String>> {
    let is_known = container.bindings_part().is_some();
    let mut bindings: Vec<Binding<'_>> = Vec::new();
    let mut names = tables::names_within(limits);
    let mut is_whole = true;
    if is_known {
        for binding in container.bindings()? {
            let name = binding.name.as_deref().unwrap_or_default();
            is_whole = names.take(name.len()).is_ok();
            if !is_whole {
                break;
            }
            bindings.push(binding);
        }
    }
    bindings.sort_by_key(Binding::dxc_order);
    let bindings: Vec<Value> = bindings.iter().map(to_json).collect();
    let mut line = json!({ "path": input.name, "known": is_known, "bindings": bindings });
    if !is_whole {
        line["cut"] = true.into();
    }
    Ok(Some(format!("{line}\n")))
}

fn to_json(binding: &Binding<'_>) -> Value {
    json!({
        "part": binding.part.to_string(),
        "described_by": binding.described_by.map(|part| part.to_string()),
        "name": binding.name,
        "class": binding.class.to_string(),
        "letter": binding.letter(),
        "space": binding.space,
        "first": binding.first,
        "last": binding.last,
        "count": binding.count(),
        "kind": binding.kind.map(|kind| kind.to_string()),
        "counter": binding.has_counter,
        "format": binding.dxc_format(),
        "id": binding.id,
    })
}

//! `dxobj bindings`: prints the resources that shaders bind, in the columns of `dxc -dumpbin`.

use dxc_format::{Container, Limits};
use dxc_shader::bindings::{Binding, dxc_order};
use dxobj_report::tables;
use serde::Serialize;

use super::signatures::{render, report, report_json};
use crate::files::{Input, Problem};
use crate::report::{Failure, List, Printer, Report};
use crate::style;
use crate::text::Text;

pub(crate) fn show(input: Input, is_json: bool) -> Result<Report, Problem> {
    if is_json {
        report_json(input, print_json)
    } else {
        report(&input, text, UNKNOWN)
    }
}

/// The note on a file whose bindings no part describes.
pub(super) const UNKNOWN: &str = "no part describes the bindings";

fn text(
    input: &Input,
    container: &Container<'_>,
    limits: &Limits,
) -> dxc_format::Result<Option<Text>> {
    let Some(table) = tables::bindings(container, limits)? else {
        return Ok(None);
    };
    let mut text = Text::default();
    text.line(style::strong(&input.name));
    if table.rows.is_empty() {
        text.line("  no bindings")
    } else {
        text += render(table, 2)
    }
    Ok(Some(text))
}

fn print_json(
    input: &Input,
    container: &Container<'_>,
    out: &mut Printer<'_>,
) -> Result<(), Failure> {
    let is_known = dxc_shader::bindings_part(container).is_some();
    let mut bindings: Vec<Binding<'_>> = Vec::new();
    let mut names = tables::names_within(&Limits::of_input(input.bytes.len()));
    let mut is_whole = true;
    if is_known {
        for binding in dxc_shader::bindings(container)? {
            let name = binding.name.as_deref().unwrap_or_default();
            is_whole = names.take(name.len()).is_ok();
            if !is_whole {
                break;
            }
            bindings.push(binding);
        }
    }
    bindings.sort_by_cached_key(dxc_order);
    Ok(out.json(&input.line(Content {
        known: is_known,
        bindings: List(|| bindings.iter()),
        cut: (!is_whole).then_some(true),
    }))?)
}

#[derive(Serialize)]
struct Content<B: Serialize> {
    known: bool,
    bindings: B,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<bool>,
}

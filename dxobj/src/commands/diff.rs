//! `dxobj diff`: what two containers say differently.

use dxc_format::diff::{Depth, Difference, containers};
use serde_json::json;

use crate::arguments::{Common, Diff, DiffFormat};
use crate::files::Problem;
use crate::outcome::Outcome;
use crate::report::Report;
use crate::{edit, output, style};

pub(crate) fn run(diff: &Diff, common: &Common) -> Outcome {
    output::one(compared(diff).into(), common)
}

fn compared(diff: &Diff) -> Result<Report, Problem> {
    let (old, new) = (edit::one(&diff.old)?, edit::one(&diff.new)?);
    let depth = if diff.layout {
        Depth::Layout
    } else {
        Depth::Meaning
    };
    let differences = containers(&old.container()?, &new.container()?, depth);
    if differences.is_empty() {
        let report = Report::default();
        return Ok(match old.bytes == new.bytes {
            true => report,
            false => report
                .note("they mean the same; `--layout` tells what is laid out otherwise".into()),
        });
    }
    let is_json = diff.json || diff.format == DiffFormat::Json;
    let lines = differences.iter().map(|difference| match is_json {
        true => line_of_json(difference),
        false => line(difference),
    });
    Ok(Report::text(lines.collect()).outcome(Outcome::Found))
}

fn line_of_json(difference: &Difference) -> String {
    let Difference { path, old, new, .. } = difference;
    let part = difference.part.map(|part| part.to_string());
    format!(
        "{}\n",
        json!({ "part": part, "path": path, "old": old, "new": new })
    )
}

fn line(difference: &Difference) -> String {
    let part = difference.part.map(|part| part.to_string());
    let place = [part.as_deref(), Some(difference.path.as_str())];
    let place = place.into_iter().flatten().filter(|word| !word.is_empty());
    let place = style::plain(&place.collect::<Vec<_>>().join(" "));
    let old = difference
        .old
        .as_deref()
        .map(|old| style::old(style::plain(old)));
    let new = difference
        .new
        .as_deref()
        .map(|new| style::new(style::plain(new)));
    match (old, new) {
        (Some(old), Some(new)) => format!("{place}: {old}, {new}\n"),
        (Some(old), None) => format!("{place}: only in the old: {old}\n"),
        (None, Some(new)) => format!("{place}: only in the new: {new}\n"),
        (None, None) => format!("{place}\n"),
    }
}

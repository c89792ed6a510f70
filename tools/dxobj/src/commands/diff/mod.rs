//! `dxobj diff`: compares two containers, or the containers of two folders.

mod folders;
mod instructions;
mod lines;

use std::path::Path;

use dxc_shader::diff::{Depth, containers};

use crate::arguments::{Common, Diff};
use crate::files::{self, Found, Input, Problem};
use crate::outcome::Outcome;
use crate::output;
use crate::report::Report;
use crate::text::Text;

pub(crate) fn run(diff: &Diff, common: &Common) -> Outcome {
    if diff.old.is_dir() || diff.new.is_dir() {
        // A file that does not exist is an error; it is not an empty container.
        let missing = [&diff.old, &diff.new].map(|path| std::fs::metadata(path).err());
        let missing = missing.into_iter().zip([&diff.old, &diff.new]);
        let mut missing = missing.filter_map(|(error, path)| Some((error?, path)));
        return match missing.next() {
            Some((error, path)) => output::one(Problem::new(files::name(path), error), common),
            None => folders::run(diff, common),
        };
    }
    output::one(compare_files(diff), common)
}

fn compare_files(diff: &Diff) -> Result<Report, Problem> {
    let (old, new) = (Found::named(&diff.old), Found::named(&diff.new));
    compare_two(diff, &old.read()?, &new.read()?)
}

/// The report on two files.
pub(crate) fn compare_two(diff: &Diff, old: &Input, new: &Input) -> Result<Report, Problem> {
    let text = compare(diff, [old, new], &diff.new)?;
    let report = Report::text(text);
    Ok(match (report.text.is_empty(), old.bytes == new.bytes) {
        (false, _) => report.outcome(Outcome::Found),
        (true, true) => report,
        (true, false) if diff.instructions => report.note("no instruction differs"),
        (true, false) => {
            report.note("no field differs; `--layout` also compares offsets and orders")
        }
    })
}

/// Compares two containers. JSON has the path of the new file, or the path that the file has in both folders.
fn compare(diff: &Diff, files: [&Input; 2], path: &Path) -> Result<Text, Problem> {
    let depth = if diff.layout {
        Depth::Layout
    } else {
        Depth::Semantic
    };
    let is_json = diff.is_json();
    if diff.instructions {
        return instructions::compare(files, is_json, path);
    }
    let [old, new] = files;
    let differences = containers(&old.container()?, &new.container()?, depth);
    Ok(if is_json {
        lines::json(&differences, path)
    } else {
        lines::text(&differences)
    })
}

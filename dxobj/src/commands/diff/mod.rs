//! `dxobj diff`: compares two containers, or the containers of two folders.

mod folders;
mod instructions;
mod lines;

use dxc_shader::diff::{Depth, containers};

use crate::arguments::{Common, Diff, DiffFormat};
use crate::files::{self, Found, Input, Problem};
use crate::outcome::Outcome;
use crate::output;
use crate::report::Report;
use crate::text::Text;

pub(crate) fn run(diff: &Diff, common: &Common) -> Outcome {
    if diff.old.is_dir() || diff.new.is_dir() {
        // A missing side is not an empty one.
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
    let (old, new) = (old.read()?, new.read()?);
    let text = compare(diff, [&old, &new], None)?;
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

/// The differences of two containers as lines, or as JSON with the name of the file if there are several.
fn compare(diff: &Diff, files: [&Input; 2], name: Option<&str>) -> Result<Text, Problem> {
    let depth = match diff.layout {
        true => Depth::Layout,
        false => Depth::Semantic,
    };
    let is_json = diff.json || diff.format == DiffFormat::Json;
    if diff.instructions {
        return instructions::compare(files, is_json, name);
    }
    let [old, new] = files;
    let differences = containers(&old.container()?, &new.container()?, depth);
    Ok(match is_json {
        true => lines::json(&differences, name),
        false => lines::text(&differences),
    })
}

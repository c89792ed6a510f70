//! Compares the containers of two folders that have the same file name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::compare;
use crate::arguments::{Common, Diff};
use crate::files::{self, Found, Problem, Wanted, walk};
use crate::json::Line;
use crate::outcome::Outcome;
use crate::output::{self, Output};
use crate::parallel::{self, Work};
use crate::report::Report;
use crate::style;
use crate::text::Text;

/// The old and the new file of one name, if they exist.
type Pair = [Option<Found>; 2];

pub(super) fn run(diff: &Diff, common: &Common) -> Outcome {
    let pairs = match pairs([&diff.old, &diff.new], common) {
        Ok(pairs) => pairs,
        Err(problem) => return output::one(problem, common),
    };
    let mut output = Output::new(common);
    let (mut same, mut differ, mut alone, mut failed) = (0, 0, [0, 0], 0);
    let work = Work {
        weight: |(_, pair): &(PathBuf, Pair)| {
            let sizes = pair.iter().flatten().map(Found::len);
            sizes.fold(0, u64::saturating_add)
        },
        size: |(_, report): &(Pair, Report)| report.len(),
        work: |(name, pair): (PathBuf, Pair)| {
            let report = compare_pair(diff, &name, &pair);
            (pair, Report::from(report))
        },
    };
    let mut is_read = true;
    parallel::in_order(pairs.into_iter(), &work, |(pair, report)| {
        match (&pair, report.outcome) {
            (_, Outcome::Failed) => failed += 1,
            ([Some(_), None], _) => alone[0] += 1,
            ([None, _], _) => alone[1] += 1,
            (_, Outcome::Found) => differ += 1,
            (_, Outcome::Done) => same += 1,
        }
        is_read = output.print(report);
        is_read
    });
    if !is_read {
        return output.finish();
    }
    let [old, new] = alone;
    let mut total =
        format!("{differ} differ, {same} the same, {old} only in the old, {new} only in the new");
    if failed > 0 {
        total.push_str(&format!(", {failed} not compared"));
    }
    output.print(Report::default().note(total));
    output.finish()
}

/// Pairs the files of two folders by their relative paths. A single file is compared with the file of the same name in
/// the folder.
fn pairs(sides: [&Path; 2], common: &Common) -> Result<BTreeMap<PathBuf, Pair>, Problem> {
    let mut pairs: BTreeMap<PathBuf, Pair> = BTreeMap::new();
    for (side, path) in sides.into_iter().enumerate() {
        let one = sides.iter().find(|path| !path.is_dir());
        for found in walk(&[path.to_owned()], Wanted::Containers, &common.filter) {
            let found = found?;
            let name = found.path.file_name().unwrap_or_default();
            let below = found.below.join(name);
            let is_wanted = one.is_none_or(|one| one.file_name().is_some_and(|one| below == one));
            if is_wanted {
                pairs.entry(below).or_default()[side] = Some(found);
            }
        }
    }
    Ok(pairs)
}

fn compare_pair(diff: &Diff, name: &Path, pair: &Pair) -> Result<Report, Problem> {
    let path = name;
    let name = files::name(path);
    let is_json = diff.is_json();
    let heading = |about: &str| {
        let mut text = Text::default();
        text.line(style::strong(&name) + about);
        Report::text(text)
    };
    let text = match pair {
        [Some(old), Some(new)] => compare(diff, [&old.read()?, &new.read()?], path)?,
        [old, _] => {
            let side = if old.is_some() { "old" } else { "new" };
            let report = if is_json {
                Report::text(Line::new(path, json!({ "only_in": side })).text())
            } else {
                heading(&format!(": only in the {side}"))
            };
            return Ok(report.outcome(Outcome::Found));
        }
    };
    Ok(match (text.is_empty(), is_json) {
        (true, _) => Report::default(),
        (false, true) => Report::text(text).outcome(Outcome::Found),
        (false, false) => {
            let mut report = heading("").outcome(Outcome::Found);
            report.text += text.indented("  ");
            report
        }
    })
}

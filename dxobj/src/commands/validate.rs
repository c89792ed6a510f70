//! `dxobj validate`: the rules that containers break.

use std::sync::atomic::{AtomicUsize, Ordering};

use dxc_format::{Container, PartView};

use super::findings::Judgement;
use crate::arguments::{Common, Files};
use crate::files::{Input, Problem};
use crate::outcome::Outcome;
use crate::output;
use crate::report::Report;
use crate::run;

/// How many files there were, how many of them break a rule, and how many are broken.
#[derive(Default)]
struct Tally {
    files: AtomicUsize,
    wrong: AtomicUsize,
    findings: AtomicUsize,
}

pub(crate) fn run(files: &Files, common: &Common) -> Outcome {
    let tally = Tally::default();
    let outcome = run::each(&files.files, common, |input| {
        validate(input, files.json, &tally).into()
    });
    let [count, wrong, findings] =
        [&tally.files, &tally.wrong, &tally.findings].map(|count| count.load(Ordering::Relaxed));
    if findings > 0 && !files.json && !common.quiet {
        let rules = if findings == 1 {
            "rule is"
        } else {
            "rules are"
        };
        let summary = format!("{findings} {rules} broken in {wrong} of {count} files\n");
        return outcome.max(output::one(Report::text(summary), common));
    }
    outcome
}

fn validate(input: &Input, is_json: bool, tally: &Tally) -> Result<Report, Problem> {
    let judgement = judge(&input.container()?);
    let findings = judgement.findings.len();
    tally.files.fetch_add(1, Ordering::Relaxed);
    tally.findings.fetch_add(findings, Ordering::Relaxed);
    tally
        .wrong
        .fetch_add((findings > 0).into(), Ordering::Relaxed);
    Ok(judgement.report(input, is_json, None))
}

/// Reads every part, and checks those that there are rules for.
fn judge(container: &Container<'_>) -> Judgement {
    let unreadable = container.parts().filter_map(|part| {
        let error = PartView::parse(part.fourcc, part.data).err()?;
        let error = error.within_part(part.fourcc, part.data_offset());
        Some(error.to_string())
    });
    let mut errors: Vec<String> = unreadable.collect();
    let findings = container.validate().unwrap_or_else(|error| {
        // It names a part that is told already.
        if errors.is_empty() {
            errors.push(error.to_string());
        }
        Vec::new()
    });
    Judgement { findings, errors }
}

//! `dxobj validate`: the rules that containers break.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::findings::Findings;
use crate::arguments::{Common, Files};
use crate::files::{Input, Problem};
use crate::outcome::Outcome;
use crate::output;
use crate::report::Report;
use crate::run;

/// The number of files, of those that break a rule, and of findings.
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
    let findings = Findings::of(input.container()?.validate());
    let count = findings.count();
    tally.files.fetch_add(1, Ordering::Relaxed);
    tally.findings.fetch_add(count, Ordering::Relaxed);
    tally.wrong.fetch_add((count > 0).into(), Ordering::Relaxed);
    Ok(findings.report(input, is_json, None))
}

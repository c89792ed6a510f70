//! `dxobj validate`: the rules that containers break.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use crate::arguments::{Common, Files};
use crate::files::{Input, Problem};
use crate::run::{self, Outcome, Report};
use crate::style;

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
        println!("{findings} {rules} broken in {wrong} of {count} files");
    }
    outcome
}

fn validate(input: &Input, is_json: bool, tally: &Tally) -> Result<Report, Problem> {
    let container = input.container()?;
    let findings = container.validate().map_err(|error| input.problem(error))?;
    tally.files.fetch_add(1, Ordering::Relaxed);
    tally.findings.fetch_add(findings.len(), Ordering::Relaxed);
    if is_json {
        let shown = findings.iter().map(|finding| {
            json!({
                "rule": finding.rule.name,
                "part": finding.part.map(|part| part.to_string()),
                "field": finding.path,
                "found": finding.found,
                "message": finding.message(),
                "demands": finding.rule.demands,
            })
        });
        let shown: Vec<Value> = shown.collect();
        let outcome = if findings.is_empty() {
            Outcome::Done
        } else {
            Outcome::Found
        };
        let line = json!({ "path": input.name, "findings": shown });
        return Ok(Report::text(format!("{line}\n")).outcome(outcome));
    }
    if findings.is_empty() {
        return Ok(Report::default());
    }
    tally.wrong.fetch_add(1, Ordering::Relaxed);
    let name = style::strong(&input.name);
    let lines = findings
        .iter()
        .map(|finding| format!("{name}: {finding}\n"));
    Ok(Report::text(lines.collect()).outcome(Outcome::Found))
}

//! What `dxobj validate` and `dxobj rootsig check` say of a file: the rules that it breaks, and what could not be judged.

use std::collections::BTreeMap;

use dxc_format::{Finding, Limits, Weight};
use serde_json::{Value, json};

use crate::files::Input;
use crate::outcome::Outcome;
use crate::report::Report;
use crate::style;

/// What was found in a file.
#[derive(Default)]
pub(crate) struct Judgement {
    /// The rules that are broken.
    pub(crate) findings: Vec<Finding>,
    /// What could not be read, or not be checked.
    pub(crate) errors: Vec<String>,
}

impl Judgement {
    /// Lines of text, or one of JSON; `fine` is printed where nothing is wrong.
    pub(crate) fn report(&self, input: &Input, is_json: bool, fine: Option<&str>) -> Report {
        let outcome = match self.findings.is_empty() {
            true => Outcome::Done,
            false => Outcome::Found,
        };
        let text = match is_json {
            true => self.line_of_json(input),
            false => self.lines(input, fine),
        };
        let errors = self.errors.iter().map(|error| input.problem(error));
        errors.fold(Report::text(text).outcome(outcome), Report::problem)
    }

    fn lines(&self, input: &Input, fine: Option<&str>) -> String {
        let name = style::strong(&input.name);
        let is_fine = self.findings.is_empty() && self.errors.is_empty();
        let fine = fine.filter(|_| is_fine).map(style::good);
        let (shown, omitted) = few_of_each(&self.findings);
        let found = shown.into_iter().map(ToString::to_string);
        let lines = found.chain(omitted).chain(fine);
        lines.map(|line| format!("{name}: {line}\n")).collect()
    }

    fn line_of_json(&self, input: &Input) -> String {
        let (shown, omitted) = few_of_each(&self.findings);
        let findings: Vec<Value> = shown.into_iter().map(to_json).collect();
        let mut line = json!({ "path": input.name, "findings": findings, "errors": self.errors });
        if !omitted.is_empty() {
            line["omitted"] = json!(omitted);
        }
        format!("{line}\n")
    }
}

/// The first 20 findings of each rule, and lines that count the others.
pub(crate) fn few_of_each(findings: &[Finding]) -> (Vec<&Finding>, Vec<String>) {
    let most = Limits::of_input(0).findings;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut shown = Vec::new();
    for finding in findings {
        let count = counts.entry(finding.rule.name).or_default();
        *count += 1;
        if *count <= most {
            shown.push(finding);
        }
    }
    let omitted = counts.into_iter().filter(|(_, count)| *count > most);
    let omitted = omitted.map(|(rule, count)| format!("{} more [{rule}]", count - most));
    (shown, omitted.collect())
}

fn to_json(finding: &Finding) -> Value {
    let (weight, since) = match finding.rule.weight {
        Weight::Runtime => ("runtime", None),
        Weight::Validator { since } => ("validator", Some(since)),
        _ => ("tidy", None),
    };
    json!({
        "rule": finding.rule.name,
        "part": finding.part.map(|part| part.to_string()),
        "field": finding.path,
        "found": finding.found,
        "message": finding.message(),
        "demands": finding.rule.demands,
        "weight": weight,
        "since": since,
    })
}

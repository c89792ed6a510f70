//! Prints the findings of `dxobj validate`, `dxobj rootsig check` and `dxobj build`: grouped by their part and
//! by the part that it was compared with. Parts that could not be read or checked follow.

use dxc_format::digest::Verdict;
use dxc_format::{Container, FourCC};
use dxc_shader::{Finding, PartPath, Severity, Truncated, finding_message, source_lines};
use dxobj_report::wrong_digest;
use serde::Serialize;
use serde_json::{Value, json};

use crate::files::Input;
use crate::outcome::Outcome;
use crate::report::Report;
use crate::style;
use crate::text::Text;
use crate::verdict::word;

/// The findings of a file.
#[derive(Default)]
pub(crate) struct Findings {
    /// The rules that are broken.
    pub(crate) broken: Vec<Finding>,
    /// The parts that cannot be read.
    unreadable: Vec<Finding>,
    /// Violations of rules that no program enforces.
    warnings: Vec<Finding>,
    /// The rules whose findings were truncated.
    truncated: Vec<Truncated>,
    /// Messages about checks that could not be made.
    pub(crate) errors: Vec<String>,
    /// The reason why there was nothing to check.
    pub(crate) unchecked: Option<&'static str>,
    /// The verdict on the digest, if the digest was checked.
    digest: Option<Verdict>,
}

impl Findings {
    /// Converts the library's findings for a container.
    pub(crate) fn of(report: dxc_shader::Report) -> Self {
        let mut truncated = report.truncated().to_vec();
        truncated.retain(|truncated| truncated.rule.severity != Severity::Lint);
        let is = |severity| move |finding: &Finding| finding.rule.severity == severity;
        let (unreadable, others): (_, Vec<_>) =
            report.into_iter().partition(is(Severity::Unreadable));
        let (warnings, broken) = others.into_iter().partition(is(Severity::Lint));
        Self {
            broken,
            unreadable,
            warnings,
            truncated,
            ..Self::default()
        }
    }

    /// The findings for a file with nothing to check.
    pub(crate) fn unchecked(why: &'static str) -> Self {
        Self {
            unchecked: Some(why),
            ..Self::default()
        }
    }

    /// Checks the digest: a wrong one breaks a rule.
    pub(crate) fn judge_digest(&mut self, container: &Container<'_>) {
        let verdict = container.verify_digest();
        self.digest = Some(verdict);
        self.broken.splice(..0, wrong_digest(container, verdict));
    }

    /// The number of broken rules in all parts.
    pub(crate) fn count(&self) -> usize {
        let truncated = self.truncated.iter().map(|truncated| truncated.count);
        self.broken.len() + truncated.sum::<usize>()
    }

    /// Formats the findings as lines of text, or as one line of JSON; `fine` is printed if there are none.
    pub(crate) fn report(&self, input: &Input, is_json: bool, fine: Option<&str>) -> Report {
        let outcome = Outcome::found(!self.broken.is_empty());
        let text = if is_json {
            self.line_of_json(input)
        } else {
            self.text(input, fine)
        };
        let errors = self.unreadable.iter().map(ToString::to_string);
        let errors = errors.chain(self.errors.iter().cloned());
        let mut report = Report::text(text).outcome(outcome);
        if self.digest == Some(Verdict::Unsigned) {
            report = report.absence(input, "no digest", "no digest; `dxobj sign` adds one");
        }
        if let Some(unchecked) = self.unchecked {
            report = report.absence(input, unchecked, unchecked);
        }
        for warning in self.warnings.iter().filter(|_| !is_json) {
            let name = format!(" {}: ", input.name);
            report = report.note(style::warning("warning:") + name + warning.to_string());
        }
        errors.fold(report, |report, error| report.problem(input.problem(error)))
    }

    /// Adds notes to the report on a file that is written in spite of the findings.
    pub(crate) fn warn(&self, name: &str, report: Report) -> Report {
        self.lines().fold(report, |report, line| {
            report.note(style::warning("warning:") + format!(" {name}: {line}"))
        })
    }

    /// The lines: one for each finding, and one for each rule whose findings were truncated.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        let findings = self.unreadable.iter().chain(&self.broken);
        let truncated = self.truncated.iter().map(shown_rest);
        findings.map(ToString::to_string).chain(truncated)
    }

    fn text(&self, input: &Input, fine: Option<&str>) -> Text {
        let name = || style::strong(&input.name) + ": ";
        let mut text = Text::default();
        let is_fine =
            self.broken.is_empty() && self.unreadable.is_empty() && self.errors.is_empty();
        let is_fine = is_fine && self.unchecked.is_none();
        if let Some(fine) = fine.filter(|_| is_fine) {
            text.line(name() + style::good(fine));
            return text;
        }
        for (parts, findings) in self.groups() {
            text.line(name() + shown_parts(parts));
            for finding in findings {
                let line = Text::from(format!(
                    "  {}: {} [",
                    finding.path,
                    finding_message(finding)
                ));
                text.line(line + style::dim(finding.rule.name) + "]");
            }
        }
        for truncated in &self.truncated {
            text.line(name() + shown_rest(truncated));
        }
        text
    }

    /// Groups the findings by part and by the part that it was compared with.
    fn groups(&self) -> Vec<(Parts, Vec<&Finding>)> {
        let mut groups: Vec<(Parts, Vec<&Finding>)> = Vec::new();
        for finding in &self.broken {
            let against = finding.against.as_ref().map(|against| against.part);
            let parts = (finding.part, against);
            match groups.iter_mut().find(|(known, _)| *known == parts) {
                Some((_, findings)) => findings.push(finding),
                None => groups.push((parts, vec![finding])),
            }
        }
        groups
    }

    fn line_of_json(&self, input: &Input) -> Text {
        let findings = self.unreadable.iter().chain(&self.broken);
        let findings = findings.map(|finding| {
            let field = finding.part.map(|part| PartPath::new(part, &*finding.path));
            (finding, field)
        });
        let findings = with_source_lines(input, findings);
        let mut line = json!({
            "findings": findings,
            "truncated": self.truncated,
            "errors": self.errors,
        });
        if let (false, Some(line)) = (self.warnings.is_empty(), line.as_object_mut()) {
            line.insert("warnings".into(), json!(self.warnings));
        }
        if let (Some(verdict), Some(line)) = (self.digest, line.as_object_mut()) {
            line.insert("digest".into(), word(verdict).into());
        }
        if let (Some(unchecked), Some(line)) = (self.unchecked, line.as_object_mut()) {
            line.insert("unchecked".into(), unchecked.into());
        }
        input.line(line).text()
    }
}

/// Findings of a file in JSON, each with the HLSL file and line of its field, if debug information has them.
pub(super) fn with_source_lines<'f, T: Serialize + 'f>(
    input: &Input,
    findings: impl Iterator<Item = (&'f T, Option<PartPath>)>,
) -> Vec<Value> {
    let findings = findings.map(|(finding, field)| (json!(finding), field));
    let (mut findings, fields): (Vec<Value>, Vec<Option<PartPath>>) = findings.unzip();
    let known: Vec<PartPath> = fields.iter().flatten().cloned().collect();
    // For a container that cannot be read, findings have no lines.
    let container = Container::parse(&input.bytes).ok();
    let container = container.filter(|_| !known.is_empty());
    let lines = container.and_then(|container| source_lines(&container, &known).ok());
    let with_field = findings.iter_mut().zip(&fields);
    let with_field = with_field.filter_map(|(finding, field)| field.as_ref().map(|_| finding));
    for (finding, line) in with_field.zip(lines.unwrap_or_default()) {
        if let (Some(finding), Some(line)) = (finding.as_object_mut(), line) {
            finding.insert("file".into(), line.file.into());
            finding.insert("line".into(), line.line.into());
        }
    }
    findings
}

/// A part, and the part that it was compared with.
type Parts = (Option<FourCC>, Option<FourCC>);

fn shown_parts((part, against): Parts) -> Text {
    let part = part.map_or_else(|| "the container".into(), |part| part.to_string());
    match against {
        Some(against) => style::strong(part) + format!(", compared with {against}"),
        None => style::strong(part),
    }
}

/// The line with the number of findings of a rule that were omitted.
pub(crate) fn shown_rest(truncated: &Truncated) -> String {
    let findings = if truncated.count == 1 {
        "finding"
    } else {
        "findings"
    };
    format!(
        "{} more {findings} of [{}]",
        truncated.count, truncated.rule.name
    )
}

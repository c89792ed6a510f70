//! `dxobj validate`: reports the rules that containers break, and wrong digests.

use super::findings::Findings;
use crate::arguments::{Common, Validate};
use crate::files::{Input, Problem, Wanted};
use crate::outcome::Outcome;
use crate::output;
use crate::report::Report;
use crate::run;
use crate::text::Text;

pub(crate) fn run(validate: &Validate, common: &Common) -> Outcome {
    let (mut count, mut wrong, mut findings) = (0, 0, 0);
    let files = &validate.files;
    let outcome = run::each_counted(
        &files.files,
        Wanted::Shaders,
        common,
        |found| judge(&found.read()?, validate),
        |broken| {
            count += 1;
            wrong += usize::from(broken > 0);
            findings += broken;
        },
    );
    if findings > 0 && !files.json && !common.quiet {
        let rules = if findings == 1 {
            "rule is"
        } else {
            "rules are"
        };
        let mut summary = Text::default();
        summary.line(format!(
            "{findings} {rules} broken in {wrong} of {count} files"
        ));
        return outcome.max(output::one(Report::text(summary), common));
    }
    outcome
}

/// The report on a file, and the number of rules that it breaks.
pub(crate) fn judge(input: &Input, validate: &Validate) -> Result<(Report, usize), Problem> {
    let container = input.container()?;
    let mut findings = Findings::of(dxc_shader::validate_and_lint(&container));
    if !validate.no_digest && input.bare.is_none() {
        findings.judge_digest(&container);
    }
    let report = findings.report(input, validate.files.json, None);
    Ok((report, findings.count()))
}

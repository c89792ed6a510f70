//! `dxobj validate`: the rules that containers break.

use super::findings::Findings;
use crate::arguments::{Common, Files};
use crate::files::{Found, Problem, Wanted};
use crate::outcome::Outcome;
use crate::output;
use crate::report::Report;
use crate::run;
use crate::text::Text;

pub(crate) fn run(files: &Files, common: &Common) -> Outcome {
    let (mut count, mut wrong, mut findings) = (0, 0, 0);
    let outcome = run::each_counted(
        &files.files,
        Wanted::Containers,
        common,
        |found| validate(found, files.json),
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

/// The report on a file, and how many rules it breaks.
fn validate(found: &Found, is_json: bool) -> Result<(Report, usize), Problem> {
    let input = found.read()?;
    let findings = Findings::of(input.container()?.validate());
    Ok((findings.report(&input, is_json, None), findings.count()))
}

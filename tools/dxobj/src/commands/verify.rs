//! `dxobj verify`: checks digests.

use std::collections::BTreeMap;

use dxc_format::digest::Verdict;
use serde_json::json;

use crate::arguments::{Common, Files};
use crate::files::{Input, Problem, Wanted};
use crate::input::Need;
use crate::outcome::Outcome;
use crate::output;
use crate::report::Report;
use crate::run;
use crate::text::Text;
use crate::verdict::{REFUSED, WORDS, colored, word};

pub(crate) fn run(files: &Files, common: &Common) -> Outcome {
    let mut tally = BTreeMap::<&str, usize>::new();
    let outcome = run::each_counted(
        &files.files,
        Wanted::Shaders,
        common,
        |found| {
            let input = found.read_by_need(Need::Fields);
            Ok(
                match input.and_then(|input| verify(&input, files, common)) {
                    Ok((report, verdict)) => (report, word(verdict)),
                    Err(problem) => (problem.into(), REFUSED),
                },
            )
        },
        |word| *tally.entry(word).or_default() += 1,
    );
    let count: usize = tally.values().sum();
    if count > 1 && !files.json && !common.quiet {
        let words = WORDS.iter().chain([&REFUSED]);
        let counts = words.filter_map(|word| Some(format!("{} {word}", tally.get(word)?)));
        let mut summary = Text::default();
        summary.line(counts.collect::<Vec<_>>().join(", "));
        return outcome.max(output::one(Report::text(summary), common));
    }
    outcome
}

/// The report on a file, and the verdict on its digest.
pub(crate) fn verify(
    input: &Input,
    files: &Files,
    common: &Common,
) -> Result<(Report, Verdict), Problem> {
    input.refuse_bare("has no digest")?;
    let container = input.container()?;
    let verdict = input.verdict(&container)?;
    let is_wrong = matches!(verdict, Verdict::Differs { .. } | Verdict::Unsigned);
    let computed = match verdict {
        Verdict::Differs { computed } => Some(computed.to_string()),
        _ => None,
    };
    let text = match (files.json, &computed) {
        (true, _) => {
            let digest = container.digest().to_string();
            let verdict = word(verdict);
            let content = json!({ "verdict": verdict, "digest": digest, "computed": computed });
            input.line(content).text()
        }
        (false, _) if common.quiet && !is_wrong => Text::default(),
        (false, computed) => {
            let (mut text, digest) = (Text::default(), container.digest());
            let computed = computed.as_ref().map_or(String::new(), |computed| {
                format!(": the file has {digest}, its content gives {computed}")
            });
            text.line(Text::from(&input.name) + ": " + colored(verdict) + computed);
            text
        }
    };
    let report = Report::text(text).outcome(Outcome::found(is_wrong));
    Ok((report, verdict))
}

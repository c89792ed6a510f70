//! `dxobj verify`: whether digests are right.

use std::sync::Mutex;

use dxc_format::Container;
use dxc_format::digest::Verdict;
use serde_json::json;

use crate::arguments::{Common, Files};
use crate::files::{Input, Problem, Wanted};
use crate::outcome::Outcome;
use crate::report::Report;
use crate::run;
use crate::{output, style};

/// How many files came to which verdict.
type Tally = Mutex<Vec<(&'static str, usize)>>;

pub(crate) fn run(files: &Files, common: &Common) -> Outcome {
    let tally = Tally::default();
    let refuse = |problem: Problem| {
        count(&tally, REFUSED);
        problem.into()
    };
    let outcome = run::each_found(&files.files, Wanted::Containers, common, |found| {
        let verified = found.read_by_need().and_then(|input| {
            let container = input.container()?;
            let verdict = input.verdict(&container)?;
            Ok(report(&input, &container, verdict, files, common, &tally))
        });
        verified.unwrap_or_else(refuse)
    });
    let mut tally = tally.into_inner().unwrap_or_default();
    // Files go in parallel; what is said of them does not depend on it.
    tally.sort_by_key(|(word, _)| WORDS.iter().position(|known| known == word));
    let count: usize = tally.iter().map(|(_, count)| count).sum();
    if count > 1 && !files.json && !common.quiet {
        let counts = tally.iter().map(|(word, count)| format!("{count} {word}"));
        let summary = format!("{}\n", counts.collect::<Vec<_>>().join(", "));
        return outcome.max(output::one(Report::text(summary), common));
    }
    outcome
}

/// The word for what is no container.
const REFUSED: &str = "refused";

/// The words, from what is right to what is wrong.
const WORDS: [&str; 7] = [
    "ok",
    "debug",
    "unsigned",
    "bypass",
    "preview-bypass",
    "wrong",
    REFUSED,
];

fn count(tally: &Tally, word: &'static str) {
    if let Ok(mut tally) = tally.lock() {
        match tally.iter_mut().find(|(known, _)| *known == word) {
            Some((_, count)) => *count += 1,
            None => tally.push((word, 1)),
        }
    }
}

/// A verdict in one word.
pub(crate) fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Matches => "ok",
        Verdict::Debug => "debug",
        Verdict::Unsigned => "unsigned",
        Verdict::Bypass => "bypass",
        Verdict::PreviewBypass => "preview-bypass",
        _ => "wrong",
    }
}

/// The word in its colour.
pub(crate) fn colored(verdict: Verdict) -> String {
    let word = word(verdict);
    match verdict {
        Verdict::Matches => style::good(word),
        Verdict::Differs { .. } => style::error(word),
        _ => style::warning(word),
    }
}

fn report(
    input: &Input,
    container: &Container<'_>,
    verdict: Verdict,
    files: &Files,
    common: &Common,
    tally: &Tally,
) -> Report {
    count(tally, word(verdict));
    let is_wrong = matches!(verdict, Verdict::Differs { .. } | Verdict::Unsigned);
    let computed = match verdict {
        Verdict::Differs { computed } => Some(computed.to_string()),
        _ => None,
    };
    let text = match (files.json, &computed) {
        (true, _) => {
            let digest = container.digest().to_string();
            let verdict = word(verdict);
            let line = json!({ "path": input.name, "verdict": verdict, "digest": digest, "computed": computed });
            format!("{line}\n")
        }
        (false, _) if common.quiet && !is_wrong => String::new(),
        (false, Some(computed)) => {
            let digest = container.digest();
            format!(
                "{}: {}: it is {digest}, the content's is {computed}\n",
                input.name,
                colored(verdict)
            )
        }
        (false, None) => format!("{}: {}\n", input.name, colored(verdict)),
    };
    Report::text(text).outcome(Outcome::found(is_wrong))
}

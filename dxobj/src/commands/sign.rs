//! `dxobj sign`: the digest of containers that have none.

use dxc_format::digest::{self, Digest, Verdict};
use dxc_format::{Container, DigestPolicy};

use crate::arguments::{Common, Sign};
use crate::edit;
use crate::files::{Found, Input, Problem};
use crate::outcome::Outcome;
use crate::report::Report;
use crate::run;
use crate::total::Total;

pub(crate) fn run(sign: &Sign, common: &Common) -> Outcome {
    if let Err(problem) = edit::single(&sign.files, sign.to.output.as_deref()) {
        return edit::fail(problem, common);
    }
    let total = Total::of_edits(&sign.files);
    let outcome = run::each_group(&sign.files, common, Found::read, Report::from, |opened| {
        let containers: Vec<_> = opened.iter().map(|(_, container)| *container).collect();
        let verdicts = digest::verdicts(&containers);
        let unsigned = containers.iter().zip(&verdicts);
        let unsigned = unsigned.filter(|(_, verdict)| matches!(verdict, Verdict::Unsigned));
        let contents: Vec<&[u8]> = unsigned.map(|(container, _)| container.file()).collect();
        let mut digests = digest::of_files(&contents).into_iter();
        let reports = opened
            .iter()
            .zip(verdicts)
            .map(|((input, container), verdict)| {
                let digest = match verdict {
                    Verdict::Unsigned => digests.next(),
                    Verdict::Differs { computed } => Some(computed),
                    Verdict::Matches => None,
                    _ => sign.force.then(|| Digest::of_file(container.file())),
                };
                signed(input, container, verdict, digest, sign, &total).into()
            });
        reports.collect()
    });
    total.print(common);
    outcome
}

/// Gives a container the digest that it shall have.
fn signed(
    input: &Input,
    container: &Container<'_>,
    verdict: Verdict,
    digest: Option<Digest>,
    sign: &Sign,
    total: &Total,
) -> Result<Report, Problem> {
    match verdict {
        Verdict::Matches | Verdict::Unsigned => {}
        _ if sign.force => {}
        verdict => {
            let what = match verdict {
                Verdict::Differs { .. } => "the digest is wrong: the file may be damaged",
                Verdict::Debug => "it has a debug digest",
                _ => "it asks the runtime not to validate it",
            };
            let problem = input.problem(what).finding();
            return Err(problem.hint("`--force` gives it a usual digest all the same"));
        }
    }
    let mut builder = container.to_builder();
    if let Some(digest) = digest {
        builder.set_digest(DigestPolicy::Exactly(digest));
    }
    let bytes = builder.to_bytes().map_err(|error| input.problem(error))?;
    let written = Container::parse(&bytes).map_err(|error| input.problem(error))?;
    if written.verify_digest() != Verdict::Matches {
        return Err(input
            .problem("it cannot be signed: a part overlaps the header, which holds the digest")
            .hint("`dxobj ls` lists the offsets of the parts"));
    }
    let done = match verdict {
        Verdict::Matches => "was signed already",
        Verdict::Unsigned => "signed",
        _ => "signed anew",
    };
    let report = edit::finish(input, &bytes, sign.to.output.as_deref(), done)?;
    Ok(total.count(report, [&input.bytes, &bytes], done))
}

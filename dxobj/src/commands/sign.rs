//! `dxobj sign`: the digest of containers that have none.

use dxc_format::DigestPolicy;
use dxc_format::digest::Verdict;

use crate::arguments::{Common, Sign};
use crate::edit;
use crate::files::{Input, Problem};
use crate::run::{self, Outcome, Report};

pub(crate) fn run(sign: &Sign, common: &Common) -> Outcome {
    if let Err(problem) = edit::single(&sign.files, sign.to.output.as_deref()) {
        return edit::fail(problem, common);
    }
    run::each(&sign.files, common, |input| signed(input, sign).into())
}

fn signed(input: &Input, sign: &Sign) -> Result<Report, Problem> {
    let container = input.container()?;
    let verdict = container.verify_digest();
    let is_wanted = match verdict {
        Verdict::Matches => false,
        Verdict::Unsigned => true,
        _ if sign.force => true,
        verdict => {
            let what = match verdict {
                Verdict::Differs { .. } => "the digest is wrong: the file may be damaged",
                Verdict::Debug => "it has a debug digest",
                _ => "it asks the runtime not to validate it",
            };
            let problem = input
                .problem(what)
                .hint("`--force` gives it a usual digest all the same");
            return Ok(Report::from(problem).outcome(Outcome::Found));
        }
    };
    let mut builder = container.to_builder();
    if is_wanted {
        builder.set_digest(DigestPolicy::Recompute);
    }
    let bytes = builder.to_bytes().map_err(|error| input.problem(error))?;
    let digest = match verdict {
        Verdict::Matches => "was signed already",
        Verdict::Unsigned => "signed",
        _ => "signed anew",
    };
    edit::finish(input, &bytes, sign.to.output.as_deref(), digest)
}

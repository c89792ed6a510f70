//! `dxobj sign`: adds the digest to containers that have none.

use dxc_format::DigestPolicy;
use dxc_format::digest::{self, Verdict};

use crate::arguments::{Common, Sign};
use crate::changed::Changed;
use crate::edit::{self, Target};
use crate::files::{Input, Problem};
use crate::outcome::Outcome;
use crate::report::Report;
use crate::total::Edited;

pub(crate) fn run(sign: &Sign, common: &Common) -> Outcome {
    edit::counted(&sign.files, &sign.to, common, |input, target| {
        signed(input, sign, target)
    })
}

/// Adds the usual digest to a container. A digest of another kind is only replaced with `--force`.
fn signed(input: &Input, sign: &Sign, target: &Target) -> Result<(Report, Edited), Problem> {
    let container = input.container()?;
    let verdict = input.verdict(&container)?;
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
            return Err(problem.hint("`--force` replaces it by the usual digest"));
        }
    }
    digest::check_place(&container).map_err(|error| {
        let hint = "`dxobj ls` lists the offsets of the parts";
        input.problem(error).hint(hint)
    })?;
    let mut builder = container.to_builder();
    builder.set_digest(DigestPolicy::Recompute);
    // `Matches` selects the usual digest.
    let changed = Changed::new(input, &builder, Verdict::Matches)?;
    let done = match verdict {
        Verdict::Matches => "already signed",
        Verdict::Unsigned => "signed",
        _ => "re-signed",
    };
    target.finish(&changed, done)
}

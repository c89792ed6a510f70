//! `dxobj roundtrip`: whether what is read typed is written as it was.

use std::collections::BTreeMap;
use std::sync::Mutex;

use dxc_format::{Container, FourCC, Part, PartView};

use crate::arguments::{Common, Roundtrip};
use crate::files::{Found, Problem, Wanted};
use crate::outcome::Outcome;
use crate::output;
use crate::report::Report;
use crate::run;

/// How many files came to what.
#[derive(Default)]
struct Tally {
    ok: usize,
    differ: usize,
    refused: usize,
    parts: BTreeMap<FourCC, Kinds>,
}

/// How many parts were read as what.
#[derive(Clone, Copy, Default)]
struct Kinds {
    typed: usize,
    opaque: usize,
    refused: usize,
}

pub(crate) fn run(roundtrip: &Roundtrip, common: &Common) -> Outcome {
    let tally = Mutex::new(Tally::default());
    let outcome = run::each_found(&roundtrip.paths, Wanted::Containers, common, |found| {
        let verdict = found.read().and_then(|input| {
            let container = input.container()?;
            if let (true, Ok(mut tally)) = (roundtrip.stats, tally.lock()) {
                count(&container, &mut tally.parts);
            }
            let written = rewrite(&container).map_err(|error| input.problem(error))?;
            Ok(first_difference(&input.bytes, &written))
        });
        judge(found, verdict, common, &tally)
    });
    let tally = tally.into_inner().unwrap_or_default();
    outcome.max(output::one(
        Report::text(summary(roundtrip, &tally)),
        common,
    ))
}

fn summary(roundtrip: &Roundtrip, tally: &Tally) -> String {
    let mut text = String::new();
    if roundtrip.stats {
        text.push_str("part    typed   opaque  refused\n");
        for (fourcc, kinds) in &tally.parts {
            let Kinds {
                typed,
                opaque,
                refused,
            } = kinds;
            // A FourCC may be longer than four letters, if those have to be escaped.
            let fourcc = fourcc.to_string();
            text.push_str(&format!("{fourcc:<5}{typed:>8} {opaque:>8} {refused:>8}\n"));
        }
    }
    let Tally {
        ok,
        differ,
        refused,
        ..
    } = tally;
    text + &format!("{ok} ok, {differ} differ, {refused} refused\n")
}

fn judge(
    found: &Found,
    verdict: Result<Option<usize>, Problem>,
    common: &Common,
    tally: &Mutex<Tally>,
) -> Report {
    let Ok(mut tally) = tally.lock() else {
        return Report::default();
    };
    match verdict {
        Ok(None) => {
            tally.ok += 1;
            Report::default()
        }
        Ok(Some(at)) => {
            tally.differ += 1;
            let note = format!("{}: differs from byte {at:#x} on", found.name());
            Report::default().note(note).outcome(Outcome::Found)
        }
        Err(_) if common.quiet => {
            tally.refused += 1;
            Report::default().outcome(Outcome::Failed)
        }
        Err(problem) => {
            tally.refused += 1;
            problem.into()
        }
    }
}

fn count(container: &Container<'_>, parts: &mut BTreeMap<FourCC, Kinds>) {
    for part in container.parts() {
        let kinds = parts.entry(part.fourcc).or_default();
        match PartView::parse(part.fourcc, part.data) {
            Ok(view) if view.is_typed() => kinds.typed += 1,
            Ok(_) => kinds.opaque += 1,
            Err(_) => kinds.refused += 1,
        }
    }
}

/// The container anew, each part from its value.
fn rewrite(container: &Container<'_>) -> dxc_format::Result<Vec<u8>> {
    let mut builder = container.to_builder();
    for (part, entry) in container.parts().zip(builder.parts_mut()) {
        let in_part = |error: dxc_format::Error| error.within_part(part.fourcc, part.data_offset());
        let value = Part::parse(part.fourcc, part.data).map_err(in_part)?;
        entry.data = value.to_bytes(part.fourcc).map_err(in_part)?.into();
    }
    builder.to_bytes()
}

fn first_difference(one: &[u8], other: &[u8]) -> Option<usize> {
    let differs = one.iter().zip(other).position(|(one, other)| one != other);
    differs.or((one.len() != other.len()).then(|| one.len().min(other.len())))
}

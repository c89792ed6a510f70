//! `dxobj roundtrip`: checks that decoded parts are written back to the same bytes.

use std::collections::{BTreeMap, HashSet};

use dxc_format::runtime::limits::Budget;
use dxc_format::{Container, FourCC, Limits, Part, PartView, RawPart};
use serde_json::json;

use crate::arguments::{Common, Roundtrip};
use crate::files::{Found, Input, Problem, Wanted};
use crate::input::Need;
use crate::json::Line;
use crate::outcome::Outcome;
use crate::output;
use crate::report::Report;
use crate::run;
use crate::text::Text;

pub(crate) fn run(roundtrip: &Roundtrip, common: &Common) -> Outcome {
    let mut counts = [0; 3];
    let mut parts = BTreeMap::<FourCC, [usize; COLUMNS]>::new();
    let outcome = run::each_counted(
        &roundtrip.files.files,
        Wanted::Containers,
        common,
        |found| {
            let mut columns = Vec::new();
            let verdict = found.read_by_need(Need::Fields).and_then(|input| {
                let container = input.container()?;
                if roundtrip.stats {
                    columns = container.parts().map(column).collect();
                }
                compare(&input, &container)
            });
            let report = report(found, verdict, roundtrip.files.json, common);
            let outcome = report.outcome;
            Ok((report, (outcome, columns)))
        },
        |(outcome, columns)| {
            counts[outcome as usize] += 1;
            for (fourcc, column) in columns {
                parts.entry(fourcc).or_default()[column] += 1;
            }
        },
    );
    if roundtrip.files.json {
        return outcome;
    }
    let mut text = Text::default();
    if roundtrip.stats {
        text.line("part    typed   opaque  refused");
        for (fourcc, [typed, opaque, refused]) in parts {
            // The text of a FourCC is longer than four characters if some are escaped.
            let fourcc = fourcc.to_string();
            text.line(format!("{fourcc:<5}{typed:>8} {opaque:>8} {refused:>8}"));
        }
    }
    let [ok, differ, refused] = counts;
    text.line(format!("{ok} ok, {differ} differ, {refused} refused"));
    outcome.max(output::one(Report::text(text), common))
}

pub(crate) fn report(
    found: &Found,
    verdict: Result<Option<usize>, Problem>,
    is_json: bool,
    common: &Common,
) -> Report {
    match verdict {
        Ok(differs) if is_json => {
            let content = json!({ "equal": differs.is_none(), "differs_at": differs });
            Report::text(Line::new(&found.path, content).text())
                .outcome(Outcome::found(differs.is_some()))
        }
        Ok(None) => Report::default(),
        Ok(Some(at)) => {
            let note = format!("{}: differs from byte {at:#x} on", found.name());
            Report::default().note(note).outcome(Outcome::Found)
        }
        Err(_) if common.quiet && !is_json => Report::default().outcome(Outcome::Failed),
        Err(problem) => problem.into(),
    }
}

/// The columns of the statistics: decoded into fields, kept as raw bytes, refused.
const COLUMNS: usize = 3;

/// The FourCC of a part, and the column that counts it.
fn column(part: RawPart<'_>) -> (FourCC, usize) {
    let column = match PartView::parse(part.fourcc, part.data) {
        Ok(view) if view.is_typed() => 0,
        Ok(_) => 1,
        Err(_) => 2,
    };
    (part.fourcc, column)
}

/// Writes each part from its decoded value, and returns the offset in the file of the first byte that differs. This is
/// enough: a container with equal parts is written unchanged, and so is a part that is kept as raw bytes.
pub(crate) fn compare(input: &Input, container: &Container<'_>) -> Result<Option<usize>, Problem> {
    // Several directory entries may reference one part, or parts that overlap.
    let mut compared = HashSet::new();
    let mut claims = Budget::new("claims", Limits::of_input(input.bytes.len()).claims);
    let mut parts = container.parts().filter(|part| input.is_read(part));
    while let Some(part) = parts.find(|part| compared.insert(part.offset)) {
        if claims.take(part.data.len()).is_err() {
            return Err(input.problem("its directory leads to the same bytes over and over"));
        }
        let written = write(&part)
            .map_err(|error| error.within_part(part.fourcc, part.data_offset))
            .map_err(|error| input.problem(error))?;
        let first = written.and_then(|written| first_difference(part.data, &written));
        if let Some(first) = first {
            return Ok(Some(part.data_offset + first));
        }
    }
    Ok(None)
}

/// Writes a part from its decoded value; `None` if the part is kept as raw bytes.
fn write(part: &RawPart<'_>) -> dxc_format::Result<Option<Vec<u8>>> {
    if !PartView::parse(part.fourcc, part.data)?.is_typed() {
        return Ok(None);
    }
    let value = Part::parse(part.fourcc, part.data)?;
    value.to_bytes(part.fourcc).map(Some)
}

fn first_difference(one: &[u8], other: &[u8]) -> Option<usize> {
    if one == other {
        return None;
    }
    let differs = one.iter().zip(other).position(|(one, other)| one != other);
    differs.or((one.len() != other.len()).then(|| one.len().min(other.len())))
}

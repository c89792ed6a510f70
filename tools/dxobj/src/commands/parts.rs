//! `dxobj extract`, `set`, `remove` and `move`: edit single parts.

use dxc_format::{Builder, Container, FourCC, PartEntry, PartView, RawPart, parts};
use dxc_format::{pdb, scan};
use dxil::bitstream;
use dxobj_report::guess::guess;

use super::program;
use crate::arguments::{Common, Convert, Extract, Move, Remove, Set};
use crate::bare;
use crate::destination::refuse_source;
use crate::files::{self, Found, Input, Problem};
use crate::input::Need;
use crate::outcome::Outcome;
use crate::report::Report;
use crate::typed_edit::{self, TypedEdit};
use crate::{edit, output};

pub(crate) fn extract(extract: &Extract, common: &Common) -> Outcome {
    output::one(extracted(extract), common)
}

fn extracted(extract: &Extract) -> Result<Report, Problem> {
    let input = Found::named(&extract.file).read_by_need(Need::Fields)?;
    let container = input.container()?;
    let builder = container.to_builder();
    let place = edit::place(&builder, &extract.part).map_err(|what| input.problem(what))?;
    let part = container
        .part(place)
        .ok_or_else(|| input.problem("no such part"))?;
    let data = input.data(&part)?;
    let bytes = match (extract.container, extract.bitcode) {
        (true, _) => {
            let mut builder = Builder::new();
            builder.push(part.fourcc, &*data);
            builder.to_bytes().map_err(|error| input.problem(error))?
        }
        (false, true) => bitcode(&part).map_err(|what| input.problem(what))?,
        (false, false) => data.into_owned(),
    };
    let report = edit::binary(&extract.file, bytes, extract.output.as_deref())?;
    let said = edit::namesakes(&builder, &extract.part, place);
    let said = said.map(|said| format!("{}: {said}", input.name));
    Ok(said.into_iter().fold(report, Report::note))
}

/// Returns the bitcode of a program part.
fn bitcode(part: &RawPart<'_>) -> Result<Vec<u8>, String> {
    match PartView::parse(part.fourcc, part.data) {
        Ok(PartView::Program(program)) => Ok(program.bitcode().to_vec()),
        Ok(_) => Err(format!("{} contains no LLVM bitcode", part.fourcc)),
        Err(error) => Err(error.within_part(part.fourcc, part.data_offset).to_string()),
    }
}

pub(crate) fn set(set: &Set, common: &Common) -> Outcome {
    let data = refuse_source(&set.data, set.save.to.output.as_deref());
    let data = match data.and_then(|()| Found::named(&set.data).bytes()) {
        Ok(data) => data,
        Err(problem) => return output::one(problem, common),
    };
    edit::each(&set.save, common, |input, builder| {
        put(input, builder, set, &data)
    })
}

fn put(
    input: &Input,
    builder: &mut Builder<'_>,
    set: &Set,
    data: &[u8],
) -> Result<Option<String>, Problem> {
    let place = edit::place(builder, &set.part).ok();
    let there = place.and_then(|place| builder.parts().get(place));
    let fourcc = match there {
        Some(part) => part.fourcc,
        None => edit::new_fourcc(&set.part).map_err(|what| input.problem(what))?,
    };
    let data = if set.bitcode {
        program::of_bitcode(input, builder, place, fourcc, data)
            .map_err(|what| refuse_bitcode(set, fourcc, data, &what))?
    } else {
        content(set, fourcc, data)?.to_vec()
    };
    let said = place.and_then(|place| edit::namesakes(builder, &set.part, place));
    match place.and_then(|place| builder.parts_mut().get_mut(place)) {
        Some(part) => part.data = data.into(),
        None => builder.set(fourcc, data),
    }
    Ok(said)
}

/// The content for a part from a file. The file may begin with the header of the part.
fn content<'d>(set: &Set, fourcc: FourCC, data: &'d [u8]) -> Result<&'d [u8], Problem> {
    let inner = bare::part(data).filter(|(other, _)| *other == fourcc && !set.force);
    let data = inner.map_or(data, |(_, data)| data);
    let wrong = match PartView::parse(fourcc, data) {
        Err(wrong) if !set.force => wrong,
        _ => return Ok(data),
    };
    let problem = Problem::new(files::name(&set.data), wrong);
    Err(match Container::parse(data) {
        Ok(container) if container.find(fourcc).is_some() => problem.hint(format!(
            "it is a container; extract the part with `dxobj extract {fourcc}`"
        )),
        _ if bitstream::is_bitcode(data) && program::is_program(fourcc) => problem.hint(format!(
            "it is LLVM bitcode; `dxobj set --bitcode {fourcc}` makes the program header"
        )),
        _ if pdb::is_pdb(data) => problem.hint(
            "it is a PDB file; `dxobj sources` lists its sources, and `dxobj set` stores FXC's as SPDB and DXC's as PRIV",
        ),
        _ => problem.hint("`--force` sets it all the same"),
    })
}

/// The problem with bitcode that is not a program, and a hint.
fn refuse_bitcode(set: &Set, fourcc: FourCC, data: &[u8], what: &str) -> Problem {
    let problem = Problem::new(files::name(&set.data), what);
    let is_whole = bare::wrap(data).is_some() && !pdb::is_pdb(data);
    match guess(data) {
        _ if scan::is_container(data) => {
            problem.hint("it is a container; `dxobj extract --bitcode` writes its bitcode")
        }
        _ if is_whole => problem.hint(format!(
            "it has a header already; set it with `dxobj set {fourcc}`, without `--bitcode`"
        )),
        Some(hint) if !bitstream::is_bitcode(data) => problem.hint(hint),
        _ => problem,
    }
}

pub(crate) fn convert(convert: &Convert, common: &Common) -> Outcome {
    edit::each(&convert.save, common, |input, builder| {
        let place = edit::find(builder, &convert.part).map_err(|what| input.problem(what))?;
        let Some(place) = place else {
            return Ok(absent(input, builder, &convert.part));
        };
        let namesakes = edit::namesakes(builder, &convert.part, place);
        let Some(part) = builder.parts_mut().get_mut(place) else {
            return Ok(None);
        };
        let versions = typed_edit::versions(part).map_err(|error| input.problem(error))?;
        if !versions.contains(&convert.to) {
            let problem = input.problem(no_version(part.fourcc, &versions, convert.to));
            let hint = "`dxobj rootsig convert --to rts0 --version 1.0` converts root signatures";
            return Err(match part.fourcc {
                parts::RTS0 => problem.hint(hint),
                _ => problem,
            });
        }
        let lost = TypedEdit::Convert(convert.to).apply(part);
        let lost = lost.map_err(|error| input.problem(error))?;
        let said = namesakes
            .into_iter()
            .chain(edit::losses(part.fourcc, &lost));
        Ok(edit::joined(said))
    })
}

/// The error for a version that a part does not have.
fn no_version(fourcc: FourCC, versions: &[u32], version: u32) -> String {
    match versions {
        [] => format!("{fourcc} has no versions by number"),
        [first, .., last] => format!("no version {version}; {fourcc} has {first} to {last}"),
        [only] => format!("no version {version}; {fourcc} has only {only}"),
    }
}

pub(crate) fn remove(remove: &Remove, common: &Common) -> Outcome {
    edit::each(&remove.save, common, |input, builder| {
        let place = edit::find(builder, &remove.part).map_err(|what| input.problem(what))?;
        let Some(place) = place else {
            return Ok(absent(input, builder, &remove.part));
        };
        let said = edit::namesakes(builder, &remove.part, place);
        builder.remove_at(place);
        Ok(said)
    })
}

/// The note on a part that the container does not have; for files in a folder, the total counts it instead.
fn absent(input: &Input, builder: &Builder<'_>, part: &str) -> Option<String> {
    (!input.found.in_folder).then(|| edit::missing(builder, part))
}

pub(crate) fn place(place: &Move, common: &Common) -> Outcome {
    edit::each(&place.save, common, |input, builder| {
        moved(input, builder, place).map_err(|what| input.problem(what))
    })
}

fn moved(input: &Input, builder: &mut Builder<'_>, place: &Move) -> Result<Option<String>, String> {
    let Some(from) = edit::find(builder, &place.part)? else {
        return Ok(absent(input, builder, &place.part));
    };
    let said = edit::namesakes(builder, &place.part, from);
    let (other, behind) = match (&place.before, &place.after) {
        (Some(before), _) => (edit::place(builder, before)?, 0),
        (None, Some(after)) => (edit::place(builder, after)?, 1),
        (None, None) => return Ok(None),
    };
    if from == other {
        return Ok(None);
    }
    // If the part was before the target, removing it decreases the target's index.
    let to = other + behind - usize::from(from < other + behind);
    builder
        .move_part(from, to)
        .map_err(|error| error.to_string())?;
    let notes: Vec<String> = said.into_iter().chain(not_last(builder)).collect();
    Ok((!notes.is_empty()).then(|| notes.join("; ")))
}

/// The note on a part that must be the last one by the format but is followed by others.
fn not_last(builder: &Builder<'_>) -> Option<String> {
    let is_last = |part: &PartEntry<'_>| {
        let mut known = parts::PARTS.iter();
        known.any(|info| info.fourcc == part.fourcc && info.last)
    };
    let mut rest = builder.parts().iter().skip_while(|part| !is_last(part));
    let first = rest.next()?.fourcc;
    let is_followed = rest.any(|part| !is_last(part));
    is_followed
        .then(|| format!("{first} is not the last part, so those behind it may not be aligned"))
}

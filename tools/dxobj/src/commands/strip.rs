//! `dxobj strip`: removes parts of the kinds that the schemas name, and other parts by their FourCC.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use dxc_format::debug::DebugName;
use dxc_format::{Builder, FourCC, PartEntry, PartInfo, Strip as Kind, parts, pdb};

use crate::arguments::{Common, Strip};
use crate::file_name::within;
use crate::files::{Input, Problem};
use crate::outcome::Outcome;
use crate::typed_edit::TypedEdit;
use crate::{edit, output};

pub(crate) fn run(strip: &Strip, common: &Common) -> Outcome {
    let spelled = strip.part.iter().map(|part| edit::fourcc(part));
    let spelled: Vec<FourCC> = match spelled.collect() {
        Ok(spelled) => spelled,
        Err(wrong) => return output::one(Problem::new("", wrong), common),
    };
    if kinds(strip).next().is_none() && strip.part.is_empty() && !strip.unrecognized {
        let problem = Problem::new("", "nothing to strip was named")
            .hint("use --debug, --reflection, --root-signature, --private, --part FOURCC or --unrecognized");
        return output::one(problem, common);
    }
    let are_many = strip.save.files.len() > 1;
    edit::each(&strip.save, common, |input, builder| {
        let stripped = take_out(builder, strip, &spelled);
        if let Some(folder) = &strip.keep {
            for (index, part) in stripped.iter().enumerate() {
                let mut before = stripped.iter().take(index);
                let is_again = before.any(|other| other.fourcc == part.fourcc);
                keep(input, folder, part, is_again.then_some(index), are_many)?;
            }
        }
        let lost = if strip.unrecognized {
            recognized(builder).map_err(|error| input.problem(error))?
        } else {
            Vec::new()
        };
        let is_told = stripped.is_empty() && lost.is_empty() && !input.found.in_folder;
        let nothing = is_told.then(|| "nothing to strip".into());
        Ok(edit::joined(nothing.into_iter().chain(lost)))
    })
}

/// Drops the unrecognized bytes of all parts, and returns a note on each.
fn recognized(builder: &mut Builder<'_>) -> dxc_format::Result<Vec<String>> {
    let mut notes = Vec::new();
    for part in builder.parts_mut() {
        let lost = TypedEdit::Recognized.apply(part)?;
        notes.extend(edit::losses(part.fourcc, &lost));
    }
    Ok(notes)
}

/// The options that remove parts of a kind.
fn kinds(strip: &Strip) -> impl Iterator<Item = Kind> {
    let kinds = [
        (strip.debug, Kind::Debug),
        (strip.reflection, Kind::Reflection),
        (strip.root_signature, Kind::RootSignature),
        (strip.private, Kind::Private),
    ];
    let kinds = kinds.into_iter().filter(|(is_wanted, _)| *is_wanted);
    kinds.map(|(_, kind)| kind)
}

/// The parts of a kind by FourCC, or by name if other parts share the FourCC, for the help of its option.
pub(crate) fn names(kind: Kind) -> String {
    let is_it = |info: &PartInfo| info.strip.contains(&kind);
    let parts = parts::PARTS.iter().filter(|info| is_it(info));
    let mut names: Vec<String> = parts
        .map(|info| {
            if PartInfo::of_fourcc(info.fourcc).all(is_it) {
                info.fourcc.to_string()
            } else {
                info.name.to_owned()
            }
        })
        .collect();
    names.sort_unstable();
    names.dedup();
    names.join(", ")
}

/// Removes the requested parts. `spelled` are FourCCs from the command line, in any case.
fn take_out<'a>(
    builder: &mut Builder<'a>,
    strip: &Strip,
    spelled: &[FourCC],
) -> Vec<PartEntry<'a>> {
    let mut stripped = Vec::new();
    for kind in kinds(strip) {
        stripped.extend(builder.strip(kind));
    }
    let there = builder.parts().iter().map(|part| part.fourcc);
    let named = spelled.iter();
    let named = named.filter_map(|fourcc| edit::in_any_case(there.clone(), *fourcc));
    let fourccs: Vec<FourCC> = named.collect();
    builder.retain(|part| {
        let is_wanted = fourccs.contains(&part.fourcc);
        if is_wanted {
            stripped.push(part.clone());
        }
        !is_wanted
    });
    stripped
}

/// The name of the PDB file for the data of a part: debuggers look for the name in ILDN.
fn pdb_name(input: &Input, part: &PartEntry<'_>) -> Option<OsString> {
    let is_pdb = part.to_bytes().is_ok_and(|bytes| pdb::is_pdb(&bytes));
    let container = input.container().ok().filter(|_| is_pdb)?;
    let named = DebugName::parse(container.find(parts::ILDN)?.data).ok()?;
    let name = String::from_utf8_lossy(&named.name);
    within(&name).file_name().map(OsStr::to_owned)
}

/// Writes the content of a part into a file that is named after the container and the part.
fn keep(
    input: &Input,
    folder: &Path,
    part: &PartEntry<'_>,
    index: Option<usize>,
    are_many: bool,
) -> Result<(), Problem> {
    let letters = part.fourcc.to_string();
    let letters: String = letters
        .chars()
        .map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter
            } else {
                '_'
            }
        })
        .collect();
    let ending = index.map_or(letters.clone(), |index| format!("{index}.{letters}"));
    let path = match pdb_name(input, part) {
        Some(name) => folder.join(&input.found.below).join(name),
        None => edit::named_after(&input.found, are_many, folder, &ending),
    };
    let bytes = part.to_bytes().map_err(|error| input.problem(error))?;
    let bytes = input.read(&bytes).map_err(|error| input.problem(error))?;
    edit::write_new(folder, &path, &bytes)
}

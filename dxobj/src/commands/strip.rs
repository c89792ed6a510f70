//! `dxobj strip`: what shaders run without.

use std::path::Path;

use dxc_format::{Builder, FourCC, PartEntry, Strip as Kind, parts};

use crate::arguments::{Common, Strip};
use crate::files::{Input, Problem};
use crate::run::Outcome;
use crate::{edit, save};

pub(crate) fn run(strip: &Strip, common: &Common) -> Outcome {
    let fourccs = strip.part.iter().map(|part| edit::fourcc(part));
    let mut fourccs = match fourccs.collect::<Result<Vec<_>, _>>() {
        Ok(fourccs) => fourccs,
        Err(wrong) => return edit::fail(Problem::new("", wrong), common),
    };
    fourccs.extend(strip.root_signature.then_some(parts::RTS0));
    fourccs.extend(strip.private.then_some(parts::PRIV));
    if fourccs.is_empty() && !strip.debug && !strip.reflection {
        let problem = Problem::new("", "nothing to strip was named")
            .hint("say --debug, --reflection, --root-signature, --private or --part FOURCC");
        return edit::fail(problem, common);
    }
    edit::each(&strip.files, &strip.save, common, |input, builder| {
        let stripped = take_out(builder, strip, &fourccs);
        match &strip.keep {
            Some(folder) => stripped.iter().enumerate().try_for_each(|(index, part)| {
                let is_first = !stripped
                    .iter()
                    .take(index)
                    .any(|other| other.fourcc == part.fourcc);
                keep(
                    input,
                    folder,
                    part,
                    if is_first { None } else { Some(index) },
                )
            }),
            None => Ok(()),
        }
    })
}

fn take_out<'a>(
    builder: &mut Builder<'a>,
    strip: &Strip,
    fourccs: &[FourCC],
) -> Vec<PartEntry<'a>> {
    let mut stripped = Vec::new();
    for (is_wanted, kind) in [
        (strip.debug, Kind::Debug),
        (strip.reflection, Kind::Reflection),
    ] {
        if is_wanted {
            stripped.extend(builder.strip(kind));
        }
    }
    for fourcc in fourccs {
        while let Some(part) = builder.remove(*fourcc) {
            stripped.push(part);
        }
    }
    stripped
}

/// Writes what a part holds into a file that is named after the container and the part.
fn keep(
    input: &Input,
    folder: &Path,
    part: &PartEntry<'_>,
    index: Option<usize>,
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
    let path = edit::named_after(&input.name, folder, &ending);
    let cannot = |problem: &dyn std::fmt::Display| {
        Problem::new(
            path.display().to_string(),
            format!("cannot write: {problem}"),
        )
    };
    let bytes = part.to_bytes().map_err(|problem| cannot(&problem))?;
    save::new_file(&path, &bytes).map_err(|problem| cannot(&problem))
}

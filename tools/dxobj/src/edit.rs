//! Edits containers: updates the digest, and writes the result.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io::{ErrorKind, Write};
use std::path::{Component, Path, PathBuf};

use dxc_format::digest::Verdict;
use dxc_format::types::Lost;
use dxc_format::{Builder, DigestPolicy, FourCC, parts};

use crate::arguments::{Common, Save, To};
use crate::changed::Changed;
use crate::destination::{Destination, Goal, refuse_source};
use crate::files::{self, Found, Input, Problem, Wanted};
use crate::outcome::Outcome;
use crate::report::Report;
use crate::stamp::STANDARD;
use crate::stamp::is_same_file;
use crate::terminal;
use crate::total::{Edited, Total};
use crate::{output, run, save, system};

/// Edits every file that users name. The edit may return a note for standard error.
pub(crate) fn each(
    save: &Save,
    common: &Common,
    edit: impl Fn(&Input, &mut Builder<'_>) -> Result<Option<String>, Problem> + Sync,
) -> Outcome {
    counted(&save.files, &save.to, common, |input, target| {
        edited(input, save, target, &edit)
    })
}

/// Edits every file that the paths name, and prints the total of folders.
pub(crate) fn counted(
    paths: &[PathBuf],
    to: &To,
    common: &Common,
    edit: impl Fn(&Input, &Target) -> Result<(Report, Edited), Problem> + Sync,
) -> Outcome {
    let destination = match Destination::new(paths, to, common) {
        Ok(destination) => destination,
        Err(problem) => return output::one(problem, common),
    };
    let is_folder = paths.iter().any(|path| path.is_dir());
    let mut total = Total::default();
    let outcome = run::each_counted(
        paths,
        Wanted::Shaders,
        common,
        |found| {
            let output = match destination.goal(found)? {
                Goal::Nowhere => return Ok((Report::default(), None)),
                Goal::Itself => None,
                Goal::File(path) => Some(path),
            };
            let target = Target { output, is_folder };
            let input = found.read_to_edit()?;
            input.refuse_bare("is not edited")?;
            let (report, edited) = edit(&input, &target)?;
            Ok((report, Some(edited)))
        },
        |edited| edited.iter().for_each(|edited| total.add(edited)),
    );
    if let Some(line) = total.line().filter(|_| is_folder) {
        output::one(Report::default().note(line), common);
    }
    outcome
}

fn edited(
    input: &Input,
    save: &Save,
    target: &Target,
    edit: impl Fn(&Input, &mut Builder<'_>) -> Result<Option<String>, Problem>,
) -> Result<(Report, Edited), Problem> {
    let container = input.container()?;
    let mut builder = container.to_builder();
    let said = edit(input, &mut builder)?;
    let verdict = input.verdict(&container)?;
    if save.sign && verdict == Verdict::Unsigned {
        builder.set_digest(DigestPolicy::Recompute);
    }
    let changed = Changed::new(input, &builder, verdict)?;
    let digest = followed(verdict, changed.digest == container.digest());
    let (report, edited) = target.finish(&changed, digest)?;
    let said = said.map(|said| format!("{}: {said}", input.name));
    Ok((said.into_iter().fold(report, Report::note), edited))
}

/// The destination of the result of an edit.
pub(crate) struct Target {
    /// A file or standard output; `None` for the file itself.
    output: Option<PathBuf>,
    /// Whether users name folders. Files in folders are counted in a total; files that are named directly have a line
    /// each.
    is_folder: bool,
}

impl Target {
    /// Saves the result of an edit, and reports how the digest changed.
    pub(crate) fn finish(
        &self,
        changed: &Changed<'_>,
        digest: &'static str,
    ) -> Result<(Report, Edited), Problem> {
        let input = changed.input;
        if input.is_in_pdb && self.output.is_none() {
            return Err(input
                .problem("the container is inside of a PDB file, which is not edited in place")
                .hint("`-o OUT` writes the container"));
        }
        let is_same = changed.is_same;
        let put = |path: &Path, read| {
            let saved = save::file(path, read, |file| changed.write_to(file));
            saved.map_err(|problem| Problem::unwritten(path, &problem))
        };
        // An unchanged file keeps its modification time.
        let (report, what) = match &self.output {
            None if is_same => (Report::default(), "unchanged"),
            None => {
                let others = system::links(&input.found.path).saturating_sub(1);
                put(&input.found.path, input.stamp.as_ref())?;
                let note = format!(
                    "{}: {others} other {} (hard links) of the file still {} the old content",
                    input.name,
                    if others == 1 { "name" } else { "names" },
                    if others == 1 { "has" } else { "have" },
                );
                let report = Report::default();
                let report = if others > 0 {
                    report.note(note)
                } else {
                    report
                };
                (report, digest)
            }
            Some(output) if output.as_os_str() == STANDARD => {
                refuse_terminal(&input.name)?;
                let bytes = changed.to_bytes().map_err(|error| input.problem(error))?;
                (Report::bytes(bytes), digest)
            }
            Some(output) => {
                let is_itself = is_same_file(&input.found.path, output);
                put(output, input.stamp.as_ref().filter(|_| is_itself))?;
                (Report::default(), digest)
            }
        };
        let name = self
            .output
            .as_deref()
            .map_or_else(|| input.name.clone(), files::name);
        let edited = Edited {
            digest: if is_same { "unchanged" } else { digest },
            old: input.bytes.len(),
            new: changed.len(),
        };
        Ok(if self.is_folder {
            (report, edited)
        } else {
            (report.note(format!("{name}: {what}")), edited)
        })
    }
}

/// Writes a file into a folder, and creates missing folders. A file that exists must be the same. Links in the folder
/// are not followed: they may lead outside of it.
pub(crate) fn write_new(folder: &Path, path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    let below = path.ancestors().take_while(|path| *path != folder);
    if let Some(link) = below.into_iter().find(|path| path.is_symlink()) {
        let what = format!("`{}` is a link, which is not followed", files::name(link));
        return Err(Problem::new(files::name(path), what));
    }
    save::new_file(path, bytes).map_err(|problem| match problem.kind() {
        ErrorKind::AlreadyExists => {
            let what = "it is there already, and is another file; nothing is written over it";
            Problem::new(files::name(path), what)
        }
        _ => Problem::unwritten(path, &problem),
    })
}

/// Reports bytes for a file or for standard output; a terminal is refused.
pub(crate) fn binary(
    file: &Path,
    bytes: Vec<u8>,
    output: Option<&Path>,
) -> Result<Report, Problem> {
    refuse_source(file, output)?;
    match output.filter(|output| output.as_os_str() != STANDARD) {
        None => {
            refuse_terminal(&files::name(file))?;
            Ok(Report::bytes(bytes))
        }
        Some(output) => {
            let saved = save::file(output, None, |file| file.write_all(&bytes));
            saved.map_err(|problem| Problem::unwritten(output, &problem))?;
            Ok(Report::default())
        }
    }
}

/// Refuses to write bytes to a terminal, because control characters affect it.
fn refuse_terminal(name: &str) -> Result<(), Problem> {
    if terminal::is_terminal() {
        Err(Problem::new(name, "the bytes would go to the terminal")
            .hint("`-o OUT` writes them into a file"))
    } else {
        Ok(())
    }
}

/// Describes what happened to the digest.
fn followed(verdict: Verdict, is_same: bool) -> &'static str {
    match (verdict, is_same) {
        (Verdict::Unsigned, true) => "left unsigned (use --sign)",
        (Verdict::Unsigned, false) => "signed",
        (Verdict::Bypass | Verdict::PreviewBypass, _) => "digest that bypasses validation kept",
        (Verdict::Debug, true) => "debug digest kept",
        (Verdict::Debug, false) => "re-signed with a debug digest",
        (Verdict::Differs { .. }, true) => "wrong digest kept",
        (Verdict::Differs { .. }, false) => "re-signed (the digest was wrong)",
        (_, true) => "digest kept",
        (_, false) => "re-signed",
    }
}

/// The index of a part by FourCC (the first one with it) or by number; an error if it does not exist.
pub(crate) fn place(builder: &Builder<'_>, part: &str) -> Result<usize, String> {
    find(builder, part)?.ok_or_else(|| missing(builder, part))
}

/// The error for a FourCC that no part has.
pub(crate) fn missing(builder: &Builder<'_>, part: &str) -> String {
    let there = builder.parts().iter().map(|part| part.fourcc);
    let mut seen = HashSet::new();
    let there = there.filter(|fourcc| seen.insert(*fourcc));
    let there: Vec<String> = there.map(|fourcc| fourcc.to_string()).collect();
    let there = there.join(" ");
    format!("no part {part}; there are: {there}")
}

/// The index of a part by FourCC, if any part has it, or by number. A number without a part is an error.
pub(crate) fn find(builder: &Builder<'_>, part: &str) -> Result<Option<usize>, String> {
    let parts = builder.parts();
    if let Some(index) = number(part) {
        let there = parts.len();
        return if index < there {
            Ok(Some(index))
        } else {
            Err(format!("no part {index}: there are {there}, from 0 on"))
        };
    }
    let fourcc = fourcc(part)?;
    let there = parts.iter().map(|part| part.fourcc);
    let found = in_any_case(there, fourcc);
    Ok(found.and_then(|found| parts.iter().position(|part| part.fourcc == found)))
}

/// Finds a FourCC among others; if it is not there, finds one that differs only in case: few FourCCs have lower-case
/// letters.
pub(crate) fn in_any_case(
    mut fourccs: impl Iterator<Item = FourCC> + Clone,
    wanted: FourCC,
) -> Option<FourCC> {
    let exact = fourccs.clone().find(|fourcc| *fourcc == wanted);
    exact.or_else(|| fourccs.find(|fourcc| fourcc.0.eq_ignore_ascii_case(&wanted.0)))
}

/// Reads the number of a part, as `dxobj ls` prints it; `None` for a FourCC.
pub(crate) fn number(part: &str) -> Option<usize> {
    part.trim_matches(['[', ']']).parse().ok()
}

/// The note on further parts with the same FourCC as the part that was selected by FourCC.
pub(crate) fn namesakes(builder: &Builder<'_>, part: &str, place: usize) -> Option<String> {
    let taken = builder.parts().get(place)?.fourcc;
    let same = builder.parts().iter().filter(|part| part.fourcc == taken);
    let count = same.count();
    let is_unclear = number(part).is_none() && count > 1;
    is_unclear.then(|| format!("{count} parts are {taken}; number {place}, the first, was taken"))
}

/// The maximum number of lost values of a part to list.
const MOST_LOSSES: usize = 20;

/// The note on what an edit of a part lost.
pub(crate) fn losses(fourcc: FourCC, lost: &[Lost]) -> Option<String> {
    let shown = lost.iter().take(MOST_LOSSES).map(ToString::to_string);
    let further = lost.len().saturating_sub(MOST_LOSSES);
    let further = (further > 0).then(|| format!("and {further} further values"));
    let values: Vec<String> = shown.chain(further).collect();
    (!values.is_empty()).then(|| format!("{fourcc} lost {}", values.join("; ")))
}

/// Several notes as one.
pub(crate) fn joined(notes: impl Iterator<Item = String>) -> Option<String> {
    let notes: Vec<String> = notes.collect();
    (!notes.is_empty()).then(|| notes.join("; "))
}

/// Reads a FourCC from the command line.
pub(crate) fn fourcc(text: &str) -> Result<FourCC, String> {
    text.parse::<FourCC>()
        .map_err(|_| format!("`{text}` is not a FourCC: a FourCC has four letters, such as RTS0"))
}

/// Reads the FourCC of a part to add. If it differs from a known FourCC only in case, the known one is used.
pub(crate) fn new_fourcc(text: &str) -> Result<FourCC, String> {
    let spelled = fourcc(text)?;
    let known = parts::PARTS.iter().map(|part| part.fourcc);
    Ok(in_any_case(known, spelled).unwrap_or(spelled))
}

/// The path for a file that is named after another one: in `folder`, at the other's path relative to the folder that it
/// was found in. If users name several files, their folders are included.
pub(crate) fn named_after(found: &Found, are_many: bool, folder: &Path, ending: &str) -> PathBuf {
    named(found, found.path.file_stem(), are_many, folder, ending)
}

/// Like [`named_after`], but keeps the extension of the other name.
pub(crate) fn named_like(found: &Found, are_many: bool, folder: &Path, ending: &str) -> PathBuf {
    named(found, found.path.file_name(), are_many, folder, ending)
}

fn named(
    found: &Found,
    name: Option<&OsStr>,
    are_many: bool,
    folder: &Path,
    ending: &str,
) -> PathBuf {
    let name = name.filter(|_| found.path.as_os_str() != STANDARD);
    let mut name = name.unwrap_or(OsStr::new("stdin")).to_owned();
    name.push(format!(".{ending}"));
    let parent = found.path.parent().filter(|_| are_many);
    let parts = parent.into_iter().flat_map(Path::components);
    let parts = parts.filter_map(|part| match part {
        Component::Normal(name) => Some(name),
        Component::ParentDir => Some(OsStr::new("_")),
        _ => None,
    });
    let below: PathBuf = parts.collect();
    let below = if are_many { &below } else { &found.below };
    folder.join(below).join(name)
}

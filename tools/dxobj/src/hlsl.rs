//! Reads HLSL files: their root signatures, and the files that they include.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use dxc_format::constants::RootSignatureVersion;
use dxc_root_signature::Diagnostics;
use dxc_root_signature::hlsl::Parsed;
use dxc_root_signature::hlsl::file::{self, File, Found, Include, IncludedFile, Kind, Options};

use crate::arguments::RootsigSource;
use crate::files::{self, Problem};
use crate::text::Text;

/// The maximum size of an included file, which is also the library's limit for all of them.
const LARGEST: u64 = 16 << 20;

/// An HLSL file, and its root signatures.
pub(crate) struct Hlsl<'t> {
    path: &'t Path,
    text: &'t str,
    source: &'t RootsigSource,
    file: File<'t>,
    /// The number of bytes of the file and its included files.
    pub(crate) len: usize,
}

/// The folders to search for included files.
struct Folders<'a> {
    /// The folder of the first file.
    own: &'a Path,
    others: &'a [PathBuf],
    /// The number of bytes that were read.
    len: usize,
}

impl Folders<'_> {
    fn open(&mut self, include: &Include<'_>) -> Option<IncludedFile> {
        let from = include.from.map(Path::new);
        let own = from.map_or(self.own, |from| from.parent().unwrap_or(self.own));
        let own = (!include.is_angled).then_some(own);
        // Sources that were written on Windows separate folders with backslashes.
        let name = include.name.replace('\\', "/");
        let folders = own
            .into_iter()
            .chain(self.others.iter().map(PathBuf::as_path));
        let mut files = folders.filter_map(|folder| read(&folder.join(&name)));
        let file = files.next()?;
        self.len += file.text.len();
        Some(file)
    }
}

/// Reads an included file, if it exists, is not a device, and is not too large.
fn read(path: &Path) -> Option<IncludedFile> {
    let about = std::fs::metadata(path).ok()?;
    if !about.is_file() || about.len() > LARGEST {
        return None;
    }
    let bytes = std::fs::read(path).ok()?;
    // Comments in old files may be in any encoding.
    let text = dxc_text::to_utf8(&bytes).unwrap_or(Cow::Borrowed(&bytes));
    let text = String::from_utf8_lossy(&text).into_owned();
    Some(IncludedFile::new(path.display().to_string(), text))
}

/// The root signature version to compile HLSL for.
fn version(source: &RootsigSource) -> RootSignatureVersion {
    source.version.unwrap_or(RootSignatureVersion::V1_1)
}

impl<'t> Hlsl<'t> {
    /// Reads a file and its included files.
    pub(crate) fn read(
        path: &'t Path,
        text: &'t str,
        source: &'t RootsigSource,
    ) -> Result<Self, Problem> {
        let defines = source.define.iter();
        let options = Options::new(source.dialect.into());
        let options = defines.fold(options, |options, define| options.define(define));
        let mut folders = Folders {
            own: path.parent().unwrap_or(path),
            others: &source.include,
            len: 0,
        };
        let mut open = |include: &Include<'_>| folders.open(include);
        let file = file::find_with_includes(text, &options, &mut open);
        let file = file.map_err(|wrong| shown(path, text, &wrong))?;
        let len = text.len() + folders.len;
        Ok(Self {
            path,
            text,
            source,
            file,
            len,
        })
    }

    /// Notes on skipped text, each with its line.
    pub(crate) fn notes(&self) -> Vec<Text> {
        let path = files::name(self.path);
        let notes = self.file.notes().iter();
        notes
            .map(|note| Text::rendered(&note.render(&path, self.text, true)))
            .collect()
    }

    fn shown(&self, wrong: &Diagnostics) -> Problem {
        shown(self.path, self.text, wrong)
    }

    /// The root signature with the requested name, or the only one.
    pub(crate) fn only(&self) -> Result<(&Found<'t>, Parsed), Problem> {
        let found = match &self.source.name {
            Some(name) => self.file.named(name),
            None => self.file.only(),
        };
        let found = found.map_err(|wrong| self.shown(&wrong))?;
        let parsed = found.parse(version(self.source));
        Ok((found, parsed.map_err(|wrong| self.shown(&wrong))?))
    }

    /// All root signatures. Macros of included files are listed if there are no others, or if their name is requested.
    /// For an invalid macro that nothing in the file uses as a root signature, a note is added.
    pub(crate) fn all(&self, notes: &mut Vec<Text>) -> Vec<(&Found<'t>, Result<Parsed, Problem>)> {
        let found = &self.file.found();
        let own = |found: &Found<'_>| found.file().is_none() && found.is_likely();
        let has_own = found.iter().any(own);
        let has_uses = found.iter().any(|found| found.kind() != Kind::Macro);
        let name = self.source.name.as_deref();
        let is_listed = |found: &&Found<'_>| match name {
            Some(name) => found.name() == name,
            None => found.file().is_none() || !has_own || found.kind() != Kind::Macro,
        };
        let mut all = Vec::new();
        for found in found.iter().filter(is_listed) {
            let parsed = found.parse(version(self.source));
            let is_whole = name.is_some() || found.is_likely();
            match parsed {
                // A string that is only a part of others need not be a root signature.
                Err(_) if !is_whole => {}
                Ok(_) if !is_whole && is_blank(found) => {}
                Err(_) if name.is_none() && has_uses && found.kind() == Kind::Macro => {
                    let (path, line) = (files::name(self.path), found.line());
                    let path = found.file().unwrap_or(&path);
                    let name = found.name();
                    let note = format!("{path}:{line}: `{name}` alone is not a root signature");
                    notes.push(note.into());
                }
                parsed => all.push((found, parsed.map_err(|wrong| self.shown(&wrong)))),
            }
        }
        all
    }

    /// The reason why no root signature was found, if the file may still have one: in code that a macro excludes, or in
    /// a file that was not read.
    pub(crate) fn absence(&self) -> Option<Problem> {
        let wrong = self.file.only().err()?;
        let is_whole = self.file.skipped().is_empty() && self.file.is_complete();
        (!is_whole).then(|| self.shown(&wrong))
    }
}

fn is_blank(found: &Found<'_>) -> bool {
    found.text().is_ok_and(|text| text.trim().is_empty())
}

fn shown(path: &Path, text: &str, wrong: &Diagnostics) -> Problem {
    Problem::shown(&wrong.render(&files::name(path), text, true))
}

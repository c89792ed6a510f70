//! Compares two containers by the meaning of their fields.
//!
//! ```
//! # fn main() -> dxc_format::Result<()> {
//! use dxc_shader::diff;
//! use dxc_format::{Container, parts};
//!
//! # let file = &std::fs::read("tests/data/dxc/cs_reduce.sm68.dxil").unwrap();
//! let old = Container::parse(file)?;
//! let mut psv = old.psv0()?.unwrap().to_value();
//! psv.info.set_num_threads_x(16)?;
//! let mut builder = old.to_builder();
//! builder.set_part(parts::PSV0, psv)?;
//! let bytes = builder.to_bytes()?;
//!
//! let differences = diff::containers(&old, &Container::parse(&bytes)?, diff::Depth::Semantic);
//! assert_eq!(differences.len(), 1);
//! assert_eq!(differences[0].to_string(), "PSV0 info.num_threads_x: 8 -> 16");
//! # Ok(())
//! # }
//! ```
//!
//! Names are compared by their text, wherever they are stored. Records with names are matched by name, in any order;
//! others by content, in order. Derived values are ignored: counts, offsets, sizes, the tables of names.

mod fields;
mod pairs;
mod records;
mod sources;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use self::fields::{Fields, differing_bytes, first_difference};
use self::pairs::paired;
use dxc_format::constants::ShaderStage;
use dxc_format::outline::Outline;
use dxc_format::parts;
use dxc_format::{Container, RawPart};
use dxc_format::{FourCC, Limits};

/// The level of detail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Depth {
    /// The values of fields: names by their text, records by their names.
    #[default]
    Semantic,
    /// Also the layout: the order of parts and records, counts, offsets, tables of names, padding, the digest.
    Layout,
}

/// A difference between two containers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The part; `None` for the container as a whole.
    pub part: Option<FourCC>,
    /// The path of a field, such as `info.num_threads_x`, or of a record by name, such as `elements[TEXCOORD]`; empty
    /// for a whole part.
    pub path: String,
    /// The old value, or for a long text the part around the first difference; `None` if it is missing.
    pub old: Option<String>,
    /// The new value, likewise; `None` if it is missing.
    pub new: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.part, self.path.is_empty()) {
            (Some(part), true) => write!(f, "{part}")?,
            (Some(part), false) => write!(f, "{part} {}", self.path)?,
            (None, _) => f.write_str(&self.path)?,
        }
        match (&self.old, &self.new) {
            (Some(old), Some(new)) => write!(f, ": {old} -> {new}"),
            (Some(old), None) => write!(f, ": only in the old: {old}"),
            (None, Some(new)) => write!(f, ": only in the new: {new}"),
            (None, None) => Ok(()),
        }
    }
}

/// The differences of two containers: of the whole, then of the parts of the old one, then parts that only the new one
/// has.
///
/// Parts that cannot be read, or that have too many fields to be compared in 32 times the memory of the containers (or in
/// 64 MiB), are compared by their bytes. So are whole containers if a directory references the same
/// bytes many times: more than four times the file's size. With [`Depth::Layout`], the result is empty only if the
/// bytes are equal.
pub fn containers(old: &Container<'_>, new: &Container<'_>, depth: Depth) -> Vec<Difference> {
    let mut found = Found {
        all: Vec::new(),
        depth,
        part: None,
        field_values: most_fields(old.as_bytes().len().saturating_add(new.as_bytes().len())),
    };
    found.headers(old, new);
    let is_shared = |container: &Container<'_>| {
        let limits = Limits::of_input(container.as_bytes().len());
        container.check_claims(&limits).is_err()
    };
    if is_shared(old) || is_shared(new) {
        found.bytes("bytes", old.file(), new.file());
        return found.all;
    }
    let has_sources = depth == Depth::Semantic && sources::compare(old, new, &mut found);
    let is_source = |part: FourCC| has_sources && [parts::SRCI, parts::PDBI].contains(&part);
    let stages = [old, new].map(|container| container.shader_stage().ok().flatten());
    let [olds, news] = [old, new].map(|side| side.parts().map(|part| (part.fourcc, part)));
    for (old, new) in paired(olds, news) {
        let fourcc = old.or(new).map(|part| part.fourcc);
        if fourcc.is_some_and(is_source) {
            continue;
        }
        found.part = fourcc;
        match (old, new) {
            (Some(old), Some(new)) => found.parts([old, new], stages),
            (old, new) => {
                let [old, new] = [old, new].map(|part| part.map(|part| size(part.data)));
                found.add("", old, new);
            }
        }
    }
    if found.all.is_empty() && depth == Depth::Layout {
        found.part = None;
        found.bytes("bytes", old.as_bytes(), new.as_bytes());
    }
    found.all
}

/// The maximum number of fields of a part to compare, for two containers with this total size.
fn most_fields(len: usize) -> usize {
    /// The memory for a field of both parts, in outlines, in lists of texts, and as a difference.
    const FIELDS: u64 = 1280;
    const LEAST: u64 = 64 << 20;
    let most = LEAST.max(32 * len as u64) / FIELDS;
    usize::try_from(most).unwrap_or(usize::MAX)
}

fn size(bytes: &[u8]) -> String {
    format!("{} bytes", bytes.len())
}

/// The maximum number of bytes of a text that is shown in full.
const LONG: usize = 400;

/// A text; if it is long, the part around a position.
fn shown_around(at: usize, text: &str) -> String {
    if text.len() <= LONG {
        return text.into();
    }
    let boundary = |at: usize| (at..text.len()).find(|at| text.is_char_boundary(*at));
    let begin = boundary(at.saturating_sub(LONG / 4)).unwrap_or(text.len());
    let end = boundary(at.saturating_add(LONG / 2)).unwrap_or(text.len());
    let before = if begin > 0 { ".. " } else { "" };
    let behind = if end < text.len() { " .." } else { "" };
    format!("{before}{}{behind}", &text[begin..end])
}

/// The differences so far.
struct Found {
    all: Vec<Difference>,
    depth: Depth,
    part: Option<FourCC>,
    /// The maximum number of fields of a part to compare.
    field_values: usize,
}

impl Found {
    fn add(&mut self, path: &str, old: Option<String>, new: Option<String>) {
        let [was, is] = [&old, &new].map(|side| side.as_deref().unwrap_or_default());
        let at = first_difference(was.as_bytes(), is.as_bytes());
        self.all.push(Difference {
            part: self.part,
            path: path.to_owned(),
            old: old.map(|old| shown_around(at, &old)),
            new: new.map(|new| shown_around(at, &new)),
        });
    }

    /// Compares two texts.
    fn compare(&mut self, path: &str, old: impl fmt::Display, new: impl fmt::Display) {
        let (old, new) = (old.to_string(), new.to_string());
        if old != new {
            self.add(path, Some(old), Some(new));
        }
    }

    /// Compares bytes.
    fn bytes(&mut self, path: &str, old: &[u8], new: &[u8]) {
        if old != new {
            let (old, new) = differing_bytes(old, new);
            self.add(path, Some(old), Some(new));
        }
    }

    /// Compares the containers' headers.
    fn headers(&mut self, old: &Container<'_>, new: &Container<'_>) {
        let version = |container: &Container<'_>| {
            let version = container.header().version;
            format!("{}.{}", version.major, version.minor)
        };
        self.compare("version", version(old), version(new));
        // The digest is computed from the content, so only its presence and correctness are compared.
        let verdict = |container: &Container<'_>| match container.verify_digest() {
            dxc_format::digest::Verdict::Differs { .. } => "differs".into(),
            verdict => verdict.to_string(),
        };
        self.compare("digest", verdict(old), verdict(new));
        self.bytes("trailing", old.trailing(), new.trailing());
        if self.depth == Depth::Layout {
            self.compare("digest", old.digest(), new.digest());
            let order = |container: &Container<'_>| {
                let parts = container.parts();
                let parts = parts.map(|part| format!("{} at {:#x}", part.fourcc, part.offset));
                parts.collect::<Vec<_>>().join(" ")
            };
            self.compare("parts", order(old), order(new));
        }
    }

    /// Compares two parts with the same FourCC; `stages` are the stages of the two shaders.
    fn parts(&mut self, parts: [RawPart<'_>; 2], stages: [Option<ShaderStage>; 2]) {
        let data = parts.map(|part| part.data);
        if data[0] == data[1] {
            return;
        }
        let before = self.all.len();
        let [old, new] = parts;
        let outlines = [(old, stages[0]), (new, stages[1])]
            .map(|(part, stage)| Outline::in_full(stage, &part, self.field_values));
        if let [Ok(old), Ok(new)] = &outlines
            && old.left_out + new.left_out == 0
        {
            Fields { found: self }.compare("", old, new);
            let is_reported = self.all.len() > before || self.depth == Depth::Semantic;
            if is_reported {
                return;
            }
        }
        self.bytes("", data[0], data[1]);
    }
}

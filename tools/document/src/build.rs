//! Builds the bytes of a container from a document.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::file::{BuiltPart, File, HEADER, Stated};
use super::file_layout::FileLayout;
use super::part_task::{NewPart, PartTask};
use super::{Document, older, source_info};
use dxc_format::header::{Header, MAJOR, MINOR, PartHeader};
use dxc_format::parts::{PARTS, Part, PartView};
use dxc_format::{Builder, Container};
use dxc_runtime::shape::DocumentForm;
use dxc_runtime::values::DocumentError;
use dxc_runtime::values::build_or_compare::BuildOrCompare;
use dxc_runtime::values::part_layout::{LAYOUT, PartLayout};
use dxc_runtime::values::requested::{Requested, USUAL};
use dxc_runtime::values::scope::Scope;
use dxc_runtime::values::source::Source;
use dxc_runtime::values::value::{each, fits, numbers, wrong};
use dxc_runtime::values::{Map, Node};
use dxc_runtime::{Error, Fixed, FourCC, Limits, TableStyle};
use dxc_text::words;

type Result<T> = core::result::Result<T, DocumentError>;

/// Parts are padded to a multiple of this many bytes.
const PADDING: usize = 4;

impl Document {
    /// The bytes of the container that the document describes.
    ///
    /// Counts, sizes, offsets and the digest are computed, even if the document states them, unless its `Layout` has their
    /// keys. A special digest is kept. A part with only a size is refused, unless a document for an LLVM shows its zeros so.
    /// Tables of strings are laid out in a style, unless the part has a `Layout`.
    ///
    /// In the style of LLVM the result is that of `yaml2obj`: a stated digest is kept, and stated offsets and sizes
    /// that are larger than needed add zeros, also without content.
    ///
    /// The result can be opened: a document of something else is refused.
    ///
    /// # Errors
    /// The error contains the key of the invalid value; for a document that was read from YAML, also its line and
    /// column.
    pub fn to_bytes(&self, style: TableStyle) -> Result<Vec<u8>> {
        self.to_bytes_within(style, &USUAL)
    }

    /// Like [`to_bytes`](Self::to_bytes), but with other limits: a document may request a quarter of [`Limits::memory`]
    /// as gaps, zeros and strides, and a container of [`Limits::output`] bytes. The default for the quarter is 16 MiB.
    /// With all records of a document that was read from YAML, they may take [`Limits::memory`], or 32 times the text.
    ///
    /// ```
    /// use dxc_document::Document;
    /// use dxc_format::{Limits, TableStyle};
    ///
    /// let document = Document::from_yaml("Parts: [{ Name: NONE, Size: 50000000 }]")?;
    /// assert!(document.to_bytes(TableStyle::Llvm).is_err());
    /// let mut limits = Limits::of_input(0);
    /// (limits.memory, limits.output) = (200_000_000, 51_000_000);
    /// assert!(document.to_bytes_within(TableStyle::Llvm, &limits)?.len() > 50_000_000);
    /// # Ok::<(), dxc_document::DocumentError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`to_bytes`](Self::to_bytes).
    pub fn to_bytes_within(&self, style: TableStyle, limits: &Limits) -> Result<Vec<u8>> {
        let built = self.built(style, limits);
        built.map_err(|problem| self.located(problem))
    }

    fn built(&self, style: TableStyle, limits: &Limits) -> Result<Vec<u8>> {
        let document = Source::of(&self.node)?;
        older::refuse(&document)?;
        let nothing = Node::Map(Map::default());
        let layout = document.read(LAYOUT, FileLayout::read)?.unwrap_or_default();
        let mut requested = Requested::within(limits);
        if let Some(text) = &self.origin {
            requested = requested.of_text(text.len());
        }
        let count = match document.get("Parts") {
            Some(Node::List(parts)) => parts.len(),
            _ => 0,
        };
        let stated = stated(document.get(HEADER).unwrap_or(&nothing), count);
        let stated = stated.map_err(|problem| problem.within(HEADER))?;
        let parts = document.read("Parts", |nodes| {
            each(nodes, |node| part(node, style, &mut requested))
        });
        let parts = parts?.unwrap_or_default();
        let file = File {
            stated,
            parts: &parts,
            layout: &layout,
            style,
            limits,
        };
        let out = file.write(&mut requested)?;
        let opened = Container::parse(&out).map(drop);
        opened.map_err(|error| unopened(&error).within(HEADER))?;
        document.finish()?;
        Ok(out)
    }
}

/// The error for a container that cannot be opened because of an offset or a size that the document states.
fn unopened(error: &Error) -> DocumentError {
    let key = match error.path() {
        "header.file_size" => "FileSize",
        _ => "PartOffsets",
    };
    DocumentError::new(format!("the container cannot be opened: {error}")).within(key)
}

/// Builds a part of a document.
fn part(node: &Node, style: TableStyle, requested: &mut Requested) -> Result<BuiltPart> {
    let Node::Map(map) = node else {
        return wrong("a map", node);
    };
    let source = Source::new(map);
    let header: PartHeader = record(&source)?;
    let layout = source.read(LAYOUT, PartLayout::read)?.unwrap_or_default();
    let mut task = BuildOrCompare::Build {
        style,
        layout: Some(&layout),
        requested,
    };
    let mut data = part_data(map, &mut task)?;
    if let BuildOrCompare::Build {
        layout: Some(left), ..
    } = task
        && !left.is_canonical()
    {
        // A part that could not be read has raw bytes and no content.
        let nothing = || DocumentError::new("there is no layout here").within(LAYOUT);
        let bytes = left.bytes().ok_or_else(nothing)?;
        data = Some(bytes.to_vec());
    }
    let stated = map.get("Size").is_some().then_some(header.size);
    let data = match (data, style) {
        (Some(data), TableStyle::Llvm) => {
            let data = without_padding(header, data, stated.is_some());
            with_size(data, header.size, requested)?
        }
        (None, TableStyle::Llvm) => with_size(Vec::new(), header.size, requested)?,
        (data, _) => {
            let is_built = data.is_some();
            let data = data.unwrap_or_default();
            let has_content = has_content(map);
            let is_absent = !has_content && header.size as usize > data.len();
            let data = if is_absent {
                zeros(header, data.len())?
            } else {
                data
            };
            if !is_built {
                check(header.fourcc, &data)?;
            }
            data
        }
    };
    fits(data.len() as i128, 4)?;
    Ok(BuiltPart {
        fourcc: header.fourcc,
        data,
        stated,
    })
}

/// The data of a part of a document; none if its content is not in the document.
pub(crate) fn part_data(map: &Map, task: &mut BuildOrCompare<'_>) -> Result<Option<Vec<u8>>> {
    let ungrouped = source_info::ungroup(map)?;
    let source = Source::new(ungrouped.as_ref().unwrap_or(map));
    let built = source_data(&source, task);
    match ungrouped {
        Some(_) => built.map_err(|problem| source_info::place(problem, map)),
        None => built,
    }
}

fn source_data(source: &Source<'_>, task: &mut BuildOrCompare<'_>) -> Result<Option<Vec<u8>>> {
    let header: PartHeader = record(source)?;
    source.get(LAYOUT);
    let fourcc = header.fourcc;
    let build = PartTask {
        fourcc,
        source,
        task,
    };
    let data = Part::visit_type_if(fourcc, |shown| source.has(shown), build)?;
    source
        .finish()
        .map_err(|problem| with_part(problem, header.fourcc))?;
    if let Some(data) = &data {
        check(header.fourcc, data)?;
    }
    Ok(data)
}

/// The error for an unknown key of a part. Suggests a part with a similar name if no key is similar.
fn with_part(problem: DocumentError, fourcc: FourCC) -> DocumentError {
    if problem.is_near() {
        return problem;
    }
    let names: Vec<_> = PARTS.iter().map(|part| part.fourcc.to_string()).collect();
    let name = fourcc.to_string();
    match words::nearest(&name, names.iter().map(|name| &**name)) {
        Some(near) if near != name => problem.with_help(format!(
            "parts called `{name}` are unknown: did you mean `{near}`?"
        )),
        _ => problem,
    }
}

/// Returns an error if the built container cannot be read.
fn check(fourcc: FourCC, data: &[u8]) -> Result<()> {
    let read = PartView::parse(fourcc, data);
    let read = read.map_err(|error| {
        DocumentError::new(format!("the built container cannot be read: {error}"))
    });
    read.map(|_| ())
}

/// Removes padding: older compilers do not pad parts, and padding has no content.
fn without_padding(header: PartHeader, mut data: Vec<u8>, is_stated: bool) -> Vec<u8> {
    let size = header.size as usize;
    let padding = data.get(size..).unwrap_or_default();
    let is_padding = padding.len() < PADDING && padding.iter().all(|byte| *byte == 0);
    let content = data.get(..size).unwrap_or(&data);
    if is_stated && is_padding && PartView::parse(header.fourcc, content).is_ok() {
        data.truncate(size);
    }
    data
}

/// Returns the zeros of a part that has a stated size and no content, if a document shows such a part in this way.
/// Otherwise content is missing, which is an error.
fn zeros(header: PartHeader, built: usize) -> Result<Vec<u8>> {
    let new = Part::visit_type_if(header.fourcc, |_| true, NewPart(header.fourcc));
    // A larger part has bytes that a document shows. The stated size is compared first, so that it allocates nothing.
    let zeros = new.filter(|new| {
        new.len() == header.size as usize
            && new.iter().all(|byte| *byte == 0)
            && is_shown_by_size(header.fourcc, new)
    });
    zeros.ok_or_else(|| {
        let what = format!(
            "the part has {built} bytes: it has no content, and a stated size of {}",
            header.size
        );
        let help = "add the content; in the style of LLVM (`--tables llvm`), the part has zeros, as yaml2obj writes";
        DocumentError::new(what)
            .within("Size")
            .with_help(help.to_string())
    })
}

/// Whether a document for an LLVM shows only the size of a part.
fn is_shown_by_size(fourcc: FourCC, data: &[u8]) -> bool {
    let mut builder = Builder::new();
    builder.push(fourcc, data);
    let Ok(bytes) = builder.to_bytes() else {
        return false;
    };
    let shown =
        Container::parse(&bytes).and_then(|container| Document::for_llvm(&container, u32::MAX));
    let Ok(document) = shown else { return false };
    let parts = match &document.node {
        Node::Map(map) => map.get("Parts"),
        _ => None,
    };
    let is_bare = |part: &Node| matches!(part, Node::Map(map) if !has_content(map));
    document.left_out().is_empty()
        && matches!(parts, Some(Node::List(parts)) if parts.iter().all(is_bare))
}

/// Whether a part of a document has keys besides its header and its layout.
fn has_content(part: &Map) -> bool {
    let mut keys = part.0.iter().map(|(key, _)| &**key);
    keys.any(|key| !["Name", "Size", LAYOUT].contains(&key))
}

/// Pads data with zeros to at least this size.
fn with_size(mut data: Vec<u8>, size: u32, requested: &mut Requested) -> Result<Vec<u8>> {
    let size = data.len().max(size as usize);
    let zeros = requested.zeros(size - data.len());
    zeros.map_err(|problem| problem.within("Size"))?;
    data.resize(size, 0);
    Ok(data)
}

/// Reads the container properties that a document states; `parts` is the number of its parts.
fn stated(node: &Node, parts: usize) -> Result<Stated> {
    let source = Source::of(node)?;
    let mut header: Header = record(&source)?;
    if source.get("Version").is_none() {
        header.version.major = u16::try_from(MAJOR).unwrap_or_default();
        header.version.minor = u16::try_from(MINOR).unwrap_or_default();
    }
    header.part_count = u32::try_from(parts).unwrap_or(u32::MAX);
    let offsets: Option<Vec<u32>> = source.read("PartOffsets", numbers)?;
    let has_hash = source.get("Hash").is_some();
    source.finish()?;
    if let Some(offsets) = offsets.as_ref().filter(|offsets| offsets.len() != parts) {
        let what = format!("has {} offsets for {parts} parts", offsets.len());
        return Err(DocumentError::new(what).within("PartOffsets"));
    }
    Ok(Stated {
        header,
        offsets: offsets.unwrap_or_default(),
        has_hash,
    })
}

/// Reads a fixed-size record from the keys of a map.
fn record<T: Fixed + Default>(source: &Source<'_>) -> Result<T> {
    source.row(&DocumentForm::FLAT, T::default(), (), &mut Scope::default())
}

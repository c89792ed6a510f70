//! The extension of a document: the content of a container that LLVM's tools have no keys for, and its layout.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::path::reach;
use dxc_runtime::FourCC;
use dxc_runtime::shape::DocumentForm;
use dxc_runtime::values::DocumentError;
use dxc_runtime::values::gaps::Gaps;
use dxc_runtime::values::part_layout::{LAYOUT, PartLayout};
use dxc_runtime::values::scope::Scope;
use dxc_runtime::values::source::Source;
use dxc_runtime::values::value::{each, numbers, wrong};
use dxc_runtime::values::{Map, Node};

type Result<T> = core::result::Result<T, DocumentError>;

/// The marker for a value that is taken from the first document instead of computed.
const STATED: &str = "Stated";

/// The keys of a part in the extension besides those of its content.
const NAME: &str = "Name";
const INDEX: &str = "Index";

/// The extension of a document.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extension {
    /// Whether the header's digest is the one in the first document, even if it does not match.
    pub(crate) states_hash: bool,
    /// Whether the container has the size in the first document.
    pub(crate) states_size: bool,
    /// Whether parts have the offsets in the first document.
    pub(crate) states_places: bool,
    /// The entries of parts, by name and index among the parts of that name.
    pub(crate) parts: BTreeMap<PartKey, PartExtension>,
    /// The bytes between parts.
    pub(crate) gaps: Gaps,
    /// The bytes after the end that the header states.
    pub(crate) trailing: Vec<u8>,
}

/// A part's name, and the number of earlier parts with it.
pub(crate) type PartKey = (FourCC, usize);

/// The extension of a part.
#[derive(Clone, Debug, Default)]
pub(crate) struct PartExtension {
    /// Which part of the extension it is.
    pub(crate) place: usize,
    /// Its content.
    pub(crate) map: Map,
    pub(crate) layout: PartLayout,
}

impl PartExtension {
    /// Locates a problem of the part: in the extension if the invalid value is there, otherwise in `first`.
    pub(crate) fn owned(&self, problem: DocumentError, first: &Map) -> DocumentError {
        let path = problem.path();
        let is_ours = problem.is_whole() || reach(&self.map, path) > reach(first, path);
        if !is_ours {
            return problem;
        }
        let key = path.to_string();
        let is_own = problem.is_of_key() && !key.contains(['.', '[']);
        let problem = match is_own {
            true => problem.or_meant(&key, [INDEX, LAYOUT]),
            false => problem,
        };
        let outer = format!("Extension.Parts[{}]", self.place);
        problem.below(&outer).with_whole_path()
    }
}

impl Extension {
    /// As a document; none if it is empty.
    pub(crate) fn show(self) -> Option<Node> {
        let mut extension = Map::default();
        let mut header = Map::default();
        let stated = [
            ("Hash", self.states_hash),
            ("FileSize", self.states_size),
            ("PartOffsets", self.states_places),
        ];
        for (key, _) in stated.into_iter().filter(|(_, is_stated)| *is_stated) {
            header.push(key, Node::Text(STATED.into()));
        }
        if !header.0.is_empty() {
            extension.push("Header", Node::Map(header));
        }
        let parts = self.parts.into_iter().map(|((name, index), part)| {
            let mut map = Map::default();
            map.push(NAME, dxc_runtime::values::shown_value::fourcc(name));
            if index > 0 {
                map.push(INDEX, Node::from(index as u64));
            }
            map.0.extend(part.map.0);
            if !part.layout.is_canonical() {
                map.push(LAYOUT, Node::Map(part.layout.show()));
            }
            Node::Map(map)
        });
        extension.push_list("Parts", parts);
        self.gaps.show(&mut extension);
        if !self.trailing.is_empty() {
            extension.push("Trailing", Node::Bytes(self.trailing));
        }
        (!extension.0.is_empty()).then_some(Node::Map(extension))
    }

    /// Whether it states that the container or a part is not laid out in sequence.
    pub(crate) fn states_layout(&self) -> bool {
        self.states_places || self.states_size
    }

    /// Refuses entries for parts that the document does not have; `counts` are the numbers of parts by name.
    pub(crate) fn check_parts(&self, seen: &BTreeMap<FourCC, usize>) -> Result<()> {
        let is_seen = |(name, index): &PartKey| seen.get(name).is_some_and(|count| index < count);
        let others = self.parts.iter().filter(|(key, _)| !is_seen(key));
        match others.map(|(_, part)| part.place).min() {
            Some(place) => Err(DocumentError::new("the first document has no such part")
                .within_index(place)
                .within("Parts")),
            None => Ok(()),
        }
    }

    pub(crate) fn read(node: &Node) -> Result<Self> {
        let source = Source::of(node)?;
        let mut extension = Self::default();
        source.inner(&DocumentForm::new("Header"), |header| {
            extension.states_hash = states(header, "Hash")?;
            extension.states_size = states(header, "FileSize")?;
            extension.states_places = states(header, "PartOffsets")?;
            Ok(())
        })?;
        source.read("Parts", |parts| {
            each(parts, |node| {
                let (key, part) = part(node, extension.parts.len())?;
                match extension.parts.insert(key, part) {
                    Some(_) => Err(DocumentError::new(
                        "an earlier entry has this name and index",
                    )),
                    None => Ok(()),
                }
            })
        })?;
        extension.gaps = Gaps::read(&source)?;
        extension.trailing = source.read("Trailing", numbers)?.unwrap_or_default();
        source.finish()?;
        Ok(extension)
    }
}

/// Whether a key has the marker for the first document's value.
fn states(header: &Source<'_>, key: &'static str) -> Result<bool> {
    let states = header.read(key, |node| match node {
        Node::Text(text) if text == STATED => Ok(()),
        _ => Err(DocumentError::new("expected `Stated` or no value")),
    });
    Ok(states?.is_some())
}

/// The entry of a part, which is the one at `place`.
fn part(node: &Node, place: usize) -> Result<(PartKey, PartExtension)> {
    let Node::Map(all) = node else {
        return wrong("a map", node);
    };
    let source = Source::new(all);
    let name = source.row(
        &DocumentForm::new(NAME),
        FourCC::default(),
        (),
        &mut Scope::default(),
    )?;
    let index = source.size(INDEX)?;
    let layout = source.read(LAYOUT, PartLayout::read)?;
    let is_content = |(key, _): &&(Cow<'_, str>, Node)| ![NAME, INDEX, LAYOUT].contains(&&**key);
    let part = PartExtension {
        place,
        map: Map(all.0.iter().filter(is_content).cloned().collect()),
        layout: layout.unwrap_or_default(),
    };
    Ok(((name, index), part))
}

/// Merges both documents.
pub(crate) fn merged<'m>(first: &'m Map, extension: &Map) -> Result<Cow<'m, Map>> {
    let mut all = Cow::Borrowed(first);
    if !extension.0.is_empty() {
        merge_keys(all.to_mut(), extension)?;
    }
    Ok(all)
}

fn merge_keys(all: &mut Map, extension: &Map) -> Result<()> {
    // For a duplicate key, the first one applies. Unknown keys are reported later.
    let keys = all.0.iter().enumerate().rev();
    let known: BTreeMap<_, _> = keys.map(|(at, (key, _))| (key.clone(), at)).collect();
    for (key, more) in &extension.0 {
        match known.get(key).and_then(|at| all.0.get_mut(*at)) {
            None => all.0.push((key.clone(), more.clone())),
            Some((_, value)) => merge(value, more).map_err(|problem| problem.within(key))?,
        }
    }
    Ok(())
}

fn merge(value: &mut Node, more: &Node) -> Result<()> {
    match (value, more) {
        (Node::Map(first), Node::Map(extension)) => merge_keys(first, extension),
        (Node::List(first), Node::List(extension)) => {
            let known = first.len();
            for (index, (first, extension)) in first.iter_mut().zip(extension).enumerate() {
                merge(first, extension).map_err(|problem| problem.within_index(index))?;
            }
            match extension.len() > known {
                true => Err(DocumentError::new("the first document has no such element")
                    .within_index(known)),
                false => Ok(()),
            }
        }
        _ => Err(DocumentError::new("both documents contain this value")),
    }
}

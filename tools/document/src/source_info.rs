//! Converts SRCI to and from the form that LLVM uses: sections by name, headers separate from their contents, texts
//! uncompressed.
//!
//! The fields of the part are regrouped for the document, and grouped back when it is built. The schema defines the
//! fields. This module has only the names that determine the form: the sections, their lists and their counts.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use dxc_format::srci::{Compression, SourceSectionKind, SourceTexts};
use dxc_format::types::Compressed;
use dxc_runtime::values::DocumentError;
use dxc_runtime::values::source::Source;
use dxc_runtime::values::value::{each, numbers, text, unsigned, wrong};
use dxc_runtime::values::{Map, Node};
use dxc_runtime::values::{build, show};
use dxc_runtime::{Limits, TableStyle};

/// The key of the part, which is the same in both forms.
const PART: &str = "SourceInfo";

/// The keys of the header of a section, and of the header of its content.
const SECTION_HEADER: &str = "SectionHeader";
const HEADER: &str = "Header";

/// The key for the original compressed bytes of the texts, which LLVM does not have: compressors differ.
const STORED: &str = "Compressed";

/// The sections in the order in which writers store them: the key, the kind, and the key of the list.
const SECTIONS: [(&str, SourceSectionKind, &str); 3] = [
    ("Names", SourceSectionKind::SourceNames, "Entries"),
    ("Contents", SourceSectionKind::SourceContents, "Entries"),
    ("Args", SourceSectionKind::Args, "Args"),
];

/// Regroups the fields of a part, if the conversion is lossless.
pub(crate) fn group(part: &mut Map) {
    let info = part.0.iter_mut().find(|(key, _)| key == PART);
    if let Some((_, Node::Map(info))) = info
        && let Some(grouped) = grouped(info)
        && ungrouped(&grouped).is_ok_and(|again| again == *info)
    {
        *info = grouped;
    }
}

/// Whether LLVM has keys for everything in a part: its sections are named, and compressing the texts gives the stored
/// bytes.
pub(crate) fn is_llvms(part: &Map) -> bool {
    let [(key, Node::Map(info))] = part.0.as_slice() else {
        return false;
    };
    let is_stored = |section: &Node| matches!(section, Node::Map(map) if map.get(STORED).is_some());
    key == PART
        && info.get("Sections").is_none()
        && !info.0.iter().any(|(_, section)| is_stored(section))
}

/// Converts a part from LLVM's form; `None` if it is not in that form.
///
/// # Errors
/// The error contains the key of the invalid value.
pub(crate) fn ungroup(part: &Map) -> Result<Option<Map>, DocumentError> {
    let Some(Node::Map(info)) = part.get(PART) else {
        return Ok(None);
    };
    if info.get("Sections").is_some() {
        return Ok(None);
    }
    let info = ungrouped(info).map_err(|problem| problem.within(PART))?;
    let mut part = part.clone();
    set(&mut part, PART, Node::Map(info));
    Ok(Some(part))
}

fn grouped(info: &Map) -> Option<Map> {
    let (sections, mut header) = split(info, "Sections");
    let Node::List(sections) = sections? else {
        return None;
    };
    header.push("SectionCount", Node::from(sections.len() as u64));
    let mut out = Map::default();
    out.push(HEADER, Node::Map(header));
    for section in sections {
        let Node::Map(section) = section else {
            return None;
        };
        let held = |(key, ..): &&(&str, _, _)| section.get(key).is_some();
        let (key, kind, listed) = SECTIONS.iter().find(held)?;
        let (Some(Node::Map(content)), header) = split(section, key) else {
            return None;
        };
        let (list, mut inner) = split(content, listed);
        let list = list?.clone();
        let mut stored = None;
        let list = match *kind {
            SourceSectionKind::SourceNames => {
                let Node::List(names) = &list else {
                    return None;
                };
                let behind = inner.0.len().min(1);
                let count = Node::from(names.len() as u64);
                inner.0.insert(behind, ("Count".into(), count));
                list
            }
            SourceSectionKind::SourceContents => {
                let (texts, kept) = texts(content).unwrap_or((list, None));
                stored = kept;
                texts
            }
            _ => pairs(&list)?,
        };
        let mut grouped = Map::default();
        grouped.push(SECTION_HEADER, Node::Map(header));
        grouped.push(HEADER, Node::Map(inner));
        grouped.push(*listed, list);
        if let Some(stored) = stored {
            grouped.push(STORED, stored);
        }
        out.push(*key, Node::Map(grouped));
    }
    Some(out)
}

fn ungrouped(info: &Map) -> Result<Map, DocumentError> {
    let mut out = flat(info, HEADER, "SectionCount")?;
    let mut sections = Vec::new();
    for (key, kind, listed) in SECTIONS {
        let Some(Node::Map(section)) = out.remove(key) else {
            continue;
        };
        let content = content(&section, kind, listed, info);
        let (mut section, content) = content.map_err(|problem| problem.within(key))?;
        if section.get("Type").is_none() {
            section.push("Type", Node::Text(kind.to_string().into()));
        }
        section.push(key, Node::Map(content));
        sections.push(Node::Map(section));
    }
    out.push("Sections", Node::List(sections));
    Ok(out)
}

/// The header of a section, and its content.
fn content(
    section: &Map,
    kind: SourceSectionKind,
    listed: &'static str,
    info: &Map,
) -> Result<(Map, Map), DocumentError> {
    let header = inner(section, SECTION_HEADER)?;
    let mut section = section.clone();
    section.remove(SECTION_HEADER);
    let computed = match kind {
        SourceSectionKind::SourceNames => "Count",
        _ => "",
    };
    let mut content = flat(&section, HEADER, computed)?;
    let Some(entries) = content.remove(listed) else {
        return Ok((header, content));
    };
    let entries = match kind {
        SourceSectionKind::SourceNames => sized(entries, info),
        SourceSectionKind::SourceContents => {
            let stored = content.remove(STORED);
            packed(entries, stored, &mut content)?
        }
        _ => {
            let (count, strings) = unpaired(&entries).map_err(|problem| problem.within(listed))?;
            set(&mut content, "Count", count);
            strings
        }
    };
    content.push(listed, entries);
    Ok((header, content))
}

/// The names of the sources; the size of a text is computed if it is omitted.
fn sized(names: Node, info: &Map) -> Node {
    let Node::List(mut names) = names else {
        return names;
    };
    let texts = match info.get("Contents") {
        Some(Node::Map(contents)) => contents.get("Entries"),
        _ => None,
    };
    let Some(Node::List(texts)) = texts else {
        return Node::List(names);
    };
    for (name, held) in names.iter_mut().zip(texts) {
        if let (Node::Map(name), Node::Map(held)) = (name, held)
            && name.get("ContentSizeInBytes").is_none()
            && let Some(Ok(text)) = held.get("FileContent").map(text)
        {
            name.push("ContentSizeInBytes", Node::from(text.len() as u64 + 1));
        }
    }
    Node::List(names)
}

/// Texts that decompress to more than this many times their stored bytes stay compressed, so that documents are not much
/// larger than their containers. Sources decompress to less.
const MOST_GROWTH: u64 = 16;

/// The texts of a section with contents. Also returns the stored bytes, if compressing the texts would give other
/// bytes.
fn texts(content: &Map) -> Option<(Node, Option<Node>)> {
    let stored = content.get("Entries")?;
    let bytes: Vec<u8> = numbers(stored).ok()?;
    let number = |key| unsigned::<u32>(content.get(key)?).ok();
    let size = number("UncompressedEntriesSizeInBytes")?;
    let packed = Compressed {
        stored: bytes.into(),
        compression: compression(content)?,
        size,
    };
    let mut limits = Limits::of_input(packed.stored.len());
    limits.unpacked = (packed.stored.len() as u64).saturating_mul(MOST_GROWTH);
    let unpacked = packed.unpack_within(&limits).ok()?;
    let shown = show::<SourceTexts>(&unpacked, (number("Count")?,)).ok()?;
    let Node::Map(shown) = shown else { return None };
    let texts = shown.get("Entries")?.clone();
    let again = self::packed(texts.clone(), None, &mut content.clone()).ok()?;
    let stored = (again != *stored).then(|| stored.clone());
    Some((texts, stored))
}

/// The texts as bytes, compressed as the header states. If the stored bytes have the same content, they are used.
fn packed(texts: Node, stored: Option<Node>, content: &mut Map) -> Result<Node, DocumentError> {
    let of_bytes = |texts: &[Node]| texts.iter().all(|text| matches!(text, Node::Number(_)));
    let count = match &texts {
        Node::List(list) if list.is_empty() || !of_bytes(list) => list.len(),
        _ => return Ok(texts),
    };
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    let all = Node::map([("Entries", texts)]);
    let bytes = build::<SourceTexts>(&all, (count,), TableStyle::Llvm)?;
    let unknown = || {
        let known = Compression::TABLE.values.iter().map(|known| known.name);
        let problem = DocumentError::new("unknown compression");
        let problem = match content.get("Type") {
            Some(Node::Text(name)) => problem.meant(name, "values", known),
            _ => problem,
        };
        problem.within("Type").within(HEADER)
    };
    let compression = compression(content).ok_or_else(unknown)?;
    let size = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    set(content, "UncompressedEntriesSizeInBytes", Node::from(size));
    set(content, "Count", Node::from(count));
    if let Some(stored) = stored {
        let stored: Vec<u8> = numbers(&stored).map_err(|problem| problem.within(STORED))?;
        let packed = Compressed {
            stored: (&*stored).into(),
            compression,
            size,
        };
        if packed.unpack().is_ok_and(|unpacked| *unpacked == *bytes) {
            return Ok(Node::bytes(&stored));
        }
    }
    let packed = Compressed::new(bytes, compression);
    let packed = packed.map_err(|error| DocumentError::new(error.to_string()).within("Entries"))?;
    Ok(Node::bytes(&packed.stored))
}

/// The compression of a section of contents; uncompressed if it is omitted.
fn compression(content: &Map) -> Option<Compression> {
    match content.get("Type") {
        None | Some(Node::Nothing) => Some(Compression::None),
        Some(Node::Text(name)) => Compression::from_name(name),
        Some(Node::Number(value)) => u16::try_from(value.get()).ok().map(Compression),
        Some(_) => None,
    }
}

/// Groups a list of strings into pairs.
fn pairs(strings: &Node) -> Option<Node> {
    let Node::List(strings) = strings else {
        return None;
    };
    let (pairs, []) = strings.as_chunks::<2>() else {
        return None;
    };
    let pairs = pairs
        .iter()
        .map(|[name, value]| Node::map([("Arg", name.clone()), ("Value", value.clone())]));
    Some(Node::List(pairs.collect()))
}

/// The number of pairs, and a flat list of their strings.
fn unpaired(pairs: &Node) -> Result<(Node, Node), DocumentError> {
    let pairs = each(pairs, |pair| {
        Source::whole(pair, |source| {
            let (name, value) = (source.read("Arg", text)?, source.read("Value", text)?);
            Ok([name, value].map(|string| Node::Text(string.unwrap_or_default().into())))
        })
    })?;
    let count = Node::from(pairs.len() as u64);
    Ok((count, Node::List(pairs.into_iter().flatten().collect())))
}

/// The value of a key, and a map of the other entries.
fn split<'m>(map: &'m Map, key: &str) -> (Option<&'m Node>, Map) {
    let others = map.0.iter().filter(|(other, _)| other != key).cloned();
    (map.get(key), Map(others.collect()))
}

/// A flat map: the entries of the map at key `inner`, without the computed one, and then the other entries.
fn flat(map: &Map, inner: &'static str, computed: &str) -> Result<Map, DocumentError> {
    let (_, mut flat) = split(&self::inner(map, inner)?, computed);
    flat.0.extend(split(map, inner).1.0);
    Ok(flat)
}

/// The map below a key; empty if it is not there.
fn inner(map: &Map, key: &'static str) -> Result<Map, DocumentError> {
    let inner = Source::new(map).read(key, |node| match node {
        Node::Map(map) => Ok(map.clone()),
        other => wrong("a map", other),
    });
    Ok(inner?.unwrap_or_default())
}

/// Sets the value of a key; an existing key keeps its position.
fn set(map: &mut Map, key: &'static str, value: Node) {
    match map.0.iter_mut().find(|(known, _)| known == key) {
        Some((_, old)) => *old = value,
        None => map.push(key, value),
    }
}

/// Converts the location of an error, and the legal keys, to the form in which the document is grouped.
pub(crate) fn place(problem: DocumentError, part: &Map) -> DocumentError {
    let Some(Node::Map(info)) = part.get(PART) else {
        return problem;
    };
    let Some(path) = grouped_path(problem.path(), info) else {
        return problem;
    };
    let problem = problem.with_path(path.clone());
    let steps: Vec<&str> = path.split('.').collect();
    let sections = SECTIONS.iter().map(|(section, ..)| *section);
    match steps[..] {
        [PART, key] if problem.is_of_key() => {
            problem.or_meant(key, [HEADER].into_iter().chain(sections))
        }
        [PART, section, key] if problem.is_of_key() => {
            let section = SECTIONS.iter().find(|(known, ..)| *known == section);
            let keys = [SECTION_HEADER, HEADER].into_iter();
            problem.or_meant(key, keys.chain(section.map(|(.., listed)| *listed)))
        }
        _ => problem,
    }
}

/// Converts a path of the ungrouped part to the path in the grouped document.
fn grouped_path(path: &str, info: &Map) -> Option<String> {
    let path = path.strip_prefix(PART)?.strip_prefix('.')?;
    let element = path.strip_prefix("Sections[");
    let Some((index, rest)) = element.and_then(|element| element.split_once("].")) else {
        return Some(format!("{PART}.{}", in_header(info, path)));
    };
    let index: usize = index.parse().ok()?;
    let mut held = SECTIONS.iter().filter_map(|(key, ..)| match info.get(key) {
        Some(Node::Map(section)) => Some((key, section)),
        _ => None,
    });
    let (key, section) = held.nth(index)?;
    let content = rest
        .strip_prefix(key)
        .and_then(|rest| rest.strip_prefix('.'));
    Some(match content {
        Some(content) => format!("{PART}.{key}.{}", in_header(section, content)),
        None => format!("{PART}.{key}.{SECTION_HEADER}.{rest}"),
    })
}

/// The path below the header, if the header has the first key of the path.
fn in_header(map: &Map, path: &str) -> String {
    let key = path.split(['.', '[']).next().unwrap_or_default();
    match map.get(HEADER) {
        Some(Node::Map(header)) if header.get(key).is_some() => format!("{HEADER}.{path}"),
        _ => path.into(),
    }
}

//! Compares the reading and writing of a file with LLVM 22's obj2yaml and yaml2obj.

use dxc_document::{Document, Node};
use dxc_format::{Container, TableStyle};

use crate::documents::{compare, difference, reason, tool};

/// The outcome for a file.
pub(super) enum Outcome {
    /// Both read it and show the same values. `bytes`: both also build the same bytes from the document, if LLVM reads
    /// its own document.
    Equal { bytes: bool },
    /// LLVM does not read it.
    Refused,
    /// The differences.
    Different(Vec<String>),
}

pub(super) fn outcome(file: &[u8]) -> Outcome {
    let theirs = match tool("obj2yaml-22", file) {
        Ok(text) => with_lines(&String::from_utf8(text).unwrap()),
        Err(_) => return Outcome::Refused,
    };
    let documents = Container::parse(file).and_then(|container| {
        Ok((
            Document::for_llvm(&container, 22)?,
            Document::of(&container)?,
        ))
    });
    let (ours, whole) = match documents {
        Ok(documents) => documents,
        Err(problem) => return Outcome::Different(vec![format!("only LLVM reads it: {problem}")]),
    };
    let mut problems = Vec::new();
    let nameless = match Document::from_yaml(&theirs) {
        Ok(theirs) => {
            let mut differences = Vec::new();
            compare("", ours.node(), theirs.node(), &mut differences);
            let count = differences.len();
            // LLVM prints no value for a number without a name, and we leave out the content of its part.
            differences.retain(|one| match (&one.ours, &one.theirs) {
                (None, Some(content)) => !has_nameless(content),
                _ => true,
            });
            let nameless = count > differences.len();
            let differences = differences.iter().filter(|one| reason(one).is_none());
            problems.extend(differences.map(ToString::to_string));
            nameless
        }
        Err(problem) => {
            problems.push(format!("LLVM's document: {problem}"));
            false
        }
    };
    let text = ours.to_yaml().unwrap();
    let whole = Document::from_yaml(&whole.to_yaml().unwrap()).unwrap();
    match whole.to_bytes(TableStyle::Dxc) {
        Ok(ours) => problems.extend(difference(&ours, file).map(|one| format!("ours {one}"))),
        Err(problem) => problems.push(format!("we do not build ours: {problem}")),
    }
    // LLVM does not read everything that it writes, but our documents lack what has no name.
    let is_built = match tool("yaml2obj-22", text.as_bytes()) {
        // For a part without content, LLVM writes an empty signature, and we write zeros.
        Ok(_) if nameless => false,
        Ok(built) => {
            let read = Document::from_yaml(&text).unwrap();
            let ours = read.to_bytes(TableStyle::Llvm);
            let problem = ours.map(|ours| difference(&ours, &built));
            problems.extend(
                problem.unwrap_or_else(|problem| Some(format!("we do not build it: {problem}"))),
            );
            true
        }
        Err(problem) => {
            if nameless || tool("yaml2obj-22", theirs.as_bytes()).is_ok() {
                problems.push(format!("LLVM does not build it: {problem}"));
            }
            false
        }
    };
    match problems.as_slice() {
        [] => Outcome::Equal { bytes: is_built },
        _ => Outcome::Different(problems),
    }
}

/// Whether a value of LLVM's document has no name.
fn has_nameless(theirs: &Node) -> bool {
    match theirs {
        Node::Nothing => true,
        Node::Map(map) => map.0.iter().any(|(_, value)| has_nameless(value)),
        Node::List(list) => list.iter().any(has_nameless),
        _ => false,
    }
}

/// A mapping in LLVM's document: its column, and its keys so far.
struct Mapping<'t> {
    column: usize,
    keys: Vec<&'t str>,
}

/// LLVM's document with a line for each key. If a number has no name, LLVM prints neither the value, nor the line end,
/// nor the dash of the next record: `Kind:   Flags:`.
fn with_lines(text: &str) -> String {
    let mut mappings: Vec<Mapping<'_>> = Vec::new();
    let mut lines = String::new();
    for line in text.lines() {
        let content = line.trim_start_matches([' ', '-']);
        let column = line.len() - content.len();
        let is_item = line.trim_start().starts_with("- ");
        let keys = keys(content);
        let Some((first, more)) = keys.split_first().filter(|_| line != "---") else {
            lines.extend([line, "\n"]);
            continue;
        };
        mappings.retain(|mapping| mapping.column < column || mapping.column == column && !is_item);
        match mappings.last_mut() {
            Some(mapping) if mapping.column == column => mapping.keys.push(first.0),
            _ => mappings.push(Mapping {
                column,
                keys: vec![first.0],
            }),
        }
        lines.extend([&line[..column], first.1, "\n"]);
        for (key, piece) in more {
            let (column, is_item) = place(&mut mappings, key);
            let indent = if is_item { "- " } else { "" };
            lines.push_str(&format!("{indent:>column$}{piece}\n"));
        }
    }
    lines
}

/// The column for a key that has no separate line, and whether it is the first key of a record.
fn place<'t>(mappings: &mut Vec<Mapping<'t>>, key: &'t str) -> (usize, bool) {
    let innermost = mappings.last_mut().unwrap();
    if !innermost.keys.contains(&key) {
        innermost.keys.push(key);
        return (innermost.column, false);
    }
    while mappings.len() > 1 && mappings.last().unwrap().keys[0] != key {
        mappings.pop();
    }
    let mapping = mappings.last_mut().unwrap();
    mapping.keys = vec![key];
    (mapping.column, true)
}

/// The keys of a line, each with its text up to the next key.
fn keys(content: &str) -> Vec<(&str, &str)> {
    let mut keys = Vec::new();
    let mut rest = content;
    while let Some((key, value)) = rest.split_once(':') {
        let is_key = !key.is_empty()
            && key
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_key || !(value.is_empty() || value.starts_with(' ')) {
            break;
        }
        let value = value.trim_start();
        let is_followed = self::is_followed(value);
        let end = if is_followed {
            content.len() - value.len()
        } else {
            content.len()
        };
        keys.push((key, &content[content.len() - rest.len()..end]));
        rest = if is_followed { value } else { "" };
    }
    keys
}

/// Whether a key is at the position of a value.
fn is_followed(value: &str) -> bool {
    let end = value.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    end.is_some_and(|end| end > 0 && (value[end..].starts_with(": ") || &value[end..] == ":"))
}

#[test]
fn keys_that_llvm_joins_are_lines() {
    let text = "\
Parts:
  - Name:            ISG1
    Signature:
      Parameters:
        - Stream:          0
          Name:            A
          CompType:        Register:        0
          MinPrecision:    Stream:          1
          Name:            B
          MinPrecision:    Name:            PSV0
    Size:            1
";
    let expected = "\
Parts:
  - Name:            ISG1
    Signature:
      Parameters:
        - Stream:          0
          Name:            A
          CompType:        
          Register:        0
          MinPrecision:    
        - Stream:          1
          Name:            B
          MinPrecision:    
  - Name:            PSV0
    Size:            1
";
    assert_eq!(with_lines(text), expected);
}

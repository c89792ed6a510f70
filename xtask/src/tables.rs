//! Updates the tables in pages, each between two marks.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::export;
use dxc_codegen::generate;
use dxc_codegen::model::{Part, Schema, Version};

/// The page with the parts, and the marks of its table.
const PARTS: (&str, &str, &str) = (
    "schema/PARTS.md",
    "<!-- The parts, by `cargo xtask gen`: do not edit. -->\n",
    "<!-- The end of the parts. -->",
);

/// The page with the coverage of exports, and the marks of its table.
const COVERAGE: (&str, &str, &str) = (
    "xtask/EXPORTS.md",
    "<!-- The coverage of the exports, by `cargo xtask gen`: do not edit. -->\n",
    "<!-- The end of the coverage. -->",
);

/// The pages with updated tables, by their paths. A missing page is skipped.
pub(crate) fn pages(schema: &Schema, root: &Path) -> Result<BTreeMap<PathBuf, String>, String> {
    let mut pages = BTreeMap::new();
    let tables = [
        (PARTS, table(schema)),
        (COVERAGE, export::coverage_table(schema)?),
    ];
    for ((page, begin, end), table) in tables {
        let path = root.join(page);
        if let Some(text) = generate::read(&path)? {
            let text = between(&text, (begin, end), &table);
            let lacks = || {
                let begin = begin.trim_end();
                format!("{page} lacks the marks of a table: `{begin}` and `{end}`")
            };
            pages.insert(path, text.ok_or_else(lacks)?);
        }
    }
    Ok(pages)
}

/// A text with a table between two marks. `None` if a mark is missing.
fn between(text: &str, (begin, end): (&str, &str), table: &str) -> Option<String> {
    let (before, rest) = text.split_once(begin)?;
    let (_, after) = rest.split_once(end)?;
    Some(format!("{before}{begin}\n{table}\n{end}{after}"))
}

/// A row for each type, in the order in which the schemas first name the types.
fn table(schema: &Schema) -> String {
    let mut groups: Vec<Vec<&Part>> = Vec::new();
    let holds = |part: &Part| {
        let ty = part.ty.as_ref()?;
        let args: Vec<String> = ty.args.iter().map(|text| text.value.clone()).collect();
        Some((ty.base.clone(), args))
    };
    for part in &schema.parts {
        let mut known = groups.iter_mut();
        match known.find(|group| holds(group[0]) == holds(part)) {
            Some(group) => group.push(part),
            None => groups.push(vec![part]),
        }
    }
    let mut text = String::from("| part | holds | written by |\n|---|---|---|\n");
    for group in groups {
        let codes = group.iter().flat_map(|part| &part.codes);
        let codes = distinct(codes.map(|code| format!("`{}`", code.value))).join(" ");
        let holds = [
            Some(description(schema, &group)),
            versions(schema, group[0]),
        ];
        let holds: Vec<String> = holds.into_iter().flatten().collect();
        let writers = group.iter().flat_map(|part| part.written_by());
        let writers = distinct(writers.map(|writer| writer.value.clone())).join(", ");
        let holds = holds.join("; ");
        // Writing into a String never fails.
        let _ = writeln!(text, "| {codes} | {holds} | {writers} |");
    }
    text
}

/// The description of a part, or of several parts with one type: their names if there are few, otherwise that of the
/// type.
fn description(schema: &Schema, group: &[&Part]) -> String {
    let names = distinct(group.iter().filter_map(|part| part.name.clone()));
    let of = group[0].item().and_then(|name| schema.item(name));
    let text = match (group, of) {
        ([part], _) => part.doc.clone(),
        (_, Some(item)) if !(2..=4).contains(&names.len()) => item.doc.clone(),
        _ => names.join(", "),
    };
    text.trim_end_matches('.').to_owned()
}

/// The versions of the record whose version is the part's.
fn versions(schema: &Schema, part: &Part) -> Option<String> {
    let sequence = schema.sequence(part.item()?)?;
    let field = sequence.field(sequence.follows.as_ref()?)?;
    let versions = &schema.content_of(&field.ty.base)?.structure()?.versions;
    let number = |version: &Version| version.number.as_ref().map(|number| number.value);
    let (first, last) = (number(versions.first()?)?, number(versions.last()?)?);
    Some(format!("versions {first} to {last}"))
}

/// The texts without duplicates.
fn distinct(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    for text in texts {
        if !seen.contains(&text) {
            seen.push(text);
        }
    }
    seen
}

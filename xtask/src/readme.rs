//! The tables in the README of the repository, between two marks each.

use std::fmt::Write;

use crate::export;
use dxc_codegen::model::{Part, Schema, Version};

const BEGIN: &str = "<!-- The parts, by `cargo xtask gen`: do not edit. -->\n";
const END: &str = "<!-- The end of the parts. -->";
const COVERAGE: &str = "<!-- The coverage of the exports, by `cargo xtask gen`: do not edit. -->\n";
const END_OF_COVERAGE: &str = "<!-- The end of the coverage. -->";

/// The README with its tables: of parts, and of the fields that exports describe.
pub(crate) fn with_tables(readme: &str, schema: &Schema) -> Result<String, String> {
    let readme = between(readme, (BEGIN, END), &table(schema))?;
    let coverage = export::coverage_table(schema)?;
    between(&readme, (COVERAGE, END_OF_COVERAGE), &coverage)
}

/// A text with a table between two marks.
fn between(text: &str, (begin, end): (&str, &str), table: &str) -> Result<String, String> {
    let lacks = || {
        let begin = begin.trim_end();
        format!("README.md lacks the marks of a table: `{begin}` and `{end}`")
    };
    let (before, rest) = text.split_once(begin).ok_or_else(lacks)?;
    let (_, behind) = rest.split_once(end).ok_or_else(lacks)?;
    Ok(format!("{before}{begin}\n{table}\n{end}{behind}"))
}

/// A line for each type, in the order in which the schemas name them first.
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
        // Writing into a String cannot fail.
        let _ = writeln!(text, "| {codes} | {holds} | {writers} |");
    }
    text
}

/// The description of a part, or of several with one type: their names, if these are few, or that of the type.
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

/// The versions of the record that the part follows.
fn versions(schema: &Schema, part: &Part) -> Option<String> {
    let sequence = schema.sequence(part.item()?)?;
    let field = sequence.field(sequence.follows.as_ref()?)?;
    let versions = &schema.content_of(&field.ty.base)?.structure()?.versions;
    let number = |version: &Version| version.number.as_ref().map(|number| number.value);
    let (first, last) = (number(versions.first()?)?, number(versions.last()?)?);
    Some(format!("versions {first} to {last}"))
}

/// Each of them once.
fn distinct(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    for text in texts {
        if !seen.contains(&text) {
            seen.push(text);
        }
    }
    seen
}

//! Reports the differences as text with a section for the changelog, or as JSON.

use std::fmt::Write;

use serde_json::{Value as Json, json};

use super::changes::{Change, worst};
use super::release::Release;
use super::rules::{Class, Heading, RULES};

/// The rules as a table of Markdown.
pub(super) fn rules() -> String {
    let mut text = String::from("| rule | class | applies where |\n|---|---|---|\n");
    for rule in RULES {
        let _ = writeln!(
            text,
            "| {} | {} | {} |",
            rule.name,
            rule.class.name(),
            rule.doc
        );
    }
    text
}

/// All differences, the most severe first; then the next release, and the section for the changelog.
pub(super) fn text(changes: &[Change], release: &Release) -> String {
    let mut text = String::new();
    for class in Class::ALL {
        let found = changes.iter().filter(|change| change.rule.class == class);
        for (index, change) in found.enumerate() {
            if index == 0 {
                let _ = writeln!(text, "{}:", class.name());
            }
            let Change {
                rule,
                subject,
                what,
                file,
                line,
            } = change;
            let _ = writeln!(text, "  {file}:{line}: {}: {subject}: {what}", rule.name);
        }
    }
    if changes.is_empty() {
        return "no difference\n".to_owned();
    }
    let _ = writeln!(text, "\n{release}\n\n{}", changelog(changes).trim_end());
    text
}

/// The section for the changelog.
fn changelog(changes: &[Change]) -> String {
    let mut text = String::new();
    for heading in Heading::ALL {
        let found = changes
            .iter()
            .filter(|change| change.rule.heading == heading);
        for (index, change) in found.enumerate() {
            if index == 0 {
                let _ = writeln!(text, "### {heading:?}\n");
            }
            let breaking = match change.rule.class {
                Class::Additive => "",
                Class::SourceBreaking => "Breaking: ",
                Class::WireBreaking => "Breaking on the wire: ",
            };
            let _ = writeln!(
                text,
                "- {breaking}`{}`: {}.",
                change.subject,
                change.what.trim_end_matches('.')
            );
        }
        if !text.is_empty() && !text.ends_with("\n\n") {
            text.push('\n');
        }
    }
    text
}

/// The report as JSON.
pub(super) fn json(changes: &[Change], release: &Release) -> String {
    let change = |change: &Change| {
        json!({
            "rule": change.rule.name,
            "class": change.rule.class.name(),
            "subject": change.subject,
            "what": change.what,
            "file": change.file,
            "line": change.line,
        })
    };
    let changes_json: Vec<Json> = changes.iter().map(change).collect();
    let found = json!({
        "class": worst(changes).map(Class::name),
        "step": release.step(),
        "from": release.from(),
        "to": release.to(),
        "changes": changes_json,
        "changelog": changelog(changes),
    });
    serde_json::to_string_pretty(&found).unwrap_or_default() + "\n"
}

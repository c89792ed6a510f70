//! Generates the pages next to the reference: the cookbook, and the downloads.

use std::path::Path;

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};

use super::page::{Page, table};

/// The cookbook of the crate, with an anchor for each question.
pub(super) fn cookbook(root: &Path) -> Result<Page, String> {
    let path = root.join("tools/shader/COOKBOOK.md");
    let text = std::fs::read_to_string(&path);
    let text = text.map_err(|problem| format!("cannot read {}: {problem}", path.display()))?;
    let (title, text) = text.split_once('\n').unwrap_or_default();
    let questions: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .collect();
    Ok(Page {
        path: "cookbook.html".to_owned(),
        title: title.trim_start_matches('#').trim().to_owned(),
        summary: "Short programs that answer questions about compiled shaders.".to_owned(),
        body: html! {
            nav.contents aria-label="On this page" { ul {
                @for (index, question) in questions.iter().enumerate() {
                    li { a href={ "#question-" (index) } { (markdown(question)) } }
                }
            } }
            (sections(text))
        },
    })
}

/// A section for each question with its answer.
fn sections(text: &str) -> Markup {
    let mut sections = text.split("\n## ");
    let first = sections.next().unwrap_or_default();
    html! {
        (markdown(first))
        @for (index, section) in sections.enumerate() {
            @let (question, answer) = section.split_once('\n').unwrap_or((section, ""));
            section id={ "question-" (index) } {
                h2 { (markdown(question)) }
                (markdown(answer))
            }
        }
    }
}

/// Markdown as HTML, without lines of examples that only tests need, and without links into the crate's docs.
fn markdown(text: &str) -> Markup {
    let mut in_code = false;
    let events = Parser::new(text).filter_map(|event| match event {
        Event::Start(Tag::CodeBlock(_)) => {
            in_code = true;
            Some(Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)))
        }
        Event::End(pulldown_cmark::TagEnd::CodeBlock) => {
            in_code = false;
            Some(event)
        }
        Event::Text(code) if in_code => {
            let lines = code
                .lines()
                .filter(|line| *line != "#" && !line.starts_with("# "));
            Some(Event::Text(
                lines
                    .map(|line| format!("{line}\n"))
                    .collect::<String>()
                    .into(),
            ))
        }
        Event::Start(Tag::Link { ref dest_url, .. }) if !dest_url.starts_with("https:") => None,
        Event::Html(_) | Event::InlineHtml(_) => None,
        event => Some(event),
    });
    let mut out = String::new();
    pulldown_cmark::html::push_html(&mut out, events);
    // A single paragraph is the text of a heading or of a list.
    let one = out
        .trim()
        .strip_prefix("<p>")
        .and_then(|rest| rest.strip_suffix("</p>"));
    match one.filter(|one| !one.contains("<p>")) {
        Some(one) if !text.contains('\n') => PreEscaped(one.to_owned()),
        _ => PreEscaped(out),
    }
}

/// The page of the format's exports, with a link to each file.
pub(super) fn exports(beside: &[String]) -> Page {
    let files = beside.iter().filter(|path| path.starts_with("exports/"));
    let rows: Vec<(&str, &str)> = files
        .filter_map(|path| path.trim_start_matches("exports/").split_once('/'))
        .collect();
    Page {
        path: "exports.html".to_owned(),
        title: "Exports".to_owned(),
        summary: "The format as JSON, X-macros, a C header and Kaitai Struct.".to_owned(),
        body: html! {
            p { "These files are exported from the schemas by " code { "cargo xtask export" } ". A field that a target cannot "
                "describe is documented where it is missing." }
            (table(&["Target", "File"], html! { @for (target, file) in rows { tr {
                td { (target) }
                td { a href={ "exports/" (target) "/" (file) } download="" { code { (file) } } }
            } } }))
        },
    }
}

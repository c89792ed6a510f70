//! Generates the frame of all pages: the head, links to other pages, the search, and rendered texts.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

/// The style of all pages.
pub(super) const STYLE: &str = concat!(
    include_str!("../palette.css"),
    include_str!("../header.css"),
    include_str!("style.css")
);
/// The search; pages also work without it.
pub(super) const SCRIPT: &str = include_str!("search.js");

/// A page of the site.
pub(super) struct Page {
    /// Its path in the site: `parts/PSV0.html`.
    pub(super) path: String,
    pub(super) title: String,
    /// A one-line summary for the search.
    pub(super) summary: String,
    pub(super) body: Markup,
}

impl Page {
    /// The complete file; `beside` contains the paths and titles of further pages of the site.
    pub(super) fn html(&self, beside: &[(String, String)]) -> String {
        let root = "../".repeat(self.path.matches('/').count());
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="description" content=(self.summary);
                    meta name="color-scheme" content="light dark";
                    title { (self.title) " · DXContainer" }
                    link rel="icon" href="data:,";
                    link rel="stylesheet" href={ (root) "style.css" };
                    script src={ (root) "names.js" } defer {}
                    script src={ (root) "search.js" } defer {}
                }
                body data-root=(root) {
                    a.skip href="#content" { "To the content" }
                    header {
                        nav aria-label="Site" {
                            a.home href={ (root) "index.html" } { "DXContainer" }
                            a href={ (root) "index.html#parts" } { "Parts" }
                            a href={ (root) "index.html#enums" } { "Enums" }
                            a href={ (root) "history.html" } { "History" }
                            @for (path, title) in beside { a href={ (root) (path) } { (title) } }
                        }
                        div.search role="search" hidden {
                            label for="search" { "Search" }
                            input id="search" type="search" autocomplete="off" placeholder="SigInputElements, RTS0, …"
                                role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list";
                            ul id="found" role="listbox" aria-label="Found names" {}
                        }
                    }
                    main id="content" {
                        h1 { (self.title) }
                        (self.body)
                    }
                    footer {
                        p { "Generated from the schemas of dxc-format by " code { "cargo xtask docs" } "." }
                    }
                }
            }
        };
        page.into_string()
    }
}

/// A table; `rows` are the rows below the head.
pub(super) fn table(heads: &[&str], rows: Markup) -> Markup {
    html! {
        div.table { table {
            thead { tr { @for head in heads { th { (head) } } } }
            tbody { (rows) }
        } }
    }
}

/// A text of the schemas as HTML: Markdown without block elements.
pub(super) fn prose(text: &str) -> Markup {
    let events = Parser::new(text).filter(|event| {
        !matches!(
            event,
            Event::Start(Tag::Paragraph)
                | Event::End(TagEnd::Paragraph)
                | Event::Html(_)
                | Event::InlineHtml(_)
        )
    });
    let mut out = String::new();
    pulldown_cmark::html::push_html(&mut out, events);
    PreEscaped(out)
}

//! Generates the page of a part, the index of all parts, and the history.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::example::Example;
use super::item;
use super::page::{Page, prose, table};
use super::site::{Site, part_items, part_path};
use dxc_codegen::model::{Item, Part, Struct};
use dxc_codegen::span::Text;

/// The number of sections of a page that are open; the others are folded, to keep the page short.
const MOST_OPEN: usize = 3;

/// The page of part `index`.
pub(super) fn page(site: &Site<'_>, index: usize, part: &Part, example: Option<&Example>) -> Page {
    let path = part_path(site.schema, index);
    let title = title(part);
    // Items that the part references come first, in their order.
    let (reached, elsewhere): (Vec<&Item>, Vec<&Item>) = part_items(site.schema, part)
        .into_iter()
        .partition(|item| site.home(&item.name) == Some(&path));
    let mut functions = site.items_on(&path);
    functions.retain(|item| !reached.iter().any(|other| std::ptr::eq(*other, *item)));
    Page {
        title,
        summary: part.doc.clone(),
        body: html! {
            p { (prose(&part.doc)) }
            dl.facts {
                dt { "FourCC" } dd { @for (index, code) in part.codes.iter().enumerate() {
                    @if index > 0 { ", " } code id=(code.value) { (code.value) } } }
                @if !part.written_by().is_empty() { dt { "Written by" } dd { (joined(part.written_by())) } }
                @if !part.is_written() { dt { "Written by" } dd { "no compiler any more" } }
                @if let Some(models) = &part.models { dt { "Shader models" } dd { (models) } }
                dt { "Holds" } dd { @match &part.ty { Some(ty) => (site.ty(ty, &path)), None => "raw bytes" } }
                @if !part.strip.is_empty() { dt { "Stripped with" } dd { (joined(&part.strip)) } }
                @if part.repeats { dt { "Number" } dd { "A container may have several." } }
                @if part.last.is_some() { dt { "Position" } dd { "After all other parts." } }
                @if let Some(begins) = &part.begins { dt { "Begins with" } dd { code { (begins.value) } } }
                dt { "Source" } dd { (prose(&part.source)) }
            }
            @if !reached.is_empty() || !elsewhere.is_empty() {
                nav.contents aria-label="On this page" {
                    ul {
                        @for item in reached.iter().chain(&functions) { li { a href={ "#" (item.name.value) } { (item.name.value) } } }
                        @for item in &elsewhere {
                            @if let Some(href) = site.href(&item.name, &path) { li.elsewhere { a href=(href) { (item.name.value) } } }
                        }
                        @if example.is_some() { li { a href="#example" { "An example" } } }
                    }
                }
            }
            @for (index, item) in reached.into_iter().enumerate() { (item::section(site, item, &path, index >= MOST_OPEN)) }
            @for item in functions { (item::section(site, item, &path, true)) }
            @if let Some(example) = example { (example.section()) }
        },
        path,
    }
}

fn title(part: &Part) -> String {
    let codes = joined(&part.codes);
    match &part.name {
        Some(name) => format!("{codes}: {name}"),
        None => codes,
    }
}

fn joined(texts: &[Text]) -> String {
    let texts: Vec<&str> = texts.iter().map(|text| text.as_str()).collect();
    texts.join(", ")
}

/// Pages of items that no part leads to: the container itself, and the tables of texts.
pub(super) fn others(site: &Site<'_>) -> Vec<Page> {
    let mut pages: BTreeMap<String, Vec<&Item>> = BTreeMap::new();
    for item in &site.schema.items {
        let home = site.home(&item.name).unwrap_or_default();
        if home.starts_with("other/") {
            pages.entry(home.to_owned()).or_default().push(item);
        }
    }
    let page = |(path, items): (String, Vec<&Item>)| {
        let file = items.first().map_or(0, |item| item.name.span.file);
        let doc = site.schema.docs.get(file).cloned().unwrap_or_default();
        Page {
            title: items
                .first()
                .map_or("", |item| site.schema.module(item))
                .to_owned(),
            summary: doc.clone(),
            body: html! {
                p { (prose(&doc)) }
                nav.contents aria-label="On this page" { ul {
                    @for item in &items { li { a href={ "#" (item.name.value) } { (item.name.value) } } }
                } }
                @for (index, item) in items.into_iter().enumerate() { (item::section(site, item, &path, index >= MOST_OPEN)) }
            },
            path,
        }
    };
    pages.into_iter().map(page).collect()
}

/// The first page.
pub(super) fn index(site: &Site<'_>, others: &[Page], enums: &[Page]) -> Page {
    Page {
        path: "index.html".to_owned(),
        title: "The DXContainer format".to_owned(),
        summary: "Every part, record, field and value of compiled Direct3D shaders.".to_owned(),
        body: html! {
            p { "Compiled Direct3D shaders live in DXContainer files, which hold parts, each of them named by a FourCC. All "
                "numbers are little-endian, and nothing is aligned unless stated." }
            (poster(site, others))
            h2 id="parts" { "All parts" }
            (table(&["FourCC", "Part", "Content", "Written by", "Shader models"], html! { @for (index, part) in sorted_parts(site) { tr {
                td { @for code in &part.codes { a href=(part_path(site.schema, index)) { code { (code.value) } } " " } }
                td { (part.name.as_deref().unwrap_or("")) }
                td { (prose(&part.doc)) }
                td { (joined(part.written_by())) }
                td { (part.models.as_deref().unwrap_or("")) }
            } } }))
            h2 id="other" { "The container, and formats inside of parts" }
            (list(others))
            h2 id="enums" { "Enums and flags" }
            (list(enums))
        },
    }
}

/// The kind of data in a part; `FXC`, if only FXC writes the part.
fn purpose(part: &Part) -> &str {
    let mut writers = part.written_by().iter();
    if part.written_by().is_empty() || writers.any(|writer| writer.value != "FXC") {
        part.strip.first().map_or("", |kind| kind.as_str())
    } else {
        "FXC"
    }
}

/// Draws a container from its first byte to its last: the header, the directory, and the parts, grouped by the programs
/// that need them.
fn poster(site: &Site<'_>, others: &[Page]) -> Markup {
    let of = |wanted: &[&str]| -> Vec<(usize, &Part)> {
        let parts = site.schema.parts.iter().enumerate();
        parts
            .filter(|(_, part)| wanted.contains(&purpose(part)))
            .collect()
    };
    html! {
        ol.poster aria-label="A container, from its first byte to its last" {
            @if let Some(container) = others.iter().find(|page| page.path.ends_with("/header.html")) {
                li.head { a href=(container.path) { strong { "Header and directory" } } p { (prose(&container.summary)) } }
            }
            (group(site, "Parts of a shader", "The shader, and facts about it: the parts that remain when debug information and reflection data are removed.", &of(&["", "root-signature", "private"])))
            (group(site, "Parts for reflection", "Names and types. A shader runs without them.", &of(&["reflection"])))
            (group(site, "Parts for debugging", "Sources, names of PDB files. A shader runs without them.", &of(&["debug", "debug-name"])))
            (group(site, "Parts of shader models up to 5.1", "Only FXC writes them.", &of(&["FXC"])))
        }
    }
}

fn group(site: &Site<'_>, title: &str, doc: &str, parts: &[(usize, &Part)]) -> Markup {
    html! {
        @if !parts.is_empty() {
            li {
                strong { (title) }
                p { (doc) }
                ul { @for (index, part) in parts { li {
                    a href=(part_path(site.schema, *index)) title=(part.doc) {
                        @for code in &part.codes { code { (code.value) } " " }
                        span { (part.name.as_deref().unwrap_or("")) }
                    }
                } } }
            }
        }
    }
}

/// The parts in the order of their FourCCs, each with its index in the schemas.
fn sorted_parts<'s>(site: &Site<'s>) -> Vec<(usize, &'s Part)> {
    let mut parts: Vec<(usize, &Part)> = site.schema.parts.iter().enumerate().collect();
    parts.sort_by_key(|(_, part)| part.codes.first().map(|code| code.value.to_lowercase()));
    parts
}

fn list(pages: &[Page]) -> Markup {
    html! { ul.pages { @for page in pages { li { a href=(page.path) { (page.title) } ": " (prose(&page.summary)) } } } }
}

/// The page with the additions of each version, for all records whose size determines the version.
pub(super) fn history(site: &Site<'_>) -> Page {
    let path = "history.html";
    let items = site.schema.items.iter();
    let versioned = items.filter_map(|item| {
        let versioned = item.content.structure()?;
        (versioned.versions.len() > 1).then_some((item, versioned))
    });
    Page {
        path: path.to_owned(),
        title: "History".to_owned(),
        summary: "Which version added what, in bytes.".to_owned(),
        body: html! {
            p { "If the size in the file selects the version of a record, each version appends fields. If a number beside "
                "the record selects it, fields can also be inserted." }
            @for (item, versioned) in versioned {
                section id=(item.name.value) {
                    h2 { a href=(site.href(&item.name, path).unwrap_or_default()) { (item.name.value) } }
                    (table(&["Version", "Bytes", "Added"], versions(versioned)))
                }
            }
        },
    }
}

/// A row for each version.
fn versions(versioned: &Struct) -> Markup {
    html! {
        @for (index, version) in versioned.versions.iter().enumerate() { tr {
            @let added = version.fields.iter().filter(|field| field.place.since == index);
            td { @match (&version.number, &version.when) {
                (Some(number), _) => (number.value),
                (_, Some(when)) => code { (when.value) },
                _ => "",
            } }
            td.number { @if let Some(size) = version.size { (size) } }
            td { @for field in added { code { (field.name.value) } " " } }
        } }
    }
}

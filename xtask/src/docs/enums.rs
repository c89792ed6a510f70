//! Generates the page of an enum or of flags: its values, with every column.

use maud::{Markup, html};

use super::page::{Page, prose};
use super::site::Site;
use dxc_codegen::model::{Enum, EnumValue, Item};

/// The page of an item, if it has values.
pub(super) fn page(site: &Site<'_>, item: &Item) -> Option<Page> {
    let content = item.content.values()?;
    let is_flags = content.flags;
    let path = site.home(&item.name)?.to_owned();
    let all = site.schema.values(content);
    Some(Page {
        title: item.name.value.clone(),
        summary: item.doc.clone(),
        body: html! {
            section id=(item.name.value) {
                p { (prose(&item.doc)) }
                p { @if is_flags { "Named bits of a " } @else { "Named values of a " } code { "u" (content.bits) } "; "
                    @if is_flags { "unknown bits are kept." } @else { "any other value is kept." } }
                (table(&item.name, all, is_flags))
                dl.facts {
                    dt { "Source" } dd { (prose(&item.source)) }
                    @if let Some(cpp) = &item.cpp { dt { "C++" } dd { code { (cpp.value) } } }
                    @if let Some(mirrors) = &content.mirrors { dt { "Mirrors" } dd { code { (mirrors.value) } } }
                    @if let Some(of) = &content.values_of {
                        dt { "Values of" } dd { code { (site.expression(of, &path)) } }
                    }
                    dt { "Rust" } dd { a href=(site.api(item)) { code { (site.schema.module(item)) "::" (item.name.value) } } }
                }
            }
        },
        path,
    })
}

fn table(name: &str, content: &Enum, is_flags: bool) -> Markup {
    html! {
        div.table { table {
            thead { tr {
                th { @if is_flags { "Bits" } @else { "Value" } } th { "Name" } th { "Meaning" }
                @for column in &content.columns { th { code { (column.name.value) } } }
            } }
            tbody { @for value in &content.values {
                tr id={ (name) "." (value.name.value) } {
                    td.number { (number(value, is_flags)) }
                    td.name { code { (value.name.value) } @if value.alias.is_some() { " " small { "another name" } }
                        @if value.marker { " " small { "not a value" } } }
                    td.meaning {
                        (prose(&value.doc))
                        @if let Some(source) = &value.source { " " small { "Source: " (prose(source)) } }
                    }
                    @for column in &content.columns {
                        td.spelling { @if let Some(datum) = value.datum(&column.name) { code { (datum) } } }
                    }
                }
            } }
        } }
    }
}

fn number(value: &EnumValue, is_flags: bool) -> String {
    if is_flags {
        format!("{:#x}", value.value.value)
    } else {
        value.value.to_string()
    }
}

//! Generates the section of an item: its description, a drawing, a table, and the changes of each version.

use maud::{Markup, PreEscaped, html};

use super::page::{prose, table};
use super::site::Site;
use crate::drawing::drawing;
use dxc_codegen::diagnostic::counted;
use dxc_codegen::model::{
    Arm, Base, Bits, Content, Field, FieldKind, Form, Item, Let, Parameter, Show, Shown, Struct,
    Switch, Version,
};
use dxc_codegen::placement::{Cell, bit_fields, bits, cells, fixed_start};

/// The section of an item on the page at `from`.
pub(super) fn section(site: &Site<'_>, item: &Item, from: &str, is_folded: bool) -> Markup {
    let name = &item.name.value;
    html! {
        section id=(name) {
            h2 { a.anchor href={ "#" (name) } { (name) } " " small { (kind(&item.content)) } }
            p { (prose(&item.doc)) }
            details open[!is_folded] {
                summary { @if is_folded { "Show" } @else { "Layout" } " " small { (size_of(site, item)) } }
                (content(site, item, from))
                dl.facts {
                    dt { "Source" } dd { (prose(&item.source)) }
                    @if let Some(cpp) = &item.cpp { dt { "C++" } dd { code { (cpp.value) } } }
                    dt { "Rust" } dd { a href=(site.api(item)) { code { (site.schema.module(item)) "::" (name) } } }
                }
            }
        }
    }
}

/// The size of a record that has one size.
fn size_of(site: &Site<'_>, item: &Item) -> String {
    let size = site.schema.size(&Base::Item(item.name.value.clone()));
    size.map_or(String::new(), |size| counted(size, "byte"))
}

fn kind(content: &Content) -> &'static str {
    match content {
        Content::Enum(of) => of.kind(),
        Content::Bits(_) => "bits of an integer",
        Content::Struct(of) => match of.form {
            Form::Sequence => "sequence of fields",
            Form::Record => "record",
            Form::BySize => "record, versions by size",
            Form::ByValue => "record of several versions",
        },
        Content::Switch(switch) if switch.size.is_some() => "several readings of the same bytes",
        Content::Switch(_) => "content that a selector chooses",
        Content::Let(_) => "function",
    }
}

fn content(site: &Site<'_>, item: &Item, from: &str) -> Markup {
    let name = &item.name.value;
    match &item.content {
        Content::Struct(of) => match of.form {
            Form::Sequence => self::sequence(site, name, of, from),
            Form::Record => record(site, name, &of.fields.iter().collect::<Vec<_>>(), &[], from),
            Form::BySize => by_size(site, name, of, from),
            Form::ByValue => by_value(site, name, of, from),
        },
        Content::Bits(bits) => self::bits_of(site, name, bits, from),
        Content::Switch(union) if union.size.is_some() => self::union(site, name, union, from),
        Content::Switch(choice) => self::choice(site, choice, from),
        Content::Let(function) => self::function(site, name, function, from),
        Content::Enum(_) => html! {},
    }
}

/// A drawing and a table; `versions` are the names of the versions that added the fields.
fn record(
    site: &Site<'_>,
    name: &str,
    fields: &[&Field],
    versions: &[String],
    from: &str,
) -> Markup {
    let cells = cells(site.schema, fields.iter().copied());
    let heads: &[&str] = if versions.is_empty() {
        &["Offset", "Size", "Name", "Type", "Meaning", "C++", "YAML"]
    } else {
        &[
            "Offset", "Size", "Name", "Type", "Since", "Meaning", "C++", "YAML",
        ]
    };
    html! {
        (figure(name, &cells, versions))
        (table(heads, html! { @for one in fields { (field(site, name, one, versions, from)) } }))
    }
}

/// A field that all versions have.
fn cell<'s>(name: &'s str, at: u64, size: u64, bits: Vec<(&'s str, u64)>) -> Cell<'s> {
    Cell {
        at,
        size,
        name,
        since: 0,
        reserved: false,
        bits,
    }
}

fn figure(name: &str, cells: &[Cell<'_>], versions: &[String]) -> Markup {
    html! {
        @if !cells.is_empty() {
            figure {
                (PreEscaped(drawing(cells, &format!("The layout of {name}, four bytes a row"))))
                @if versions.len() > 1 {
                    figcaption {
                        @for (index, version) in versions.iter().enumerate() {
                            span.key { span class={ "swatch v" (index % 6) } {} " " (version) } " "
                        }
                    }
                }
            }
        }
    }
}

fn field(site: &Site<'_>, name: &str, field: &Field, versions: &[String], from: &str) -> Markup {
    let Field {
        name: own,
        ty,
        place,
        cpp,
        doc,
        shown,
        is,
        default,
        reference,
        run,
        len,
        ..
    } = field;
    html! {
        tr id={ (name) "." (own.value) } {
            td.number { @if let Some(at) = place.at { (at) } }
            td.number { @if let Some(size) = place.size { (size) } }
            td.name { code { (own.value) } }
            td.name { (site.ty(ty, from)) }
            @if !versions.is_empty() { td { (versions.get(place.since).map_or("", String::as_str)) } }
            td.meaning {
                (prose(doc))
                @if let Some(is) = is { " It is always " code { (site.expression(is, from)) } "." }
                @if let Some(default) = default { " A new value holds " code { (default.value) } "." }
                @if let Some(table) = reference { " An offset into " code { (table.value) } "." }
                @if let (Some(table), Some(len)) = (run, len) {
                    " The first of " code { (len.value) } " numbers of " code { (table.value) } "."
                }
            }
            td.spelling { @if let Some(cpp) = cpp { code { (cpp.value) } } }
            td.spelling { (key(own, shown)) }
        }
    }
}

/// The key in documents.
fn key(name: &str, shown: &Shown) -> Markup {
    html! {
        @if shown.is(Show::Never) {} @else if shown.flatten.is_some() { "its fields" }
        @else { code { (shown.key_of(name)) } }
    }
}

fn by_size(site: &Site<'_>, name: &str, versioned: &Struct, from: &str) -> Markup {
    let fields: Vec<&Field> = versioned.all_fields().collect();
    let number = |version: &Version| version.number.as_ref().map_or(0, |number| number.value);
    let versions = versioned.versions.iter();
    let names = versions
        .clone()
        .map(|version| format!("version {}", number(version)));
    html! {
        (record(site, name, &fields, &names.collect::<Vec<_>>(), from))
        h3 id={ (name) "-history" } { "History" }
        (table(&["Version", "Bytes", "Added", "C++"], html! { @for version in versions { tr {
            td.number { (number(version)) }
            td.number { @if let Some(size) = version.size { (size) } }
            td { @for (position, field) in version.fields.iter().enumerate() {
                @if position > 0 { ", " } a href={ "#" (name) "." (field.name.value) } { code { (field.name.value) } }
            } }
            td { @if let Some(cpp) = &version.cpp { code { (cpp.value) } } }
        } } }))
    }
}

fn by_value(site: &Site<'_>, name: &str, versioned: &Struct, from: &str) -> Markup {
    html! {
        (takes(site, &versioned.takes, from))
        @for (index, version) in versioned.versions.iter().enumerate() {
            @let fields: Vec<&Field> = version.fields.iter().collect();
            @if let Some(when) = &version.when {
                h3 {
                    "If " code { (site.expression(when, from)) }
                    @if let Some(size) = version.size { ": " (size) " bytes" }
                }
            }
            @if let Some(cpp) = &version.cpp { p { "C++: " code { (cpp.value) } } }
            (record(site, &format!("{name}.{index}"), &fields, &[], from))
        }
    }
}

fn takes(site: &Site<'_>, takes: &[Parameter], from: &str) -> Markup {
    html! {
        @if !takes.is_empty() {
            p { "The field that contains it passes "
                @for (index, parameter) in takes.iter().enumerate() {
                    @if index > 0 { ", " }
                    code { (parameter.name.value) } ": " (site.ty(&parameter.ty, from))
                }
                "."
            }
        }
    }
}

fn bits_of(site: &Site<'_>, name: &str, content: &Bits, from: &str) -> Markup {
    let base = Base::Item(name.to_owned());
    let size = u64::from(content.bits) / 8;
    let cell = cell(name, 0, size, bits(site.schema, &base));
    html! {
        (figure(name, &[cell], &[]))
        (table(&["Bits", "Name", "Type", "Meaning", "C++", "YAML"], html! { @for (first, count, field) in bit_fields(content) {
            tr id={ (name) "." (field.name.value) } {
                td.number { (first) @if count > 1 { " to " (first + count - 1) } }
                td.name { code { (field.name.value) } }
                td.name { @if let Some(ty) = &field.ty { (site.ty(ty, from)) } }
                td.meaning { (prose(&field.doc)) }
                td.spelling { @if let Some(cpp) = &field.cpp { code { (cpp.value) } } }
                td.spelling { (key(&field.name, &field.shown)) }
            }
        } }))
    }
}

fn union(site: &Site<'_>, name: &str, union: &Switch, from: &str) -> Markup {
    let cell = cell(name, 0, union.bytes(), Vec::new());
    html! {
        (figure(name, &[cell], &[]))
        p { (union.bytes()) " bytes. " code { (union.selector()) } ", of type "
            code { (site.expression(union.selector_enum(), from)) } ", selects the reading." }
        (arms(site, &union.arms, from))
    }
}

fn choice(site: &Site<'_>, choice: &Switch, from: &str) -> Markup {
    html! {
        (takes(site, &choice.takes, from))
        p { code { (choice.selector()) } " selects the content."
            @if choice.otherwise.is_some() { " Anything else is kept as bytes." } }
        (arms(site, &choice.arms, from))
    }
}

fn arms(site: &Site<'_>, arms: &[Arm], from: &str) -> Markup {
    let heads = ["Value", "Name", "Type", "Size", "Meaning", "C++"];
    let rows = html! {
        @for arm in arms { tr {
            td { @for (index, when) in arm.when.iter().enumerate() { @if index > 0 { ", " } code { (when.value) } } }
            td.name { code { (arm.name.value) } }
            td.name { (site.ty(&arm.ty, from)) }
            td.number { @if let Some(size) = site.schema.size(&arm.ty.base) { (size) } }
            td.meaning { (prose(&arm.doc)) }
            td { @if let Some(cpp) = &arm.cpp { code { (cpp.value) } } }
        } }
    };
    table(&heads, rows)
}

fn sequence(site: &Site<'_>, name: &str, sequence: &Struct, from: &str) -> Markup {
    let start = fixed_start(&sequence.fields);
    let cells = cells(site.schema, start);
    let fields = sequence.fields.iter().enumerate();
    html! {
        (takes(site, &sequence.takes, from))
        figure {
            @if !cells.is_empty() { (PreEscaped(drawing(&cells, &format!("The start of {name}, four bytes a row")))) }
            @if start.len() < sequence.fields.len() {
                ol.order {
                    @for (index, field) in fields.clone().skip(start.len()) { (order(site, name, field, index, from)) }
                    @if site.schema.keeps_trailing(name, sequence) { li.rest { "bytes after the last field, which are kept" } }
                }
            }
        }
        (table(&["Offset", "Size", "Name", "Type", "Constraint", "Meaning", "C++", "YAML"], html! { @for (index, field) in fields {
            tr id={ (name) "." (field_name(field, index)) } {
                td.number { @if let Some(at) = field.place.at { (at) } }
                td.number { @if let Some(size) = field.place.size { (size) } }
                td.name { @if field.has_name_and_type() { code { (field.name.value) } } @else { "padding" } }
                td.name { @if field.has_name_and_type() { (site.ty(&field.ty, from)) } }
                td.rule { (rules(site, field, from)) }
                td.meaning { (prose(&field.doc)) }
                td.spelling { @if let Some(cpp) = &field.cpp { code { (cpp.value) } } }
                td.spelling { @if field.has_name_and_type()
                    && (field.is.is_none() || field.shown.key.is_some()) { (key(&field.name, &field.shown)) } }
            }
        } }))
    }
}

/// The name of a field; a substitute for padding, which has none.
fn field_name(field: &Field, index: usize) -> String {
    match field.kind {
        FieldKind::Padding => format!("padding-{index}"),
        _ => field.name.value.clone(),
    }
}

/// A field in the drawing of the order: dashed if it may be absent, indented if it is placed elsewhere.
fn order(site: &Site<'_>, name: &str, field: &Field, index: usize, from: &str) -> Markup {
    let mut class = String::new();
    if field.condition.is_some() || field.known.is_some() {
        class.push_str("optional ");
    }
    if field.at.is_some() {
        class.push_str("placed ");
    }
    if field.kind == FieldKind::Padding {
        class.push_str("reserved");
    }
    let shown = field_name(field, index);
    html! {
        li class=(class) {
            a href={ "#" (name) "." (shown) } { @if field.has_name_and_type() { (field.name.value) } @else { "padding" } }
            @if field.has_name_and_type() { " " (site.ty(&field.ty, from)) }
            @if let Some(count) = &field.count {
                @if count.is_rest() { " to the end" } @else { " × " code { (site.expression(count, from)) } }
            }
            @if let Some(each) = &field.each { " for each " code { (each.text.value) } }
            @if let Some(condition) = &field.condition { " if " code { (site.expression(condition, from)) } }
            @if let Some(align) = &field.align { " up to a multiple of " (align.value) " bytes" }
        }
    }
}

/// The keys of a field as sentences.
fn rules(site: &Site<'_>, field: &Field, from: &str) -> Markup {
    let expressions = [
        ("is", field.is.as_deref()),
        ("canonical value", field.canonical.as_deref()),
        ("default", field.default.as_ref()),
        ("present if", field.condition.as_deref()),
        ("present if known:", field.known.as_ref()),
        ("count", field.count.as_deref()),
        ("for each", field.each.as_ref().map(|each| &each.text)),
        ("bytes per record", field.stride.as_deref()),
        ("total bytes", field.size.as_deref()),
        ("at", field.at.as_deref()),
        ("counted from", field.from.as_ref()),
        ("filled with", field.fill.as_deref()),
    ];
    let numbers = [("aligned to", &field.align), ("absent if", &field.null)];
    html! {
        @for (word, text) in expressions {
            @if let Some(text) = text {
                div { (word) " " @if text.value == ".." { "all remaining" } @else { code { (site.expression(text, from)) } } }
            }
        }
        @if let Some(round) = field.strings_style.round {
            div { "padded to a multiple of " code { (round) } }
        }
        @for (word, number) in numbers {
            @if let Some(number) = number { div { (word) " " code { (number.value) } } }
        }
        @if let Some(pool) = &field.reference { div { "references " code { (pool.value) } } }
        @if field.kind == FieldKind::Pool { div { "referenced by its offset" } }
    }
}

fn function(site: &Site<'_>, name: &str, function: &Let, from: &str) -> Markup {
    html! {
        p.formula { code {
            (name)
            @if !function.args.is_empty() {
                "("
                @for (index, argument) in function.args.iter().enumerate() { @if index > 0 { ", " } (argument.value) }
                ")"
            }
            " = " (site.expression(&function.is, from))
        } }
    }
}

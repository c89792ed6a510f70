//! Finds the page of each item, and creates links to it.

use std::collections::HashMap;

use maud::{Markup, html};

use dxc_codegen::model::{Base, Content, Item, Part, Schema, Type};
use dxc_codegen::placement::items_within;

/// The address of the crate's docs, for links to Rust types.
const API: &str = "https://docs.rs/dxc-format/latest/dxc_format";

/// The data that pages need to link to each other.
pub(super) struct Site<'s> {
    pub(super) schema: &'s Schema,
    /// The path of each item's page, without the anchor.
    homes: HashMap<&'s str, String>,
}

impl<'s> Site<'s> {
    pub(super) fn new(schema: &'s Schema) -> Self {
        let mut homes = HashMap::new();
        for item in &schema.items {
            if matches!(item.content, Content::Enum(_)) {
                homes.insert(
                    item.name.as_str(),
                    format!("enums/{}.html", item.name.value),
                );
            }
        }
        for (index, part) in schema.parts.iter().enumerate() {
            let path = part_path(schema, index);
            for item in part_items(schema, part) {
                homes.entry(&item.name).or_insert_with(|| path.clone());
            }
        }
        // Functions are on the page of the first part of their file. Items that no part leads to share a page for each
        // file.
        for item in &schema.items {
            let file = item.name.span.file;
            let is_of_file = |part: &Part| {
                matches!(&part.ty, Some(Type { base: Base::Item(name), .. })
                    if schema.item(name).is_some_and(|of| of.name.span.file == file))
            };
            let path = match schema.parts.iter().position(is_of_file) {
                Some(index) => part_path(schema, index),
                None => format!("other/{}.html", schema.module(item)),
            };
            homes.entry(&item.name).or_insert(path);
        }
        Self { schema, homes }
    }

    /// The items of a page, in the order of the schemas.
    pub(super) fn items_on(&self, path: &str) -> Vec<&'s Item> {
        let items = self.schema.items.iter();
        items
            .filter(|item| self.home(&item.name) == Some(path))
            .collect()
    }

    /// The page of an item.
    pub(super) fn home(&self, name: &str) -> Option<&str> {
        self.homes.get(name).map(String::as_str)
    }

    /// The link to an item, from the page at `from`.
    pub(super) fn href(&self, name: &str, from: &str) -> Option<String> {
        let home = self.home(name)?;
        Some(if home == from {
            format!("#{name}")
        } else {
            format!("{}{home}#{name}", "../".repeat(from.matches('/').count()))
        })
    }

    /// A type, with a link to each item in it.
    pub(super) fn ty(&self, ty: &Type, from: &str) -> Markup {
        html! {
            code {
                (self.base(&ty.base, from))
                @if !ty.args.is_empty() {
                    "("
                    @for (index, argument) in ty.args.iter().enumerate() {
                        @if index > 0 { ", " }
                        (self.expression(argument, from))
                    }
                    ")"
                }
            }
        }
    }

    fn base(&self, base: &Base, from: &str) -> Markup {
        match base {
            Base::StringRef => html! { "string" },
            Base::Record => html! { "record" },
            Base::RowRef(of) => html! { "row(" (self.base(of, from)) ")" },
            Base::ListRef(of) => html! { "list(" (self.base(of, from)) ")" },
            Base::Array(of, count) => html! { "[" (self.base(of, from)) "; " (count) "]" },
            Base::Item(name) => self.name(name, from),
            other => html! { (other.built_in().unwrap_or_default()) },
        }
    }

    /// A name, with a link if it is that of an item.
    fn name(&self, name: &str, from: &str) -> Markup {
        match self.href(name, from) {
            Some(href) => html! { a href=(href) { (name) } },
            None => html! { (name) },
        }
    }

    /// An expression, with a link to each function and enum in it.
    pub(super) fn expression(&self, text: &str, from: &str) -> Markup {
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let same = |letter: char| is_name(letter) == is_name(first);
            let end = rest.find(|letter| !same(letter)).unwrap_or(rest.len());
            let (piece, behind) = rest.split_at(end);
            // The name of a record's field follows a dot.
            let is_field = text[..text.len() - rest.len()].ends_with('.');
            pieces.push(if is_field {
                html! { (piece) }
            } else {
                self.name(piece, from)
            });
            rest = behind;
        }
        html! { @for piece in pieces { (piece) } }
    }

    /// The Rust type of an item in the docs of the crate.
    pub(super) fn api(&self, item: &Item) -> String {
        let (module, name) = (self.schema.module(item), &item.name.value);
        let kind = match &item.content {
            Content::Switch(switch) if switch.size.is_none() => "enum",
            Content::Let(_) if name.chars().all(|letter| !letter.is_lowercase()) => "constant",
            Content::Let(_) => "fn",
            _ => "struct",
        };
        format!("{API}/{module}/{kind}.{name}.html")
    }
}

/// The items that a part leads to.
pub(super) fn part_items<'s>(schema: &'s Schema, part: &Part) -> Vec<&'s Item> {
    let mut items: Vec<&Item> = Vec::new();
    if let Some(ty) = &part.ty {
        let records = schema.records_passed(ty).map(|record| record.as_str());
        for name in part.item().into_iter().chain(records) {
            let within = schema
                .item(name)
                .map(|item| items_within(schema, item, &|_, _| true));
            for item in within.into_iter().flatten() {
                if !items.iter().any(|known| std::ptr::eq(*known, item)) {
                    items.push(item);
                }
            }
        }
    }
    items
}

/// The path of a part's page: its first FourCC, and the index of the part among those that share it.
pub(super) fn part_path(schema: &Schema, index: usize) -> String {
    let code = |part: &Part| part.codes.first().map(|code| code.value.clone());
    let own = schema.parts.get(index).and_then(code).unwrap_or_default();
    let earlier = schema.parts[..index].iter();
    match earlier
        .filter(|part| code(part).as_deref() == Some(&own))
        .count()
    {
        0 => format!("parts/{own}.html"),
        count => format!("parts/{own}-{}.html", count + 1),
    }
}

//! Collects the names that users search for, in every spelling, with links to their sections.

use serde_json::{Value, json};

use super::site::{Site, part_path};
use dxc_codegen::datum::Datum;
use dxc_codegen::model::{Content, Enum, Field, Form, Item, Shown};
use dxc_codegen::span::Text;

/// The names as a script, since pages opened from a disk may not fetch other files.
pub(super) fn script(site: &Site<'_>) -> String {
    let mut names = Names::default();
    for (index, part) in site.schema.parts.iter().enumerate() {
        let path = part_path(site.schema, index);
        let what = part.name.as_deref().unwrap_or("part");
        for code in &part.codes {
            names.push_with_doc(&code.value, what, &path, &part.doc);
        }
        if let Some(name) = &part.name {
            names.push(name, "part", &path);
        }
    }
    for item in &site.schema.items {
        names.item(site, item);
    }
    names.rows.dedup();
    format!("const NAMES = {};\n", Value::Array(names.rows))
}

#[derive(Default)]
struct Names {
    rows: Vec<Value>,
}

impl Names {
    fn push(&mut self, name: &str, what: &str, href: &str) {
        self.rows.push(json!([name, what, href]));
    }

    /// Adds a name whose doc is searched as well: for phrases such as "thread group", and for names of headers in
    /// sources.
    fn push_with_doc(&mut self, name: &str, what: &str, href: &str, doc: &str) {
        self.rows.push(json!([name, what, href, doc]));
    }

    fn item(&mut self, site: &Site<'_>, item: &Item) {
        let name = &item.name.value;
        let Some(href) = site.href(name, "index.html") else {
            return;
        };
        let doc = format!("{} {}", item.doc, item.source);
        self.push_with_doc(name, site.schema.module(item), &href, &doc);
        for cpp in item.mirrored() {
            self.push(last(cpp), "C++", &href);
        }
        match &item.content {
            Content::Enum(content) => self.values(name, content, &href),
            Content::Bits(bits) => {
                for field in &bits.fields {
                    let named = (field.name.as_str(), field.doc.as_str());
                    self.field(name, named, &field.cpp, &field.shown, &href);
                }
            }
            Content::Struct(of) => {
                if let Some(key) = &of.key {
                    self.push(key, "YAML", &href);
                }
                for (index, (_, fields)) in item.fields_by_version().into_iter().enumerate() {
                    match of.form {
                        Form::ByValue => self.fields(&format!("{name}.{index}"), fields, &href),
                        _ => self.fields(name, fields, &href),
                    }
                }
            }
            Content::Switch(_) | Content::Let(_) => {}
        }
    }

    fn fields<'f>(&mut self, of: &str, fields: impl IntoIterator<Item = &'f Field>, href: &str) {
        let fields = fields.into_iter().filter(|field| field.has_name_and_type());
        for field in fields {
            let named = (field.name.as_str(), field.doc.as_str());
            self.field(of, named, &field.cpp, &field.shown, href);
        }
    }

    fn field(
        &mut self,
        of: &str,
        (name, doc): (&str, &str),
        cpp: &Option<Text>,
        shown: &Shown,
        href: &str,
    ) {
        let page = href.split('#').next().unwrap_or_default();
        let href = format!("{page}#{of}.{name}");
        let owner = of.split('.').next().unwrap_or(of);
        self.push_with_doc(name, owner, &href, doc);
        if let Some(cpp) = cpp {
            self.push(last(cpp), &format!("C++, {owner}"), &href);
        }
        let key = shown.key_of(name);
        if cpp.as_ref().is_none_or(|cpp| last(cpp) != key) {
            self.push(&key, &format!("YAML, {owner}"), &href);
        }
    }

    fn values(&mut self, name: &str, content: &Enum, href: &str) {
        let page = href.split('#').next().unwrap_or_default();
        for value in &content.values {
            let href = format!("{page}#{name}.{}", value.name.value);
            self.push_with_doc(&value.name, name, &href, &value.doc);
            for (column, datum) in &value.columns {
                if let Datum::Text(text) = &datum.value
                    && text.len() > 2
                    && !text.contains(' ')
                    && *text != value.name.value
                {
                    self.push(text, &format!("{}, {name}", column.value), &href);
                }
            }
        }
    }
}

/// The last name of a path: `Size` of `Bitcode.Size`, `RuntimeInfo` of `llvm::dxbc::PSV::v0::RuntimeInfo`.
fn last(path: &str) -> &str {
    path.rsplit([':', '.']).next().unwrap_or(path)
}

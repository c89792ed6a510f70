//! Lists the docs of all fields by their paths, which `dxobj show --explain` prints without a file.

use std::collections::BTreeSet;

use dxc_codegen::model::{Base, Content, Item, Schema, Type};

/// The lines of the file: parts, the fields of each, and the values of enums.
///
/// A line has columns, separated by tabs: `part`, FourCCs, name and doc; `field`, path, key in documents, enum and doc; `enum`,
/// name and doc; `value`, name and doc.
pub(super) fn lines(schema: &Schema) -> String {
    let mut docs = Docs {
        schema,
        enums: BTreeSet::new(),
        text: "# Generated from the schemas by `cargo xtask gen`: do not edit.\n".to_owned(),
    };
    for part in &schema.parts {
        let codes: Vec<&str> = part.codes.iter().map(|code| code.as_str()).collect();
        let codes = codes.join(" ");
        docs.line(&[
            "part",
            &codes,
            part.name.as_deref().unwrap_or_default(),
            &part.doc,
        ]);
        if let Some(ty) = &part.ty {
            let mut inner = Inner::default();
            docs.fields_of(ty, "", &mut inner);
        }
    }
    for name in std::mem::take(&mut docs.enums) {
        let doc = schema.item(name).map_or("", |item| item.doc.as_str());
        docs.line(&["enum", name, doc]);
        let values = schema.values_of(name).into_iter();
        for value in values.flat_map(|values| &values.values) {
            docs.line(&["value", &value.name, &value.doc]);
        }
    }
    docs.text
}

struct Docs<'f> {
    schema: &'f Schema,
    /// The enums of fields.
    enums: BTreeSet<&'f str>,
    text: String,
}

/// The location of a field.
#[derive(Default)]
struct Inner<'f> {
    /// The items that contain it; none of them is entered again.
    items: Vec<&'f str>,
    /// The record that is the argument of the innermost item with such an argument.
    record: Option<&'f str>,
    /// The paths that already have a line.
    documented: BTreeSet<String>,
}

impl<'f> Docs<'f> {
    fn line(&mut self, words: &[&str]) {
        let words: Vec<String> = words
            .iter()
            .map(|word| word.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        self.text.push_str(&words.join("\t"));
        self.text.push('\n');
    }

    /// The item of a type, and the record that is its argument.
    fn item(&self, ty: &'f Type, record: Option<&'f str>) -> Option<(&'f Item, Option<&'f str>)> {
        let mut records = self.schema.records_passed(ty);
        let argument = records.next().map(|record| record.as_str());
        match (self.schema.inner_item(&ty.base), &ty.base) {
            (Some(item), _) => Some((item, argument.or(record))),
            // The type is a parameter for a record.
            (None, Base::Item(_)) => Some((self.schema.item(record?)?, record)),
            _ => None,
        }
    }

    /// Writes the fields of a type.
    fn fields_of(&mut self, ty: &'f Type, path: &str, inner: &mut Inner<'f>) {
        let Some((item, record)) = self.item(ty, inner.record) else {
            return;
        };
        if inner.items.contains(&item.name.as_str()) {
            return;
        }
        inner.items.push(&item.name);
        let outer = std::mem::replace(&mut inner.record, record);
        self.fields(item, path, inner);
        inner.record = outer;
        inner.items.pop();
    }

    fn fields(&mut self, item: &'f Item, path: &str, inner: &mut Inner<'f>) {
        match &item.content {
            Content::Bits(bits) => {
                for field in bits.fields.iter().filter(|field| !field.reserved) {
                    let key = field.shown.key_of(&field.name);
                    self.field(
                        path,
                        [&field.name, &key],
                        field.ty.as_ref(),
                        &field.doc,
                        inner,
                    );
                }
            }
            Content::Switch(union) if union.size.is_some() => {
                for arm in &union.arms {
                    let key = arm.shown.key_of(&arm.name);
                    self.field(
                        path,
                        [&arm.name, &key],
                        Some(&arm.ty),
                        &union.doc_of(arm),
                        inner,
                    );
                }
            }
            // The path of a field in an arm does not contain the arm.
            Content::Switch(choice) => {
                for arm in &choice.arms {
                    self.fields_of(&arm.ty, path, inner);
                }
            }
            content => {
                let is_shown = |reserved: bool| !reserved || content.is_nested();
                let fields = content.fields();
                for field in fields.filter(|field| is_shown(field.reserved)) {
                    if field.has_name_and_type() {
                        let key = field.shown.key_of(&field.name);
                        self.field(
                            path,
                            [&field.name, &key],
                            Some(&field.ty),
                            &field.doc,
                            inner,
                        );
                    }
                }
            }
        }
    }

    /// Writes a field, and the fields in it.
    fn field(
        &mut self,
        path: &str,
        [name, key]: [&str; 2],
        ty: Option<&'f Type>,
        doc: &str,
        inner: &mut Inner<'f>,
    ) {
        let path = match path {
            "" => name.to_owned(),
            path => format!("{path}.{name}"),
        };
        let item = ty.and_then(|ty| self.item(ty, inner.record));
        let values = item.filter(|(item, _)| item.content.values().is_some());
        let values = values.map_or("", |(item, _)| item.name.as_str());
        if inner.documented.insert(path.clone()) {
            self.enums.extend((!values.is_empty()).then_some(values));
            self.line(&["field", &path, key, values, doc]);
        }
        if let Some(ty) = ty {
            self.fields_of(ty, &path, inner);
        }
    }
}

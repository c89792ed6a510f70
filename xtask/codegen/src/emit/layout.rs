//! Writes the layout of a record for its docs: a table of its fields.

use std::fmt::Write;

use super::Emitter;
use crate::model::{Base, Field, Struct, Version};

impl Emitter<'_> {
    /// The layout of a record.
    pub(super) fn layout_of_record(&self, fields: &[Field]) -> Vec<String> {
        let mut docs = heading();
        docs.extend(self.table(&fields.iter().collect::<Vec<_>>(), &[]));
        docs
    }

    /// The layout of a record of several versions: one table if the size determines the version, or one for each version.
    pub(super) fn layout_of_versions(&self, versioned: &Struct) -> Vec<String> {
        let mut docs = heading();
        if versioned.is_by_size() {
            let versions = versioned.versions.iter().filter_map(Version::name);
            let versions: Vec<String> = versions.collect();
            docs.extend(self.table(&versioned.all_fields().collect::<Vec<_>>(), &versions));
            return docs;
        }
        for version in &versioned.versions {
            let size = version.size;
            let bytes = size.map_or_else(String::new, |size| format!(": {size} bytes"));
            let heads = version.when.iter();
            let heads = heads.map(|when| format!("If `{when}`{bytes}"));
            docs.extend(heads.flat_map(|head| [head, String::new()]));
            docs.extend(self.table(&version.fields.iter().collect::<Vec<_>>(), &[]));
            docs.push(String::new());
        }
        docs.pop();
        docs
    }

    /// The table; `versions` are the numbers of the versions that added the fields.
    fn table(&self, fields: &[&Field], versions: &[String]) -> Vec<String> {
        let (since, line) = match versions {
            [] => ("", ""),
            _ => (" since |", "---|"),
        };
        let mut docs = vec![format!("| offset | size | field | type |{since}")];
        docs.push(format!("|---|---|---|---|{line}"));
        for field in fields {
            let number =
                |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
            let ty = self.schema_type(&field.ty);
            let mut text = format!(
                "| {} | {} | `{}` | `{ty}` |",
                number(field.place.at),
                number(field.place.size),
                field.name
            );
            if let Some(version) = versions.get(field.place.since) {
                // Writing into a String never fails.
                let _ = write!(text, " {version} |");
            }
            docs.push(text);
        }
        docs
    }

    /// A type in the notation of the schemas, without the options after its name.
    pub(super) fn schema_type(&self, ty: &crate::model::Type) -> String {
        let text = self.spelling(&ty.span);
        match (&ty.base, text.split_once('('), text.split_once(',')) {
            (Base::Strings | Base::Bytes, Some((name, _)), _) => name.to_owned(),
            (_, Some(("string" | "row", _)), Some((named, _))) => format!("{named})"),
            _ => text.to_owned(),
        }
    }
}

fn heading() -> Vec<String> {
    vec![String::new(), "# Layout".to_owned(), String::new()]
}

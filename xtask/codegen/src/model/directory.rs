//! Finds directories: parts whose tables each have a kind, and the switch of the tables' contents.

use super::{Field, FieldKind, Item, Schema, Struct, Switch};

/// A part that is a directory of tables.
pub(crate) struct Directory<'s> {
    /// The part's struct.
    pub(crate) part: &'s Item,
    /// The field with its entries.
    pub(crate) entries: &'s Field,
    /// The path of the selector in an entry.
    pub(crate) kind: String,
    /// The path of the content in an entry.
    pub(crate) content: &'s str,
    /// The switch of the contents.
    pub(crate) switch: &'s Item,
    pub(crate) choice: &'s Switch,
}

impl Schema {
    /// The directories without mistakes.
    pub(crate) fn directories(&self) -> impl Iterator<Item = Directory<'_>> {
        let parts = self.items.iter();
        let entries = parts.flat_map(|part| {
            let fields = part.content.fields();
            fields.map(move |field| (part, field))
        });
        entries.filter_map(|(part, field)| self.directory(part, field)?.ok())
    }

    /// The directory whose entries are in a field; or a mistake in the path to the content, with help.
    pub(crate) fn directory<'s>(
        &'s self,
        part: &'s Item,
        entries: &'s Field,
    ) -> Option<Result<Directory<'s>, (String, String)>> {
        let content = entries.directory.as_ref()?.as_str();
        let found = self.table_content(entries, content);
        Some(found.map(|(kind, switch, choice)| Directory {
            part,
            entries,
            kind,
            content,
            switch,
            choice,
        }))
    }

    /// The path of the selector, and the switch at the end of a path.
    fn table_content<'s>(
        &'s self,
        entries: &'s Field,
        path: &str,
    ) -> Result<(String, &'s Item, &'s Switch), (String, String)> {
        let mut field = entries;
        let mut holder: Option<&Struct> = None;
        for name in path.split('.') {
            let within = self.sequence_of(&field.ty.base);
            let Some(found) = within.and_then(|within| within.field(name)) else {
                let fields = within.into_iter().flat_map(Struct::names);
                let fields: Vec<&str> = fields.map(|name| name.as_str()).collect();
                let of = field.ty.base.item().unwrap_or(&field.name);
                let what = format!("`{of}` has no field `{name}`");
                return Err((what, format!("its fields: `{}`", fields.join("`, `"))));
            };
            let is_single = found.kind == FieldKind::Structure && found.count.is_none();
            if !is_single || found.is_optional() {
                let what = format!("`{name}` is not a single structure without conditions");
                return Err((what, "each table has one content".to_owned()));
            }
            (holder, field) = (within, found);
        }
        let switch = field.ty.base.item().and_then(|name| self.item(name));
        let Some((switch, choice)) = switch.and_then(|item| Some((item, item.content.choice()?)))
        else {
            let what = format!("`{path}` is not a switch");
            return Err((what, "the arms of a switch are the tables".to_owned()));
        };
        let selector = self.values_passed(&field.ty).next();
        let selector = selector.and_then(|selector| match selector.path()?.as_slice() {
            [name] => holder?.field(&name.to_string()),
            _ => None,
        });
        let Some(selector) = selector.filter(|field| field.kind == FieldKind::Value) else {
            let what = format!("the selector of `{path}` is not a field beside it");
            return Err((what, "a new table stores its selector there".to_owned()));
        };
        let kind = match path.rsplit_once('.') {
            Some((outer, _)) => format!("{outer}.{}", selector.name),
            None => selector.name.value.clone(),
        };
        Ok((kind, switch, choice))
    }

    /// The directory whose table contents are a switch.
    pub(crate) fn directory_of(&self, choice: &Switch) -> Option<Directory<'_>> {
        let mut directories = self.directories();
        directories.find(|directory| std::ptr::eq(directory.choice, choice))
    }
}

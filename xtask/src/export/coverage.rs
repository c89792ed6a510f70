//! The fields of each part that a target describes, or the enums.

use std::collections::BTreeSet;

use super::Output;
use super::format::{Argument, Format, Item, Part, Type, Values};

/// The fields or enums of a part: those that a target describes, and all.
pub(super) struct Coverage {
    /// The FourCC; if several kinds of parts have it, with the name.
    pub(super) code: String,
    pub(super) reached: usize,
    pub(super) all: usize,
}

/// Counts the fields of parts. `is_read` says that a reader comes to a field only through those before it.
pub(super) fn coverage(format: &Format, output: &Output, is_read: bool) -> Vec<Coverage> {
    let omitted = |path: &str| output.omitted.iter().any(|(omitted, _)| omitted == path);
    each_part(format, |item, code| {
        let mut reached = Fields::new(format);
        if !omitted(code) {
            reached.count(item, &|path| !omitted(path), !is_read);
        }
        (reached.count, Fields::all(format, item).count)
    })
}

/// Counts the enums of parts, and of these the ones that `describes` accepts.
pub(super) fn enums(format: &Format, describes: impl Fn(&Values) -> bool) -> Vec<Coverage> {
    each_part(format, |item, _| {
        let names = Fields::all(format, item).seen.into_iter();
        let items = names.filter_map(|name| format.item_named(name));
        let enums: Vec<&Values> = items.filter_map(|item| item.content.values()).collect();
        let reached = enums.iter().filter(|values| describes(values)).count();
        (reached, enums.len())
    })
}

/// Counts for each FourCC whose parts have a type; `counts` gives what a target describes, and all.
fn each_part(format: &Format, counts: impl Fn(&Item, &str) -> (usize, usize)) -> Vec<Coverage> {
    let mut found = Vec::new();
    for part in &format.parts {
        if let Some(item) = part.ty.as_ref().and_then(|ty| format.item_of(ty)) {
            found.extend(part.codes.iter().map(|code| {
                let (reached, all) = counts(item, code);
                Coverage {
                    code: label(format, part, code),
                    reached,
                    all,
                }
            }));
        }
    }
    found
}

fn label(format: &Format, part: &Part, code: &str) -> String {
    let has_code = |part: &&Part| part.codes.iter().any(|known| known == code);
    match &part.name {
        Some(name) if format.parts.iter().filter(has_code).count() > 1 => {
            format!("{code} ({name})")
        }
        _ => code.to_owned(),
    }
}

/// Fields while they are counted.
struct Fields<'f> {
    format: &'f Format,
    seen: BTreeSet<&'f str>,
    count: usize,
}

impl<'f> Fields<'f> {
    fn new(format: &'f Format) -> Self {
        Self {
            format,
            seen: BTreeSet::new(),
            count: 0,
        }
    }

    /// All fields of an item and of the items in it.
    fn all(format: &'f Format, item: &'f Item) -> Self {
        let mut fields = Self::new(format);
        fields.count(item, &|_| true, true);
        fields
    }

    /// Counts the fields of an item and of the items in it; `through_all` goes through fields that do not count, too.
    fn count(&mut self, item: &'f Item, counts: &dyn Fn(&str) -> bool, through_all: bool) {
        if !self.seen.insert(&item.name) || !(through_all || counts(&item.name)) {
            return;
        }
        let mut names = BTreeSet::new();
        for (name, ty) in item.content.fields() {
            let is_counted = counts(&format!("{}.{name}", item.name)) && counts(&item.name);
            if is_counted && names.insert(name) {
                self.count += 1;
            }
            for inner in ty.into_iter().filter(|_| is_counted || through_all) {
                self.inner(inner, counts, through_all);
            }
        }
    }

    fn inner(&mut self, ty: &'f Type, counts: &dyn Fn(&str) -> bool, through_all: bool) {
        if let Some(item) = self.format.item_of(ty) {
            self.count(item, counts, through_all);
        }
        let Type::Item { arguments, .. } = ty else {
            return;
        };
        for argument in arguments {
            if let Argument::Record(name) = argument
                && let Some(item) = self.format.item_named(name)
            {
                self.count(item, counts, through_all);
            }
        }
    }
}

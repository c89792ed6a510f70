//! The fields of each part that a target describes.

use std::collections::BTreeSet;

use super::Output;
use super::format::{Argument, Content, Format, Item, Type};

/// The fields of a part: those that a target describes, and all.
pub(super) struct Coverage {
    pub(super) code: String,
    pub(super) reached: usize,
    pub(super) all: usize,
}

/// Counts the fields of parts. `is_read` says that a reader comes to a field only through those before it.
pub(super) fn coverage(format: &Format, output: &Output, is_read: bool) -> Vec<Coverage> {
    let omitted = |path: &str| output.omitted.iter().any(|(omitted, _)| omitted == path);
    let mut found = Vec::new();
    for part in &format.parts {
        let Some(item) = part.ty.as_ref().and_then(|ty| format.item_of(ty)) else {
            continue;
        };
        for code in &part.codes {
            let (mut all, mut reached) = (Fields::new(format), Fields::new(format));
            all.count(item, &|_| true, true);
            if !omitted(code) {
                reached.count(item, &|path| !omitted(path), !is_read);
            }
            found.push(Coverage {
                code: code.clone(),
                reached: reached.count,
                all: all.count,
            });
        }
    }
    found
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

    /// Counts the fields of an item and of the items in it; `through_all` goes through fields that do not count, too.
    fn count(&mut self, item: &'f Item, counts: &dyn Fn(&str) -> bool, through_all: bool) {
        if !self.seen.insert(&item.name) || !(through_all || counts(&item.name)) {
            return;
        }
        let mut names = BTreeSet::new();
        for (name, ty) in fields(&item.content) {
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

/// The fields of an item, with their types.
fn fields(content: &Content) -> Vec<(&str, Option<&Type>)> {
    match content {
        Content::Bits(bits) => bits
            .fields
            .iter()
            .map(|field| (&*field.name, field.ty.as_ref()))
            .collect(),
        Content::Record(record) => record
            .fields
            .iter()
            .map(|field| (&*field.name, Some(&field.ty)))
            .collect(),
        Content::Versioned(versioned) => {
            let fields = versioned
                .versions
                .iter()
                .flat_map(|version| &version.fields);
            fields
                .map(|field| (&*field.name, Some(&field.ty)))
                .collect()
        }
        Content::Union(union) => union
            .arms
            .iter()
            .map(|arm| (&*arm.name, Some(&arm.ty)))
            .collect(),
        Content::Choice(choice) => choice
            .arms
            .iter()
            .map(|arm| (&*arm.name, Some(&arm.ty)))
            .collect(),
        Content::Sequence(sequence) => {
            let fields = sequence.fields.iter();
            fields
                .filter_map(|field| Some((field.name.as_deref()?, field.ty.as_ref())))
                .collect()
        }
        Content::Enum(_) | Content::Flags(_) | Content::Let(_) => Vec::new(),
    }
}

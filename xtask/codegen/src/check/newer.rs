//! Checks the fields that LLVM does not have: its tools refuse documents with unrecognized keys.

use std::collections::BTreeSet;

use crate::expression::{Binary, Operator, Tree};
use crate::model::{Field, FieldKind, Item, Schema, Struct, Switch, Version};
use crate::span::Spanned;

use super::Checker;

impl Checker<'_> {
    /// Reports fields of versions that LLVM does not have, if LLVM's documents would have their keys.
    pub(super) fn newer_than_llvm(&self, versioned: &Struct) {
        let versions = &versioned.versions;
        let newest = versions.iter().rposition(|version| version.cpp.is_some());
        let newer = newest.map_or(&[][..], |newest| &versions[newest + 1..]);
        let is_here = |version: &&Version| self.is_of_llvm(version.span.file);
        for version in newer.iter().filter(is_here) {
            let fields = version.fields.iter();
            fields
                .filter(|field| is_shown(field))
                .for_each(|field| self.no_key_of_llvm(field));
        }
    }

    /// Whether a file has a part that LLVM's documents have.
    fn is_of_llvm(&self, file: usize) -> bool {
        let mut parts = self.schema.parts.iter().filter(|part| part.llvm.is_some());
        parts.any(|part| part.codes.iter().any(|code| code.span.file == file))
    }

    /// Reports fields of versions by value that LLVM does not have, if LLVM has other versions of the record.
    pub(super) fn newer_by_value(&self, versioned: &Struct) {
        let mirrored = |is: bool| {
            let versions = versioned.versions.iter();
            let versions = versions.filter(|version| self.is_of_llvm(version.span.file));
            let versions = versions.filter(move |version| version.cpp.is_some() == is);
            versions.flat_map(|version| &version.fields)
        };
        let known: BTreeSet<&str> = mirrored(true).map(|field| field.name.as_str()).collect();
        let mut newer = BTreeSet::new();
        let is_newer = |field: &&Field| !known.contains(field.name.as_str()) && is_shown(field);
        for field in mirrored(false)
            .filter(is_newer)
            .filter(|_| !known.is_empty())
        {
            if newer.insert(field.name.as_str()) {
                self.no_key_of_llvm(field);
            }
        }
    }

    /// Reports fields of arms that LLVM's union does not have.
    pub(super) fn newer_arms(&self, item: &Item, switch: &Switch) {
        let arms = switch.arms.iter().filter(|_| item.cpp.is_some());
        let arms = arms.filter(|arm| self.is_of_llvm(arm.name.span.file));
        for arm in arms.filter(|arm| arm.cpp.is_none()) {
            let record = self.schema.record_of(&arm.ty.base);
            let fields = record.into_iter().flat_map(Struct::all_fields);
            fields
                .filter(|field| is_shown(field))
                .for_each(|field| self.no_key_of_llvm(field));
        }
    }

    /// Reports fields of a part that exist only if a record in it has a version that LLVM does not have.
    pub(super) fn newer_in_part(&self, name: &Spanned<String>, sequence: &Struct) {
        let mut parts = self.schema.parts.iter();
        let has_llvm = parts.any(|part| part.item() == Some(name) && part.llvm.is_some());
        let fields = sequence.fields.iter().filter(|field| is_shown(field));
        for field in fields.filter(|_| has_llvm) {
            let condition = field.condition.as_ref();
            let condition = condition.and_then(|condition| condition.typed());
            if condition.is_some_and(|tree| is_newer(self.schema, sequence, tree)) {
                self.no_key_of_llvm(field);
            }
        }
    }

    fn no_key_of_llvm(&self, field: &Field) {
        let what = format!("LLVM's documents have no key for `{}`", field.name);
        let noted = self.note(&field.name, what);
        noted.help(
            "write `llvm = false`, or `llvm` and the first LLVM that has it, or set the C++ type of the version in `cpp` if \
                LLVM has it",
        );
    }
}

/// Whether LLVM's documents would contain the key of a field.
fn is_shown(field: &Field) -> bool {
    let is_computed = field.kind == FieldKind::Computed && field.shown.key.is_none();
    let is_hidden = is_computed || !field.has_name_and_type() || field.reserved;
    field.shown.show.is_none() && field.shown.llvm.is_none() && !is_hidden
}

/// Whether a condition requires a version by size that LLVM does not have.
fn is_newer(schema: &Schema, sequence: &Struct, condition: &Tree) -> bool {
    let Tree::Binary(it) = condition else {
        return false;
    };
    let Binary {
        operator,
        left,
        right,
        ..
    } = &**it;
    let least = |number: &Tree| match (operator, number) {
        (Operator::GreaterOrEqual | Operator::Equal, Tree::Number { number, .. }) => {
            Some(i128::from(*number))
        }
        (Operator::Greater, Tree::Number { number, .. }) => Some(i128::from(*number) + 1),
        _ => None,
    };
    match (operator, left) {
        (Operator::And, _) => [left, right]
            .into_iter()
            .any(|side| is_newer(schema, sequence, side)),
        (Operator::Or, _) => [left, right]
            .into_iter()
            .all(|side| is_newer(schema, sequence, side)),
        (_, Tree::Call(call)) if call.function == "version_of" => {
            let path = call.arguments.first().and_then(Tree::path);
            let field = path.and_then(|path| sequence.field(path.first()?));
            let record = field.and_then(|field| field.ty.base.item());
            let versions = record.and_then(|record| schema.versioned(record));
            let newest = versions.and_then(|of| {
                let mirrored = of.versions.iter().filter(|version| version.cpp.is_some());
                mirrored
                    .filter_map(|version| Some(version.number.as_ref()?.value))
                    .max()
            });
            least(right)
                .zip(newest)
                .is_some_and(|(least, newest)| least > newest)
        }
        _ => false,
    }
}

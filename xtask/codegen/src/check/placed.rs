//! Checks data that is placed elsewhere: pools, references to them, strings, and the keys that control where they are
//! written.

use std::collections::BTreeSet;

use crate::expression::{Rules, Tree, arguments};
use crate::model::{Base, Content, Field, FieldKind, Struct};
use crate::span::Spanned;

use super::Checker;

impl Checker<'_> {
    pub(super) fn placed(&self, of: &str, sequence: &Struct, field: &Field) {
        self.null_fits(sequence, field);
        self.fill(sequence, field);
        self.known(field);
        if let Some(null) = &field.null
            && field.kind != FieldKind::Reference
            && field.at.is_none()
        {
            self.note(null, "`null` requires `at`")
                .help("`null` is the offset of an absent field");
        }
        let is_several = field.kind == FieldKind::Strings
            || field.kind.is_run()
            || field.kind == FieldKind::Structure && field.count.is_some();
        if let Some(null) = field.null.as_ref().filter(|null| null.value != 0)
            && is_several
        {
            let what =
                "`null` of a list must be 0, since an empty list also has an offset in the part";
            self.note(null, what);
        }
        if field.kind == FieldKind::Text && field.at.is_none() {
            let what = format!("the offset of `{}` is missing", field.name);
            self.note(&field.name, what).help("a `cstr` needs `at`");
        }
        if field.kind == FieldKind::Pool {
            self.pool(of, sequence, field);
        }
        if let Some(reference) = &field.reference {
            self.names_a_pool(field, reference);
        }
    }

    /// Reports a `null` that overflows the type of its number.
    fn null_fits(&self, sequence: &Struct, field: &Field) {
        let Some(null) = &field.null else { return };
        let source = field.at.as_ref().filter(|at| at.is_path());
        let source = source.and_then(|at| sequence.root_of(at));
        let bits = match source.map(|source| &source.ty.base) {
            Some(Base::Integer(bits @ (8 | 16))) => *bits,
            _ => u32::BITS,
        };
        let most = i128::from(u64::MAX >> (64 - bits));
        if !(0..=most).contains(&null.value) {
            let what = format!("{} does not fit into `u{bits}`", null.value);
            let noted = self.note(null, what);
            noted.help(format!("legal values: 0 to {most:#x}"));
        }
    }

    /// Checks the padding of a field: parameters may select the padding byte.
    fn fill(&self, sequence: &Struct, field: &Field) {
        if let Some(align) = &field.align
            && !(1..=4096).contains(&align.value)
        {
            self.note(align, format!("the alignment {align} is out of range"))
                .help("legal values: 1 to 4096");
        }
        let Some(fill) = &field.fill else { return };
        if field.align.is_none() {
            self.note(fill, "`fill` requires `align`");
            return;
        }
        let scope = self.scope(arguments(&sequence.takes));
        if scope.number(fill, Rules::default()).is_none() {
            return;
        }
        let Some(choices) = fill.typed().and_then(Tree::choices) else {
            self.note(
                &fill.unquoted(),
                "`fill` is a number, or chooses between numbers",
            )
            .help("write `if` with `else`, or `match`, with numbers from 0 to 0xff");
            return;
        };
        if let Some(number) = choices.into_iter().find(|number| *number > 0xff) {
            let what = format!("`fill` is a byte, and {number} exceeds it");
            self.note(&fill.unquoted(), what)
                .help("legal values: 0 to 0xff");
        }
    }

    /// Checks that the field which determines whether a record exists is an enum in the record.
    fn known(&self, field: &Field) {
        let Some(known) = &field.known else { return };
        let base = &field.ty.base;
        let content = self.schema.content_of(base);
        if field.count.is_some() || content.and_then(Content::record).is_none() {
            self.note(known, "`known` is for a single record");
        } else {
            let fields = self.schema.fields(base);
            let is_enum = |field: &&&Field| {
                let content = self.schema.content_of(&field.ty.base);
                content.and_then(Content::enumeration).is_some()
            };
            let enums = fields.iter().filter(is_enum);
            let legal: Vec<&str> = enums.map(|field| field.name.as_str()).collect();
            if !legal.contains(&known.as_str()) {
                self.note(known, format!("the record has no enum `{known}`"))
                    .legal(known, legal);
            }
        }
    }

    fn pool(&self, of: &str, sequence: &Struct, field: &Field) {
        let name = &field.name;
        let held = self.schema.sequence_of(&field.ty.base);
        if held.is_none() {
            self.note(name, "a pool contains structs")
                .help("declare its type as `[struct.Name]`");
        } else if self.schema.is_inner(of) {
            self.note(name, "a pool must be a field of a part");
        }
        let fields = sequence.fields.iter();
        let mut behind = fields.skip_while(|field| field.kind != FieldKind::Pool);
        let names = |field: &&Field| {
            let is_structure = field.kind == FieldKind::Structure;
            field.reference.is_some() || is_structure
        };
        if let Some(Field { name: late, .. }) = behind.find(names) {
            self.note(late, format!("`{late}` may reference a pool before it"))
                .other(name, "the pool")
                .help("a pool must be after all fields that reference it");
        }
        let first = sequence.pools().next();
        if let Some(first) = first.filter(|first| !first.is_named(name)) {
            self.note(name, "a struct can have only one pool")
                .other(&first.name, "the first");
        }
    }

    /// The names of all pools.
    fn pools(&self) -> BTreeSet<&str> {
        let items = self.schema.items.iter();
        let sequences = items.filter_map(|item| item.content.sequence());
        let pools = sequences.flat_map(Struct::pools);
        pools.map(|field| field.name.as_str()).collect()
    }

    /// Checks that a pool is referenced by fields of its part.
    pub(super) fn has_its_pools(&self, of: &Spanned<String>, sequence: &Struct) {
        if self.schema.is_inner(of) {
            return;
        }
        let has = |pool: &str| sequence.pools().any(|field| field.is_named(pool));
        let fields = self.schema.fields_within(sequence).into_iter();
        let mut references = fields.filter_map(|field| field.reference.as_ref());
        let pools = self.pools();
        let is_elsewhere = |name: &&Spanned<String>| !has(name) && pools.contains(name.as_str());
        if let Some(reference) = references.find(is_elsewhere) {
            self.note(of, format!("`{of}` has no pool `{reference}`"))
                .other(reference, "it contains references to the pool")
                .help("add a field with `pool = \"together\"` behind all fields that reference it");
        }
    }

    /// Checks that a reference names a pool.
    fn names_a_pool(&self, field: &Field, reference: &Spanned<String>) {
        let condition = field.condition.as_ref();
        if let Some(condition) = condition.filter(|_| field.null.is_none()) {
            self.note(condition, "a reference with `if` needs `null`")
                .help("`null` is the value of an absent reference");
        }
        let legal = self.pools();
        if !legal.contains(reference.as_str()) {
            self.note(reference, format!("there is no pool `{reference}`"))
                .legal(reference, legal);
        }
    }
}

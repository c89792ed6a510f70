//! Checks elements of lists: each needs at least one byte in the file, and not many more in memory, so that the size of
//! a file bounds the memory of its values.

use std::ops::Add;

use crate::check::Checker;
use crate::diagnostic::counted;
use crate::expression::Expression;
use crate::limits;
use crate::model::{Base, Content, Field, FieldKind, Schema};

/// The sizes of an element, in bytes.
#[derive(Clone, Copy, Default)]
struct Extent {
    /// The minimum in the file.
    least: u64,
    /// The maximum in memory, without separate allocations.
    held: u64,
}

impl Extent {
    /// The extent of something that always exists.
    fn fixed(size: u64) -> Self {
        let (least, held) = (size, size);
        Self { least, held }
    }
}

impl Add for Extent {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            least: self.least.saturating_add(other.least),
            held: self.held.saturating_add(other.held),
        }
    }
}

impl Checker<'_> {
    /// Reports elements that may have no bytes, or few for their size in memory.
    pub(super) fn bounds_elements(&self, field: &Field) {
        let at = field.count.as_ref().map(|count| &count.span);
        let at = at.or(field.pool.as_ref().map(|_| &field.name.span));
        let (Some(at), Base::Item(of)) = (at, &field.ty.base) else {
            return;
        };
        let Some(item) = self.schema.item(of) else {
            return;
        };
        if item.content.types().is_empty() {
            // The type is a mistake that is reported elsewhere, or a number.
            return;
        }
        let Extent { least, held } = extent(self.schema, of, &mut Vec::new());
        let stated = field.stride.as_ref().map_or(0, number);
        // References to a pool occupy bytes, too.
        let least = least.max(stated).max(field.pool.is_some().into());
        if least == 0 {
            let what = format!("elements of `{}` may have no bytes", field.name);
            let noted = self.note(at, what).other(&item.name, "these");
            noted.help(format!(
                "add a field to `{of}` that every element has, without `if` and `at`"
            ));
        } else if held / least > limits::HELD.most as u64 {
            let name = &field.name;
            let least = counted(least, "byte");
            let what =
                format!("elements of `{name}` may have {least} in the file, and {held} in memory");
            let noted = self.note(at, what).other(&item.name, "these");
            noted
                .limit(&limits::HELD)
                .help("use `bytes` with a `count` in place of an array that may be absent");
        }
    }
}

/// The number of an expression that is a constant; 0 for any other.
fn number(expression: &Expression) -> u64 {
    expression.number().unwrap_or_default()
}

/// The extent of an item; `within` are the items that contain it.
fn extent<'s>(schema: &'s Schema, name: &'s str, within: &mut Vec<&'s str>) -> Extent {
    let of_type = |base: &Base| Extent::fixed(schema.size(base).unwrap_or_default());
    let (is_outer, content) = (within.contains(&name), schema.content(name));
    let Some(content) = content.filter(|_| !is_outer) else {
        return Extent::default();
    };
    within.push(name);
    let found = match content {
        // In the file, a version has all of its fields; in memory, the value has the fields of all versions.
        Content::Struct(of) if of.has_versions() => {
            let versions = of.versions.iter();
            let versions = versions.map(|version| {
                let fields = version.fields.iter().map(|field| of_type(&field.ty.base));
                fields.fold(Extent::default(), Add::add)
            });
            alternatives(versions)
        }
        Content::Struct(of) => {
            let fields = of.fields.iter();
            let fields = fields.map(|field| extent_of_field(schema, field, within));
            fields.fold(Extent::default(), Add::add)
        }
        Content::Switch(of) if of.size.is_none() => {
            let arms = of.arms.iter().map(|arm| arm.ty.base.item());
            alternatives(arms.map(|arm| match arm {
                Some(arm) => extent(schema, arm, within),
                None => Extent::default(),
            }))
        }
        _ => of_type(&Base::Item(name.to_owned())),
    };
    within.pop();
    found
}

/// The extent of one of several alternatives: the minimum in the file, and the maximum in memory.
fn alternatives(extents: impl Iterator<Item = Extent>) -> Extent {
    let either = |one: Extent, other: Extent| Extent {
        least: one.least.min(other.least),
        held: one.held.max(other.held),
    };
    extents.reduce(either).unwrap_or_default()
}

/// The extent of a field within its struct.
fn extent_of_field<'s>(schema: &'s Schema, field: &'s Field, within: &mut Vec<&'s str>) -> Extent {
    let base = &field.ty.base;
    let mut own = match field.kind {
        FieldKind::Padding | FieldKind::Pool | FieldKind::Text => Extent::default(),
        FieldKind::Bytes | FieldKind::Strings => Extent { least: 1, held: 0 },
        _ => match schema.size(base) {
            Some(size) => Extent::fixed(size),
            None => base
                .inner_item()
                .map_or_else(Extent::default, |of| extent(schema, of, within)),
        },
    };
    if let Some(count) = &field.count {
        own.least = own.least.saturating_mul(number(count));
        // A list is allocated separately.
        own.held = 0;
    }
    if field.at.is_some()
        || field.known.is_some()
        || field.condition.is_some()
        || field.each.is_some()
    {
        own.least = 0;
    }
    own
}

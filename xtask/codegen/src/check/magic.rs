//! Checks the magic number of a record: a FourCC field with `is`.

use crate::expression::{Rules, Type as Found, describe};
use crate::model::{Field, Item, Struct, Type};

use super::Checker;
use super::types::TypeUse;

impl Checker<'_> {
    /// Checks that the `is` of a field is a FourCC.
    pub(super) fn magic(&self, field: &Field) {
        let Some(is) = &field.is else { return };
        let scope = self.scope(Vec::new());
        if !self.lacks_quotes(&scope, is)
            && let Some(found) = scope.type_of(is, Rules::default())
            && !matches!(found, Found::FourCC | Found::Unknown)
        {
            let what = format!("the field cannot store {}", describe(&found));
            let noted = self.note(&is.unquoted(), what);
            noted.help("write four bytes in inner quotes, such as `'\"DXBC\"'`, or a `let`, such as `MAGIC()`");
        }
    }

    /// Checks that a record of several versions has no magic number.
    pub(super) fn no_magic(&self, versioned: &Struct) {
        for is in versioned.all_fields().filter_map(|field| field.is.as_ref()) {
            let noted = self.note(is, "a record with versions cannot have a magic number");
            noted.help("`is` requires a struct that is in no other struct");
        }
    }

    /// Checks that an item with a magic number is not used inside of another item.
    pub(super) fn has_no_magic(&self, ty: &Type, item: &Item, place: TypeUse) -> bool {
        let record = item.content.record();
        let mut fields = record.into_iter().flat_map(|record| &record.fields);
        let Some(is) = fields.find_map(|field| field.is.as_ref()) else {
            return true;
        };
        let what = format!(
            "`{}` has a magic number, and cannot be the type of {}",
            item.name,
            place.name()
        );
        let noted = self.note(ty, what).other(is, "this one");
        noted.help("such a record is read alone; in a structure, use a FourCC field with `is`");
        false
    }
}

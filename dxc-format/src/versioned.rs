//! What records of several versions refuse.

use crate::{Error, ErrorKind};

/// A field has a value that the record's version has no room for.
#[cold]
pub fn no_room(field: &'static str, rule: &'static str) -> Error {
    Error::new(ErrorKind::NoRoom { rule }, 0).within(field)
}

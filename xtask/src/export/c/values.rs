//! Writes enums and flags into the header.

use std::fmt::Write;

use super::Writer;
use super::names::{type_name, value_name};
use dxc_codegen::model::{Enum, Item};

/// A number as a constant of C.
pub(super) fn literal(number: u64) -> String {
    match u32::try_from(number) {
        Ok(_) => format!("UINT32_C({number:#x})"),
        Err(_) => format!("UINT64_C({number:#x})"),
    }
}

impl Writer<'_> {
    /// Writes the integer type of an enum, and its values: as macros, since an `enum` of C has another size and its
    /// values are signed.
    pub(super) fn values(&mut self, item: &Item, of: &Enum) -> std::fmt::Result {
        writeln!(self.text)?;
        self.doc("", &item.doc)?;
        let name = type_name(&item.name, None);
        writeln!(self.text, "typedef uint{}_t {name};", of.bits)?;
        // If the values are declared by another enum, their names are that enum's.
        if of.values_of.is_some() {
            return Ok(());
        }
        for value in &of.values {
            self.doc("", &value.doc)?;
            let name = value_name(&item.name, &value.name);
            writeln!(
                self.text,
                "#define {name} {}",
                literal(value.value.unsigned())
            )?;
        }
        Ok(())
    }
}

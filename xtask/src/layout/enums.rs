//! Enums and flags: their C++ enums, and LLVM's tables, of which C++ enums are made.

use crate::datum::Datum;
use crate::model::{Enum, EnumValue, Item};
use crate::span::Spanned;

use super::facts::{Collector, Property, TABLES, Table};

impl<'s> Collector<'s> {
    /// The values, and the columns of numbers.
    pub(super) fn enumeration(&mut self, item: &'s Item, content: &'s Enum) {
        let name = &item.name.value;
        let of = self.schema.values(content);
        let property = match content.flags {
            true => Property::Mask,
            false => Property::Value,
        };
        if let Some(cpp) = &item.cpp {
            self.size(cpp, name, u64::from(content.bits) / 8);
            for value in of.rows() {
                let subject = format!("{name}::{}", value.name);
                self.value(cpp, value, property.clone(), &value.value, &subject);
            }
        }
        for table in tables(item, content) {
            let (macro_name, column) = (&table.macro_name, &table.column);
            let holder = format!("{}::{TABLES}::{macro_name}::{column}", self.facts.namespace);
            for value in of.rows() {
                if let Some(number) = cell(value, column) {
                    let subject = format!("{name}::{}, {column}", value.name);
                    self.value(&holder, value, Property::Value, &number, &subject);
                }
            }
            self.facts.tables.push(table);
        }
    }

    fn value(
        &mut self,
        holder: &str,
        value: &EnumValue,
        property: Property,
        number: &Spanned<i128>,
        subject: &str,
    ) {
        let (name, span) = (Some(&value.name), &number.span);
        self.add(holder, name, property, number.value, subject, span);
        if let Some(fact) = self.facts.all.last_mut() {
            fact.elsewhere = value.source.is_some();
        }
    }
}

/// The columns of numbers in the mirrored table. The values themselves are one, unless the headers have an enum of them.
fn tables(item: &Item, content: &Enum) -> Vec<Table> {
    let Some(spelling) = content.macro_of() else {
        return Vec::new();
    };
    let is_number = |column: &&str| match *column {
        "value" | "bit" => item.cpp.is_none(),
        column => content
            .columns
            .iter()
            .any(|known| known.name.value == column && known.is_number()),
    };
    let table = |column: &str| Table {
        macro_name: spelling.macro_name.clone(),
        parameters: spelling.parameters.join(", "),
        column: column.to_owned(),
    };
    let columns = spelling.parameters.iter().map(String::as_str);
    columns.filter(is_number).map(table).collect()
}

/// The cell of a value in a column of numbers. A mask of no bit, or of several, has no row among bits.
fn cell(value: &EnumValue, column: &str) -> Option<Spanned<i128>> {
    let (number, span) = match column {
        "value" => (value.value.value, &value.value.span),
        "bit" if value.value.count_ones() != 1 => return None,
        "bit" => (value.value.trailing_zeros().into(), &value.value.span),
        column => {
            let datum = value.datum(column)?;
            match datum.value {
                Datum::Integer(number) => (number, &datum.span),
                _ => return None,
            }
        }
    };
    Some(Spanned::at(number, span))
}

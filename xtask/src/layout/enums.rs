//! Collects facts of enums and flags: their C++ enums, and LLVM's tables, from which C++ enums are made.

use crate::export::c::names::{type_name, value_name};
use dxc_codegen::datum::Datum;
use dxc_codegen::model::{Enum, EnumValue, Item};
use dxc_codegen::span::{Number, Spanned};

use super::emit::expression;
use super::facts::{Collector, Fact, Property, TABLES, Table};

impl<'s> Collector<'s> {
    /// Adds the values, and the columns of numbers.
    pub(super) fn enumeration(&mut self, item: &'s Item, content: &'s Enum) {
        let name = &item.name.value;
        let of = self.schema.values(content);
        let property = if content.flags {
            Property::Mask
        } else {
            Property::Value
        };
        if let Some(cpp) = &item.cpp {
            let own = type_name(name, None);
            let size = i128::from(content.bits / 8);
            self.facts.all.push(Fact {
                own: Some(expression(&Property::Size, &own, &[])),
                ..Fact::new(cpp, None, Property::Size, size, name, &cpp.span)
            });
            let named = content.values_of.as_ref().unwrap_or(&item.name);
            for value in &of.values {
                let subject = format!("{name}::{}", value.name);
                self.facts.all.push(Fact {
                    own: value
                        .source
                        .is_none()
                        .then(|| value_name(named, &value.name)),
                    ..fact(cpp, value, property.clone(), &value.value, &subject)
                });
            }
        }
        for table in tables(item, content) {
            let (macro_name, column) = (&table.macro_name, &table.column);
            let holder = format!("{}::{TABLES}::{macro_name}::{column}", self.facts.namespace);
            for value in &of.values {
                if let Some(number) = cell(value, column) {
                    let subject = format!("{name}::{}, {column}", value.name);
                    let fact = fact(&holder, value, Property::Value, &number, &subject);
                    self.facts.all.push(fact);
                }
            }
            self.facts.tables.push(table);
        }
    }
}

fn fact(
    holder: &str,
    value: &EnumValue,
    property: Property,
    number: &Number,
    subject: &str,
) -> Fact {
    let (name, span) = (Some(&value.name), &number.span);
    Fact {
        elsewhere: value.source.is_some(),
        ..Fact::new(holder, name, property, number.value, subject, span)
    }
}

/// The columns of numbers in the mirrored table. The values are such a column, unless the headers contain an enum of
/// them.
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

/// The cell of a value in a column of numbers. A mask of no bit, or of several bits, has no row among single bits.
fn cell(value: &EnumValue, column: &str) -> Option<Number> {
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

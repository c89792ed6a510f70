//! Spells names, and macros that no table mirrors yet.

use super::Problem;
use super::header::{Declared, Holds};
use super::read::{Argument, Macro};
use crate::llvm_headers::snake_case;
use dxc_codegen::model::{NumberKey, Spelling};

/// Spells a macro by the content of its rows. A column that `known` finds by its arguments keeps its name; other
/// columns have their names in the header.
pub(super) fn spelling_of(
    table: &Macro,
    number_key: NumberKey,
    declared: Option<&Declared>,
    known: impl Fn(&dyn Fn(&str) -> Option<Argument>) -> Option<String>,
) -> Result<Spelling, Problem> {
    let first = table.rows.first();
    let count = first.map_or(0, |row| row.arguments.len());
    let all = |place: usize, fits: fn(&Argument) -> bool| {
        let mut rows = table.rows.iter();
        rows.all(|row| row.arguments.get(place).is_some_and(fits))
    };
    let is_name = |place: &usize| all(*place, |argument| matches!(argument, Argument::Name(_)));
    let is_number = |place: &usize| all(*place, |argument| matches!(argument, Argument::Number(_)));
    let Some(name_at) = (0..count).find(is_name) else {
        let what = format!("`{}` has no argument that is always a name", table.name);
        return Err((first.map_or(1, |row| row.line), what));
    };
    let number_at = (0..count).find(is_number);
    let parameter = |place: usize| {
        if place == name_at {
            return "name".to_owned();
        }
        if Some(place) == number_at {
            return number_key.name().to_owned();
        }
        let argument = |name: &str| {
            let named = |row: &&super::read::Row| row.arguments[name_at].text() == Some(name);
            Some(table.rows.iter().find(named)?.arguments[place].clone())
        };
        known(&argument)
            .or_else(|| {
                declared
                    .and_then(|declared| declared.parameters.get(place))
                    .map(|name| snake_case(name))
            })
            .unwrap_or_else(|| format!("column_{}", place + 1))
    };
    Ok(Spelling {
        table: None,
        macro_name: table.name.clone(),
        parameters: (0..count).map(parameter).collect(),
    })
}

impl Holds {
    pub(super) fn number_key(self) -> NumberKey {
        match self {
            Self::Bits => NumberKey::Bit,
            Self::Values | Self::Masks => NumberKey::Value,
        }
    }
}

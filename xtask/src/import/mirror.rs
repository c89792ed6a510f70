//! Pairs a table of the schema with the macro that it mirrors.

use dxc_codegen::model::{Enum, EnumValue, Item, NumberKey, Spelling};
use dxc_codegen::span::Span;

use super::Problem;
use super::header::Declared;
use super::read::{Argument, Macro};
use super::rows::{holds, values};
use super::spelling::spelling_of;

/// A table of the schema that mirrors a macro.
pub(super) struct Mirror<'s> {
    pub(super) item: &'s Item,
    pub(super) content: &'s Enum,
    pub(super) spelling: Spelling,
    pub(super) span: Span,
}

/// Whether the mirrored macro has a value.
pub(super) fn is_mirrored(value: &&EnumValue) -> bool {
    value.source.is_none()
}

impl<'s> Mirror<'s> {
    pub(super) fn new(item: &'s Item) -> Option<Self> {
        let content = item.content.values()?;
        let mirrors = content.mirrors.as_ref()?;
        Some(Self {
            item,
            content,
            spelling: content.macro_of().filter(Spelling::is_whole)?,
            span: mirrors.span.clone(),
        })
    }

    /// A table with the rows of a macro, by their names and their numbers, that does not state that it mirrors a macro.
    pub(super) fn of_rows(
        item: &'s Item,
        rows: &Macro,
        declared: Option<&Declared>,
    ) -> Option<Self> {
        let content = item.content.values();
        let content = content.filter(|content| content.mirrors.is_none())?;
        let key = declared.map_or(NumberKey::Value, |declared| declared.holds.number_key());
        let unspelled = spelling_of(rows, key, declared, |_| None).ok()?;
        let mut mirror = Self {
            item,
            content,
            spelling: unspelled,
            span: item.name.span.clone(),
        };
        mirror.spelling = mirror.spell_columns(rows, declared).ok()?;
        let theirs = values(rows, &mirror.spelling, 0).ok()?;
        let is_row = |value: &EnumValue| {
            let number = mirror.number(value, key);
            let mut rows = theirs.iter();
            rows.any(|row| row.name == value.name.value && row.number.number == number)
        };
        let ours = || content.values.iter();
        (ours().len() > 1 && ours().len() == theirs.len() && ours().all(is_row)).then_some(mirror)
    }

    /// Whether a macro with another name has more than half of the values.
    pub(super) fn shares_most_of(&self, table: &Macro) -> bool {
        let has = |value: &&EnumValue| {
            let mut arguments = table.rows.iter().flat_map(|row| &row.arguments);
            arguments.any(|argument| *argument == Argument::Name(value.name.value.clone()))
        };
        self.live().filter(has).count() * 2 > self.live().count()
    }

    pub(super) fn number(&self, value: &EnumValue, key: NumberKey) -> i128 {
        match key {
            NumberKey::Bit => i128::from(value.value.value.trailing_zeros()),
            NumberKey::Value | NumberKey::Order => value.value.value,
        }
    }

    /// The value of a row: by its name, or by an earlier one, which files of earlier LLVMs contain.
    pub(super) fn value(&self, name: &str) -> Option<&'s EnumValue> {
        let earlier = || {
            let mut values = self.content.values.iter();
            values.find(|value| value.was.iter().any(|was| was.value == name))
        };
        self.content.value(name).or_else(earlier)
    }

    /// Whether the columns of a macro that are keys contain the same texts as the table: other columns may have taken
    /// their positions.
    fn holds_keys(&self, table: &Macro, spelling: &Spelling) -> bool {
        let shown_by = self.content.shown_by.as_ref().map(|by| by.as_str());
        let name_at = spelling.place_of("name");
        spelling.columns().all(|(place, name)| {
            let column = self.content.column(name);
            if !column.is_some_and(|column| column.key || shown_by == Some(name)) {
                return true;
            }
            let same = table.rows.iter().filter_map(|row| {
                let own = row.arguments.get(name_at?)?.text()?;
                let datum = &self.value(own)?.datum(name)?.value;
                Some(holds(datum, row.arguments.get(place)?))
            });
            let same: Vec<bool> = same.collect();
            same.iter().filter(|same| **same).count() * 2 >= same.len()
        })
    }

    /// The name of the table with its kind.
    pub(super) fn path(&self) -> String {
        format!("{}.{}", self.content.kind(), self.item.name)
    }

    /// The values that the macro contains.
    pub(super) fn live(&self) -> impl Iterator<Item = &'s EnumValue> {
        self.content.values.iter().filter(is_mirrored)
    }

    /// The first number of a macro without numbers: it follows the value before the first mirrored one.
    pub(super) fn first_number(&self) -> i128 {
        let before = self
            .content
            .values
            .iter()
            .take_while(|value| !is_mirrored(value));
        before.last().map_or(0, |value| value.value.value + 1)
    }

    pub(super) fn spell(
        &self,
        table: &Macro,
        given: Option<&Spelling>,
        declared: Option<&Declared>,
    ) -> Result<Spelling, Problem> {
        let count = table.rows.first().map_or(0, |row| row.arguments.len());
        if let Some(given) = given {
            return Ok(given.clone());
        }
        if self.spelling.parameters.len() == count {
            let by_place = Spelling {
                macro_name: table.name.clone(),
                ..self.spelling.clone()
            };
            if self.holds_keys(table, &by_place) {
                return Ok(by_place);
            }
        }
        self.spell_columns(table, declared)
    }

    /// The macro in the notation of the schema; its columns are identified by their content.
    fn spell_columns(
        &self,
        table: &Macro,
        declared: Option<&Declared>,
    ) -> Result<Spelling, Problem> {
        // A column is identified by the texts that it shares with most rows of the table.
        let known = |argument: &dyn Fn(&str) -> Option<Argument>| {
            let agrees = |column: &str| {
                let pairs = self.content.values.iter().filter_map(|value| {
                    Some((&value.datum(column)?.value, argument(&value.name)?))
                });
                let same: Vec<bool> = pairs
                    .map(|(datum, argument)| holds(datum, &argument))
                    .collect();
                same.iter().filter(|same| **same).count() * 2 > same.len()
            };
            let mut columns = self.content.columns.iter().map(|column| &column.name.value);
            columns.find(|column| agrees(column)).cloned()
        };
        spelling_of(table, self.spelling.number_key(), declared, known)
    }
}

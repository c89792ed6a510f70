//! Functions that are equal for every value that the old schema names: only new values have other results.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::facts;
use dxc_codegen::evaluate::{Known, evaluate};
use dxc_codegen::model::{Let, Schema};
use dxc_codegen::span::Text;

/// The most arguments that are tried.
const MOST: usize = 1 << 14;

/// Numbers without a name that are tried as well.
const OTHERS: [u64; 4] = [0, 1, 2, 7];

/// Whether two states of a function differ for new values of enums only.
pub(super) fn is_extended((old, new): (&Schema, &Schema), before: &Let, now: &Let) -> bool {
    let [Some(was), Some(is)] = [before, now].map(|function| function.is.typed()) else {
        return false;
    };
    let mut enums = BTreeSet::new();
    let trees = [before, now].map(|function| facts::json(&function.is));
    trees.iter().for_each(|tree| named(tree, old, &mut enums));
    let numbers = |schema: &Schema| -> BTreeSet<u64> {
        let values = enums.iter().filter_map(|name| schema.values_of(name));
        let values = values.flat_map(|values| &values.values);
        let values = values.filter(|value| !value.marker);
        values.map(|value| value.value.unsigned()).collect()
    };
    let (known, later) = (numbers(old), numbers(new));
    let is_new = |number: &u64| later.contains(number) && !known.contains(number);
    let others = OTHERS.into_iter().filter(|number| !is_new(number));
    let tried: Vec<u64> = known.iter().copied().chain(others).collect();
    let count = u32::try_from(before.args.len()).unwrap_or(u32::MAX);
    let all = tried.len().saturating_pow(count);
    let has_same_names = before
        .args
        .iter()
        .map(|text| text.as_str())
        .eq(now.args.iter().map(|text| text.as_str()));
    if known.is_empty() || !has_same_names || all > MOST {
        return false;
    }
    let arguments = |mut index: usize| {
        let digits = before.args.iter().map(|_| {
            let digit = tried[index % tried.len()];
            index /= tried.len();
            digit
        });
        digits.collect::<Vec<u64>>()
    };
    (0..all).all(|index| {
        let values = arguments(index);
        let result = |schema, function: &Let, tree| {
            let given = Given {
                schema,
                names: &function.args,
                values: &values,
            };
            evaluate(&given, tree)
        };
        let was = result(old, before, was);
        was.is_some() && was == result(new, now, is)
    })
}

/// The enums whose values an expression has.
fn named(tree: &Json, schema: &Schema, found: &mut BTreeSet<String>) {
    match tree {
        Json::Object(keys) => {
            if let Some(of) = keys.get("of").and_then(Json::as_str)
                && schema.enumeration(of).is_some()
            {
                found.insert(of.to_owned());
            }
            keys.values().for_each(|inner| named(inner, schema, found));
        }
        Json::Array(all) => all.iter().for_each(|inner| named(inner, schema, found)),
        _ => {}
    }
}

/// The arguments of a function.
struct Given<'g> {
    schema: &'g Schema,
    names: &'g [Text],
    values: &'g [u64],
}

impl Known for Given<'_> {
    fn schema(&self) -> &Schema {
        self.schema
    }

    fn number(&self, path: &[String]) -> Option<u64> {
        let [name] = path else { return None };
        let index = self.names.iter().position(|known| known.value == *name)?;
        self.values.get(index).copied()
    }
}

//! Decides which conditions hold for the arguments of a record, and which version of the record they select.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::Mistakes;
use crate::evaluate::{Arguments, evaluate};
use crate::expression::{Binary, Expression, Operator, Rules, Scope, Tree, arguments};

use super::{Enum, Parameter, Schema, Struct};

/// A value for each parameter that conditions use.
pub type Values = BTreeMap<String, u64>;

/// The maximum number of combinations of values, more than anyone writes conditions for.
const MAX_COMBINATIONS: usize = 4096;

/// Conditions that compare parameters of a record with constants.
pub struct Choices<'s> {
    schema: &'s Schema,
    takes: &'s [Parameter],
    conditions: Vec<&'s Tree>,
    /// The compared parameters, each with a constant.
    compared: Vec<(&'s str, u64)>,
}

impl<'s> Choices<'s> {
    /// The conditions of a record's versions.
    pub fn between_versions(schema: &'s Schema, versioned: &'s Struct) -> Option<Self> {
        let whens = versioned.versions.iter().map(|one| one.when.as_ref());
        Self::new(
            schema,
            &versioned.takes,
            &whens.collect::<Option<Vec<_>>>()?,
        )
    }

    /// Collects conditions; `None` if one of them is more than comparisons.
    pub(crate) fn new(
        schema: &'s Schema,
        takes: &'s [Parameter],
        conditions: &[&'s Expression],
    ) -> Option<Self> {
        // Mistakes in them are reported when the record is checked.
        let scope = Scope {
            schema,
            names: arguments(takes),
            mistakes: &Mistakes::default(),
        };
        let trees = conditions.iter().map(|condition| {
            scope.type_of(condition, Rules::default());
            condition.typed()
        });
        let conditions = trees.collect::<Option<Vec<_>>>()?;
        let compared = conditions.iter().map(|tree| compared(schema, takes, tree));
        let compared = compared.collect::<Option<Vec<_>>>()?.concat();
        Some(Self {
            schema,
            takes,
            conditions,
            compared,
        })
    }

    /// The version that values select; `None` if a parameter has no value.
    pub fn chosen(&self, values: &Values) -> Option<usize> {
        for index in 0..self.conditions.len() {
            if self.evaluate(index, values)? != 0 {
                return Some(index);
            }
        }
        self.conditions.len().checked_sub(1)
    }

    /// Whether the condition of a version is true.
    pub(crate) fn holds(&self, index: usize, values: &Values) -> bool {
        self.evaluate(index, values).is_some_and(|holds| holds != 0)
    }

    fn evaluate(&self, index: usize, values: &Values) -> Option<u64> {
        let takes = self.takes.iter();
        let values = takes.map(|parameter| values.get(&parameter.name.value).copied());
        let arguments = Arguments::new(self.schema, self.takes, values);
        evaluate(&arguments, self.conditions[index])
    }

    /// Combinations of values around the constants, so that every outcome of the conditions occurs; `None` if there are too many.
    pub(crate) fn sample_values(&self) -> Option<Vec<Values>> {
        self.combined(|parameter, constants| {
            let around = |constant: &u64| {
                [
                    constant.saturating_sub(1),
                    *constant,
                    constant.saturating_add(1),
                ]
            };
            let around = constants.iter().flat_map(around);
            // A value that is not an integer is another mistake.
            let bytes = self.schema.size(&parameter.ty.base).unwrap_or(8);
            let most = u64::MAX >> (64 - 8 * bytes.clamp(1, 8));
            around
                .chain([0, most])
                .filter(|value| *value <= most)
                .collect()
        })
    }

    /// The values that are known in files: those with a name, and those up to the largest value in a condition. If no
    /// condition is true, the last version is used.
    pub fn known(&self) -> Option<Vec<Values>> {
        let mut known = self.combined(|parameter, constants| {
            match parameter
                .ty
                .base
                .item()
                .and_then(|of| enum_named(self.schema, of))
            {
                Some(of) => {
                    let numbers = of.values.iter();
                    let numbers = numbers.map(|value| u64::try_from(value.value.value));
                    numbers.filter_map(Result::ok).collect()
                }
                None => {
                    let below = |constant: &u64| [constant.saturating_sub(1), *constant];
                    constants.iter().flat_map(below).collect()
                }
            }
        })?;
        known.retain(|values| (0..self.conditions.len()).any(|index| self.holds(index, values)));
        Some(known)
    }

    /// All combinations of the values that each parameter may have, from its constants.
    fn combined(
        &self,
        values: impl Fn(&Parameter, &[u64]) -> BTreeSet<u64>,
    ) -> Option<Vec<Values>> {
        let mut all = vec![Values::new()];
        for parameter in self.takes {
            let compared = self.compared.iter();
            let own = compared.filter(|(name, _)| *name == parameter.name.value);
            let constants: Vec<u64> = own.map(|(_, constant)| *constant).collect();
            if constants.is_empty() {
                continue;
            }
            let values = values(parameter, &constants);
            if all.len().saturating_mul(values.len()) > MAX_COMBINATIONS {
                return None;
            }
            let with = |before: &Values, value: u64| {
                let mut combined = before.clone();
                combined.insert(parameter.name.value.clone(), value);
                combined
            };
            let with = &with;
            all = all
                .iter()
                .flat_map(|before| values.iter().map(move |value| with(before, *value)))
                .collect();
        }
        Some(all)
    }
}

/// The parameters in a condition, each with the constant that it is compared with; `None` if the condition is more than
/// comparisons.
fn compared<'s>(
    schema: &Schema,
    takes: &'s [Parameter],
    condition: &Tree,
) -> Option<Vec<(&'s str, u64)>> {
    let Binary {
        operator,
        left,
        right,
        ..
    } = match condition {
        Tree::Not { of } => return compared(schema, takes, of),
        Tree::Binary(binary) => &**binary,
        _ => return None,
    };
    match operator {
        Operator::And | Operator::Or => {
            let [left, right] = [left, right].map(|side| compared(schema, takes, side));
            Some([left?, right?].concat())
        }
        _ if !operator.is_arithmetic() => match (left, right) {
            (Tree::Name { name, .. }, constant) | (constant, Tree::Name { name, .. }) => {
                let constant = match constant {
                    Tree::Number { number, .. } => *number,
                    Tree::Value { of, number, .. } => enum_named(schema, of).map(|_| *number)?,
                    _ => return None,
                };
                let parameter = takes.iter().find(|one| one.name.value == *name)?;
                Some(vec![(&parameter.name, constant)])
            }
            _ => None,
        },
        _ => None,
    }
}

fn enum_named<'s>(schema: &'s Schema, name: &str) -> Option<&'s Enum> {
    Some(schema.values(schema.enumeration(name)?))
}

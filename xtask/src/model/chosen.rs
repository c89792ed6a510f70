//! Which conditions hold for the values that a record takes, and which version of it they choose.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use syn::{BinOp, Expr, Lit, UnOp};

use crate::expression::tree::{bare, name};

use super::{Base, Content, Enum, Parameter, Schema, Versioned};
use crate::expression::tree::Expression;

/// A value for each parameter that conditions ask for.
pub(crate) type Values = BTreeMap<String, u64>;

/// More combinations of values than anybody writes conditions for.
const MAX_COMBINATIONS: usize = 4096;

/// Conditions that compare what a record takes with constants.
pub(crate) struct Choices<'s> {
    schema: &'s Schema,
    takes: &'s [Parameter],
    conditions: Vec<Condition>,
}

#[derive(Debug)]
enum Condition {
    All(Box<[Self; 2]>),
    Any(Box<[Self; 2]>),
    Not(Box<Self>),
    Compared(Compared),
}

/// A parameter beside a constant.
#[derive(Debug)]
struct Compared {
    parameter: String,
    constant: u64,
    /// Which order of the two the condition asks for.
    holds: fn(Ordering) -> bool,
    /// The constant stands on the left.
    turned: bool,
}

impl<'s> Choices<'s> {
    /// The conditions of a record's versions.
    pub(crate) fn between_versions(schema: &'s Schema, versioned: &'s Versioned) -> Option<Self> {
        let whens = versioned.versions.iter().map(|one| one.when.as_ref());
        Self::new(
            schema,
            &versioned.takes,
            &whens.collect::<Option<Vec<_>>>()?,
        )
    }

    /// Conditions; nothing, if one of them is more than comparisons.
    pub(crate) fn new(
        schema: &'s Schema,
        takes: &'s [Parameter],
        conditions: &[&Expression],
    ) -> Option<Self> {
        let conditions = conditions
            .iter()
            .map(|condition| Condition::parse(schema, takes, condition.tree()?));
        Some(Self {
            schema,
            takes,
            conditions: conditions.collect::<Option<_>>()?,
        })
    }

    /// The version that values choose; nothing, if a parameter has none.
    pub(crate) fn chosen(&self, values: &Values) -> Option<usize> {
        for (index, condition) in self.conditions.iter().enumerate() {
            if condition.holds(values)? {
                return Some(index);
            }
        }
        self.conditions.len().checked_sub(1)
    }

    /// Whether the condition of a version holds.
    pub(crate) fn holds(&self, index: usize, values: &Values) -> bool {
        self.conditions[index].holds(values) == Some(true)
    }

    /// One set of values for each outcome of the conditions; `None` if there are too many.
    pub(crate) fn distinct_parts(&self) -> Option<Vec<Values>> {
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

    /// The values that files are known to have: those with a name, and those up to the largest that a condition asks for.
    /// Where no condition holds, the last version is a substitute.
    pub(crate) fn known(&self) -> Option<Vec<Values>> {
        let mut known = self.combined(|parameter, constants| {
            match values_of(self.schema, &parameter.ty.base) {
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
            let mut constants = Vec::new();
            for condition in &self.conditions {
                condition.constants(&parameter.name, &mut constants);
            }
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

impl Condition {
    fn parse(schema: &Schema, takes: &[Parameter], tree: &Expr) -> Option<Self> {
        match bare(tree) {
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => Some(Self::Not(Box::new(
                Self::parse(schema, takes, &unary.expr)?,
            ))),
            Expr::Binary(binary) => {
                let both = || {
                    let sides = [&*binary.left, &*binary.right];
                    let [left, right] = sides.map(|side| Self::parse(schema, takes, side));
                    Some(Box::new([left?, right?]))
                };
                match &binary.op {
                    BinOp::And(_) => Some(Self::All(both()?)),
                    BinOp::Or(_) => Some(Self::Any(both()?)),
                    op => {
                        let sides = (bare(&binary.left), bare(&binary.right));
                        Some(Self::Compared(Compared::parse(schema, takes, op, sides)?))
                    }
                }
            }
            _ => None,
        }
    }

    fn holds(&self, values: &Values) -> Option<bool> {
        match self {
            Self::All(both) => Some(both[0].holds(values)? && both[1].holds(values)?),
            Self::Any(both) => Some(both[0].holds(values)? || both[1].holds(values)?),
            Self::Not(other) => Some(!other.holds(values)?),
            Self::Compared(compared) => {
                let order = values.get(&compared.parameter)?.cmp(&compared.constant);
                let order = match compared.turned {
                    true => order.reverse(),
                    false => order,
                };
                Some((compared.holds)(order))
            }
        }
    }

    /// The value that a parameter is compared with.
    fn constants(&self, parameter: &str, found: &mut Vec<u64>) {
        match self {
            Self::All(both) | Self::Any(both) => {
                both.iter().for_each(|one| one.constants(parameter, found));
            }
            Self::Not(other) => other.constants(parameter, found),
            Self::Compared(compared) if compared.parameter == parameter => {
                found.push(compared.constant);
            }
            Self::Compared(_) => {}
        }
    }
}

impl Compared {
    fn parse(
        schema: &Schema,
        takes: &[Parameter],
        op: &BinOp,
        (left, right): (&Expr, &Expr),
    ) -> Option<Self> {
        let holds: fn(Ordering) -> bool = match op {
            BinOp::Eq(_) => Ordering::is_eq,
            BinOp::Ne(_) => Ordering::is_ne,
            BinOp::Lt(_) => Ordering::is_lt,
            BinOp::Le(_) => Ordering::is_le,
            BinOp::Gt(_) => Ordering::is_gt,
            BinOp::Ge(_) => Ordering::is_ge,
            _ => return None,
        };
        let find = |side: &Expr| {
            let name = name(side)?;
            takes.iter().find(|parameter| *name == parameter.name.value)
        };
        let (parameter, constant, turned) = match (find(left), find(right)) {
            (Some(parameter), None) => (parameter, right, false),
            (None, Some(parameter)) => (parameter, left, true),
            _ => return None,
        };
        Some(Self {
            parameter: parameter.name.value.clone(),
            constant: number(schema, &parameter.ty.base, constant)?,
            holds,
            turned,
        })
    }
}

/// A number, or a value of an enum: by its whole name, or by its own beside what has that type.
fn number(schema: &Schema, beside: &Base, constant: &Expr) -> Option<u64> {
    let path = match constant {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => return number.base10_parse().ok(),
            _ => return None,
        },
        Expr::Path(path) => &path.path.segments,
        _ => return None,
    };
    let of = match path.len() {
        1 => values_of(schema, beside)?,
        _ => values_of(schema, &Base::Item(path.first()?.ident.to_string()))?,
    };
    let value = &path.last()?.ident;
    let mut values = of.values.iter();
    let value = values.find(|known| *value == known.name.value)?;
    u64::try_from(value.value.value).ok()
}

fn values_of<'s>(schema: &'s Schema, base: &Base) -> Option<&'s Enum> {
    let Base::Item(of) = base else { return None };
    match schema.content(of)? {
        Content::Enum(of) => Some(schema.values(of)),
        _ => None,
    }
}

//! Evaluates an expression if the numbers that it depends on are known.

use crate::expression::{Binary, Operator, Tree};
use crate::model::{Content, Parameter, Schema};

/// The values on which an expression depends.
pub trait Known {
    /// The schema whose items expressions use.
    fn schema(&self) -> &Schema;

    /// The number of a field or an argument, or of an inner field.
    fn number(&self, path: &[String]) -> Option<u64>;

    /// `len(field)`, and the other functions of a field.
    fn measured(&self, _function: &str, _path: &[String]) -> Option<u64> {
        None
    }

    /// Whether no number has this value of an enum or of flags.
    fn excludes(&self, _of: &str, _value: &str) -> bool {
        false
    }

    /// Called when an operation on known numbers has no result.
    fn overflow(&self) {}
}

/// The arguments of an item or a function of the schema.
pub struct Arguments<'s> {
    schema: &'s Schema,
    /// The names, each with its value.
    all: Vec<(&'s str, Option<u64>)>,
}

impl<'s> Arguments<'s> {
    /// Binds values to parameters, in order.
    pub fn new(
        schema: &'s Schema,
        takes: &'s [Parameter],
        values: impl IntoIterator<Item = Option<u64>>,
    ) -> Self {
        let names = takes.iter().map(|parameter| parameter.name.as_str());
        let all = names.zip(values).collect();
        Self { schema, all }
    }
}

impl Known for Arguments<'_> {
    fn schema(&self) -> &Schema {
        self.schema
    }

    fn number(&self, path: &[String]) -> Option<u64> {
        let [name] = path else { return None };
        let mut all = self.all.iter();
        all.find(|(known, _)| known == name)?.1
    }
}

/// The number of an expression, if it is known; a false condition is 0.
pub fn evaluate(known: &impl Known, tree: &Tree) -> Option<u64> {
    match tree {
        Tree::Number { number, .. } | Tree::Value { number, .. } => Some(*number),
        Tree::Truth { truth } => Some((*truth).into()),
        Tree::Not { of } => Some((evaluate(known, of)? == 0).into()),
        Tree::Name { .. } | Tree::Member { .. } => known.number(&tree.path()?),
        // All elements of an array in a new value are equal.
        Tree::Index { of, .. } => known.number(&of.path()?),
        Tree::Binary(it) => operation(known, it),
        Tree::Call(it) => called(known, &it.function, &it.arguments),
        Tree::If(it) => match evaluate(known, &it.condition)? {
            0 => evaluate(known, &it.otherwise),
            _ => evaluate(known, &it.then),
        },
        Tree::Match(it) => {
            let number = evaluate(known, &it.of)?;
            let is_it = |value: &Tree| evaluate(known, value) == Some(number);
            let arm = it.arms.iter().find(|arm| arm.values.iter().any(is_it));
            evaluate(known, arm.map_or(&it.otherwise, |arm| &arm.is))
        }
        Tree::Text { .. } => tree.fourcc_number().map(u64::from),
        Tree::Bytes { .. } | Tree::Rest => None,
    }
}

fn operation(known: &impl Known, binary: &Binary) -> Option<u64> {
    let (operator, sides) = (binary.operator, [&binary.left, &binary.right]);
    let is_excluded =
        |side: &Tree| matches!(side, Tree::Value { of, name, .. } if known.excludes(of, name));
    if matches!(operator, Operator::Equal | Operator::BitAnd) && sides.into_iter().any(is_excluded)
    {
        return Some(0);
    }
    let is_zero = |number: Option<u64>| number == Some(0);
    let is_true = |number: Option<u64>| number.is_some_and(|number| number != 0);
    let [left, right] = sides.map(|side| evaluate(known, side));
    let (left, right) = match operator {
        Operator::And | Operator::Multiply | Operator::BitAnd
            if is_zero(left) || is_zero(right) =>
        {
            return Some(0);
        }
        Operator::Or if is_true(left) || is_true(right) => return Some(1),
        _ => (left?, right?),
    };
    let result = operator.apply(left, right);
    if result.is_none() {
        known.overflow();
    }
    result
}

fn called(known: &impl Known, function: &str, arguments: &[Tree]) -> Option<u64> {
    match (function, arguments) {
        ("len" | "at" | "size_of" | "stride_of" | "version_of", fields) => {
            let mut largest = 0;
            for field in fields {
                largest = largest.max(known.measured(function, &field.path()?)?);
            }
            Some(largest)
        }
        ("align", [value, to]) => {
            evaluate(known, value)?.checked_next_multiple_of(evaluate(known, to)?)
        }
        _ => {
            let schema = known.schema();
            let Content::Let(function) = schema.content(function)? else {
                return None;
            };
            let arguments = function.args.iter().zip(arguments);
            let all = arguments.map(|(name, argument)| (name.as_str(), evaluate(known, argument)));
            let all = all.collect();
            evaluate(&Arguments { schema, all }, function.is.typed()?)
        }
    }
}

/// The number of a value of an enum, or of flags.
pub fn value_of(schema: &Schema, of: &str, value: &str) -> Option<u64> {
    let value = schema.values_of(of)?.value(value)?;
    u64::try_from(value.value.value).ok()
}

//! Converts expressions to Kaitai's language. All values are integers: enums are converted where they are used.

use super::names::field_name;
use dxc_codegen::evaluate::value_of;
use dxc_codegen::expression::{Binary, Expression, Operator, Tree};
use dxc_codegen::model::{Arm, Base, Content, Field, Form, Let, Parameter, Schema, Struct};

/// The error for an expression that is not a number.
const NO_NUMBER: &str = "the expression is not a number";

/// The names that an expression can use.
#[derive(Clone, Copy)]
pub(super) struct Scope<'f> {
    pub(super) schema: &'f Schema,
    pub(super) parameters: &'f [Parameter],
    pub(super) fields: &'f [Field],
    /// The fields that the export omits.
    pub(super) omitted: &'f [String],
    /// The names with known values, such as the index of a run or the parameters of a function.
    pub(super) bound: &'f [(String, Result<String, String>)],
}

/// A field, and the conditions under which it exists.
struct Access {
    path: String,
    conditions: Vec<String>,
    ty: Option<Base>,
    /// Whether the value is a boolean of Kaitai.
    is_bit: bool,
}

impl<'f> Scope<'f> {
    /// Creates the scope of an item without fields.
    pub(super) fn new(schema: &'f Schema, parameters: &'f [Parameter]) -> Self {
        Self {
            schema,
            parameters,
            fields: &[],
            omitted: &[],
            bound: &[],
        }
    }

    /// An expression as an integer; the error says why that is impossible.
    pub(super) fn integer(&self, expression: &Expression) -> Result<String, String> {
        self.number(expression.typed().ok_or(NO_NUMBER)?)
    }

    /// Like `integer`, for a part of an expression.
    pub(super) fn number(&self, tree: &Tree) -> Result<String, String> {
        Ok(match tree {
            Tree::Number { number, .. } | Tree::Value { number, .. } => number.to_string(),
            Tree::Text { .. } => tree.fourcc_number().ok_or(NO_NUMBER)?.to_string(),
            Tree::Name { .. } | Tree::Member { .. } | Tree::Index { .. } => {
                match self.argument(tree) {
                    Some(argument) => argument?,
                    None => self.access(tree)?.integer(self.schema),
                }
            }
            Tree::Binary(it) if it.operator.is_arithmetic() => self.infix(it)?,
            Tree::If(it) => {
                let [then, otherwise] = [self.number(&it.then)?, self.number(&it.otherwise)?];
                format!(
                    "({} ? {then} : {otherwise})",
                    self.condition(&it.condition)?
                )
            }
            Tree::Match(it) => {
                let (of, mut text) = (self.number(&it.of)?, self.number(&it.otherwise)?);
                for arm in it.arms.iter().rev() {
                    let is = |value| Ok(format!("({of} == {})", self.number(value)?));
                    let cases = arm
                        .values
                        .iter()
                        .map(is)
                        .collect::<Result<Vec<_>, String>>()?;
                    let either = |left, right| format!("({left} or {right})");
                    let condition = cases.into_iter().reduce(either).unwrap_or_default();
                    text = format!("({condition} ? {} : {text})", self.number(&arm.is)?);
                }
                text
            }
            Tree::Call(it) => self.call(&it.function, &it.arguments)?,
            _ => return Err(NO_NUMBER.to_owned()),
        })
    }

    /// An expression as a condition.
    pub(super) fn condition(&self, tree: &Tree) -> Result<String, String> {
        Ok(match tree {
            Tree::Not { of } => format!("(not {})", self.condition(of)?),
            Tree::Binary(it) if matches!(it.operator, Operator::And | Operator::Or) => {
                let word = if it.operator == Operator::And {
                    "and"
                } else {
                    "or"
                };
                let [left, right] = [self.condition(&it.left)?, self.condition(&it.right)?];
                format!("({left} {word} {right})")
            }
            Tree::Binary(it) if !it.operator.is_arithmetic() => self.infix(it)?,
            other => format!("({} != 0)", self.number(other)?),
        })
    }

    /// An operator between integers.
    fn infix(&self, it: &Binary) -> Result<String, String> {
        let (left, right) = (self.number(&it.left)?, self.number(&it.right)?);
        Ok(format!("({left} {} {right})", it.operator))
    }

    /// The value of a name that is not a field.
    fn argument(&self, tree: &Tree) -> Option<Result<String, String>> {
        let Tree::Name { name, .. } = tree else {
            return None;
        };
        let mut parameters = self.parameters.iter();
        match self.bound.iter().find(|(bound, _)| bound == name) {
            Some((_, value)) => Some(value.clone()),
            None => parameters
                .any(|parameter| parameter.name.value == *name)
                .then(|| Ok(field_name(name))),
        }
    }

    fn call(&self, function: &str, arguments: &[Tree]) -> Result<String, String> {
        match (function, arguments) {
            ("len", [of]) => Ok(format!("{}.size", self.access(of)?.path)),
            ("align", [value, to]) => {
                let (value, to) = (self.number(value)?, self.number(to)?);
                Ok(format!("(({value} + {to} - 1) / {to} * {to})"))
            }
            ("version_of", [of]) => {
                let of = self.access(of)?;
                let content = of.content(self.schema);
                let Some(versioned) = content.and_then(Content::versioned) else {
                    return Err("the record has no versions".to_owned());
                };
                Ok(version_of(&of.path, versioned))
            }
            ("at", [Tree::Name { name, .. }]) => {
                let offset = self.field(name)?.place.at;
                offset
                    .map(|offset| offset.to_string())
                    .ok_or_else(|| format!("the offset of `{name}` is not known"))
            }
            (function, arguments) => match self.schema.content(function) {
                Some(Content::Let(function)) => self.expand(function, arguments),
                _ => Err(format!("Kaitai has no function `{function}`")),
            },
        }
    }

    /// Replaces a call of one of the schemas' functions by the function's expression.
    fn expand(&self, function: &Let, arguments: &[Tree]) -> Result<String, String> {
        let values = arguments.iter().map(|argument| self.number(argument));
        let names = function.args.iter().map(|name| name.value.clone());
        let bound: Vec<_> = names.zip(values).collect();
        let scope = Scope {
            bound: &bound,
            ..Scope::new(self.schema, &[])
        };
        scope.integer(&function.is)
    }

    /// The field with a name, exported or not.
    pub(super) fn find(&self, name: &str) -> Option<&'f Field> {
        self.fields.iter().find(|field| field.is_named(name))
    }

    fn field(&self, name: &str) -> Result<&'f Field, String> {
        match self.find(name) {
            _ if self.omitted.iter().any(|omitted| omitted == name) => {
                Err(format!("`{name}` is not exported"))
            }
            Some(field) => Ok(field),
            None => Err(format!("`{name}` is not known")),
        }
    }

    /// The conditions under which a field exists, other than its `null`.
    pub(super) fn conditions(&self, field: &Field) -> Result<Vec<String>, String> {
        let mut conditions = Vec::new();
        if let Some(condition) = &field.condition {
            let condition = condition.typed().ok_or(NO_NUMBER)?;
            conditions.push(self.condition(condition)?);
        }
        if field.known.is_some() {
            conditions.push(known_name(&field.name));
        }
        Ok(conditions)
    }

    fn access(&self, tree: &Tree) -> Result<Access, String> {
        match tree {
            Tree::Name { name, .. } => {
                let field = self.field(name)?;
                Ok(Access {
                    path: field_name(name),
                    conditions: self.conditions(field)?,
                    ty: Some(field.ty.base.clone()),
                    is_bit: false,
                })
            }
            Tree::Index { of, at, .. } => {
                let mut access = self.access(of)?;
                access.path = format!("{}[{}]", access.path, self.number(at)?);
                access.ty = match access.ty {
                    Some(Base::Array(of, _)) => Some(*of),
                    of => of,
                };
                Ok(access)
            }
            Tree::Member { of, item, name, .. } => self.member(of, item, name),
            _ => Err("the expression is not a field".to_owned()),
        }
    }

    fn member(&self, of: &Tree, item: &str, name: &str) -> Result<Access, String> {
        let mut access = self.access(of)?;
        let content = self.schema.content(item);
        let unknown = || format!("`{item}.{name}` is not known");
        let content = content.ok_or_else(unknown)?;
        match content {
            Content::Struct(of) if of.form == Form::Record => {}
            Content::Struct(versioned) if versioned.is_by_size() => {
                let mut versions = versioned.versions.iter();
                let first = versions
                    .find(|version| version.fields.iter().any(|field| field.is_named(name)));
                let size = first.and_then(|first| first.size).ok_or_else(unknown)?;
                let condition = format!("({}._io.size >= {size})", access.path);
                access.conditions.push(condition);
            }
            Content::Bits(bits) => {
                let mut fields = bits.fields.iter();
                access.is_bit =
                    fields.any(|field| field.name.value == name && field.bits.value == 1);
            }
            Content::Switch(union) if union.size.is_some() => {
                let Tree::Member {
                    of: holder,
                    item: holder_item,
                    ..
                } = of
                else {
                    return Err(unknown());
                };
                let selector = self.member(holder, holder_item, union.selector())?;
                let selector = selector.integer(self.schema);
                let arm = union
                    .arms
                    .iter()
                    .find(|arm| arm.name.value == name)
                    .ok_or_else(unknown)?;
                let values = selectors(self.schema, union.selector_enum(), arm);
                let values: Vec<String> = values
                    .iter()
                    .map(|value| format!("({selector} == {value})"))
                    .collect();
                access.conditions.push(format!("({})", values.join(" or ")));
            }
            _ => return Err(format!("`{item}.{name}` has no single place")),
        }
        let mut fields = content.members().into_iter();
        let field = fields.find(|(field, _)| field.value == name);
        access.ty = field.ok_or_else(unknown)?.1.map(|ty| ty.base.clone());
        access.path = format!("{}.{}", access.path, field_name(name));
        Ok(access)
    }
}

impl Access {
    fn content<'s>(&self, schema: &'s Schema) -> Option<&'s Content> {
        schema.content_of(self.ty.as_ref()?)
    }

    /// The value; 0 if the field does not exist.
    fn integer(self, schema: &Schema) -> String {
        let content = self.content(schema);
        let is_enum = content.and_then(Content::enumeration).is_some();
        let value = if is_enum || self.is_bit {
            format!("{}.to_i", self.path)
        } else {
            self.path
        };
        if self.conditions.is_empty() {
            value
        } else {
            format!("({} ? {value} : 0)", self.conditions.join(" and "))
        }
    }
}

/// The name of the instance that tells whether a record exists.
pub(super) fn known_name(field: &str) -> String {
    format!("has_{}", field_name(field))
}

/// The number of the version, computed from the size of the record.
fn version_of(path: &str, versioned: &Struct) -> String {
    let mut text = "0".to_owned();
    for (number, version) in versioned.numbers().iter().zip(&versioned.versions) {
        let size = version.size.unwrap_or_default();
        text = format!("({path}._io.size >= {size} ? {number} : {text})");
    }
    text
}

/// The values of an enum that select an arm.
pub(super) fn selectors(schema: &Schema, of: &str, arm: &Arm) -> Vec<u64> {
    let values = arm.when.iter();
    values
        .filter_map(|value| value_of(schema, of, value))
        .collect()
}

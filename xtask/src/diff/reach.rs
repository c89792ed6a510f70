//! Fields that no older file has: their condition or count depends on new fields or flags, which are 0 in every older
//! file: a field that a version lacks, an unnamed flag, an absent record.

use std::collections::BTreeSet;

use syn::{BinOp, Expr, ExprBinary, Lit, Member, UnOp};

use crate::model::{Base, Content, Schema, Sequence, SequenceField};

/// The names of the new fields of a sequence that no older file has.
pub(super) fn beyond<'s>(
    schemas: (&'s Schema, &'s Schema),
    sequences: (&Sequence, &'s Sequence),
) -> BTreeSet<&'s str> {
    let (old, new) = sequences;
    let is_known = |field: &SequenceField| {
        let mut before = old.fields.iter().filter_map(|field| field.name.as_ref());
        before.any(|name| Some(&name.value) == field.name.as_ref().map(|name| &name.value))
    };
    let mut reach = Reach {
        old: schemas.0,
        new: schemas.1,
        sequence: new,
        beyond: BTreeSet::new(),
    };
    for field in new.fields.iter().filter(|field| !is_known(field)) {
        let rules = [&field.condition, &field.count];
        let mut rules = rules.into_iter().flatten();
        if let Some(name) = &field.name
            && rules.any(|rule| {
                rule.tree()
                    .is_some_and(|rule| reach.number(rule) == Some(0))
            })
        {
            reach.beyond.insert(name);
        }
    }
    reach.beyond
}

/// The values of expressions in every older file.
struct Reach<'s> {
    old: &'s Schema,
    new: &'s Schema,
    sequence: &'s Sequence,
    /// Fields that are not there, so that they are 0.
    beyond: BTreeSet<&'s str>,
}

impl Reach<'_> {
    /// The number of an expression, if it is the same in every older file; a condition that does not hold is 0.
    fn number(&self, expression: &Expr) -> Option<u64> {
        match expression {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) => number.base10_parse().ok(),
                Lit::Bool(truth) => Some(truth.value.into()),
                _ => None,
            },
            Expr::Paren(inner) => self.number(&inner.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
                Some((self.number(&unary.expr)? == 0).into())
            }
            Expr::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                self.beyond.contains(name.as_str()).then_some(0)
            }
            Expr::Field(field) => self.is_new_field(field).then_some(0),
            Expr::Call(call) => match (&*call.func, call.args.first()) {
                (Expr::Path(function), Some(field))
                    if function.path.is_ident("len") || function.path.is_ident("size_of") =>
                {
                    self.number(field)
                }
                _ => None,
            },
            Expr::Binary(binary) => self.binary(binary),
            _ => None,
        }
    }

    fn binary(&self, binary: &ExprBinary) -> Option<u64> {
        let (left, right) = (self.number(&binary.left), self.number(&binary.right));
        let is_zero = |number: Option<u64>| number == Some(0);
        let is_new = || self.is_new_value(&binary.left, &binary.right);
        let both = || left.zip(right);
        match &binary.op {
            BinOp::And(_) | BinOp::Mul(_) if is_zero(left) || is_zero(right) => Some(0),
            BinOp::BitAnd(_) if is_zero(left) || is_zero(right) || is_new() => Some(0),
            BinOp::Eq(_) if is_new() => Some(0),
            BinOp::And(_) => both().map(|(left, right)| (left != 0 && right != 0).into()),
            BinOp::Or(_) => both().map(|(left, right)| (left != 0 || right != 0).into()),
            BinOp::Eq(_) => both().map(|(left, right)| (left == right).into()),
            BinOp::Ne(_) => both().map(|(left, right)| (left != right).into()),
            BinOp::Lt(_) => both().map(|(left, right)| (left < right).into()),
            BinOp::Le(_) => both().map(|(left, right)| (left <= right).into()),
            BinOp::Gt(_) => both().map(|(left, right)| (left > right).into()),
            BinOp::Ge(_) => both().map(|(left, right)| (left >= right).into()),
            BinOp::Add(_) => both().and_then(|(left, right)| left.checked_add(right)),
            BinOp::Sub(_) => both().and_then(|(left, right)| left.checked_sub(right)),
            BinOp::Mul(_) => both().and_then(|(left, right)| left.checked_mul(right)),
            BinOp::Div(_) => both().and_then(|(left, right)| left.checked_div(right)),
            BinOp::BitOr(_) => both().map(|(left, right)| left | right),
            _ => None,
        }
    }

    /// Whether a field of a record is one that only new versions have, or of a record that is not there.
    fn is_new_field(&self, field: &syn::ExprField) -> bool {
        if self.number(&field.base) == Some(0) {
            return true;
        }
        let (Some(Base::Item(of)), Member::Named(member)) = (self.base(&field.base), &field.member)
        else {
            return false;
        };
        match self.old.item(&of).map(|item| &item.content) {
            Some(Content::Versioned(before)) => {
                let mut fields = before.versions.iter().flat_map(|version| &version.fields);
                fields.all(|field| *member != field.name.value)
            }
            _ => false,
        }
    }

    /// Whether a value, by its whole name or by that beside a field of its type, was unnamed.
    fn is_new_value(&self, beside: &Expr, value: &Expr) -> bool {
        let Expr::Path(path) = value else {
            return false;
        };
        let names: Vec<String> = path
            .path
            .segments
            .iter()
            .map(|name| name.ident.to_string())
            .collect();
        let (of, value) = match (names.as_slice(), self.base(beside)) {
            ([of, value], _) => (of.clone(), value),
            ([value], Some(Base::Item(of))) => (of, value),
            _ => return false,
        };
        let has = |schema: &Schema| match schema.item(&of).map(|item| &item.content) {
            Some(Content::Enum(item) | Content::Flags(item)) => {
                let values = &schema.values(item).values;
                values.iter().any(|known| known.name.value == *value)
            }
            _ => false,
        };
        has(self.new) && !has(self.old)
    }

    /// The type of a field, or of a field of a field.
    fn base(&self, expression: &Expr) -> Option<Base> {
        match expression {
            Expr::Path(path) => {
                let name = path.path.get_ident()?;
                let mut fields = self.sequence.fields.iter();
                let field = fields.find(|field| {
                    let own = field.name.as_ref();
                    own.is_some_and(|own| *name == own.value)
                })?;
                Some(field.ty.as_ref()?.base.clone())
            }
            Expr::Field(field) => {
                let Member::Named(member) = &field.member else {
                    return None;
                };
                let base = self.base(&field.base)?;
                let mut fields = self.new.fields(&base).into_iter();
                let field = fields.find(|field| *member == field.name.value)?;
                Some(field.ty.base.clone())
            }
            _ => None,
        }
    }
}

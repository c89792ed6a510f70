//! The typed tree of an expression: all names are resolved. The checks make it once.

use schemars::JsonSchema;
use serde::Serialize;
use syn::{BinOp, Expr, Lit, UnOp};

use super::{Entity, Name, Scope, bare, name};
use crate::evaluate::{only, path, value_of, values_in};
use crate::model::{Base, Content};

/// An expression. Numbers are unsigned and of 64 bits; an overflow is an error.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub(crate) enum Tree {
    /// All that is left, as a count or a size.
    Rest,
    /// A number.
    Number {
        /// The number.
        number: u64,
    },
    /// A FourCC or bytes.
    Text {
        /// The letters.
        text: String,
    },
    /// A value of an enum.
    Value {
        /// The enum.
        of: String,
        /// The value.
        name: String,
        /// Its number.
        number: u64,
    },
    /// A field or a parameter in scope. A field that is absent is 0.
    Name {
        /// The name.
        name: String,
    },
    /// A field of a record, of bits or of a union. A field that is absent in a version, or not selected, is 0.
    Member {
        /// The record.
        of: Box<Tree>,
        /// The item that the record is.
        item: String,
        /// The field.
        name: String,
    },
    /// An element of an array.
    Index {
        /// The array.
        of: Box<Tree>,
        /// The index.
        at: Box<Tree>,
    },
    /// `!`.
    Not {
        /// The condition.
        of: Box<Tree>,
    },
    /// An operator with two operands.
    Binary {
        /// One of `+ - * / % & | << >> == != < <= > >= && ||`.
        operator: String,
        /// The left operand.
        left: Box<Tree>,
        /// The right operand.
        right: Box<Tree>,
    },
    /// `if`.
    If {
        /// The condition.
        condition: Box<Tree>,
        /// The result if it holds.
        then: Box<Tree>,
        /// The result if it does not.
        otherwise: Box<Tree>,
    },
    /// A function: `len`, `at`, `size_of`, `stride_of`, `version_of`, `align`, or a `let`.
    Call {
        /// The name.
        function: String,
        /// The arguments.
        arguments: Vec<Tree>,
    },
}

impl Tree {
    fn binary(operator: &str, left: Self, right: Self) -> Self {
        Self::Binary {
            operator: operator.to_owned(),
            left: Box::new(left),
            right: Box::new(right),
        }
    }
}

impl Scope<'_> {
    /// `wanted` is the enum whose values need no prefix here.
    pub(super) fn tree(&self, expression: &Expr, wanted: Option<&str>) -> Option<Tree> {
        let boxed = |expression: &Expr| Some(Box::new(self.tree(expression, None)?));
        Some(match bare(expression) {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) => Tree::Number {
                    number: number.base10_parse().ok()?,
                },
                Lit::Str(text) => Tree::Text { text: text.value() },
                _ => return None,
            },
            Expr::Path(_) => match path(expression)?.as_slice() {
                [name] => match wanted.and_then(|of| self.value(of, name)) {
                    Some(value) => value,
                    None => Tree::Name { name: name.clone() },
                },
                [of, name] => self.value(of, name)?,
                _ => return None,
            },
            Expr::Field(field) => {
                let syn::Member::Named(name) = &field.member else {
                    return None;
                };
                let of = self.tree(&field.base, None)?;
                let Some(Base::Item(item)) = self.base(&of) else {
                    return None;
                };
                Tree::Member {
                    of: Box::new(of),
                    item,
                    name: name.to_string(),
                }
            }
            Expr::Index(index) => Tree::Index {
                of: boxed(&index.expr)?,
                at: boxed(&index.index)?,
            },
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => Tree::Not {
                of: boxed(&unary.expr)?,
            },
            Expr::Binary(binary) => self.binary(binary, wanted)?,
            Expr::If(branch) => Tree::If {
                condition: boxed(&branch.cond)?,
                then: boxed(only(&branch.then_branch)?)?,
                otherwise: boxed(&branch.else_branch.as_ref()?.1)?,
            },
            Expr::Block(block) => self.tree(only(&block.block)?, None)?,
            Expr::Match(choice) => self.choice(choice)?,
            Expr::Call(call) => Tree::Call {
                function: name(&call.func)?.to_string(),
                arguments: call
                    .args
                    .iter()
                    .map(|argument| self.tree(argument, None))
                    .collect::<Option<_>>()?,
            },
            _ => return None,
        })
    }

    fn binary(&self, binary: &syn::ExprBinary, wanted: Option<&str>) -> Option<Tree> {
        let is_mask = matches!(binary.op, BinOp::BitAnd(_) | BinOp::BitOr(_));
        let left = self.tree(&binary.left, wanted.filter(|_| is_mask))?;
        let is_compared = matches!(
            binary.op,
            BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_)
        );
        let of = match self.base(&left) {
            Some(Base::Item(of)) if is_mask || is_compared => Some(of),
            _ => wanted.map(str::to_owned),
        };
        let op = &binary.op;
        let right = self.tree(&binary.right, of.as_deref())?;
        Some(Tree::binary(&quote::quote!(#op).to_string(), left, right))
    }

    /// A `match` is a chain of comparisons.
    fn choice(&self, choice: &syn::ExprMatch) -> Option<Tree> {
        let value = self.tree(&choice.expr, None)?;
        let Some(Base::Item(of)) = self.base(&value) else {
            return None;
        };
        let mut tree = None;
        for arm in choice.arms.iter().rev() {
            let body = self.tree(&arm.body, None)?;
            let names = values_in(&arm.pat)?.into_iter();
            let equal =
                |name: String| Some(Tree::binary("==", value.clone(), self.value(&of, &name)?));
            let either = |left, right| Tree::binary("||", left, right);
            let cases: Vec<Tree> = names.map(equal).collect::<Option<_>>()?;
            tree = Some(match cases.into_iter().reduce(either) {
                Some(condition) => Tree::If {
                    condition: Box::new(condition),
                    then: Box::new(body),
                    otherwise: Box::new(tree?),
                },
                None => body,
            });
        }
        tree
    }

    fn value(&self, of: &str, name: &str) -> Option<Tree> {
        Some(Tree::Value {
            of: of.to_owned(),
            name: name.to_owned(),
            number: value_of(self.schema, of, name)?,
        })
    }

    /// The type of a tree, if it is a field.
    fn base(&self, tree: &Tree) -> Option<Base> {
        match tree {
            Tree::Name { name } => {
                let found = self.names.iter().find(|known| known.name == *name);
                found?.base()
            }
            Tree::Member { item, name, .. } => self.member(item, name),
            Tree::Index { of, .. } => match self.base(of)? {
                Base::Array(of, _) => Some(*of),
                _ => None,
            },
            Tree::Value { of, .. } => Some(Base::Item(of.clone())),
            _ => None,
        }
    }

    fn member(&self, item: &str, name: &str) -> Option<Base> {
        match &self.schema.item(item)?.content {
            Content::Union(union) => {
                let arm = union.arms.iter().find(|arm| arm.name.value == name)?;
                Some(arm.ty.base.clone())
            }
            _ => {
                let item = Base::Item(item.to_owned());
                self.schema.base_within(&item, &[name.to_owned()])
            }
        }
    }
}

impl Name {
    /// Its type; that of an element, if it is a run.
    fn base(&self) -> Option<Base> {
        match &self.entity {
            Entity::Single(base)
            | Entity::Absent(base)
            | Entity::Run(base)
            | Entity::Argument(base) => Some(base.clone()),
            Entity::Sized(of) | Entity::Nested(Some(of)) | Entity::AbsentNested(Some(of)) => {
                Some(Base::Item(of.clone()))
            }
            _ => None,
        }
    }
}

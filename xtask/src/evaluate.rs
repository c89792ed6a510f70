//! The number of an expression, where the numbers that it depends on are known.

use syn::{BinOp, Expr, ExprBinary, Lit, Member, Pat, UnOp};

use crate::expression::{bare, segments};
use crate::model::{Base, Content, Parameter, Schema};

/// The dependencies of an expression.
pub(crate) trait Known {
    fn schema(&self) -> &Schema;

    /// The number of a field or an argument, or of a field of a field.
    fn number(&self, path: &[String]) -> Option<u64>;

    /// Its type.
    fn base(&self, path: &[String]) -> Option<Base>;

    /// `len(field)` and its like.
    fn measured(&self, _function: &str, _path: &[String]) -> Option<u64> {
        None
    }

    /// Whether no number has this value of an enum or of flags.
    fn excludes(&self, _of: &str, _value: &str) -> bool {
        false
    }

    /// An operation on known numbers has no result.
    fn overflow(&self) {}
}

/// What an item or a function of the schema is given.
pub(crate) struct Arguments<'s> {
    schema: &'s Schema,
    all: Vec<Argument<'s>>,
}

struct Argument<'s> {
    name: &'s str,
    /// Nothing, if it may be any number.
    base: Option<&'s Base>,
    value: Option<u64>,
}

impl<'s> Arguments<'s> {
    pub(crate) fn new(
        schema: &'s Schema,
        takes: &'s [Parameter],
        values: impl IntoIterator<Item = Option<u64>>,
    ) -> Self {
        let all = takes.iter().zip(values).map(|(parameter, value)| Argument {
            name: &parameter.name,
            base: Some(&parameter.ty.base),
            value,
        });
        let all = all.collect();
        Self { schema, all }
    }

    fn find(&self, path: &[String]) -> Option<&Argument<'s>> {
        let [name] = path else { return None };
        self.all.iter().find(|argument| argument.name == name)
    }
}

impl Known for Arguments<'_> {
    fn schema(&self) -> &Schema {
        self.schema
    }

    fn number(&self, path: &[String]) -> Option<u64> {
        self.find(path)?.value
    }

    fn base(&self, path: &[String]) -> Option<Base> {
        self.find(path)?.base.cloned()
    }
}

/// The number of an expression, if it is known; a condition that does not hold is 0.
pub(crate) fn evaluate(known: &impl Known, expression: &Expr) -> Option<u64> {
    match bare(expression) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().ok(),
            Lit::Bool(truth) => Some(truth.value.into()),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
            Some((evaluate(known, &unary.expr)? == 0).into())
        }
        Expr::Path(_) | Expr::Field(_) => {
            let path = path(expression)?;
            known.number(&path).or_else(|| {
                let [of, value] = path.as_slice() else {
                    return None;
                };
                value_of(known.schema(), of, value)
            })
        }
        // The elements of an array of a new value are equal.
        Expr::Index(index) => known.number(&path(&index.expr)?),
        Expr::Binary(binary) => operation(known, binary),
        Expr::Call(call) => called(known, call),
        Expr::If(branch) => match evaluate(known, &branch.cond)? {
            0 => evaluate(known, &branch.else_branch.as_ref()?.1),
            _ => evaluate(known, only(&branch.then_branch)?),
        },
        Expr::Block(block) => evaluate(known, only(&block.block)?),
        Expr::Match(choice) => {
            let value = evaluate(known, &choice.expr)?;
            let of = known.base(&path(&choice.expr)?)?;
            let of = of.item();
            let number = |name: &String| value_of(known.schema(), of?, name);
            let takes = |arm: &&syn::Arm| {
                let names = values_in(&arm.pat);
                names.is_some_and(|names| {
                    names.is_empty() || names.iter().any(|name| number(name) == Some(value))
                })
            };
            evaluate(known, &choice.arms.iter().find(takes)?.body)
        }
        _ => None,
    }
}

fn operation(known: &impl Known, binary: &ExprBinary) -> Option<u64> {
    let named = [
        named(known, &binary.left, &binary.right),
        named(known, &binary.right, &binary.left),
    ];
    let is_excluded = |(of, value): &(String, String)| known.excludes(of, value);
    let selects = matches!(binary.op, BinOp::Eq(_) | BinOp::BitAnd(_));
    if selects && named.iter().flatten().any(is_excluded) {
        return Some(0);
    }
    let side = |name: &Option<(String, String)>, expression| {
        let value = name.as_ref();
        let value = value.and_then(|(of, value)| value_of(known.schema(), of, value));
        value.or_else(|| evaluate(known, expression))
    };
    let (left, right) = (
        side(&named[0], &binary.left),
        side(&named[1], &binary.right),
    );
    let is_zero = |number: Option<u64>| number == Some(0);
    let is_true = |number: Option<u64>| number.is_some_and(|number| number != 0);
    let (left, right) = match &binary.op {
        BinOp::And(_) | BinOp::Mul(_) | BinOp::BitAnd(_) if is_zero(left) || is_zero(right) => {
            return Some(0);
        }
        BinOp::Or(_) if is_true(left) || is_true(right) => return Some(1),
        _ => (left?, right?),
    };
    let result = computed(&binary.op, left, right);
    if result.is_none() {
        known.overflow();
    }
    result
}

/// The value that an operand names, and its enum: that of the type `beside` it, if the operand does not say it.
fn named(known: &impl Known, operand: &Expr, beside: &Expr) -> Option<(String, String)> {
    match path(operand)?.as_slice() {
        [value] => {
            let of = known.base(&path(beside)?)?;
            Some((of.item()?.to_owned(), value.clone()))
        }
        [of, value] => Some((of.clone(), value.clone())),
        _ => None,
    }
}

fn computed(op: &BinOp, left: u64, right: u64) -> Option<u64> {
    match op {
        BinOp::And(_) => Some((left != 0 && right != 0).into()),
        BinOp::Or(_) => Some((left != 0 || right != 0).into()),
        BinOp::Eq(_) => Some((left == right).into()),
        BinOp::Ne(_) => Some((left != right).into()),
        BinOp::Lt(_) => Some((left < right).into()),
        BinOp::Le(_) => Some((left <= right).into()),
        BinOp::Gt(_) => Some((left > right).into()),
        BinOp::Ge(_) => Some((left >= right).into()),
        BinOp::Add(_) => left.checked_add(right),
        BinOp::Sub(_) => left.checked_sub(right),
        BinOp::Mul(_) => left.checked_mul(right),
        BinOp::Div(_) => left.checked_div(right),
        BinOp::Rem(_) => left.checked_rem(right),
        BinOp::BitAnd(_) => Some(left & right),
        BinOp::BitOr(_) => Some(left | right),
        BinOp::Shl(_) => {
            let shift = u32::try_from(right).ok()?;
            left.checked_shl(shift)
                .filter(|shifted| shifted >> shift == left)
        }
        BinOp::Shr(_) => left.checked_shr(u32::try_from(right).ok()?),
        _ => None,
    }
}

fn called(known: &impl Known, call: &syn::ExprCall) -> Option<u64> {
    let function = path(&call.func)?.into_iter().next()?;
    let mut arguments = call.args.iter();
    match function.as_str() {
        "len" | "at" | "size_of" | "stride_of" | "version_of" => {
            let mut largest = 0;
            for field in arguments {
                largest = largest.max(known.measured(&function, &path(field)?)?);
            }
            Some(largest)
        }
        "align" => {
            let value = evaluate(known, arguments.next()?)?;
            value.checked_next_multiple_of(evaluate(known, arguments.next()?)?)
        }
        _ => {
            let schema = known.schema();
            let Content::Let(function) = schema.content(&function)? else {
                return None;
            };
            let arguments = function.args.iter().zip(arguments);
            let all = arguments.map(|(name, argument)| Argument {
                name,
                base: None,
                value: evaluate(known, argument),
            });
            let all = all.collect();
            evaluate(&Arguments { schema, all }, function.is.tree()?)
        }
    }
}

/// The expression that a branch is.
pub(crate) fn only(block: &syn::Block) -> Option<&Expr> {
    match block.stmts.as_slice() {
        [syn::Stmt::Expr(expression, None)] => Some(expression),
        _ => None,
    }
}

/// The values that an arm of `match` takes; none for `_`.
pub(crate) fn values_in(pattern: &Pat) -> Option<Vec<String>> {
    match pattern {
        Pat::Wild(_) => Some(Vec::new()),
        Pat::Or(either) => {
            let cases = either.cases.iter().map(values_in);
            let cases: Vec<Vec<String>> = cases.collect::<Option<_>>()?;
            // `A | _` is `_`.
            let takes_all = cases.iter().any(Vec::is_empty);
            Some(if takes_all {
                Vec::new()
            } else {
                cases.concat()
            })
        }
        Pat::Ident(name) => Some(vec![name.ident.to_string()]),
        Pat::Path(path) => Some(vec![path.path.segments.last()?.ident.to_string()]),
        _ => None,
    }
}

/// The names of a field of a field, or of a value of an enum.
pub(crate) fn path(expression: &Expr) -> Option<Vec<String>> {
    match bare(expression) {
        Expr::Path(path) => Some(segments(&path.path)),
        Expr::Field(field) => {
            let mut names = path(&field.base)?;
            match &field.member {
                Member::Named(member) => names.push(member.to_string()),
                Member::Unnamed(_) => return None,
            }
            Some(names)
        }
        _ => None,
    }
}

/// The number of a value of an enum, or of flags.
pub(crate) fn value_of(schema: &Schema, of: &str, value: &str) -> Option<u64> {
    let value = schema.values_of(of)?.value(value)?;
    u64::try_from(value.value.value).ok()
}

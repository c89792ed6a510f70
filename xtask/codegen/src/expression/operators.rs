//! Types operators: arithmetic, comparisons, and flags.

use syn::spanned::Spanned as _;
use syn::{BinOp, Expr};

use super::operator::Operator;
use super::parsed::{self, bare, segments};
use super::tree::Binary;
use super::typing::Typing;
use super::unreadable::OPERATORS;
use super::{Tree, Type, describe};

impl Typing<'_> {
    pub(super) fn binary(
        &mut self,
        binary: &syn::ExprBinary,
        wanted: Option<&str>,
    ) -> (Tree, Type) {
        let op = &binary.op;
        let Some(operator) = Operator::new(op) else {
            let noted = self.wrong(op.span(), "the schema language does not have this operator");
            return self.refused(noted.help(OPERATORS));
        };
        let both = |left, right| {
            let is_grouped = false;
            Tree::Binary(Box::new(Binary {
                operator,
                left,
                right,
                is_grouped,
            }))
        };
        match operator {
            Operator::And | Operator::Or => {
                let (left, right) = (self.truth(&binary.left), self.truth(&binary.right));
                (both(left, right), Type::Bool)
            }
            Operator::Equal
            | Operator::NotEqual
            | Operator::Less
            | Operator::LessOrEqual
            | Operator::Greater
            | Operator::GreaterOrEqual => {
                let (left, left_type) = self.expression(&binary.left, None);
                if left_type != Type::FourCC {
                    self.expect_number(&binary.left, &left_type);
                }
                let wanted = match &left_type {
                    Type::Enum(name) => Some(name.clone()),
                    // A bare name may be a value of the unknown type.
                    Type::Unknown if matches!(&*binary.right, Expr::Path(_)) => {
                        return self.unknown();
                    }
                    _ => None,
                };
                let (right, right_type) = self.expression(&binary.right, wanted.as_deref());
                match right_type {
                    Type::FourCC if left_type == Type::FourCC => {
                        if !matches!(operator, Operator::Equal | Operator::NotEqual) {
                            self.wrong(op.span(), "a FourCC is only equal to another, or not");
                        }
                    }
                    Type::Int | Type::Enum(_) if left_type == Type::FourCC => {
                        let what = format!("expected a FourCC, found {}", describe(&right_type));
                        self.wrong(binary.right.span(), what)
                            .help("four characters, as in `magic == \"DXIL\"`");
                    }
                    other => self.expect_number(&binary.right, &other),
                }
                (both(left, right), Type::Bool)
            }
            Operator::BitAnd | Operator::BitOr => {
                // Names of flags next to flags of a known type may omit the type.
                let (left, ty) = self.bits(&binary.left, wanted);
                let wanted = match &ty {
                    Type::Enum(of) => Some(of.as_str()),
                    _ => wanted,
                };
                let (right, _) = self.bits(&binary.right, wanted);
                (both(left, right), Type::Int)
            }
            Operator::Add
            | Operator::Subtract
            | Operator::Multiply
            | Operator::Divide
            | Operator::Remainder
            | Operator::ShiftLeft
            | Operator::ShiftRight => {
                let (left, (right, _)) =
                    (self.number(&binary.left), self.operand(&binary.right, None));
                if matches!(operator, Operator::Divide | Operator::Remainder) {
                    self.divides(&binary.right);
                }
                (both(left, right), Type::Int)
            }
        }
    }

    /// Types an operand of `&` or `|`, where names of flags may omit their type.
    fn bits(&mut self, expression: &Expr, wanted: Option<&str>) -> (Tree, Type) {
        match self.bare_flag(expression, wanted) {
            Some(flag) => flag,
            None => self.operand(expression, wanted),
        }
    }

    fn bare_flag(&self, expression: &Expr, wanted: Option<&str>) -> Option<(Tree, Type)> {
        let Expr::Path(path) = expression else {
            return None;
        };
        match segments(&path.path).as_slice() {
            [name] => self.enum_value(wanted?, name, true),
            _ => None,
        }
    }

    /// The help for a number that is used as a condition.
    pub(super) fn compared(&mut self, expression: &Expr) -> String {
        if let Expr::Binary(binary) = expression
            && let (BinOp::BitAnd(_), (_, Type::Enum(of))) =
                (&binary.op, self.bits(&binary.left, None))
            && let Some(tested) = binary.left.span().source_text()
            && let Some(flag) = self.flag(&of, &binary.right)
        {
            return format!("test flags by name: `{tested} & {flag} != 0`");
        }
        "compare it, as in `count > 0`".to_owned()
    }

    /// The name of a flag with the given number; any flag's name, if there is none.
    fn flag(&self, of: &str, number: &Expr) -> Option<String> {
        let item = self.scope.schema.content(of)?.flags()?;
        let number = parsed::number(number).map(i128::from);
        let values = &self.scope.schema.values(item).values;
        let meant = values
            .iter()
            .find(|value| Some(value.value.value) == number);
        let any = values.iter().find(|value| value.value.value != 0);
        Some(meant.or(any)?.name.value.clone())
    }

    /// Reports a division by a constant 0.
    pub(super) fn divides(&self, by: &Expr) {
        if parsed::number(bare(by)) == Some(0) {
            self.wrong(by.span(), "this divides by 0")
                .help("dividing by a field reports an error in the file if it is 0");
        }
    }
}

//! Types names after a dot and indices in brackets: fields of records, arms of unions, elements of arrays.

use syn::Ident;
use syn::spanned::Spanned as _;

use super::fields::fields_of;
use super::names::named;
use super::parsed::{bare, name, number};
use super::tree::Access;
use super::typing::Typing;
use super::{Tree, Type, describe};
use crate::model::{Base, Content};

impl Typing<'_> {
    pub(super) fn field(&mut self, field: &syn::ExprField) -> (Tree, Type) {
        let (tree, ty) = self.expression(&field.base, None);
        let syn::Member::Named(member) = &field.member else {
            return self.refused(self.wrong(field.span(), "fields have names"));
        };
        let (of, is_optional) = match ty {
            Type::Record(of) => (of, false),
            Type::Optional(of) => (of, true),
            Type::Union(of) => return self.arm(tree, of, member),
            Type::Unknown => return self.unknown(),
            other => {
                let what = format!("{} has no fields", describe(&other));
                let mut noted = self.wrong(field.span(), what);
                if let Type::Enum(of) = &other
                    && self
                        .scope
                        .schema
                        .content(of)
                        .and_then(Content::flags)
                        .is_some()
                {
                    let tested = field.base.span().source_text().unwrap_or_default();
                    noted = noted.help(format!("test flags by name: `{tested} & {member} != 0`"));
                }
                return self.refused(noted);
            }
        };
        let name = member.to_string();
        let fields = fields_of(self.scope.schema, &of);
        let find = |name: &str| fields.iter().find(|(known, ..)| known == name);
        let Some((_, base, is_method)) = find(&name) else {
            let legal = fields.iter().map(|(known, ..)| known.as_str());
            let noted = self.wrong(member.span(), format!("`{of}` has no field `{name}`"));
            return self.refused(noted.legal(&name, legal));
        };
        let access = if *is_method {
            Access::Method
        } else {
            Access::Field
        };
        if is_optional {
            return member_of(tree, of, name, access, self.optional(base));
        }
        if let Base::Item(union) = base
            && let Some(declared) = self.scope.schema.union(union)
            && let Some((_, _, selects_by_method)) = find(declared.selector())
        {
            let selector = declared.selector().to_owned();
            let access = Access::Union(*is_method, selector, *selects_by_method);
            return member_of(tree, of, name, access, Type::Union(union.clone()));
        }
        let ty = self.type_of(base);
        member_of(tree, of, name, access, ty)
    }

    /// The value of an arm of a union, which is 0 if the selector chooses another arm.
    fn arm(&self, tree: Tree, of: String, member: &Ident) -> (Tree, Type) {
        let Some(union) = self.scope.schema.union(&of) else {
            return self.unknown();
        };
        let Some(arm) = union.arms.iter().find(|arm| *member == arm.name.value) else {
            let legal = union.arms.iter().map(|arm| arm.name.as_str());
            let noted = self.wrong(member.span(), format!("`{of}` has no arm `{member}`"));
            return self.refused(noted.legal(&member.to_string(), legal));
        };
        let ty = self.optional(&arm.ty.base);
        member_of(tree, of, member.to_string(), Access::Method, ty)
    }

    /// Types a run of numbers, whose elements are accessed like those of an array.
    fn numbers(&self, run: &syn::Expr) -> Option<(Tree, Type)> {
        let name = name(run)?;
        let known = self.scope.names.iter().find(|known| *name == known.name)?;
        known.field.filter(|field| field.is_list())?;
        match self.known_name(&name.to_string(), name.span(), None) {
            Some(found) => Some(named(found.name, Type::Array(found.base.clone(), None))),
            None => Some(self.unknown()),
        }
    }

    pub(super) fn index(&mut self, index: &syn::ExprIndex) -> (Tree, Type) {
        let run = self.numbers(&index.expr);
        let is_run = run.is_some();
        let (tree, ty) = run.unwrap_or_else(|| self.expression(&index.expr, None));
        let at = self.number(bare(&index.index));
        match ty {
            Type::Array(of, len) => match self.type_of(&of) {
                _ if self.is_beyond(bare(&index.index), len) => self.unknown(),
                ty @ (Type::Int | Type::Enum(_)) => {
                    let [of, at] = [tree, at].map(Box::new);
                    (Tree::Index { of, at, is_run }, ty)
                }
                _ => {
                    let what = "only arrays and lists of numbers can be indexed";
                    self.refused(self.wrong(index.span(), what))
                }
            },
            Type::Unknown => self.unknown(),
            other => {
                let what = format!("{} cannot be indexed", describe(&other));
                self.refused(self.wrong(index.span(), what))
            }
        }
    }

    /// Reports an index that is out of range: a literal, or the index of `each` whose maximum is known.
    fn is_beyond(&self, index: &syn::Expr, len: Option<u64>) -> bool {
        let last_of_each = || {
            let index = name(index).filter(|_| !self.is_guarded)?;
            let mut names = self.scope.names.iter();
            names
                .find(|known| *index == known.name)?
                .below?
                .checked_sub(1)
        };
        let (Some(last), Some(len)) = (number(index).or_else(last_of_each), len) else {
            return false;
        };
        let is_beyond = last >= len;
        if is_beyond {
            let noted = self.wrong(index.span(), format!("the array has no element {last}"));
            noted.help(format!("legal values: 0 to {}", len.saturating_sub(1)));
        }
        is_beyond
    }
}

/// A field of a record, with its type.
pub(super) fn member_of(
    of: Tree,
    item: String,
    name: String,
    access: Access,
    ty: Type,
) -> (Tree, Type) {
    let member = Tree::Member {
        of: Box::new(of),
        item,
        name,
        access,
        ty: ty.clone(),
    };
    (member, ty)
}

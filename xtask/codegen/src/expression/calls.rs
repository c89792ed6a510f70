//! Types calls: the built-in functions, and those that the schemas declare.

use syn::spanned::Spanned as _;
use syn::{Expr, Lit};

use super::members::member_of;
use super::names::{named, record};
use super::parsed::{bare, ident};
use super::tree::{Access, Call, Called};
use super::typing::Typing;
use super::{FUNCTIONS, Name, Tree, Type, wrong_count};
use crate::model::{Content, Field, FieldKind};

impl Typing<'_> {
    pub(super) fn call(&mut self, call: &syn::ExprCall) -> (Tree, Type) {
        let Some(function) = ident(&call.func) else {
            return self.refused(self.wrong(call.span(), "only named functions can be called"));
        };
        let name = function.to_string();
        let arguments: Vec<&Expr> = call.args.iter().collect();
        match (name.as_str(), arguments.as_slice()) {
            ("align", [value, to]) => {
                self.divides(to);
                let arguments = vec![self.number(bare(value)), self.number(bare(to))];
                (called(&name, arguments, Called::Function), Type::Int)
            }
            ("len" | "at" | "size_of" | "stride_of" | "version_of", [field]) => {
                self.about(&name, field)
            }
            ("stride_of", [first, others @ ..]) => {
                let (mut tree, ty) = self.about(&name, first);
                for field in others {
                    let other = self.about(&name, field).0;
                    if let (Tree::Call(call), Tree::Call(other)) = (&mut tree, other) {
                        call.arguments.extend(other.arguments);
                    }
                }
                (tree, ty)
            }
            ("align", found) => self.arity(call, &name, &["number", "to"], found.len()),
            ("len" | "at" | "size_of" | "stride_of" | "version_of", found) => {
                self.arity(call, &name, &["field"], found.len())
            }
            _ => match self.scope.schema.content(&name) {
                Some(Content::Let(function))
                    if function.args.is_empty() && arguments.is_empty() =>
                {
                    let (constant, ty) = match function.is.literal() {
                        Some(Lit::Str(_)) => (Called::FourCC, Type::FourCC),
                        _ => (Called::Function, Type::Int),
                    };
                    (called(&name, Vec::new(), constant), ty)
                }
                Some(Content::Let(function)) if function.args.len() == arguments.len() => {
                    self.is_guarded = true;
                    let arguments: Vec<_> = arguments
                        .into_iter()
                        .map(|argument| self.number(bare(argument)))
                        .collect();
                    (called(&name, arguments, Called::Function), Type::Int)
                }
                Some(Content::Let(function)) => {
                    let takes: Vec<&str> = function.args.iter().map(|name| name.as_str()).collect();
                    self.arity(call, &name, &takes, arguments.len())
                }
                None if self.scope.schema.is_lost(&name) => self.unknown(),
                _ => {
                    let lets = self
                        .scope
                        .schema
                        .items
                        .iter()
                        .filter(|item| matches!(item.content, Content::Let(_)));
                    let legal: Vec<&str> = FUNCTIONS
                        .into_iter()
                        .chain(lets.map(|item| item.name.as_str()))
                        .collect();
                    let noted = self.wrong(function.span(), format!("unknown function `{name}`"));
                    self.refused(match name.as_str() {
                        "known" => noted.help("`known(record.field)` must be the whole condition"),
                        _ => noted.legal(&name, legal),
                    })
                }
            },
        }
    }

    /// Reports a wrong number of arguments.
    fn arity(
        &self,
        call: &syn::ExprCall,
        name: &str,
        takes: &[&str],
        found: usize,
    ) -> (Tree, Type) {
        let noted = self.wrong(call.span(), wrong_count(name, takes.len(), found));
        self.refused(noted.help(format!("write `{name}({})`", takes.join(", "))))
    }

    /// Types `len(field)`, and the other functions of a field.
    fn about(&mut self, function: &str, field: &Expr) -> (Tree, Type) {
        if let ("len", Expr::Field(inner)) = (function, field) {
            return self.length_inside(inner);
        }
        let Some(ident) = ident(field) else {
            let what = format!("`{function}` takes the name of a field");
            return self.refused(self.wrong(field.span(), what));
        };
        let name = ident.to_string();
        if function == "size_of" && name == "self" {
            self.late = true;
            let (own, _) = named(&name, Type::Unknown);
            return (called(function, vec![own], Called::Place), Type::Int);
        }
        // Once everything is read, every field has an offset, including computed ones.
        let (rules, is_placed) = (self.rules, function == "at" || function == "size_of");
        let known = self.scope.names.iter().find(|known| known.name == name);
        let found = match known {
            Some(known) if is_placed && (rules.ahead || !known.behind) => Some(known),
            _ => self.known_name(&name, ident.span(), None),
        };
        // The type of the field is missing because of a mistake, so the call cannot be checked.
        let is_lost = |found: &&Name<'_>| {
            let item = found.base.item();
            let is_lost = item.is_some_and(|of| self.scope.schema.item(of).is_none());
            let single = found.field.filter(|field| !field.is_optional());
            is_lost && single.is_some_and(|field| field.kind.is_single())
        };
        let Some(found) = found.filter(|found| !is_lost(found)) else {
            return self.unknown();
        };
        let how = match (function, found.field) {
            ("len", Some(field)) if field.has_length() => {
                if field.is_optional() {
                    Called::OptionalLength
                } else {
                    Called::Method("len")
                }
            }
            ("at" | "size_of", None) => {
                let what = format!("the parameter `{name}` has no offset");
                return self.refused(self.wrong(ident.span(), what));
            }
            ("size_of", Some(field)) if field.kind == FieldKind::Sized => Called::Method("size"),
            ("at" | "size_of", _) => {
                self.late = true;
                Called::Place
            }
            ("stride_of", Some(field)) if field.kind == FieldKind::Strided => {
                Called::Method("stride")
            }
            ("version_of", Some(field)) if field.kind == FieldKind::Sized => {
                Called::Method("version")
            }
            _ => {
                let what = match function {
                    "len" => "a field with a count",
                    "stride_of" => "records with `stride`",
                    _ => "a record with `size`",
                };
                let what = format!("`{function}` requires {what}, which `{name}` is not");
                return self.refused(self.wrong(ident.span(), what));
            }
        };
        // Only records have members and versions.
        let ty = match found.field.map(|field| field.kind) {
            Some(FieldKind::Sized) => record(&found.base),
            _ => Type::Unknown,
        };
        (called(function, vec![named(&name, ty).0], how), Type::Int)
    }

    /// Types `len(table.rows)`: the length of a run in a structure.
    fn length_inside(&mut self, field: &syn::ExprField) -> (Tree, Type) {
        let (Some(outer), syn::Member::Named(run)) = (ident(&field.base), &field.member) else {
            let what = "`len` takes a field, or one of a structure";
            return self.refused(self.wrong(field.span(), what));
        };
        let Some(found) = self.known_name(&outer.to_string(), outer.span(), None) else {
            return self.unknown();
        };
        let is_one = |field: &&Field| field.kind == FieldKind::Structure && field.count.is_none();
        let structure = found.field.filter(is_one);
        let Some((structure, sequence)) = structure
            .and_then(|field| Some((field, self.scope.schema.sequence_of(&field.ty.base)?)))
        else {
            let what = format!("`{outer}` is not a structure with a list");
            return self.refused(self.wrong(outer.span(), what));
        };
        let counted = sequence
            .fields
            .iter()
            .filter(|field| field.count.is_some() && !field.is_optional());
        let legal: Vec<&str> = counted.map(|field| field.name.as_str()).collect();
        let name = run.to_string();
        if !legal.contains(&name.as_str()) {
            let noted = self.wrong(run.span(), format!("`{outer}` has no list `{name}`"));
            return self.refused(noted.legal(&name, legal));
        }
        let how = if structure.is_optional() {
            Called::OptionalLength
        } else {
            Called::Method("len")
        };
        let of = found.base.item().unwrap_or_default().to_owned();
        let outer = named(&outer.to_string(), Type::Unknown).0;
        let run = member_of(outer, of, name, Access::Field, Type::Unknown).0;
        (called("len", vec![run], how), Type::Int)
    }
}

fn called(function: &str, arguments: Vec<Tree>, called: Called) -> Tree {
    Tree::Call(Call {
        function: function.to_owned(),
        arguments,
        called,
    })
}

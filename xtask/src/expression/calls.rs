//! Calls: the functions of the language, and those that the schemas name.

use syn::spanned::Spanned as _;
use syn::{Expr, Lit};

use super::members::member_of;
use super::names::named;
use super::tree::{bare, ident};
use super::typed::{Access, Call, Called};
use super::typing::Typing;
use super::{Entity, FUNCTIONS, Tree, Type, wrong_count};
use crate::model::{Base, Content};

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

    /// Notes a wrong number of arguments.
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

    /// `len(field)` and its like.
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
        // Once everything is read, every field has a place, computed ones too.
        let (rules, is_placed) = (self.rules, function == "at" || function == "size_of");
        let known = self.scope.names.iter().find(|known| known.name == name);
        let entity = match known {
            Some(known) if is_placed && (rules.ahead || !known.behind) => {
                Some(known.entity.clone())
            }
            _ => self.entity(&name, ident.span(), None),
        };
        let entity = match entity {
            // A type that is lost: what it is cannot be said.
            Some(Entity::Single(Base::Item(of))) if self.scope.schema.item(&of).is_none() => {
                return self.unknown();
            }
            Some(entity) => entity,
            None => return self.unknown(),
        };
        let how = match (function, &entity) {
            ("len", Entity::Run(_) | Entity::Strided | Entity::Bytes) => Called::Method("len"),
            ("len", Entity::AbsentBytes) => Called::OptionalLength,
            ("at" | "size_of", Entity::Argument(_)) => {
                let what = format!("the parameter `{name}` has no offset");
                return self.refused(self.wrong(ident.span(), what));
            }
            ("size_of", Entity::Sized(_)) => Called::Method("size"),
            ("at" | "size_of", _) => {
                self.late = true;
                Called::Place
            }
            ("stride_of", Entity::Strided) => Called::Method("stride"),
            ("version_of", Entity::Sized(_)) => Called::Method("version"),
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
        let ty = match entity {
            Entity::Sized(of) => Type::Record(of),
            _ => Type::Unknown,
        };
        (called(function, vec![named(&name, ty).0], how), Type::Int)
    }

    /// `len(table.rows)`: how long a run is that a structure holds.
    fn length_inside(&mut self, field: &syn::ExprField) -> (Tree, Type) {
        let (Some(outer), syn::Member::Named(run)) = (ident(&field.base), &field.member) else {
            let what = "`len` takes a field, or one of a structure";
            return self.refused(self.wrong(field.span(), what));
        };
        let entity = self.entity(&outer.to_string(), outer.span(), None);
        let structure = match &entity {
            Some(Entity::Nested(Some(of)) | Entity::AbsentNested(Some(of))) => {
                self.scope.schema.content(of)
            }
            Some(_) => None,
            None => return self.unknown(),
        };
        let Some(sequence) = structure.and_then(Content::sequence) else {
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
        let (how, of) = match entity {
            Some(Entity::AbsentNested(of)) => (Called::OptionalLength, of),
            Some(Entity::Nested(of)) => (Called::Method("len"), of),
            _ => return self.unknown(),
        };
        let structure = named(&outer.to_string(), Type::Unknown).0;
        let access = Access::Field;
        let run = member_of(
            structure,
            of.unwrap_or_default(),
            name,
            access,
            Type::Unknown,
        )
        .0;
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

//! Resolves the names in an expression: fields, parameters and values of enums.

use proc_macro2::Span as TokenSpan;
use syn::spanned::Spanned as _;

use super::parsed::segments;
use super::typing::Typing;
use super::{Known, Name, Tree, Type};
use crate::model::{Base, Content, Field, FieldKind, PARAMETERS};

impl<'l> Typing<'l> {
    pub(super) fn path(&mut self, path: &syn::ExprPath, wanted: Option<&str>) -> (Tree, Type) {
        let names = segments(&path.path);
        match names.as_slice() {
            [value] => {
                if let Some(found) = wanted.and_then(|of| self.enum_value(of, value, true)) {
                    return found;
                }
                let Some(found) = self.known_name(value, path.span(), wanted) else {
                    return self.unknown();
                };
                match found.field.map(|field| field.kind) {
                    Some(FieldKind::Value) if found.field.is_some_and(Field::is_optional) => {
                        named(value, self.optional(&found.base))
                    }
                    None | Some(FieldKind::Value | FieldKind::Computed) => {
                        named(value, self.type_of(&found.base))
                    }
                    Some(FieldKind::Sized) => named(value, record(&found.base)),
                    Some(FieldKind::Reference) => {
                        let what = format!("`{value}` is a reference to a pool");
                        let noted = self.wrong(path.span(), what);
                        self.refused(noted.help(
                            "expressions cannot use it: it is an offset in files and an index in values",
                        ))
                    }
                    Some(_) => {
                        let noted = self.wrong(path.span(), format!("`{value}` is not a number"));
                        self.refused(noted.help(format!(
                            "use `len({value})` for its length, and `at({value})` for its offset"
                        )))
                    }
                }
            }
            [of, value] => match self.enum_value(of, value, false) {
                Some(found) => found,
                None => {
                    let place = |index: usize| path.path.segments[index].span();
                    match self.scope.schema.content(of) {
                        Some(Content::Enum(_)) => {
                            let legal = self.scope.schema.values_named(of);
                            self.wrong(place(1), format!("`{of}` has no value `{value}`"))
                                .legal(value, legal);
                        }
                        _ if self.scope.schema.is_lost(of) => {}
                        _ => {
                            let legal = self.scope.schema.enums();
                            self.wrong(place(0), format!("there is no enum `{of}`"))
                                .legal(of, legal);
                        }
                    }
                    self.unknown()
                }
            },
            _ => self.refused(self.wrong(path.span(), "a path is `field` or `Enum::Value`")),
        }
    }

    /// A value of an enum; `is_bare` if the schema omits the enum's name.
    pub(super) fn enum_value(&self, of: &str, name: &str, is_bare: bool) -> Option<(Tree, Type)> {
        let value = self.scope.schema.values_of(of)?.value(name)?;
        let value = Tree::Value {
            of: of.to_owned(),
            name: name.to_owned(),
            number: value.value.unsigned(),
            is_bare,
        };
        Some((value, Type::Enum(of.to_owned())))
    }

    /// The name in scope, if it is allowed here.
    ///
    /// If a value of an enum is `wanted`, the name may have been meant as one.
    pub(super) fn known_name(
        &self,
        name: &str,
        at: TokenSpan,
        wanted: Option<&str>,
    ) -> Option<&'l Name<'l>> {
        let rules = self.rules;
        let is_behind =
            |known: &Name<'_>| known.behind && (!rules.ahead || known.known != Known::AtOnce);
        let Some(found) = self.scope.names.iter().find(|known| known.name == name) else {
            self.unknown_name(
                name,
                at,
                wanted,
                self.scope.names.iter().filter(|known| !is_behind(known)),
            );
            return None;
        };
        let (what, help) = match found.known {
            _ if is_behind(found) => ("is used before it is read", "use a field before this one"),
            Known::InPlace | Known::AtLast if rules.kept_only => (
                "is computed on writing and cannot be a count",
                "use the name of a field, such as `count`, or an expression with stored fields; records up to a number of bytes \
                    are a struct of their own, with `count = \"..\"`, in a field whose `size` is that number",
            ),
            Known::AtLast if rules.on_writing => (
                "is not known before everything is written",
                "offsets are not known yet here; use the fields they depend on",
            ),
            Known::Never if rules.on_writing => (
                "has a computed `default`, so other expressions cannot use it",
                "use stored fields, or fields with `is`",
            ),
            _ => return Some(found),
        };
        self.wrong(at, format!("`{name}` {what}")).help(help);
        None
    }

    fn unknown_name<'n>(
        &self,
        name: &str,
        at: TokenSpan,
        wanted: Option<&str>,
        names: impl Iterator<Item = &'n Name<'n>>,
    ) {
        if let Some(Content::Let(_)) = self.scope.schema.content(name) {
            self.wrong(at, format!("`{name}` is a `let`, not a field"))
                .help(format!("write `{name}()`"));
            return;
        }
        let values = wanted
            .map(|of| self.scope.schema.values_named(of))
            .unwrap_or_default();
        let names = names.map(|known| known.name);
        let what = match wanted {
            Some(of) => format!("`{name}` is neither a value of `{of}` nor a field"),
            None if self.scope.names.iter().all(|known| known.field.is_none()) => {
                format!("unknown argument `{name}`")
            }
            None => format!("unknown field `{name}`"),
        };
        let noted = self.wrong(at, what);
        match name {
            "eof" | "eos" | "end" | "_io" => {
                noted.help("`count = \"..\"` and `size = \"..\"` are all that is left")
            }
            "_parent" | "parent" | "_root" | "root" => noted.help(PARAMETERS),
            _ => noted.legal(name, values.into_iter().chain(names)),
        };
    }

    /// The type of an expression with a value of type `base`: a number, if the value is one.
    pub(super) fn type_of(&self, base: &Base) -> Type {
        match base {
            Base::Integer(_) | Base::StringRef | Base::RowRef(_) | Base::ListRef(_) => Type::Int,
            Base::Bool8 => Type::Bool,
            Base::FourCC => Type::FourCC,
            Base::Array(of, count) => Type::Array((**of).clone(), Some(*count)),
            Base::Item(name) => match self.scope.schema.content(name) {
                Some(Content::Enum(_)) => Type::Enum(name.clone()),
                Some(_) => Type::Record(name.clone()),
                None => Type::Unknown,
            },
            Base::Float(_) => Type::Float,
            Base::Signed(_) => Type::Signed,
            // Single values have no other types.
            _ => Type::Unknown,
        }
    }

    /// Like `type_of`, for a value that may be absent and is then 0.
    pub(super) fn optional(&self, base: &Base) -> Type {
        match self.type_of(base) {
            Type::Record(of) => Type::Optional(of),
            ty => ty,
        }
    }
}

/// The type of an expression that is a record.
pub(super) fn record(base: &Base) -> Type {
    Type::Record(base.item().unwrap_or_default().to_owned())
}

/// A field or a parameter, with its type.
pub(super) fn named(name: &str, ty: Type) -> (Tree, Type) {
    let (name, own) = (name.to_owned(), ty.clone());
    (Tree::Name { name, ty: own }, ty)
}

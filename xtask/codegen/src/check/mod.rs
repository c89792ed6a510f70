//! Checks the model and reports all mistakes, in all files, before any Rust is generated.

mod columns;
mod cpp;
mod declared_sizes;
mod default_fields;
mod default_value;
mod depth;
mod directories;
mod document_keys;
mod earlier;
mod enums;
mod hidden;
mod magic;
mod names;
mod newer;
mod parts;
mod placed;
mod records;
mod selectors;
mod sequences;
mod shown;
mod spelling;
mod stages;
mod switches;
mod types;

use std::iter::repeat;

use crate::diagnostic::{MistakeBuilder, Mistakes};
use crate::evaluate::{Arguments, evaluate};
use crate::expression::{Expression, Name, Rules, Scope, Type as Found, argument, arguments};
use crate::load::{is_identifier, with_article};
use crate::model::{Base, Content, Field, Form, Let, Parameter, Schema, Struct, Type};
use crate::span::{Located, Spanned};

use self::types::TypeUse;

/// Reports every mistake of a schema.
pub(crate) fn check(schema: &Schema, mistakes: &Mistakes) {
    let checker = Checker { schema, mistakes };
    if !checker.is_shallow() {
        return;
    }
    for item in &schema.items {
        checker.mirrored(item);
        checker.spelling(item);
        match &item.content {
            Content::Enum(content) => checker.enumeration(&item.name, content),
            Content::Bits(bits) => checker.bits(&item.name, bits),
            Content::Switch(switch) => {
                checker.finite(&item.name);
                checker.switch(&item.name, switch);
                checker.newer_arms(item, switch);
            }
            Content::Struct(of) => checker.fields_of(&item.name, of),
            Content::Let(function) => checker.function(&item.name, function),
        }
        checker.document_keys(item);
        checker.earlier_names(item);
        checker.hidden(item);
    }
    checker.constant_functions();
    checker.item_names();
    checker.earlier_items();
    checker.parts();
    checker.stages();
    if mistakes.is_empty() {
        checker.default_values();
    }
}

/// The checks of one schema.
#[derive(Clone, Copy)]
struct Checker<'c> {
    schema: &'c Schema,
    mistakes: &'c Mistakes,
}

impl<'c> Checker<'c> {
    /// Reports a mistake.
    fn note(&self, at: &impl Located, what: impl AsRef<str>) -> MistakeBuilder<'c> {
        self.mistakes.note(at, what)
    }
}

impl Checker<'_> {
    /// Checks a struct and its fields.
    fn fields_of(&self, name: &Spanned<String>, of: &Struct) {
        match of.form {
            Form::Sequence => {
                self.finite(name);
                self.sequence(name, of);
                self.newer_in_part(name, of);
                self.has_its_pools(name, of);
            }
            Form::Record => self.record(name, &of.fields),
            Form::BySize => {
                self.versioned(name, of);
                self.declared_sizes(of);
                self.newer_than_llvm(of);
            }
            Form::ByValue => {
                self.versioned(name, of);
                self.newer_by_value(of);
            }
        }
    }

    /// Reports names that occur twice.
    fn distinct<'n>(&self, names: impl IntoIterator<Item = &'n Spanned<String>>, what: &str) {
        let mut seen: Vec<&Spanned<String>> = Vec::new();
        for name in names {
            match seen.iter().find(|earlier| earlier.value == name.value) {
                Some(earlier) => {
                    self.note(name, format!("the {what} `{name}` is declared twice"))
                        .other(*earlier, "the first one");
                }
                None => seen.push(name),
            }
        }
    }

    /// Checks the parameters of an item; `first` is the use of the first one. Returns the names that the item's
    /// expressions can use.
    fn parameters<'t>(&self, takes: &'t [Parameter], first: TypeUse) -> Vec<Name<'t>> {
        self.distinct(takes.iter().map(|parameter| &parameter.name), "parameter");
        let places = [first].into_iter().chain(repeat(TypeUse::Parameter));
        for (parameter, place) in takes.iter().zip(places) {
            match parameter.ty.base {
                Base::Record => self.type_name(&parameter.name),
                _ => self.local_name(&parameter.name),
            }
            self.known_type(&parameter.ty, place);
        }
        arguments(takes)
    }

    fn function(&self, name: &Spanned<String>, function: &Let) {
        self.distinct(&function.args, "argument");
        let mut is_right = true;
        for argument in &function.args {
            self.local_name(argument);
            if !is_identifier(argument) {
                self.note(
                    argument,
                    format!("`{argument}` is not a valid name of a parameter"),
                )
                .help("use letters, digits and `_`, and no keyword of Rust");
                is_right = false;
            } else if !function.is.names(argument) {
                self.note(argument, format!("`{argument}` is not used"))
                    .help("remove it");
            }
        }
        if function.args.is_empty() {
            let is = &function.is;
            if matches!(is.literal(), Some(syn::Lit::Int(_))) && is.number().is_none() {
                self.note(is, "a number has at most 64 bits")
                    .help("legal values: 0 to 0xffffffffffffffff");
            } else if let Some(found) = self.scope(Vec::new()).type_of(is, Rules::default())
                && !matches!(
                    found,
                    Found::Int | Found::Enum(_) | Found::FourCC | Found::Unknown
                )
            {
                self.no_constant(name, is);
            }
        } else if is_right {
            self.scope(let_arguments(function))
                .number(&function.is, Rules::default());
        }
        if let Some(way) = self.circle_of_lets(name) {
            self.note(name, format!("`{name}` calls itself{way}"))
                .help("a `let` cannot be recursive");
        }
    }

    /// The path on which a `let` calls itself, if the `let` is the first one of the circle.
    fn circle_of_lets(&self, name: &str) -> Option<String> {
        self.circle(name, |name: &str| match self.schema.content(name) {
            Some(Content::Let(function)) => {
                let calls = function.is.calls().into_iter();
                let items = calls.filter_map(|(name, _)| self.schema.item(&name.to_string()));
                items.map(|item| item.name.as_str()).collect()
            }
            _ => Vec::new(),
        })
    }

    /// Checks that each `let` without parameters is a constant, if every `let` can be evaluated.
    fn constant_functions(&self) {
        let functions = || {
            let items = self.schema.items.iter();
            items.filter_map(|item| match &item.content {
                Content::Let(function) => Some((&item.name, function)),
                _ => None,
            })
        };
        let is_finite = |name: &str| self.circle_of_lets(name).is_none();
        if functions().all(|(name, of)| of.is.typed().is_some() && is_finite(name)) {
            functions().for_each(|(name, function)| self.constant(name, function));
        }
    }

    /// Checks that a `let` without parameters is a number or a FourCC, once all expressions are typed.
    fn constant(&self, name: &Spanned<String>, function: &Let) {
        let is = &function.is;
        let Some(tree) = is.typed() else { return };
        let is_fourcc =
            matches!(is.literal(), Some(syn::Lit::Str(_))) && tree.fourcc_number().is_some();
        let is_number = evaluate(&Arguments::new(self.schema, &[], []), tree).is_some();
        if !function.args.is_empty() || is_fourcc || is_number {
            return;
        }
        self.no_constant(name, is);
    }

    fn no_constant(&self, name: &str, is: &Expression) {
        let what = format!("`{name}` has no parameters and is not a constant");
        self.note(is, what).help(
            "write a number of at most 64 bits, or a FourCC, such as `'\"DXBC\"'`, or list parameters in `takes`",
        );
    }

    /// The path on which an item contains itself. A circle is one mistake, reported for its first item.
    fn circle<'s>(&'s self, name: &str, next: impl Fn(&str) -> Vec<&'s str>) -> Option<String> {
        let leads_to = |from: &str, to: &str| {
            let mut steps = next(from).into_iter();
            steps.any(|step| {
                let reached = self.schema.reached(step, |item| next(&item.name));
                reached.iter().any(|item| item.name.value == to)
            })
        };
        if !leads_to(name, name) {
            return None;
        }
        let mut items = self.schema.items.iter();
        let first = items.find(|item| leads_to(name, &item.name) && leads_to(&item.name, name))?;
        let way = next(name)
            .into_iter()
            .find(|step| *step == name || leads_to(step, name))?;
        (first.name.value == name).then(|| {
            if way == name {
                String::new()
            } else {
                format!(", through `{way}`")
            }
        })
    }

    /// Checks that a structure contains itself only in a list within a stated size, and has no references: offsets
    /// could form a circle.
    fn finite(&self, name: &Spanned<String>) {
        let through = |leaves_out: fn(&Field) -> bool| {
            self.circle(name, move |name: &str| self.structures_in(name, leaves_out))
        };
        let is_rest = |field: &Field| field.count.as_ref().is_some_and(Expression::is_rest);
        let noted = |way: String| self.note(name, format!("`{name}` contains itself{way}"));
        if let Some(way) = through(Field::is_bounded) {
            noted(way).help("add `size` to the field that contains it, like a RIFF or MP4 chunk").help(
                "for structures that are referenced by their offset, use a `pool` and `row(pool)`",
            );
        } else if let Some(way) = through(is_rest) {
            noted(way).help("make it a list in these bytes, with `count = \"..\"`");
        } else if let Some(way) = through(|_| false)
            && self.schema.leads_to_tables(name)
        {
            let tables = "a recursive structure can neither contain nor reference tables: `strings`, `string` and `row` are not allowed";
            noted(way).help(tables);
        }
    }

    /// The items that a structure contains, except in fields that `leaves_out` selects.
    fn structures_in(&self, name: &str, leaves_out: fn(&Field) -> bool) -> Vec<&str> {
        let types: Vec<&Type> = match self.schema.content(name) {
            Some(Content::Struct(sequence)) if sequence.form == Form::Sequence => {
                let fields = sequence.fields.iter().filter(|field| !leaves_out(field));
                fields.map(|field| &field.ty).collect()
            }
            Some(Content::Switch(choice)) if choice.size.is_none() => {
                choice.arms.iter().map(|arm| &arm.ty).collect()
            }
            _ => Vec::new(),
        };
        let types = types.into_iter();
        types.filter_map(|ty| ty.base.inner_item()).collect()
    }

    fn scope<'s>(&'s self, names: Vec<Name<'s>>) -> Scope<'s> {
        Scope {
            schema: self.schema,
            names,
            mistakes: self.mistakes,
        }
    }
}

/// The names that the formula of a function can use.
fn let_arguments(function: &Let) -> Vec<Name<'_>> {
    function
        .args
        .iter()
        .map(|name| argument(name, Base::Integer(64)))
        .collect()
}

/// Whether an item has a fixed size.
fn is_fixed(content: &Content) -> bool {
    match content {
        Content::Enum(_) | Content::Bits(_) => true,
        Content::Struct(of) => of.form == Form::Record,
        Content::Switch(switch) => switch.size.is_some(),
        _ => false,
    }
}

/// The kind of an item, for messages.
fn kind_of(content: &Content) -> String {
    with_article(content.kind())
}

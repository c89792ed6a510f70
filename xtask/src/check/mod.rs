//! Everything that can be wrong with the facts, found before any Rust is written: all of it, in all files, at once.

mod enums;
mod parts;
mod records;
mod sequences;

pub(crate) use sequences::scope;

use crate::diagnostic::{Mistakes, Spanned};
use crate::expression::{Entity, Name, Rules, Scope};
use crate::model::{BUILT_IN, Base, Content, Parameter, Schema, Type};

/// Notes every mistake of a schema.
pub(crate) fn check(schema: &Schema, mistakes: &Mistakes) {
    let checker = Checker { schema, mistakes };
    for item in &schema.items {
        match &item.content {
            Content::Enum(content) => checker.enumeration(&item.name, content, false),
            Content::Flags(content) => checker.enumeration(&item.name, content, true),
            Content::Bits(bits) => checker.bits(&item.name, bits),
            Content::Record(fields) => checker.record(&item.name, fields),
            Content::Versioned(versioned) => checker.versioned(&item.name, versioned),
            Content::Union(union) => checker.union(&item.name, union),
            Content::Sequence(sequence) => checker.sequence(&item.name, sequence),
            Content::Let(function) => checker.function(&item.name, function),
        }
    }
    checker.parts();
}

/// The rules, over one schema.
#[derive(Clone, Copy)]
struct Checker<'c> {
    schema: &'c Schema,
    mistakes: &'c Mistakes,
}

impl Checker<'_> {
    /// Notes names that come twice.
    fn distinct<'n>(&self, names: impl IntoIterator<Item = &'n Spanned<String>>, what: &str) {
        let mut seen: Vec<&Spanned<String>> = Vec::new();
        for name in names {
            match seen.iter().find(|earlier| earlier.value == name.value) {
                Some(earlier) => {
                    let noted = self.mistakes.note(&name.span, format!("the {what} `{}` comes twice", name.value));
                    noted.other(&earlier.span, "the first one");
                }
                None => seen.push(name),
            }
        }
    }

    /// Notes a type that does not exist, or is not `right` here; and arguments that do not fit.
    fn known_type(&self, ty: &Type, what: &str, right: impl Fn(&Content) -> bool) -> bool {
        let Some(name) = item_of(&ty.base) else { return true };
        let Some(item) = self.schema.item(name) else {
            let items = self.schema.items.iter().filter(|item| right(&item.content));
            let legal = BUILT_IN.iter().map(|(name, _)| *name).chain(items.map(|item| item.name.as_str()));
            self.mistakes.note(&ty.span, format!("unknown type `{name}`")).legal(name, legal);
            return false;
        };
        if !right(&item.content) {
            let noted = self.mistakes.note(&ty.span, format!("`{name}` cannot be the type of {what}"));
            noted.label(format!("this is a {}", kind_of(&item.content))).other(&item.name.span, "declared here");
            return false;
        }
        let takes: &[Parameter] = match &item.content {
            Content::Versioned(versioned) => &versioned.takes,
            Content::Sequence(sequence) => &sequence.takes,
            _ => &[],
        };
        if takes.len() != ty.args.len() {
            let list: Vec<&str> = takes.iter().map(|parameter| parameter.name.as_str()).collect();
            let what = format!("`{name}` takes {} argument{}, found {}", list.len(), if list.len() == 1 { "" } else { "s" }, ty.args.len());
            let noted = self.mistakes.note(&ty.span, what);
            if list.is_empty() {
                noted.help(format!("write `{name}`"));
            } else {
                noted.help(format!("write `{name}({})`", list.join(", ")));
            }
            return false;
        }
        true
    }

    /// Checks what an item takes, and gives the names that its expressions see.
    fn parameters(&self, takes: &[Parameter]) -> Vec<Name> {
        self.distinct(takes.iter().map(|parameter| &parameter.name), "parameter");
        for parameter in takes {
            let right = |content: &Content| matches!(content, Content::Enum(_));
            if self.known_type(&parameter.ty, "a parameter", right) && !is_number(&parameter.ty.base) {
                let what = format!("the parameter `{}` must be a number", parameter.name.value);
                self.mistakes.note(&parameter.name.span, what).help("write an integer type or an enum");
            }
        }
        arguments(takes)
    }

    fn function(&self, name: &Spanned<String>, function: &crate::model::Let) {
        self.distinct(&function.args, "argument");
        if function.args.is_empty() {
            if !is_constant(&function.is) {
                let noted = self.mistakes.note(&function.is.span, format!("`{}` takes nothing and is no constant", name.value));
                noted.help("write a number or a FourCC, such as `'\"DXBC\"'`; or say what it takes in `args`");
            }
            return;
        }
        let lowered = self.scope(let_arguments(function)).number(&function.is, Rules::default());
        if lowered.is_some() && self.calls(name, &function.is, 0) {
            let noted = self.mistakes.note(&name.span, format!("`{}` calls itself", name.value));
            noted.help("a function of the schema language is a plain formula");
        }
    }

    /// Whether an expression calls a function, be it through others.
    fn calls(&self, name: &Spanned<String>, text: &str, depth: u32) -> bool {
        let others = self.schema.items.iter().filter_map(|item| match &item.content {
            Content::Let(function) if text.contains(&format!("{}(", item.name.value)) => Some((item, function)),
            _ => None,
        });
        let mut others = others;
        depth > 32 || others.any(|(item, function)| item.name.value == name.value || self.calls(name, &function.is, depth + 1))
    }

    fn scope(&self, names: Vec<Name>) -> Scope<'_> {
        Scope { schema: self.schema, names, mistakes: self.mistakes }
    }
}

/// The names that the expressions of an item see of what it takes.
pub(crate) fn arguments(takes: &[Parameter]) -> Vec<Name> {
    takes.iter().map(|parameter| argument(&parameter.name, parameter.ty.base.clone())).collect()
}

/// Whether an expression is a number or a FourCC.
fn is_constant(text: &str) -> bool {
    match syn::parse_str::<syn::Lit>(text) {
        Ok(syn::Lit::Int(number)) => number.base10_parse::<u64>().is_ok(),
        Ok(syn::Lit::Str(text)) => text.value().len() == 4,
        _ => false,
    }
}

/// The names that the formula of a function sees.
pub(crate) fn let_arguments(function: &crate::model::Let) -> Vec<Name> {
    function.args.iter().map(|name| argument(name, Base::Integer(64))).collect()
}

fn argument(name: &str, base: Base) -> Name {
    Name { name: name.to_owned(), entity: Entity::Argument(base), behind: false, computed: false }
}

/// The item that a type names, be it in an array.
fn item_of(base: &Base) -> Option<&str> {
    match base {
        Base::Item(name) => Some(name),
        Base::Array(of, _) => item_of(of),
        _ => None,
    }
}

/// Whether a type can be a parameter.
fn is_number(base: &Base) -> bool {
    matches!(base, Base::Integer(_) | Base::Item(_))
}

/// Whether an item has a fixed size.
fn is_fixed(content: &Content) -> bool {
    matches!(
        content,
        Content::Enum(_) | Content::Flags(_) | Content::Bits(_) | Content::Record(_) | Content::Union(_)
    )
}

fn kind_of(content: &Content) -> &'static str {
    match content {
        Content::Enum(_) => "enum",
        Content::Flags(_) => "flags",
        Content::Bits(_) => "bits",
        Content::Record(_) => "record",
        Content::Versioned(_) => "versioned record",
        Content::Union(_) => "union",
        Content::Sequence(_) => "sequence",
        Content::Let(_) => "let",
    }
}

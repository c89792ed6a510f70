//! Writes deprecated aliases for the earlier names of items.

use super::{Emitter, docs};
use crate::model::{Content, Item, Let};
use crate::span::Text;

impl Emitter<'_> {
    /// The aliases of an item, one for each earlier name.
    pub(super) fn aliases(&self, item: &Item) -> String {
        item.was.iter().map(|was| self.alias(item, was)).collect()
    }

    fn alias(&self, item: &Item, was: &Text) -> String {
        let name = &item.name.value;
        let (attribute, docs) = deprecated(name);
        let one = |declaration: String| format!("\n{docs}{attribute}{declaration}");
        match &item.content {
            Content::Let(function) => one(self.function_alias(function, name, was)),
            Content::Enum(content) => {
                one(format!("pub type {was} = {name};\n"))
                    + &one(constructor(name, was, &format!("u{}", content.bits)))
            }
            Content::Bits(bits) => {
                one(format!("pub type {was} = {name};\n"))
                    + &one(constructor(name, was, &format!("u{}", bits.bits)))
            }
            Content::Switch(switch) if switch.size.is_some() => {
                let bytes = format!("[u8; {}]", switch.bytes());
                one(format!("pub type {was} = {name};\n")) + &one(constructor(name, was, &bytes))
            }
            Content::Struct(of) => {
                let records: Vec<&str> = of.records_taken().map(|one| one.name.as_str()).collect();
                let of_records = match records.as_slice() {
                    [] => String::new(),
                    records => format!("<{}>", records.join(", ")),
                };
                let view = match item.content.sequence() {
                    Some(_) => {
                        let of_view: Vec<&str> = ["'a"].into_iter().chain(records).collect();
                        let of_view = of_view.join(", ");
                        one(format!(
                            "pub type {was}View<{of_view}> = {name}View<{of_view}>;\n"
                        ))
                    }
                    None => String::new(),
                };
                one(format!(
                    "pub type {was}{of_records} = {name}{of_records};\n"
                )) + &view
            }
            Content::Switch(_) => {
                one(format!("pub type {was} = {name};\n"))
                    + &one(format!("pub type {was}View<'a> = {name}View<'a>;\n"))
            }
        }
    }

    /// A constant or a function with the earlier name.
    fn function_alias(&self, function: &Let, name: &str, was: &Text) -> String {
        if function.args.is_empty() {
            let ty = match function.is.literal() {
                Some(syn::Lit::Str(_)) => "FourCC",
                Some(syn::Lit::Int(number)) if number.base10_parse::<u32>().is_ok() => "u32",
                _ => "u64",
            };
            return format!("pub const {was}: {ty} = {name};\n");
        }
        let args: Vec<&str> = function.args.iter().map(|name| name.as_str()).collect();
        let typed: Vec<String> = args
            .iter()
            .map(|name| format!("{name}: impl ToInt"))
            .collect();
        let (typed, args) = (typed.join(", "), args.join(", "));
        format!("#[inline]\npub fn {was}({typed}) -> Int {{\n    {name}({args})\n}}\n")
    }

    /// The functions that create a part by an earlier name of its type.
    pub(super) fn part_aliases<'p>(&self, names: impl Iterator<Item = (&'p str, bool)>) -> String {
        let functions = names.flat_map(|(name, is_large)| {
            let was = self.schema.item(name).into_iter().flat_map(|item| &item.was);
            was.map(move |was| {
                let (attribute, docs) = deprecated(name);
                let ty = if is_large { format!("Box<{name}>") } else { name.to_owned() };
                let lines = format!(
                    "{docs}{attribute}pub fn {was}(value: {ty}) -> Self {{\n    Self::{name}(value)\n}}\n"
                );
                lines.lines().map(|line| format!("    {line}\n")).collect::<String>()
            })
        });
        let functions: Vec<String> = functions.collect();
        if functions.is_empty() {
            String::new()
        } else {
            format!(
                "\n#[allow(non_snake_case)]\nimpl Part {{\n{}}}\n",
                functions.join("\n")
            )
        }
    }
}

/// The attribute and the doc of an alias.
fn deprecated(name: &str) -> (String, String) {
    let attribute = format!("#[deprecated(note = \"renamed to `{name}`\")]\n");
    (
        attribute,
        docs(&[&format!("The earlier name of [`{name}`].")], 0),
    )
}

/// A function that creates a value, which the alias of a type cannot do.
fn constructor(name: &str, was: &str, ty: &str) -> String {
    format!(
        "#[allow(non_snake_case)]\npub const fn {was}(value: {ty}) -> {name} {{\n    {name}(value)\n}}\n"
    )
}

//! Lists the types of the format, for tests and benchmarks of binrw: each with its arguments, and with the fields of an
//! equivalent hand-written struct for binrw's derive.

use std::collections::BTreeMap;

use crate::TOOL;
use dxc_codegen::emit::mark;
use dxc_codegen::model::{
    Base, Choices, Content, Field, Form, Item, Parameter, Schema, Struct, Values,
};

const DOC: &str = "
// A row of `fixed` has a name, the type, its arguments, its size, and the fields of a struct with the same bytes. One of
// `versioned`, whose arguments the compiler does not know, also has the index of its version, the argument of the struct. One of `other` has no fixed size.

macro_rules! for_every_type {
    ($fixed:ident, $versioned:ident, $other:ident) => {
";

/// The built-in types of the runtime.
const BUILT_IN: &str = "        $fixed!(FourCC, runtime::FourCC, (), 4, [value: [u8; 4]]);
        $fixed!(Bool8, types::Bool8, (), 1, [value: u8]);
        $fixed!(F32, types::F32, (), 4, [value: f32]);
        $fixed!(F64, types::F64, (), 8, [value: f64]);
";

/// A macro that passes each type of the format to one of three other macros.
pub(crate) fn file(schema: &Schema) -> String {
    let rows = Rows { schema };
    let mut text = format!("{}the schemas; do not edit.\n{DOC}{BUILT_IN}", mark(TOOL));
    for (index, package) in schema.packages.iter().enumerate() {
        if package.is_none() {
            text.extend(schema.items_of(index).flat_map(|item| rows.of_item(item)));
        }
    }
    text.push_str("    };\n}\n");
    text
}

struct Rows<'s> {
    schema: &'s Schema,
}

impl Rows<'_> {
    fn of_item(&self, item: &Item) -> Vec<String> {
        let (name, path) = (item.name.as_str(), self.path(item));
        let fixed = |size: u64, fields: String| {
            vec![format!(
                "        $fixed!({name}, {path}, (), {size}, [{fields}]);\n"
            )]
        };
        let other = |takes: &[Parameter]| {
            let (path, args) = (
                self.applied(&path, takes),
                self.args(takes, &Values::new(), false),
            );
            vec![format!("        $other!({name}, {path}, {args});\n")]
        };
        let integer = |bits: u32| fixed((bits / 8).into(), format!("value: u{bits}"));
        match &item.content {
            Content::Let(_) => Vec::new(),
            Content::Enum(of) => integer(of.bits),
            Content::Bits(of) => integer(of.bits),
            Content::Switch(of) if of.size.is_some() => {
                fixed(of.bytes(), format!("bytes: [u8; {}]", of.bytes()))
            }
            Content::Switch(of) => other(&of.takes),
            Content::Struct(of) => match of.form {
                Form::Record => fixed(size(&of.fields), self.fields(&of.fields)),
                Form::Sequence if self.schema.is_fixed_part(&item.name) => {
                    let mut rows = fixed(size(&of.fields), self.fields(&of.fields));
                    rows.push(format!("        $other!({name}Part, {path}Part, ());\n"));
                    rows
                }
                Form::Sequence => other(&of.takes),
                Form::BySize | Form::ByValue => self.versions(item, of),
            },
        }
    }

    /// Two rows for each version: one whose version the compiler knows, and one whose version it does not.
    fn versions(&self, item: &Item, of: &Struct) -> Vec<String> {
        let (name, path) = (&item.name, self.path(item));
        let choices = Choices::between_versions(self.schema, of);
        let known = choices
            .as_ref()
            .and_then(Choices::known)
            .unwrap_or_default();
        let (mut rows, mut before) = (Vec::new(), Vec::new());
        for (index, version) in of.versions.iter().enumerate() {
            if !of.is_by_size() {
                before.clear();
            }
            before.extend(&version.fields);
            let size = version.size.unwrap_or_default();
            let args = |hidden| match &choices {
                Some(choices) if !of.is_by_size() => {
                    let is_chosen = |values: &&Values| choices.chosen(values) == Some(index);
                    let values = known.iter().find(is_chosen)?;
                    Some(self.args(&of.takes, values, hidden))
                }
                _ => Some(format!("Some({})", number(size, hidden))),
            };
            // A version that no known file has represents future versions.
            let (Some(shown), Some(hidden)) = (args(false), args(true)) else {
                continue;
            };
            let (label, fields) = (of.label(index), self.fields(before.iter().copied()));
            rows.push(format!(
                "        $fixed!({name}V{label}, {path}, {shown}, {size}, [{fields}]);\n"
            ));
            let fields = self.conditional(of);
            rows.push(format!(
                "        $versioned!({name}Any{label}, {path}, {hidden}, {size}, version = {index}, [{fields}]);\n"
            ));
        }
        rows
    }

    /// The fields of all versions, in the order of the file, each with the versions that contain it.
    fn conditional(&self, of: &Struct) -> String {
        let fields = of.all_fields();
        let fields = fields.map(|field| (field.name.span.range.start, field));
        let fields: BTreeMap<usize, &Field> = fields.collect();
        let fields = fields.into_values().map(|field| {
            let has = |at: usize| {
                let mut own = of.versions[at].fields.iter();
                own.any(|own| own.name.value == field.name.value)
                    || of.is_by_size() && of.since(field) <= at
            };
            let versions: Vec<usize> = (0..of.versions.len()).filter(|at| has(*at)).collect();
            let (name, ty) = (&field.name, self.twin(&field.ty.base));
            if versions.len() == of.versions.len() {
                return format!("{name}: {ty}");
            }
            let condition = if of.is_by_size() {
                format!("version >= {}", versions[0])
            } else {
                let versions: Vec<String> = versions.iter().map(usize::to_string).collect();
                format!("matches!(version, {})", versions.join(" | "))
            };
            format!("#[br(if({condition}))] {name}: Option<{ty}>")
        });
        fields.collect::<Vec<_>>().join(", ")
    }

    fn fields<'f>(&self, fields: impl IntoIterator<Item = &'f Field>) -> String {
        let fields = fields.into_iter().map(|field| {
            let ty = self.twin(&field.ty.base);
            format!("{}: {ty}", field.name)
        });
        fields.collect::<Vec<_>>().join(", ")
    }

    /// The type that binrw reads itself, or the struct of another row.
    fn twin(&self, base: &Base) -> String {
        match base {
            Base::Integer(bits) => format!("u{bits}"),
            Base::Signed(bits) => format!("i{bits}"),
            Base::Float(bits) => format!("f{bits}"),
            Base::Bool8 => "u8".to_owned(),
            Base::FourCC => "[u8; 4]".to_owned(),
            Base::Array(of, count) => format!("[{}; {count}]", self.twin(of)),
            Base::Item(name) => match self.schema.content_of(base) {
                Some(Content::Enum(of)) => format!("u{}", of.bits),
                Some(Content::Bits(of)) => format!("u{}", of.bits),
                Some(Content::Switch(of)) => format!("[u8; {}]", of.bytes()),
                _ => format!("super::{name}::Twin"),
            },
            // References are numbers.
            _ => "u32".to_owned(),
        }
    }

    /// The path of the type within the crate.
    fn path(&self, item: &Item) -> String {
        format!("{}::{}", self.schema.module(item), item.name)
    }

    /// A type with records for its type parameters.
    fn applied(&self, path: &str, takes: &[Parameter]) -> String {
        let mut items = self.schema.items.iter();
        let is_by_size = |item: &&Item| item.content.versioned().is_some_and(Struct::is_by_size);
        let records = takes.iter().filter(|one| one.ty.base == Base::Record);
        let record = items.find(is_by_size).map(|item| self.path(item));
        let records: Vec<String> = records.filter_map(|_| record.clone()).collect();
        match records.as_slice() {
            [] => path.to_owned(),
            records => format!("{path}<{}>", records.join(", ")),
        }
    }

    /// The arguments with these values, optionally hidden from the compiler; a parameter without a value is 0.
    fn args(&self, takes: &[Parameter], values: &Values, hidden: bool) -> String {
        let takes = takes.iter().filter(|one| one.ty.base != Base::Record);
        let args = takes.map(|one| {
            let value = values.get(&one.name.value).copied().unwrap_or_default();
            let value = number(value, hidden);
            let item = one.ty.base.item().and_then(|name| self.schema.item(name));
            match item {
                Some(item) => format!("{}({value})", self.path(item)),
                None => value,
            }
        });
        match args.collect::<Vec<_>>().as_slice() {
            [] => "()".to_owned(),
            [one] => format!("LayoutArgs({one})"),
            several => format!("LayoutArgs(({}))", several.join(", ")),
        }
    }
}

/// A number, optionally hidden from the compiler.
fn number(number: u64, hidden: bool) -> String {
    if hidden {
        format!("black_box({number})")
    } else {
        number.to_string()
    }
}

/// The total size of fields with fixed sizes.
fn size(fields: &[Field]) -> u64 {
    let last = fields.last().map(|last| &last.place);
    last.and_then(|last| last.at?.checked_add(last.size?))
        .unwrap_or_default()
}

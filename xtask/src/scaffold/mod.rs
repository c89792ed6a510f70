//! `cargo xtask new`: the TOML of the everyday changes, to start from. A person names the fields and says what they
//! mean: `gen` finds what is left to replace.

mod texts;

use std::path::{Path, PathBuf};

use clap::Subcommand;

use crate::diagnostic::Source;
use crate::emit::constant;
use crate::import::snake_case;
use crate::model::{Arm, Base, Content, Item as SchemaItem, Schema, Versioned};
use crate::output;
use crate::placeholders::UNNAMED_FIELD;
use crate::root::tool;
use crate::schema_folder::SchemaFolder;

use texts::Edits;

/// The kinds of items that can be made.
#[derive(Subcommand)]
pub(crate) enum New {
    /// A part and its struct, in a file of its own.
    Part {
        /// Its FourCC.
        fourcc: String,
        /// The name of its type.
        name: String,
    },
    /// An enum with one value.
    Enum(Numbers),
    /// Flags with one bit.
    Flags(Numbers),
    /// A struct with one field.
    Struct(Fields),
    /// An arm of a switch, and its struct, if there is no type of that name.
    Arm {
        /// The name of the switch.
        of: String,
        /// The value that selects it.
        when: String,
        /// The type of its content.
        #[arg(value_name = "TYPE")]
        holds: String,
    },
    /// A table of records of their own, as an arm of a switch that has such tables.
    Table {
        /// The name of the switch.
        of: String,
        /// The name of the record.
        record: String,
        /// The number that tells the table; the first one that is free, if left out.
        #[arg(long, value_name = "NUMBER")]
        value: Option<u64>,
    },
    /// The next version of a record, with one field more.
    Version {
        /// The name of the record.
        record: String,
    },
}

/// Names of numbers.
#[derive(clap::Args)]
pub(crate) struct Numbers {
    /// Its name.
    name: String,
    /// The integer that holds it.
    #[arg(long = "type", value_name = "INTEGER", default_value = "u32")]
    integer: String,
    /// Its file, without `.toml`.
    #[arg(long, default_value = "constants")]
    file: String,
}

/// Fields one behind the other.
#[derive(clap::Args)]
pub(crate) struct Fields {
    /// Its name.
    name: String,
    /// Its file, without `.toml`.
    #[arg(long)]
    file: String,
}

/// Runs the command.
pub(crate) fn run(new: &New, schema: Option<PathBuf>) -> Result<bool, String> {
    let folder = SchemaFolder::new(schema);
    let schema = folder.schema_to_write()?;
    folder.replace(&changed(&schema, new)?)?;
    let tool = tool();
    output::print(format_args!(
        "name and describe what is new there, then run `{tool} gen`\n"
    ))?;
    Ok(true)
}

fn changed(schema: &Schema, new: &New) -> Result<Vec<Source>, String> {
    let mut edits = Edits::new(schema);
    match new {
        New::Part { fourcc, name } => return Ok(vec![part(schema, fourcc, name)?]),
        New::Enum(new) => {
            append(
                &mut edits,
                &new.file,
                &texts::enumeration(&new.name, &new.integer),
            )?;
        }
        New::Flags(new) => {
            append(
                &mut edits,
                &new.file,
                &texts::flags(&new.name, &new.integer),
            )?;
        }
        New::Struct(new) => append(&mut edits, &new.file, &texts::structure(&new.name))?,
        New::Arm { of, when, holds } => arm(schema, &mut edits, of, when, holds)?,
        New::Table { of, record, value } => table(schema, &mut edits, of, record, *value)?,
        New::Version { record } => version(schema, &mut edits, record)?,
    }
    Ok(edits.changed())
}

/// Puts an item at the end of a file.
fn append(edits: &mut Edits<'_>, stem: &str, item: &str) -> Result<(), String> {
    let file = edits.file(stem)?;
    edits.edit(file, |text| text.append(item));
    Ok(())
}

fn part(schema: &Schema, fourcc: &str, name: &str) -> Result<Source, String> {
    let has = |code: &String| code == fourcc;
    let codes = schema.parts.iter().flat_map(|part| &part.codes);
    if let Some(taken) = codes.map(|code| &code.value).find(|code| has(code)) {
        return Err(format!("there is a part `{taken}`"));
    }
    let stem = constant(fourcc).to_string().to_lowercase();
    if let Some(taken) = schema.sources.iter().find(|source| source.stem == stem) {
        return Err(format!("there is a file {}", taken.path.display()));
    }
    let folder = schema
        .sources
        .first()
        .and_then(|source| source.path.parent());
    Ok(Source {
        path: folder
            .unwrap_or(Path::new(""))
            .join(&stem)
            .with_extension("toml"),
        stem,
        text: texts::part(fourcc, name),
    })
}

/// Something that has arms: its item, and what they are.
struct Arms<'s> {
    item: &'s SchemaItem,
    is_union: bool,
    by: &'s str,
    arms: &'s [Arm],
}

impl<'s> Arms<'s> {
    fn new(item: &'s SchemaItem) -> Option<Self> {
        let (is_union, by, arms) = match &item.content {
            Content::Union(union) => (true, union.by.as_str(), &union.arms),
            Content::Choice(choice) => {
                let by = choice.takes.first()?.ty.base.item()?;
                (false, by, &choice.arms)
            }
            _ => return None,
        };
        Some(Self {
            item,
            is_union,
            by,
            arms,
        })
    }

    /// The one of this name, if it is of those that are wanted.
    fn find(
        schema: &'s Schema,
        name: &str,
        wanted: impl Fn(&Self) -> bool,
        what: &str,
    ) -> Result<Self, String> {
        let all = || schema.items.iter().filter_map(Self::new).filter(&wanted);
        let found = all().find(|arms| arms.item.name.value == name);
        found.ok_or_else(|| {
            let known: Vec<&str> = all().map(|arms| arms.item.name.as_str()).collect();
            format!(
                "there is no {what} `{name}`; there are `{}`",
                known.join("`, `")
            )
        })
    }

    fn path(&self) -> String {
        format!("switch.{}", self.item.name.value)
    }

    fn push(&self, edits: &mut Edits<'_>, arm: &str) -> Result<(), String> {
        let path = format!("{}.arms", self.path());
        edits.edit(self.item.name.span.file, |text| text.push(&path, arm))
    }

    /// Puts an item behind this one.
    fn insert_behind(&self, edits: &mut Edits<'_>, new: &str) -> Result<(), String> {
        edits.edit(self.item.name.span.file, |text| {
            text.insert_behind(&self.path(), new)
        })
    }
}

fn arm(
    schema: &Schema,
    edits: &mut Edits<'_>,
    of: &str,
    when: &str,
    holds: &str,
) -> Result<(), String> {
    let arms = Arms::find(schema, of, |_| true, "switch")?;
    let name = match arms.is_union {
        true => snake_case(when),
        false => when.to_owned(),
    };
    let arm = format!("{{ when = {when:?}, type = {holds:?} }}");
    arms.push(edits, &texts::entry(&name, &arm))?;
    let name = holds.split('(').next().unwrap_or(holds);
    let is_known =
        schema.item(name).is_some() || name.starts_with(|first: char| !first.is_uppercase());
    match is_known {
        true => Ok(()),
        false => arms.insert_behind(edits, &texts::structure(name)),
    }
}

/// The arm of a generic table: what it holds takes the type of a record.
fn generic<'s>(schema: &'s Schema, arms: &Arms<'s>) -> Option<(&'s Arm, &'s str)> {
    arms.arms.iter().rev().find_map(|arm| {
        let takes_record = schema.arguments(&arm.ty).any(|(_, is_record)| is_record);
        match &arm.ty.base {
            Base::Item(name) if takes_record && arm.ty.args.len() == 1 => {
                Some((arm, name.as_str()))
            }
            _ => None,
        }
    })
}

fn table(
    schema: &Schema,
    edits: &mut Edits<'_>,
    of: &str,
    record: &str,
    value: Option<u64>,
) -> Result<(), String> {
    let has_tables = |arms: &Arms<'_>| generic(schema, arms).is_some();
    let arms = Arms::find(schema, of, has_tables, "switch of tables")?;
    let (Some((arm, holds)), Some(by)) = (generic(schema, &arms), schema.item(arms.by)) else {
        return Err(format!("`{of}` has no table of records"));
    };
    let value = value.unwrap_or_else(|| first_free(schema, arms.by));
    let when = format!("{record}Table");
    let values = format!("enum.{}.values", by.name.value);
    let new = texts::entry(&when, &value.to_string());
    edits.edit(by.name.span.file, |text| text.push(&values, &new))?;
    let flatten = match arm.shown.flatten {
        Some(_) => ", flatten = true",
        None => "",
    };
    let new = format!(r#"{{ when = {when:?}, type = "{holds}({record})"{flatten} }}"#);
    arms.push(edits, &texts::entry(&format!("{record}s"), &new))?;
    arms.insert_behind(edits, &texts::sized_record(record))
}

/// The first number that no value of an enum has.
fn first_free(schema: &Schema, name: &str) -> u64 {
    let values = schema.item(name).and_then(|item| match &item.content {
        Content::Enum(content) => Some(&schema.values(content).values),
        _ => None,
    });
    let is_free = |number: &u64| {
        let mut values = values.into_iter().flatten();
        values.all(|value| value.value.value != i128::from(*number))
    };
    (0..=u64::MAX).find(is_free).unwrap_or_default()
}

fn version(schema: &Schema, edits: &mut Edits<'_>, record: &str) -> Result<(), String> {
    let is_versioned = |item: &&SchemaItem| versions(item).is_some();
    let found = schema.item(record);
    let Some((versioned, span)) = found.and_then(|item| Some((versions(item)?, &item.name.span)))
    else {
        let known = schema.items.iter().filter(is_versioned);
        let known: Vec<&str> = known.map(|item| item.name.as_str()).collect();
        return Err(format!(
            "there is no struct with versions `{record}`; there are `{}`",
            known.join("`, `")
        ));
    };
    let path = format!("struct.{record}");
    let newest = versioned.versions.last();
    let number = newest.and_then(|newest| newest.number.as_ref());
    let number = number.map_or(0, |number| number.value + 1);
    let size = versioned.sizes(schema).last().flatten();
    let size = size.and_then(|size| size.checked_add(texts::NEW_FIELD_SIZE));
    let size = size.map_or(String::new(), |size| format!(" # {size} bytes"));
    let mut parts = schema.parts.iter();
    // LLVM's documents have no key for it yet.
    let is_llvm =
        parts.any(|part| part.llvm && part.codes.iter().any(|code| code.span.file == span.file));
    let field = texts::new_version_field(&format!("{UNNAMED_FIELD}_{number}"), is_llvm);
    let new = format!("[{path}.v{number}]{size}\n{field}\n");
    edits.edit(span.file, |text| text.insert_behind(&path, &new))
}

/// The versions of a record whose size tells them.
fn versions(item: &SchemaItem) -> Option<&Versioned> {
    match &item.content {
        Content::Versioned(versioned) if versioned.by_size => Some(versioned),
        _ => None,
    }
}

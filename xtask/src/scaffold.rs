//! `cargo xtask new`: the TOML of the everyday changes, to start from. What it makes can be generated from at once; a
//! person names the fields and says what they mean.

use std::path::{Path, PathBuf};

use clap::Subcommand;

use crate::diagnostic::Source;
use crate::model::{Content, Item as SchemaItem, Schema, Versioned};
use crate::schema_folder::SchemaFolder;

/// The doc of what nobody has described yet, and the source of what nobody has looked up.
const UNDESCRIBED: &str = "Not described yet.";
const UNKNOWN: &str = "not stated yet";

/// What can be made.
#[derive(Subcommand)]
pub(crate) enum New {
    /// A part and the sequence that it holds, in a file of its own.
    Part {
        /// Its FourCC.
        fourcc: String,
        /// The name of its type.
        name: String,
    },
    /// An enum with one value.
    Enum {
        /// Its name.
        name: String,
        /// The integer that holds it.
        #[arg(long = "type", value_name = "INTEGER", default_value = "u32")]
        integer: String,
        /// The file that it stands in, without `.toml`.
        #[arg(long, default_value = "constants")]
        file: String,
    },
    /// The next version of a record, with one field more.
    Version {
        /// The name of the record.
        record: String,
        /// The condition on what the record takes, if a value tells its version.
        #[arg(long, value_name = "CONDITION")]
        when: Option<String>,
    },
}

/// Runs the command.
pub(crate) fn run(new: &New, schema: Option<PathBuf>) -> Result<bool, String> {
    let folder = SchemaFolder::new(schema);
    let schema = folder.schema()?;
    let changed = match new {
        New::Part { fourcc, name } => part(&schema, fourcc, name)?,
        New::Enum {
            name,
            integer,
            file,
        } => enumeration(&schema, name, integer, file)?,
        New::Version { record, when } => version(&schema, record, when.as_deref())?,
    };
    folder.replace(&[changed])?;
    println!("name and describe what is new there, then run `cargo xtask gen`");
    Ok(true)
}

fn part(schema: &Schema, fourcc: &str, name: &str) -> Result<Source, String> {
    let stem = fourcc.to_lowercase();
    if let Some(taken) = schema.sources.iter().find(|source| source.stem == stem) {
        return Err(format!("there is a file {}", taken.path.display()));
    }
    let folder = schema
        .sources
        .first()
        .and_then(|source| source.path.parent());
    let text = format!(
        r#"#:schema ./schema.json

doc = "{fourcc}: not described yet."

[[part]]
fourcc = {fourcc:?}
type = {name:?}
doc = {UNDESCRIBED:?}
source = {UNKNOWN:?}

[sequence.{name}]
doc = {UNDESCRIBED:?}
source = {UNKNOWN:?}
fields = [
    {{ name = "data", type = "bytes", count = "..", doc = {UNDESCRIBED:?} }},
]
"#
    );
    Ok(Source {
        path: folder
            .unwrap_or(Path::new(""))
            .join(&stem)
            .with_extension("toml"),
        stem,
        text,
    })
}

fn enumeration(schema: &Schema, name: &str, integer: &str, file: &str) -> Result<Source, String> {
    let source = schema.sources.iter().find(|source| source.stem == file);
    let source = source.ok_or_else(|| format!("there is no schema file {file}.toml"))?;
    let text = format!(
        r#"{}
[enum.{name}]
doc = {UNDESCRIBED:?}
source = {UNKNOWN:?}
type = {integer:?}
values = [
    {{ name = "Unknown", value = 0, doc = {UNDESCRIBED:?} }},
]
"#,
        source.text
    );
    Ok(Source {
        text,
        ..source.clone()
    })
}

fn version(schema: &Schema, record: &str, when: Option<&str>) -> Result<Source, String> {
    let is_versioned = |item: &&SchemaItem| matches!(item.content, Content::Versioned(_));
    let Some(SchemaItem {
        content: Content::Versioned(versioned),
        span,
        ..
    }) = schema.item(record)
    else {
        let known = schema.items.iter().filter(is_versioned);
        let known: Vec<&str> = known.map(|item| item.name.as_str()).collect();
        return Err(format!(
            "there is no versioned record `{record}`; there are `{}`",
            known.join("`, `")
        ));
    };
    let source = &schema.sources[span.file];
    let heading = format!("[[versioned.{record}.version]]");
    let lines: Vec<&str> = source.text.lines().collect();
    let last = lines.iter().rposition(|line| line.starts_with(&heading));
    let last = last.ok_or_else(|| format!("there is no `{heading}`"))?;
    let behind = lines[last + 1..]
        .iter()
        .position(|line| line.starts_with('['));
    let mut end = behind.map_or(lines.len(), |behind| last + 1 + behind);
    // What is said of the next item stays with it.
    while lines[end - 1].is_empty() || lines[end - 1].starts_with('#') {
        end -= 1;
    }
    let (before, rest) = (lines[..end].join("\n"), lines[end..].join("\n"));
    let new = next_version(versioned, record, when)?;
    let text = format!("{before}\n\n{heading}\n{new}{rest}");
    Ok(Source {
        text: text.trim_end().to_owned() + "\n",
        ..source.clone()
    })
}

/// By size, the version appends a field; by value, it has all fields of the one before and another.
fn next_version(versioned: &Versioned, record: &str, when: Option<&str>) -> Result<String, String> {
    let newest = versioned.versions.last();
    let (told, number, kept) = match (versioned.by_size, when) {
        (true, None) => {
            let number = newest.and_then(|newest| newest.number.as_ref());
            let number = number.map_or(0, |number| number.value + 1);
            (format!("number = {number}"), number.to_string(), &[][..])
        }
        (false, Some(when)) => {
            let kept = newest.map_or(&[][..], |newest| &newest.fields);
            (
                format!("when = {when:?}"),
                versioned.versions.len().to_string(),
                kept,
            )
        }
        (true, Some(_)) => {
            return Err(format!(
                "the size tells the version of `{record}`; leave out `--when`"
            ));
        }
        (false, None) => {
            let takes = versioned.takes.iter().map(|taken| taken.name.as_str());
            let takes = takes.collect::<Vec<_>>().join("`, `");
            return Err(format!(
                "a value tells the version of `{record}`: say it in `--when`, from `{takes}`"
            ));
        }
    };
    let kept: String = kept
        .iter()
        .map(|field| format!("    {{ name = {:?} }},\n", field.name.value))
        .collect();
    Ok(format!(
        "{told}\nfields = [\n{kept}    {{ name = \"new_in_{number}\", type = \"u32\", doc = {UNDESCRIBED:?} }},\n]\n"
    ))
}

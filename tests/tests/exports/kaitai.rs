//! Tests that the parsers that Kaitai's compiler generates from the descriptions read the values that this library
//! reads.
//!
//! Judge: Kaitai's compiler and its runtime for Python and JavaScript.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use dxc_format::runtime::shape::Shape;
use dxc_format::{
    Container, PartInfo, PartView,
    types::{FieldValue, FieldValues},
};
use serde_json::Value;

use crate::node::{export, node, printed, scripts};

/// The containers of the repository and of the larger corpus whose parts this library reads.
pub(crate) fn containers() -> Vec<PathBuf> {
    let mut found = tests::files_below(&tests::data().join("dxc"));
    if let Some(corpus) = std::env::var_os("DXC_CORPUS") {
        found.extend(tests::files_below(Path::new(&corpus)));
    }
    found.retain(|path| std::fs::read(path).is_ok_and(|bytes| Container::parse(&bytes).is_ok()));
    found.sort();
    found
}

/// The names of a path, without indices and digits: Kaitai has several fields for several runs.
fn names(path: &str) -> Vec<String> {
    let letters = |name: &str| {
        name.chars()
            .filter(char::is_ascii_alphabetic)
            .collect::<String>()
            .to_lowercase()
    };
    path.split('.').map(letters).collect()
}

/// Whether the first path is the second without some names: Kaitai adds names of versions and of choices.
fn is_within(ours: &[String], theirs: &[String]) -> bool {
    let mut theirs = theirs.iter();
    ours.iter().all(|name| theirs.any(|other| other == name))
}

/// The number that has these bytes.
fn number_of(bytes: &[u8]) -> u64 {
    let bytes = bytes.iter().rev();
    bytes.fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// A value that this library reads.
struct Field {
    path: Vec<String>,
    /// The size in bytes; that of packed bits is not compared.
    size: Option<usize>,
    /// The number; bytes have none.
    number: Option<u64>,
}

/// The values by their offset and the last name of their path.
#[derive(Default)]
struct Fields(BTreeMap<(usize, String), Vec<Field>>);

impl Fields {
    fn new(data: &[u8], field_values: &[FieldValue<'_>]) -> Self {
        let mut fields = Self::default();
        for field_value in field_values {
            let bytes = &data[field_value.offset()..field_value.offset() + field_value.size()];
            let number = (bytes.len() <= 8).then(|| number_of(bytes));
            if let (Some(Shape::Bits(table)), Some(number)) = (field_value.shape(), number) {
                for field in table.fields {
                    let path = format!("{}.{}", field_value.path(), field.name);
                    // Kaitai's offset may be after the byte that it has begun to read.
                    for at in field_value.offset()..=field_value.offset() + field_value.size() {
                        fields.add(at, &path, None, Some(field.extract(number)));
                    }
                }
            }
            fields.add(
                field_value.offset(),
                &field_value.path(),
                Some(field_value.size()),
                number,
            );
            let element = match field_value.shape() {
                Some(Shape::Array(_, size)) => size,
                _ => 1,
            };
            for (index, bytes) in bytes.chunks_exact(element).enumerate() {
                let at = field_value.offset() + index * element;
                fields.add(
                    at,
                    &field_value.path(),
                    Some(element),
                    Some(number_of(bytes)),
                );
            }
        }
        fields
    }

    fn add(&mut self, at: usize, path: &str, size: Option<usize>, number: Option<u64>) {
        let path = names(path);
        let key = (at, path.last().unwrap().clone());
        self.0
            .entry(key)
            .or_default()
            .push(Field { path, size, number });
    }

    /// The fields that Kaitai may have read at an offset: whole ones, and elements of arrays.
    fn find(&self, path: &[String], at: usize) -> Vec<&Field> {
        let named = self.0.get(&(at, path.last().unwrap().clone()));
        let named = named.into_iter().flatten();
        named.filter(|field| is_within(&field.path, path)).collect()
    }
}

/// The variants of unions, each as the field and the variant: Kaitai has all of them, whatever is selected.
fn readings(name: &str) -> BTreeSet<(String, String)> {
    let (folder, _) = export("json", &format!("json-of-kaitai-{name}"));
    let model = std::fs::read_to_string(folder.join("dxcontainer.json")).unwrap();
    let model: Value = serde_json::from_str(&model).unwrap();
    let items = list(&model["items"]);
    let unions = items
        .iter()
        .filter(|item| item["kind"] == "switch" && !item["size"].is_null());
    let versions = items.iter().flat_map(|item| list(&item["versions"]));
    let fields = items.iter().chain(versions);
    let fields = fields.flat_map(|item| list(&item["fields"]));
    let name = |item: &Value| names(item["name"].as_str().unwrap()).concat();
    let mut found = BTreeSet::new();
    for field in fields {
        let mut unions = unions.clone();
        let union = unions.find(|union| union["name"] == field["type"]["of"]);
        let arms = union.into_iter().flat_map(|union| list(&union["arms"]));
        found.extend(arms.map(|arm| (name(field), name(arm))));
    }
    found
}

/// The values of a list; empty if there is no list.
fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The descriptions, compiled once; the folder has one for each language.
fn compiled(scripts: &Path) -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let (descriptions, _) = export("kaitai", "kaitai");
        let compiled = descriptions.join("compiled");
        node(
            &scripts.join("compile.js"),
            &[descriptions.to_str().unwrap(), compiled.to_str().unwrap()],
        );
        compiled
    })
}

#[test]
fn every_field_of_kaitai_in_javascript_has_our_value() {
    let Some(scripts) = scripts() else { return };
    let compiled = compiled(&scripts).join("javascript");
    compare("javascript", |files| {
        let arguments = [&[compiled.to_str().unwrap()], files].concat();
        node(&scripts.join("fields.js"), &arguments)
    });
}

#[test]
fn every_field_of_kaitai_in_python_has_our_value() {
    let Some(scripts) = scripts() else { return };
    let import = python(&["-c", "import kaitaistruct"]).output();
    if !import.is_ok_and(|output| output.status.success()) {
        println!(
            "skipped: run `pip install --target target/python -r tests/exports/requirements.txt`"
        );
        return;
    }
    let compiled = compiled(&scripts).join("python");
    let script = scripts.join("fields.py");
    compare("python", |files| {
        let script = [script.to_str().unwrap(), compiled.to_str().unwrap()];
        printed(&mut python(&[&script, files].concat()))
    });
}

/// Python with the packages in `target/python`.
fn python(arguments: &[&str]) -> Command {
    let mut command = Command::new("python3");
    command.args(arguments);
    command.env("PYTHONPATH", tests::root().join("target/python"));
    command
}

/// Compares the fields that a reader prints of all containers.
fn compare(name: &str, read: impl Fn(&[&str]) -> String) {
    let files = containers();
    let paths: Vec<&str> = files.iter().map(|path| path.to_str().unwrap()).collect();
    let readings = readings(name);
    let omitted = omitted(name);
    let (mut compared, mut problems) = (0, BTreeSet::new());
    for line in read(&paths).lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let file = line["file"].as_str().unwrap();
        let bytes = std::fs::read(file).unwrap();
        let container = Container::parse(&bytes).unwrap();
        for (part, theirs) in container.parts().zip(line["parts"].as_array().unwrap()) {
            let mut field_values = FieldValues::new(part.data);
            if PartView::walk(part.fourcc, part.data, &mut field_values).is_err()
                || PartInfo::find(part.fourcc, part.data).is_none()
            {
                continue;
            }
            if let Some(problem) = theirs["problem"].as_str() {
                problems.insert(format!("{file}: {}: {problem}", part.fourcc));
                continue;
            }
            let field_values = field_values.into_vec();
            let ours = Fields::new(part.data, &field_values);
            let theirs = theirs["fields"].as_array().unwrap();
            for field_value in unread(&field_values, theirs) {
                let mut path = names(&field_value.path());
                path.push(names(&part.fourcc.to_string()).concat());
                if !path.iter().any(|name| omitted.contains(name)) {
                    problems.insert(format!(
                        "{file}: {} {} is not read",
                        part.fourcc,
                        field_value.path()
                    ));
                }
            }
            for field in theirs {
                let path = names(field[0].as_str().unwrap());
                let is_reading = path
                    .windows(2)
                    .any(|pair| readings.contains(&(pair[0].clone(), pair[1].clone())));
                let at = usize::try_from(field[1].as_u64().unwrap()).unwrap();
                let found = ours.find(&path, at);
                match found.iter().any(|own| is_same(own, field)) {
                    true => compared += 1,
                    // Our bytes may be strings, padding or unrecognized bytes, each with different names.
                    false if found.is_empty() && (is_reading || field[3].is_null()) => {}
                    false => {
                        problems.insert(format!("{file}: {} {field}", part.fourcc));
                    }
                }
            }
        }
    }
    println!("{} containers, {compared} fields", files.len());
    let shown: Vec<&String> = problems.iter().take(20).collect();
    assert!(problems.is_empty(), "{}: {shown:#?}", problems.len());
    assert!(compared > 5000, "{compared}");
}

/// The names of fields and parts that the export reports as omitted, and of bytes that are not fields there.
fn omitted(name: &str) -> BTreeSet<String> {
    let (_, notes) = export("kaitai", &format!("kaitai-notes-{name}"));
    let paths = notes
        .lines()
        .filter_map(|note| note.strip_prefix("note: `")?.split_once('`'));
    let last = paths.map(|(path, _)| names(path).pop().unwrap());
    last.chain(["padding", "tail", "trailing"].map(str::to_owned))
        .collect()
}

/// The values that no field of Kaitai contains.
fn unread<'l>(field_values: &'l [FieldValue<'l>], theirs: &[Value]) -> Vec<&'l FieldValue<'l>> {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for field in theirs {
        let [at, size] =
            [1, 2].map(|index| usize::try_from(field[index].as_u64().unwrap()).unwrap());
        ranges.push((at, at + size));
    }
    ranges.sort_unstable();
    // The maximum end of all ranges so far.
    let mut end = 0;
    for range in &mut ranges {
        end = end.max(range.1);
        range.1 = end;
    }
    let is_unread = |field_value: &&FieldValue<'_>| {
        let before = ranges.partition_point(|(at, _)| *at <= field_value.offset());
        field_value.size() > 0
            && ranges[..before]
                .last()
                .is_none_or(|(_, end)| field_value.offset() >= *end)
    };
    field_values.iter().filter(is_unread).collect()
}

fn is_same(own: &Field, field: &Value) -> bool {
    let Some(value) = field[3].as_f64() else {
        return true;
    };
    let is_number = own.number.is_some_and(|number| {
        let float = f64::from(f32::from_bits(u32::try_from(number).unwrap_or_default()));
        // The JSON parser may miss the last digit of a float.
        value == number as f64 || (value - float).abs() <= float.abs() * 1e-12
    });
    is_number && own.size.is_none_or(|size| field[2] == size)
}

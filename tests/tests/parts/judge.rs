//! `Container::validate` beside DXC's validator, over containers of which one field was changed.

use std::collections::BTreeMap;

use dxc_format::document::Document;
use dxc_format::{Container, TableStyle};
use serde_json::Value;

/// A field that was changed alone, and whether DXC's validator refuses the container then.
struct Row<'t> {
    file: &'t str,
    part: &'t str,
    path: &'t str,
    value: &'t str,
    is_refused: bool,
}

fn rows(table: &str) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        rows.push(Row {
            file: fields[0],
            part: fields[1],
            path: fields[2],
            value: fields[3],
            is_refused: fields[4] == "refuses",
        });
    }
    rows
}

/// A value of a part's document, in what LLVM has keys for or in the rest.
fn field<'d>(document: &'d mut Value, part: &str, path: &str) -> &'d mut Value {
    let path = path.replace('.', "/");
    let lists = ["/Parts", "/Rest/Parts"];
    for list in lists {
        let parts = document.pointer(list).and_then(Value::as_array);
        let index = parts
            .into_iter()
            .flatten()
            .position(|entry| entry["Name"] == part);
        let Some(index) = index else { continue };
        let pointer = format!("{list}/{index}/{path}");
        if document.pointer(&pointer).is_some() {
            return document.pointer_mut(&pointer).unwrap();
        }
    }
    panic!("{part} has no {path}: {document}");
}

#[test]
fn measure() {
    let table = std::fs::read_to_string("/work/shared/corpus/dxc/changed.tsv").unwrap();
    let mut sources: BTreeMap<&str, Value> = BTreeMap::new();
    let mut counts: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    let mut out = String::new();
    for row in rows(&table) {
        let source = sources.entry(row.file).or_insert_with(|| {
            let bytes = std::fs::read(tests::data().join("dxc").join(row.file)).unwrap();
            let document = Document::of(&Container::parse(&bytes).unwrap()).unwrap();
            serde_json::to_value(&document).unwrap()
        });
        let mut changed = source.clone();
        *field(&mut changed, row.part, row.path) = serde_json::from_str(row.value).unwrap();
        let document: Document = serde_json::from_value(changed).unwrap();
        let (is_found, what) = match document.to_bytes(TableStyle::Dxc) {
            Ok(bytes) => {
                let findings = Container::parse(&bytes).unwrap().validate();
                (
                    !findings.is_empty(),
                    format!(
                        "{:?}",
                        findings.iter().map(|f| f.to_string()).collect::<Vec<_>>()
                    ),
                )
            }
            Err(e) => (true, format!("BUILD {e:?}")),
        };
        let [refused, found, accepted, alarms] = counts.entry(row.part).or_default();
        if row.is_refused {
            *refused += 1;
            *found += usize::from(is_found);
        } else {
            *accepted += 1;
            *alarms += usize::from(is_found);
        }
        out += &format!(
            "{}\t{}\t{}\t{}\t{}\t{}\t{}\n",
            row.file, row.part, row.path, row.value, row.is_refused, is_found, what
        );
    }
    std::fs::write("/tmp/judge_out.tsv", out).unwrap();
    eprintln!("{counts:?}");
}

#[test]
fn clean() {
    let mut out = String::new();
    for path in tests::every_container() {
        let bytes = std::fs::read(&path).unwrap();
        let container = Container::parse(&bytes).unwrap();
        for finding in container.validate().into_iter().chain(container.untidy()) {
            out += &format!(
                "{}\t{}\t{finding}\n",
                path.file_name().unwrap().display(),
                finding.rule.name
            );
        }
    }
    std::fs::write("/tmp/judge_clean.tsv", out).unwrap();
}

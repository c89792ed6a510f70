//! The table of memory in SECURITY.md: no container that compilers made takes more.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeMap;

use allocation_counter::measure;
use dxc_format::document::Document;
use dxc_format::{Container, Part, PartView, TableStyle};

/// The names of the operations, as the table has them, and how much each holds of a container at once.
fn operations(file: &[u8]) -> [(&'static str, u64); 5] {
    let most = |act: &mut dyn FnMut()| measure(act).bytes_max;
    let container = Container::parse(file).unwrap();
    let views = most(&mut || {
        for part in container.parts() {
            drop(PartView::parse(part.fourcc, part.data));
        }
    });
    let mut values = Vec::new();
    let read = most(&mut || {
        let parts = container.parts();
        values = parts
            .map(|part| (part.fourcc, Part::parse(part.fourcc, part.data).unwrap()))
            .collect();
    });
    let written = most(&mut || {
        let written = values.iter().map(|(fourcc, part)| part.to_bytes(*fourcc));
        drop(written.collect::<Vec<_>>());
    });
    let anew = most(&mut || {
        let mut builder = container.to_builder();
        for part in container.parts() {
            let value = Part::parse(part.fourcc, part.data).unwrap();
            let _ = builder.replace(part.fourcc, value.to_bytes(part.fourcc).unwrap());
        }
        drop(builder.to_bytes().unwrap());
    });
    let document = most(&mut || {
        let text = Document::of(&container).unwrap().to_yaml().unwrap();
        let document = Document::from_yaml(&text).unwrap();
        drop(document.to_bytes(TableStyle::Dxc).unwrap());
    });
    [
        ("opening, views", views),
        ("values of all parts", read),
        ("writing these values", written),
        ("reading and writing all parts of a container", anew),
        ("a document, its text, and back", document),
    ]
}

/// How many times its length an operation may hold, as the table says.
fn stated(security: &str, operation: &str) -> u64 {
    let row = format!("| {operation} | ");
    let line = security.lines().find_map(|line| line.strip_prefix(&row));
    let number = line.unwrap_or_else(|| panic!("no row for {operation}"));
    number.trim_end_matches([' ', '|']).parse().unwrap()
}

#[test]
fn no_operation_takes_more_than_its_row_says() {
    let security = std::fs::read_to_string(tests::root().join("SECURITY.md")).unwrap();
    let mut most = BTreeMap::new();
    for path in tests::compiled() {
        let file = std::fs::read(&path).unwrap();
        for (operation, bytes) in operations(&file) {
            let times = bytes.div_ceil(file.len() as u64);
            let entry = most.entry(operation).or_insert((0, path.clone()));
            if times > entry.0 {
                *entry = (times, path.clone());
            }
        }
    }
    println!("{most:#?}");
    for (operation, (times, path)) in most {
        let stated = stated(&security, operation);
        let place = path.display();
        assert!(
            times <= stated,
            "{place}: {operation}: {times} times, {stated} are stated"
        );
    }
}

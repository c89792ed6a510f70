//! Tests the table of memory in SECURITY.md: no container takes more memory, whether a compiler wrote it or it was made
//! to expand.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeMap;

use allocation_counter::measure;
use dxc_document::Document;
use dxc_format::srci::{Compression, PdbInfoPart, PdbInfoPartView};
use dxc_format::{
    Builder, Container, Limits, Part, PartView, TableStyle, parts, types::Compressed,
};
use dxc_shader::diff::{self, Depth};
use fastrand::Rng;
use soak::multiply;

/// The names of the operations in the table, and the memory that each uses at once for a container.
fn operations(file: &[u8]) -> [(&'static str, u64); 8] {
    let most = |act: &mut dyn FnMut()| measure(act).bytes_max;
    let container = Container::parse(file).unwrap();
    // Callers that store all parts first check whether the directory repeats them.
    let is_shared = container
        .check_claims(&Limits::of_input(file.len()))
        .is_err();
    let parts = || container.parts().take_while(|_| !is_shared);
    let views = most(&mut || {
        for part in container.parts() {
            drop(PartView::parse(part.fourcc, part.data));
        }
    });
    let mut values = Vec::new();
    let read = most(&mut || {
        let read = parts().filter_map(|part| {
            Part::parse(part.fourcc, part.data)
                .ok()
                .map(|value| (part.fourcc, value))
        });
        values = read.collect();
    });
    let written = most(&mut || {
        let written = values.iter().map(|(fourcc, part)| part.to_bytes(*fourcc));
        drop(written.collect::<Vec<_>>());
    });
    let anew = most(&mut || {
        let mut builder = container.to_builder();
        for part in parts() {
            if let Ok(value) = Part::parse(part.fourcc, part.data) {
                let _ = builder.replace(part.fourcc, value.to_bytes(part.fourcc).unwrap());
            }
        }
        drop(builder.to_bytes());
    });
    let edited = most(&mut || {
        let mut builder = container.to_builder();
        builder.push(parts::SFI0, Vec::new());
        drop(builder.to_bytes());
    });
    let sources = most(&mut || drop(dxc_shader::sources(&container)));
    let differences = most(&mut || {
        let none = Builder::new().to_bytes().unwrap();
        drop(diff::containers(
            &container,
            &Container::parse(&none).unwrap(),
            Depth::Layout,
        ));
    });
    let document = most(&mut || {
        let Ok(document) = Document::of(&container) else {
            return;
        };
        let text = document.to_yaml().unwrap();
        drop(document);
        let document = Document::from_yaml(&text).unwrap();
        drop(document.to_bytes(TableStyle::Dxc).unwrap());
    });
    [
        ("opening, views", views),
        ("values of all parts", read),
        ("writing these values", written),
        ("reading and writing all parts of a container", anew),
        ("adding a part", edited),
        ("sources", sources),
        ("differences", differences),
        ("a document, its text, and back", document),
    ]
}

/// The multiples in an operation's row: for files of compilers, and for files that were made to expand.
fn stated(security: &str, operation: &str) -> [u64; 2] {
    let row = format!("| {operation} | ");
    let line = security.lines().find_map(|line| line.strip_prefix(&row));
    let line = line.unwrap_or_else(|| panic!("no row for {operation}"));
    let numbers = line.trim_end_matches([' ', '|']).split(" | ");
    let numbers: Vec<u64> = numbers.map(|number| number.parse().unwrap()).collect();
    numbers.try_into().unwrap()
}

/// Checks that no file takes more than the multiple in a column.
fn check(column: usize, files: impl Iterator<Item = (String, Vec<u8>)>) {
    let security = std::fs::read_to_string(tests::root().join("SECURITY.md")).unwrap();
    let mut most = BTreeMap::new();
    for (name, file) in files {
        for (operation, bytes) in operations(&file) {
            let times = bytes.div_ceil(file.len() as u64);
            let entry = most.entry(operation).or_insert((0, name.clone()));
            if times > entry.0 {
                *entry = (times, name.clone());
            }
        }
    }
    println!("{most:#?}");
    for (operation, (times, name)) in most {
        let stated = stated(&security, operation)[column];
        assert!(
            times <= stated,
            "{name}: {operation}: {times} times, {stated} are stated"
        );
    }
}

#[test]
fn no_operation_exceeds_its_row() {
    let paths = tests::compiled().into_iter();
    check(
        0,
        paths.map(|path| (path.display().to_string(), std::fs::read(&path).unwrap())),
    );
}

#[test]
fn growing_files_stay_within_their_column() {
    let mut rng = Rng::with_seed(1);
    check(
        1,
        (0..60).map(|index| (format!("file {index}"), multiply::container(&mut rng))),
    );
}

/// A document of 74 bytes that requests more than any file has.
#[test]
fn a_small_document_takes_no_more_memory_than_is_stated() {
    for text in [
        "--- !dxcontainer\nParts:\n  - Name: PRIV\n    Size: 16777216\n".to_owned(),
        "--- !dxcontainer\nParts:\n  - Name: PRIV\n    Size: 67108864\n".to_owned(),
        format!(
            "Parts: [{{Name: PSV0, PSVInfo: {{Version: 2, ResourceStride: {}, Resources: [{{}}]}}}}]",
            16 << 20
        ),
        format!(
            "Parts: [{{Name: RTS0, RootSignature: {{Version: 2}}, Layout: {{Patch: {{Size: {}}}}}}}]",
            16 << 20
        ),
    ] {
        let document = Document::from_yaml(&text).unwrap();
        for style in [TableStyle::Dxc, TableStyle::Llvm] {
            let taken = measure(|| drop(document.to_bytes(style))).bytes_max;
            let stated = Limits::of_input(0).memory + (64 << 10);
            assert!(taken <= stated, "{taken} bytes for {text}");
        }
    }
}

/// A PDB whose tables are 256 MiB of zeros.
#[test]
fn tables_that_expand_are_refused() {
    let mut part = PdbInfoPart::default();
    part.pack(Compressed::new(vec![0; 256 << 20], Compression::Zlib).unwrap());
    let bytes = part.to_bytes().unwrap();
    let view = PdbInfoPartView::parse(&bytes).unwrap();
    let taken = measure(|| assert!(view.tables().is_err())).bytes_max;
    assert!(taken < 1024, "{taken}");
}

//! RDAT's tables are laid out as DXC does, whatever was in them.

use dxc_format::document::Document;
use dxc_format::rdat::{
    PdbSource, ResourceRecord, RuntimeData, RuntimeDataContent, RuntimeDataView,
};
use dxc_format::{Builder, Container, Leaves, ListRef, PartView, TableStyle, parts};

fn data(name: &str) -> RuntimeData {
    let file = std::fs::read(tests::data().join(format!("dxc/{name}.dxil"))).unwrap();
    let container = Container::parse(&file).unwrap();
    RuntimeData::parse(container.find(parts::RDAT).unwrap().data).unwrap()
}

const FILES: [&str; 3] = [
    "lib_raytracing.sm66",
    "lib_raytracing.sm69",
    "lib_workgraph.sm68",
];

#[test]
fn dxc_lays_them_out_so() {
    for name in FILES {
        let read = data(name);
        let bytes = read.to_bytes().unwrap();
        let mut value = read.clone();
        value.lay_out(TableStyle::Dxc).unwrap();
        assert_eq!(value.to_bytes().unwrap(), bytes, "{name}");
        // From tables that hold more, and in another order.
        let mut value = read.clone();
        let mut kept = RuntimeData::default();
        kept.intern_strings(["something else", "raygen", "leaf0"]);
        kept.intern_list::<u32>(&[7, 7]);
        value.extend_tables(&kept, TableStyle::Dxc).unwrap();
        assert_ne!(value.to_bytes().unwrap(), bytes, "{name}");
        value.lay_out(TableStyle::Dxc).unwrap();
        assert_eq!(value.to_bytes().unwrap(), bytes, "{name}");
    }
}

#[test]
fn dangling_references_are_refused() {
    let mut value = data("lib_raytracing.sm66");
    let before = value.clone();
    for entry in &mut value.tables {
        if let RuntimeDataContent::Functions(table) = &mut entry.table.content {
            table.rows.iter_mut().next().unwrap().resources = ListRef::new(9999);
        }
    }
    let error = value.lay_out(TableStyle::Dxc).unwrap_err();
    assert_eq!(error.path(), "tables[2].table.content.rows[0].resources");
    for entry in &mut value.tables {
        if let RuntimeDataContent::Functions(table) = &mut entry.table.content {
            table.rows.iter_mut().next().unwrap().resources = ListRef::new(0);
        }
    }
    assert_eq!(value, before);
}

#[test]
fn tables_are_added_for_interned_entries() {
    let mut value = RuntimeData::default();
    let name = value.intern("main");
    assert_eq!(value.intern(""), value.intern(""));
    assert_eq!(value.intern("main"), name);
    let list: ListRef<ResourceRecord> = value.intern_list(&[0, 2]);
    assert_eq!(value.intern_list::<u32>(&[0, 2]).number(), list.number());
    assert_ne!(value.intern_list::<u32>(&[2]).number(), list.number());
    assert_eq!(value.tables.len(), 2);
    // Many at once are those of single calls.
    let mut other = value.clone();
    let names = value.intern_all(["new", "main", "new"]);
    assert_eq!(names, ["new", "main", "new"].map(|text| other.intern(text)));
    let lists: [&[u32]; 4] = [&[0, 2], &[9], &[], &[9]];
    let found: Vec<ListRef<u32>> = value.intern_lists(lists);
    assert_eq!(found, lists.map(|list| other.intern_list::<u32>(list)));
    assert_eq!(value, other);
    // Nothing in it names them.
    value.lay_out(TableStyle::Dxc).unwrap();
    assert_eq!(
        RuntimeData::parse(&value.to_bytes().unwrap())
            .unwrap()
            .tables
            .len(),
        2
    );
}

/// Overlapping lists do not cause an endless search.
#[test]
fn overlapping_lists_are_refused() {
    let mut value = data("lib_raytracing.sm66");
    let many: Vec<u32> = (0..5000).rev().collect();
    for entry in &mut value.tables {
        match &mut entry.table.content {
            RuntimeDataContent::IndexArrays(lists) => lists.numbers = many.clone(),
            RuntimeDataContent::Functions(table) => {
                let function = *table.rows.iter().next().unwrap();
                for at in 2500..5000 {
                    let mut function = function;
                    function.resources = ListRef::new(at);
                    table.rows.push(function);
                }
            }
            _ => {}
        }
    }
    let error = value.lay_out(TableStyle::Dxc).unwrap_err();
    assert!(
        matches!(error.kind(), dxc_format::ErrorKind::Aliased),
        "{error}"
    );
}

/// RDAT of these strings, and of sources whose names are at these offsets.
fn sources(strings: &[u8], names: &[u32]) -> Vec<u8> {
    let len = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap();
    let rows = [u32::try_from(names.len()).unwrap(), 8];
    let rows = rows
        .into_iter()
        .chain(names.iter().flat_map(|name| [*name, 0]));
    let rows: Vec<u8> = rows.flat_map(u32::to_le_bytes).collect();
    let first = 16;
    let words = [0x10, 2, first, first + 8 + len(strings)];
    let header = |kind: u32, bytes: &[u8]| [kind, len(bytes)].map(u32::to_le_bytes).concat();
    let words = words.map(u32::to_le_bytes).concat();
    [
        words,
        header(1, strings),
        strings.into(),
        header(0x10002, &rows),
        rows,
    ]
    .concat()
}

/// The names of sources in leaves, outlines and differences.
fn leaves(data: &[u8]) -> Vec<(String, bool)> {
    let mut leaves = Leaves::new(data);
    PartView::walk(parts::RDAT, data, &mut leaves).unwrap();
    let leaves = leaves.into_vec().into_iter();
    let names = leaves.filter(|leaf| leaf.path.ends_with(".name"));
    names.map(|leaf| (leaf.value, leaf.names)).collect()
}

/// Unreferenced strings follow the table.
#[test]
fn a_name_is_within_its_table() {
    let data = sources(b"ab\0c", &[0, 1, 3, 4, 24, u32::from_le_bytes(*b"abc\0")]);
    let view = RuntimeDataView::parse(&data).unwrap();
    let rows = view.rows::<PdbSource>();
    let names: Vec<_> = rows.iter().map(|row| view.string(row.name)).collect();
    assert_eq!(names, [Some("ab"), Some("b"), None, None, None, None]);
    let named = |text: &str| (text.to_string(), true);
    let raw = |text: &str| (text.to_string(), false);
    let expected = [
        named("\"ab\" (0)"),
        named("\"b\" (1)"),
        raw("3"),
        raw("4"),
        raw("24"),
        raw("6513249"),
    ];
    assert_eq!(leaves(&data), expected);
}

/// One string of 1 MiB that 16 Ki rows name.
#[test]
fn a_long_name_is_looked_at_once() {
    const ROWS: usize = 1 << 14;
    let mut strings = vec![b'x'; 1 << 20];
    (strings[0], *strings.last_mut().unwrap()) = (0, 0);
    let data = sources(&strings, &[1; ROWS]);
    let leaves = leaves(&data);
    assert_eq!(leaves.len(), ROWS);
    assert!(
        leaves
            .iter()
            .all(|(value, names)| *names && value.len() < 2048)
    );
    let mut builder = Builder::new();
    builder.set(parts::RDAT, data.clone());
    let file = builder.to_bytes().unwrap();
    let container = Container::parse(&file).unwrap();
    let shown = Document::of(&container).unwrap().to_yaml().unwrap();
    assert!(shown.len() < 8 * file.len(), "{}", shown.len());
    let mut value = container.rdat().unwrap().unwrap().to_value();
    for style in [TableStyle::Dxc, TableStyle::Llvm] {
        value.lay_out(style).unwrap();
        assert!(value.to_bytes().unwrap() == data);
    }
    // Each end of it would be a string of its own.
    let ends: Vec<u32> = (1..1 << 14).collect();
    let mut value = RuntimeData::parse(&sources(&strings, &ends)).unwrap();
    let error = value.lay_out(TableStyle::Dxc).unwrap_err();
    assert_eq!(*error.kind(), dxc_format::ErrorKind::Aliased);
    assert_eq!(error.path(), "tables[1].table.content.rows[4].name");
}

/// RDAT of one table whose rows are said to be so long, and of which there are none.
fn no_rows(stride: u32) -> Vec<u8> {
    let words = [0x10, 1, 12, 0x10002, 8, 0, stride];
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// The rows of the one table of sources.
fn rows(data: &mut RuntimeData) -> &mut dxc_format::Strided<PdbSource> {
    match &mut data.tables[0].table.content {
        RuntimeDataContent::PdbSources(table) => &mut table.rows,
        other => panic!("{other:?}"),
    }
}

/// No row is as long as an empty table says.
#[test]
fn a_row_takes_no_stride_that_no_version_has() {
    for (stride, kept) in [
        (8, 8),
        (12, 12),
        (1032, 1032),
        (1033, 8),
        (0x7fff_fff0, 8),
        (u32::MAX, 8),
    ] {
        let bytes = no_rows(stride);
        let mut data = RuntimeData::parse(&bytes).unwrap();
        assert_eq!(data.to_bytes().unwrap(), bytes);
        rows(&mut data).insert(0, PdbSource::default());
        assert_eq!(rows(&mut data).stride(), kept);
        rows(&mut data).push(PdbSource::default());
        let len = bytes.len() + 2 * kept as usize;
        assert_eq!(data.to_bytes().unwrap().len(), len);
    }
}

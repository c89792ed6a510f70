//! Tests that RDAT's tables are laid out like DXC's, whatever their layout was.
//!
//! Judge: DXC, by the bytes of its libraries. Names and lists of tables that are made here were counted by hand.

use dxc_document::Document;
use dxc_format::rdat::{
    FunctionRecord, PdbSource, ResourceRecord, RuntimeData, RuntimeDataContent, RuntimeDataView,
};
use dxc_format::{Container, ErrorKind, TableStyle, parts, types::ListRef};
use tests::words;

fn data(name: &str) -> RuntimeData {
    let container = tests::open(&format!("dxc/{name}.dxil"));
    container.rdat().unwrap().unwrap().to_value()
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
        // The tables have more entries, and in another order.
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
    value.rows_mut::<FunctionRecord>().unwrap()[0].resources = ListRef::new(9999);
    let error = value.lay_out(TableStyle::Dxc).unwrap_err();
    assert_eq!(error.path(), "tables[2].table.content.rows[0].resources");
    value.rows_mut::<FunctionRecord>().unwrap()[0].resources = ListRef::new(0);
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
    // Interning many entries at once gives the same result as single calls.
    let mut other = value.clone();
    let names = value.intern_all(["new", "main", "new"]);
    assert_eq!(names, ["new", "main", "new"].map(|text| other.intern(text)));
    let lists: [&[u32]; 4] = [&[0, 2], &[9], &[], &[9]];
    let found: Vec<ListRef<u32>> = value.intern_lists(lists);
    assert_eq!(found, lists.map(|list| other.intern_list::<u32>(list)));
    assert_eq!(value, other);
    // They are not referenced.
    value.lay_out(TableStyle::Dxc).unwrap();
    let again = RuntimeData::parse(&value.to_bytes().unwrap()).unwrap();
    assert_eq!(again.tables.len(), 2);
}

/// Overlapping lists are refused without an endless search.
#[test]
fn overlapping_lists_are_refused() {
    let mut value = data("lib_raytracing.sm66");
    for entry in &mut value.tables {
        if let RuntimeDataContent::IndexArrays(lists) = &mut entry.table.content {
            lists.numbers = (0..5000).rev().collect();
        }
    }
    let functions = value.rows_mut::<FunctionRecord>().unwrap();
    for at in 2500..5000 {
        let mut function = functions[0];
        function.resources = ListRef::new(at);
        functions.push(function);
    }
    let error = value.lay_out(TableStyle::Dxc).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::Aliased);
}

/// RDAT with these strings, and with sources whose names are at these offsets.
fn sources(strings: &[u8], names: &[u32]) -> Vec<u8> {
    let mut rows = vec![u32::try_from(names.len()).unwrap(), 8];
    rows.extend(names.iter().flat_map(|name| [*name, 0]));
    tests::runtime_data(&[(1, strings.to_vec()), (0x10002, words(&rows))])
}

/// The names of sources in field values, outlines and differences.
fn field_values(data: &[u8]) -> Vec<(String, bool)> {
    let field_values = tests::field_values(parts::RDAT, data).into_iter();
    let names = field_values.filter(|field_value| field_value.path().ends_with(".name"));
    names
        .map(|field_value| (field_value.value(), field_value.is_name()))
        .collect()
}

/// Unreferenced strings follow the table.
#[test]
fn a_name_is_within_its_table() {
    let data = sources(b"ab\0c", &[0, 1, 3, 4, 24, u32::from_le_bytes(*b"abc\0")]);
    let view = RuntimeDataView::parse(&data).unwrap();
    let rows = view.rows::<PdbSource>();
    let names: Vec<_> = rows.iter().map(|row| view.string(row.name)).collect();
    assert_eq!(names, [Some("ab"), Some("b"), None, None, None, None]);
    let expected = [
        ("\"ab\" (0)", true),
        ("\"b\" (1)", true),
        ("3", false),
        ("4", false),
        ("24", false),
        ("6513249", false),
    ];
    let expected = expected.map(|(text, is_name)| (text.to_owned(), is_name));
    assert_eq!(field_values(&data), expected);
}

/// A string of 1 MiB that 16 Ki rows reference.
#[test]
fn a_long_name_is_looked_at_once() {
    const ROWS: usize = 1 << 14;
    let mut strings = vec![b'x'; 1 << 20];
    (strings[0], *strings.last_mut().unwrap()) = (0, 0);
    let data = sources(&strings, &[1; ROWS]);
    let leaves = field_values(&data);
    assert_eq!(leaves.len(), ROWS);
    let is_short = |(value, names): &(String, bool)| *names && value.len() < 2048;
    assert!(leaves.iter().all(is_short));
    let file = tests::one_part(parts::RDAT, data.clone());
    let container = Container::parse(&file).unwrap();
    let shown = Document::of(&container).unwrap().to_yaml().unwrap();
    assert!(shown.len() < 8 * file.len(), "{}", shown.len());
    let mut value = container.rdat().unwrap().unwrap().to_value();
    for style in [TableStyle::Dxc, TableStyle::Llvm] {
        value.lay_out(style).unwrap();
        assert!(value.to_bytes().unwrap() == data);
    }
    // Each suffix of the string would be a separate string.
    let ends: Vec<u32> = (1..1 << 14).collect();
    let mut value = RuntimeData::parse(&sources(&strings, &ends)).unwrap();
    let error = value.lay_out(TableStyle::Dxc).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::Aliased);
    assert_eq!(error.path(), "tables[1].table.content.rows[4].name");
}

/// RDAT with one table that states this stride for its rows, of which there are none.
fn no_rows(stride: u32) -> Vec<u8> {
    tests::runtime_data(&[(0x10002, words(&[0, stride]))])
}

/// The stride of an empty table is not used for new rows, because no version has it.
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
        let rows = data.rows_mut::<PdbSource>().unwrap();
        rows.insert(0, PdbSource::default());
        assert_eq!(rows.stride(), kept);
        rows.push(PdbSource::default());
        let len = bytes.len() + 2 * kept as usize;
        assert_eq!(data.to_bytes().unwrap().len(), len);
    }
}

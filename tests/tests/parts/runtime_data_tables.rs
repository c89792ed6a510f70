//! RDAT's tables are laid out as DXC does, whatever was in them.

use dxc_format::rdat::{ResourceRecord, RuntimeData, RuntimeDataContent};
use dxc_format::{Container, ListRef, TableStyle, parts};

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
fn what_names_nothing_is_refused() {
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
fn tables_are_added_for_what_is_interned() {
    let mut value = RuntimeData::default();
    let name = value.intern("main");
    assert_eq!(value.intern(""), value.intern(""));
    assert_eq!(value.intern("main"), name);
    let list: ListRef<ResourceRecord> = value.intern_list(&[0, 2]);
    assert_eq!(value.intern_list::<u32>(&[0, 2]).number(), list.number());
    assert_ne!(value.intern_list::<u32>(&[2]).number(), list.number());
    assert_eq!(value.tables.len(), 2);
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

/// Lists that lie within one another are no reason to look for ever.
#[test]
fn lists_that_claim_one_another_are_refused() {
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

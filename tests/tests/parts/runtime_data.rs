//! Tests unusual RDAT, which is kept unchanged.
//!
//! Judge: a round trip to the same bytes. Names and lists were read from the bytes that are made here.

use dxc_format::constants::ShaderKind;
use dxc_format::rdat::{ResourceRecord, RuntimeData, RuntimeDataView, ShaderStageFlags};
use dxc_format::types::{ListRef, RowRef, StringRef};
use tests::words;

/// A part with these tables at these offsets, which are relative to the start of the part.
fn part(offsets: &[u32], rest: &[u32]) -> Vec<u8> {
    let count = u32::try_from(offsets.len()).unwrap();
    words(&[&[0x10, count], offsets, rest].concat())
}

/// Tables may be at any offset, and are written back to the same offset.
#[test]
fn strange_layouts_are_kept() {
    let resources = [3, 8 + 36, 1, 36, 1, 2, 3, 4, 5, 6, 0, 8, 0xaaaa_aaaa];
    let strings = [1, 4, 0];
    let cases = [
        // Tables out of order, with a gap between them.
        part(
            &[16 + 16 + 52, 16],
            &[&strings[..], &[0xbbbb_bbbb, 0, 0, 0], &resources, &strings].concat(),
        ),
        // Two entries reference one table, and bytes follow the last table.
        part(&[16, 16], &[&strings[..], &[0xcccc_cccc]].concat()),
        // There are tables of unknown kinds, and two of the same kind.
        part(&[20, 28, 40], &[99, 0, 0x1_0005, 4, 7, 99, 8, 1, 2]),
        // There are no tables and no other bytes.
        part(&[], &[]),
        // A table without rows may have any stride.
        part(&[12], &[3, 8, 0, 5]),
    ];
    for bytes in cases {
        let value = RuntimeData::parse(&bytes).unwrap();
        assert_eq!(value.to_bytes().unwrap(), bytes, "{value:?}");
    }
    // A row that is longer than known keeps its additional bytes.
    let bytes = part(&[12], &resources);
    let view = RuntimeDataView::parse(&bytes).unwrap();
    assert_eq!(view.resources().get(0).unwrap().upper_bound, 6);
    assert_eq!(view.resources().tail(0).unwrap(), [0xaa; 4]);
}

/// Runs whose records differ only in bytes of newer versions are different, both as views and as values.
#[test]
fn runs_are_as_equal_as_their_values() {
    let resource = |stride: u32, tail: &[u32]| {
        let table = [3, 8 + stride, 1, stride, 1, 2, 3, 4, 5, 6, 0, 8];
        part(&[12], &[&table, tail].concat())
    };
    let parts = [
        resource(32, &[]),
        resource(36, &[0]),
        resource(36, &[1]),
        resource(40, &[1, 0]),
    ];
    let views = parts
        .each_ref()
        .map(|part| RuntimeDataView::parse(part).unwrap());
    for (place, old) in views.iter().enumerate() {
        for (other, new) in views.iter().enumerate() {
            let [was, is] = [old, new].map(RuntimeDataView::resources);
            assert_eq!(was.get(0), is.get(0));
            assert_eq!(was == is, place == other, "{place} {other}");
            assert_eq!(old.to_value() == new.to_value(), place == other);
        }
    }
    let none = [part(&[12], &[3, 8, 0, 5]), part(&[12], &[3, 8, 0, 32])];
    let none = none
        .each_ref()
        .map(|part| RuntimeDataView::parse(part).unwrap().resources());
    assert_eq!(none[0], none[1]);
}

/// Dangling numbers have no name.
#[test]
fn names_outside_of_their_tables_name_nothing() {
    let bytes = part(&[16, 28], &[1, 4, 0x41, 2, 8, 1, 9]);
    let data = RuntimeDataView::parse(&bytes).unwrap();
    assert_eq!(data.string(StringRef(0)), Some("A"));
    assert_eq!(data.string(StringRef(4)), None);
    assert_eq!(data.string(StringRef(u32::MAX)), None);
    let list = |number| {
        data.list(ListRef::<StringRef>::new(number))
            .collect::<Vec<_>>()
    };
    assert_eq!(list(0), [None]);
    assert_eq!(list(1), []);
    assert_eq!(list(u32::MAX), []);
    let rows = data.list(ListRef::<ResourceRecord>::new(0));
    assert_eq!(rows.collect::<Vec<_>>(), [None]);
    // There is no table of resources.
    assert!(data.resources().is_empty());
    assert_eq!(data.row(RowRef::<ResourceRecord>::new(0)), None);
}

/// The bits of the stage flags are numbered by the stages, so both tables have the same names.
#[test]
fn each_flag_of_a_stage_is_the_bit_of_its_kind() {
    for flag in ShaderStageFlags::TABLE.values {
        let kind = ShaderKind::TABLE.by_value(flag.value.trailing_zeros().into());
        assert_eq!(kind.map(|kind| kind.name), Some(flag.name));
    }
}

use dxc_document::{Node, build_in, layout, show};
use dxc_format::types::Strided;

use super::bytes::{Bytes, assert_refused, refused, round_trip, shown, whole, written};
use crate::generated::strided::{Both, Cell, Cells, CellsView, Row, Rows, RowsView, Ruler, Tracks};

/// Two rows of an unrecognized version: 3 more bytes each.
fn newer() -> Bytes {
    Bytes::of(
        "count = 2u8; stride = 9u8
         rows[0].id = 10u32; rows[0].kind = 1u16; rows[0].tail = [0xa1 0xa2 0xa3]
         rows[1].id = 20u32; rows[1].kind = 2u16; rows[1].tail = [0xb1 0xb2 0xb3]",
    )
}

#[test]
fn records_are_read_with_any_bytes_behind_each() {
    let bytes = newer();
    let view = RowsView::parse(&bytes).unwrap();
    assert_eq!((view.rows().len(), view.rows().stride()), (2, 9));
    let ids = view.rows().iter().map(|row| row.id);
    assert_eq!(ids.collect::<Vec<_>>(), [10, 20]);
    assert_eq!(view.rows().get(1).unwrap().kind(), Some(2));
    assert_eq!(view.rows().tail(1), Some(&[0xb1, 0xb2, 0xb3][..]));
    assert_eq!((view.rows().get(2), view.rows().tail(2)), (None, None));
    let rows = round_trip::<Rows>(&bytes, ());
    assert_eq!(rows.rows.tail(0), Some(&[0xa1, 0xa2, 0xa3][..]));
    assert_eq!(rows.rows.tail(2), None);
    assert_eq!(
        whole::<Rows>(&bytes, ()),
        "count 1, stride 1, rows 18, trailing 0"
    );
}

#[test]
fn a_stride_between_two_versions_is_the_older_one_and_a_tail() {
    let bytes = Bytes::of("count = 1u8; stride = 5u8; rows[0].id = 10u32; rows[0].tail = 0xaa_u8");
    let rows = round_trip::<Rows>(&bytes, ());
    assert_eq!(rows.rows[0].kind(), None);
    assert_eq!(rows.rows.tail(0), Some(&[0xaa][..]));
}

#[test]
fn tails_stay_with_their_records() {
    let mut rows = round_trip::<Rows>(&newer(), ());
    let mut row = Row::new(2);
    row.id = 15;
    rows.rows.insert(1, row);
    row.id = 30;
    rows.rows.push(row);
    assert_eq!(rows.rows.remove(0).id, 10);
    let expected = Bytes::of(
        "count = 3u8; stride = 9u8
         rows[0].id, inserted = 15u32; rows[0].kind = 0u16; rows[0].tail = [0 0 0]
         rows[1].id, as it was = 20u32; rows[1].kind = 2u16; rows[1].tail = [0xb1 0xb2 0xb3]
         rows[2].id, pushed = 30u32; rows[2].kind = 0u16; rows[2].tail = [0 0 0]",
    );
    assert_eq!(written(&rows, ()), expected[..]);
}

#[test]
fn records_are_edited_in_place() {
    let mut rows = round_trip::<Rows>(&newer(), ());
    rows.rows[1].set_kind(7).unwrap();
    assert_eq!(written(&rows, ()), newer().set("rows[1].kind = 7u16")[..]);
}

#[test]
fn runs_are_filled_and_gone_over_as_vectors_are() {
    let read = RowsView::parse(&newer()).unwrap().to_value();
    let mut rows: Strided<Row> = read.rows.iter().copied().collect();
    rows.extend(&mut read.rows.iter().copied());
    assert_eq!(rows.len(), 2 * read.rows.len());
    for row in &mut rows {
        *row = Row::new(0);
    }
    assert!((&rows).into_iter().all(|row| *row == Row::new(0)));
}

#[test]
fn an_empty_run_has_no_stride() {
    let rows = round_trip::<Rows>(&Bytes::of("count = 0u8"), ());
    assert_eq!((rows.rows.len(), rows.rows.stride()), (0, 0));
    let mut rows = Rows {
        rows: Strided::new(6),
        ..rows
    };
    rows.rows.push(Row::new(2));
    let one = Bytes::of("count = 1u8; stride = 6u8; rows[0].id = 0u32; rows[0].kind = 0u16");
    assert_eq!(written(&rows, ()), one[..]);
}

#[test]
fn the_stride_must_fit_the_first_version_and_the_bytes() {
    let bytes = Bytes::of("count = 1u8; stride = 3u8; rows[0].id = 10u32");
    let expected = "rows at byte 0x2: expected at least 4 bytes, found a size of 3";
    assert_eq!(refused(RowsView::parse(&bytes)), expected);
    let mut rows = Rows::default();
    rows.rows = Strided::new(3);
    rows.rows.push(Row::new(0));
    assert_eq!(refused(rows.to_bytes()), expected);
    let cases = "stride = 0u8 => rows at byte 0x2: expected at least 4 bytes, found a size of 0
         count = 200u8; stride = 9u8 => rows at byte 0x2: needs 1800 bytes, but 4 remain";
    assert_refused::<Rows>(&bytes, (), cases);
}

#[test]
fn a_field_beyond_the_stride_is_refused() {
    let mut row = Row::new(2);
    row.set_kind(1).unwrap();
    let mut rows = Rows::default();
    rows.rows = Strided::new(5);
    rows.rows.push(Row::new(0));
    rows.rows.push(row);
    let expected = "rows[1].kind: has a value, but is only stored if the version is 2 or later";
    assert_eq!(refused(rows.to_bytes()), expected);
}

#[test]
fn records_without_versions_have_tails_too() {
    let bytes = Bytes::of(
        "count = 2u8; stride = 3u32
         cells[0].value = 1u16; cells[0].tail = 0xaa_u8
         cells[1].value = 2u16; cells[1].tail = 0xbb_u8",
    );
    let mut cells = round_trip::<Cells>(&bytes, ());
    assert_eq!(cells.cells.remove(0).value, 1);
    let expected =
        Bytes::of("count = 1u8; stride = 3u32; cells[0].value = 2u16; cells[0].tail = 0xbb_u8");
    assert_eq!(written(&cells, ()), expected[..]);
}

#[test]
fn no_records_have_any_stride() {
    for stride in [0, 1, 2, 99, u32::MAX] {
        let bytes = Bytes::new().put("count", 0u8).put("stride", stride);
        assert_eq!(round_trip::<Cells>(&bytes, ()).cells.stride(), stride);
    }
    assert_eq!(written(&Cells::default(), ()), [0; 5]);
}

#[test]
fn the_first_record_determines_an_unset_stride() {
    for (version, size) in [(0, 4), (2, 6)] {
        let mut rows = Rows::default();
        rows.rows.push(Row::new(version));
        rows.rows.insert(0, Row::new(version));
        assert_eq!(rows.rows.stride(), size);
        written(&rows, ());
    }
    let mut cells = Cells::default();
    cells.cells.insert(0, Cell::default());
    let expected = Bytes::of("count = 1u8; stride = 2u32; cells[0].value = 0u16");
    assert_eq!(written(&cells, ()), expected[..]);
    assert_eq!(cells.cells.remove(0), Cell::default());
    assert_eq!(cells.cells.stride(), 2);
}

#[test]
fn runs_that_share_a_stride_agree_on_it() {
    let pair = |stride: u8, left: u8, right: u16| {
        Bytes::new()
            .put("left_count", left)
            .put("right_count", 1u8)
            .put("stride", stride)
            .put("right[0].value", right)
            .text("right[0].tail", &[0xaa])
    };
    let mut both = round_trip::<Both>(&pair(3, 0, 7), ());
    // The empty one may have any stride.
    assert_eq!((both.left.len(), both.right[0].value), (0, 7));
    let mut filled = both.clone();
    filled.left.push(Cell::default());
    written(&filled, ());
    both.left = Strided::default();
    assert_eq!(both.to_bytes().unwrap(), pair(3, 0, 7)[..]);
    both.left.push(Cell::default());
    let expected = "left: expected 3 (stride), found 2";
    assert_eq!(refused(both.to_bytes()), expected);
    both.left = Strided::new(3);
    both.left.push(Cell::default());
    written(&both, ());
}

#[test]
fn strides_multiply_without_wrapping() {
    // 255 * u32::MAX is far more than 32 bits.
    let bytes = Bytes::of("count = 255u8; stride = 0xffff_ffff_u32; cells[0].value = 1u16");
    let expected = "cells at byte 0x5: needs 1095216660225 bytes, but 2 remain";
    assert_eq!(refused(CellsView::parse(&bytes)), expected);
}

#[test]
fn documents_show_numbers_and_the_bytes_behind_them() {
    let bytes = Bytes::of(
        "count = 2u8; marks[0] = 7u16; behind marks[0] = 0u16; marks[1] = 9u16
         behind marks[1] = 0x0201_u16",
    );
    round_trip::<Ruler>(&bytes, ());
    let expected = "Marks:\n- 7\n- Value: 9\n  Tail: [1, 2]\n";
    assert_eq!(shown::<Ruler>(&bytes), expected);
}

#[test]
fn documents_show_the_stride_that_selects_the_version() {
    let bytes = Bytes::of("count = 1u8; stride = 4u8; rows[0].id = 5u32");
    let node = show::<Rows>(&bytes, ()).unwrap();
    assert_eq!(
        dxc_document::yaml::to_string(&node).unwrap(),
        "Stride: 4\nRows:\n- Id: 5\n"
    );
    assert_eq!(layout::<Rows>(&node, (), &bytes).unwrap(), Node::Nothing);
    let built = build_in::<Rows>(&node, (), &Node::Nothing).unwrap();
    assert_eq!(built, bytes[..]);
}

#[test]
fn a_stride_is_that_of_its_run_only() {
    let bytes = Bytes::of("count = 0u8; sleeper_count = 1u8; sleepers[0].count = 0u8");
    let node = show::<Tracks>(&bytes, ()).unwrap();
    assert_eq!(layout::<Tracks>(&node, (), &bytes).unwrap(), Node::Nothing);
    let built = build_in::<Tracks>(&node, (), &Node::Nothing).unwrap();
    assert_eq!(built, bytes[..]);
}

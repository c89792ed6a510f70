use std::mem::size_of;

use super::bytes::{Bytes, round_trip, whole};
use crate::generated::wide::{Tick, Wide, WideView};

/// A record in each run, with one byte behind each record of the last one.
fn wide(has_blob: bool) -> Bytes {
    let mut bytes = Bytes::new();
    for number in 1..=8 {
        let stride = if number == 8 { 3 } else { 2 };
        bytes = bytes
            .u32("stride", stride)
            .u16("count", 1)
            .u16("run", number);
    }
    bytes = bytes.u8("tail", 9);
    match has_blob {
        true => bytes.u8("blob_size", 2).text("blob", b"xy").u32("last", 77),
        false => bytes.u8("blob_size", 0),
    }
}

#[test]
fn fields_beyond_the_capacity_of_a_view_are_found() {
    let bytes = wide(true);
    let view = WideView::parse(&bytes).unwrap();
    let runs = [
        view.run_a(),
        view.run_b(),
        view.run_c(),
        view.run_d(),
        view.run_e(),
        view.run_f(),
        view.run_g(),
        view.run_h(),
    ];
    let numbers = runs.map(|run| {
        run.iter()
            .map(|Tick { number, .. }| number)
            .collect::<Vec<_>>()
    });
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8].map(|number| vec![number]));
    assert_eq!((view.run_g().stride(), view.run_h().stride()), (2, 3));
    assert_eq!((view.blob(), view.last()), (&b"xy"[..], Some(77)));
    assert_eq!(view.to_value(), round_trip::<Wide>(&bytes, ()));
    let bytes = wide(false);
    let view = WideView::parse(&bytes).unwrap();
    assert_eq!((view.blob(), view.last()), (&[][..], None));
    assert_eq!(view.to_value(), round_trip::<Wide>(&bytes, ()));
}

#[test]
fn the_view_is_as_narrow_as_any_and_the_walk_covers_every_byte() {
    assert!(
        size_of::<WideView<'static>>() <= 112,
        "{}",
        size_of::<WideView<'static>>()
    );
    let bytes = wide(true);
    assert!(whole::<Wide>(&bytes, ()).len() > 24);
    for end in 0..bytes.len() {
        assert!(WideView::parse(&bytes[..end]).is_err(), "{end}");
    }
}

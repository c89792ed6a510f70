use binrw::BinRead;
use dxc_format::{ErrorKind, types::Bool8};

use super::bytes::{Bytes, refused, round_trip, whole, written};
use crate::generated::sequence::{Pair, Parcel, ParcelView};

fn parcel() -> Bytes {
    Bytes::of(
        "weight = 2.5f32; fragile = 7u8
         pair.a = 1u8; pair.b = 2u16
         pair_count = 2u8
         pairs[0].a = 3u8; pairs[0].b = 4u16
         pairs[1].a = 5u8; pairs[1].b = 6u16
         blob_size = 3u16; blob = 'xyz'; number_count = 1u8; numbers[0] = 99u32
         others[0] = 1u8",
    )
}

#[test]
fn every_field_is_read() {
    let bytes = parcel();
    let view = ParcelView::parse(&bytes).unwrap();
    assert_eq!(view.weight().get(), 2.5);
    assert_eq!(view.fragile(), Bool8(7));
    assert_eq!(view.pair().b, 2);
    assert_eq!(view.pairs().len(), 2);
    assert_eq!(view.pairs().get(1).unwrap().b, 6);
    assert_eq!(view.pairs().get(2), None);
    assert_eq!((view.blob(), view.number_count()), (&b"xyz"[..], 1));
    assert_eq!(view.numbers().iter().collect::<Vec<_>>(), [99]);
    assert_eq!(view.as_bytes(), &bytes[..]);
    assert_eq!(ParcelView::try_from(&bytes[..]), Ok(view));
    assert_eq!(view.to_value(), round_trip::<Parcel>(&bytes, ()));
    // The walk covers every byte.
    let expected = "weight 4, fragile 1, pair 3, pair_count 1, pairs 6, blob_size 2, blob 3, number_count 1, \
                    numbers 4, others 1, trailing 0";
    assert_eq!(whole::<Parcel>(&bytes, ()), expected);
}

#[test]
fn bytes_behind_the_last_field_are_kept() {
    let bytes = parcel().text("trailing", b"more");
    let mut value = round_trip::<Parcel>(&bytes, ());
    assert_eq!(value.trailing, b"more");
    value.blob.clear();
    assert!(written(&value, ()).ends_with(b"more"));
}

#[test]
fn counts_follow_edits() {
    let mut value = round_trip::<Parcel>(&parcel(), ());
    value.pairs.push(Pair::default());
    value.blob = vec![0; 300];
    let bytes = written(&value, ());
    let view = ParcelView::parse(&bytes).unwrap();
    assert_eq!((view.pairs().len(), view.blob().len()), (3, 300));
}

#[test]
fn runs_may_be_empty() {
    let bytes = written(&Parcel::default(), ());
    assert!(bytes.iter().all(|byte| *byte == 0));
    let value = round_trip::<Parcel>(&bytes, ());
    assert!(value.pairs.is_empty() && value.blob.is_empty() && value.numbers.is_empty());
}

#[test]
fn a_count_that_is_kept_is_set_by_the_first_run_and_binds_the_others() {
    let mut value = round_trip::<Parcel>(&parcel(), ());
    value.numbers.push(100);
    let expected = "others: expected 2 (number_count), the value has 1";
    assert_eq!(refused(value.to_bytes()), expected);
    value.others.push(2);
    let bytes = value.to_bytes().unwrap();
    assert_eq!(value.number_count, 1, "the value itself is left alone");
    value.number_count = 2;
    assert_eq!(ParcelView::parse(&bytes).unwrap().to_value(), value);
    written(&value, ());
    value.numbers = vec![0; 256];
    let expected = "numbers at byte 0x0: 256 does not fit into 8 bits";
    assert_eq!(refused(value.to_bytes()), expected);
}

#[test]
fn a_count_that_its_field_cannot_hold_is_refused() {
    let mut value = Parcel {
        pairs: vec![Pair::default(); 255],
        ..Parcel::default()
    };
    written(&value, ());
    value.pairs.push(Pair::default());
    let expected = "pair_count at byte 0x0: 256 does not fit into 8 bits";
    assert_eq!(refused(value.to_bytes()), expected);
    let value = Parcel {
        blob: vec![0; 0x10000],
        ..Parcel::default()
    };
    let expected = "blob_size at byte 0x0: 65536 does not fit into 16 bits";
    assert_eq!(refused(value.to_bytes()), expected);
}

#[test]
fn every_cut_is_refused_where_it_is() {
    let bytes = parcel();
    for cut in 0..bytes.len() {
        let error = ParcelView::parse(&bytes[..cut]).unwrap_err();
        let ErrorKind::Truncated { needed, available } = *error.kind() else {
            panic!("{error}")
        };
        let at = error.offset();
        let is_there = at <= cut && available == (cut - at) as u64;
        assert!(is_there && needed > available, "{error}");
        assert!(Parcel::parse(&bytes[..cut]).is_err());
    }
    let expected = "pairs at byte 0x9: needs 6 bytes, but 4 remain";
    assert_eq!(
        refused(ParcelView::parse(bytes.before("pairs[1].b"))),
        expected
    );
    let expected = "number_count at byte 0x14: needs 1 bytes, but 0 remain";
    assert_eq!(
        refused(ParcelView::parse(bytes.before("number_count"))),
        expected
    );
}

#[test]
fn streams_pass_errors_on_with_their_offset() {
    let mut stream = std::io::Cursor::new([&[0xee; 100], &parcel()[..6]].concat());
    stream.set_position(100);
    let error = Parcel::read_le(&mut stream).unwrap_err();
    let expected = Parcel::parse(&parcel()[..6]).unwrap_err();
    assert_eq!((expected.path(), expected.offset()), ("pair", 5));
    assert_eq!(error.custom_err(), Some(&expected));
    assert!(matches!(error, binrw::Error::Custom { pos: 105, .. }));
}

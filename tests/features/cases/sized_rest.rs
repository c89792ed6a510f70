use super::bytes::{Bytes, refused, round_trip, whole, written};
use crate::generated::sized_rest::{Remainder, RemainderView};

#[test]
fn the_number_of_bytes_selects_the_version() {
    for (bytes, version, second) in [
        (&[1][..], 0, None),
        (&[1, 2][..], 1, Some(2)),
        (&[1, 2, 3, 4][..], 1, Some(2)),
    ] {
        let bytes = Bytes::new().text("record", bytes);
        let view = RemainderView::parse(&bytes).unwrap();
        assert_eq!(view.record().version(), version);
        assert_eq!(view.record().second(), second);
        let mut value = round_trip::<Remainder>(&bytes, ());
        assert_eq!(value.record.tail, bytes.get(2..).unwrap_or_default());
        assert_eq!(
            whole::<Remainder>(&bytes, ()),
            format!("record {}", bytes.len())
        );
        value.record.first = 7;
        written(&value, ());
    }
}

#[test]
fn too_few_bytes_are_refused() {
    let expected = "record at byte 0x0: expected at least 1 bytes, found a size of 0";
    assert_eq!(refused(RemainderView::parse(b"")), expected);
}

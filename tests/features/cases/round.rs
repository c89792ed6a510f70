use super::bytes::{Bytes, refused, round_trip, whole, written};
use crate::generated::round::{Rounded, RoundedNames, RoundedView};

fn rounded(text: &[u8; 8]) -> Bytes {
    Bytes::new()
        .put("size", 8u8)
        .text("text", text)
        .put("end", 9u8)
}

#[test]
fn bytes_that_were_read_are_kept() {
    let bytes = rounded(b"abcde\0\xaa\xbb");
    let value = round_trip::<Rounded>(&bytes, ());
    assert_eq!((value.text.len(), value.end), (8, 9));
    assert_eq!(
        whole::<Rounded>(&bytes, ()),
        "size 1, text 8, end 1, trailing 0"
    );
}

#[test]
fn writing_fills_with_0() {
    let mut value = Rounded::default();
    (value.text, value.end) = (b"abcde".to_vec(), 9);
    let bytes = value.to_bytes().unwrap();
    assert_eq!(bytes, rounded(b"abcde\0\0\0")[..]);
    // The padding belongs to the text.
    let view = RoundedView::parse(&bytes).unwrap();
    assert_eq!(view.text(), b"abcde\0\0\0");
    // This needs no padding.
    value.text = b"abcdefgh".to_vec();
    assert_eq!(written(&value, ()), rounded(b"abcdefgh")[..]);
    assert_eq!(Rounded::default().to_bytes().unwrap(), [0, 0]);
}

#[test]
fn a_size_that_is_no_multiple_is_refused() {
    // `size` is the rounded size of the text.
    let bytes = Bytes::of("size = 5u8; text = 'abcde'; end = 9u8");
    let expected = "size at byte 0x0: expected 8 (align(len(text), 4)), found 5";
    assert_eq!(refused(RoundedView::parse(&bytes)), expected);
}

#[test]
fn names_grow() {
    let mut value = RoundedNames::default();
    value.names.intern("Ann");
    let bytes = value.to_bytes().unwrap();
    assert_eq!(bytes, Bytes::of("size = 8u16; names = 'Ann\0\0\0\0\0'")[..]);
    let mut value = round_trip::<RoundedNames>(&bytes, ());
    assert_eq!(value.names.intern("Bob"), 8);
    assert_eq!(value.to_bytes().unwrap().len(), 2 + 16);
}

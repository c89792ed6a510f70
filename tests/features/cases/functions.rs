use dxc_format::FourCC;
use dxc_format::runtime::int::int;

use super::bytes::{Bytes, assert_refused, refused, round_trip, written};
use crate::generated::functions::{Canvas, CanvasView, LIMIT, MARK, SIDES, area, words_of};

/// 5 bytes are 2 words, 3 times.
fn canvas() -> Bytes {
    let bytes = Bytes::of("width = 5u8; height = 3u8").put("check", LIMIT - 6);
    (0..6u32).fold(bytes, |bytes, index| bytes.put("words", index))
}

#[test]
fn constants_and_functions() {
    assert_eq!((MARK, LIMIT), (FourCC(*b"MARK"), 0x1_0000_0002));
    assert_eq!(
        [0u8, 1, 4, 5].map(|bytes| words_of(int(bytes)).get()),
        [Some(0), Some(1), Some(1), Some(2)]
    );
    assert_eq!(area(int(5), int(3)).get(), Some(6));
    assert_eq!(words_of(int(u64::MAX)).get(), None);
}

#[test]
fn constants_are_compared_with_fields_and_passed_to_functions() {
    let field: u32 = 0xffff_ffff;
    assert_eq!(field, SIDES);
    assert_eq!(words_of(5_u8).get(), Some(2));
    assert_eq!(area(Some(5_u16), 3).get(), Some(6));
    assert_eq!(area(None::<u16>, SIDES).get(), Some(0));
}

#[test]
fn fields_are_functions_of_others() {
    let mut canvas = round_trip::<Canvas>(&canvas(), ());
    assert_eq!(canvas.words, [0, 1, 2, 3, 4, 5]);
    canvas.height = 2;
    let expected = "words: expected 4 (area(width, height)), the value has 6";
    assert_eq!(refused(canvas.to_bytes()), expected);
    canvas.words.truncate(4);
    let bytes = written(&canvas, ());
    assert!(CanvasView::parse(&bytes).is_ok());
}

#[test]
fn a_value_that_no_function_returns_is_refused() {
    let case = "check = 1u64 => check at byte 0x2: expected 4294967292 (LIMIT() - area(width, height)), found 1";
    assert_refused::<Canvas>(&canvas(), (), case);
}

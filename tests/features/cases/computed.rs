use super::bytes::{Bytes, assert_refused, round_trip, whole, written};
use crate::generated::computed::{Frame, Signed, Telegram};

fn frame() -> Bytes {
    Bytes::of(
        "magic = 'FRAM'; size = 28u32; header_size = 16u8; version = 7u16; count = 2u8; bytes = 8u16
         twice = 4u16; words[0] = 10u32; words[1] = 20u32; doubles = [1 2 3 4]",
    )
}

#[test]
fn computed_fields_are_no_fields_of_the_value() {
    let bytes = frame();
    let frame = round_trip::<Frame>(&bytes, ());
    let mut made = Frame::default();
    made.words = vec![10, 20];
    made.doubles = vec![1, 2, 3, 4];
    assert_eq!(frame, made);
    assert_eq!(made.to_bytes().unwrap(), bytes[..]);
    whole::<Frame>(&bytes, ());
}

#[test]
fn computed_fields_follow_edits() {
    let mut frame = round_trip::<Frame>(&frame(), ());
    frame.words.push(30);
    frame.doubles.extend([5, 6]);
    let expected = Bytes::of(
        "magic = 'FRAM'; size = 34u32; header_size = 16u8; version = 7u16; count = 3u8; bytes = 12u16
         twice = 6u16; words[0] = 10u32; words[1] = 20u32; words[2] = 30u32
         doubles = [1 2 3 4 5 6]",
    );
    assert_eq!(written(&frame, ()), expected[..]);
}

#[test]
fn any_other_value_is_refused() {
    // If a value requires more bytes than there are, that error is reported first.
    let cases = "magic = 'GRAM' => magic at byte 0x0: expected \"FRAM\", found \"GRAM\"
         version = 4444u16 => version at byte 0x9: expected 7 (7), found 4444
         bytes = 4444u16 => bytes at byte 0xc: expected 8 (size_of(words)), found 4444
         twice = 4444u16 => doubles at byte 0x18: needs 4444 bytes, but 4 remain
         size = 27u32 => size at byte 0x4: expected 28 (size_of(self)), found 27";
    assert_refused::<Frame>(&frame(), (), cases);
}

#[test]
fn trailing_bytes_are_no_part_of_the_size() {
    let bytes = frame().fields("trailing = [9 9 9 9 9]");
    assert_eq!(round_trip::<Frame>(&bytes, ()).trailing, [9; 5]);
}

#[test]
fn enums_and_flags_are_computed() {
    let telegram = Bytes::of("first = 7u16; second = 7u16; marks = 9u8; weight = 20u8");
    let mut value = round_trip::<Telegram>(&telegram, ());
    value.weight = 21;
    let heavy = telegram.clone().set("second = 9u16; weight = 21u8");
    assert_eq!(written(&value, ()), heavy[..]);
    let case = "marks = 1u8 => marks at byte 0x4: expected 9 (Air | Signed), found 1";
    assert_refused::<Telegram>(&telegram, (), case);
}

fn signed() -> Bytes {
    Bytes::of(
        "magic = [0x89 0x50 0x4e 0x47 0x0d 0x0a 0x1a 0x0a 0]; size = 2u8; label = 'text: '; text = 'ab'
         short = 'ENDS'; code = [0x45 0x4e 0x44 0]; long = '0123456789  0123456789  0123456789  0123'",
    )
}

#[test]
fn constant_bytes_have_any_length() {
    let value = round_trip::<Signed>(&signed(), ());
    assert_eq!(value.text, b"ab");
    assert_eq!(written(&Signed::default(), ()).len(), signed().len() - 2);
    for (field, bytes, expected) in [
        (
            "magic",
            &[0x88][..],
            r#"magic at byte 0x0: expected "\x89PNG\r\n\x1a\n\x00", found "\x88PNG\r\n\x1a\n\x00""#,
        ),
        (
            "label",
            b"T",
            r#"label at byte 0xa: expected "text: ", found "Text: ""#,
        ),
        (
            "short",
            b"e",
            r#"short at byte 0x12: expected "ENDS", found "eNDS""#,
        ),
        (
            "code",
            b"e",
            r#"code at byte 0x16: expected "END\0", found "eND\0""#,
        ),
        (
            "long",
            b"9",
            r#"long at byte 0x1a: expected "0123456789  0123456789  0123456789  0123", found "9123456789  0123" and 24 more bytes"#,
        ),
    ] {
        let mut wrong = signed().to_vec();
        let at = signed().at(field);
        wrong[at..=at].copy_from_slice(bytes);
        assert_eq!(Signed::parse(&wrong).unwrap_err().to_string(), expected);
    }
}

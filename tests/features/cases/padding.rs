use dxc_document::{Node, build_in, layout, show};

use super::bytes::{Bytes, round_trip, whole, written};
use crate::generated::padding::{Filled, Mixed, Padded, PaddedView};

fn padded(fill: u8) -> Bytes {
    Bytes::of("size = 16u16; first_size = 2u8; first = 'ab'")
        .text("padding to 8", &[fill; 3])
        .fields("second_size = 4u8; second = 'wxyz'")
        .text("padding to 16", &[fill; 3])
}

#[test]
fn padding_is_written_by_itself() {
    let value = round_trip::<Padded>(&padded(0), ());
    let mut made = Padded::default();
    (made.first, made.second) = (b"ab".to_vec(), b"wxyz".to_vec());
    assert_eq!(value, made);
    assert_eq!(made.to_bytes().unwrap(), padded(0)[..]);
    let expected =
        "size 2, first_size 1, first 2, padding 3, second_size 1, second 4, padding 3, trailing 0";
    assert_eq!(whole::<Padded>(&padded(0), ()), expected);
}

#[test]
fn any_padding_is_kept() {
    let mut value = round_trip::<Padded>(&padded(0xab), ());
    value.second[0] = b'W';
    assert_eq!(written(&value, ()), padded(0xab).set("second = 'W'")[..]);
    value.second.push(b'!');
    let expected = padded(0).set("second_size = 5u8; second = 'Wxyz!'");
    // A value of another length is laid out like a new one.
    assert_eq!(written(&value, ()), expected[..]);
}

#[test]
fn too_few_bytes_at_the_end_are_kept() {
    for size in 13..=16u16 {
        let bytes = padded(0xab);
        let bytes = &bytes.set(&format!("size = {size}u16"))[..usize::from(size)];
        let mut value = round_trip::<Padded>(bytes, ());
        value.first = b"ba".to_vec();
        assert_eq!(written(&value, ()).len(), bytes.len());
    }
}

#[test]
fn bytes_behind_the_padding_are_trailing() {
    let bytes = padded(0xab).fields("trailing = [1 2]");
    assert_eq!(PaddedView::parse(&bytes).unwrap().trailing(), [1, 2]);
    round_trip::<Padded>(&bytes, ());
}

#[test]
fn nothing_to_pad() {
    let bytes =
        Bytes::of("size = 8u16; first_size = 1u8; first = 'a'; second_size = 3u8; second = 'xyz'");
    let expected =
        "size 2, first_size 1, first 1, padding 0, second_size 1, second 3, padding 0, trailing 0";
    assert_eq!(whole::<Padded>(&bytes, ()), expected);
    round_trip::<Padded>(&bytes, ());
}

/// The default is the padding of a writer; any other padding is kept, including zeros.
#[test]
fn padding_of_other_bytes_is_kept() {
    let filled = |fill: u8| {
        Bytes::of("size = 2u8; text = 'ab'")
            .text("padding", &[fill])
            .put("mark", 7u16)
    };
    let mut made = Filled::default();
    (made.text, made.mark) = (b"ab".to_vec(), 7);
    assert_eq!(made.to_bytes().unwrap(), filled(0xff)[..]);
    assert_eq!(round_trip::<Filled>(&filled(0xff), ()), made);
    for fill in [0, 1, 0xfe] {
        let mut value = round_trip::<Filled>(&filled(fill), ());
        value.mark = 8;
        assert_eq!(written(&value, ()), filled(fill).set("mark = 8u16")[..]);
    }
}

/// A document does not show padding, so unusual padding is stored in its patch.
#[test]
fn documents_keep_paddings_of_different_bytes() {
    for (first, last, expected) in [
        (0xaa, 0, "~"),
        (0, 0, "- At: 3\n  Bytes: [0]"),
        (0xaa, 0xaa, "- At: 5\n  Bytes: [0xaa, 0xaa, 0xaa]"),
        (
            0,
            0xaa,
            "- At: 3\n  Bytes: [0]\n- At: 5\n  Bytes: [0xaa, 0xaa, 0xaa]",
        ),
    ] {
        let bytes = Bytes::of("size = 2u8; text = 'ab'")
            .text("padding to 2", &[first])
            .put("mark", 7u8)
            .text("padding to 4", &[last; 3]);
        let node = show::<Mixed>(&bytes, ()).unwrap();
        let layout = layout::<Mixed>(&node, (), &bytes).unwrap();
        let expected = dxc_document::yaml::from_str(expected).unwrap();
        let gaps = match &layout {
            Node::Map(layout) => match layout.get("Patch") {
                Some(Node::Map(patch)) => patch.get("Gaps"),
                _ => None,
            },
            _ => None,
        };
        assert_eq!(
            gaps.unwrap_or(&Node::Nothing),
            &expected,
            "{first} and {last}"
        );
        assert_eq!(build_in::<Mixed>(&node, (), &layout).unwrap(), bytes[..]);
    }
}

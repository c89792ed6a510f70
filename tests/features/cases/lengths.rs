use super::bytes::{Bytes, assert_refused, refused, round_trip, shown, written};
use crate::generated::lengths::{Prices, StreamDirectory};

/// Three streams: of two blocks, none, and one block.
fn directory() -> Bytes {
    Bytes::of(
        "block_size = 4u8; stream_count = 3u32; sizes = [5 255 4]; blocks[0][0] = 7u16
         blocks[0][1] = 8u16; blocks[2][0] = 9u16",
    )
}

#[test]
fn a_run_may_have_the_lengths_of_each_run() {
    let mut value = round_trip::<StreamDirectory>(&directory(), ());
    assert_eq!(value.blocks, [7, 8, 9]);
    value.sizes.push(9);
    value.blocks.extend([1, 2, 3]);
    assert_eq!(written(&value, ()).len(), directory().len() + 7);
    value.blocks.pop();
    let expected = "blocks: expected 6 (if sizes[stream] == 255 { 0 } else { align(sizes[stream], block_size) / \
                    block_size }), the value has 5";
    assert_eq!(refused(value.to_bytes()), expected);
}

#[test]
fn as_many_runs_as_a_damaged_file_says_are_refused() {
    // A division by 0 gives no count.
    let cases =
        "stream_count = 0xffff_ffff_u32 => sizes at byte 0x5: needs 4294967295 bytes, but 9 remain
         block_size = 1u8 => blocks at byte 0x8: needs 18 bytes, but 6 remain
         block_size = 0u8 => blocks at byte 0x8: needs 18446744073709551615 bytes, but 6 remain";
    assert_refused::<StreamDirectory>(&directory(), (), cases);
}

#[test]
fn a_document_shows_each_run() {
    let text = shown::<StreamDirectory>(&directory());
    assert!(text.contains("Blocks:\n- [7, 8]\n- []\n- [9]\n"), "{text}");
}

#[test]
fn any_expression_may_use_a_number_of_a_run() {
    let bytes = Bytes::of("count = 2u8; prices = [1 101]; number = 7u8; reason = 8u16");
    let prices = round_trip::<Prices>(&bytes, ());
    assert_eq!(prices.remark.unwrap().reason, Some(8));
    shown::<Prices>(&bytes);
    let bytes = Bytes::new().put("count", 2u8).text("prices", &[101, 1]);
    assert_eq!(round_trip::<Prices>(&bytes, ()).remark, None);
}

use dxc_format::document::{build, show};
use dxc_format::{ErrorKind, TableStyle};

use super::bytes::{Bytes, refused, round_trip, truncated, written};
use crate::generated::lengths::{Prices, StreamDirectory, StreamDirectoryView};

/// Three streams: of two blocks, none, and one block.
fn directory() -> Bytes {
    Bytes::new()
        .u8("block_size", 4)
        .u32("stream_count", 3)
        .text("sizes", &[5, 255, 4])
        .u16("blocks[0][0]", 7)
        .u16("blocks[0][1]", 8)
        .u16("blocks[2][0]", 9)
}

#[test]
fn a_run_may_have_the_lengths_of_each_run() {
    let mut value = round_trip::<StreamDirectory>(&directory(), ());
    assert_eq!(value.blocks, [7, 8, 9]);
    value.sizes.push(9);
    value.blocks.extend([1, 2, 3]);
    assert_eq!(written(&value, ()).len(), directory().len() + 7);
    value.blocks.pop();
    let (kind, path, _) = refused(value.to_bytes());
    assert!(matches!(kind, ErrorKind::CountDiffers { .. }), "{kind:?}");
    assert_eq!(path, "blocks");
}

#[test]
fn as_many_runs_as_a_damaged_file_says_are_refused() {
    let many = directory().with("stream_count", u32::MAX);
    let (kind, path, _) = refused(StreamDirectoryView::parse(&many));
    assert_eq!(kind, truncated(u64::from(u32::MAX), 9));
    assert_eq!(path, "sizes");
    let long = directory().with("block_size", 1u8);
    assert_eq!(refused(StreamDirectory::parse(&long)).1, "blocks");
    // A division by 0 is no count.
    let none = directory().with("block_size", 0u8);
    assert_eq!(refused(StreamDirectory::parse(&none)).1, "blocks");
}

#[test]
fn a_document_shows_each_run() {
    let document = show::<StreamDirectory>(&directory(), ()).unwrap();
    let text = document.to_yaml().unwrap();
    assert!(text.contains("Blocks:\n- [7, 8]\n- []\n- [9]\n"), "{text}");
    let built = build::<StreamDirectory>(&document, (), TableStyle::Dxc).unwrap();
    assert_eq!(built, *directory());
}

#[test]
fn any_expression_may_use_a_number_of_a_run() {
    let bytes = Bytes::new().u8("count", 2).text("prices", &[1, 101]);
    let bytes = bytes.u8("number", 7).u16("reason", 8);
    let prices = round_trip::<Prices>(&bytes, ());
    assert_eq!(prices.remark.unwrap().reason, Some(8));
    let document = show::<Prices>(&bytes, ()).unwrap();
    let built = build::<Prices>(&document, (), TableStyle::Dxc).unwrap();
    assert_eq!(built, *bytes);
    let bytes = Bytes::new().u8("count", 2).text("prices", &[101, 1]);
    assert_eq!(round_trip::<Prices>(&bytes, ()).remark, None);
}

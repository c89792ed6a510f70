use dxc_format::TableStyle;

use super::bytes::{Bytes, built, round_trip, shown};
use crate::generated::remark::Catalog;

/// The first title in the table is not referenced by any picture.
fn catalog() -> Bytes {
    Bytes::of("count = 1u8; pictures = 5u32; remark_size = 8u8; year = 99u8")
        .text("lines", b"So so.\0")
        .fields("title_size = 10u8")
        .text("titles", b"\0Old\0Boat\0")
}

#[test]
fn new_tables_leave_other_strings_alone() {
    let mut value = round_trip::<Catalog>(&catalog(), ());
    value.lay_out(TableStyle::Dxc).unwrap();
    assert_eq!(value.titles.0, b"\0Boat\0");
    assert_eq!(value.remark.lines.0, b"So so.\0");
}

#[test]
fn documents_build_strings_of_structures() {
    let bytes = b"\x01\x01\0\0\0\x08\x63So so.\0\x06\0Boat\0";
    let text = shown::<Catalog>(bytes);
    assert!(text.contains("Lines: So so."), "{text}");
    let text = "Pictures:\n- Title: Boat\nRemark:\n  Year: 99\n  Lines: [So so.]\n";
    assert_eq!(built::<Catalog>(text).unwrap(), bytes);
}

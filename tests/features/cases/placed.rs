use super::bytes::{Bytes, assert_refused, refused, round_trip, spans, whole, written};
use crate::generated::placed::{Map, MapView};

/// The layout of a writer: the fields are contiguous.
fn plain() -> Bytes {
    Bytes::of(
        "near_at = 8u8; near_count = 2u8; far_at, from the base at 4 = 8u8; far_count = 1u8
         base = 0u32; near[0] = 1u16; near[1] = 2u16; far[0] = 3u16",
    )
}

/// The farthest fields come first, with gaps before and between them, and bytes after all fields.
fn strange() -> Bytes {
    Bytes::of(
        "near_at = 16u8; near_count = 2u8; far_at = 7u8; far_count = 1u8; base = 0u32
         gap = [0xaa 0xaa 0xaa]; far[0] = 3u16; another gap = [0xbb 0xbb 0xbb]
         near[0] = 1u16; near[1] = 2u16; trailing = [0xcc 0xcc]",
    )
}

#[test]
fn offsets_are_followed() {
    let bytes = strange();
    let map = MapView::parse(&bytes).unwrap();
    assert_eq!(map.near().iter().collect::<Vec<_>>(), [1, 2]);
    assert_eq!(map.far().iter().collect::<Vec<_>>(), [3]);
    assert_eq!(map.trailing(), [0xcc; 2]);
    // The remembered layout is not compared when values are.
    let mut expected = round_trip::<Map>(&plain(), ());
    expected.trailing = vec![0xcc; 2];
    assert_eq!(map.to_value(), expected);
    let expected = [("near", 16, 4), ("far", 11, 2), ("trailing", 20, 2)];
    assert_eq!(spans::<Map>(&bytes, ())[5..], expected);
    whole::<Map>(&plain(), ());
}

#[test]
fn a_strange_layout_survives() {
    let mut map = round_trip::<Map>(&strange(), ());
    assert_eq!(format!("{:?}", map.memory), "as read");
    map.near[1] = 20;
    map.far[0] = 30;
    let expected = strange().set("near[1] = 20u16; far[0] = 30u16");
    // Values of the same size stay where they are.
    assert_eq!(written(&map, ()), expected[..]);
}

#[test]
fn another_length_is_laid_out_anew() {
    let mut map = round_trip::<Map>(&strange(), ());
    map.near.pop();
    let expected = Bytes::of(
        "near_at = 8u8; near_count = 1u8; far_at = 6u8; far_count = 1u8; base = 0u32
         near[0] = 1u16; far[0] = 3u16; trailing = [0xcc 0xcc]",
    );
    assert_eq!(written(&map, ()), expected[..]);
    map.near.push(2);
    // The layout is still remembered.
    assert_eq!(written(&map, ()), strange()[..]);
}

#[test]
fn the_layout_can_be_forgotten() {
    let mut map = round_trip::<Map>(&strange(), ());
    map.memory.forget();
    map.trailing.clear();
    assert_eq!(written(&map, ()), plain()[..]);
    let plain = round_trip::<Map>(&plain(), ());
    assert_eq!(format!("{:?}", plain.memory), "canonical");
}

/// Both runs begin at the same byte.
fn overlapping() -> Bytes {
    Bytes::of(
        "near_at = 8u8; near_count = 2u8; far_at = 4u8; far_count = 1u8; base = 0u32
         near[0] and far[0] = 1u16; near[1] = 2u16",
    )
}

#[test]
fn spans_may_overlap_as_long_as_they_agree() {
    let mut map = round_trip::<Map>(&overlapping(), ());
    assert_eq!(map.near, [1, 2]);
    assert_eq!(map.far, [1]);
    map.near[1] = 20;
    assert_eq!(written(&map, ()), overlapping().set("near[1] = 20u16")[..]);
    (map.near[0], map.far[0]) = (10, 10);
    let expected = overlapping().set("near[1] = 20u16; near[0] and far[0] = 10u16");
    assert_eq!(written(&map, ()), expected[..]);
    map.far[0] = 11;
    let apart = plain().set("near[0] = 10u16; near[1] = 20u16; far[0] = 11u16");
    assert_eq!(written(&map, ()), apart[..]);
}

#[test]
fn spans_may_overlap_the_header() {
    // The farthest field begins at the base itself.
    let bytes = plain().set("far_at, from the base at 4 = 0u8; base = 7u32");
    let map = MapView::parse(&bytes).unwrap();
    assert_eq!((map.far().get(0), map.trailing()), (Some(7), &[3, 0][..]));
    round_trip::<Map>(&bytes, ());
}

#[test]
fn spans_of_no_size_have_a_place_too() {
    // Both runs are empty and may have any offset, up to the end.
    let bytes = Bytes::of(
        "near_at = 9u8; near_count = 0u8; far_at = 2u8; far_count = 0u8; base = 0u32
         trailing = 0xeeee_u16",
    );
    let map = round_trip::<Map>(&bytes, ());
    assert!(map.near.is_empty() && map.far.is_empty());
    let end = bytes.clone().set("near_at = 10u8; far_at = 6u8");
    round_trip::<Map>(&end, ());
}

#[test]
fn offsets_past_the_end_are_refused() {
    let cases = "near_at = 200u8 => near at byte 0x8: offset 200 is past the end at 14
         far_at, from the base at 4 = 255u8 => far at byte 0xc: offset 259 is past the end at 14
         near_at = 11u8 => near at byte 0xb: needs 4 bytes, but 3 remain";
    assert_refused::<Map>(&plain(), (), cases);
}

#[test]
fn an_offset_that_its_field_cannot_hold_is_refused() {
    let mut map = Map::default();
    map.near = vec![0; 126];
    let expected = "far_at at byte 0x0: 256 does not fit into 8 bits";
    assert_eq!(refused(map.to_bytes()), expected);
    map.near.pop();
    written(&map, ());
}

#[test]
fn a_remembered_layout_does_not_prevent_a_new_one() {
    // After a gap of 240 bytes, the offset of a longer run would overflow.
    let gap = [0xaa; 240];
    let bytes = Bytes::of(
        "near_at = 248u8; near_count = 2u8; far_at = 248u8; far_count = 0u8; base = 0u32",
    )
    .text("gap", &gap)
    .fields("near[0] = 1u16; near[1] = 2u16");
    let mut map = round_trip::<Map>(&bytes, ());
    map.near.push(3);
    map.far.push(4);
    assert_eq!(written(&map, ()).len(), 8 + 6 + 2);
}

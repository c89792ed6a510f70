use super::bytes::{Bytes, assert_refused, refused, round_trip, shown, whole, written};
use crate::generated::inside::{Burrow, Coop, Nest, NestContent, NestKind, NestList};

/// A list of numbers and of bytes of odd size, followed by an empty list.
fn burrow() -> Bytes {
    Bytes::of(
        "count = 2u8; kind = 1u32; size = 26u32; purpose = 7u16
         inner[0].kind = 2u32; inner[0].size = 4u32; first = -1i16; second = 2i16
         inner[1].kind = 9u32; inner[1].size = 3u32; bytes = 'odd'; padding = 0u8
         other.kind = 1u32; other.size = 2u32; other.purpose = 8u16",
    )
}

/// Nested lists of this depth.
fn deep(depth: usize) -> Vec<u8> {
    let mut bytes = vec![1];
    for inner in (0..depth).rev() {
        let size = u32::try_from(2 + 10 * inner).unwrap();
        bytes.extend(1_u32.to_le_bytes());
        bytes.extend(size.to_le_bytes());
        bytes.extend([0, 0]);
    }
    bytes
}

#[test]
fn a_structure_holds_others_of_its_kind() {
    let mut value = round_trip::<Burrow>(&burrow(), ());
    let NestContent::List(list) = &mut value.nests[0].content else {
        panic!("{value:?}");
    };
    assert_eq!((list.purpose, list.nests.len()), (7, 2));
    assert!(matches!(&list.nests[0].content, NestContent::Numbers(of) if of.numbers == [-1, 2]));
    assert!(matches!(&list.nests[1].content, NestContent::Other(of) if of == b"odd"));
    // The sizes of all enclosing lists are updated.
    list.nests.push(list.nests[1].clone());
    let longer = written(&value, ());
    assert_eq!(longer.len(), burrow().len() + 12);
    assert_eq!(longer[5], 26 + 12);
    assert_eq!(Burrow::parse(&longer).unwrap(), value);
    whole::<Burrow>(&burrow(), ());
    shown::<Burrow>(&burrow());
}

#[test]
fn a_structure_ends_at_its_size() {
    let cases =
        "size = 21u32 => nests[0].content.nests[1].size at byte 0x1b: needs 4 bytes, but 3 remain
         size = 99u32 => nests[0].content at byte 0x9: needs 99 bytes, but 36 remain";
    assert_refused::<Burrow>(&burrow(), (), cases);
}

#[test]
fn depth_is_bounded_in_both_directions() {
    round_trip::<Burrow>(&Bytes::new().text("deepest", &deep(32)), ());
    let refuses = |found: String| {
        let is_inside = found.starts_with("nests[0].content.nests[0]");
        let is_depth = found.ends_with(": more than 32 structures are inside of one another");
        assert!(is_inside && is_depth, "{found}");
    };
    for depth in [33, 200, 40_000] {
        refuses(refused(Burrow::parse(&deep(depth))));
    }
    let mut value = Nest::default();
    for _ in 0..200 {
        let mut list = NestList::default();
        list.nests.push(value);
        value = Nest::default();
        value.kind = NestKind::List;
        value.content = NestContent::List(list);
    }
    let mut burrow = Burrow::default();
    burrow.nests.push(value);
    refuses(refused(burrow.to_bytes()));
}

#[test]
fn numbers_inside_may_be_called_like_those_that_records_name() {
    let bytes = Bytes::of(
        "bird_count = 2u8; birds[0] = 5u32; birds[1] = 6u32; egg_count = 1u8
         eggs[0].sitters = 0u32; eggs[0].sitter_count = 2u8
         clutch.bird_count = 3u8; clutch.birds[0] = 7u32; clutch.birds[1] = 8u32
         clutch.birds[2] = 9u32",
    );
    let coop = round_trip::<Coop>(&bytes, ());
    assert_eq!(coop.clutch.birds, [7, 8, 9]);
    let sitters = coop.clutch.eggs[0].sitters_in(&coop);
    assert_eq!(sitters, Some([5, 6].as_slice()));
}

use super::bytes::{Bytes, refused, round_trip, whole, written};
use crate::generated::chunks::{Archive, Chunk, Heading, Rest, Sketch, Waypoint};

fn archive() -> Bytes {
    Bytes::of(
        "magic = 'ARCH'; start = 1u8; sink = 2u8; padding = 0u16; context = 3u16
         kind = 'ABCD'; size = 3u32; data = 'one'; padding = 0u8
         kind = 'EFGH'; size = 0u32",
    )
}

#[test]
fn chunks_go_on_to_the_end_of_a_structure_that_takes_the_rest() {
    let mut value = round_trip::<Archive>(&archive(), ());
    assert_eq!(value.stream.chunks.len(), 2);
    assert_eq!(value.stream.context, Some(3));
    assert_eq!(value.stream.chunks[0].data, b"one");
    let mut chunk = Chunk::default();
    chunk.data = b"four".to_vec();
    value.stream.chunks.push(chunk);
    assert_eq!(written(&value, ()).len(), archive().len() + 12);
    value.stream.chunks.clear();
    assert_eq!(written(&value, ()).len(), archive().at("kind"));
    // There are bytes that are not a chunk.
    let expected = "stream.chunks[2].kind at byte 0x1e: needs 4 bytes, but 3 remain";
    let more = archive().text("more", b"ABC");
    assert_eq!(refused(Archive::parse(&more)), expected);
}

#[test]
fn a_table_of_any_records_is_given_its_count() {
    let bytes = Bytes::of(
        "has_head = 1u8; point_count = 1u8; numbers_at = 9u8
         head.numbers = 1u8
         points.stride = 4u8
         x = 7u16; y = 8u16; number = 5u16",
    );
    let mut sketch = round_trip::<Sketch>(&bytes, ());
    assert_eq!(sketch.points.rows[0].y(), Some(8));
    // Both counts are updated, and new numbers are aligned.
    sketch.points.rows.push(Waypoint::new(1));
    sketch.numbers.extend([6, 7]);
    let longer = sketch.to_bytes().unwrap();
    assert_eq!(longer[..5], [1, 2, 16, 3, 4]);
    assert_eq!(longer[13..16], [0xff; 3]);
    let again = Sketch::parse(&longer).unwrap();
    assert_eq!(again.numbers, [5, 6, 7]);
    assert_eq!(again.points.rows.len(), 2);
}

#[test]
fn a_count_that_may_be_absent_is_set_where_it_is_there() {
    let mut sketch = Sketch::default();
    sketch.numbers.push(1);
    let expected = "numbers: expected 0 (head.numbers), the value has 1";
    assert_eq!(refused(sketch.to_bytes()), expected);
    sketch.has_head = true.into();
    let read = Sketch::parse(&sketch.to_bytes().unwrap()).unwrap();
    assert_eq!(read.head.map(|Heading { numbers, .. }| numbers), Some(1));
}

#[test]
fn rows_up_to_the_end_keep_a_partial_row() {
    let bytes = Bytes::new().put("stride", 5u8).text("points", &[1; 12]);
    let rest = round_trip::<Rest>(&bytes, ());
    assert_eq!((rest.points.len(), rest.trailing.len()), (2, 2));
    assert_eq!(rest.points[0].version(), 1);
    whole::<Rest>(&bytes, ());
}

use super::bytes::{Bytes, assert_refused, refused, round_trip, whole, written};
use crate::generated::choice::{
    Content, ContentView, Drawing, DrawingView, Kind, Path, PathView, Round, Shape,
};

/// The layout of a writer: all shapes, then their placed data, with the points of a path directly after it.
fn plain() -> Bytes {
    Bytes::of(
        "version = 1u8; shape_count = 3u8
         shapes[0].kind = 4u8; shapes[0].content_at = 8u8
         shapes[1].kind = 3u8; shapes[1].content_at = 14u8
         shapes[2].kind = 1u8; shapes[2].content_at = 16u8
         path.point_count = 2u8; path.points_at = 10u8; path.points[0] = 7u16
         path.points[1] = 8u16
         ball.radius = 5u8; ball.color = 6u8
         dot.weight = 9u16",
    )
}

/// Two shapes that share one content, after a gap.
fn shared() -> Bytes {
    Bytes::of(
        "version = 0u8; shape_count = 2u8
         shapes[0].kind = 2u8; shapes[0].content_at = 7u8
         shapes[1].kind = 3u8; shapes[1].content_at = 7u8
         gap = [0xaa]
         round.radius = 5u8",
    )
}

#[test]
fn views_follow_offsets_and_choices() {
    let bytes = plain();
    let drawing = DrawingView::parse(&bytes).unwrap();
    let contents: Vec<_> = drawing.shapes().iter().map(|shape| shape.content).collect();
    let ContentView::Path(PathView { points, .. }) = contents[0] else {
        panic!("{contents:?}")
    };
    assert_eq!(points.iter().collect::<Vec<_>>(), [7, 8]);
    assert!(
        matches!(contents[1], ContentView::Round(round) if (round.radius, round.color) == (5, 6))
    );
    assert!(matches!(contents[2], ContentView::Dot(dot) if dot.weight == 9));
    assert_eq!(drawing.shapes().get(1).unwrap().kind, Kind::Ball);
    assert!(drawing.shapes().get(3).is_none() && drawing.trailing().is_empty());
    // Every byte is visited once, in the order of writing.
    whole::<Drawing>(&bytes, ());
}

#[test]
fn values_survive_and_offsets_follow_edits() {
    let mut drawing = round_trip::<Drawing>(&plain(), ());
    let Content::Path(path) = &mut drawing.shapes[0].content else {
        panic!("{drawing:?}")
    };
    path.points.push(9);
    let again = Drawing::parse(&written(&drawing, ())).unwrap();
    assert_eq!(again, drawing);
    let points = vec![7, 8, 9];
    assert_eq!(again.shapes[0].content, Content::Path(Path { points }));
    drawing.shapes.remove(0);
    assert_eq!(Drawing::parse(&written(&drawing, ())).unwrap(), drawing);
}

#[test]
fn shared_content_survives_until_it_differs() {
    let mut drawing = round_trip::<Drawing>(&shared(), ());
    assert_eq!(drawing.shapes[0].content, drawing.shapes[1].content);
    let mut round = Round::default();
    round.radius = 6;
    for shape in &mut drawing.shapes {
        shape.content = Content::Round(round);
    }
    let expected = shared().set("round.radius = 6u8");
    assert_eq!(written(&drawing, ()), expected[..]);
    round.radius = 7;
    drawing.shapes[1].content = Content::Round(round);
    // The value is laid out like a new one.
    assert_eq!(written(&drawing, ()), [0, 2, 2, 6, 3, 7, 6, 7]);
}

#[test]
fn new_values_need_no_offsets() {
    let mut shape = Shape::default();
    shape.kind = Kind::Dot;
    let mut drawing = Drawing::default();
    drawing.shapes.push(shape);
    assert_eq!(written(&drawing, ()), [0, 1, 1, 4, 0, 0]);
}

#[test]
fn content_that_does_not_fit_is_refused_with_its_offset() {
    let cases = "shapes[1].kind = 9u8 => shapes[1].content at byte 0xe: unknown selector value 9
         shapes[0].content_at = 99u8 => shapes[0].content at byte 0x4: offset 99 is past the end at 18
         path.point_count = 200u8 => shapes[0].content.points at byte 0xa: needs 400 bytes, but 8 remain
         shape_count = 200u8 => shapes[8].kind at byte 0x12: needs 1 bytes, but 0 remain";
    assert_refused::<Drawing>(&plain(), (), cases);

    let mut drawing = round_trip::<Drawing>(&plain(), ());
    drawing.shapes[2].kind = Kind::Path;
    let expected =
        "shapes[2].content at byte 0x10: the value is `Dot`, but selector 4 requires `Path`";
    assert_eq!(refused(drawing.to_bytes()), expected);
    drawing.shapes[2].kind = Kind(9);
    let expected = "shapes[2].content at byte 0x10: unknown selector value 9";
    assert_eq!(refused(drawing.to_bytes()), expected);
    drawing.shapes[2].kind = Kind::Dot;
    drawing.version = 0;
    let expected = "shapes[1].content.color: has a value, but is only stored if version > 0";
    assert_eq!(refused(drawing.to_bytes()), expected);
}

/// A path with many references to one run of points would be far larger than the part.
#[test]
fn aliasing_is_bounded() {
    let mut bytes = Bytes::of("version = 0u8; shape_count = 40u8");
    for _ in 0..40 {
        bytes = bytes.fields("kind = 4u8; content_at = 82u8");
    }
    let bytes = bytes
        .fields("path.point_count = 60u8; path.points_at = 84u8")
        .text("path.points", &[1; 120]);
    let expected =
        "shapes[7].content.points at byte 0xcc: overlapping references exceed the size limit";
    assert_eq!(refused(Drawing::parse(&bytes)), expected);
}

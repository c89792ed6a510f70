use super::bytes::{Bytes, round_trip};
use crate::generated::hygiene::{Args, Call, How, Shown, Sink};
use crate::generated::parts::{ARGS, Part};

#[test]
fn types_are_those_of_the_schema() {
    let bytes = Bytes::of(
        "count = 1u8; how = 2u8; shown = 3u8; place = 0x21_u8; outer = [1 0]; inner = [2 2]",
    );
    let sink = round_trip::<Sink>(&bytes, ());
    assert_eq!(sink.walker.how, How::Square);
    assert_eq!(sink.walker.shown, Shown::Front | Shown::Back);
    assert_eq!((sink.place.try_into(), sink.place.into()), (1u8, 2u8));
    assert_eq!(
        format!("{:?}", sink.place),
        "Corner { try_into: 1, into: 2 }"
    );
    assert_eq!(sink.layout[0].inner.shown, Shown::Back);
}

#[test]
fn arms_and_parts_may_be_called_like_associated_types() {
    let bytes = Bytes::of("how = 2u8; outer = [1 0]; inner = [2 2]");
    let args = round_trip::<Args>(&bytes, ());
    assert!(matches!(&args.call, Call::View(two) if two.inner.shown == Shown::Back));
    let part = Part::parse(ARGS, &bytes).unwrap();
    assert_eq!(part, Part::Args(args));
}

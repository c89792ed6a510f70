use dxc_format::Bool8;

use super::bytes::{Bytes, refused, round_trip, written};
use crate::generated::usual::Habit;

fn usual() -> Bytes {
    Bytes::new()
        .u32("size", 11)
        .u8("has_weight", 1)
        .u16("weight", 6)
        .u8("text_size", 3)
        .text("text", b"abc")
}

#[test]
fn the_usual_value_follows_edits() {
    let mut habit = round_trip::<Habit>(&usual(), ());
    assert_eq!((habit.size, habit.weight), (None, None));
    habit.text.push(b'd');
    let expected = Bytes::new()
        .u32("size", 12)
        .u8("has_weight", 1)
        .u16("weight", 8)
        .u8("text_size", 4)
        .text("text", b"abcd");
    assert_eq!(written(&habit, ()), expected[..]);
}

#[test]
fn any_other_value_is_kept() {
    let bytes = usual().with("size", 0u32).with("weight", 1000u16);
    let mut habit = round_trip::<Habit>(&bytes, ());
    assert_eq!((habit.size, habit.weight), (Some(0), Some(1000)));
    habit.text[0] = b'x';
    assert_eq!(written(&habit, ()), bytes.with("text", b'x')[..]);
    habit.size = None;
    habit.weight = None;
    assert_eq!(written(&habit, ()), usual().with("text", b'x')[..]);
}

#[test]
fn the_usual_value_may_be_set_too() {
    let mut habit = round_trip::<Habit>(&usual(), ());
    habit.size = Some(11);
    assert_eq!(habit.to_bytes().unwrap(), usual()[..]);
}

#[test]
fn a_field_that_is_absent_has_no_value() {
    let bytes = Bytes::new()
        .u32("size", 9)
        .u8("has_weight", 0)
        .u8("text_size", 3)
        .text("text", b"abc");
    let mut habit = round_trip::<Habit>(&bytes, ());
    assert_eq!((habit.size, habit.weight), (None, None));
    habit.weight = Some(5);
    let expected = "weight at byte 0x5: has a value, but is only stored if has_weight";
    assert_eq!(refused(habit.to_bytes()), expected);
    habit.has_weight = Bool8(1);
    written(&habit, ());
}

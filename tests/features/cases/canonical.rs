use dxc_format::types::Bool8;

use super::bytes::{Bytes, refused, round_trip, written};
use crate::generated::canonical::Habit;

fn canonical() -> Bytes {
    Bytes::of("size = 11u32; has_weight = 1u8; weight = 6u16; text_size = 3u8; text = 'abc'")
}

#[test]
fn the_canonical_value_follows_edits() {
    let mut habit = round_trip::<Habit>(&canonical(), ());
    assert_eq!((habit.size, habit.weight), (None, None));
    habit.text.push(b'd');
    let expected =
        Bytes::of("size = 12u32; has_weight = 1u8; weight = 8u16; text_size = 4u8; text = 'abcd'");
    assert_eq!(written(&habit, ()), expected[..]);
}

#[test]
fn any_other_value_is_kept() {
    let bytes = canonical().set("size = 0u32; weight = 1000u16");
    let mut habit = round_trip::<Habit>(&bytes, ());
    assert_eq!((habit.size, habit.weight), (Some(0), Some(1000)));
    habit.text[0] = b'x';
    assert_eq!(written(&habit, ()), bytes.set("text = 'x'")[..]);
    habit.size = None;
    habit.weight = None;
    assert_eq!(written(&habit, ()), canonical().set("text = 'x'")[..]);
}

#[test]
fn the_canonical_value_may_be_set_too() {
    let mut habit = round_trip::<Habit>(&canonical(), ());
    habit.size = Some(11);
    assert_eq!(habit.to_bytes().unwrap(), canonical()[..]);
}

#[test]
fn a_field_that_is_absent_has_no_value() {
    let bytes = Bytes::of("size = 9u32; has_weight = 0u8; text_size = 3u8; text = 'abc'");
    let mut habit = round_trip::<Habit>(&bytes, ());
    assert_eq!((habit.size, habit.weight), (None, None));
    habit.weight = Some(5);
    let expected = "weight at byte 0x5: has a value, but is only stored if has_weight";
    assert_eq!(refused(habit.to_bytes()), expected);
    habit.has_weight = Bool8(1);
    written(&habit, ());
}

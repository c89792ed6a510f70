use dxc_format::types::{BySize, Row};

use super::bytes::{Bytes, assert_refused, fields_of, refused, round_trip, whole, written};
use crate::generated::by_size::{Info, Names, Stack, StackView, Thing};

fn oldest() -> Bytes {
    Bytes::of("info_size = 4u32; info.weight = 70u32")
}

fn newest() -> Bytes {
    Bytes::of(
        "info_size = 10u32
         info.weight = 70u32; info.height = 2u16; info.unused = 0xeeee_u16; info.color = 5u16
         notes = [1 2]",
    )
}

#[test]
fn the_size_selects_the_version() {
    let old = round_trip::<Thing>(&oldest(), ());
    assert_eq!((old.info.version(), old.info.weight), (0, 70));
    assert_eq!((old.info.height(), old.info.color()), (None, None));
    let new = round_trip::<Thing>(&newest(), ());
    assert_eq!(new.info.version(), 3);
    assert_eq!(new.info.height(), Some(2));
    assert_eq!(new.info.color(), Some(5));
    assert_eq!(new.notes, [1, 2]);
}

#[test]
fn a_size_between_two_versions_is_the_older_one_and_a_tail() {
    let bytes = Bytes::of("info_size = 6u32; info.weight = 70u32; info.tail = 0xabcd_u16");
    let thing = round_trip::<Thing>(&bytes, ());
    assert_eq!(thing.info.version(), 0);
    assert_eq!(thing.info.tail, [0xcd, 0xab]);
    assert_eq!(thing.info.height(), None);
}

#[test]
fn a_newer_version_keeps_its_tail() {
    let bytes = Bytes::of(
        "info_size = 12u32
         info.weight = 70u32; info.height = 0u16; info.unused = 0u16; info.color = 5u16
         info.tail = 0xabcd_u16",
    );
    let mut thing = round_trip::<Thing>(&bytes, ());
    assert_eq!(thing.info.version(), 3);
    assert_eq!(thing.info.tail.len(), 2);
    assert_eq!(thing.info.size(), 12);
    thing.info.set_color(6).unwrap();
    assert_eq!(written(&thing, ()), bytes.set("info.color = 6u16")[..]);
}

#[test]
fn setters_refuse_in_older_versions() {
    let mut thing = round_trip::<Thing>(&oldest(), ());
    let expected = "height: has a value, but is only stored if the version is 1 or later";
    assert_eq!(refused(thing.info.set_height(1)), expected);
    assert_eq!(thing.to_bytes().unwrap(), oldest()[..]);
}

#[test]
fn a_record_is_made_in_a_version() {
    let mut info = Info::new(3);
    info.weight = 70;
    info.set_height(2).unwrap();
    info.set_color(5).unwrap();
    let mut thing = Thing::default();
    (thing.info.record, thing.notes) = (info, vec![1, 2]);
    let bytes = written(&thing, ());
    // A reserved field cannot be set.
    assert_eq!(bytes, newest().set("info.unused = 0u16")[..]);
}

#[test]
fn a_version_in_between_counts_as_the_one_before_it() {
    for (version, counts_as, size) in [(0, 0, 4), (1, 1, 8), (2, 1, 8), (3, 3, 10), (9, 3, 10)] {
        let mut thing = Thing::default();
        thing.info.record = Info::new(version);
        assert_eq!(thing.info.version(), counts_as);
        assert_eq!(written(&thing, ()).len(), 4 + size);
        assert_eq!(Info::size_of_version(version), size);
    }
}

#[test]
fn sizes_below_the_first_version_and_past_the_end_are_refused() {
    let cases = "info_size = 3u32 => info at byte 0x4: expected at least 4 bytes, found a size of 3
         info_size = 0xffff_ffff_u32 => info at byte 0x4: needs 4294967295 bytes, but 4 remain";
    assert_refused::<Thing>(&oldest(), (), cases);
}

#[test]
fn counts_follow_a_field_that_a_version_lacks() {
    let mut thing = round_trip::<Thing>(&newest(), ());
    thing.info.set_height(1).unwrap();
    let expected =
        "notes: expected 1 (if version_of(info) >= 1 { info.height } else { 0 }), the value has 2";
    assert_eq!(refused(thing.to_bytes()), expected);
    thing.notes.pop();
    written(&thing, ());
}

#[test]
fn tables_of_each_version() {
    assert_eq!(fields_of(&Info::LAYOUT_0), "weight 4");
    assert_eq!(fields_of(&Info::LAYOUT_1), "weight 4, height 2, unused 2");
    assert_eq!(
        fields_of(&Info::LAYOUT_3),
        "weight 4, height 2, unused 2, color 2"
    );
    assert_eq!((Info::size(()), Info::known((), 9).1), (4, 8));
    let expected = "info_size 4, info 10, notes 2, trailing 0";
    assert_eq!(whole::<Thing>(&newest(), ()), expected);
}

#[test]
fn counts_are_set_in_the_record() {
    let bytes = Bytes::of(
        "info_size = 8u8
         info.weight = 2u32; info.height = 1u16; info.unused = 0xeeee_u16
         plates = [1 2]; lids = [3]",
    );
    let mut stack = round_trip::<Stack>(&bytes, ());
    stack.plates.push(0);
    stack.lids.clear();
    let written = stack.to_bytes().unwrap();
    let view = StackView::parse(&written).unwrap();
    assert_eq!(view.info().weight, 3);
    assert_eq!(view.info().height(), Some(0));
    assert_eq!(view.info().color(), None);
    assert_eq!(written[7..9], [0xee, 0xee], "what has no meaning is kept");
    // The original value is not changed.
    assert_eq!((stack.info.weight, stack.info.height()), (2, Some(1)));
}

#[test]
fn a_count_that_the_version_lacks_cannot_be_set() {
    let bytes = Bytes::of("info_size = 4u8; info.weight = 0u32");
    let mut stack = round_trip::<Stack>(&bytes, ());
    stack.lids.push(1);
    let expected = "lids at byte 0x0: has a value, but is only stored if the version is 1 or later";
    assert_eq!(refused(stack.to_bytes()), expected);
}

#[test]
fn fields_may_have_the_names_of_methods() {
    let bytes = Bytes::of("first = 1u8; default = 2u8; layout = 3u8; size_in = 4u8; known = 5u8");
    let mut named = round_trip::<Names>(&bytes, ()).named;
    let values = (named.default(), named.layout(), named.size_in());
    assert_eq!(values, (Some(2), Some(3), Some(4)));
    let lost = named.set_version(1);
    assert_eq!(lost.len(), 2, "{lost:?}");
    assert_eq!((named.layout(), named.record.known()), (Some(3), None));
}

use dxc_format::types::Text;

use super::bytes::{Bytes, assert_refused, round_trip, shown, written};
use crate::generated::nulls::{Cabinet, CabinetView, Joint, Toolbox};

/// A cabinet without placed fields.
fn empty() -> Bytes {
    Bytes::of(
        "front = 7u16; price_at = 0u8; grain_at = 0u8; joint_at, joint_size = [0 0]
         maker_at = 0u8; shelf_count, shelves_at = [0 0]; note_size, notes_at = [0 0]
         drawer_count, drawers_at = [0 0]",
    )
}

/// A cabinet with all placed fields, in the order of a new layout.
fn full() -> Bytes {
    Bytes::of(
        "front = 7u16; price_at = 14u8; grain_at = 14u8; joint_at, joint_size = [18 3]
         maker_at = 21u8; shelf_count, shelves_at = [1 24]; note_size, notes_at = [2 26]
         stamp_at = 28u8; drawer_count, drawers_at = [2 30]; price = 500u16; grain = [3 4]
         joint = [2 8 9]; maker = 'me\0'; shelves = 30u16; notes = 'x\0'; stamp = [1 2]
         drawers[0] = [255 0]; drawers[1] = [34 36]; label = 'a\0'; lining = [1 5]",
    )
}

/// The document of the full cabinet.
const FULL: &str = "\
Front: 7
Price: 500
Grain:
  Hardness: 3
  Shade: 4
Joint:
  Pegs: [8, 9]
Maker: me
Shelves: [30]
First: x
Stamp: [1, 2]
Drawers:
- {}
- Label: a
  Lining:
    Pegs: [5]
";

#[test]
fn an_offset_of_null_places_nothing() {
    let cabinet = round_trip::<Cabinet>(&empty(), ());
    let mut new = Cabinet::default();
    new.front = 7;
    assert_eq!(cabinet, new);
    assert_eq!(written(&new, ()), empty()[..]);
    let bytes = empty();
    assert_eq!(
        shown::<Cabinet>(&bytes),
        "Front: 7\nShelves: []\nDrawers: []\n"
    );
    let view = CabinetView::parse(&bytes).unwrap();
    assert_eq!((view.price(), view.grain()), (None, None));
    assert!(view.joint().is_none() && view.maker().is_none() && view.stamp().is_none());
}

#[test]
fn any_other_offset_places_a_value() {
    let bytes = full();
    assert_eq!(shown::<Cabinet>(&bytes), FULL);
    round_trip::<Cabinet>(&bytes, ());
    let view = CabinetView::parse(&bytes).unwrap();
    assert_eq!(view.maker().unwrap(), "me");
    assert_eq!((view.price(), view.stamp()), (Some(500), Some(&[1, 2][..])));
}

#[test]
fn a_value_may_be_added_and_removed() {
    let mut cabinet = round_trip::<Cabinet>(&full(), ());
    cabinet.price = None;
    cabinet.maker = None;
    cabinet.drawers[1].lining = None;
    let read = Cabinet::parse(&written(&cabinet, ())).unwrap();
    assert_eq!(read, cabinet);
    let mut cabinet = round_trip::<Cabinet>(&empty(), ());
    cabinet.price = Some(1);
    // An empty string and an empty structure have an offset; absent ones do not.
    cabinet.maker = Some(Text::default());
    cabinet.joint = Some(Joint::default());
    let read = Cabinet::parse(&written(&cabinet, ())).unwrap();
    assert_eq!(read, cabinet);
}

#[test]
fn several_that_are_none_may_have_any_offset() {
    for at in [0, 1, 13] {
        let bytes = empty().set(&format!("shelf_count, shelves_at = [0 {at}]"));
        assert!(round_trip::<Cabinet>(&bytes, ()).shelves.is_empty());
    }
    // If there are elements, 0 is an offset.
    let bytes = empty().set("note_size, notes_at = [1 0]");
    assert_eq!(round_trip::<Cabinet>(&bytes, ()).notes.0, [7]);
}

#[test]
fn a_field_may_follow_none() {
    let bytes = [0, 0, 1, 2, 3, 4];
    let mut tools = round_trip::<Toolbox>(&bytes, ());
    assert_eq!(tools.mark, 0x0403_0201);
    assert_eq!(written(&Toolbox::default(), ()).len(), 6);
    tools.tools.push(5);
    assert_eq!(written(&tools, ()), [1, 2, 5, 0, 1, 2, 3, 4]);
    // The error has the offset at which the field would be.
    assert!(
        round_trip::<Toolbox>(&[0, 2, 1, 2, 3, 4], ())
            .tools
            .is_empty()
    );
}

#[test]
fn a_size_without_a_place_is_refused() {
    let case = "joint_at, joint_size = [0 3] => joint_size at byte 0x5: expected 0 (size_of(joint)), found 3";
    assert_refused::<Cabinet>(&empty(), (), case);
}

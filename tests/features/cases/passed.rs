use dxc_format::types::{Bool8, Strided};

use super::bytes::{Bytes, built, refused, round_trip, shown, written};
use crate::generated::passed::{Chair, Lamp, Plate, Salon, SalonView};

fn salon() -> Bytes {
    Bytes::of(
        "is_furnished = 1u8; counts_size = 2u8
         counts.chairs = 2u8; counts.lamps = 1u8
         chairs.stride = 2u8; chairs.rows = [4 2 3 0]
         lamps.stride = 2u8; lamps.rows = 60u16
         label_size = 2u16; label = '\x07hi'; has_number = 1u8; number_size = 3u8
         number = '\x08123'",
    )
}

#[test]
fn a_structure_holds_as_many_as_it_is_told() {
    let bytes = salon();
    let view = SalonView::parse(&bytes).unwrap();
    assert_eq!((view.chairs().rows.len(), view.lamps().rows.len()), (2, 1));
    assert_eq!(view.label().text, b"hi");
    let salon = round_trip::<Salon>(&bytes, ());
    assert_eq!(salon.number.unwrap().text, b"123");
    round_trip::<Salon>(&[0, 0, 0, 9, 0], ());
}

#[test]
fn writing_sets_the_counts() {
    let mut salon = round_trip::<Salon>(&salon(), ());
    salon.chairs.rows.push(Chair::new(1));
    salon.lamps.rows = Strided::default();
    salon.label.text.push(b'!');
    let bytes = salon.to_bytes().unwrap();
    let read = Salon::parse(&bytes).unwrap();
    assert_eq!((read.counts.chairs, read.counts.lamps), (3, 0));
    assert_eq!((read.chairs.rows.len(), read.lamps.rows.len()), (3, 0));
    assert_eq!((read.chairs, read.label), (salon.chairs, salon.label));
}

#[test]
fn a_new_value_needs_no_counts() {
    let mut salon = Salon::default();
    salon.is_furnished = Bool8(1);
    let mut lamp = Lamp::new(0);
    lamp.watts = 40;
    salon.lamps.rows = [lamp].into_iter().collect();
    let mut number = Plate::default();
    number.text = b"5".to_vec();
    (salon.has_number, salon.number) = (Bool8(1), Some(number));
    let bytes = salon.to_bytes().unwrap();
    let read = Salon::parse(&bytes).unwrap();
    assert_eq!((read.counts.lamps, &read.lamps), (1, &salon.lamps));
    written(&read, ());
}

#[test]
fn a_count_that_is_not_written_is_refused() {
    let mut salon = round_trip::<Salon>(&salon(), ());
    salon.is_furnished = Bool8(0);
    salon.counts = Default::default();
    let expected = "chairs.rows at byte 0x1: has a value, but is only stored if is_furnished";
    assert_eq!(refused(salon.to_bytes()), expected);
    // The field is removed.
    let lost = salon.clone().set_version(0);
    let lost: Vec<String> = lost.iter().map(ToString::to_string).collect();
    assert_eq!(lost, ["chairs.rows: 2 records", "lamps.rows: 1 record"]);
    salon.set_version(0);
    assert!(salon.chairs.rows.is_empty() && salon.lamps.rows.is_empty());
    written(&salon, ());
    let mut long = Salon::default();
    long.lamps.rows = core::iter::repeat_n(Lamp::new(0), 256).collect();
    long.is_furnished = Bool8(1);
    let expected = "lamps.rows at byte 0x0: 256 does not fit into 8 bits";
    assert_eq!(refused(long.to_bytes()), expected);
}

#[test]
fn documents_need_no_counts() {
    shown::<Salon>(&salon());
    let text = "IsFurnished: 1\nLamps: {Rows: [{Watts: 9}]}\nLabel: {Text: [1, 2]}\n";
    let expected = [1, 2, 0, 1, 2, 9, 0, 2, 0, 0, 1, 2, 0];
    assert_eq!(built::<Salon>(text).unwrap(), expected);
}

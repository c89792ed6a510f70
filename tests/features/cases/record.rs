use std::io::Cursor;

use binrw::{BinRead, BinWrite};
use dxc_format::runtime::shape::Shape;
use dxc_format::{
    Error, FourCC,
    types::{Bool8, F32, Fixed},
};

use super::bytes::{Bytes, fields_of, streamed};
use crate::generated::record::{Deed, Door, Point, Side};

/// A NaN with a payload.
const NAN: u32 = 0x7fc0_1234;

fn door() -> Bytes {
    Bytes::of(
        "tag = 'DOOR'; side = 1u16; open = 2u8; unused = 0xee_u8
         corners[0].x = 1.5f32; corners[0].y = -0f32
         corners[1].x = 0x7fc0_1234_u32; corners[1].y = 2f32
         serial = 0x100_0000_0000_u64; key = [7 8 9]; weights[0] = 500u16; weights[1] = 600u16",
    )
}

#[test]
fn every_type_is_read_and_written() {
    let bytes = door();
    let door = Door::decode(&bytes).unwrap();
    assert_eq!((door.tag, door.side), (FourCC(*b"DOOR"), Side::Left));
    assert_eq!(door.open, Bool8(2));
    assert!(door.open.get());
    assert_eq!(door.unused, 0xee);
    assert_eq!(door.corners[0].x.get(), 1.5);
    assert_eq!(door.corners[1].x.to_bits(), NAN);
    assert_eq!(door.serial, 1 << 40);
    assert_eq!(door.key, [7, 8, 9]);
    assert_eq!(door.weights, [500, 600]);

    let mut out = [0; Door::SIZE];
    door.encode(&mut out).unwrap();
    assert_eq!(out, bytes[..]);
}

#[test]
fn floats_are_compared_by_their_bits() {
    let [one, other] = [door(), door()].map(|bytes| Door::decode(&bytes).unwrap());
    assert_eq!(one, other, "NaN equals itself");
    let zero = Door::decode(&door().set("corners[0].y = 0f32")).unwrap();
    assert_ne!(one, zero, "-0 is not 0");
}

#[test]
fn streams_are_little_endian_for_every_caller() {
    let bytes = door();
    assert_eq!(Some(streamed(&bytes)), Door::decode(&bytes));
    assert!(Door::read_le(&mut Cursor::new(&bytes[1..])).is_err());
}

#[test]
fn fewer_bytes_are_none() {
    let bytes = door();
    assert!(Door::decode(&bytes[..Door::SIZE - 1]).is_none());
    let mut short = [0xaa; Door::SIZE - 1];
    assert!(Door::default().encode(&mut short).is_none());
}

#[test]
fn the_layout_lists_every_field() {
    let bytes = door();
    assert_eq!(Door::LAYOUT.name, "Door");
    assert_eq!(Door::LAYOUT.size, bytes.len());
    assert_eq!(Door::SIZE, bytes.len());
    let expected = "tag 4, side 2, open 1, unused 1, corners 16, serial 8, key 3, weights 4";
    assert_eq!(fields_of(&Door::LAYOUT), expected);
    let reserved: Vec<_> = Door::LAYOUT
        .fields
        .iter()
        .filter(|field| field.reserved)
        .map(|field| field.name)
        .collect();
    assert_eq!(reserved, ["unused"]);
    let (corners, at) = Door::LAYOUT.field_bytes("corners", &bytes).unwrap();
    assert!(
        matches!(corners.shape, Shape::Array(Shape::Record(point), 8) if point.name == "Point")
    );
    assert_eq!(Point::decode(at).map(|point| point.x), Some(F32::from(1.5)));
    assert!(matches!(Door::LAYOUT.fields[6].shape, Shape::Bytes));
}

#[test]
fn a_magic_number_is_held_by_new_values_and_checked_by_streams() {
    let mut deed = Deed::default();
    assert_eq!(deed.seal, FourCC(*b"SEAL"));
    deed.pages = 3;
    deed.check().unwrap();
    // The stream is at offset 3.
    let mut stream = Cursor::new(b"xyz".to_vec());
    stream.set_position(3);
    deed.write(&mut stream).unwrap();
    assert_eq!(stream.get_ref(), b"xyz\x03\0SEAL");
    stream.set_position(3);
    assert_eq!(Deed::read(&mut stream).unwrap(), deed);

    let bytes = b"xyz\x03\0WAX!";
    deed = Deed::decode(&bytes[3..]).unwrap();
    let expected = deed.check().unwrap_err();
    assert_eq!(
        expected.to_string(),
        "seal at byte 0x2: expected \"SEAL\", found \"WAX!\""
    );
    let mut stream = Cursor::new(bytes);
    stream.set_position(3);
    let read = Deed::read(&mut stream).unwrap_err();
    let mut stream = Cursor::new(vec![0; 3]);
    stream.set_position(3);
    let written = deed.write(&mut stream).unwrap_err();
    assert_eq!(stream.get_ref().len(), 3);
    for refused in [read, written] {
        assert_eq!(refused.custom_err::<Error>(), Some(&expected));
        assert!(matches!(refused, binrw::Error::Custom { pos: 5, .. }));
    }
}

use dxc_format::types::Bool8;

use super::bytes::{Bytes, refused, round_trip, written};
use crate::generated::expression::{Cube, CubeView, Form, Lines, Sums, SumsView};

/// In `packed`, the low 4 bits select element 4 % 3 of the lengths, and the high ones are 2. The sum is 10 + 3 * 2 + (2
/// << 4) - (4 >> 1).
fn sums() -> Bytes {
    Bytes::of(
        "form = 1u8; wide = 1u8; chest.packed = 0x24_u8; chest.lengths = [10 3 4]; corners = [1 1]
         either = [2 2]; indexed = [3 3 3]; sum = 46u16; rounded = 9u8; scaled = [4 4 4 4]",
    )
}

#[test]
fn counts_are_computed() {
    let value = round_trip::<Sums>(&sums(), (2,));
    assert_eq!(value.corners.len(), 2);
    assert_eq!(value.either.len(), 2);
    assert_eq!(value.indexed.len(), 3);
    assert_eq!(value.scaled.len(), 4);
}

#[test]
fn values_of_an_enum_choose() {
    for (form, corners) in [
        (Form::Dot, 1),
        (Form::Line, 2),
        (Form::Square, 4),
        (Form(9), 1),
    ] {
        let mut value = round_trip::<Sums>(&sums(), (2,));
        value.form = form;
        value.corners = vec![0; corners];
        value.either = vec![0; if form == Form::Dot { 1 } else { 2 }];
        written(&value, (2,));
    }
}

#[test]
fn conditions_combine() {
    for (wide, form, packed, either) in [
        (0, Form::Line, 0, 1),
        (2, Form::Line, 0, 2),
        (1, Form::Dot, 0, 1),
        (0, Form::Dot, 0xf0, 2),
    ] {
        let mut value = Sums::default();
        (value.form, value.wide) = (form, Bool8(wide));
        value.either = vec![0; either];
        value.chest.packed.0 = packed;
        value.corners = vec![0; if form == Form::Line { 2 } else { 1 }];
        written(&value, (0,));
    }
}

#[test]
fn arguments_count() {
    let bytes = sums();
    assert_eq!(SumsView::parse(&bytes, 1).unwrap().trailing().len(), 2);
    let expected = "scaled at byte 0x10: needs 6 bytes, but 4 remain";
    assert_eq!(refused(SumsView::parse(&bytes, 3)), expected);
    let value = round_trip::<Sums>(&bytes, (2,));
    let expected = "scaled: expected 6 (scale * 2), the value has 4";
    assert_eq!(refused(value.to_bytes(3)), expected);
}

#[test]
fn arithmetic_that_goes_below_0_is_refused() {
    // 0 + 0 - 127 overflows 64 bits.
    let mut value = Sums::default();
    (value.corners, value.either) = (vec![0], vec![0]);
    value.chest.lengths[2] = 255;
    let expected = "sum at byte 0x0: the value overflows 64 bits (the field has 16)";
    assert_eq!(refused(value.to_bytes(0)), expected);
    value.chest.lengths[2] = 1;
    // The same in a file, in which the last of the lengths is the sixth byte.
    let mut bytes = written(&value, (0,));
    bytes[5] = 255;
    let expected = "sum at byte 0x8: expected chest.lengths[0] + chest.lengths[1] * 2 + (chest.packed.high << 4) - \
                    (chest.lengths[2] >> 1), which overflows 64 bits; found 0";
    assert_eq!(refused(SumsView::parse(&bytes, 0)), expected);
}

#[test]
fn products_leave_neither_32_nor_64_bits_unseen() {
    let cube = |x: u32, y: u32, z: u32| {
        let bytes = Bytes::new().put("x", x).put("y", y).put("z", z);
        bytes.put("cells[0]", 7u16)
    };
    assert_eq!(round_trip::<Cube>(&cube(1, 1, 1), ()).cells, [7]);
    // 2^16 * 2^16 is 0 in 32 bits.
    let bytes = cube(1 << 16, 1 << 16, 1);
    let expected = "cells at byte 0xc: needs 8589934592 bytes, but 2 remain";
    assert_eq!(refused(CubeView::parse(&bytes)), expected);
    // 2^96 overflows 64 bits, and so does the size of 2^63 cells.
    for bytes in [
        cube(u32::MAX, u32::MAX, u32::MAX),
        cube(1 << 31, 1 << 31, 2),
    ] {
        let everything = format!("cells at byte 0xc: needs {} bytes, but 2 remain", u64::MAX);
        assert_eq!(refused(CubeView::parse(&bytes)), everything);
    }
    // A factor of 0 after a 64-bit overflow does not undo the overflow.
    let zero = cube(u32::MAX, u32::MAX, 0);
    assert_eq!(round_trip::<Cube>(&zero, ()).cells.len(), 0);

    let mut value = round_trip::<Cube>(&cube(1, 1, 1), ());
    (value.x, value.y, value.z) = (u32::MAX, u32::MAX, u32::MAX);
    let expected = "cells: x * y * z overflows 64 bits";
    assert_eq!(refused(value.to_bytes()), expected);
    (value.x, value.y, value.z) = (2, 1, 1);
    let expected = "cells: expected 2 (x * y * z), the value has 1";
    assert_eq!(refused(value.to_bytes()), expected);
}

#[test]
fn expressions_may_have_several_lines() {
    let lines = round_trip::<Lines>(&[9, 1, 2, 3, 4], ());
    assert_eq!(lines.data, [1, 2, 3, 4]);
}

use dxc_format::runtime::shape::Shape;
use dxc_format::types::Fixed;

use super::bytes::{Bytes, assert_refused, built, round_trip, shown};
use crate::generated::signed::{Drift, Gauge, Reading};

fn gauge() -> Bytes {
    let mut label = [b'-'; 40];
    label[1] = 2;
    let mut bytes = Bytes::of("shown = 1u8; place = -5i32").text("label", &label);
    for index in 0..33 {
        bytes = bytes
            .put("height", -300_i16 + index)
            .put("degrees", i8::MIN);
    }
    bytes.fields(
        "drift_count = 1u8; drift_stride = 12u8; first = -2147483648i32; second = -1i64
         letter = 2u8; steps[0] = -1i16; steps[1] = 32767i16",
    )
}

#[test]
fn numbers_keep_their_sign() {
    let gauge = round_trip::<Gauge>(&gauge(), ());
    assert_eq!(gauge.place, -5);
    assert_eq!((gauge.last[0].height, gauge.last[32].height), (-300, -268));
    assert_eq!(gauge.drift[0].second(), Some(-1));
    assert_eq!(gauge.steps, [-1, i16::MAX]);
}

#[test]
fn a_new_value_holds_negative_defaults() {
    assert_eq!(Gauge::default().place, -1);
    assert_eq!(Gauge::default().last[32].degrees, -40);
    assert_eq!(Drift::new(1).second(), Some(0));
}

#[test]
fn long_arrays_are_arrays() {
    assert_eq!((Gauge::default().label.len(), Reading::SIZE), (40, 3));
    let field = |name| {
        Reading::LAYOUT
            .fields
            .iter()
            .find(|field| field.name == name)
    };
    assert!(field("height").is_some_and(|field| field.shape == Shape::Signed));
    assert_eq!(Shape::Signed.show(&[0xfe, 0xff]), "-2");
    // The array does not have this element.
    let case = "shown = 40u8 => letter at byte 0x9e: expected label[shown], which overflows 64 bits; found 2";
    assert_refused::<Gauge>(&gauge(), (), case);
}

#[test]
fn documents_have_signed_numbers() {
    let text = shown::<Gauge>(&gauge());
    for line in [
        "Place: -5",
        "First: -2147483648",
        "Second: -1",
        "Steps: [-1, 32767]",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    for (number, right) in [
        ("2147483648", false),
        ("-2147483649", false),
        ("2147483647", true),
    ] {
        let text = text.replace("Place: -5", &format!("Place: {number}"));
        assert_eq!(built::<Gauge>(&text).is_ok(), right, "{number}");
    }
}

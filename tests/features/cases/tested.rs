use super::bytes::Bytes;
use crate::generated::flags::Duty;
use crate::generated::parts::{PART_2DAY, PartView, TypedParts};
use crate::generated::tested::TodayView;

fn today(duty: u16) -> Bytes {
    Bytes::new().text("magic", b"DO\0\n").put("duty", duty)
}

#[test]
fn bare_names_of_flags_test_them() {
    for (duty, soap, heat) in [
        (today(0), None, None),
        (today(1).put("soap", 5u16), Some(5), None),
        (today(0x100).put("heat", 60u16), None, Some(60)),
        (
            today(0x11).put("soap", 5u16).put("heat", 60u16),
            Some(5),
            Some(60),
        ),
    ] {
        let view = TodayView::parse(&duty).unwrap();
        assert_eq!((view.soap(), view.heat()), (soap, heat));
        assert_eq!(view.to_value().to_bytes().unwrap(), duty.to_vec());
    }
}

#[test]
fn escapes_are_those_of_toml() {
    let duty = Duty::Wash.0.to_le_bytes();
    let other = [b"DO\0\0", &duty[..], b"\x05\0"].concat();
    let refused = TodayView::parse(&other).unwrap_err().to_string();
    assert!(refused.contains("magic"), "{refused}");
}

#[test]
fn a_fourcc_may_begin_with_a_digit() {
    let bytes = today(0);
    let view = PartView::parse(PART_2DAY, &bytes).unwrap();
    assert!(matches!(view, PartView::Today(_)));
    let container = tests::opened(tests::one_part(PART_2DAY, bytes.to_vec()));
    assert!(container.part_2day().unwrap().is_some());
}

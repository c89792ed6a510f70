use dxc_format::types::SizedRecord;

use super::bytes::{Bytes, built, refused, round_trip, shown, whole, written};
use crate::generated::condition::{Extra, Has, Hull, Order, OrderView, Reply, Ship};

fn nothing() -> Bytes {
    Bytes::of("has = 0u8")
}

fn everything() -> Bytes {
    Bytes::of(
        "has = 0x87_u8; number = 2000u32; list_size = 2u8; list[0] = 1u16; list[1] = 2u16
         extra.value = 3u16; extra.more = 4u8
         twice = 4000u64",
    )
}

#[test]
fn an_absent_field_has_no_value() {
    let order = round_trip::<Order>(&nothing(), ());
    assert_eq!(order.number, None);
    assert!(order.list.is_empty());
    assert_eq!(order.twice, None);
    assert_eq!(order.extra, SizedRecord::default());
    assert_eq!(whole::<Order>(&nothing(), ()), "has 1, trailing 0");
}

#[test]
fn a_present_field_is_read() {
    let bytes = everything();
    let order = round_trip::<Order>(&bytes, ());
    assert_eq!(order.number, Some(2000));
    assert_eq!(order.list, [1, 2]);
    assert_eq!(order.extra.value, 3);
    assert_eq!(order.extra.more(), Some(4));
    assert_eq!(order.twice, Some(4000));
    let expected = "has 1, number 4, list_size 1, list 4, extra 3, twice 8, trailing 0";
    assert_eq!(whole::<Order>(&bytes, ()), expected);
}

#[test]
fn a_condition_may_use_an_absent_field() {
    // An absent number is not larger than 1000; the bytes after it are trailing.
    let bytes = nothing().fields("trailing = 4000u64");
    assert_eq!(OrderView::parse(&bytes).unwrap().trailing().len(), 8);
    round_trip::<Order>(&bytes, ());
    let small = Bytes::of("has = 1u8; number = 1000u32");
    assert_eq!(round_trip::<Order>(&small, ()).twice, None);
}

#[test]
fn a_field_that_must_be_absent_is_refused_on_writing() {
    let refuse = |edit: fn(&mut Order), field: &str, rule: &str| {
        let mut order = round_trip::<Order>(&nothing(), ());
        edit(&mut order);
        let expected = format!("{field} at byte 0x1: has a value, but is only stored if {rule}");
        assert_eq!(refused(order.to_bytes()), expected);
    };
    let extra = |order: &mut Order| order.extra.record = Extra::new(1);
    refuse(
        |order| order.number = Some(0),
        "number",
        "has & Has::Number != 0",
    );
    refuse(|order| order.list = vec![1], "list", "has & Has::List != 0");
    refuse(extra, "extra", "has & Has::Extra != 0");
    refuse(|order| order.twice = Some(1), "twice", "number > 1000");
}

#[test]
fn a_required_value_is_0_if_it_was_not_set() {
    let mut order = Order {
        has: Has::Number,
        ..Order::default()
    };
    let bytes = Bytes::of("has = 1u8; number = 0u32");
    assert_eq!(order.to_bytes().unwrap(), bytes[..]);
    order.number = Some(0);
    assert_eq!(written(&order, ()), bytes[..]);
}

#[test]
fn conditions_follow_edits() {
    let mut order = round_trip::<Order>(&everything(), ());
    order.has.remove(Has::List);
    order.list.clear();
    assert_eq!(written(&order, ()).len(), everything().len() - 5);
    order.number = Some(1);
    order.twice = None;
    written(&order, ());
}

/// A record without a key in the document is absent.
#[test]
fn documents_omit_absent_fields() {
    for bytes in [nothing(), everything()] {
        shown::<Order>(&bytes);
    }
}

/// The count of a run is present if a computed value is true.
#[test]
fn a_count_is_set_where_a_computed_value_makes_it_present() {
    let mut reply = Reply::default();
    (reply.pages, reply.remark) = (vec![1, 2], b"no".to_vec());
    let bytes = Bytes::of(
        "page_count = 2u8; pages[0] = 1u16; pages[1] = 2u16; remark_size = 2u8; remark = 'no'",
    );
    assert_eq!(reply.to_bytes().unwrap(), bytes[..]);
    assert_eq!(round_trip::<Reply>(&bytes, ()).remark, b"no");
    reply.pages.pop();
    assert_eq!(
        refused(reply.to_bytes()),
        "remark at byte 0x3: has a value, but is only stored if page_count > 1"
    );
}

/// In a default value, fields that some version does not have are absent. When it is written in a version that has such
/// a field, the default of the field is written; a run needs as many elements as its count requires.
#[test]
fn absent_fields_are_absent_in_every_version() {
    let first = Bytes::of("hull_size = 1u8; hull.decks = 0u8");
    let second = Bytes::of(
        "hull_size = 2u8; hull.decks = 0u8; hull.masts = 0u8
         log_size = 1u8; log.stride = 0u8; signals[0] = 0u16; signals[1] = 0u16",
    );
    let third = Bytes::of(
        "hull_size = 3u8; hull.decks = 0u8; hull.masts = 0u8; hull.lamps = 0u8
         log_size = 1u8; log.stride = 0u8; signals[0] = 0u16; signals[1] = 0u16
         crew = [0 0 0]; seal = [0 0 0 0]; boat = [0]; year = 1900u16",
    );
    for (version, bytes) in [first, second, third].iter().enumerate() {
        let mut ship = Ship::default();
        ship.hull.record = Hull::new(u32::try_from(version).unwrap());
        assert!(ship.log.is_none() && ship.crew.is_none() && ship.seal.is_empty());
        let mut document = format!("Version: {version}");
        if version > 0 {
            assert_eq!(ship.to_bytes().unwrap_err().path(), "signals");
            ship.signals.extend([0, 0]);
            document.push_str("\nSignals: [0, 0]");
        }
        if version > 1 {
            assert_eq!(ship.to_bytes().unwrap_err().path(), "crew.ranks");
            ship.crew.get_or_insert_default().ranks.extend([0; 3]);
            ship.seal.extend([0; 4]);
            document.push_str("\nCrew: {Ranks: [0, 0, 0]}\nSeal: [0, 0, 0, 0]");
        }
        assert_eq!(ship.to_bytes().unwrap(), bytes[..], "{version}");
        assert_eq!(built::<Ship>(&document).unwrap(), bytes[..], "{version}");
    }
}

/// A value in a version that lacks it is refused, with its key.
#[test]
fn a_key_that_a_version_lacks_is_refused() {
    for (key, rule) in [
        ("Log: {}", "1"),
        ("Crew: {}", "2"),
        ("Seal: [0, 0, 0, 0]", "2"),
    ] {
        let problem = built::<Ship>(&format!("Version: 0\n{key}")).unwrap_err();
        let name = key.split(':').next().unwrap();
        let expected =
            format!("{name}: has a value, but is only stored if version_of(hull) >= {rule}");
        assert_eq!(problem.to_string(), expected);
    }
}

use dxc_format::runtime::shape::{Attribute, Shape};
use dxc_format::types::Fixed;

use super::bytes::streamed;
use crate::generated::flags::Duty;

#[test]
fn bits_have_names() {
    let mut duty = Duty::Wash | Duty::Dry;
    assert!(duty.contains(Duty::Wash) && duty.contains(Duty::Hang) && !duty.contains(Duty::Iron));
    duty.remove(Duty::Wash);
    assert_eq!((duty, duty & Duty::Dry), (Duty::Dry, Duty::Dry));
    duty |= Duty::Iron;
    duty.insert(Duty::None);
    assert_eq!(duty.0, 0x310);
    assert_eq!(Duty::from_name("Hang"), Some(Duty::Dry));
    assert!(Duty::None.is_empty() && Duty::default().is_empty());
}

#[test]
fn unknown_bits_are_kept_and_shown() {
    let unknown_bit = Duty(0x8000);
    let bytes = (Duty::Wash | Duty::Iron | unknown_bit).0.to_le_bytes();
    let duty = streamed::<Duty>(&bytes);
    assert_eq!(
        (duty.unknown(), duty.to_string().as_str()),
        (0x8000, "Wash | Iron | 0x8000")
    );
}

#[test]
fn text() {
    assert_eq!(Duty::None.to_string(), "None");
    assert_eq!(format!("{:?}", Duty::Hang | Duty::Wash), "Duty(Wash | Dry)");
    // One of the two bits of `Iron` is not `Iron`.
    let half = Duty(0x100);
    assert_eq!(half.to_string(), "0x100");
    assert_eq!(half.unknown(), 0x100);
}

#[test]
fn the_table_has_every_column() {
    let hang = Duty::TABLE.by_name("Hang").unwrap();
    assert_eq!(hang.value, 0x10);
    assert!(hang.alias);
    assert_eq!(hang.attribute("keyword"), Some(Attribute::Text("h")));
    let wash = Duty::TABLE.by_name("Wash").unwrap();
    assert_eq!(hang.list("after"), ["Wash"]);
    assert_eq!(wash.list("after"), [""; 0]);
    assert_eq!(wash.list("needs"), ["water", "soap and a brush"]);
    assert_eq!(wash.list("keyword"), [""; 0], "a column without lists");
    assert!(matches!(<Duty as Fixed>::SHAPE, Shape::Flags(table) if table.mirrors.is_none()));
}

/// Flags as sets: intersection, union, difference, complement, and iteration over bits.
#[test]
fn sets() {
    let both = Duty::Wash | Duty::Dry;
    assert!(both.intersects(Duty::Dry | Duty::Iron) && !both.intersects(Duty::Iron));
    assert_eq!(both ^ (Duty::Dry | Duty::Iron), Duty::Wash | Duty::Iron);
    assert_eq!(!both, Duty::Iron, "of those that have names");
    assert_eq!((both - Duty::Wash, Duty::empty().bits()), (Duty::Dry, 0));
    let mut duty = both;
    duty.set(Duty::Iron, true);
    duty.set(Duty::Wash, false);
    assert_eq!(duty, Duty::Dry | Duty::Iron);
    duty.extend([Duty::Wash, Duty(0x8000)]);
    let bits: Vec<u16> = duty.iter().map(Duty::bits).collect();
    assert_eq!(bits, [0x1, 0x10, 0x100, 0x200, 0x8000]);
    assert_eq!(duty.iter().collect::<Duty>(), duty);
    let names: Vec<_> = duty.iter_names().collect();
    assert_eq!(names, [("Wash", Duty::Wash), ("Dry", Duty::Dry)]);
    assert_eq!(Duty::empty().iter().next(), None);
}

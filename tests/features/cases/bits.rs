use dxc_format::runtime::shape::Shape;
use dxc_format::types::Fixed;

use super::bytes::{refused, streamed};
use crate::generated::bits::{Dashboard, Gear, Whole};

/// Gear 3, lights on, 5 in the bits without a name, speed 300, distance 20000.
const DRIVING: Dashboard = Dashboard(3 | 1 << 4 | 5 << 5 | 300 << 8 | 20000 << 17);

#[test]
fn fields_have_the_offsets_of_the_schema() {
    assert_eq!((DRIVING.gear(), DRIVING.lights()), (Gear::Drive, true));
    assert_eq!((DRIVING.speed(), DRIVING.distance()), (300, 20000));
    assert_eq!(streamed::<Dashboard>(&DRIVING.0.to_le_bytes()), DRIVING);
    let shown = "Dashboard { gear: Drive, lights: true, speed: 300, distance: 20000 }";
    assert_eq!(format!("{DRIVING:?}"), shown);
}

#[test]
fn setters_keep_all_other_bits() {
    let mut dashboard = DRIVING;
    dashboard.set_gear(Gear(9)).unwrap();
    dashboard.set_lights(false).unwrap();
    dashboard.set_speed(0).unwrap();
    assert_eq!(dashboard.0, 9 | 5 << 5 | 20000 << 17);
    dashboard.set_gear(Gear::Drive).unwrap();
    dashboard.set_lights(true).unwrap();
    dashboard.set_speed(300).unwrap();
    assert_eq!(dashboard, DRIVING);
}

#[test]
fn setters_refuse_values_that_overflow() {
    let mut dashboard = DRIVING;
    let gear = refused(dashboard.set_gear(Gear(16)));
    assert_eq!(gear, "gear at byte 0x0: 16 does not fit into 4 bits");
    let speed = refused(dashboard.set_speed(512));
    assert_eq!(speed, "speed at byte 0x0: 512 does not fit into 9 bits");
    assert_eq!(dashboard, DRIVING);
}

#[test]
fn a_field_may_be_as_wide_as_its_integer() {
    let mut whole = Whole(7);
    whole.set_all(u64::MAX).unwrap();
    assert_eq!((whole.all(), whole.0), (u64::MAX, u64::MAX));
}

#[test]
fn the_table_has_places_and_reserved_fields() {
    let fields = Dashboard::TABLE.fields.iter();
    let fields: Vec<_> = fields
        .map(|field| (field.name, field.at, field.bits))
        .collect();
    let expected = [
        ("gear", 0, 4),
        ("lights", 4, 1),
        ("unused", 5, 3),
        ("speed", 8, 9),
        ("distance", 17, 15),
    ];
    assert_eq!(fields, expected);
    let unused = &Dashboard::TABLE.fields[2];
    assert!(unused.reserved);
    assert_eq!(unused.extract(DRIVING.0.into()), 5);
    assert!(matches!(Dashboard::TABLE.fields[0].shape, Shape::Enum(table) if table.name == "Gear"));
    assert!(matches!(<Dashboard as Fixed>::SHAPE, Shape::Bits(_)));
}

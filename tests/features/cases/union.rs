use dxc_format::runtime::shape::Shape;
use dxc_format::types::Fixed;

use super::bytes::{Bytes, refused, round_trip, streamed, written};
use crate::generated::union::{Animal, Aquarium, AquariumView, Entry, Nature, Swimmer};

fn shark() -> Bytes {
    Bytes::of(
        "nature.fish.depth = 300u16; nature.fish.fins = 5u8
         nature, behind the fish = 0xee_u8; animal = 2u8",
    )
}

#[test]
fn the_selector_chooses_the_reading() {
    let entry = Entry::decode(&shark()).unwrap();
    let fish = entry.nature.fish(entry.animal).unwrap();
    assert_eq!((fish.depth, fish.fins), (300, 5));
    assert_eq!(entry.nature.fish(Animal::Fish), Some(fish));
    assert_eq!(entry.nature.bird(entry.animal), None);
    assert_eq!(entry.nature.bird(Animal::Bird), u32::decode(&shark()));
}

#[test]
fn selectors_without_an_arm_are_no_mistake() {
    let bytes = shark();
    for animal in [Animal::Stone, Animal(9)] {
        let bytes = bytes.clone().set(&format!("animal = {}u8", animal.0));
        let entry = streamed::<Entry>(&bytes);
        assert_eq!(entry.nature.bird(animal), None);
        assert_eq!(entry.nature.fish(animal), None);
    }
}

#[test]
fn setting_an_arm_clears_the_bytes_behind_it() {
    let mut nature = Entry::decode(&shark()).unwrap().nature;
    assert_eq!(nature.0[3], 0xee);
    let mut swimmer = Swimmer::default();
    swimmer.fins = 2;
    nature.set_fish(swimmer);
    assert_eq!(nature, Nature([0, 0, 2, 0]));
    nature.set_bird(0x01020304);
    assert_eq!(nature, Nature([4, 3, 2, 1]));
}

#[test]
fn the_table_lists_the_readings() {
    let table = Nature::TABLE;
    assert_eq!((table.name, table.selector), ("Nature", "animal"));
    let arms = table.arms.iter().map(|arm| (arm.name, arm.when, arm.size));
    let expected = [("bird", &[0][..], 4), ("fish", &[1, 2][..], 3)];
    assert_eq!(arms.collect::<Vec<_>>(), expected);
    let name = |number| table.arm(number).map(|arm| arm.name);
    assert_eq!((name(2), name(3)), (Some("fish"), None));
    assert!(matches!(Entry::LAYOUT.fields[0].shape, Shape::Union(union) if union.name == "Nature"));
}

/// A shark with its fins, and a fish of a version that has 2 bytes for its depth.
fn aquarium() -> Bytes {
    shark().fields(
        "fins = [1 2 3 4 5]; size = 5u8; other.animal = 1u8; other.nature.fish.depth = 2u16
         other.nature, behind the depth = 0u16; depths = [8 9]",
    )
}

#[test]
fn expressions_read_the_selected_arm() {
    let mut value = round_trip::<Aquarium>(&aquarium(), ());
    assert_eq!((value.fins.len(), value.depths.len()), (5, 2));
    value.entry.animal = Animal::Bird;
    let expected = "fins: expected 0 (entry.nature.fish.fins + 0), the value has 5";
    assert_eq!(refused(value.to_bytes()), expected);
    value.fins.clear();
    written(&value, ());
}

#[test]
fn a_reading_that_a_version_lacks_is_0() {
    let bytes = shark().fields("fins = [1 2 3 4 5]; size = 1u8; other.animal = 1u8");
    assert_eq!(AquariumView::parse(&bytes).unwrap().depths().len(), 0);
    round_trip::<Aquarium>(&bytes, ());
}

use dxc_format::runtime::shape::{Attribute, Shape};
use dxc_format::types::Fixed;

use super::bytes::streamed;
use crate::generated::open_enum::{WideWood, Wood, WoodCut};

#[test]
fn names_and_numbers() {
    assert_eq!(Wood::Oak.name(), Some("Oak"));
    assert_eq!(Wood::from_name("Driftwood"), Some(Wood(0xff)));
    assert_eq!(Wood::from_name("oak"), None);
    assert_eq!((u8::from(Wood::Pine), Wood::from(1)), (2, Wood::Oak));
    assert_eq!(Wood::default(), Wood(0));
}

#[test]
fn the_first_name_is_the_one_that_is_printed() {
    assert_eq!(Wood::Fir, Wood::Pine);
    assert_eq!(Wood::from_name("Fir"), Some(Wood::Pine));
    assert_eq!(Wood::Fir.to_string(), "Pine");
    assert_eq!(format!("{:?}", Wood::Fir), "Pine");
}

#[test]
fn a_value_without_a_name_is_kept() {
    let unknown = streamed::<Wood>(&[9]);
    assert_eq!((unknown, unknown.name()), (Wood(9), None));
    assert_eq!(unknown.to_string(), "9");
    assert_eq!(format!("{unknown:?}"), "Wood(9)");
}

#[test]
fn the_table_has_every_column() {
    assert_eq!(Wood::TABLE.name, "Wood");
    assert_eq!(Wood::TABLE.mirrors, Some("WOOD"));
    let values = Wood::TABLE.values.iter();
    let numbers: Vec<_> = values
        .clone()
        .map(|value| (value.name, value.value))
        .collect();
    let expected = [
        ("Oak", 1),
        ("Pine", 2),
        ("Fir", 2),
        ("Elm", 3),
        ("Driftwood", 255),
    ];
    assert_eq!(numbers, expected);
    let aliases = values.filter(|value| value.alias).map(|value| value.name);
    assert_eq!(aliases.collect::<Vec<_>>(), ["Fir"]);
    let driftwood = Wood::TABLE.by_name("Driftwood").unwrap();
    assert_eq!(driftwood.attribute("grain"), Some(Attribute::Int(-1)));
    assert_eq!(driftwood.attribute("latin"), Some(Attribute::Text("")));
    assert_eq!(driftwood.attribute("color"), None);
    assert_eq!(driftwood.doc, "Whatever the sea brings.");
    assert!(matches!(<Wood as Fixed>::SHAPE, Shape::Enum(table) if table.name == "Wood"));
}

/// Each column has an accessor of its type; a value without a cell has none.
#[test]
fn columns_have_accessors() {
    assert_eq!((Wood::Oak.grain(), Wood(9).grain()), (Some(4), None));
    assert_eq!(Wood::Driftwood.grain(), Some(-1));
    assert_eq!(Wood::Oak.latin(), Some("Quercus"));
    assert_eq!(Wood::Driftwood.latin(), None, "an empty cell");
    assert!(Wood::Oak.northern() && !Wood::Pine.northern() && !Wood(9).northern());
    assert_eq!(Wood::Oak.substitute(), Some(Wood::Elm));
    assert_eq!(
        (Wood::Pine.substitute(), Wood(9).substitute()),
        (None, None)
    );
    assert_eq!(Wood::Pine.similar(), [Wood::Oak, Wood::Elm]);
    assert_eq!((Wood::Oak.similar(), Wood(9).similar()), (&[][..], &[][..]));
    // Words are the variants of an enum, so that a match names all of them.
    let words = Wood::all_values().map(|wood| match wood.cut() {
        Some(WoodCut::QuarterSawn) => 1,
        Some(WoodCut::Plain) => 2,
        None => 0,
    });
    assert_eq!(words.collect::<Vec<_>>(), [1, 2, 0, 0]);
}

/// Texts of a column of keys find their values, those of second names included.
#[test]
fn keys_find_values() {
    assert_eq!(Wood::from_latin("Ulmus"), Some(Wood::Elm));
    assert_eq!(Wood::from_latin("Abies"), Some(Wood::Pine));
    assert_eq!(
        (Wood::from_latin(""), Wood::from_latin("ulmus")),
        (None, None)
    );
    let keys: Vec<&str> = Wood::latin_keys().collect();
    assert_eq!(keys, ["Quercus", "Pinus", "Abies", "Ulmus"]);
    let values: Vec<Wood> = Wood::all_values().collect();
    assert_eq!(values, [Wood::Oak, Wood::Pine, Wood::Elm, Wood::Driftwood]);
}

/// An enum with the values of another one has its columns, and the words of its columns.
#[test]
fn the_wider_enum_has_the_same_columns() {
    assert_eq!(WideWood::Oak.cut(), Some(WoodCut::QuarterSawn));
    assert_eq!(WideWood::Pine.similar(), Wood::Pine.similar());
    assert_eq!(WideWood::from_latin("Pinus"), Some(WideWood::Pine));
}

#[test]
fn the_wider_enum_has_the_same_values() {
    assert_eq!(WideWood::from(Wood::Oak), WideWood::Oak);
    assert_eq!(
        Wood::try_from(WideWood::Driftwood).unwrap(),
        Wood::Driftwood
    );
    assert!(Wood::try_from(WideWood(300)).is_err());
    assert_eq!(<WideWood as Fixed>::SIZE, 4);
}

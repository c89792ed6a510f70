use dxc_format::{
    ErrorKind, FourCC,
    types::{Bool8, Strided},
};

use super::bytes::{Bytes, built, round_trip, shown, written};
use crate::generated::new_values::{
    Burner, Chimney, Fire, Fuel, Hearth, Knob, Lid, Lids, Logs, Model, Parts, Stove,
};

/// A default stove; its lids are of the newest version.
fn new_stove() -> Stove {
    let mut new = Stove::default();
    new.lids.held = Strided::new(3);
    new
}

/// The bytes of the default stove.
fn stove() -> Bytes {
    Bytes::of(
        "fuel = 3u8; model = 0x0207_u16; heat = 0.5f32
         age = 0u16; parts = 2u8; is_new = 1u8; maker = 'ACME'
         knob.turns = 5u8; knob.moves = 3u8; knob.model = 0x0102_u16
         burner_count = 0u8
         lids.color = 7u8; lids.count = 0u8; lids.stride = 3u8",
    )
}

#[test]
fn a_new_value_has_the_defaults_of_its_fields() {
    let new = new_stove();
    assert_eq!(new.fuel, Fuel::Gas);
    assert_eq!((new.model.year(), new.model.size()), (7, 2));
    assert_eq!((new.parts, new.is_new), (Parts::Pipe, Bool8(1)));
    assert_eq!(new.maker, FourCC(*b"ACME"));
    assert_eq!(new.knob, Knob::default());
    assert_eq!(new.knob.moves, Parts::Door | Parts::Pipe);
    assert_eq!(written(&new, ()), stove()[..]);
    assert_eq!(round_trip::<Stove>(&stove(), ()), new);
}

#[test]
fn structures_and_those_with_a_record_have_defaults_too() {
    assert_eq!(Burner::default().watts, 0x400);
    assert_eq!(Lids::<Lid>::default().color, 7);
}

/// If a version does not have a field, the field has its default, also when the record is converted to a later version.
#[test]
fn records_with_versions_by_size_have_defaults_too() {
    let mut lid = Lid::new(0);
    assert_eq!((lid.size, lid.thickness()), (4, None));
    assert!(lid.set_version(1).is_empty());
    assert_eq!(lid.thickness(), Some(2));
    assert_eq!(lid, Lid::new(1));
    lid.set_thickness(9).unwrap();
    assert_eq!(lid.set_version(0).len(), 1);
    assert_eq!(lid, Lid::new(0));
    let lids = [
        (
            "3, Held: [{Thickness: 0}, {}, {Size: 1}]",
            &[4, 0, 0, 4, 2, 0, 1, 2, 0][..],
        ),
        ("1, Held: [{}]", &[4][..]),
    ];
    for (held, expected) in lids {
        let document = format!("Lids: {{Stride: {held}}}");
        let built = built::<Stove>(&document).unwrap();
        round_trip::<Stove>(&built, ());
        assert!(built.ends_with(expected), "{document}: {built:?}");
    }
}

/// Fuel 0 is wood, which selects the second arm. You add the elements that counts require.
#[test]
fn a_new_value_has_the_arm_of_its_selector_and_no_elements() {
    let mut new = Hearth::default();
    let Fire::Wood(Logs { logs, .. }) = &mut new.fire else {
        panic!("{:?}", new.fire)
    };
    assert!(logs.is_empty());
    logs.extend([7, 8]);
    new.spare.logs.push(9);
    new.spare.logs.push(10);
    new.grate = vec![Knob::default(); 3];
    new.tiles = Strided::new(4);
    new.tiles.extend([1, 2]);
    new.ash.push(5);
    let lacks = |new: &Hearth| {
        let error = new.to_bytes().unwrap_err();
        (error.path().to_owned(), error.kind().clone())
    };
    let without = |empty: fn(&mut Hearth)| {
        let mut new = new.clone();
        empty(&mut new);
        lacks(&new).0
    };
    assert_eq!(without(|new| new.grate.clear()), "grate");
    assert_eq!(without(|new| new.spare.logs.clear()), "spare.logs");
    assert_eq!(without(|new| new.ash.clear()), "ash");
    assert_eq!(without(|new| new.fuel = Fuel::Gas), "fire");
    let no_chimney = ErrorKind::NoEntry { index: 0, len: 0 };
    assert_eq!(lacks(&new), ("chimney".to_owned(), no_chimney));
    new.pool.0.push(Chimney::default());
    let bytes = new.to_bytes().unwrap();
    assert_eq!(Hearth::parse(&bytes).unwrap(), new);
}

#[test]
fn bytes_that_were_read_are_kept() {
    let bytes = stove().set("fuel = 0u8; model = 0u16; heat = 0u32");
    let stove = round_trip::<Stove>(&bytes, ());
    assert_eq!((stove.fuel, stove.model), (Fuel::Wood, Model(0)));
}

#[test]
fn a_document_may_leave_it_out() {
    let built = |document| built::<Stove>(document).unwrap();
    let mut expected = new_stove();
    assert_eq!(built("{}"), expected.to_bytes().unwrap());
    let lit = "Fuel: Wood\nYear: 9\nBurners: [{}]\nLids: {Color: 1}\nParts: {}\n";
    expected.fuel = Fuel::Wood;
    expected.model.set_year(9).unwrap();
    expected.burners.push(Burner::default());
    expected.lids.color = 1;
    // A flags field with a key is a list of the set flags.
    expected.parts = Parts(0);
    assert_eq!(built(lit), expected.to_bytes().unwrap());
}

/// A field that is omitted because it is 0 is read as 0, whatever its default is.
#[test]
fn a_document_builds_the_value_that_it_shows() {
    let zeros = stove().set(
        "fuel = 0u8; model = 0u16; heat = 0u32; parts = 0u8; is_new = 0u8; knob.turns = 0u8
         knob.moves = 0u8; knob.model = 0u16; lids.color = 0u8",
    );
    for bytes in [stove(), zeros] {
        shown::<Stove>(&bytes);
    }
}

use dxc_format::runtime::strings::NO_STRING;
use dxc_format::{TableStyle, types::StringTable};

use super::bytes::{Bytes, assert_refused, refused, round_trip, shown, whole, written};
use crate::generated::strings::{
    Crossing, Network, NetworkView, Object, ObjectView, People, PeopleView, Person, Places,
    PlacesView, Raffle, RaffleView, Symbol,
};

/// Offsets are relative to the start of the part, so the offset of the table is added: 13 here.
fn kind_1() -> Bytes {
    Bytes::of(
        "count = 2u8; people[0].name = 17u32; people[0].age = 30u16
         people[1].name, none = 0u32; people[1].age = 40u16; names = 'Ann\0Bob\0'",
    )
}

fn kind_2() -> Bytes {
    Bytes::of(
        "count = 1u8; people[0].home = 11u32; people[0].name = 16u32; people[0].age = 30u16
         names = 'Rome\0Bob\0'",
    )
}

#[test]
fn names_are_found_and_count_from_the_table() {
    let bytes = kind_1();
    let view = PeopleView::parse(&bytes, 1).unwrap();
    let names = view.people().iter();
    let names = names.map(|person| view.names().get(person.name));
    assert_eq!(names.collect::<Vec<_>>(), [Some("Bob"), None]);
    let people = round_trip::<People>(&bytes, (1,));
    assert_eq!(people.people[0].name, 4);
    assert_eq!(people.people[1].name, NO_STRING);
    let people = round_trip::<People>(&kind_2(), (2,));
    assert_eq!(people.names.get(people.people[0].home), Some("Rome"));
    assert_eq!(people.names.get(people.people[0].name), Some("Bob"));
    assert_eq!(whole::<People>(&bytes, (1,)), "count 1, people 12, names 8");
}

#[test]
fn offsets_follow_the_table() {
    let mut people = round_trip::<People>(&kind_1(), (1,));
    let mut person = Person::default();
    person.name = people.names.intern("Cid");
    // A suffix of another string is reused.
    assert_eq!((person.name, people.names.intern("ob")), (8, 5));
    people.people.push(person);
    let expected = Bytes::of(
        "count = 3u8
         people[0].name = 23u32; people[0].age = 30u16
         people[1].name, none = 0u32; people[1].age = 40u16
         people[2].name = 27u32; people[2].age = 0u16
         names = 'Ann\0Bob\0Cid\0'",
    );
    assert_eq!(written(&people, (1,)), expected[..]);
}

#[test]
fn the_same_value_in_another_layout() {
    let mut people = round_trip::<People>(&kind_1(), (1,));
    for person in &mut people.people {
        person.home = people.names.intern("Oslo");
    }
    let bytes = written(&people, (2,));
    let view = PeopleView::parse(&bytes, 2).unwrap();
    assert_eq!(view.people().get(1).unwrap().home, 8);
}

#[test]
fn offsets_that_name_no_string_are_refused() {
    // An offset of one byte before the table would become `NO_STRING` relative to the table.
    let cases = "people[0].name = 21u32 => people[0].name at byte 0x1: offset 21 is outside the string table
         people[1].name, none = 5u32 => people[1].name at byte 0x7: offset 5 is outside the string table
         people[0].name = 12u32 => people[0].name at byte 0x1: offset 12 is outside the string table";
    assert_refused::<People>(&kind_1(), (1,), cases);
    // Only the null value of the schema means that there is no string, and a home is required.
    let cases = "people[0].home = 99u32 => people[0].home at byte 0x1: offset 99 is outside the string table
         people[0].name = 99u32 => people[0].name at byte 0x5: offset 99 is outside the string table
         people[0].home = 10u32 => people[0].home at byte 0x1: offset 10 is outside the string table";
    assert_refused::<People>(&kind_2(), (2,), cases);
    let unterminated = kind_1();
    let unterminated = &unterminated[..unterminated.len() - 1];
    let expected = "people[0].name at byte 0x1: expected a NUL at the end of the string";
    assert_eq!(refused(PeopleView::parse(unterminated, 1)), expected);
}

#[test]
fn a_version_without_names_needs_no_table() {
    let bytes = Bytes::of("count = 1u8; people[0].age = 30u16");
    assert_eq!(round_trip::<People>(&bytes, (3,)).people[0].age, 30);
}

#[test]
fn unchecked_offsets_are_kept() {
    let bytes = Bytes::of(
        "names_size = 5u16; names = 'Oslo\0'; count = 2u8; places[0].name = 0u32
         places[1].name = 0xdead_beef_u32",
    );
    let view = PlacesView::parse(&bytes).unwrap();
    let names = view.places().iter();
    let names = names.map(|place| view.names().get(place.name));
    assert_eq!(names.collect::<Vec<_>>(), [Some("Oslo"), None]);
    let mut places = round_trip::<Places>(&bytes, ());
    places.names = StringTable(b"Rome\0Paris\0".to_vec());
    let bytes = written(&places, ());
    let view = PlacesView::parse(&bytes).unwrap();
    assert_eq!(view.names().get(5), Some("Paris"));
}

fn object() -> Bytes {
    Bytes::of(
        "symbol_count = 2u8; section_count = 2u8
         symbols[0].name = 8u32; symbols[0].section = 1u16
         symbols[1].name, none = 0u32; symbols[1].section = 2u16
         sections[0].name = 4u32
         sections[1].name, none = 0xffff_u32
         names_size = 12u32; names = '_ab\0cde\0'",
    )
}

#[test]
fn offsets_count_from_bytes_before_the_table() {
    let bytes = object();
    let view = ObjectView::parse(&bytes).unwrap();
    let names = |symbol: Symbol| view.names().get(symbol.name);
    let of_symbols: Vec<_> = view.symbols().iter().map(names).collect();
    assert_eq!(of_symbols, [Some("cde"), None]);
    let mut value = round_trip::<Object>(&bytes, ());
    assert_eq!(value.symbols[0].name, 4);
    assert_eq!(value.symbols[1].name, NO_STRING);
    assert_eq!(value.sections[0].name, 4);
    assert_eq!(value.sections[1].name, NO_STRING);
    value.symbols[1].name = value.names.intern("_ab");
    let expected = object().set("symbols[1].name, none = 4u32");
    assert_eq!(written(&value, ()), *expected);
    let cases = "symbols[0].name = 2u32 => symbols[0].name at byte 0x2: offset 2 is outside the string table
         symbols[0].name = 12u32 => symbols[0].name at byte 0x2: offset 12 is outside the string table
         symbols[0].name = 100u32 => symbols[0].name at byte 0x2: offset 100 is outside the string table";
    assert_refused::<Object>(&object(), (), cases);
}

#[test]
fn a_table_may_be_called_like_an_option() {
    let bytes =
        Bytes::of("count = 1u8; stubs[0].first = 2u32; stubs[0].second = 0u32; checks = 'b\0a\0'");
    let view = RaffleView::parse(&bytes).unwrap();
    let stub = view.stubs().get(0).unwrap();
    let names = [stub.first, stub.second].map(|ticked| ticked.name_in(view));
    assert_eq!(names, [Some("a"), Some("b")]);
    round_trip::<Raffle>(&bytes, ());
}

/// Offsets of routes are relative to 4 bytes before the table; in sections, 0xffff is null.
fn network() -> Bytes {
    Bytes::of(
        "stride = 9u8; count = 2u8
         routes[0].name = 4u32; routes[0].length = 7u8; routes[0].change, none = 0u32
         routes[1].name = 6u32; routes[1].length = 8u8; routes[1].change = 4u32
         hub.name = 2u32
         crossing.first.name = 0u32
         crossing.second.name, none = 0xffff_u32
         crossing.below[0].name, none = 0xffff_u32
         crossing.below[1].name = 2u32
         names = 'a\0b\0'",
    )
}

/// The names of routes and of their changes, of the hub, and of the sections.
fn names(view: NetworkView<'_>) -> Vec<Option<&str>> {
    let routes = view.routes().iter();
    let routes = routes.flat_map(|route| [Some(route.name), route.change()]);
    let routes = routes.map(|name| view.names().get(name.unwrap()));
    let crossing = view.crossing();
    let [above, below] = crossing.below;
    let sections = [crossing.first, crossing.second, above, below];
    let sections = sections.map(|section| section.name_in(view));
    routes
        .chain([view.hub().name_in(view)])
        .chain(sections)
        .collect()
}

#[test]
fn records_of_any_kind_have_offsets_of_their_own() {
    let bytes = network();
    let view = NetworkView::parse(&bytes).unwrap();
    let (a, b) = (Some("a"), Some("b"));
    assert_eq!(names(view), [a, None, b, a, b, a, None, None, b]);
    assert_eq!(view.routes().get(0).unwrap().change(), Some(NO_STRING));
    let mut value = round_trip::<Network>(&bytes, ());
    let text = shown::<Network>(&bytes);
    assert!(text.contains("Below:\n  - {}\n  - Name: b"), "{text}");

    // A new table has the names in the order in which records reference them.
    value.routes[0].name = 2;
    value.lay_out(TableStyle::Dxc).unwrap();
    let bytes = written(&value, ());
    let view = NetworkView::parse(&bytes).unwrap();
    assert_eq!(view.names().0, b"b\0a\0");
    assert_eq!(names(view), [b, None, b, a, b, a, None, None, b]);
    assert_eq!(view.routes().get(0).unwrap().change(), Some(NO_STRING));
}

#[test]
fn strings_of_versions_by_size_are_checked() {
    let cases = "routes[1].name = 8u32 => routes[1].name at byte 0xb: offset 8 is outside the string table
         routes[1].change = 8u32 => routes[1].change at byte 0x10: offset 8 is outside the string table";
    assert_refused::<Network>(&network(), (), cases);
    // The first version does not have the second string: its bytes are unrecognized.
    let mut old = Bytes::of(
        "stride = 7u8; count = 1u8
         routes[0].name = 4u32; routes[0].length = 7u8; routes[0].tail = 0xeeee_u16",
    );
    for name in ["hub", "first", "second", "below[0]", "below[1]"] {
        old = old.put(name, 0u32);
    }
    round_trip::<Network>(&old.text("names", b"a\0"), ());
    let mut value = Network::parse(&network()).unwrap();
    value.routes[0].set_change(9).unwrap();
    let error = value.to_bytes().unwrap_err();
    assert_eq!(error.path(), "routes[0].change");
}

#[test]
fn references_of_a_record_without_its_part_are_numbers() {
    let shown = serde_json::to_string(&Crossing::default()).unwrap();
    let read: Crossing = serde_json::from_str(&shown).unwrap();
    assert_eq!(read, Crossing::default(), "{shown}");
}

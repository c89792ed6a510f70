use dxc_format::types::{Pool, Text};

use super::bytes::{Bytes, assert_refused, refused, round_trip, shown, spans, written};
use crate::generated::pool::{Club, Family, FamilyView, Fellow, Guild, Label, LabelView, Sizes};

/// The layout of a writer: two people of one kind, which has another kind as its parent.
fn plain() -> Bytes {
    Bytes::of(
        "people_at = 4u8; people_count = 2u8; title_at = 49u8; up to 4 = [0xee]
         people[0].name_at = 24u8; people[0].kind = 36u32; people[0].former = 0u32
         people[0].face_at = 28u8
         people[1].name_at = 31u8; people[1].kind = 36u32; people[1].former = 44u32
         people[1].face_at = 0xff_u8
         people[0].name = 'Ada\0'; people[0].face = ':-)'
         people[1].name = 'Bo\0'
         up to 36 = [0xdd 0xdd]
         kinds[0].rank = 7u8; kinds[0].above = 44u32
         up to 44 = [0xdd 0xdd 0xdd]
         kinds[1].rank = 9u8; kinds[1].above = 0u32
         title = 'Us\0'",
    )
}

/// An equal family that is built by code.
fn family() -> Family {
    let mut family = Family::default();
    family.title = "Us".into();
    let above = Guild {
        rank: 9,
        above: None,
    };
    // A kind is interned before its parents, in the order in which they are read.
    let kind = family.kinds.intern(Guild {
        rank: 7,
        above: Some(1),
    });
    let above = family.kinds.intern(above);
    let mut person = Fellow::default();
    person.name = "Ada".into();
    (person.kind, person.face) = (kind, Some(b":-)".to_vec()));
    family.people.push(person.clone());
    person.name = "Bo".into();
    (person.former, person.face) = (Some(above), None);
    family.people.push(person);
    family
}

#[test]
fn a_built_value_is_laid_out_and_read_again() {
    assert_eq!(family().to_bytes().unwrap(), plain()[..]);
    assert_eq!(round_trip::<Family>(&plain(), ()), family());
}

#[test]
fn views_resolve_references_on_access() {
    let bytes = plain();
    let view = FamilyView::parse(&bytes).unwrap();
    let people: Vec<_> = view.people().iter().collect();
    assert_eq!(people[0].name.as_str(), Some("Ada"));
    assert_eq!((people[0].face, people[1].face), (Some(&b":-)"[..]), None));
    let kind = view.kinds().get(people[1].kind).unwrap();
    assert_eq!((kind.rank, kind.above), (7, Some(44)));
    assert_eq!(view.kinds().get(people[1].former.unwrap()).unwrap().rank, 9);
    assert!(view.kinds().get(1000).is_none());
    assert_eq!(view.title().to_string(), "Us");
}

#[test]
fn a_shared_structure_is_walked_once() {
    let names = spans::<Family>(&plain(), ());
    let ranks = names.iter().filter(|(name, ..)| *name == "rank");
    assert_eq!(ranks.map(|(_, at, _)| *at).collect::<Vec<_>>(), [36, 44]);
}

#[test]
fn a_kind_above_itself_is_read_once() {
    let bytes = plain().set("kinds[1].above = 36u32");
    let family = round_trip::<Family>(&bytes, ());
    assert_eq!((family.kinds.len(), family.kinds[1].above), (2, Some(0)));
    written(&family, ());
}

#[test]
fn equal_strings_are_written_once_and_others_are_moved() {
    let mut family = round_trip::<Family>(&plain(), ());
    family.people[1].name = Text::from("Ada");
    let bytes = family.to_bytes().unwrap();
    assert_eq!(bytes[4], bytes[14]);
    assert_eq!(written(&family, ()), bytes);
}

#[test]
fn a_name_of_the_same_length_is_changed_in_place() {
    let mut family = round_trip::<Family>(&plain(), ());
    family.people[1].name = "Jo".into();
    let expected = plain().set("people[1].name = 'Jo'");
    assert_eq!(family.to_bytes().unwrap(), expected[..]);
}

#[test]
fn an_announced_record_has_the_size_of_people() {
    let mut family = family();
    family.sizes = Some(Sizes::default());
    family.people.truncate(1);
    family.people[0].age = Some(36);
    let bytes = written(&family, ());
    assert_eq!(bytes[3..5], [0xa5, 11]);
    let view = FamilyView::parse(&bytes).unwrap();
    assert_eq!(view.people().get(0).unwrap().age, Some(36));
    // The sizes of persons are larger than known: the additional bytes are kept.
    family.sizes.as_mut().unwrap().person = 13;
    family.people.push(family.people[0].clone());
    let bytes = written(&family, ());
    assert_eq!(round_trip::<Family>(&bytes, ()).people[1].age, Some(36));
    assert_eq!(bytes[8 + 11..8 + 13], [0, 0]);
    family.sizes = None;
    let expected = "people[0].age at byte 0xe: has a value, but is only stored if size >= 11";
    assert_eq!(refused(family.to_bytes()), expected);
}

#[test]
fn places_outside_are_refused() {
    let cases = "kinds[0].above = 1000u32 => kinds[2] at byte 0x31: offset 1000 is past the end at 52
         people[1].name_at = 200u8 => people[1].name at byte 0x18: offset 200 is past the end at 52";
    assert_refused::<Family>(&plain(), (), cases);
}

#[test]
fn a_string_ends_where_its_nul_is() {
    let open = &plain()[..plain().len() - 1];
    let expected = "title at byte 0x31: expected a NUL at the end of the string";
    assert_eq!(refused(FamilyView::parse(open)), expected);
}

#[test]
fn values_that_no_reader_accepts_are_not_written() {
    let cases: [(fn(&mut Family), _); 4] = [
        (
            |family| family.title = "U\0s".into(),
            "title at byte 0x31: expected no NUL before the end of the string",
        ),
        (
            |family| family.sizes.insert(Sizes::default()).person = 9,
            "people[0] at byte 0x8: expected at least 10 bytes, found a size of 9",
        ),
        (
            |family| family.kinds = Pool::default(),
            "people[0].kind at byte 0x5: index 0 is out of range: there are 0",
        ),
        (
            |family| family.people[0].face = Some(vec![0; 4]),
            "people[0].face: expected 3 (3), the value has 4",
        ),
    ];
    for (edit, expected) in cases {
        let mut family = family();
        edit(&mut family);
        assert_eq!(refused(family.to_bytes()), expected);
    }
}

#[test]
fn a_pool_is_gone_over_as_vectors_are() {
    let mut family = family();
    for kind in &mut family.kinds {
        kind.rank = 3;
    }
    assert!((&family.kinds).into_iter().all(|kind| kind.rank == 3));
}

/// The bytes after a string that is written once are read at its first reference.
#[test]
fn bytes_after_an_equal_string_are_read_where_they_were_written() {
    let mut label = Label::default();
    (label.first, label.second, label.price) = ("tea".into(), "tea".into(), 5);
    let bytes = Bytes::of("first_at = 1u8; first = 'tea\0'; second_at = 1u8; price = 5u8");
    assert_eq!(label.to_bytes().unwrap(), bytes[..]);
    let read = round_trip::<Label>(&bytes, ());
    assert_eq!((&read.second, read.price), (&label.second, 5));
    assert_eq!(LabelView::parse(&bytes).unwrap().price(), 5);
}

/// A file may have an equal string twice.
#[test]
fn separate_equal_strings_stay_separate() {
    let bytes = Bytes::of(
        "first_at = 1u8; first = 'tea\0'; second_at = 6u8; second = 'tea\0'; price = 5u8",
    );
    let mut read = round_trip::<Label>(&bytes, ());
    read.price = 6;
    assert_eq!(written(&read, ()), bytes.set("price = 6u8")[..]);
}

/// Three members, two of them in the same room, and another room after it.
const CLUB: &str = "\
Members:
- Room: 0
  Name: Ann
- Name: Bob
- Room: 0
  Name: Eve
Rooms:
- Behind: 1
  Title: hall
  Things:
  - Label: box
  - Label: jar
- Title: box
  Things: []
";

#[test]
fn a_structure_is_placed_near_its_first_reference() {
    // The strings of a room precede the room and the next one. Equal strings are written once.
    let bytes = Bytes::of(
        "count = 3u8
         members[0].name_at = 16u8; members[0].room = 44u32
         members[1].name_at = 51u8; members[1].room = 0u32
         members[2].name_at = 55u8; members[2].room = 44u32
         members[0].name = 'Ann\0'
         hall.title = 'hall\0'
         hall.things[0].label = 'box\0'
         hall.things[1].label = 'jar\0'
         up to 34 = [0xee]
         hall.things[0].label_at = 25u8
         hall.things[1].label_at = 29u8
         attic.title_at = 25u8; attic.thing_count = 0u8; attic.things_at = 36u8
         attic.behind = 0u32
         up to 44 = [0xdd]
         hall.title_at = 20u8; hall.thing_count = 2u8; hall.things_at = 34u8
         hall.behind = 36u32
         members[1].name = 'Bob\0'
         members[2].name = 'Eve\0'
         up to 60 = [0]",
    );
    assert_eq!(shown::<Club>(&bytes), CLUB);
    round_trip::<Club>(&bytes, ());
}

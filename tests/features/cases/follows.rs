use dxc_format::types::{BySize, Lost};

use super::bytes::{Bytes, round_trip, written};
use crate::generated::follows::{Cover, Essay, Volume};

/// A signed book of version 3, followed by two bytes that this version does not have.
fn book() -> Bytes {
    Bytes::of(
        "cover_size = 16u8
         cover.pages = 300u16; cover.essays = 2u8; cover.is_signed = 1u8; cover.title = 4u32
         cover.price = 1u32; cover.edition = 5u16; cover.tail = 0x2211_u16
         stride = 5u8
         essays[0].first = 1u8; essays[0].heading = 0u32
         essays[1].first = 7u8; essays[1].heading = 7u32
         text_size = 8u8; texts = 'Ape\0Bee\0'; dedication = 77u32; prices[0] = 30u16
         prices[1] = 40u16",
    )
}

fn lines(lost: &[Lost]) -> Vec<String> {
    lost.iter().map(Lost::to_string).collect()
}

#[test]
fn moving_to_its_own_version_drops_unrecognized_bytes() {
    let mut book = round_trip::<Volume>(&book(), ());
    let expected = book.clone();
    assert_eq!(lines(&book.set_version(3)), ["cover.tail: 1122"]);
    assert_eq!(book.set_version(9), [], "the newest that is known");
    assert_eq!(book.essays, expected.essays);
    assert_eq!(book.texts, expected.texts);
    assert_eq!(book.cover.size(), 14);
}

/// A lost reference is reported by its string; the empty string at 7 is no loss.
#[test]
fn fields_of_later_versions_are_lost() {
    let mut book = round_trip::<Volume>(&book(), ());
    let lost = book.set_version(2);
    let heading = "essays[0].heading: \"Ape\"";
    assert_eq!(
        lines(&lost),
        ["cover.tail: 1122", "cover.edition: 5", heading]
    );
    let bytes = written(&book, ());
    let expected = Bytes::of(
        "cover_size = 12u8
         cover.pages = 300u16; cover.essays = 2u8; cover.is_signed = 1u8; cover.title = 4u32
         cover.price = 1u32
         stride = 1u8
         essays[0].first = 1u8
         essays[1].first = 7u8
         text_size = 8u8; texts = 'Ape\0Bee\0'; dedication = 77u32; prices[0] = 30u16
         prices[1] = 40u16",
    );
    assert_eq!(bytes, expected[..]);
}

/// Losses are reported for a condition that becomes false, for a count that cannot be stored, and for one that becomes
/// 0.
#[test]
fn fields_that_the_version_lacks_are_lost() {
    let mut book = round_trip::<Volume>(&book(), ());
    book.set_version(2);
    let expected = [
        "cover.essays: 2",
        "cover.is_signed: true",
        "cover.title: \"Bee\"",
        "cover.price: 1",
        "essays: 2 records",
        "texts: \"Ape\\x00Bee\\x00\"",
        "dedication: 77",
        "prices: 2 records",
    ];
    // Version 1 counts as 0.
    assert_eq!(lines(&book.set_version(1)), expected);
    let expected = Bytes::of("cover_size = 2u8; cover.pages = 300u16; stride = 0u8");
    assert_eq!(written(&book, ()), expected[..]);
}

#[test]
fn newer_fields_are_empty_and_can_be_set() {
    let mut book = Volume::default();
    book.cover.pages = 300;
    book.essays.push(Essay::new(0));
    // The count of essays is set on writing; version 0 has no such field.
    assert!(book.to_bytes().is_err());
    assert_eq!(book.set_version(3), []);
    assert_eq!(book.cover.edition(), Some(0));
    assert_eq!(book.essays[0].heading(), Some(0));
    book.cover.set_edition(4).unwrap();
    let heading = book.texts.intern("Ape");
    book.essays[0].set_heading(heading).unwrap();
    let read = round_trip::<Volume>(&book.to_bytes().unwrap(), ());
    assert_eq!(read.essays.stride(), 5);
}

#[test]
fn records_convert_alone_and_name_their_version() {
    let mut cover = Cover::new(3);
    cover.set_edition(5).unwrap();
    assert_eq!(lines(&cover.set_version(2)), ["edition: 5"]);
    // The string of the reference is not available here.
    assert_eq!(lines(&cover.set_version(0)), ["title: 0"]);
    assert_eq!(cover, Cover::default());
    let sinces = ["pages", "essays", "edition", "tail"].map(Cover::since);
    assert_eq!(sinces, [Some(0), Some(2), Some(3), None]);
}

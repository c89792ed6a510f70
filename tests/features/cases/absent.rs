use super::bytes::{Bytes, round_trip, whole};
use crate::generated::absent::Leaflet;

fn old() -> Bytes {
    Bytes::new().u8("front_size", 2).u16("front.pages", 4)
}

fn new(words: u8) -> Bytes {
    let bytes = Bytes::new()
        .u8("front_size", 3)
        .u16("front.pages", 4)
        .u8("front.has_index", 1)
        .u8("terms_size", 1)
        .u8("terms.words", words);
    (0..words).fold(bytes, |bytes, word| bytes.u16("words", word.into()))
}

/// Documents show the fields that a walk reports, so documents of older versions are unchanged.
#[test]
fn a_table_is_absent_with_the_record_that_counts_it() {
    let reported = |bytes: &Bytes| {
        let pieces = whole::<Leaflet>(bytes, ());
        pieces.iter().filter(|(name, ..)| *name == "words").count()
    };
    assert_eq!(reported(&old()), 0);
    assert_eq!(reported(&new(0)), 1, "an empty table that the version has");
    assert_eq!(reported(&new(2)), 1);
    assert_eq!(round_trip::<Leaflet>(&old(), ()).words, [0; 0]);
    assert_eq!(round_trip::<Leaflet>(&new(2), ()).words, [0, 1]);
}

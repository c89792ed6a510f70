use super::bytes::{Bytes, round_trip, whole, written};
use crate::generated::rest::{Letter, Postcard};

#[test]
fn the_rest_may_be_anything() {
    for text in [&b""[..], b"Dear"] {
        let bytes = Bytes::new().put("kind", 1u8).text("text", text);
        let letter = round_trip::<Letter>(&bytes, ());
        assert_eq!(letter.text, text);
        let expected = format!("kind 1, text {}", text.len());
        assert_eq!(whole::<Letter>(&bytes, ()), expected);
    }
}

#[test]
fn bytes_behind_a_rest_that_is_not_there_are_kept() {
    let stamped = Bytes::new().put("stamp", 55u16).text("text", b"Hello");
    let mut card = round_trip::<Postcard>(&stamped, ());
    assert_eq!(card.text, b"Hello");
    assert!(card.trailing.is_empty());
    card.text = b"Bye".to_vec();
    written(&card, ());

    let unstamped = Bytes::new().put("stamp", 0u16).text("trailing", b"Hello");
    let card = round_trip::<Postcard>(&unstamped, ());
    assert!(card.text.is_empty());
    assert_eq!(card.trailing, b"Hello");
    whole::<Postcard>(&unstamped, ());
}

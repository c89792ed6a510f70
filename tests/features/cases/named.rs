use super::bytes::{Bytes, round_trip, whole, written};
use crate::generated::named::{Titles, TitlesView};

fn texts(texts: &[u8]) -> Bytes {
    let size = u8::try_from(texts.len() + 1).unwrap();
    Bytes::new().put("size", size).text("texts", texts)
}

#[test]
fn each_string_has_a_name() {
    for (bytes, title, subtitle) in [
        (&b"Faust\0A tragedy\0"[..], Some("Faust"), Some("A tragedy")),
        (b"Faust\0", Some("Faust"), None),
        (b"\0A tragedy\0", Some(""), Some("A tragedy")),
        (b"", None, None),
        // The last string may lack its NUL, and it must be valid text.
        (b"Faust\0A tragedy", Some("Faust"), Some("A tragedy")),
        (b"\xff\0A tragedy\0", None, Some("A tragedy")),
    ] {
        let bytes = texts(bytes);
        let view = TitlesView::parse(&bytes).unwrap();
        assert_eq!((view.title(), view.subtitle()), (title, subtitle));
        let value = round_trip::<Titles>(&bytes, ());
        assert_eq!((value.title(), value.subtitle()), (title, subtitle));
        let expected = format!("size 1, texts {}, trailing 0", bytes.len() - 1);
        assert_eq!(whole::<Titles>(&bytes, ()), expected);
    }
}

#[test]
fn new_strings_are_consecutive() {
    let mut titles = Titles::default();
    titles.texts = ["Emilia Galotti", "A play"].into_iter().collect();
    assert_eq!(titles.subtitle(), Some("A play"));
    assert_eq!(
        titles.to_bytes().unwrap(),
        *texts(b"Emilia Galotti\0A play\0")
    );
    written(&titles, ());
}

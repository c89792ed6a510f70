use dxc_format::types::Row;

use super::bytes::{Bytes, fields_of, refused, round_trip, whole, written};
use crate::generated::by_value::{Book, BookView, Chapter, Edition, Shelf, ShelfView};

fn first() -> Bytes {
    Bytes::of("edition = 1u8; count = 1u16; chapters[0].title = 5u16; chapters[0].pages = 9u16")
}

fn second() -> Bytes {
    Bytes::of(
        "edition = 2u8; count = 2u16
         chapters[0].title = 5u16; chapters[0].pictures = 3u8; chapters[0].pages = 9u16
         chapters[1].title = 6u16; chapters[1].pictures = 0u8; chapters[1].pages = 10u16",
    )
}

#[test]
fn each_version_has_its_fields_in_its_order() {
    let numbers = |chapter: &Chapter| (chapter.title, chapter.pictures, chapter.pages);
    let book = round_trip::<Book>(&first(), ());
    assert_eq!(numbers(&book.chapters[0]), (5, 0, 9));
    let book = round_trip::<Book>(&second(), ());
    assert_eq!(numbers(&book.chapters[0]), (5, 3, 9));
    assert_eq!(numbers(&book.chapters[1]), (6, 0, 10));
}

#[test]
fn fields_of_unknown_values_follow_conditions() {
    for edition in [Edition(3), Edition(77)] {
        let bytes = Bytes::new()
            .put("edition", edition)
            .fields("count = 1u16; chapters[0].pictures = 3u8; chapters[0].pages = 9u16");
        let book = round_trip::<Book>(&bytes, ());
        assert_eq!(book.edition, edition);
        assert_eq!(book.chapters[0].title, 0);
        assert_eq!(book.chapters[0].pages, 9);
    }
}

#[test]
fn records_are_written_in_the_version_at_hand() {
    let mut book = round_trip::<Book>(&first(), ());
    book.edition = Edition::Second;
    book.chapters[0].pictures = 3;
    let mut chapter = Chapter::default();
    (chapter.title, chapter.pages) = (6, 10);
    book.chapters.push(chapter);
    assert_eq!(written(&book, ()), second()[..]);
}

#[test]
fn a_field_that_the_version_lacks_is_refused() {
    let mut book = round_trip::<Book>(&second(), ());
    book.edition = Edition::First;
    let expected = "chapters[0].pictures: has a value, but is only stored if edition != First";
    assert_eq!(refused(book.to_bytes()), expected);
    book.chapters[0].pictures = 0;
    written(&book, ());
    book.edition = Edition(3);
    let expected = "chapters[0].title: has a value, but is only stored if edition <= Second";
    assert_eq!(refused(book.to_bytes()), expected);
}

#[test]
fn runs_are_measured_by_the_version() {
    let bytes = second().set("edition = 1u8");
    let book = BookView::parse(&bytes).unwrap();
    let sizes = (book.chapters().as_bytes().len(), book.trailing().len());
    assert_eq!(sizes, (8, 2), "the rest is not lost");
    let bytes = second();
    let cut = &bytes[..bytes.len() - 1];
    let expected = "chapters at byte 0x3: needs 10 bytes, but 9 remain";
    assert_eq!(refused(BookView::parse(cut)), expected);
}

#[test]
fn tables_of_each_version() {
    assert_eq!(fields_of(&Chapter::LAYOUT_1), "pictures 1, pages 2");
    assert_eq!(
        fields_of(&Chapter::LAYOUT_2),
        "title 2, pictures 1, pages 2"
    );
    let size = |edition| Chapter::size((Edition(edition),));
    assert_eq!([1, 2, 3, 9].map(size), [4, 5, 3, 3]);
    whole::<Book>(&second(), ());
}

#[test]
fn an_argument_that_overflows_is_refused() {
    // 257 is 1 in a byte.
    let bytes = Bytes::of(
        "edition = 257u32; count = 1u8; chapters[0].title = 5u16; chapters[0].pages = 9u16
         behind = 0u8",
    );
    let refusal = "chapters at byte 0x5: 257 does not fit into 8 bits";
    assert_eq!(refused(ShelfView::parse(&bytes)), refusal);
    let mut shelf = round_trip::<Shelf>(&bytes.set("edition = 1u32"), ());
    shelf.edition = 257;
    assert_eq!(refused(shelf.to_bytes()), refusal);
}

use dxc_document::{build_in, layout, show};
use dxc_format::runtime::strings::NO_STRING;
use dxc_format::{
    ErrorKind, TableStyle,
    types::{FieldValues, IndexTable, Sequence, StringTable, Tables},
};

use super::bytes::{Bytes, round_trip};
use crate::generated::strings::{People, Person};
use crate::generated::tables::{Album, AlbumView, Song};

fn album() -> Bytes {
    Bytes::of(
        "version = 1u8; count = 2u8; stride = 16u8
         songs[0].title = 4u32; songs[0].notes = 3u16; songs[0].bars = 1u16
         songs[0].melody = 0u32; songs[0].composer = 8u32
         songs[1].title = 0u32; songs[1].notes = 2u16; songs[1].bars = 1u16
         songs[1].melody = 1u32; songs[1].composer = 8u32
         text_size = 12u8; texts = 'Sun\0Sea\0Ann\0'; pitch_count = 3u8; pitches[0] = 60u32
         pitches[1] = 62u32; pitches[2] = 64u32",
    )
}

#[test]
fn names_and_runs_are_resolved() {
    fn look<'t, T: Tables<'t>>(song: Song, part: T) -> (Option<&'t str>, Vec<T::Numbers>) {
        let melody = song.melody_in(part).into_iter();
        (song.title_in(part), melody.collect())
    }
    let bytes = album();
    let view = AlbumView::parse(&bytes).unwrap();
    let (title, melody) = look(view.songs().get(1).unwrap(), view);
    assert_eq!((title, melody[0].to_vec()), (Some("Sun"), vec![62, 64]));
    let album = round_trip::<Album>(&bytes, ());
    let (title, melody) = look(album.songs[0], &album);
    assert_eq!((title, melody), (Some("Sea"), vec![&[60, 62, 64][..]]));
    // A reference after the last entry, and a version without melodies.
    let mut long = album.songs[1];
    long.notes = 3;
    assert_eq!(long.melody_in(&album), None);
    assert_eq!(Song::new(0).melody_in(view), None);
    assert_eq!(Song::new(0).composer_in(view), None);
}

#[test]
#[allow(deprecated)]
fn names_and_runs_are_resolved_by_earlier_names() {
    let bytes = album();
    let album = AlbumView::parse(&bytes).unwrap();
    let song = album.songs().get(1).unwrap();
    assert_eq!(song.name_in(album), Some("Sun"));
    assert_eq!(song.tune_in(album).unwrap().to_vec(), [62, 64]);
}

#[test]
fn a_walk_shows_referenced_entries() {
    let bytes = album();
    let mut field_values = FieldValues::new(&bytes);
    Album::walk(&bytes, (), &mut field_values).unwrap();
    let shown = |path: &str| {
        let mut field_values = field_values.clone().into_vec().into_iter();
        field_values
            .find(|field_value| field_value.path() == path)
            .unwrap()
            .value()
    };
    assert_eq!(shown("songs[0].composer"), "\"Ann\" (8)");
    assert_eq!(shown("songs[1].melody"), "[62, 64] (1)");
    assert_eq!(shown("songs[1].notes"), "2");
}

#[test]
fn tables_as_dxc_lays_them_out() {
    let mut album = round_trip::<Album>(&album(), ());
    album.lay_out(TableStyle::Dxc).unwrap();
    // The names of composers are repeated for each reference; titles come after all other strings.
    assert_eq!(album.texts.0, b"\0Ann\0Ann\0Sea\0Sun\0");
    assert_eq!(album.pitches, [60, 62, 64]);
    assert_eq!(album.songs[1].melody(), Some(1));
    assert_eq!(album.songs[1].title_in(&album), Some("Sun"));
    assert_eq!(album.songs[1].composer(), Some(5));
    let bytes = album.to_bytes().unwrap();
    let expected = Bytes::of("text_size = 20u8; texts = '\0Ann\0Ann\0Sea\0Sun\0\0\0\0'");
    let mut windows = bytes.windows(expected.len());
    assert!(windows.any(|window| window == &expected[..]));
}

#[test]
fn the_empty_string_is_the_leading_nul() {
    let mut album = round_trip::<Album>(&album(), ());
    let empty = album.texts.intern("");
    for song in album.songs.iter_mut() {
        song.set_composer(empty).unwrap();
    }
    album.lay_out(TableStyle::Dxc).unwrap();
    assert_eq!(album.texts.0, b"\0Sea\0Sun\0");
    assert_eq!(album.songs[0].composer(), Some(0));
}

/// LLVM's order is that of `sort -r` over the strings read backwards: nuS, nnA, naeS... and here `an` ends `Man`.
#[test]
fn tables_as_llvm_lays_them_out() {
    let mut album = round_trip::<Album>(&album(), ());
    let (man, an) = (album.texts.intern("Man"), album.texts.intern("an"));
    assert_eq!(man + 1, an, "interning finds the end of a string, too");
    album.songs[0].set_composer(man).unwrap();
    album.songs[1].set_composer(an).unwrap();
    album.lay_out(TableStyle::Llvm).unwrap();
    assert_eq!(album.texts.0, b"\0Sun\0Man\0Sea\0");
    let composers: Vec<_> = album.songs.iter().map(|song| song.composer()).collect();
    assert_eq!(composers, [Some(5), Some(6)]);
}

#[test]
fn runs_are_found_within_others() {
    let mut pitches = IndexTable(vec![1, 2, 3]);
    assert_eq!((pitches.intern(&[2, 3]), pitches.intern(&[])), (1, 0));
    assert_eq!(pitches.intern(&[3, 1]), 3);
    assert_eq!(pitches, [1, 2, 3, 3, 1]);
}

#[test]
fn a_dangling_reference_is_refused_and_nothing_changes() {
    let no_run = |start| ErrorKind::NoRun { start, len: 3 };
    for (field, value, kind) in [
        ("songs[1].composer", 99, ErrorKind::NoString { offset: 99 }),
        ("songs[0].melody", 1, no_run(1)),
        ("songs[0].melody", u32::MAX, no_run(u32::MAX)),
    ] {
        let album = round_trip::<Album>(&album().set(&format!("{field} = {value}u32")), ());
        let mut laid_out = album.clone();
        let error = laid_out.lay_out(TableStyle::Dxc).unwrap_err();
        assert_eq!((error.path(), error.kind()), (field, &kind));
        assert_eq!(laid_out, album);
    }
    let mut album = round_trip::<Album>(&album(), ());
    album.texts.0.pop();
    let error = album.lay_out(TableStyle::Llvm).unwrap_err();
    assert_eq!(error.path(), "songs[0].composer");
    assert_eq!(error.kind(), &ErrorKind::Unterminated);
}

#[test]
fn a_version_without_tables_gets_none() {
    let mut album = Album::default();
    album.songs = dxc_format::types::Strided::new(8);
    album.lay_out(TableStyle::Dxc).unwrap();
    assert_eq!(album.texts, StringTable::default());
    album.version = 1;
    album.lay_out(TableStyle::Dxc).unwrap();
    assert_eq!(album.texts.0, b"\0");
    // A title of 0 is empty if the table has no entries.
    album.texts = StringTable::default();
    album.songs.push(Song::new(0));
    album.lay_out(TableStyle::Llvm).unwrap();
    assert_eq!(album.texts.0, b"\0");
    assert_eq!(album.songs[0].title, 0);
}

/// By default, a new table has each string once, in order; null references stay null.
#[test]
fn plain_tables_have_each_string_once() {
    let mut people = People::default();
    people.names = StringTable(b"unused\0Bob\0Ann\0".to_vec());
    for name in [11, NO_STRING, 7, 11] {
        let mut person = Person::default();
        person.name = name;
        people.people.push(person);
    }
    for style in [TableStyle::Dxc, TableStyle::Llvm] {
        let mut people = people.clone();
        people.lay_out(style, 1).unwrap();
        assert_eq!(people.names.0, b"Ann\0Bob\0");
        let names: Vec<_> = people.people.iter().map(|person| person.name).collect();
        assert_eq!(names, [0, NO_STRING, 4, 0]);
    }
    // Fields that a version does not have are not references; in the other version all persons have a home.
    let mut nameless = people.clone();
    nameless.lay_out(TableStyle::Dxc, 3).unwrap();
    assert_eq!(nameless.names.0, b"");
    people.people[1].home = NO_STRING;
    let error = people.lay_out(TableStyle::Dxc, 2).unwrap_err();
    assert_eq!(error.path(), "people[1].home");
}

/// For a dangling run, the document has its begin and its length.
#[test]
fn documents_keep_runs_that_are_not_there_however_long() {
    let bytes = album().set("songs[0].melody = 1_000_000u32; songs[0].notes = 60_000u16");
    let node = show::<Album>(&bytes, ()).unwrap();
    let shown = dxc_document::yaml::to_string(&node).unwrap();
    let run = "Start: 1000000\n    Length: 60000\n";
    assert!(shown.contains(run), "{shown}");
    let layout = layout::<Album>(&node, (), &bytes).unwrap();
    assert_eq!(build_in::<Album>(&node, (), &layout).unwrap(), bytes[..]);
}

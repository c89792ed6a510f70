//! Tests that a reader keeps everything that unrecognized bytes might reference, for each kind of such bytes.

use dxc_format::{
    ErrorKind, TableStyle,
    types::{ForgetUnknown, Unknown},
};

use super::bytes::round_trip;
use crate::generated::unknown::{
    Head, Note, Register, RegisterView, Remark, Spot, Subject, Topic, TopicKind, Visitor,
};

/// A register whose tables have one unreferenced entry each: "Sea", and page 9.
fn register() -> Register {
    let mut register = Register::default();
    register.head.record = Head::new(1);
    register.head.title = register.words.intern("");
    register.head.title = register.words.intern("Sun");
    register.words.intern("Sea");
    let mut topic = Topic::new(1);
    topic.word = register.words.intern("Ann");
    register.pages = vec![9].into();
    topic.pages = register.pages.intern(&[5, 6]);
    topic.count = 2;
    register.topics.push(topic);
    register
}

fn note(kind: TopicKind, extra: Remark) -> Vec<Note> {
    let (mut note, mut first) = (Note::default(), Note::default());
    (first.kind, first.extra) = (TopicKind::Someone, Remark::Someone(Visitor::default()));
    (note.kind, note.extra) = (kind, extra);
    vec![first, note]
}

/// The register with unrecognized bytes, in each kind that keeps them, and their path.
fn newer() -> [(&'static str, Register); 8] {
    let all: [(_, fn(&mut Register)); 8] = [
        ("head.tail", |register| register.head.tail = vec![1, 0]),
        ("topics[0].tail", |register| {
            let mut bytes = register.to_bytes().unwrap();
            let (stride, end) = (11, 12 + 9);
            assert_eq!(bytes[11], 9);
            assert_eq!(bytes[end], u8::try_from(register.words.len()).unwrap());
            bytes[stride] = 10;
            bytes.insert(end, 7);
            // The offset of placed fields grows by a byte.
            let notes_at = bytes.len() - 1;
            bytes[notes_at] += 1;
            *register = round_trip::<Register>(&bytes, ());
        }),
        // An unknown selector, and bytes after a known arm.
        ("head.subject", |register| {
            register.head.kind = TopicKind(9);
            register.head.subject = Subject([0, 1, 0, 0]);
        }),
        ("head.subject", |register| {
            register.head.kind = TopicKind::Someone;
            register.head.subject = Subject([1, 1, 1, 0]);
        }),
        ("notes[1].extra", |register| {
            register.notes = note(TopicKind(7), Remark::Other(vec![3]));
        }),
        ("notes[1].extra.rest", |register| {
            let mut spot = Spot::default();
            spot.rest = vec![4];
            register.notes = note(TopicKind::Somewhere, Remark::Somewhere(spot));
        }),
        ("trailing", |register| register.trailing = vec![1]),
        // A gap before the notes.
        ("memory", |register| {
            let mut bytes = register.to_bytes().unwrap();
            let notes_at = bytes.len() - 1;
            bytes[notes_at] += 2;
            bytes.extend([1, 2]);
            register.notes = note(TopicKind::Someone, Remark::Someone(Visitor::default()));
            let notes = register.to_bytes().unwrap();
            bytes.extend(&notes[notes_at + 1..]);
            bytes[notes_at - 1] = 2;
            *register = round_trip::<Register>(&bytes, ());
        }),
    ];
    all.map(|(path, make)| {
        let mut register = register();
        make(&mut register);
        (path, register)
    })
}

#[test]
fn each_kind_reports_its_path() {
    assert_eq!(register().unknown(), None);
    for (path, register) in newer() {
        assert_eq!(register.unknown().as_deref(), Some(path));
        let bytes = register.to_bytes().unwrap();
        let read = round_trip::<Register>(&bytes, ());
        assert_eq!(read.unknown().as_deref(), Some(path), "as it is read");
    }
    // The content of an arm, content that is empty or without references, and an empty choice.
    let mut known = register();
    for (kind, subject) in [
        (TopicKind::Someone, [1, 1, 0, 0]),
        (TopicKind::Somewhere, [1, 1, 1, 1]),
        (TopicKind(9), [0; 4]),
        (TopicKind::None, [0xff; 4]),
    ] {
        (known.head.kind, known.head.subject) = (kind, Subject(subject));
        assert_eq!(known.unknown(), None, "{kind}");
    }
    known.notes = note(TopicKind(7), Remark::Other(Vec::new()));
    assert_eq!(known.unknown(), None);
}

#[test]
fn nothing_moves_that_they_may_name() {
    for (path, register) in newer() {
        for style in [TableStyle::Dxc, TableStyle::Llvm] {
            let mut laid_out = register.clone();
            let error = laid_out.lay_out(style).unwrap_err();
            let why = "unrecognized bytes may reference entries of `words` that would move; \
                       use `extend_tables` or `forget_unknown`";
            assert_eq!((error.path(), error.kind().to_string()), (path, why.into()));
            assert_eq!(laid_out, register, "nothing is changed");
        }
        // If only the references would move, they are updated.
        let mut numbers = register.clone();
        numbers.words.0.truncate(b"\0Sun\0".len());
        numbers.topics[0].word = 1;
        let error = numbers.lay_out(TableStyle::Dxc).unwrap_err();
        let table = "pages";
        assert_eq!(error.path(), path);
        assert_eq!(error.kind(), &ErrorKind::MayName { table });
        // If every entry stays at its offset, there is nothing to refuse.
        numbers.pages = vec![5, 6].into();
        numbers.topics[0].pages = 0;
        let expected = numbers.clone();
        numbers.lay_out(TableStyle::Dxc).unwrap();
        assert_eq!(numbers, expected);
    }
}

#[test]
fn caller_chooses_what_happens_to_unknown_bytes() {
    for (path, register) in newer() {
        // All existing entries stay, and new ones are appended.
        let mut edited = register.clone();
        edited.words.intern("forgotten");
        edited.head.title = edited.words.intern("Moon");
        edited.topics[0].pages = edited.pages.intern(&[8, 8]);
        edited.extend_tables(&register, TableStyle::Dxc).unwrap();
        assert_eq!(edited.words.0, b"\0Sun\0Sea\0Ann\0Moon\0", "{path}");
        assert_eq!(edited.pages, [9, 5, 6, 8, 8]);
        assert_eq!(edited.topics[0].word_in(&edited), Some("Ann"));
        assert_eq!(edited.head.title_in(&edited), Some("Moon"));
        assert_eq!(edited.unknown().as_deref(), Some(path));
        // The tables have the referenced entries, even if unrecognized bytes may reference others.
        let mut bold = register.clone();
        bold.extend_tables(&Register::default(), TableStyle::Dxc)
            .unwrap();
        assert_eq!(bold.words.0, b"\0Sun\0Ann\0");
        assert_eq!(bold.pages, [5, 6]);
        // Without unrecognized bytes, tables can be reordered.
        let mut known = register.clone();
        let lost = known.forget_unknown();
        assert_eq!((lost[0].path.as_str(), known.unknown()), (path, None));
        known.lay_out(TableStyle::Dxc).unwrap();
        assert_eq!(known.words, bold.words);
    }
}

#[test]
fn tables_are_extended_in_the_style_of_each_writer() {
    let register = register();
    let bytes = register.to_bytes().unwrap();
    let view = RegisterView::parse(&bytes).unwrap();
    let mut edited = register.clone();
    edited.head.title = edited.words.intern("Xmas");
    edited.topics[0].word = edited.words.intern("as");
    for style in [TableStyle::Llvm, TableStyle::Dxc] {
        let mut extended = edited.clone();
        extended.extend_tables(view, style).unwrap();
        let expected: &[u8] = match style {
            TableStyle::Llvm => b"\0Sun\0Sea\0Ann\0Xmas\0",
            _ => b"\0Sun\0Sea\0Ann\0Xmas\0as\0",
        };
        assert_eq!(extended.words.0, expected);
        assert_eq!(extended.topics[0].word_in(&extended), Some("as"));
        assert_eq!(extended.pages, register.pages);
    }
    // A suffix of a string is referenced where it already was; otherwise suffixes are not searched.
    edited.topics[0].word = 2;
    edited.head.title = register.head.title;
    edited.extend_tables(view, TableStyle::Llvm).unwrap();
    assert_eq!(edited.words.0.as_slice(), &*register.words.0);
    assert_eq!(edited.topics[0].word, 2);
    // A table without a final NUL is terminated before entries are appended.
    let mut cut = register.clone();
    cut.words.0.pop();
    edited.extend_tables(&cut, TableStyle::Dxc).unwrap();
    assert_eq!(edited.words.0, b"\0Sun\0Sea\0Ann\0");
    // References must be valid, and nothing is changed if one is not.
    edited.head.title = 99;
    let broken = edited.clone();
    let error = edited.extend_tables(view, TableStyle::Dxc).unwrap_err();
    assert_eq!(error.path(), "head.title");
    assert_eq!(error.kind(), &ErrorKind::NoString { offset: 99 });
    assert_eq!(edited, broken);
}

#[test]
fn a_downgrade_leaves_nothing_of_them() {
    for (path, register) in newer() {
        let mut moved = register.clone();
        let lost = moved.set_version(1);
        match path {
            "head.tail" | "topics[0].tail" => {
                assert_eq!(lost[0].path, path);
                assert_eq!(moved.unknown(), None);
            }
            // The value states its original version.
            _ => assert_eq!((lost, moved), (vec![], register.clone())),
        }
        let mut newest = register.clone();
        newest.head.tail.push(1);
        let lost = newest.set_version(1);
        let paths: Vec<&str> = lost.iter().map(|lost| lost.path.as_str()).collect();
        assert!(
            paths.contains(&"head.tail") && paths.contains(&path),
            "{paths:?}"
        );
        assert_eq!(newest.unknown(), None);
    }
}

//! Tests that the limits of a version depend on everything that a count, a condition and a record depend on.

use dxc_format::{
    ErrorKind,
    types::{ForgetUnknown, Lost, Sequence, Unknown},
};
use proptest::collection::vec;
use proptest::prelude::*;

use super::bytes::built;
use crate::generated::follows::{Cover, Volume};
use crate::generated::room::{Crate, Link, Links, Rack, RackFlags, RackInfo};

/// A linked rack of the newest version with all kinds of content.
fn rack() -> Rack {
    let mut rack = Rack::default();
    rack.info.record = RackInfo::new(2);
    rack.info.width = 1;
    rack.info.set_flags(RackFlags::Linked).unwrap();
    rack.info.set_marks(2).unwrap();
    rack.info.set_kind(1).unwrap();
    rack.linked.record = Links::new(2);
    for (label, tag) in [("West", 7), ("East", 9)] {
        let mut link = Link::new(2);
        link.label = rack.labels.intern(label);
        link.set_tags(rack.tags.intern(&[tag])).unwrap();
        link.set_one(1).unwrap();
        rack.links.push(link);
    }
    rack.notes = vec![300];
    rack.marks = vec![1, 2, 3];
    let mut crated = Crate::default();
    (crated.size, crated.color) = (5, 6);
    rack.crates.push(crated);
    rack
}

fn lines(lost: &[Lost]) -> Vec<String> {
    lost.iter().map(Lost::to_string).collect()
}

/// The counts are in `linked`, which is present only if a flag is set; version 0 does not have the flag.
#[test]
fn a_run_whose_count_is_in_a_conditional_record() {
    let mut moved = rack();
    let read = Rack::parse(&moved.to_bytes().unwrap()).unwrap();
    assert_eq!(read.links.len(), 2);
    let expected = [
        "info.flags: Linked (0x1)",
        "info.marks: 2",
        "info.kind: 1",
        "links[0].tags: [7]",
        "links[0].one: 1",
        "links[1].tags: [9]",
        "links[1].one: 1",
        "crates[0].color: 6",
        "tags: 2 records",
        "links: 2 records",
        "notes: 1 record",
        "labels: \"West\\x00East\\x00\"",
        "marks: 2 of 3 records",
    ];
    assert_eq!(lines(&moved.set_version(0)), expected);
    // Sizes and counts, one mark, and a crate without a color.
    assert_eq!(moved.to_bytes().unwrap(), [2, 1, 1, 1, 5]);
    // This version has the record, but not all of its counts.
    let mut moved = rack();
    assert!(lines(&moved.set_version(1)).contains(&"tags: 2 records".to_owned()));
    let read = Rack::parse(&moved.to_bytes().unwrap()).unwrap();
    assert_eq!(read.links.len(), 2);
    assert_eq!(read.notes.len(), 1);
    assert!(read.tags.is_empty());
    assert_eq!(read.links[1].label_in(&read), Some("East"));
}

/// The error names the field that is too long, not the record that stores its count.
#[test]
fn every_field_that_cannot_be_stored_is_reported() {
    let rule = "info.flags & RackFlags::Linked != 0";
    let mut unlinked = rack();
    unlinked.info.set_flags(RackFlags::Sorted).unwrap();
    let fields: [(_, _, fn(&mut Rack)); 5] = [
        ("links", rule, |rack| rack.links = Default::default()),
        ("notes", rule, |rack| rack.notes.clear()),
        ("tags", rule, |rack| {
            (rack.tags, rack.linked) = Default::default();
        }),
        ("labels", "len(links) > 0", |rack| {
            rack.labels = Default::default();
            // A count would be computed; the bytes of the record itself are refused.
            rack.linked.tail = vec![3];
        }),
        ("linked", rule, |rack| rack.linked.tail.clear()),
    ];
    for (path, rule, clear) in fields {
        let error = unlinked.to_bytes().unwrap_err();
        assert_eq!(error.path(), path);
        assert_eq!(error.kind(), &ErrorKind::NoRoom { rule });
        clear(&mut unlinked);
    }
    assert!(unlinked.to_bytes().is_ok());
}

/// The default of a record is that of its first version, which may have any number.
#[test]
fn a_default_is_of_the_first_version() {
    assert_eq!(Link::default(), Link::new(1));
    assert_eq!(Link::default().version(), 1);
}

/// In a value that is built by code, counts are computed on writing. The value can be stored if they fit.
#[test]
fn counts_need_not_be_set_before() {
    let mut made = rack();
    assert_eq!(made.set_version(2), []);
    assert_eq!(made, rack());
    made.linked.record = Links::default();
    assert_eq!(lines(&made.set_version(2)), [] as [&str; 0], "moved up");
    assert_eq!(made.links.len(), 2);
}

/// A newer rack: the bytes after its links and its crates are unrecognized.
#[test]
fn nothing_of_a_newer_version_stays() {
    let mut newer = rack();
    newer.trailing = vec![1, 2];
    assert_eq!(newer.unknown().as_deref(), Some("trailing"));
    assert_eq!(newer.set_version(2), [], "the version is unchanged");
    assert_eq!(newer.trailing, [1, 2]);
    let mut older = newer.clone();
    assert!(lines(&older.set_version(1)).contains(&"trailing: 0102".to_owned()));
    assert_eq!(older.unknown(), None);
    newer.info.tail = vec![4];
    let lost = newer.set_version(2);
    assert_eq!(lines(&lost), ["info.tail: 04", "trailing: 0102"]);
    assert_eq!(newer, rack());
    newer.linked.tail = vec![5];
    newer.trailing = vec![6];
    let lost = newer.forget_unknown();
    assert_eq!(lines(&lost), ["linked.tail: 05", "trailing: 06"]);
    assert_eq!(newer, rack());
}

/// The version of an absent record's counts does not determine the version of the rack.
#[test]
fn an_absent_record_is_of_no_newer_version() {
    let mut rack = Rack::default();
    rack.trailing = vec![1, 2];
    assert_eq!(rack.linked.version(), 1);
    assert_eq!(rack.set_version(0), []);
    assert_eq!(rack.trailing, [1, 2]);
}

/// A value that was read and converted to a version can be written, states this version, and has nothing of a newer
/// one.
fn moves<T>(
    bytes: &[u8],
    version: u32,
    set_version: fn(&mut T, u32) -> Vec<Lost>,
    says: fn(&T) -> u32,
) -> Result<(), TestCaseError>
where
    T: Sequence<Args = ()> + Clone + std::fmt::Debug,
{
    let Ok(read) = T::from_bytes(bytes, ()) else {
        return Ok(());
    };
    let mut moved = read.clone();
    set_version(&mut moved, version);
    if says(&read) > version {
        prop_assert_eq!(moved.unknown(), None);
    }
    let written = moved.to_bytes(())?;
    let again = T::from_bytes(&written, ()).unwrap();
    prop_assert_eq!(says(&again), says(&moved));
    prop_assert_eq!(&again.to_bytes(()).unwrap(), &written);
    // A second conversion loses nothing.
    let mut again = moved.clone();
    prop_assert_eq!(set_version(&mut again, version), []);
    prop_assert_eq!(again, moved);
    Ok(())
}

/// Random bytes in which counts are often small.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    vec(prop_oneof![4 => 0u8..6, 1 => any::<u8>()], 0..60)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn moved_values_can_be_written(bytes in bytes(), version in 0u32..5) {
        moves::<Rack>(&bytes, version, Rack::set_version, |rack| rack.info.version())?;
        moves::<Volume>(&bytes, version, Volume::set_version, |volume| volume.cover.version())?;
    }

    /// Values that are built by code, of any version and with any flags, can be converted and written.
    #[test]
    fn new_values_can_be_moved_and_written(
        from in 0u32..4, to in 0u32..4, flags in 0u8..4, links in 0usize..3, sizes in vec(0usize..4, 6)
    ) {
        let mut made = rack();
        made.info.record = RackInfo::new(from);
        let _ = made.info.set_flags(RackFlags(flags));
        made.linked.record = Links::new(from);
        while made.links.len() > links {
            made.links.remove(0);
        }
        made.notes.resize(sizes[0], 1);
        made.tags.resize(sizes[1], 1);
        made.marks.resize(sizes[2], 1);
        made.labels.0.resize(sizes[3], b'a');
        made.crates.resize(sizes[4], made.crates[0]);
        made.trailing.resize(sizes[5], 2);
        // The length of a run that must be the sum of two fields is not set on writing, so the field is set here.
        made.info.width = u8::try_from(sizes[2]).unwrap();
        made.set_version(to);
        let bytes = made.to_bytes();
        prop_assert!(bytes.is_ok(), "{bytes:?}");
        prop_assert!(Rack::parse(&bytes.unwrap()).is_ok());
    }
}

/// The error names the key of the counted run, not the record that would have its count.
#[test]
fn problems_of_counts_name_their_keys() {
    let many = format!(
        "Info: {{ Flags: {{ Linked: true }} }}\nNotes: [{}]",
        "1, ".repeat(300)
    );
    let unlinked = "Notes: has a value, but is only stored if info.flags & RackFlags::Linked != 0";
    for (document, problem) in [
        (&*many, "Notes: 300 does not fit into 8 bits"),
        ("Notes: [1]", unlinked),
    ] {
        let found = built::<Rack>(document).unwrap_err();
        assert_eq!(found.to_string(), problem);
        assert!(problem.starts_with(found.path()));
    }
}

#[test]
fn the_newest_versions_are_those_of_the_schema() {
    // The property tests also use larger numbers.
    assert_eq!(RackInfo::new(u32::MAX).version(), 2);
    assert_eq!(Cover::new(u32::MAX).version(), 3);
}

//! Files that say one thing very often: what is done with them takes as long as they are. If each of these were gone over once
//! for each time, these tests would take minutes.

use dxc_format::header::Header;
use dxc_format::rdat::RuntimeDataView;
use dxc_format::{Builder, Container, DigestPolicy, Fixed, FourCC, parts};

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn len(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).unwrap()
}

/// A container with so many entries, all of which lead to one part of so many bytes.
fn aliased(entries: u32, fourcc: FourCC, size: u32) -> Vec<u8> {
    let mut header = Header::default();
    let begin = 32 + 4 * entries;
    (header.version.major, header.part_count) = (1, entries);
    header.file_size = begin + 8 + size;
    let mut file = vec![0; Header::SIZE];
    header.encode(&mut file).unwrap();
    file.extend(words(&vec![begin; entries as usize]));
    file.extend(fourcc.0);
    file.extend(words(&[size]));
    file.resize(file.len() + size as usize, 7);
    file
}

/// Nothing but the version changes, and no part lies over it.
#[test]
fn a_directory_that_leads_to_one_part_gets_another_version() {
    let file = aliased(1 << 17, FourCC(*b"ABCD"), 1 << 20);
    let mut builder = Container::parse(&file).unwrap().to_builder();
    builder.set_digest(DigestPolicy::Keep);
    builder.set_version(1, 1);
    let mut expected = file.clone();
    expected[22] = 1;
    assert!(builder.to_bytes().unwrap() == expected);
}

/// Entries that lead to the header itself: while they are few, they are compared with what is written.
#[test]
fn a_directory_that_leads_to_the_header_gets_another_version() {
    // The FourCC is the size of the file, and the size the number of parts.
    for (entries, is_kept) in [(10, true), (100, false)] {
        let mut file = aliased(entries, FourCC(*b"ABCD"), 0);
        let directory = &mut file[Header::SIZE..][..4 * entries as usize];
        directory.copy_from_slice(&words(&vec![24; entries as usize]));
        let container = Container::parse(&file).unwrap();
        let claimed = entries as usize * container.part(0).unwrap().data.len();
        assert_eq!(claimed <= 4 * file.len(), is_kept);
        let mut builder = container.to_builder();
        builder.set_version(1, 1);
        let bytes = builder.to_bytes().unwrap();
        assert_eq!(bytes.len() == file.len(), is_kept, "{entries}");
        let written = Container::parse(&bytes).unwrap();
        assert!(container.parts().zip(written.parts()).all(|(was, is)| {
            let same = was.fourcc == is.fourcc && was.data.len() == is.data.len();
            same && (is_kept || was.data == is.data)
        }));
    }
}

/// RDAT with so many tables of no bytes before so many resources, each called `main`.
fn many_tables(tables: u32, resources: u32) -> Vec<u8> {
    let resource = [0, 1, 0, 0, 0, 0, 0, 0];
    let rows = [vec![resources, 32], resource.repeat(resources as usize)];
    let rows = words(&rows.concat());
    let strings = b"main\0\0\0\0";
    let first = 8 + 4 * (tables + 2);
    let mut offsets: Vec<u32> = (0..=tables).map(|table| first + 8 * table).collect();
    offsets.push(first + 8 * tables + 8 + len(&rows));
    [
        words(&[0x10, tables + 2]),
        words(&offsets),
        words(&[0x77, 0].repeat(tables as usize)),
        words(&[3, len(&rows)]),
        rows,
        words(&[1, 8]),
        strings.to_vec(),
    ]
    .concat()
}

#[test]
fn names_are_found_behind_many_tables() {
    const COUNT: u32 = 20_000;
    let data = many_tables(COUNT, COUNT);
    let view = RuntimeDataView::parse(&data).unwrap();
    assert_eq!(view.contents().count(), COUNT as usize + 2);
    let lookup = view.lookup();
    let names = view.resources().iter().map(|row| lookup.string(row.name));
    assert!(names.eq(std::iter::repeat_n(Some("main"), COUNT as usize)));

    let mut builder = Builder::new();
    builder.push(parts::RDAT, data);
    let file = builder.to_bytes().unwrap();
    let container = Container::parse(&file).unwrap();
    let bindings = container.bindings().unwrap();
    let named = bindings.filter(|binding| binding.name == Some("main"));
    assert_eq!(named.count(), COUNT as usize);
}

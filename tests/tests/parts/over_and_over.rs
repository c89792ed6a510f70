//! Tests files with many references to the same bytes: processing takes time linear in the file. If each reference were
//! processed again, these tests would take minutes.
//!
//! Judge: a property: the time is linear. Numbers of differences were counted from the files, which are made here.

use dxc_format::header::Header;
use dxc_format::rdat::RuntimeDataView;
use dxc_format::srci::Compression;
use dxc_format::{Builder, Container, DigestPolicy, FourCC, digest, parts, types::Fixed};
use dxc_shader::diff::{Depth, containers};
use dxc_shader::sources::{SourceFile, Sources};
use tests::{aliased, words};

/// A container with this many parts of one byte each.
fn many_parts(fourcc: FourCC, count: usize, byte: u8) -> Vec<u8> {
    let mut builder = Builder::new();
    for _ in 0..count {
        builder.push(fourcc, vec![byte, 0, 0, 0, 0, 0, 0, 0]);
    }
    builder.set_digest(DigestPolicy::Exactly(digest::Digest::UNSIGNED));
    builder.to_bytes().unwrap()
}

fn differences(old: &[u8], new: &[u8]) -> Vec<String> {
    let [old, new] = [old, new].map(|file| Container::parse(file).unwrap());
    let found = containers(&old, &new, Depth::Semantic);
    found.iter().map(ToString::to_string).collect()
}

/// Only the version changes, and no part overlaps it.
#[test]
fn a_directory_that_leads_to_one_part_gets_another_version() {
    let file = aliased(1 << 17, FourCC(*b"ABCD"), &vec![7; 1 << 20]);
    let mut builder = Container::parse(&file).unwrap().to_builder();
    builder.set_digest(DigestPolicy::Keep);
    builder.set_version(1, 1);
    let mut expected = file.clone();
    expected[22] = 1;
    assert!(builder.to_bytes().unwrap() == expected);
}

/// Entries that reference the header itself: if there are few, they are compared in the output.
#[test]
fn a_directory_that_leads_to_the_header_gets_another_version() {
    // The FourCC is the size of the file, and the size the number of parts.
    for (entries, is_kept) in [(10, true), (100, false)] {
        let mut file = aliased(entries, FourCC(*b"ABCD"), &[]);
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

#[test]
fn many_parts_of_one_fourcc_are_compared_in_their_order() {
    const COUNT: usize = 20_000;
    let [old, new] = [0, 1].map(|byte| many_parts(parts::SFI0, COUNT, byte));
    let found = differences(&old, &new);
    assert_eq!(found.len(), COUNT);
    assert!(found.iter().all(|difference| *difference == found[0]));
    let more = many_parts(parts::SFI0, COUNT + 2, 0);
    let only = "SFI0: only in the new: 8 bytes";
    assert_eq!(differences(&old, &more), [only; 2]);
}

/// Parts are compared if the directory references at most four times the size of the file; otherwise bytes are
/// compared.
#[test]
fn parts_are_compared_up_to_four_times_the_file() {
    let mut both = [0; 2];
    for entries in 1..20 {
        let old = aliased(entries, parts::SFI0, &[7; 1000]);
        let mut new = old.clone();
        *new.last_mut().unwrap() = 9;
        let is_compared = (12 + 1000) * entries as usize <= 4 * old.len();
        both[usize::from(is_compared)] += 1;
        let found = differences(&old, &new);
        let by_part = found.iter().filter(|text| text.starts_with("SFI0"));
        let by_bytes = found.iter().filter(|text| text.starts_with("bytes: "));
        if is_compared {
            assert_eq!(by_part.count(), entries as usize, "{found:?}")
        } else {
            assert_eq!((by_part.count(), by_bytes.count()), (0, 1), "{found:?}")
        }
    }
    assert!(both[0] > 0 && both[1] > 1, "{both:?}");
}

/// A container with these sources.
fn with_sources(files: impl Iterator<Item = (String, String)>) -> Vec<u8> {
    let files = files.map(|(name, text)| SourceFile { name, text });
    let sources = Sources {
        files: files.collect(),
        arguments: Vec::new(),
    };
    let sources = sources.to_source_info(Compression::None).unwrap();
    tests::one_value(parts::SRCI, sources)
}

/// The first file with a name is compared with the first one with that name, the second with the second.
#[test]
fn many_sources_are_compared_by_name() {
    const COUNT: usize = 20_000;
    let named = |text: &'static str| {
        let names = (0..COUNT).map(|name| format!("{}.hlsl", name % (COUNT / 2)));
        with_sources(names.map(|name| (name, text.into())))
    };
    let found = differences(&named("old"), &named("new"));
    assert_eq!(found.len(), COUNT);
    assert_eq!(found[0], "sources[0.hlsl] line 1: old -> new");
    assert_eq!(found[COUNT / 2], found[0]);

    // One of many files without a name is long.
    let unnamed = |count: usize| {
        let texts = (0..count).map(|file| match file {
            0 => "x\n".repeat(200_000),
            _ => String::new(),
        });
        with_sources(texts.map(|text| (String::new(), text)))
    };
    let found = differences(&unnamed(COUNT), &unnamed(COUNT + 1));
    assert_eq!(found, ["sources[]: only in the new: 0 lines"]);
}

/// RDAT with this many empty tables before this many resources, each with the name `main`.
fn many_tables(tables: usize, resources: u32) -> Vec<u8> {
    let resource = [0, 1, 0, 0, 0, 0, 0, 0];
    let rows = [&[resources, 32], &*resource.repeat(resources as usize)].concat();
    let mut tables = vec![(0x77, Vec::new()); tables];
    tables.push((3, words(&rows)));
    tables.push((1, b"main\0\0\0\0".to_vec()));
    tests::runtime_data(&tables)
}

#[test]
fn names_are_found_behind_many_tables() {
    const COUNT: u32 = 20_000;
    let data = many_tables(COUNT as usize, COUNT);
    let view = RuntimeDataView::parse(&data).unwrap();
    assert_eq!(view.contents().count(), COUNT as usize + 2);
    let lookup = view.lookup();
    let names = view.resources().iter().map(|row| lookup.string(row.name));
    assert!(names.eq(std::iter::repeat_n(Some("main"), COUNT as usize)));

    let container = tests::opened(tests::one_part(parts::RDAT, data));
    let bindings = dxc_shader::bindings(&container).unwrap();
    let named = bindings.filter(|binding| binding.name.as_deref() == Some("main"));
    assert_eq!(named.count(), COUNT as usize);
}

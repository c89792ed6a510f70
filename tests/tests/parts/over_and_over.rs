//! Files that say one thing very often: what is done with them takes as long as they are. If each of these were gone over once
//! for each time, these tests would take minutes.

use dxc_format::rdat::RuntimeDataView;
use dxc_format::{Builder, Container, parts};

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn len(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).unwrap()
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

use dxc_document::{Node, layout, show};
use dxc_format::runtime::nested::Arm;
use dxc_format::types::{ListRef, Nested, RowRef, StringRef};

use super::bytes::{Bytes, assert_refused, built, round_trip, whole, written};
use crate::generated::records::{
    Directory, DirectoryView, Owner, Pet, RowTable, TableContent, TableContentView, TableKind,
};

/// As a writer lays it out, a table of each kind and one of a kind that is not known.
fn plain() -> Bytes {
    Bytes::of(
        "count = 4u8
         entries[0].table_at = 5u8
         entries[1].table_at = 17u8
         entries[2].table_at = 29u8
         entries[3].table_at = 37u8
         texts.kind = 1u8; texts.size = 9u8; texts.whole = 12u8
         texts = 'Rex\0Anna\0'
         pets.kind = 3u8; pets.size = 7u8; pets.whole = 12u8; pets.count = 1u8
         pets.stride = 5u8
         pets[0].name = 0u32
         pets[0] newer = 0xaa_u8; padding = [0 0]
         numbers.kind = 5u8; numbers.size = 4u8; numbers.whole = 8u8
         numbers[0] = 7u16; numbers[1] = 8u16; padding = 0u8
         other.kind = 99u8; other.size = 1u8; other.whole = 4u8
         other = 0xbb_u8",
    )
}

fn contents<'a>(bytes: &'a Bytes) -> Vec<TableContentView<'a>> {
    let directory = DirectoryView::parse(bytes).unwrap();
    let tables = directory.entries().iter();
    tables.map(|entry| entry.table.content).collect()
}

#[test]
fn each_kind_has_its_content() {
    let bytes = plain();
    let [texts, pets, numbers, other] = contents(&bytes)[..] else {
        panic!("four tables")
    };
    assert!(matches!(texts, TableContentView::Texts(texts) if texts.get(4) == Some("Anna")));
    let is_rex = |pet: Pet| pet.name == StringRef(0);
    assert!(matches!(pets, TableContentView::Pets(pets) if pets.rows.get(0).is_some_and(is_rex)));
    let TableContentView::Shorts(numbers) = numbers else {
        panic!("{numbers:?}")
    };
    assert_eq!(numbers.numbers.iter().collect::<Vec<_>>(), [7, 8]);
    assert!(matches!(other, TableContentView::Other([0xbb])));
}

/// The table of a record is found by the record's type.
#[test]
fn an_arm_is_found_by_its_type() {
    fn rows<T: Nested + Arm<TableContent>>(bytes: &Bytes) -> usize {
        let chosen = contents(bytes).into_iter().filter_map(T::chosen);
        chosen.count()
    }
    let bytes = plain();
    assert_eq!(rows::<RowTable<Pet>>(&bytes), 1);
    assert_eq!(rows::<RowTable<Owner>>(&bytes), 0);

    let selector = <RowTable<Pet> as Arm<TableContent>>::SELECTOR;
    let mut content = RowTable::<Pet>::default().into_choice();
    assert!(RowTable::<Pet>::held(&mut content).is_some());
    assert!(RowTable::<Owner>::held(&mut content).is_none());
    let directory = Directory::parse(&bytes).unwrap();
    let mut entries = directory.entries.iter();
    assert!(entries.any(|entry| entry.table.kind == selector));
}

#[test]
fn values_that_were_read_are_written() {
    let bytes = plain();
    round_trip::<Directory>(&bytes, ());
    // Nothing depends on the memory of the layout.
    let mut directory = Directory::parse(&bytes).unwrap();
    directory.memory.forget();
    assert_eq!(written(&directory, ()), *bytes);
    whole::<Directory>(&bytes, ());
}

#[test]
fn sizes_follow_a_value_that_changes() {
    let bytes = plain();
    let mut directory = Directory::parse(&bytes).unwrap();
    for entry in &mut directory.entries {
        if let TableContent::Texts(texts) = &mut entry.table.content {
            assert_eq!(entry.table.kind, TableKind::Texts);
            texts.intern("Bella");
        }
    }
    let longer = written(&directory, ());
    let again = Directory::parse(&longer).unwrap();
    assert_eq!(again, directory);
    // Six letters, and padding for three of them less.
    assert_eq!(longer.len(), bytes.len() + 8);
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    // A table that is larger than the file, one that is smaller than its content, and one that is larger.
    let cases = "other.size = 200u8 => entries[3].table.content at byte 0x28: needs 200 bytes, but 1 remain
         pets.size = 3u8 => entries[1].table.content.rows at byte 0x16: needs 5 bytes, but 1 remain
         pets.size = 9u8 => entries[1].table.size at byte 0x12: expected 7 (size_of(content)), found 9";
    assert_refused::<Directory>(&plain(), (), cases);
}

#[test]
fn names_of_rows_are_numbers() {
    assert!(RowRef::<Owner>::default().is_none());
    assert!(ListRef::<Pet>::NONE.is_none());
    assert_ne!(ListRef::<u32>::new(1), ListRef::NONE);
    assert_eq!(format!("{:?}", RowRef::<Owner>::new(3)), "RowRef(3)");
}

/// Strings, lists and rows are built from documents, for any schema.
#[test]
fn documents_show_referenced_entries() {
    let text = "
Entries:
- Table: { Kind: Texts }
- Table: { Kind: Pets, Content: { Pets: { Stride: 8, Rows: [{ Name: Rex, Owner: 0 }, { Name: Kitty }] } } }
- Table: { Kind: Owners, Content: { Owners: { Stride: 12, Rows: [{ Pets: [Kitty, 0], Names: [Anna, Rex], Ages: [4, 2] }] } } }
- Table: { Kind: Lists }
";
    let bytes = built::<Directory>(text).unwrap();
    let value = Directory::parse(&bytes).unwrap();
    let contents = value.entries.iter().map(|entry| &entry.table.content);
    let contents: Vec<_> = contents.collect();
    let [
        TableContent::Texts(texts),
        TableContent::Pets(pets),
        TableContent::Owners(owners),
        TableContent::Lists(lists),
    ] = contents.as_slice()
    else {
        panic!("{value:?}");
    };
    // The strings of a row that is named come when it is named, and each once.
    assert_eq!(texts.0, b"Rex\0Kitty\0Anna\0");
    assert_eq!(lists.numbers, [2, 1, 0, 2, 10, 0, 2, 4, 2]);
    let pet = pets.rows.iter().next().unwrap();
    assert_eq!(pet.owner(), Some(RowRef::new(0)));
    let owner = owners.rows.iter().next().unwrap();
    assert_eq!(owner.pets.number(), 0);
    assert_eq!(owner.names.number(), 3);
    assert_eq!(owner.ages.number(), 6);
    // It is shown so again, and nothing has to be said of the layout.
    let shown = show::<Directory>(&bytes, ()).unwrap();
    let layout = layout::<Directory>(&shown, (), &bytes).unwrap();
    assert_eq!(layout, Node::Nothing);
    assert!(
        dxc_document::yaml::to_string(&shown)
            .unwrap()
            .contains("- Kitty")
    );
}

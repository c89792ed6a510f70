use dxc_document::{Node, layout, show};
use dxc_format::runtime::nested::Arm;
use dxc_format::types::{ListRef, Nested, RowRef, StringRef};

use super::bytes::{Bytes, assert_refused, built, round_trip, whole, written};
use crate::generated::records::{
    Directory, DirectoryView, Owner, Pet, Picture, RowTable, TableContent, TableContentView,
    TableKind,
};

/// The layout of a writer: a table of each kind, and one of an unknown kind.
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

/// A directory has methods for each of its tables, and resolves references; the code is generated only from the schema.
#[test]
fn a_directory_adds_and_resolves() {
    let mut value = Directory::default();
    let mut pet = Pet::new(1);
    pet.name = value.intern("Rex");
    pet.set_owner(RowRef::new(0)).unwrap();
    let rex = value.push(pet);
    let mut owner = Owner::new(1);
    owner.pets = value.intern_list(&[rex.number(), 9]);
    owner.names = value.intern_strings(["Anna", "Rex"]);
    owner.ages = value.intern_lists([[4, 2].as_slice()])[0];
    value.intern_bytes(&[1, 2, 3]);
    owner.set_picture(value.intern_bytes(&[2, 3])).unwrap();
    assert_eq!(value.push(owner), RowRef::new(0));
    value.rows_mut::<Owner>().unwrap()[0].ages = value.intern_list(&[5]);
    // The tables come in the order in which they were needed, each with its selector.
    let kinds = value.entries.iter().map(|entry| entry.table.kind);
    let expected = [
        TableKind::Texts,
        TableKind::Pets,
        TableKind::Lists,
        TableKind::Raw,
        TableKind::Owners,
    ];
    assert_eq!(kinds.collect::<Vec<_>>(), expected);

    let bytes = value.to_bytes().unwrap();
    let view = DirectoryView::parse(&bytes).unwrap();
    let owner = view.row(view.pets().get(0).unwrap().owner().unwrap());
    let owner = owner.unwrap();
    assert_eq!(view.owners().get(0), Some(owner));
    assert_eq!(
        view.list(owner.pets).collect::<Vec<_>>(),
        [view.pets().get(0), None]
    );
    assert_eq!(view.list(owner.ages).collect::<Vec<_>>(), [Some(5)]);
    let names = [Some("Anna"), Some("Rex")];
    assert_eq!(view.list(owner.names).collect::<Vec<_>>(), names);
    let lookup = view.lookup();
    assert_eq!(lookup.list(owner.names).collect::<Vec<_>>(), names);
    assert_eq!(lookup.row(rex), view.row(rex));
    let picture = owner.picture().unwrap();
    assert_eq!(view.bytes(picture), Some([2, 3].as_slice()));
    assert_eq!(lookup.bytes(Picture { size: 3, ..picture }), None);
    assert_eq!((view.texts().len(), view.raw()), (9, [1, 2, 3].as_slice()));
    assert!(view.shorts().is_none() && view.lists().is_some());
}

/// References are to rows of the first table of a kind.
#[test]
fn the_first_table_of_a_kind_is_found() {
    let mut value = Directory::parse(&plain()).unwrap();
    value.entries.push(value.entries[0].clone());
    value.entries.insert(0, value.entries[1].clone());
    let newer = value.rows_mut::<Pet>().unwrap();
    newer[0].name = StringRef(4);
    let bytes = value.to_bytes().unwrap();
    let view = DirectoryView::parse(&bytes).unwrap();
    let pet = view.pets().get(0).unwrap();
    assert_eq!(view.string(pet.name), Some("Anna"));
    assert_eq!(view.lookup().rows::<Pet>().get(0), Some(pet));
}

#[test]
fn values_that_were_read_are_written() {
    let bytes = plain();
    round_trip::<Directory>(&bytes, ());
    // The result does not depend on the remembered layout.
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
    // The string has six bytes with its NUL; with padding, the file grows by 8 bytes.
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
    // When a row is interned, its strings are too, each once.
    assert_eq!(texts.0, b"Rex\0Kitty\0Anna\0");
    assert_eq!(lists.numbers, [2, 1, 0, 2, 10, 0, 2, 4, 2]);
    let pet = pets.rows.iter().next().unwrap();
    assert_eq!(pet.owner(), Some(RowRef::new(0)));
    let owner = owners.rows.iter().next().unwrap();
    assert_eq!(owner.pets.number(), 0);
    assert_eq!(owner.names.number(), 3);
    assert_eq!(owner.ages.number(), 6);
    // The document is the same again, and needs no layout.
    let shown = show::<Directory>(&bytes, ()).unwrap();
    let layout = layout::<Directory>(&shown, (), &bytes).unwrap();
    assert_eq!(layout, Node::Nothing);
    assert!(
        dxc_document::yaml::to_string(&shown)
            .unwrap()
            .contains("- Kitty")
    );
}

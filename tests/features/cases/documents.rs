use dxc_format::runtime::values::Node;
use dxc_format::runtime::values::show::Show;
use dxc_format::runtime::values::shown_tables::Tables;
use dxc_format::types::Sequence;

use super::bytes::{Bytes, built, shown};
use crate::generated::documents::{Breed, Cat, Cattery, Hamper, Litter};

/// Two cats, and the kittens of three rooms.
fn cattery() -> Bytes {
    Bytes::of(
        "count = 2u8; rooms = 1u8
         cats[0].breed = 0u8; cats[0].second_breed = 1u8; cats[0].habits = 0x81_u8
         cats[0].secrets = 0x42_u8; cats[0].size = 0x17_u8; cats[0].lives = 0xff_u8
         cats[0].weight = 0.25f32
         cats[1].breed = 7u8; cats[1].second_breed = 9u8; cats[1].habits = 0u8
         cats[1].secrets = 0u8; cats[1].size = 0x20_u8; cats[1].lives = 9u8
         cats[1].weight = inff32
         kittens of room 0 = 100u16; kittens of room 1 = 200u16; kittens of room 2 = 300u16
         kittens of room 2 = 301u16",
    )
}

const FORM: &str = "\
NumCats: 2
Rooms: 1
Residents:
- Breed: PER
  SecondBreed: 1
  Habits:
    Sleeps: true
    Hunts: false
    Unknown: 128
  Hunts: true
  Secrets: 64
  Length: 7
  Tall: true
  Lives: -1
  Kilograms: 0.25
- Breed: 7
  SecondBreed: 9
  Habits:
    Sleeps: false
    Hunts: false
  Length: 0
  Tall: false
  Unused: 1
  Lives: 9
  Kilograms: .inf
Kittens:
- [100]
- [200]
- [300, 301]
";

#[test]
fn shown_like_the_schema_and_built_again() {
    assert_eq!(shown::<Cattery>(&cattery()), FORM);
}

#[test]
fn an_omitted_key_has_the_default() {
    let bytes = built::<Cattery>("Residents: [{}]\nKittens: [[], [1], [2, 3]]").unwrap();
    let mut made = Cattery::default();
    made.cats.push(Cat::default());
    made.kittens = vec![1, 2, 3];
    assert_eq!(bytes, made.to_bytes().unwrap());
    let cat = Cat::default();
    assert_eq!(cat.breed, Breed::Siamese);
    assert_eq!(cat.lives, 9);
    assert_eq!(cat.weight.get(), 4.5);
}

#[test]
fn names_of_the_table_will_do_as_well() {
    let problem = built::<Cattery>("Residents: [{ Breed: Persian }, { Breed: SIA }]").unwrap_err();
    // The error is about the kittens of the rooms, not about the breeds.
    assert!(problem.to_string().contains("Kittens"), "{problem}");
}

/// Invalid documents, each with its message below it.
const PROBLEMS: &str = "\
Residents: 3
    Residents: expected a list, found a number
Residents: [1]
    Residents[0]: expected a map, found a number
Residents: [{ Breed: Tabby }]
    Residents[0].Breed: `Breed` has no value `Tabby`; legal here: `PER`, `SIA`
Residents: [{ Breed: 256 }]
    Residents[0].Breed: 256 does not fit into 8 bits
Residents: [{ Breed: -1 }]
    Residents[0].Breed: -1 does not fit into 8 bits
Residents: [{ Lives: -129 }]
    Residents[0].Lives: -129 does not fit into 8 bits
Residents: [{ Length: 16 }]
    Residents[0].Length: 16 has more than 4 bits
Residents: [{ Tall: high }]
    Residents[0].Tall: expected a number, found a text
Residents: [{ Habits: { Purrs: true } }]
    Residents[0].Habits.Purrs: unknown key; legal here: `Sleeps`, `Hunts`, `Unknown`
Residents: [{ Hunts: 2 }]
    Residents[0].Hunts: expected true or false, found a number
Residents: [{ Kilograms: a lot }]
    Residents[0].Kilograms: `a lot` is not a number
Kittens: [1]
    Kittens[0]: expected a list, found a number
Kittens: [[65536]]
    Kittens[0][0]: 65536 does not fit into 16 bits
Cats: []
    Cats: unknown key; legal here: `NumCats`, `Rooms`, `Residents`, `Kittens`, `Trailing`
";

#[test]
fn problems_name_their_place() {
    let lines: Vec<&str> = PROBLEMS.lines().map(str::trim).collect();
    for case in lines.chunks(2) {
        let found = built::<Cattery>(case[0]).unwrap_err();
        assert_eq!(found.to_string(), case[1], "{}", case[0]);
    }
}

/// A field that is always shown is 0 if it is absent; fields with `llvm = false` are in documents with all keys.
#[test]
fn shown_though_it_is_not_there() {
    for (bytes, expected) in [
        (&[0][..], "Unit: 0\nWeights: []\n"),
        (&[2, 4, 7, 0, 8, 0], "Unit: 4\nWeights: [7, 8]\n"),
    ] {
        assert_eq!(shown::<Litter>(bytes), expected);
    }
}

/// The document of a hamper for an LLVM, and the keys that are left out.
fn hamper(bytes: &[u8], llvm: u32) -> (String, Vec<String>) {
    let mut tables = Tables::new(bytes);
    Hamper::walk(bytes, (), &mut tables).unwrap();
    let mut show = Show::new(bytes, &tables, None).llvm(Some(llvm));
    Hamper::walk(bytes, (), &mut show).unwrap();
    let text = dxc_document::yaml::to_string(&Node::Map(show.into_map())).unwrap();
    (text, tables.left_out.take().keys.into_iter().collect())
}

/// Fields of each kind that an LLVM has no key for are left out and named, unless their values are 0.
#[test]
fn documents_for_an_llvm_have_its_keys() {
    let bytes = [1, 9, 2, 3, 3, 4, 0, 5, 1, 6, 7];
    let all = "Place: 9\nNumber: 2\nLabel:\n  House: 3\nMarks: 3\nWeights: [4]\nContent: [5]\n\
               Lining:\n  Thickness: [6]\nTrailing: [7]\n";
    assert_eq!(shown::<Hamper>(&bytes), all);
    let later = ["Content", "Label", "Lining", "Marks", "Trailing", "Weights"];
    let (text, left_out) = hamper(&bytes, 23);
    assert_eq!(
        (&*text, &*left_out),
        ("Place: 9\nNumber: 2\n", &later.map(String::from)[..])
    );
    let (text, left_out) = hamper(&bytes, 22);
    assert_eq!(text, "Place: 9\n");
    let mut earlier = [&later[..], &["Number"]].concat();
    earlier.sort_unstable();
    assert_eq!(left_out, earlier);
    let (text, left_out) = hamper(&[0; 6], 22);
    assert_eq!(
        (&*text, &*left_out),
        ("Place: 0\n", &["Lining".to_owned()][..])
    );
}

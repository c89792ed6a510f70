//! Tests earlier names: in Rust, in documents, and keys that depend on the LLVM version.

use dxc_format::runtime::values::Node;
use dxc_format::runtime::values::show::Show;
use dxc_format::runtime::values::shown_tables::Tables;
use dxc_format::types::Sequence;

use super::bytes::{Bytes, built, shown};
use crate::generated::earlier::{
    self, Blade, Component, Handle, Measure, Metal, Stamps, Tool, Use,
};

/// A sharp and old tool of steel with two sizes and a spike.
fn tool() -> Bytes {
    Bytes::of(
        "marks = 3u8; handle = 0x21_u8; blade.length = 7u8; blade.metal = 1u8
         purpose.metal = 1u8; purpose.use = 9u8; metal = 1u8; size_count = 1u8; size_stride = 2u8
         sizes[0].weight = 5u8; sizes[0].height = 6u8; part.length = 8u8; part.metal = 0u8",
    )
}

/// The document with the newest names.
const NEWEST: &str = "\
Marks:
  Sharp: true
  Old: true
Handle:
  Length: 1
  Thickness: 2
Blade:
  Length: 7
  Metal: Steel
Purpose:
  Metal: Steel
  Cut: 9
Metal: Steel
NumSizes: 1
SizeStride: 2
Sizes:
- Weight: 5
  Height: 6
Part:
  Spike:
    Length: 8
    Metal: Tin
";

/// A document with the oldest names that the schema states.
const OLDEST: &str = "\
Signs:
  Keen: true
  Worn: true
Handle:
  Extent: 1
  Breadth: 2
Edge:
  Len: 7
  Metal: Iron
Purpose:
  Metal: CarbonIron
  Sever: 9
Metal: Iron
SizeCount: 1
SizeStride: 2
Extents:
- Mass: 5
  Tallness: 6
Part:
  Thorn:
    Len: 8
    Metal: Stannum
";

#[test]
fn documents_have_the_newest_names() {
    assert_eq!(shown::<Tool>(&tool()), NEWEST);
}

#[test]
fn documents_with_earlier_names_are_built() {
    assert_eq!(built::<Tool>(OLDEST).unwrap(), *tool());
    let edged = OLDEST.replace("Keen", "Edged").replace("Tallness", "Up");
    assert_eq!(built::<Tool>(&edged).unwrap(), *tool());
    let bowl = "Part: { Cup: { Fill: [1, 2] } }";
    let newest = "Part: { Bowl: { Content: [1, 2] } }";
    assert_eq!(built::<Tool>(bowl).unwrap(), built::<Tool>(newest).unwrap());
}

/// Only one of the names of a value may be given.
#[test]
fn two_names_of_one_value_are_refused() {
    for (text, message) in [
        (
            "Signs: {}\nMarks: {}",
            "Signs: duplicate key: `Marks` is another name of it",
        ),
        (
            "Marks: { Keen: true, Sharp: true }",
            "Marks.Keen: duplicate key: `Sharp` is another name of it",
        ),
        (
            "Handle: { Extent: 1, Length: 1 }",
            "Handle.Extent: duplicate key: `Length` is another name of it",
        ),
    ] {
        assert_eq!(built::<Tool>(text).unwrap_err().to_string(), message);
    }
    let unknown = built::<Tool>("Blade: { Lenght: 1 }")
        .unwrap_err()
        .to_string();
    assert!(unknown.contains("Length"), "{unknown}");
}

/// The document of bytes for an LLVM.
fn for_llvm(bytes: &[u8], llvm: u32) -> String {
    let mut tables = Tables::new(bytes);
    Tool::walk(bytes, (), &mut tables).unwrap();
    let mut show = Show::new(bytes, &tables, None).llvm(Some(llvm));
    Tool::walk(bytes, (), &mut show).unwrap();
    let node = Node::Map(show.into_map());
    dxc_document::yaml::to_string(&node).unwrap()
}

/// Keys of an LLVM are those that the schema states for it, or for the last one before it.
#[test]
fn each_llvm_has_its_keys() {
    assert_eq!(for_llvm(&tool(), 24), NEWEST);
    assert_eq!(for_llvm(&tool(), 25), NEWEST);
    let renamed = [
        ("Old:", "Worn:"),
        ("Blade:", "Edge:"),
        ("Cut:", "Sever:"),
        ("NumSizes:", "SizeCount:"),
        ("Height:", "Up:"),
    ];
    let old = renamed
        .iter()
        .fold(NEWEST.to_owned(), |text, (new, old)| text.replace(new, old));
    for (llvm, steel) in [(21, "Iron"), (22, "Iron"), (23, "CarbonIron")] {
        let expected = old.replace("Metal: Steel", &format!("Metal: {steel}"));
        let text = for_llvm(&tool(), llvm);
        assert_eq!(text, expected, "{llvm}");
        assert_eq!(built::<Tool>(&text).unwrap(), *tool());
    }
}

/// Values are serialized by serde with the newest names, and are read with any name.
#[test]
fn json_has_the_newest_names() {
    let tool = Tool::parse(&tool()).unwrap();
    let text = serde_json::to_string(&tool).unwrap();
    assert!(
        text.contains("\"Blade\":{\"Length\":7,\"Metal\":\"Steel\"}"),
        "{text}"
    );
    let old = text
        .replace("\"Blade\"", "\"Edge\"")
        .replace("\"Length\":7", "\"Len\":7");
    assert_eq!(serde_json::from_str::<Tool>(&old).unwrap(), tool);
    assert_eq!(
        serde_json::from_str::<Metal>("\"Stannum\"").unwrap(),
        Metal::Tin
    );
}

#[test]
fn names_of_values_include_earlier_ones() {
    assert_eq!(Metal::from_name("Stannum"), Some(Metal::Tin));
    assert_eq!(Stamps::from_name("Edged"), Some(Stamps::Sharp));
    assert_eq!(Metal::Tin.name(), Some("Tin"));
    assert_eq!(Metal::from_name("Iron"), None, "a key is not a name");
}

/// Every item in Rust that can have two names.
#[test]
#[allow(deprecated)]
fn rust_has_deprecated_aliases() {
    assert_eq!(Metal::Stannum, earlier::Ore::Tin);
    assert_eq!(earlier::Ore(1), Metal::Steel);
    assert_eq!(Stamps::Keen | Stamps::Worn, earlier::Signs(3));

    let mut handle = earlier::Grip(0x21);
    assert_eq!((handle.extent(), handle.length()), (1, 1));
    handle.set_extent(4).unwrap();
    assert!(handle.set_extent(16).is_err());
    assert_eq!(handle, Handle(0x24));

    let mut blade = earlier::Knife {
        length: 3,
        metal: Metal::Steel,
    };
    blade.set_len(blade.len() + 1);
    assert_eq!(
        blade,
        Blade {
            length: 4,
            metal: Metal::Steel
        }
    );

    let mut size = earlier::Extent::new(1);
    size.set_mass(2);
    size.set_tallness(3).unwrap();
    assert_eq!(
        (size.weight, size.height(), size.tallness()),
        (2, Some(3), Some(3))
    );
    assert!(Measure::new(0).set_tallness(3).is_err());

    let mut purpose = Use::default();
    purpose.set_delve(6);
    assert_eq!(
        (purpose.delve(Metal::Tin), purpose.delve(Metal::Steel)),
        (Some(6), None)
    );

    let mut vessel = earlier::Vessel::default();
    vessel.set_fill(vec![1, 2]);
    assert_eq!(vessel.fill(), &[1, 2]);
    let piece = earlier::Piece::Cup(vessel.clone());
    assert!(matches!(piece, Component::Bowl(bowl) if bowl == vessel));

    let bytes = tool();
    let view: earlier::UtensilView<'_> = earlier::UtensilView::parse(&bytes).unwrap();
    assert_eq!((view.signs(), view.edge()), (view.marks(), view.blade()));
    assert_eq!(view.extents().len(), 1);
    let mut value: earlier::Utensil = view.to_value();
    value.set_edge(Blade::default());
    assert_eq!(value.edge(), &value.blade);

    assert_eq!(earlier::double(4).get(), earlier::doubled(4).get());
    assert_eq!(earlier::MOST, earlier::LONGEST);
}

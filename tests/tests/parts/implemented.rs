//! Tests every generated type: the traits that it implements, according to the compiler, and its default as a part.
//! `build.rs` makes the list of types.
//!
//! Judge: rustc for the traits, and a round trip for new parts. The list of traits was read by hand.

use std::collections::BTreeSet;
use std::fmt::{Debug, Display};
use std::hash::Hash;

use binrw::meta::{ReadEndian, WriteEndian};
use binrw::{BinRead, BinWrite};
use dxc_format::parts::PARTS;
/// An example of a record for generic types.
use dxc_format::psv0::RuntimeInfo as AnyRecord;
use dxc_format::runtime::fields::Fields;
use dxc_format::{
    Part, PartType,
    types::{BySize, Fixed, ForgetUnknown, Nested, Row, Sequence, Unknown},
};

/// Defines `TRAITS`, and checks whether a type implements each of them.
macro_rules! traits {
    ($($trait:ident)*) => {
        /// The names of the checked traits.
        const TRAITS: &[&str] = &[$(stringify!($trait)),*];

        /// For each trait, a type with a constant that states whether another type implements the trait: the inherent
        /// constant takes precedence.
        #[allow(non_snake_case)]
        mod asked {
            $(pub(super) mod $trait {
                #[allow(unused_imports)]
                use super::super::*;

                pub(in super::super) struct Of<T>(std::marker::PhantomData<T>);

                // This is unused if every type implements the trait.
                #[allow(dead_code)]
                pub(in super::super) trait Otherwise {
                    const HAS: bool = false;
                }

                impl<T> Otherwise for Of<T> {}

                impl<T: $trait> Of<T> {
                    pub(in super::super) const HAS: bool = true;
                }
            })*
        }

        /// Whether a type implements each of the traits.
        macro_rules! has {
            ($ty:ty) => {[$({
                #[allow(unused_imports)]
                use asked::$trait::Otherwise as _;
                asked::$trait::Of::<$ty>::HAS
            }),*]};
        }
    };
}

traits! {
    BinRead BinWrite ReadEndian WriteEndian Clone Copy Debug Default Display PartialEq Eq Hash
    Fixed Row BySize Nested Sequence Fields Unknown ForgetUnknown
}

/// The default of a type as a part, if a part has the type: the inherent function takes precedence.
struct New<T>(std::marker::PhantomData<T>);

trait NoPart {
    fn part() -> Option<Part> {
        None
    }
}

impl<T> NoPart for New<T> {}

impl<T: PartType + Default + Into<Part>> New<T> {
    fn part() -> Option<Part> {
        Some(T::default().into())
    }
}

macro_rules! each_type {
    ($($name:literal = $ty:ty,)*) => {
        /// Every generated type, and the traits of `TRAITS` that it implements.
        fn types() -> Vec<(&'static str, Vec<&'static str>)> {
            [$(($name, has!($ty))),*]
                .into_iter()
                .map(|(name, has)| {
                    let all = TRAITS.iter().zip(has);
                    (name, all.filter_map(|(name, has)| has.then_some(*name)).collect())
                })
                .collect()
        }

        /// A default value of each type of part.
        fn new_parts() -> Vec<Part> {
            [$(New::<$ty>::part()),*].into_iter().flatten().collect()
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/generated_types.rs"));

/// The sets of traits: each kind of type implements one of them.
#[test]
fn types_of_one_kind_have_the_same_traits() {
    let kinds: BTreeSet<String> = types()
        .into_iter()
        .map(|(_, traits)| traits.join(" "))
        .collect();
    let list: Vec<String> = kinds.into_iter().collect();
    insta::assert_snapshot!(list.join("\n"));
}

#[test]
fn items_without_references_implement_binrw() {
    const NEEDED: [&str; 4] = ["BinRead", "BinWrite", "ReadEndian", "WriteEndian"];
    let types = types();
    assert!(types.len() > 100, "{}", types.len());
    let lacking = types.iter().filter(|(name, traits)| {
        let is_view = name.ends_with("View");
        !is_view && !NEEDED.iter().all(|needed| traits.contains(needed))
    });
    let lacking: Vec<_> = lacking.collect();
    assert!(lacking.is_empty(), "{lacking:#?}");
}

#[test]
fn new_parts_are_written_read_and_shown() {
    let new = new_parts();
    assert!(new.len() > 15, "{}", new.len());
    for part in new {
        let codes = PARTS.iter().map(|info| info.fourcc);
        for fourcc in codes.filter(|fourcc| part.goes_with(*fourcc)) {
            let bytes = part.to_bytes(fourcc).unwrap();
            assert_eq!(Part::parse(fourcc, &bytes).unwrap(), part, "{fourcc}");
            let file = tests::one_value(fourcc, part.clone());
            assert_eq!(tests::rebuilt(&file), file, "{fourcc}");
        }
    }
}

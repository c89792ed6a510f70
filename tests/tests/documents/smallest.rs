//! Tests the smallest value of each version and arm of every part.
//!
//! Judge: a round trip to the same bytes, for all parts of the schemas.

#[path = "../../random/smallest.rs"]
mod check;

use dxc_format::parts::{PARTS, Part};
use dxc_format::{FourCC, PartType, PartVisitor};

use self::check::{Smallest, check};

/// Tests the type of a part.
struct Try<'s>(FourCC, &'s mut Smallest);

impl PartVisitor for Try<'_> {
    type Output = ();

    fn typed<T: PartType>(self) {
        if let Some(args) = T::args(self.0) {
            check::<T>(&self.0.to_string(), args, self.1);
        }
    }

    fn opaque(self) {}
}

#[test]
fn smallest_values_of_every_part_are_built() {
    let mut tried = Smallest::default();
    for part in PARTS {
        Part::visit_type_if(part.fourcc, |_| true, Try(part.fourcc, &mut tried));
    }
    assert!(tried.built > 120, "{tried:#?}");
    assert!(tried.refused.is_empty(), "{tried:#?}");
}

use dxc_format::types::{F64, Fixed};

use super::bytes::{Bytes, built, round_trip, shown};
use crate::generated::doubles::{Orbit, Orbits};

/// A NaN with a payload.
const NAN: u64 = 0x7ff8_0000_0000_1234;

fn orbits() -> Bytes {
    Bytes::of(
        "count = 1u8; unit = 0.001f64
         height = 1e300f64; frequency = -0f64; angles[0] = 0.1f64; angles[1] = 0x7ff8000000001234_u64
         distances[0] = 2f64; distances[1] = inff64",
    )
}

const FORM: &str = "\
Unit: 0.001
Orbits:
- Height: 1.0e+300
  Frequency: -0.0
  Angles:
  - 0.1
  - Bits: 9221120237041095220
Distances:
- 2.0
- .inf
";

#[test]
fn floats_of_64_bits_are_kept() {
    let bytes = orbits();
    let value = round_trip::<Orbits>(&bytes, ());
    assert_eq!(value.orbits[0].height.get(), 1e300);
    assert_ne!(value.orbits[0].frequency, F64::from(0.0), "-0 is not 0");
    assert_eq!(value.orbits[0].angles[1].to_bits(), NAN);
    assert_eq!(value.distances[1], F64::from(f64::INFINITY));
    assert_eq!(Orbit::SIZE, 32);
}

#[test]
fn a_new_value_has_the_default() {
    assert_eq!(Orbits::default().unit.get(), 1e-3);
    assert_eq!(Orbit::default().frequency.get(), 0.1);
}

#[test]
fn documents_have_all_digits() {
    let bytes = orbits();
    assert_eq!(shown::<Orbits>(&bytes), FORM);
    assert_eq!(built::<Orbits>(FORM).unwrap(), bytes[..]);
}

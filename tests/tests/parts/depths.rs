//! Tests how deep types and constants of a module may be nested where they are printed.
//!
//! Judge: the depths that SECURITY.md states.

use dxil::Module;
use dxil::bitcode::{ConstantsCode, ModuleCode, TypeCode};

use super::other_writers::{begin, constants, types};

/// The maximum depth in SECURITY.md.
const DEEPEST: u64 = 256;

/// The text of a variable whose type consists of this many arrays.
fn arrays(depth: u64) -> Result<String, String> {
    let one = [1, 0];
    let nested: Vec<[u64; 2]> = (0..depth).map(|inner| [1, inner]).collect();
    let integer = [32];
    let mut records: Vec<(TypeCode, &[u64])> = vec![(TypeCode::INTEGER, &integer)];
    records.extend(nested.iter().map(|array| (TypeCode::ARRAY, &array[..])));
    assert_eq!(nested.first(), Some(&one));
    let variable = [depth, 2, 0, 0, 0, 0];
    let bits = types(begin(), &records).record(ModuleCode::GLOBALVAR.0, &variable);
    printed(&bits.exit().bytes)
}

/// The text of a variable whose initial value is converted this many times.
fn conversions(depth: u64) -> Result<String, String> {
    const BITCAST: u64 = 11;
    let bits = types(begin(), &[(TypeCode::INTEGER, &[32])]);
    // The variable is value 0, the integer is value 1, and each conversion has the number after the one that it converts.
    let variable = [0, 2, depth + 2, 0, 0, 0];
    let bits = bits.record(ModuleCode::GLOBALVAR.0, &variable);
    let nested: Vec<[u64; 3]> = (1..=depth).map(|inner| [BITCAST, 0, inner]).collect();
    let mut records: Vec<(ConstantsCode, &[u64])> = vec![(ConstantsCode::INTEGER, &[14])];
    records.extend(
        nested
            .iter()
            .map(|cast| (ConstantsCode::CE_CAST, &cast[..])),
    );
    printed(&constants(bits, &records).exit().bytes)
}

fn printed(bytes: &[u8]) -> Result<String, String> {
    let module = Module::parse(bytes).unwrap();
    module.print().map_err(|error| error.to_string())
}

#[test]
fn types_are_printed_256_deep() {
    let text = arrays(DEEPEST).unwrap();
    assert_eq!(text.matches("[1 x ").count(), 256);
    let refused = arrays(DEEPEST + 1).unwrap_err();
    assert!(refused.contains("deep"), "{refused}");
    assert!(arrays(100_000).is_err(), "without a deep stack");
}

#[test]
fn constants_are_printed_256_deep() {
    let text = conversions(DEEPEST).unwrap();
    assert_eq!(text.matches("bitcast (").count(), 256);
    let refused = conversions(DEEPEST + 1).unwrap_err();
    assert!(refused.contains("deep"), "{refused}");
    assert!(conversions(100_000).is_err(), "without a deep stack");
}

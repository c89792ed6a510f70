//! For any bytes of a part: reading them never panics, and a value is written back byte for byte.

use dxc_format::constants::RootSignatureVersion;
use dxc_format::parts::PARTS;
use dxc_format::rts0::RootSignature;
use dxc_format::{Container, FourCC, Leaves, Part, PartView};
use proptest::prelude::*;

/// Reads, writes and compares; looks at every value on the way, as a person would.
fn survives(fourcc: FourCC, bytes: &[u8]) -> Result<(), TestCaseError> {
    let mut leaves = Leaves::new(bytes);
    let walked = PartView::walk(fourcc, bytes, &mut leaves);
    let _ = leaves.into_vec();
    match Part::parse(fourcc, bytes) {
        Ok(part) => {
            prop_assert!(walked.is_ok());
            let _ = format!("{part:?}");
            let written = part
                .to_bytes(fourcc)
                .map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(written, bytes);
            if let Part::RootSignature(signature) = &part {
                converts(signature)?;
            }
        }
        Err(error) => {
            prop_assert!(error.offset() <= bytes.len());
            prop_assert!(
                !error.path().is_empty() && error.to_string().starts_with(&fourcc.to_string())
            );
        }
    }
    Ok(())
}

/// Any root signature can be checked, and its conversion to another version can be written and converted back.
fn converts(signature: &RootSignature) -> Result<(), TestCaseError> {
    let _ = signature.validate();
    for version in (0..5).map(RootSignatureVersion) {
        let Ok(there) = signature.to_version(version) else {
            continue;
        };
        let bytes = there.signature.to_bytes();
        let bytes = bytes.map_err(|error| TestCaseError::fail(error.to_string()))?;
        let read = RootSignature::parse(&bytes);
        prop_assert_eq!(read.as_ref(), Ok(&there.signature));
        let back = there.signature.to_version(signature.version);
        let back = back.map_err(|obstacles| TestCaseError::fail(format!("{obstacles:?}")))?;
        let again = back.signature.to_version(version).ok();
        prop_assert_eq!(again.map(|again| again.signature), Some(there.signature));
        if version >= signature.version {
            prop_assert_eq!((&back.signature, back.dropped.len()), (signature, 0));
        }
    }
    Ok(())
}

fn typed() -> impl Strategy<Value = FourCC> {
    let typed: Vec<FourCC> = PARTS
        .iter()
        .filter(|part| part.holds.is_some())
        .map(|part| part.fourcc)
        .collect();
    prop::sample::select(typed)
}

/// Counts and offsets are small numbers, so that reading succeeds often.
fn words() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![4 => 0u32..64, 1 => any::<u32>(), 1 => Just(u32::MAX)];
    let bytes = prop::collection::vec(word, 0..80);
    (bytes, prop::collection::vec(any::<u8>(), 0..4)).prop_map(|(words, rest)| {
        words
            .into_iter()
            .flat_map(u32::to_le_bytes)
            .chain(rest)
            .collect()
    })
}

/// The typed parts of the containers in the repository.
fn real() -> Vec<(FourCC, Vec<u8>)> {
    let mut parts = Vec::new();
    for path in tests::containers(&tests::data().join("dxc")) {
        let bytes = std::fs::read(path).unwrap();
        for part in Container::parse(&bytes).unwrap().parts() {
            let is_typed = PARTS
                .iter()
                .any(|known| known.fourcc == part.fourcc && known.holds.is_some());
            // The bytes behind the headers of a large part are copied without being read.
            if is_typed && part.data.len() < 2048 {
                parts.push((part.fourcc, part.data.to_vec()));
            }
        }
    }
    parts
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_survive_or_are_refused(fourcc in typed(), bytes in words()) {
        survives(fourcc, &bytes)?;
    }

    #[test]
    fn damaged_parts_survive_or_are_refused(
        part in prop::sample::select(real()),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let (fourcc, mut bytes) = part;
        for (at, value) in damage {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        survives(fourcc, &bytes)?;
    }
}

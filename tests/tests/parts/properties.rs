//! Tests properties for any bytes of a part: reading them never panics, a value is written back byte for byte, and
//! keeps its meaning in other layouts and versions.
//!
//! Judge: properties: round trips, and references that stay.

use std::fmt::Debug;

use dxc_format::constants::RootSignatureVersion;
use dxc_format::parts::{self, PARTS};
use dxc_format::psv0::{PipelineStateValidation, RuntimeInfo};
use dxc_format::rts0::RootSignature;
use dxc_format::runtime::tables::{LayOut, extend, lay_out_known};
use dxc_format::signature::{Signature, SignatureElement, SignatureLayout};
use dxc_format::{
    Container, ErrorKind, FourCC, Part, PartView, TableStyle,
    types::{BySize, FieldValues, ForgetUnknown, Tables, Unknown},
};
use proptest::prelude::*;

/// Reads, writes and compares a part, and formats every value on the way.
fn survives(fourcc: FourCC, bytes: &[u8]) -> Result<(), TestCaseError> {
    let mut field_values = FieldValues::new(bytes);
    let walked = PartView::walk(fourcc, bytes, &mut field_values);
    let _ = field_values.into_vec();
    match Part::parse(fourcc, bytes) {
        Ok(part) => {
            prop_assert!(walked.is_ok());
            let _ = format!("{part:?}");
            prop_assert_eq!(part.to_bytes(fourcc)?, bytes);
            match &part {
                Part::RootSignature(signature) => converts(signature)?,
                Part::PipelineStateValidation(psv) => {
                    keeps(&**psv, (), of_psv0)?;
                    moves(psv)?;
                }
                Part::Signature(signature) => keeps(signature, (layout(fourcc),), of_signature)?,
                _ => {}
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
    let _ = dxc_shader::root_signature::validate(signature);
    for version in (0..5).map(RootSignatureVersion) {
        let Ok(there) = dxc_shader::root_signature::to_version(signature, version) else {
            continue;
        };
        let read = RootSignature::parse(&there.signature.to_bytes()?);
        prop_assert_eq!(read.as_ref(), Ok(&there.signature));
        let back = dxc_shader::root_signature::to_version(&there.signature, signature.version);
        let back = back.map_err(|obstacles| TestCaseError::fail(format!("{obstacles:?}")))?;
        let again = dxc_shader::root_signature::to_version(&back.signature, version).ok();
        prop_assert_eq!(again.map(|again| again.signature), Some(there.signature));
        if version >= signature.version {
            prop_assert_eq!((&back.signature, back.dropped.len()), (signature, 0));
        }
    }
    Ok(())
}

fn layout(fourcc: FourCC) -> SignatureLayout {
    match fourcc {
        parts::ISG1 | parts::OSG1 | parts::PSG1 => SignatureLayout::MinPrecision,
        parts::OSG5 => SignatureLayout::Stream,
        _ => SignatureLayout::Plain,
    }
}

/// The tables of a value, and the entries that its records reference.
type Referenced = ([Vec<u8>; 2], Vec<String>);

fn of_psv0(psv: &PipelineStateValidation) -> Referenced {
    let name = |name| psv.strings.as_strings().bytes(name);
    let runs = [&psv.inputs, &psv.outputs, &psv.patches_or_primitives];
    let elements = runs.into_iter().flat_map(|run| run.iter());
    let named = elements.map(|element| {
        let indices = element.indices_in(psv);
        format!("{:?} {indices:?}", name(element.name))
    });
    let entry = format!("{:?}", psv.info.entry_name().map(name));
    let numbers = tests::words(&psv.index_table);
    let tables = [psv.strings.0.clone(), numbers];
    (tables, named.chain([entry]).collect())
}

fn of_signature(signature: &Signature) -> Referenced {
    let elements = signature.elements.iter();
    let named = elements.map(|element| signature.names.as_strings().bytes(element.name));
    let named = named.map(|name| format!("{name:?}")).collect();
    ([signature.names.0.clone(), Vec::new()], named)
}

/// Checks that all references stay valid in a new layout, and so do those that unrecognized bytes may have.
fn keeps<T>(value: &T, args: T::Args, look: fn(&T) -> Referenced) -> Result<(), TestCaseError>
where
    T: LayOut + ForgetUnknown + Debug,
    for<'t> &'t T: Tables<'t>,
{
    let (tables, names) = look(value);
    for style in [TableStyle::Dxc, TableStyle::Llvm] {
        let mut extended = value.clone();
        if extend(&mut extended, args, value, style).is_ok() {
            let (extended, same) = look(&extended);
            prop_assert!(
                tables
                    .iter()
                    .zip(extended)
                    .all(|(old, new)| new.starts_with(old))
            );
            prop_assert_eq!(&same, &names);
        }
        let mut laid_out = value.clone();
        match lay_out_known(&mut laid_out, args, style) {
            Ok(()) => {
                let (anew, same) = look(&laid_out);
                prop_assert_eq!(&same, &names);
                for (kept, new) in tables.iter().zip(&anew) {
                    let (known, rest) = kept.split_at(kept.len().min(new.len()));
                    let is_kept = new.starts_with(known)
                        && rest.len() < 4
                        && rest.iter().all(|byte| *byte == 0);
                    prop_assert!(is_kept || value.unknown().is_none());
                }
                // The new layout only depends on the referenced entries, not on the old layout.
                let mut again = laid_out.clone();
                lay_out_known(&mut again, args, style).unwrap();
                prop_assert_eq!(again, laid_out);
            }
            Err(error) => {
                prop_assert_eq!(&laid_out, value);
                if let ErrorKind::MayName { .. } = error.kind() {
                    prop_assert_eq!(Some(error.path().to_owned()), value.unknown());
                    let lost = laid_out.forget_unknown();
                    prop_assert!(!lost.is_empty() || value.unknown() == laid_out.unknown());
                }
            }
        }
    }
    Ok(())
}

/// Checks that a value that was converted to another version can be written and read, and has nothing of a newer
/// version; converting to a newer version and back loses nothing.
fn moves(psv: &PipelineStateValidation) -> Result<(), TestCaseError> {
    let newest = RuntimeInfo::new(u32::MAX).version();
    let own = psv.info.version();
    for version in 0..=newest + 1 {
        let mut moved = psv.clone();
        let lost = moved.set_version(version);
        let mut read = PipelineStateValidation::parse(&moved.to_bytes()?).unwrap();
        prop_assert_eq!(read.info.version(), version.min(newest));
        // Everything except the padding of strings is equal.
        prop_assert!(read.strings.len() - moved.strings.len() < 4);
        read.strings.0.truncate(moved.strings.len());
        prop_assert_eq!(&read, &moved);
        let had_tail = lost.iter().any(|lost| lost.path.ends_with("tail"));
        if version < own || had_tail {
            prop_assert_eq!(moved.unknown(), None);
            let reported = lost.iter().any(|lost| lost.path == "trailing");
            prop_assert_eq!(reported, !psv.trailing.is_empty());
        } else {
            prop_assert_eq!(&moved.trailing, &psv.trailing);
        }
        if version >= own && psv.unknown().is_none() {
            prop_assert_eq!(&lost, &[]);
            // Bytes that no arm of a union reads may belong to a newer version, and are then dropped.
            if moved.unknown().is_none() {
                moved.set_version(own);
                prop_assert_eq!(&moved, psv);
            }
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

/// Random words that are usually small, so that reading counts and offsets succeeds often.
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

/// The typed parts of the containers in the repository, and those that FXC writes.
fn real() -> Vec<(FourCC, Vec<u8>)> {
    let folders = ["dxc", "crafted", "hostile"].map(|folder| tests::data().join(folder));
    let mut parts = vec![
        (parts::RDEF, crate::reflection::built().to_bytes().unwrap()),
        (parts::IFCE, crate::interfaces::by_fxc()),
        (parts::AON9, crate::level9::vertex_shader()),
    ];
    for path in folders.iter().flat_map(|folder| tests::containers(folder)) {
        let bytes = std::fs::read(path).unwrap();
        let container = Container::parse(&bytes);
        for part in container.iter().flat_map(Container::parts) {
            let is_typed = PARTS
                .iter()
                .any(|known| known.fourcc == part.fourcc && known.holds.is_some());
            // The bytes after the headers of a large part are only copied.
            if is_typed && part.data.len() < 2048 {
                parts.push((part.fourcc, part.data.to_vec()));
            }
        }
    }
    parts
}

/// Tests PSV0 of unknown versions: with unrecognized bytes at the end of the part, of its info, and of each resource.
#[test]
fn parts_of_newer_versions_survive() {
    let mut rows = tests::later::resources();
    rows.trailing = vec![1];
    for psv in [tests::later::whole(), tests::later::info(), rows] {
        assert!(psv.unknown().is_some());
        survives(parts::PSV0, &psv.to_bytes().unwrap()).unwrap();
    }
    // A part of an old version with one resource of 17 bytes, of which the version has 16, and with bytes after the
    // last field.
    let info = RuntimeInfo::size_of_version(0);
    let mut bytes = vec![0; 4 + info];
    bytes[0] = u8::try_from(info).unwrap();
    bytes.extend([1, 0, 0, 0, 17, 0, 0, 0]);
    bytes.extend([&[0; 16][..], &[1], &[0, 0]].concat());
    survives(parts::PSV0, &bytes).unwrap();
}

/// A signature whose elements begin after an unrecognized word, which may be the offset of a name.
#[test]
fn names_that_a_newer_signature_may_refer_to_are_kept() {
    let mut signature = Signature::default();
    let mut element = SignatureElement::default();
    signature.names.intern("ONLY_NAMED_FROM_THERE");
    element.name = signature.names.intern("COLOR");
    signature.elements.push(element);
    let mut bytes = signature.to_bytes(SignatureLayout::MinPrecision).unwrap();
    // The offsets of the elements and their names increase by a word.
    bytes.splice(8..8, [44, 0, 0, 0]);
    bytes[4] += 4;
    bytes[12 + 4] += 4;
    let newer = Signature::parse(&bytes, SignatureLayout::MinPrecision).unwrap();
    assert_eq!(newer.unknown().as_deref(), Some("memory"));
    assert_eq!(newer.elements[0].name_in(&newer), Some("COLOR"));
    survives(parts::ISG1, &bytes).unwrap();
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
        damage in prop::collection::vec((any::<prop::sample::Index>(), prop_oneof![0u8..8, any::<u8>()], 0u8..4), 0..6),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let (fourcc, mut bytes) = part;
        for (at, value, how) in damage {
            let at = at.index(bytes.len());
            match how {
                0 => bytes.insert(at, value),
                1 => bytes.extend([value; 4]),
                _ => bytes[at] = value,
            }
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        survives(fourcc, &bytes)?;
    }
}

//! Files that are newer than the crate: unrecognized bytes in a part with tables or versions are kept, or reported.

use std::collections::BTreeSet;

use dxc_format::psv0::{PipelineStateValidation, PipelineStateValidationView, RuntimeInfo};
use dxc_format::signature::{Signature, SignatureLayout};
use dxc_format::{
    BySize, Container, ErrorKind, ForgetUnknown, Lost, Part, Sequence, TableStyle, Unknown,
};
use proptest::prelude::*;

/// A PSV0 of a version that is not known, as it is read.
fn newer() -> PipelineStateValidation {
    let bytes = tests::later::whole().to_bytes().unwrap();
    let view = PipelineStateValidationView::parse(&bytes).unwrap();
    assert_eq!(view.to_value().unknown().as_deref(), Some("info.tail"));
    let psv = view.to_value();
    assert_eq!(psv.index_table, [0, 1]);
    assert_eq!(psv.to_bytes().unwrap(), bytes);
    psv
}

/// The newest version that is known.
fn newest() -> u32 {
    RuntimeInfo::new(u32::MAX).version()
}

#[test]
fn laying_out_a_newer_psv0_is_refused_or_keeps_possible_references() {
    let newer = newer();
    for style in [TableStyle::Dxc, TableStyle::Llvm] {
        let mut laid_out = newer.clone();
        let error = laid_out.lay_out(style).unwrap_err();
        assert_eq!(error.path(), "info.tail");
        assert!(matches!(error.kind(), ErrorKind::MayName { .. }), "{error}");
        assert_eq!(laid_out, newer);
    }
    let mut laid_out = newer.clone();
    laid_out.lay_out(TableStyle::Dxc).unwrap_err();
    insta::assert_snapshot!(laid_out.lay_out(TableStyle::Dxc).unwrap_err());
    let mut extended = newer.clone();
    extended.index_table.intern(&[7]);
    extended.info.set_group_shared_bytes(64).unwrap();
    extended.extend_tables(&newer, TableStyle::Dxc).unwrap();
    assert_eq!(
        (&extended.index_table, &extended.strings),
        (&newer.index_table, &newer.strings)
    );
    assert_eq!(
        (&extended.info.tail, &extended.trailing),
        (&newer.info.tail, &newer.trailing)
    );
}

#[test]
fn a_newer_psv0_moved_to_a_known_version_reports_all_losses() {
    let mut moved = newer();
    let trailing = moved.trailing.len();
    assert!(trailing > 100, "{trailing}");
    let lost = moved.set_version(newest());
    let paths: Vec<&str> = lost.iter().map(|lost| lost.path.as_str()).collect();
    assert_eq!(paths, ["info.tail", "trailing"]);
    assert_eq!(lost[0].to_string(), "info.tail: 01000000");
    assert_eq!(
        (moved.info.version(), moved.unknown(), moved.trailing.len()),
        (newest(), None, 0)
    );
    moved.lay_out(TableStyle::Dxc).unwrap();
    assert_eq!(moved.index_table, [] as [u32; 0]);
    let read = PipelineStateValidation::parse(&moved.to_bytes().unwrap()).unwrap();
    assert_eq!((read.info, read.resources), (moved.info, moved.resources));
}

#[test]
fn unrecognized_bytes_can_be_dropped() {
    let mut psv = newer();
    assert_eq!(psv.forget_unknown().len(), 2);
    psv.lay_out(TableStyle::Dxc).unwrap();
    assert_eq!((psv.info.version(), psv.index_table.len()), (newest(), 0));
}

/// A signature whose elements start behind an unrecognized word, which may be the offset of a name.
#[test]
fn a_newer_signature_keeps_the_names_that_it_may_refer_to() {
    let mut signature = Signature::default();
    let mut element = dxc_format::signature::SignatureElement::default();
    signature.names.intern("ONLY_NAMED_FROM_THERE");
    element.name = signature.names.intern("COLOR");
    signature.elements.push(element);
    let mut bytes = signature.to_bytes(SignatureLayout::MinPrecision).unwrap();
    let mut plain = Signature::parse(&bytes, SignatureLayout::MinPrecision).unwrap();
    plain
        .lay_out(TableStyle::Dxc, SignatureLayout::MinPrecision)
        .unwrap();
    assert_eq!(plain.names.0, b"COLOR\0");
    // The offsets of the elements and their names grow by a word.
    bytes.splice(8..8, [44, 0, 0, 0]);
    bytes[4] += 4;
    bytes[12 + 4] += 4;
    let mut newer = Signature::parse(&bytes, SignatureLayout::MinPrecision).unwrap();
    assert_eq!(
        newer.to_bytes(SignatureLayout::MinPrecision).unwrap(),
        bytes
    );
    assert_eq!(newer.elements[0].name_in(&newer), Some("COLOR"));
    let error = newer
        .lay_out(TableStyle::Dxc, SignatureLayout::MinPrecision)
        .unwrap_err();
    assert_eq!(
        (error.path(), error.kind()),
        ("memory", &ErrorKind::MayName { table: "names" })
    );
    assert_eq!(
        newer.to_bytes(SignatureLayout::MinPrecision).unwrap(),
        bytes
    );
    assert_eq!(newer.forget_unknown()[0].to_string(), "memory: 2c000000");
    newer
        .lay_out(TableStyle::Dxc, SignatureLayout::MinPrecision)
        .unwrap();
    assert_eq!(newer, plain);
}

/// A part with tables: its properties and operations.
trait Tabled: Sequence + Clone + std::fmt::Debug {
    fn lay_out(&mut self, style: TableStyle, args: Self::Args) -> dxc_format::Result<()>;
    fn extend_tables(
        &mut self,
        kept: &Self,
        style: TableStyle,
        args: Self::Args,
    ) -> dxc_format::Result<()>;
    /// All tables, one behind the other.
    fn tables(&self) -> [Vec<u8>; 2];
    /// The references of the records.
    fn names(&self) -> Vec<String>;
}

impl Tabled for PipelineStateValidation {
    fn lay_out(&mut self, style: TableStyle, (): ()) -> dxc_format::Result<()> {
        self.lay_out(style)
    }

    fn extend_tables(&mut self, kept: &Self, style: TableStyle, (): ()) -> dxc_format::Result<()> {
        self.extend_tables(kept, style)
    }

    fn tables(&self) -> [Vec<u8>; 2] {
        let numbers = self
            .index_table
            .iter()
            .flat_map(|number| number.to_le_bytes());
        [self.strings.0.clone(), numbers.collect()]
    }

    fn names(&self) -> Vec<String> {
        let runs = [&self.inputs, &self.outputs, &self.patches_or_primitives];
        let elements = runs.into_iter().flat_map(|run| run.iter());
        let named = elements.map(|element| {
            format!(
                "{:?} {:?}",
                self.strings.as_strings().bytes(element.name),
                element.indices_in(self)
            )
        });
        let entry = self
            .info
            .entry_name()
            .map(|entry| self.strings.as_strings().bytes(entry));
        named.chain([format!("{entry:?}")]).collect()
    }
}

impl Tabled for Signature {
    fn lay_out(&mut self, style: TableStyle, args: Self::Args) -> dxc_format::Result<()> {
        self.lay_out(style, args.0)
    }

    fn extend_tables(
        &mut self,
        kept: &Self,
        style: TableStyle,
        args: Self::Args,
    ) -> dxc_format::Result<()> {
        self.extend_tables(kept, style, args.0)
    }

    fn tables(&self) -> [Vec<u8>; 2] {
        [self.names.0.clone(), Vec::new()]
    }

    fn names(&self) -> Vec<String> {
        let named = self.elements.iter();
        named
            .map(|element| format!("{:?}", self.names.as_strings().bytes(element.name)))
            .collect()
    }
}

/// In a new layout, all references stay valid, and so do those that unrecognized bytes may have.
fn keeps<T: Tabled>(value: &T, args: T::Args) -> Result<(), TestCaseError> {
    for style in [TableStyle::Dxc, TableStyle::Llvm] {
        let mut extended = value.clone();
        if extended.extend_tables(value, style, args).is_ok() {
            for (kept, new) in value.tables().iter().zip(extended.tables()) {
                prop_assert!(new.starts_with(kept));
            }
            prop_assert_eq!(extended.names(), value.names());
        }
        let mut laid_out = value.clone();
        match laid_out.lay_out(style, args) {
            Ok(()) => {
                prop_assert_eq!(laid_out.names(), value.names());
                if value.unknown().is_some() {
                    let padding =
                        |bytes: &[u8]| bytes.len() < 4 && bytes.iter().all(|byte| *byte == 0);
                    for (kept, new) in value.tables().iter().zip(laid_out.tables()) {
                        let known = kept.len().min(new.len());
                        prop_assert!(new.starts_with(&kept[..known]) && padding(&kept[known..]));
                    }
                }
            }
            Err(error) => {
                prop_assert_eq!(&laid_out, value);
                if let ErrorKind::MayName { .. } = error.kind() {
                    prop_assert_eq!(Some(error.path().to_owned()), value.unknown());
                    prop_assert!(
                        !laid_out.forget_unknown().is_empty()
                            || value.unknown() == laid_out.unknown()
                    );
                }
            }
        }
    }
    Ok(())
}

/// Whatever was moved can be written, and holds nothing of a newer version.
fn moves(psv: &PipelineStateValidation) -> Result<(), TestCaseError> {
    for version in 0..=newest() + 1 {
        let mut moved = psv.clone();
        let lost = moved.set_version(version);
        let bytes = moved
            .to_bytes()
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
        let read = PipelineStateValidationView::parse(&bytes);
        prop_assert_eq!(
            read.map(|read| read.info().version()),
            Ok(version.min(newest()))
        );
        let had_tail = lost.iter().any(|lost| lost.path.ends_with("tail"));
        if version < psv.info.version() || had_tail {
            prop_assert_eq!(moved.unknown(), None);
            let reported = lost.iter().any(|lost| lost.path == "trailing");
            prop_assert_eq!(reported, !psv.trailing.is_empty());
        } else {
            prop_assert_eq!(&moved.trailing, &psv.trailing);
        }
    }
    Ok(())
}

/// Records of no known version, in a part of an old one.
#[test]
fn tails_of_records_are_of_a_newer_version_than_any() {
    let info = RuntimeInfo::size_of_version(0);
    let mut bytes = vec![0; 4 + info];
    bytes[0] = u8::try_from(info).unwrap();
    // One resource of 17 bytes, of which version 0 knows 16, and the bytes behind the last field.
    bytes.extend([1, 0, 0, 0, 17, 0, 0, 0]);
    bytes.extend([&[0; 16][..], &[1], &[0, 0]].concat());
    let psv = PipelineStateValidationView::parse(&bytes)
        .unwrap()
        .to_value();
    assert_eq!(psv.trailing, [0, 0]);
    moves(&psv).unwrap();
}

/// A part of a file with some bytes changed, put in or taken out.
fn damaged(seeds: Vec<Vec<u8>>) -> impl Strategy<Value = (usize, Vec<u8>)> {
    let change = (
        any::<prop::sample::Index>(),
        prop_oneof![0u8..8, any::<u8>()],
        0u8..3,
    );
    let seed = 0..seeds.len();
    (seed, prop::collection::vec(change, 0..5)).prop_map(move |(seed, changes)| {
        let mut bytes = seeds[seed].clone();
        for (at, byte, how) in changes {
            let at = at.index(bytes.len());
            match how {
                0 => bytes[at] = byte,
                1 => bytes.extend([byte; 4]),
                _ => bytes.insert(at, byte),
            }
        }
        (seed, bytes)
    })
}

/// The parts of the available files with a FourCC that `is_wanted`.
fn parts(is_wanted: fn(&Part) -> bool) -> (Vec<dxc_format::FourCC>, Vec<Vec<u8>>) {
    let folders = ["dxc", "crafted", "hostile"].map(|folder| tests::data().join(folder));
    let mut found = BTreeSet::new();
    for path in folders.iter().flat_map(|folder| tests::containers(folder)) {
        let bytes = std::fs::read(path).unwrap();
        let Ok(container) = Container::parse(&bytes) else {
            continue;
        };
        for part in container.parts() {
            if Part::parse(part.fourcc, part.data).is_ok_and(|part| is_wanted(&part)) {
                found.insert((part.fourcc.0, part.data.to_vec()));
            }
        }
    }
    let found = found.into_iter();
    found
        .map(|(fourcc, data)| (dxc_format::FourCC(fourcc), data))
        .unzip()
}

#[test]
fn every_part_with_tables_or_versions_from_arbitrary_values() {
    let (fourccs, seeds) =
        parts(|part| matches!(part, Part::PipelineStateValidation(_) | Part::Signature(_)));
    assert!(seeds.len() > 40, "{}", seeds.len());
    let mut config = ProptestConfig::with_cases(4_000);
    config.failure_persistence = None;
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let layouts = |fourcc: dxc_format::FourCC| match &fourcc.0 {
        b"ISG1" | b"OSG1" | b"PSG1" => SignatureLayout::MinPrecision,
        b"OSG5" => SignatureLayout::Stream,
        _ => SignatureLayout::Plain,
    };
    let result = runner.run(&damaged(seeds), |(seed, bytes)| {
        match Part::parse(fourccs[seed], &bytes) {
            Ok(Part::PipelineStateValidation(psv)) => {
                keeps(&*psv, ())?;
                moves(&psv)
            }
            Ok(Part::Signature(signature)) => keeps(&signature, (layouts(fourccs[seed]),)),
            _ => Ok(()),
        }
    });
    result.unwrap();
}

/// A resource with a longer stride in a file of a known version is newer than it says.
#[test]
fn longer_rows_are_of_a_newer_version() {
    let mut psv = tests::later::resources();
    psv.trailing = vec![1];
    assert_eq!(psv.unknown().as_deref(), Some("resources[0].tail"));
    let lost: Vec<Lost> = psv.set_version(psv.info.version());
    assert!(
        lost.iter().any(|lost| lost.to_string() == "trailing: 01"),
        "{lost:?}"
    );
    assert_eq!(psv.unknown(), None);
}

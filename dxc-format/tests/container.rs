//! Containers as a whole: opened, refused, edited, written.
//!
//! Judge: the layouts and digests in files of DXC and FXC, and a digest in Python. No tool judges the messages.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use dxc_format::digest::{self, Digest, Hasher, Verdict};
use dxc_format::header::{Header, PartHeader};
use dxc_format::{Builder, Container, DigestPolicy, Error, ErrorKind, FourCC, types::Fixed};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");

const SFI0: FourCC = FourCC(*b"SFI0");
const HASH: FourCC = FourCC(*b"HASH");
const PRIV: FourCC = FourCC(*b"PRIV");

fn read(path: impl AsRef<Path>) -> Vec<u8> {
    let path = path.as_ref();
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn crafted(name: &str) -> Vec<u8> {
    read(Path::new(DATA).join("crafted").join(name))
}

fn compiled(name: &str) -> Vec<u8> {
    read(Path::new(DATA).join("dxc").join(name))
}

/// The containers in a folder, with their names.
fn containers(folder: impl AsRef<Path>) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| {
        let extension = path.extension().unwrap_or_default();
        extension == "dxil" || extension == "dxbc"
    });
    paths.sort();
    assert!(!paths.is_empty());
    let name = |path: &PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let named = paths.iter().map(|path| (name(path), read(path)));
    named.collect()
}

/// The folder of real files, which are not part of the repository.
fn corpus() -> Option<PathBuf> {
    let corpus = std::env::var_os("DXC_CORPUS").map(PathBuf::from);
    if corpus.is_none() {
        eprintln!("skipped: DXC_CORPUS names no corpus");
    }
    corpus
}

/// Every byte of an unedited container is written back.
#[track_caller]
fn untouched(bytes: &[u8]) -> Container<'_> {
    let container = Container::parse(bytes).unwrap();
    let written = container.to_builder().to_bytes().unwrap();
    assert!(written == bytes, "{container:?}");
    let parts = container.parts();
    assert_eq!(parts.len(), container.parts().count());
    assert_eq!(parts.len(), container.header().part_count as usize);
    assert_eq!(container.as_bytes(), bytes);
    container
}

/// Why the container refuses the file, before any part is read.
#[track_caller]
fn refuse(bytes: &[u8]) -> String {
    let error = Container::parse(bytes).unwrap_err();
    assert_eq!((error.file_offset(), error.part()), (error.offset(), None));
    error.to_string()
}

/// A container, opened; it is never freed, since a test program ends soon.
fn opened(file: Vec<u8>) -> Container<'static> {
    Container::parse(file.leak()).unwrap()
}

/// The container that a builder writes.
#[track_caller]
fn built(builder: &Builder<'_>) -> Container<'static> {
    opened(builder.to_bytes().unwrap())
}

/// The place of a field, from the tables.
fn place(name: &str) -> usize {
    let mut fields = Header::LAYOUT.fields.iter();
    fields.find(|field| field.name == name).unwrap().at
}

fn put(bytes: &mut [u8], at: usize, value: u32) {
    value.encode(&mut bytes[at..]).unwrap();
}

fn entry(index: usize) -> usize {
    Header::SIZE + index * <u32 as Fixed>::SIZE
}

mod lossless {
    use super::*;

    #[test]
    fn compiled_ones() {
        let folders = [
            Some(Path::new(DATA).join("dxc")),
            corpus().map(|corpus| corpus.join("real")),
        ];
        for (_, bytes) in folders.into_iter().flatten().flat_map(containers) {
            untouched(&bytes);
        }
    }

    /// The container lets all others pass: they are written as they were, even if a part of them is broken.
    const REFUSED: &str = "\
bad-magic: header.magic at byte 0x0: expected \"DXBC\", found \"BXBC\"
empty: header at byte 0x0: needs 32 bytes, but 0 remain
file-size-long: header.file_size at byte 0x18: needs 11560 bytes, but 5780 remain
part-count-max: header.part_count at byte 0x1c: needs 17179869180 bytes, but 5748 remain
part-offset-wraps: parts[0].offset at byte 0x20: offset 4294967280 is past the end at 5780
part-size-wraps: parts[6].size at byte 0xbd8: needs 4294967288 bytes, but 2744 remain
short-header: header at byte 0x0: needs 32 bytes, but 31 remain
";

    #[test]
    fn crafted_ones() {
        let mut refused = String::new();
        for (name, bytes) in containers(Path::new(DATA).join("crafted")) {
            match Container::parse(&bytes) {
                Ok(_) => drop(untouched(&bytes)),
                Err(_) => refused += &format!("{name}: {}\n", refuse(&bytes)),
            }
        }
        assert_eq!(refused, REFUSED);
    }

    #[test]
    fn by_whole_builders() {
        for (_, bytes) in containers(Path::new(DATA).join("dxc")) {
            let container = Container::parse(&bytes).unwrap();
            let mut builder = Builder::new();
            for part in container.parts() {
                builder.push(part.fourcc, part.data);
            }
            // Parts that DXC left unsigned stay unsigned.
            if container.digest().is_special() {
                builder.set_digest(DigestPolicy::Exactly(container.digest()));
            }
            // Its layout is the one that new containers get.
            assert!(builder.to_bytes().unwrap() == bytes, "{container:?}");
        }
    }
}

mod digests {
    use super::*;

    #[test]
    fn compiled_by_dxc() {
        let mut unsigned = Vec::new();
        for (name, bytes) in containers(Path::new(DATA).join("dxc")) {
            match Container::parse(&bytes).unwrap().verify_digest() {
                Verdict::Matches => {}
                Verdict::Unsigned => unsigned.push(name),
                verdict => panic!("{name}: {verdict}"),
            }
        }
        let expected = [
            "pdb-full", "pdb-slim", "psv-v0", "psv-v1", "psv-v2", "psv-v3",
        ]
        .map(|kind| format!("vs_basic.{kind}"));
        assert_eq!(unsigned, expected);
    }

    #[test]
    fn real_ones() {
        let Some(corpus) = corpus() else { return };
        let manifest = String::from_utf8(read(corpus.join("real/MANIFEST.tsv"))).unwrap();
        let mut tails = BTreeSet::new();
        for row in manifest.lines().skip(1) {
            let columns: Vec<_> = row.split('\t').collect();
            let (name, digest) = (columns[0], columns[5]);
            let bytes = read(corpus.join("real").join(name));
            let container = Container::parse(&bytes).unwrap();
            let verdict = container.verify_digest();
            match digest {
                "ok" => assert_eq!(verdict, Verdict::Matches, "{name}"),
                "zero" => assert_eq!(verdict, Verdict::Unsigned, "{name}"),
                // The one that the manifest calls bad has the debug variant.
                _ => assert_eq!(verdict, Verdict::Debug, "{name}"),
            }
            tails.insert((container.header().file_size as usize - place("version")) % 64);
        }
        // Both endings, and the shortest and longest tails that files of whole words have.
        assert!(
            [0, 52, 56, 60].iter().all(|tail| tails.contains(tail)),
            "{tails:?}"
        );
    }

    #[test]
    fn verdicts_in_words() {
        let mut bytes = compiled("vs_basic.debug-embedded.dxil");
        let verdict = |bytes: &[u8]| Container::parse(bytes).unwrap().verify_digest().to_string();
        assert_eq!(verdict(&bytes), "matches");
        let at = place("digest");
        let content = &bytes[place("version")..];
        let (retail, debug) = (Digest::of(content), Digest::of_debug(content));
        assert_eq!(Digest::of_file(&bytes), retail);
        let mut with = |digest: Digest| {
            digest.0.encode(&mut bytes[at..]).unwrap();
            verdict(&bytes)
        };
        assert_eq!(with(debug), "matches in its debug variant");
        assert_eq!(with(Digest::UNSIGNED), "unsigned");
        assert_eq!(with(Digest::BYPASS), "bypasses validation");
        assert_eq!(
            with(Digest::PREVIEW_BYPASS),
            "bypasses validation, as a preview"
        );
        assert_eq!(
            with(Digest([7; 16])),
            format!("differs: the content gives {retail}")
        );
    }
}

mod refused {
    use super::*;

    /// The container refuses these files once such numbers are in them.
    #[test]
    fn counts_sizes_and_places_that_the_file_does_not_hold() {
        let (size, count) = (place("file_size"), place("part_count"));
        let textured = compiled("ps_textured.sm60.dxil");
        let near_end = u32::try_from(textured.len() - 7).unwrap();
        let cases: [(_, &[_], _); 4] = [
            (
                crafted("no-parts.dxil"),
                &[(size, 31)],
                "header.file_size at byte 0x18: expected at least 32 bytes, found a size of 31",
            ),
            (
                crafted("no-parts.dxil"),
                &[(size, 32), (count, 1)],
                "header.part_count at byte 0x1c: needs 4 bytes, but 0 remain",
            ),
            (
                textured,
                &[(entry(3), near_end)],
                "parts[3].offset at byte 0x2c: needs 8 bytes, but 7 remain",
            ),
            // Parts cannot be behind `file_size`, even if the file is longer.
            (
                crafted("trailing-bytes.dxil"),
                &[(entry(0), 0x1694)],
                "parts[0].offset at byte 0x20: needs 8 bytes, but 0 remain",
            ),
        ];
        for (mut bytes, numbers, message) in cases {
            for (at, number) in numbers {
                put(&mut bytes, *at, *number);
            }
            assert_eq!(refuse(&bytes), message);
        }
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn a_part_larger_than_its_size_can_say() {
        let bytes = vec![0; 1 << 32];
        let mut builder = Builder::new();
        builder.push(SFI0, [0; 8].as_slice());
        builder.push(PRIV, bytes);
        let error = builder.to_bytes().unwrap_err();
        assert_eq!(error.path(), "parts[1].size");
        assert_eq!(
            error.kind(),
            &ErrorKind::TooLarge {
                value: Some(1 << 32),
                bits: 32
            }
        );
    }
}

mod accepted {
    use super::*;

    #[test]
    fn trailing_bytes() {
        let bytes = crafted("trailing-bytes.dxil");
        let container = untouched(&bytes);
        assert_eq!(container.trailing(), &bytes[0x1694..]);
        assert_eq!(container.verify_digest(), Verdict::Matches);

        let mut builder = container.to_builder();
        builder.remove(HASH).unwrap();
        assert_eq!(built(&builder).trailing(), container.trailing());

        // They are no content: the digest stays, right or wrong.
        let mut builder = container.to_builder();
        builder.set_trailing(Vec::new());
        assert!(builder.trailing().is_empty());
        assert_eq!(builder.to_bytes().unwrap(), &bytes[..0x1694]);
    }

    #[test]
    fn no_parts() {
        let bytes = crafted("no-parts.dxil");
        untouched(&bytes);
        let container = Container::parse(&bytes).unwrap();
        assert!(container.is_empty());
        assert_eq!(container.part(0), None);
        assert_eq!(container.verify_digest(), Verdict::Unsigned);
    }

    #[test]
    fn two_entries_for_one_part() {
        let bytes = crafted("part-offsets-equal.dxil");
        let container = untouched(&bytes);
        assert_eq!(container.part(0), container.part(1));

        // They agree no longer: each gets a place of its own.
        let mut builder = container.to_builder();
        builder.parts_mut()[1].data = vec![9; 8].into();
        let written = built(&builder);
        assert_eq!(written.verify_digest(), Verdict::Matches);
        assert_eq!(written.part(1).unwrap().data, [9; 8]);
        assert_ne!(written.part(0).unwrap().data, [9; 8]);

        // They agree again: so do their places.
        builder.parts_mut()[0].data = vec![9; 8].into();
        let written = built(&builder);
        assert_eq!(written.as_bytes().len(), bytes.len());
        assert_eq!(written.part(0).unwrap().data, [9; 8]);
    }

    #[test]
    fn gaps() {
        let bytes = crafted("gaps.dxil");
        assert_eq!(untouched(&bytes).part(1).unwrap().offset, 0x4f);
    }

    #[test]
    fn equal_and_unknown_fourccs() {
        let bytes = crafted("duplicate-parts.dxil");
        let container = untouched(&bytes);
        let found = container
            .parts()
            .filter(|part| part.fourcc == PRIV)
            .map(|part| part.data.len());
        assert_eq!(found.collect::<Vec<_>>(), [3, 1]);
        assert_eq!(container.find(PRIV).unwrap().data.len(), 3);
        assert_eq!(container.parts().next_back().unwrap().data.len(), 1);

        let bytes = crafted("unknown-part.dxil");
        let container = untouched(&bytes);
        let strange = |fourcc: FourCC| !fourcc.0.iter().all(u8::is_ascii_alphanumeric);
        assert!(container.parts().any(|part| strange(part.fourcc)));
    }

    #[test]
    fn any_version() {
        let builder = Builder::new();
        let version = builder.version();
        assert_eq!((version.major, version.minor), (1, 0));
        let compiled = opened(compiled("ps_textured.sm60.dxil"));
        for mut builder in [builder, compiled.to_builder()] {
            builder.set_version(7, 9);
            let bytes = builder.to_bytes().unwrap();
            let version = untouched(&bytes).header().version;
            assert_eq!((version.major, version.minor), (7, 9));
        }
    }

    #[test]
    fn errors_of_parts_name_the_place() {
        let container = opened(compiled("ps_textured.sm60.dxil"));
        let broken = |_: &[u8]| Err::<(), _>(Error::new(ErrorKind::Unterminated, 2).within("name"));
        let error = container.find_as(SFI0, broken).unwrap_err();
        let part = container.find(SFI0).unwrap();
        assert_eq!(error.part(), Some(SFI0));
        assert_eq!(error.file_offset(), part.offset + PartHeader::SIZE + 2);
        assert_eq!(container.find_as(PRIV, broken), Ok(None));
        assert_eq!(container.find_as(SFI0, |data| Ok(data.len())), Ok(Some(8)));
    }

    #[test]
    fn printed_without_content() {
        let text = format!("{:?}", opened(compiled("ps_textured.sm60.dxil")));
        let is_listed = text.contains("SFI0 at 0x") && text.contains(": 8 bytes");
        assert!(is_listed && text.len() < 1000, "{text}");
    }
}

mod edited {
    use super::*;

    fn fourccs(container: &Container<'_>) -> Vec<FourCC> {
        container.parts().map(|part| part.fourcc).collect()
    }

    #[test]
    fn equal_sizes_keep_the_gaps() {
        let container = opened(crafted("gaps.dxil"));
        let was = container.find(HASH).unwrap();
        let mut builder = container.to_builder();
        let old = builder.replace(HASH, vec![0xee; was.data.len()]).unwrap();
        assert_eq!(old, was.data.into());
        let mut expected = container.as_bytes().to_vec();
        expected[was.data_offset..][..was.data.len()].fill(0xee);
        // The file is unsigned and remains so.
        assert_eq!(builder.to_bytes().unwrap(), expected);

        // Another FourCC makes it another part.
        builder.find_mut(HASH).unwrap().fourcc = PRIV;
        let written = built(&builder);
        let first = written.part(0).unwrap();
        let end = first.data_offset + first.data.len();
        assert_eq!(written.part(1).unwrap().offset, end);
        assert!(written.find(PRIV).is_some());
    }

    #[test]
    fn other_sizes_close_the_gaps() {
        let container = opened(crafted("gaps.dxil"));
        let mut builder = container.to_builder();
        builder.replace(HASH, b"short".as_slice()).unwrap();
        builder.set_digest(DigestPolicy::Recompute);
        let written = built(&builder);
        assert_eq!(written.verify_digest(), Verdict::Matches);
        assert_eq!(written.find(HASH).unwrap().data, b"short");
        let mut end = entry(written.len());
        for (part, was) in written.parts().zip(container.parts()) {
            assert_eq!((part.offset, part.fourcc), (end, was.fourcc));
            assert!(part.fourcc == HASH || part.data == was.data);
            end = part.data_offset + part.data.len();
        }
        assert_eq!(end, written.as_bytes().len());
    }

    #[test]
    fn the_digest_follows_the_content() {
        let container = opened(compiled("ps_textured.sm60.dxil"));
        let mut builder = container.to_builder();
        builder.set(SFI0, vec![1; 8]);
        let with = |builder: &Builder<'_>, policy| {
            let mut builder = builder.clone();
            builder.set_digest(policy);
            let written = built(&builder);
            (written.digest(), written.verify_digest())
        };
        let (computed, verdict) = with(&builder, DigestPolicy::Auto);
        assert_eq!(verdict, Verdict::Matches);
        assert_ne!(computed, container.digest());
        assert_eq!(with(&builder, DigestPolicy::Recompute), (computed, verdict));
        let kept = (container.digest(), Verdict::Differs { computed });
        assert_eq!(with(&builder, DigestPolicy::Keep), kept);
        // A debug digest stays one.
        let mut debug = container.as_bytes().to_vec();
        let content = container.as_bytes().len() - digest::content(container.file()).len();
        let digest = Digest::of_debug(&debug[content..]);
        debug[content - digest.0.len()..content].copy_from_slice(&digest.0);
        let mut of_debug = opened(debug).to_builder();
        of_debug.set(SFI0, vec![1; 8]);
        let (changed, verdict) = with(&of_debug, DigestPolicy::Auto);
        assert_eq!(verdict, Verdict::Debug);
        assert_ne!(changed, digest);
        let recomputed = with(&of_debug, DigestPolicy::Recompute);
        assert_eq!(recomputed, (computed, Verdict::Matches));
        let bypass = DigestPolicy::Exactly(Digest::BYPASS);
        assert_eq!(with(&builder, bypass), (Digest::BYPASS, Verdict::Bypass));
        let (_, verdict) = with(&Builder::new(), DigestPolicy::Keep);
        assert_eq!(verdict, Verdict::Unsigned);

        // Restoring the content restores the digest.
        builder.set(SFI0, container.find(SFI0).unwrap().data);
        assert_eq!(builder.to_bytes().unwrap(), container.as_bytes());
    }

    /// A wrong digest is kept as long as nothing changed.
    #[test]
    fn a_wrong_digest_is_kept() {
        let mut bytes = compiled("ps_textured.sm60.dxil");
        bytes[place("digest")] ^= 1;
        let mut builder = untouched(&bytes).to_builder();
        builder.push(PRIV, b"x".as_slice());
        assert_eq!(built(&builder).verify_digest(), Verdict::Matches);
    }

    #[test]
    fn added_removed_and_reordered() {
        let container = opened(compiled("ps_textured.sm60.dxil"));
        let before = fourccs(&container);
        let len = container.as_bytes().len();
        let mut builder = container.to_builder();

        builder.push(PRIV, b"abc".as_slice());
        builder.insert(1, PRIV, b"d".as_slice());
        builder.insert(usize::MAX, PRIV, Vec::new());
        let written = built(&builder);
        let more = 3 * (4 + PartHeader::SIZE) + 4;
        assert_eq!(written.as_bytes().len(), len + more);
        let mut expected = before.clone();
        expected.insert(1, PRIV);
        expected.extend([PRIV, PRIV]);
        assert_eq!(fourccs(&written), expected);
        assert_eq!(written.verify_digest(), Verdict::Matches);

        assert_eq!(builder.remove(PRIV).unwrap().data.as_bytes().unwrap(), b"d");
        builder.retain(|part| part.fourcc != PRIV);
        assert_eq!(builder.remove(PRIV), None);
        assert_eq!(builder.remove_at(before.len()), None);
        assert_eq!(builder.to_bytes().unwrap(), container.as_bytes());

        builder.move_part(0, usize::MAX).unwrap();
        let written = built(&builder);
        let mut expected = before.clone();
        expected.rotate_left(1);
        assert_eq!(fourccs(&written), expected);
        assert_eq!(written.as_bytes().len(), len);
        assert_eq!(written.verify_digest(), Verdict::Matches);
        builder.move_part(before.len() - 1, 0).unwrap();
        assert_eq!(builder.to_bytes().unwrap(), container.as_bytes());
    }

    #[test]
    fn parts_that_are_not_there() {
        let mut builder = Builder::new();
        let error = builder.replace(SFI0, Vec::new()).unwrap_err();
        let (kind, part) = (error.kind(), error.part());
        assert_eq!((kind, part), (&ErrorKind::NoPart, Some(SFI0)));
        let error = builder.move_part(2, 0).unwrap_err();
        let (kind, path) = (error.kind(), error.path());
        assert_eq!((kind, path), (&ErrorKind::NoPart, "parts[2]"));
        builder.set(SFI0, vec![0; 8]);
        assert_eq!(builder.find(SFI0).unwrap().to_bytes().unwrap().len(), 8);
        assert_eq!(builder.parts().len(), 1);
    }

    /// Parts in an order that is not the directory's keep their places, and so do the bytes between them.
    #[test]
    fn places_out_of_order() {
        let mut swapped = crafted("gaps.dxil");
        let before = opened(swapped.clone());
        let offset = |index| u32::try_from(before.part(index).unwrap().offset).unwrap();
        put(&mut swapped, entry(1), offset(5));
        put(&mut swapped, entry(5), offset(1));
        let container = untouched(&swapped);
        let was = container.part(1).unwrap();
        assert_eq!(was.fourcc, HASH);
        let mut builder = container.to_builder();
        let mut expected = swapped.clone();
        for index in [1, 5] {
            let was = container.part(index).unwrap();
            builder.set(was.fourcc, vec![0xee; was.data.len()]);
            expected[was.data_offset..][..was.data.len()].fill(0xee);
        }
        assert_eq!(builder.to_bytes().unwrap(), expected);
    }

    /// Edited parts are written, unedited parts are borrowed.
    #[test]
    fn nothing_is_copied_that_stays() {
        let bytes = compiled("ps_textured.sm60.dxil");
        let mut builder = Container::parse(&bytes).unwrap().to_builder();
        builder.find_mut(SFI0).unwrap().bytes_mut().unwrap()[0] ^= 1;
        let owned = |part: &&dxc_format::PartEntry<'_>| {
            matches!(
                part.data,
                dxc_format::PartData::Bytes(std::borrow::Cow::Owned(_))
            )
        };
        assert_eq!(builder.parts().iter().filter(owned).count(), 1);
    }
}

mod hostile {
    use super::*;

    fn small() -> Vec<u8> {
        let mut builder = Builder::new();
        builder.push(SFI0, vec![1; 8]);
        builder.push(HASH, vec![2; 20]);
        builder.push(PRIV, vec![3; 3]);
        builder.set_trailing(vec![4; 5]);
        builder.to_bytes().unwrap()
    }

    /// Whatever is let in comes out again, and can be looked at and edited.
    fn exercise(bytes: &[u8]) -> bool {
        if Container::parse(bytes).is_err() {
            return false;
        }
        let container = untouched(bytes);
        signed(container);
        let _ = (format!("{container:?}"), container.verify_digest());
        for index in 0..container.len() {
            let mut builder = container.to_builder();
            builder.parts_mut()[index].bytes_mut().unwrap().fill(0xee);
            let expected = builder.parts()[index].data.clone();
            let written = builder.to_bytes().unwrap();
            let part = Container::parse(&written).unwrap().part(index).unwrap();
            assert_eq!(part.data, expected.as_bytes().unwrap());
            builder.remove_at(index).unwrap();
            let written = builder.to_bytes().unwrap();
            let left = Container::parse(&written).unwrap().len();
            assert_eq!(left, container.len() - 1);
        }
        true
    }

    /// Signed in place, a container keeps its parts, or is refused and left alone; a builder always gives it a digest that
    /// matches.
    fn signed(container: Container<'_>) {
        let parts = |file: &[u8]| {
            let parsed = Container::parse(file).unwrap();
            let parts = parsed.parts().map(|part| (part.fourcc, part.data.to_vec()));
            (parts.collect::<Vec<_>>(), parsed.verify_digest())
        };
        let (expected, _) = parts(container.as_bytes());
        let mut file = container.as_bytes().to_vec();
        let overlaps = container.parts().any(|part| part.offset < 20);
        match digest::sign_in_place(&mut file) {
            Ok(digest) => {
                assert_eq!(Container::parse(&file).unwrap().digest(), digest);
                assert_eq!(
                    (parts(&file), overlaps),
                    ((expected.clone(), Verdict::Matches), false)
                );
            }
            Err(error) => {
                assert_eq!((error.kind(), overlaps), (&ErrorKind::OverDigest, true));
                assert_eq!(file, container.as_bytes());
            }
        }
        let mut builder = container.to_builder();
        builder.set_digest(DigestPolicy::Recompute);
        assert_eq!(
            parts(&builder.to_bytes().unwrap()),
            (expected, Verdict::Matches)
        );
    }

    #[test]
    fn every_truncation() {
        let bytes = small();
        let end = Container::parse(&bytes).unwrap().header().file_size as usize;
        for len in 0..=bytes.len() {
            assert_eq!(exercise(&bytes[..len]), len >= end, "{len}");
        }
    }

    #[test]
    fn every_corruption_of_a_byte() {
        let bytes = small();
        let directory_end = entry(3);
        let parts: Vec<_> = Container::parse(&bytes)
            .unwrap()
            .parts()
            .map(|part| part.offset)
            .collect();
        let headers = parts
            .iter()
            .flat_map(|offset| *offset..offset + PartHeader::SIZE);
        let mut accepted = 0;
        for at in (0..directory_end).chain(headers) {
            for value in 0..=u8::MAX {
                let mut bytes = bytes.clone();
                bytes[at] = value;
                accepted += u32::from(exercise(&bytes));
            }
        }
        assert!(accepted > 0);
    }

    /// A container of 52 bytes with a part over its digest: parts may even overlap the header and the directory.
    #[test]
    fn a_part_over_the_digest() {
        let digest = [0, 0, 0x3049_4653, 8];
        let counts = [1, 52, 1, 12];
        let words: [&[u32]; 4] = [&[0x4342_5844], &digest, &counts, &[0; 4]];
        let words = words.concat().into_iter();
        let mut file: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
        assert!(exercise(&file));
        let error = digest::sign_in_place(&mut file).unwrap_err();
        let message = "parts[0].offset at byte 0x20: the part overlaps the digest in the header";
        assert_eq!(error.to_string(), message);
    }

    /// Any place for three parts, so that they overlap in every way, the header included.
    #[test]
    fn every_overlap() {
        let bytes = small();
        for first in 0..bytes.len() {
            for second in (0..bytes.len()).step_by(3) {
                let mut bytes = bytes.clone();
                put(&mut bytes, entry(0), u32::try_from(first).unwrap());
                put(&mut bytes, entry(2), u32::try_from(second).unwrap());
                exercise(&bytes);
            }
        }
    }
}

#[test]
fn empty_content_has_a_digest() {
    assert_eq!(
        Digest::of(&[]).to_string(),
        "140d60f6b775e2ba4e4abed401b2e9a1"
    );
    assert_eq!(Digest::of_file(&[]), Digest::of(&[]));
}

#[test]
fn chunks_have_the_digest_of_the_whole() {
    let content: Vec<u8> = (0..=255).cycle().take(1000).collect();
    for size in [1, 7, 55, 63, 64, 65, 128, 200, 1000] {
        let mut hasher = Hasher::new();
        content.chunks(size).for_each(|piece| hasher.update(piece));
        assert_eq!(hasher.digest(), Digest::of(&content), "{size}");
        assert_eq!(hasher.debug_digest(), Digest::of_debug(&content), "{size}");
    }
}

/// Computed by an independent implementation in Python, for the bytes 0, 1, 2 and so on.
#[test]
fn a_long_tail_gets_a_separate_block() {
    let known = [
        (
            55,
            "842e55534ba93daa93e94bd5af9b0c03",
            "889e106c57c88d883195e521e107b33f",
        ),
        (
            56,
            "00f9cc964ff2ec81959d4a3f092ce63f",
            "5d82668255fbf6476494f41fdf80dfff",
        ),
        (
            63,
            "4400d428a41d0e75dc98b936693f7bfb",
            "00e607c4fc0f14dea510114aa7662ef4",
        ),
        (
            64,
            "f42eb06ca921c878e435e3b8d4f92b13",
            "bf2bfd4520a2a3a2e30fa7e71a1ebfa0",
        ),
    ];
    for (length, retail, debug) in known {
        let content: Vec<u8> = (0..length).collect();
        assert_eq!(Digest::of(&content).to_string(), retail, "{length}");
        assert_eq!(Digest::of_debug(&content).to_string(), debug, "{length}");
    }
}

#[test]
fn special_values_are_not_digests() {
    // Of a file without content.
    let verdict = |found| Hasher::new().verdict(found);
    assert_eq!(verdict(Digest::UNSIGNED), Verdict::Unsigned);
    assert_eq!(verdict(Digest::BYPASS), Verdict::Bypass);
    assert_eq!(verdict(Digest::PREVIEW_BYPASS), Verdict::PreviewBypass);
    assert_eq!(verdict(Digest::of_debug(&[])), Verdict::Debug);
    let computed = Digest::of(&[]);
    assert_eq!(verdict(Digest([3; 16])), Verdict::Differs { computed });
}

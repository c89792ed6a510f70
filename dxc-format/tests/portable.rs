//! Results that must be equal on machines with narrower or big-endian integers. Nothing here reads a file at run time,
//! so that Miri can emulate each of those machines: CONTRIBUTING.md has the commands.
//!
//! Judge: DXC, by its files, their digests, and the dump `cs_reduce.sm68.psv.txt`.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used)]

use dxc_document::Document;
use dxc_format::digest::Verdict;
use dxc_format::{Container, ErrorKind, Part, PartView, TableStyle};

macro_rules! files {
    ($folder:literal: $($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("data/", $folder, "/", $name)))),*]
    };
}

/// One of each kind of part that DXC writes.
const FILES: &[(&str, &[u8])] = files!("dxc":
    "vs_basic.sm60.dxil",
    "vs_basic.pdb-slim.dxil",
    "cs_reduce.sm68.dxil",
    "hs_patch.sm61.dxil",
    "as_cull.sm65.dxil",
    "lib_workgraph.sm68.dxil",
    "rs_only.v1_0.dxil",
    "rs_only.v1_1.dxil",
);

#[test]
fn parts_are_read_and_written() {
    for (name, file) in FILES {
        let container = Container::parse(file).unwrap();
        assert_eq!(container.to_builder().to_bytes().unwrap(), *file, "{name}");
        for part in container.parts() {
            let place = format!("{name}: {}", part.fourcc);
            let view = PartView::parse(part.fourcc, part.data).unwrap();
            let value = Part::parse(part.fourcc, part.data).unwrap();
            assert_eq!(
                view.is_typed(),
                !matches!(value, Part::Opaque(_)),
                "{place}"
            );
            assert_eq!(value.to_bytes(part.fourcc).unwrap(), part.data, "{place}");
        }
    }
}

/// Offsets, sizes and counts are computed here, and were computed by DXC there.
#[test]
fn a_new_layout_has_the_same_value() {
    for (name, file) in FILES {
        for part in Container::parse(file).unwrap().parts() {
            let mut value = Part::parse(part.fourcc, part.data).unwrap();
            value.forget_layout();
            let bytes = value.to_bytes(part.fourcc).unwrap();
            let again = Part::parse(part.fourcc, &bytes).unwrap();
            assert_eq!(again, value, "{name}: {}", part.fourcc);
        }
    }
}

/// Numbers of each width, of which DXC's dump of the file has some.
#[test]
fn numbers_are_read_as_they_were_written() {
    let file = FILES
        .iter()
        .find(|(name, _)| *name == "cs_reduce.sm68.dxil");
    let container = Container::parse(file.unwrap().1).unwrap();
    let info = container.psv0().unwrap().unwrap().info();
    let [x, y, z] = [
        info.num_threads_x(),
        info.num_threads_y(),
        info.num_threads_z(),
    ]
    .map(Option::unwrap);
    let dump = include_str!("data/dxc/cs_reduce.sm68.psv.txt");
    assert!(dump.contains(&format!("NumThreads=({x},{y},{z})")));
    let header = container.header();
    assert_eq!((header.version.major, header.version.minor), (1, 0));
    assert_eq!(header.file_size as usize, container.as_bytes().len());
}

/// DXC signs all containers except those inside of PDB files.
#[test]
fn digests_match() {
    // Miri takes its time for each round of MD5.
    for (name, file) in FILES.iter().filter(|(_, file)| file.len() < 4000) {
        let verdict = Container::parse(file).unwrap().verify_digest();
        let expected = if name.contains("pdb") {
            Verdict::Unsigned
        } else {
            Verdict::Matches
        };
        assert_eq!(verdict, expected, "{name}");
    }
}

/// Sums of 32 bits that leave 32 bits.
#[test]
fn overflows_are_refused() {
    const WRAP: &[(&str, &[u8])] = files!("crafted":
        "part-offset-wraps.dxil",
        "part-size-wraps.dxil",
        "part-count-max.dxil",
        "file-size-long.dxil",
    );
    for (name, file) in WRAP {
        let error = Container::parse(file).unwrap_err();
        assert!(error.offset() <= file.len(), "{name}: {error}");
    }
    const COUNTS: &[(&str, &[u8])] = files!("crafted":
        "psv-resource-count-max.dxil",
        "rts0-param-count-max.dxil",
    );
    for (name, file) in COUNTS {
        let container = Container::parse(file).unwrap();
        let refused = container
            .parts()
            .find_map(|part| PartView::parse(part.fourcc, part.data).err())
            .unwrap();
        let is_size = matches!(
            refused.kind(),
            ErrorKind::Truncated { .. } | ErrorKind::Outside { .. } | ErrorKind::TooLarge { .. }
        );
        assert!(is_size, "{name}: {refused}");
    }
}

#[test]
fn documents_come_back() {
    let (_, file) = FILES.last().unwrap();
    let document = Document::of(&Container::parse(file).unwrap()).unwrap();
    assert_eq!(document.to_bytes(TableStyle::Dxc).unwrap(), *file);
}

//! Tests real containers: values are written back byte for byte, and every byte belongs to a field.
//!
//! Judge: a round trip to the same bytes, and `crafted/EXPECT.tsv`, which was written by hand.

use std::collections::BTreeMap;
use std::path::Path;

use dxc_format::{Container, Part, PartView, Result, parts};

/// The container in which each part is written from its owned value.
fn rewrite(container: &Container<'_>) -> Result<Vec<u8>> {
    let mut builder = container.to_builder();
    for (index, part) in container.parts().enumerate() {
        builder.set_part_at(index, Part::parse(part.fourcc, part.data)?)?;
    }
    builder.to_bytes()
}

#[test]
fn containers_survive_their_typed_values() {
    for (path, container) in tests::each_container() {
        assert!(
            rewrite(&container).unwrap() == container.as_bytes(),
            "{path}"
        );
    }
}

#[test]
fn every_byte_of_a_typed_part_is_some_field() {
    for (path, container) in tests::each_container() {
        for part in container.parts() {
            let mut field_values = tests::field_values(part.fourcc, part.data);
            // Placed data may be in any order, and may be shared.
            let is_placed = [parts::RDEF, parts::IFCE].contains(&part.fourcc);
            if is_placed {
                field_values.sort_by_key(|field_value| (field_value.offset(), field_value.size()));
            }
            let mut at = 0;
            for field_value in field_values {
                let place = format!("{path} {} {}", part.fourcc, field_value.path());
                if is_placed {
                    let gap = part.data.get(at..field_value.offset()).unwrap_or_default();
                    assert!(gap.iter().all(|byte| *byte == 0xab), "{place}");
                    at = at.max(field_value.offset() + field_value.size());
                } else {
                    assert_eq!(field_value.offset(), at, "{place}");
                    at += field_value.size();
                }
            }
            assert_eq!(at, part.data.len(), "{path} {}", part.fourcc);
        }
    }
}

/// The debug output of a view has its fields, not their offsets.
#[test]
fn views_are_printed_as_their_values() {
    for part in tests::open("dxc/vs_basic.sm60.dxil").parts() {
        let view = PartView::parse(part.fourcc, part.data).unwrap();
        if view.is_typed() {
            let value = view.to_value();
            assert_eq!(format!("{view:?}"), format!("{value:?}"), "{}", part.fourcc);
        }
    }
}

/// The entry of each crafted container in `EXPECT.tsv`.
#[test]
fn crafted_containers_are_kept_or_refused_as_expected() {
    let expected = String::from_utf8(tests::read("crafted/EXPECT.tsv")).unwrap();
    let mut outcomes = BTreeMap::new();
    for row in expected.lines().skip(1) {
        let [file, expect, why] = row.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let bytes = tests::read(&format!("crafted/{file}"));
        let outcome = match Container::parse(&bytes).and_then(|container| rewrite(&container)) {
            Ok(written) if written == bytes => "lossless",
            Ok(_) => panic!("{file} came back changed: {why}"),
            Err(_) => "refuse",
        };
        assert!(
            expect == "either" || expect == outcome,
            "{file}: expected {expect} ({why}), but {outcome}"
        );
        *outcomes.entry(outcome).or_insert(0) += 1;
    }
    assert_eq!(
        outcomes.into_iter().collect::<Vec<_>>(),
        [("lossless", 14), ("refuse", 20)]
    );
}

/// Truncating a container or changing any byte of its header parts never panics; readable ones are written back
/// unchanged.
#[test]
fn damaged_containers_never_panic() {
    let rewrite = |bytes: &[u8]| rewrite(&Container::parse(bytes)?);
    let bytes = tests::read("dxc/vs_basic.psv-v0.dxil");
    let headers = 0x257 + 64;
    for at in 0..headers {
        let _ = rewrite(&bytes[..at]);
        for value in [0, 1, 0x7f, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[at] = value;
            if let Ok(written) = rewrite(&damaged) {
                assert!(written == damaged, "byte {at:#x} set to {value:#x}");
            }
        }
    }
}

#[test]
fn the_repository_holds_every_container_of_the_project() {
    let Some(corpus) = tests::corpus("dxc") else {
        return;
    };
    let names = |folder: &Path| -> Vec<_> {
        tests::containers(folder)
            .iter()
            .map(|path| path.file_name().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names(&corpus), names(&tests::data().join("dxc")));
}

//! Tests small files whose offsets reference the same bytes repeatedly: the results stay small.
//!
//! Judge: a property: the output is bounded, and parts that were not edited keep their bytes.

use dxc_document::Document;
use dxc_format::{Container, DigestPolicy, Limits, parts, private_data::PrivateData};
use tests::stairs;

/// A container whose directory has this many entries for one part of this size.
fn one_part(entries: u32, size: usize) -> Vec<u8> {
    tests::aliased(entries, parts::PRIV, &vec![7; size])
}

/// Parts that share bytes are written unchanged; in a new layout, each has its own bytes, up to the limit.
#[test]
fn parts_that_multiply_are_laid_out_within_the_limit() {
    for file in [one_part(23_000, 92_000), stairs(20_000, parts::PRIV)] {
        let container = Container::parse(&file).unwrap();
        let mut builder = container.to_builder();
        assert_eq!(builder.to_bytes().unwrap(), file);

        builder.replace(parts::PRIV, b"mine".as_slice()).unwrap();
        let error = builder.to_bytes().unwrap_err();
        let output = Limits::of_input(file.len() + b"mine".len()).output;
        assert_eq!(tests::limit_of(&error), Some(("output", output)));
        assert!(error.to_string().starts_with("parts: needs "), "{error}");
        assert!(Document::of(&container).is_err());
    }
}

/// Parts that share bytes are kept unchanged; each edited part gets its own bytes, up to the limit.
#[test]
fn parts_that_multiply_are_edited_within_the_limit() {
    for file in [one_part(23_000, 92_000), stairs(20_000, parts::PRIV)] {
        let container = Container::parse(&file).unwrap();
        let kept = container.rewrite(DigestPolicy::Keep, |part, out| out.keep(part));
        assert!(kept.unwrap() == file);

        let edited = container.rewrite(DigestPolicy::Keep, |part, out| {
            out.edit(part, |_: &mut PrivateData| Ok(()))
        });
        let error = edited.unwrap_err();
        let claims = Limits::of_input(file.len()).claims;
        assert_eq!(tests::limit_of(&error), Some(("claims", claims)));
        assert_eq!(error.part(), Some(parts::PRIV));
    }
}

/// Bytes that the caller adds count as input, whatever the source's length. The caller may also set other limits.
#[test]
fn the_limit_of_a_builder_is_computed_from_its_input() {
    let file = one_part(200, 8192);
    let container = Container::parse(&file).unwrap();
    let mut builder = container.to_builder();
    builder.remove_at(0);
    assert!(199 * 8192 > Limits::of_input(file.len()).output);
    assert!(builder.to_bytes().is_err());
    let mut larger = builder.clone();
    larger.push(parts::PRIV, vec![1; 32 << 10]);
    assert!(199 * 8192 < Limits::of_input(file.len() + (32 << 10)).output);
    let larger = tests::opened(larger.to_bytes().unwrap());
    assert_eq!(container.len(), larger.len());

    builder.set_limits(Limits::NONE);
    let edited = tests::opened(builder.to_bytes().unwrap());
    assert!(edited.parts().all(|part| part.data == [7; 8192]));
    let (mut memory, mut output) = (Limits::NONE, Limits::NONE);
    let less = file.len() as u64 - 1;
    (memory.memory, output.output) = (less, less);
    for (name, limits) in [("memory", memory), ("output", output)] {
        let mut builder = container.to_builder();
        builder.set_limits(limits);
        let error = builder.to_bytes().unwrap_err();
        assert_eq!(tests::limit_of(&error), Some((name, less)));
    }
}

/// A builder writes a container as large as its limit: one that is unchanged, one with other bytes, and one with a value,
/// whose size is not known before it is written.
#[test]
fn a_builder_writes_up_to_its_limit() {
    let bytes = tests::one_value(parts::ISG1, tests::named_alike(3, 9));
    let container = Container::parse(&bytes).unwrap();
    let mut with_bytes = container.to_builder();
    with_bytes.push(parts::PRIV, vec![1; 100]);
    let mut with_value = container.to_builder();
    with_value
        .set_part(parts::ISG1, tests::named_alike(5, 20))
        .unwrap();
    for builder in [container.to_builder(), with_bytes, with_value] {
        let len = builder.to_bytes().unwrap().len() as u64;
        for (output, is_written) in [(len, true), (len - 1, false)] {
            let (mut limits, mut builder) = (Limits::NONE, builder.clone());
            limits.output = output;
            builder.set_limits(limits);
            let written = builder.to_bytes();
            assert_eq!(written.is_ok(), is_written, "{len}");
            if let Err(error) = written {
                assert_eq!(tests::limit_of(&error), Some(("output", output)));
            }
        }
    }
}

/// 500 elements with the same name of 64 KiB; `document_limits` judges their document.
#[test]
fn names_that_multiply_are_not_shown() {
    let bytes = tests::one_value(parts::ISG1, tests::named_alike(500, 1 << 16));
    let container = Container::parse(&bytes).unwrap();
    let data = container.find(parts::ISG1).unwrap().data;
    let field_values = tests::field_values(parts::ISG1, data);
    let shown: usize = field_values
        .iter()
        .map(|field_value| field_value.value().len())
        .sum();
    assert!(shown < 16 * bytes.len(), "{shown}");
}

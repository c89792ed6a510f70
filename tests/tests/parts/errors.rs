//! The texts of error messages.

use dxc_format::features::FeatureInfo;
use dxc_format::rdat::RuntimeDataView;
use dxc_format::srci::{Compression, PdbInfoPart, SourceSectionContent};
use dxc_format::{Builder, Container, Error, ErrorKind, FourCC, Packed, Part, parts, pdb};

/// The message and the field of an error.
fn said<T>(result: Result<T, Error>) -> String {
    match result {
        Ok(_) => panic!("it is right"),
        Err(error) => match error.path() {
            "" => error.kind().to_string(),
            path => format!("{path}: {}", error.kind()),
        },
    }
}

#[test]
fn parts_that_do_not_go_there() {
    let mut builder = Builder::new();
    let wrong = builder.set_part(parts::RTS0, FeatureInfo::default());
    assert_eq!(said(wrong), "the FourCC does not belong to this type");
    let missing = builder.set_part_at(3, FeatureInfo::default());
    assert_eq!(said(missing), "parts[3]: no such part");
    assert_eq!(said(builder.move_part(0, 1)), "parts[0]: no such part");
}

/// An error of a whole part, or of compressed data in it, has no offset.
#[test]
fn errors_that_are_at_no_byte_name_none() {
    let mut builder = Builder::new();
    let wrong = builder.set_part(parts::RTS0, FeatureInfo::default());
    assert_eq!(
        wrong.unwrap_err().to_string(),
        "RTS0: the FourCC does not belong to this type"
    );
    let missing = builder.replace(parts::PRIV, b"".as_slice());
    assert_eq!(missing.unwrap_err().to_string(), "PRIV: no such part");
    let missing = builder.move_part(0, 1);
    assert_eq!(missing.unwrap_err().to_string(), "parts[0]: no such part");
    assert_eq!(
        pdb::container(b"DXBC").unwrap_err().to_string(),
        "the PDB cannot be read: it does not begin as one"
    );
    let bomb = std::fs::read(tests::data().join("hostile/sources-bomb.dxil")).unwrap();
    let sources = Container::parse(&bomb).unwrap().sources();
    assert_eq!(
        sources.unwrap_err().to_string(),
        "SRCI: sections[1].content.entries: needs 268435472 bytes, but `Limits::unpacked` is 16694272; a larger limit allows it"
    );
}

/// An error in decompressed bytes has no offset in the file; its path leads into the decompressed data.
#[test]
fn errors_in_decompressed_bytes_have_no_offset() {
    let file = std::fs::read(tests::data().join("dxc/vs_basic.pdb-full.dxil")).unwrap();
    let mut info = Container::parse(&file)
        .unwrap()
        .srci()
        .unwrap()
        .unwrap()
        .to_value();
    for section in &mut info.sections {
        if let SourceSectionContent::Contents(contents) = &mut section.content {
            contents.pack(Packed::new(vec![0; 10], Compression::Zlib).unwrap());
        }
    }
    let of_srci = sources_of(parts::SRCI, info.into());
    assert_eq!(
        of_srci.to_string(),
        "SRCI: sections[1].content.entries.texts[0].content_size: needs 4 bytes, but 2 remain"
    );
    assert_eq!((of_srci.offset(), of_srci.file_offset()), (0, 44));

    // A table of one record that names a list of one source, which is not there; then a directory that ends early.
    let words =
        |words: &[u32]| -> Vec<u8> { words.iter().flat_map(|word| word.to_le_bytes()).collect() };
    let lists = [0x10, 2, 16, 32, 2, 8, 1, 7];
    let infos = [0x10001, 52, 1, 44, 0, u32::MAX, u32::MAX];
    let tables = [
        words(&[&lists[..], &infos, &[0; 8]].concat()),
        words(&[0x10, 2, 16, 5000, 2, 0]),
    ];
    let said = tables.map(|tables| {
        let mut part = PdbInfoPart::default();
        part.pack(Packed::new(tables, Compression::Zlib).unwrap());
        sources_of(parts::PDBI, part.into()).to_string()
    });
    assert_eq!(
        said,
        [
            "PDBI: data.tables[1].table.content.rows[0].sources: offset 7 is past the end at 0",
            "PDBI: data.tables[1].table: offset 5000 is past the end at 24",
        ]
    );
}

/// Why the sources of a container of one part cannot be read.
fn sources_of(fourcc: FourCC, part: Part) -> Error {
    let mut builder = Builder::new();
    builder.set_part(fourcc, part).unwrap();
    let file = builder.to_bytes().unwrap();
    Container::parse(&file).unwrap().sources().unwrap_err()
}

/// A value that reading refuses cannot be written.
#[test]
fn a_name_that_is_in_no_table() {
    let file = std::fs::read(tests::data().join("dxc/vs_basic.sm60.dxil")).unwrap();
    let container = Container::parse(&file).unwrap();
    let mut signature = container.isg1().unwrap().unwrap().to_value();
    let len = signature.names.len();
    let last = signature.elements.len() - 1;
    signature.elements[last].name = u32::try_from(len).unwrap();
    let mut builder = container.to_builder();
    builder.set_part(parts::ISG1, signature.clone()).unwrap();
    assert_eq!(
        said(builder.to_bytes()),
        format!("elements[{last}].name: offset {len} is outside the string table")
    );
    signature.names.0.extend_from_slice(b"X");
    builder.set_part(parts::ISG1, signature.clone()).unwrap();
    assert_eq!(
        said(builder.to_bytes()),
        format!("elements[{last}].name: expected a NUL at the end of the string")
    );
    signature.names.0.push(0);
    builder.set_part(parts::ISG1, signature).unwrap();
    assert!(
        Container::parse(&builder.to_bytes().unwrap())
            .unwrap()
            .isg1()
            .is_ok()
    );
}

#[test]
fn compressed_data() {
    let packed = |compression, size| Packed {
        stored: b"no zlib at all".into(),
        compression,
        size,
    };
    assert_eq!(
        said(packed(Compression::Zlib, 9).unpack()),
        "the compressed data is damaged, or does not decompress to 9 bytes"
    );
    assert_eq!(
        said(packed(Compression(7), 9).unpack()),
        "unknown compression method 7"
    );
}

#[test]
fn a_pdb_that_is_none() {
    assert_eq!(
        said(pdb::container(b"DXBC")),
        "the PDB cannot be read: it does not begin as one"
    );
}

/// A table with many references, in a container, so that the offset is that of the file.
#[test]
fn a_part_that_multiplies() {
    let words = [0x10, 30].into_iter().chain([128; 30]).chain([5, 400]);
    let words = words.chain([7; 100]);
    let part: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
    assert!(RuntimeDataView::parse(&part).is_err());
    let mut builder = Builder::new();
    builder.push(parts::RDAT, part);
    let bytes = builder.to_bytes().unwrap();
    let error = Container::parse(&bytes).unwrap().rdat().unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::Aliased);
    assert!(
        error
            .to_string()
            .ends_with("overlapping references exceed the size limit"),
        "{error}"
    );
    assert_eq!(format!("{error:?}"), format!("Error({error})"));
}

/// A text with a NUL would end there when it is read.
#[test]
fn a_text_that_would_end_before_its_end() {
    let mut definitions = dxc_format::rdef::ResourceDefinitions::default();
    definitions.creator = "a\0b".into();
    let error = Part::from(definitions).to_bytes(parts::RDEF).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::NulWithin);
    assert!(
        error
            .to_string()
            .ends_with("expected no NUL before the end of the string"),
        "{error}"
    );
}

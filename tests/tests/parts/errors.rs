//! Tests the texts of error messages.
//!
//! No tool judges the messages. New ones are read by hand.

use dxc_format::features::FeatureInfo;
use dxc_format::signature::Signature;
use dxc_format::srci::{Compression, PdbInfoPart, SourceSectionContent};
use dxc_format::{Builder, Error, FourCC, Part, parts, pdb, types::Compressed};
use tests::words;

/// An error of a whole part, or of compressed data in it, has no offset.
#[test]
fn errors_that_are_at_no_byte_name_none() {
    let mut builder = Builder::new();
    let info = FeatureInfo::default;
    let bomb = tests::open("hostile/sources-bomb.dxil");
    let errors = [
        builder.set_part(parts::RTS0, info()).unwrap_err(),
        builder.set_part_at(3, info()).unwrap_err(),
        builder.replace(parts::PRIV, b"".as_slice()).unwrap_err(),
        builder.move_part(0, 1).unwrap_err(),
        pdb::container(b"DXBC").unwrap_err(),
        dxc_shader::sources(&bomb).unwrap_err(),
    ];
    let expected = [
        "RTS0: the FourCC does not belong to this type",
        "parts[3]: no such part",
        "PRIV: no such part",
        "parts[0]: no such part",
        "the PDB cannot be read: it does not begin as one",
        "SRCI: sections[1].content.entries: needs 268435472 bytes, but `Limits::unpacked` is 16694272; a larger limit allows it",
    ];
    assert_eq!(errors.each_ref().map(ToString::to_string), expected);
    assert_eq!(format!("{:?}", errors[1]), format!("Error({})", errors[1]));
}

/// An error in decompressed bytes has no offset in the file; its path leads into the decompressed data.
#[test]
fn errors_in_decompressed_bytes_have_no_offset() {
    let container = tests::open("dxc/vs_basic.pdb-full.dxil");
    let mut info = container.srci().unwrap().unwrap().to_value();
    for section in &mut info.sections {
        if let SourceSectionContent::Contents(contents) = &mut section.content {
            contents.pack(Compressed::new(vec![0; 10], Compression::Zlib).unwrap());
        }
    }
    let of_srci = sources_of(parts::SRCI, info.into());
    assert_eq!(
        of_srci.to_string(),
        "SRCI: sections[1].content.entries.texts[0].content_size: needs 4 bytes, but 2 remain"
    );
    assert_eq!((of_srci.offset(), of_srci.file_offset()), (0, 44));

    // A table of one record that references a list of one source, which is missing; then a directory that ends early.
    let info = [1, 44, 0, u32::MAX, u32::MAX, 0, 0, 0, 0, 0, 0, 0, 0];
    let tables = [
        tests::runtime_data(&[(2, words(&[1, 7])), (0x10001, words(&info))]),
        words(&[0x10, 2, 16, 5000, 2, 0]),
    ];
    let said = tables.map(|tables| {
        let mut part = PdbInfoPart::default();
        part.pack(Compressed::new(tables, Compression::Zlib).unwrap());
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

/// The error of reading the sources of a container with one part.
fn sources_of(fourcc: FourCC, part: Part) -> Error {
    let container = tests::opened(tests::one_value(fourcc, part));
    dxc_shader::sources(&container).unwrap_err()
}

/// A value that reading refuses cannot be written.
#[test]
fn a_name_that_is_in_no_table() {
    let container = tests::open("dxc/vs_basic.sm60.dxil");
    let mut signature = container.isg1().unwrap().unwrap().to_value();
    let len = signature.names.len();
    let last = signature.elements.len() - 1;
    signature.elements[last].name = u32::try_from(len).unwrap();
    let written = |signature: &Signature| {
        let mut builder = container.to_builder();
        builder.set_part(parts::ISG1, signature.clone()).unwrap();
        let written = builder.to_bytes();
        written.map_err(|error| format!("{}: {}", error.path(), error.kind()))
    };
    let outside = format!("elements[{last}].name: offset {len} is outside the string table");
    assert_eq!(written(&signature), Err(outside));
    signature.names.0.extend_from_slice(b"X");
    let open = format!("elements[{last}].name: expected a NUL at the end of the string");
    assert_eq!(written(&signature), Err(open));
    signature.names.0.push(0);
    assert!(tests::opened(written(&signature).unwrap()).isg1().is_ok());
}

#[test]
fn compressed_data() {
    let refused = |compression| {
        let stored = b"no zlib at all".into();
        let packed = Compressed {
            stored,
            compression,
            size: 9,
        };
        packed.unpack().unwrap_err().kind().to_string()
    };
    let damaged = "the compressed data is damaged, or does not decompress to 9 bytes";
    assert_eq!(refused(Compression::Zlib), damaged);
    assert_eq!(refused(Compression(7)), "unknown compression method 7");
}

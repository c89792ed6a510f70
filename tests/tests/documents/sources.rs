//! Tests SRCI in documents: it is readable, can be edited as text, and is rebuilt without changes.
//!
//! Judge: a round trip to the same bytes, and the HLSL that DXC embedded. No tool judges the form of odd sections.

use dxc_format::parts;
use dxc_format::srci::{Compression, SourceSection, SourceSectionContent, SourceSectionKind};
use dxc_shader::sources::{SourceFile, Sources};

use super::mistakes::golden;
use super::{built, yaml};

/// The document of a container that has only this part.
fn document(part: impl Into<dxc_format::Part>) -> (Vec<u8>, String) {
    let bytes = tests::one_value(parts::SRCI, part);
    let document = yaml(&bytes);
    (bytes, document)
}

/// The sources that DXC embeds, in a file with its debug information.
fn sources() -> dxc_format::srci::SourceInfo {
    let container = tests::open("dxc/vs_basic.pdb-full.dxil");
    container.srci().unwrap().unwrap().to_value()
}

#[test]
fn texts_can_be_read_and_edited() {
    let (bytes, yaml) = document(sources());
    assert!(
        yaml.contains("\n          cbuffer Frame : register(b0)"),
        "{yaml}"
    );
    // DXC compresses differently than this library.
    assert!(
        yaml.contains("\n      Compressed:\n        Base64: |\n          eA"),
        "{yaml}"
    );
    assert_eq!(built(&yaml).unwrap(), bytes);

    let edited = built(&yaml.replace("cbuffer Frame", "cbuffer Scene")).unwrap();
    let read = dxc_shader::sources(&tests::opened(edited))
        .unwrap()
        .unwrap();
    let text = &read.files[0].text;
    assert!(text.starts_with("cbuffer Scene : register(b0)"), "{text}");
    assert_eq!(read.argument("T"), Some("vs_6_0"));
}

#[test]
fn ours_needs_no_stored_bytes() {
    let container = tests::open("dxc/vs_basic.pdb-full.dxil");
    let read = dxc_shader::sources(&container).unwrap().unwrap();
    for compression in [Compression::None, Compression::Zlib] {
        let (bytes, yaml) = document(read.to_source_info(compression).unwrap());
        assert!(!yaml.contains("Compressed:"), "{yaml}");
        assert_eq!(built(&yaml).unwrap(), bytes);
    }
}

/// Small texts that decompress to large ones stay compressed.
#[test]
fn bombs_are_not_unpacked() {
    let bomb = SourceFile {
        name: "bomb.hlsl".into(),
        text: " ".repeat(1 << 20),
    };
    let mut read = Sources::default();
    read.files.push(bomb);
    let (bytes, yaml) = document(read.to_source_info(Compression::Zlib).unwrap());
    assert!(bytes.len() < 2000 && yaml.len() < 10_000, "{}", yaml.len());
    assert!(
        yaml.contains("\n      Entries:\n        Base64: |\n          eJ"),
        "{yaml}"
    );
    assert_eq!(built(&yaml).unwrap(), bytes);
}

/// Data that LLVM's form cannot express has the form of the schema, or is stored as bytes.
#[test]
fn nothing_is_lost() {
    let whole = sources();
    let contents = |change: fn(&mut dxc_format::srci::SourceContents)| {
        let mut sources = whole.clone();
        let mut sections = sources.sections.iter_mut();
        let contents = sections.find_map(|section| match &mut section.content {
            SourceSectionContent::Contents(contents) => Some(contents),
            _ => None,
        });
        change(contents.unwrap());
        sources
    };
    let sections = |change: fn(&mut Vec<SourceSection>)| {
        let mut sources = whole.clone();
        change(&mut sources.sections);
        sources
    };
    for (sources, is_grouped) in [
        (sections(|all| all.swap(0, 1)), false),
        (sections(|all| all.push(all[2].clone())), false),
        (sections(|all| all[2].kind = SourceSectionKind(9)), false),
        (sections(|all| all.truncate(1)), true),
        (sections(Vec::clear), true),
        (contents(|contents| contents.entries[9] ^= 1), true),
        (contents(|contents| contents.count = 2), true),
        (contents(|contents| contents.uncompressed_size -= 1), true),
        (
            contents(|contents| contents.compression = Compression(7)),
            true,
        ),
        (
            contents(|contents| contents.compression = Compression::None),
            true,
        ),
    ] {
        let mut sources = sources;
        if let Some(SourceSection { kind, content, .. }) = sources.sections.get_mut(2)
            && kind.0 == 9
        {
            *content = SourceSectionContent::Other(vec![1, 2, 3, 4]);
        }
        let (bytes, yaml) = document(sources);
        assert_eq!(yaml.contains("    Sections:\n"), !is_grouped, "{yaml}");
        assert_eq!(built(&yaml).unwrap(), bytes, "{yaml}");
    }
}

#[test]
fn mistakes_have_their_places() {
    golden("mistakes_in_sources");
}

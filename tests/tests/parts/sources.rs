//! Tests that the sources and arguments that debug builds embed are the files that were compiled.
//!
//! Judge: the HLSL that DXC embedded, SECURITY.md for limits, and bash for command lines. PDBI was put together by hand.

use dxc_format::rdat::{RuntimeData, RuntimeDataContent, RuntimeDataKind};
use dxc_format::srci::{
    Compression, PdbInfoPart, PdbInfoPartView, SourceContents, SourceInfo, SourceInfoView,
    SourceSectionContent, SourceSectionContentView, SourceTexts,
};
use dxc_format::{
    Container, ErrorKind, Limits, parts,
    types::{Compressed, Sequence},
};
use dxc_shader::sources::{Argument, Sources};
use tests::{limit_of, words};

/// A debug build that embeds its sources.
fn full() -> Container<'static> {
    tests::open("dxc/vs_basic.pdb-full.dxil")
}

/// A PDBI of these tables, as bytes.
fn pdb_information(tables: Vec<u8>, compression: Compression) -> Vec<u8> {
    let mut part = PdbInfoPart::default();
    part.pack(Compressed::new(tables, compression).unwrap());
    part.to_bytes().unwrap()
}

/// The one section of SRCI whose texts are stored.
fn contents(part: &mut SourceInfo) -> &mut SourceContents {
    let mut sections = part.sections.iter_mut();
    let contents = sections.find_map(|section| match &mut section.content {
        SourceSectionContent::Contents(contents) => Some(contents),
        _ => None,
    });
    contents.unwrap()
}

#[test]
fn the_texts_are_the_files() {
    let Some(corpus) = tests::corpus("dxc") else {
        return;
    };
    let hlsl = std::fs::read_to_string(corpus.join("hlsl/vs_basic.hlsl")).unwrap();
    for name in ["vs_basic.pdb-full.dxil", "vs_basic.pdb-slim.dxil"] {
        let container = tests::open(&format!("dxc/{name}"));
        let sources = dxc_shader::sources(&container).unwrap().unwrap();
        assert_eq!(sources.files.len(), 1, "{name}");
        assert_eq!(sources.files[0].name, "vs_basic.hlsl");
        assert_eq!(sources.files[0].text, hlsl, "{name}");
        assert_eq!(sources.argument("E"), Some("main"), "{name}");
        assert!(sources.argument("T").unwrap().starts_with("vs_6_"));
    }
}

#[test]
fn a_container_without_sources_has_none() {
    let container = tests::open("dxc/vs_basic.sm60.dxil");
    assert_eq!(dxc_shader::sources(&container).unwrap(), None);
}

/// Compressed data must have the stated size; any other size is refused, and no byte beyond it is decompressed.
#[test]
fn the_stated_size_is_a_limit() {
    let mut part = full().srci().unwrap().unwrap().to_value();
    for size in [0, 1, 10_000] {
        contents(&mut part).uncompressed_size = size;
        let container = tests::opened(tests::one_value(parts::SRCI, part.clone()));
        let error = dxc_shader::sources(&container).unwrap_err();
        let expected = size.into();
        assert_eq!(*error.kind(), ErrorKind::Damaged { expected });
    }
}

/// Data that decompresses to more than 64 times the part is refused before decompression; at the limit it is accepted.
#[test]
fn sources_that_grow_too_far_are_refused() {
    let mut part = full().srci().unwrap().unwrap().to_value();
    let len = part.to_bytes().unwrap().len();
    let limit = 64 * len as u64;
    for (size, grows) in [(limit, false), (limit + 1, true)] {
        contents(&mut part).uncompressed_size = u32::try_from(size).unwrap();
        let bytes = part.to_bytes().unwrap();
        let view = SourceInfoView::parse(&bytes).unwrap();
        let expected = if grows {
            unpacked(size, limit)
        } else {
            ErrorKind::Damaged { expected: size }
        };
        assert_eq!(
            *dxc_shader::sources::read_source_info(&view)
                .unwrap_err()
                .kind(),
            expected
        );
    }
    // PDBI stores its tables in the same way.
    let bytes = pdb_information(vec![0; 1 << 20], Compression::Zlib);
    let view = PdbInfoPartView::parse(&bytes).unwrap();
    let (size, limit) = (1 << 20, 64 * bytes.len() as u64);
    assert_eq!(
        *dxc_shader::sources::read_pdb_info(&view)
            .unwrap_err()
            .kind(),
        unpacked(size, limit)
    );
    // `tables` returns the same error, unless the caller allows more.
    let error = view.tables().unwrap_err();
    assert_eq!(error.kind(), &unpacked(size, limit));
    assert_eq!(error.path(), "data");
    let mut limits = Limits::of_input(bytes.len());
    limits.unpacked = size;
    assert_eq!(view.tables_within(&limits).unwrap(), vec![0; 1 << 20]);
}

/// The error of bytes that decompress to `needed` bytes.
fn unpacked(needed: u64, limit: u64) -> ErrorKind {
    let name = "unpacked";
    ErrorKind::Limit {
        name,
        needed,
        limit,
    }
}

/// Changed texts are compressed again; unchanged ones keep their compressed bytes.
#[test]
fn texts_can_be_replaced() {
    let container = full();
    let stored = container.find(parts::SRCI).unwrap().data;
    let mut part = container.srci().unwrap().unwrap().to_value();
    assert_eq!(part.to_bytes().unwrap(), stored);

    let count = contents(&mut part).count;
    let view = container.srci().unwrap().unwrap();
    let sections = view.sections();
    let packed = sections.iter().find_map(|section| match section.content {
        SourceSectionContentView::Contents(contents) => Some(contents.packed()),
        _ => None,
    });
    let unpacked = packed.unwrap().unpack().unwrap();
    let mut texts = SourceTexts::parse(&unpacked, count).unwrap();
    texts.texts[0].content.0 = b"// nothing\0".to_vec();
    let bytes = texts.to_bytes(count).unwrap();
    contents(&mut part).pack(Compressed::new(&*bytes, Compression::Zlib).unwrap());

    let bytes = part.to_bytes().unwrap();
    let view = SourceInfoView::parse(&bytes).unwrap();
    assert_eq!(
        dxc_shader::sources::read_source_info(&view).unwrap().files[0].text,
        "// nothing"
    );
}

/// A PDBI table with this many compilation records, each with the list of its files and the list of its arguments.
fn infos(count: u32, files: u32, arguments: u32) -> (u32, Vec<u8>) {
    let info = [files, u32::MAX, arguments, 0, 0, 0, 0, 0, 0, 0, 0];
    let rows = info.repeat(count as usize);
    (0x10001, words(&[&[count, 44], &*rows].concat()))
}

/// The table of PDBI of sources: the offsets of their names and of their texts.
fn rows(sources: &[[u32; 2]]) -> (u32, Vec<u8>) {
    let count = u32::try_from(sources.len()).unwrap();
    (
        0x10002,
        words(&[&[count, 8], sources.as_flattened()].concat()),
    )
}

/// The tables of PDBI: strings, lists of numbers, one record about the compilation, and one source, `a.hlsl`.
fn pdb_tables(strings: Vec<u8>, lists: &[u32]) -> Vec<u8> {
    let infos = infos(1, 0, lists[0] + 1);
    tests::runtime_data(&[(1, strings), (2, words(lists)), infos, rows(&[[1, 8]])])
}

/// One source of 4 KiB in a list that references it repeatedly: up to four times the tables.
#[test]
fn sources_that_multiply_are_refused() {
    let mut strings = b"\0a.hlsl\0".to_vec();
    strings.resize(4096, b'x');
    let source = "a.hlsl".len() + (4096 - strings.iter().rposition(|byte| *byte == 0).unwrap() - 1);
    strings.extend([0, 0, 0, 0]);
    for count in (1..10).chain([1000]) {
        let mut lists = vec![u32::try_from(count).unwrap()];
        lists.resize(1 + count, 0);
        lists.push(0);
        let tables = pdb_tables(strings.clone(), &lists);
        // Each file counts 32 bytes in addition to its strings.
        let limit = 4 * tables.len() as u64;
        let is_fine = count as u64 * (source as u64 + 32) <= limit;
        let data = pdb_information(tables, Compression::None);
        match dxc_shader::sources(&tests::opened(tests::one_part(parts::PDBI, data))) {
            Ok(_) => assert!(is_fine, "{count}"),
            Err(error) => assert_eq!(
                (limit_of(&error), is_fine),
                (Some(("claims", limit)), false)
            ),
        }
    }
}

/// Files and arguments with empty names count, too: here, this many records reference a list of this many each.
#[test]
fn sources_without_a_letter_are_counted() {
    let sources = |compilations: u32, count: u32, as_files: bool| {
        let list: Vec<u32> = [count].into_iter().chain(0..count).collect();
        let [files, arguments] = if as_files {
            [0, u32::MAX]
        } else {
            [u32::MAX, 0]
        };
        let tables = tests::runtime_data(&[
            // A list of arguments references strings: all of them are empty.
            (1, vec![0; count.next_multiple_of(4) as usize]),
            (2, words(&list)),
            rows(&vec![[0, 0]; count as usize]),
            infos(compilations, files, arguments),
        ]);
        let size = tables.len();
        let bytes = pdb_information(tables, Compression::None);
        let view = PdbInfoPartView::parse(&bytes).unwrap();
        (dxc_shader::sources::read_pdb_info(&view), size)
    };
    for (as_files, each) in [(true, 1), (false, 2)] {
        // Each file is referenced once.
        let (found, _) = sources(1, 100, as_files);
        let found = found.unwrap();
        assert_eq!(found.files.len() + found.arguments.len(), 100 / each);
        // More files are referenced than allowed: 32 bytes each, of four times the tables.
        let (found, size) = sources(100, 1000, as_files);
        assert!(100 * 1000 / each * 32 > 4 * size);
        assert_eq!(
            limit_of(&found.unwrap_err()),
            Some(("claims", 4 * size as u64))
        );
    }
}

/// The caller may allow less, or more.
#[test]
fn sources_are_read_within_the_limits_of_the_caller() {
    let container = full();
    let sources = dxc_shader::sources(&container).unwrap();
    let mut limits = Limits::NONE;
    assert_eq!(
        dxc_shader::sources_within(&container, &limits).unwrap(),
        sources
    );
    limits.unpacked = 16;
    let error = dxc_shader::sources_within(&container, &limits).unwrap_err();
    assert_eq!(limit_of(&error), Some(("unpacked", 16)));
}

/// PDBI has the tables of RDAT; no available file has one, so it is made here from its parts.
#[test]
fn pdb_information_is_unpacked() {
    // Strings from 1 on: "a.hlsl", "code", "E", "main"; lists: one source, two strings.
    let strings = b"\0a.hlsl\0code\0E\0main\0\0\0\0\0".to_vec();
    let bytes = pdb_tables(strings, &[1, 0, 2, 13, 15]);

    for compression in [Compression::None, Compression::Zlib] {
        let data = pdb_information(bytes.clone(), compression);
        let container = tests::opened(tests::one_part(parts::PDBI, data));
        let sources = dxc_shader::sources(&container).unwrap().unwrap();
        assert_eq!(sources.files.len(), 1);
        assert_eq!(sources.files[0].name, "a.hlsl");
        assert_eq!(sources.files[0].text, "code");
        assert_eq!(sources.argument("E"), Some("main"));
    }

    // The part is written from the value, with one more row.
    let mut data = RuntimeData::parse(&bytes).unwrap();
    assert_eq!(Sequence::to_bytes(&data, ()).unwrap(), bytes);
    for entry in &mut data.tables {
        if let RuntimeDataContent::PdbSources(table) = &mut entry.table.content {
            assert_eq!(entry.table.kind, RuntimeDataKind::DxilPdbInfoSourceTable);
            let first = table.rows[0];
            table.rows.push(first);
        }
    }
    let longer = data.to_bytes().unwrap();
    assert_eq!(longer.len(), bytes.len() + 8);
    let again = RuntimeData::parse(&longer).unwrap();
    assert_eq!(again, data);
}

/// Dangling names in PDBI are refused; the error says where they lead.
#[test]
fn pdb_information_without_its_strings_is_refused() {
    // A list of one source, the source that it names, and how a shader was compiled; no strings.
    let tables = |row: u32| {
        let list = words(&[1, row]);
        tests::runtime_data(&[(2, list), rows(&[[5, 6]]), infos(1, 0, u32::MAX)])
    };
    let (offset, limit) = (9, 1);
    for (row, kind) in [
        (0, ErrorKind::NoString { offset: 5 }),
        (9, ErrorKind::Outside { offset, limit }),
    ] {
        let bytes = pdb_information(tables(row), Compression::Zlib);
        let view = PdbInfoPartView::parse(&bytes).unwrap();
        assert_eq!(
            *dxc_shader::sources::read_pdb_info(&view)
                .unwrap_err()
                .kind(),
            kind
        );
    }
}

/// LLVM stores names with their dashes, DXC without. A shell splits the line into the words again.
#[test]
fn command_lines_run_again_in_a_shell() {
    let argument = |(name, value): (&str, &str)| Argument {
        name: name.into(),
        value: value.into(),
    };
    let pairs = [
        ("-T", "ps_6_0"),
        ("E", "main"),
        ("-Zi", ""),
        ("D", "X=a b \"q\""),
        ("D", "IT='s $HOME `id` \\ * !1"),
        ("fspv-target-env=", "vulkan1.1"),
        ("/Fo", "out file.dxil"),
        ("", "shader;name.hlsl"),
        ("I", "line\nend \u{1b}[8m \u{202e}\u{9b}"),
    ];
    let arguments: Vec<_> = pairs.into_iter().map(argument).collect();
    let sources = Sources {
        arguments,
        ..Sources::default()
    };
    let stored = sources.to_source_info(Compression::None).unwrap();
    let bytes = stored.to_bytes().unwrap();
    let sources =
        dxc_shader::sources::read_source_info(&SourceInfoView::parse(&bytes).unwrap()).unwrap();
    assert_eq!(sources.argument("T"), Some("ps_6_0"));
    let line = dxc_shader::sources::command_line(&sources);
    assert!(line.starts_with("-T ps_6_0 -E main -Zi -D "), "{line}");
    assert!(
        !line.chars().any(char::is_control) && !line.contains('\u{202e}'),
        "{line}"
    );
    let expected = [
        "-T",
        "ps_6_0",
        "-E",
        "main",
        "-Zi",
        "-D",
        "X=a b \"q\"",
        "-D",
        "IT='s $HOME `id` \\ * !1",
        "-fspv-target-env=vulkan1.1",
        "/Fo",
        "out file.dxil",
        "shader;name.hlsl",
        "-I",
        "line\nend \u{1b}[8m \u{202e}\u{9b}",
    ];
    let script = format!("printf '%s\\0' {line}");
    let Ok(output) = std::process::Command::new("bash")
        .args(["-c", &script])
        .output()
    else {
        println!("skipped: there is no bash");
        return;
    };
    let words = String::from_utf8(output.stdout).unwrap();
    assert_eq!(words.split_terminator('\0').collect::<Vec<_>>(), expected);
}

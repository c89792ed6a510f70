//! Compares the small parts with other tools and related parts.
//!
//! Judge: DXC, by its arguments and `*.ir.txt`; for STAT, FXC's instructions and the crate `dxbc`. Messages were read.

use dxc_format::compiler_version::CompilerVersion;
use dxc_format::constants::ShaderKind;
use dxc_format::level9::Level9Kind;
use dxc_format::parts::{self, PARTS};
use dxc_format::statistics::StatisticsView;
use dxc_format::tokens::TokenizedProgramView;
use dxc_format::{Container, FourCC, PartInfo, PartView};

/// The containers of FXC in the larger corpus, by name.
fn real() -> impl Iterator<Item = (String, Container<'static>)> {
    let folder = tests::corpus("real");
    let files = folder.map_or_else(Vec::new, |folder| tests::containers(&folder));
    files.into_iter().map(|path| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (name, tests::opened(std::fs::read(path).unwrap()))
    })
}

/// The instructions of shader models 4 and 5.
fn tokens(container: &Container<'static>) -> Option<TokenizedProgramView<'static>> {
    container.shdr().unwrap().or(container.shex().unwrap())
}

/// The statistics of FXC.
fn statistics(container: &Container<'static>) -> Option<StatisticsView<'static>> {
    match container.stat().unwrap()? {
        PartView::Statistics(statistics) => Some(statistics),
        _ => None,
    }
}

#[test]
fn debug_names_are_those_that_dxc_was_given() {
    for (file, name) in [
        ("vs_basic.pdb-full.dxil", "full.pdb"),
        ("vs_basic.pdb-slim.dxil", "slim.pdb"),
        ("vs_basic.pdb-in-private.dxil", "vs_basic.pdb"),
    ] {
        let ildn = tests::open(&format!("dxc/{file}")).ildn().unwrap().unwrap();
        assert_eq!((ildn.name(), ildn.flags()), (name.as_bytes(), 0), "{file}");
    }
}

#[test]
fn the_hash_of_the_source_is_the_debug_name() {
    // With `-Zss`, both are the digest of the sources.
    let container = tests::open("dxc/vs_basic.debug-name-source.dxil");
    let digest = container.hash().unwrap().unwrap().digest();
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let name = container.ildn().unwrap().unwrap().name();
    assert_eq!(name, format!("{digest}.pdb").as_bytes());
}

#[test]
fn the_compiler_has_its_version() {
    for name in [
        "lib_raytracing.sm66",
        "lib_workgraph.sm68",
        "vs_basic.pdb-full",
    ] {
        let container = tests::open(&format!("dxc/{name}.dxil"));
        let vers = container.vers().unwrap().unwrap();
        assert_eq!(vers.major(), 1);
        assert_eq!(vers.minor(), 10);
        assert_eq!(vers.commit_count(), 5466);
        // The program names its compiler with one more digit of the commit.
        let texts = [vers.custom_version_string(), vers.commit_sha()];
        let [version, commit] = texts.map(Option::unwrap);
        assert_eq!(commit.len(), 8);
        let ir = String::from_utf8(tests::read(&format!("dxc/{name}.ir.txt"))).unwrap();
        let compiler = format!("\"dxc(private) {version} (main, {commit}");
        assert!(ir.contains(&compiler), "{name}: {compiler}");
        let mut value = vers.to_value();
        value.strings = ["0123abcd"].into_iter().collect();
        let bytes = value.to_bytes().unwrap();
        assert_eq!(&bytes[12..], b"\x09\0\0\x000123abcd\0\0\0\0");
        let again = CompilerVersion::parse(&bytes).unwrap();
        assert_eq!(again.commit_sha(), Some("0123abcd"));
        assert_eq!(again.custom_version_string(), None);
    }
}

#[test]
fn counters_are_those_that_another_reader_finds() {
    let mut seen = 0;
    for (name, container) in real() {
        if statistics(&container).is_none() {
            continue;
        }
        let mut data = container.find(parts::STAT).unwrap().data.to_vec();
        same_counters(&name, &data);
        // Each number is changed in turn.
        for at in (0..data.len()).step_by(5) {
            data[at] ^= 0xff;
            same_counters(&name, &data);
        }
        seen += 1;
    }
    assert!(seen == 136 || tests::corpus("real").is_none(), "{seen}");
}

/// Both readers find the same counters, except for those that the other reader reads from other offsets.
fn same_counters(name: &str, data: &[u8]) {
    let Ok(PartView::Statistics(ours)) = PartView::parse(parts::STAT, data) else {
        panic!("{name}: no statistics");
    };
    let theirs = dxbc::chunks::stat::parse_stat(data).unwrap();
    let ours = ours.counters();
    for (ours, theirs) in [
        (ours.instruction_count, theirs.instruction_count),
        (ours.temp_register_count, theirs.temp_register_count),
        (ours.def_count, theirs.define_count),
        (ours.dcl_count, theirs.declaration_count),
        (ours.float_instruction_count, theirs.float_instruction_count),
        (ours.int_instruction_count, theirs.int_instruction_count),
        (ours.uint_instruction_count, theirs.uint_instruction_count),
        (
            ours.static_flow_control_count,
            theirs.static_flow_control_count,
        ),
        (
            ours.dynamic_flow_control_count,
            theirs.dynamic_flow_control_count,
        ),
        (ours.temp_array_count, theirs.temp_array_count),
        (ours.array_instruction_count, theirs.array_instruction_count),
        (
            ours.texture_normal_instructions,
            theirs.texture_normal_instructions,
        ),
        (
            ours.texture_load_instructions,
            theirs.texture_load_instructions,
        ),
        (
            ours.texture_comp_instructions,
            theirs.texture_comp_instructions,
        ),
        (
            ours.texture_bias_instructions,
            theirs.texture_bias_instructions,
        ),
        (
            ours.texture_gradient_instructions,
            theirs.texture_gradient_instructions,
        ),
        (ours.mov_instruction_count, theirs.mov_instruction_count),
        (ours.movc_instruction_count, theirs.movc_instruction_count),
        (
            ours.conversion_instruction_count,
            theirs.conversion_instruction_count,
        ),
    ] {
        assert_eq!(ours, theirs, "{name}");
    }
}

/// The opcodes of instructions with their tokens; opcodes and lengths follow the WDK's
/// `d3d11TokenizedProgramFormat.hpp`.
fn instructions(mut tokens: &[u32]) -> impl Iterator<Item = (u32, &[u32])> {
    std::iter::from_fn(move || {
        let (opcode, len) = match *tokens.first()? & 0x7ff {
            0x35 => (0x35, tokens[1]),
            opcode => (opcode, tokens[0] >> 24 & 0x7f),
        };
        let (instruction, rest) = tokens.split_at(len as usize);
        tokens = rest;
        Some((opcode, instruction))
    })
}

/// The numbers of instructions, temporary registers, atomic instructions and stores, counted from the tokens.
fn counted(tokens: &[u32]) -> [u32; 4] {
    let [mut count, mut temporaries, mut atomics, mut stores] = [0; 4];
    for (opcode, tokens) in instructions(tokens) {
        match opcode {
            0x35 => {}
            0x68 => temporaries = tokens[1],
            0x58..=0x6a | 0x71..=0x74 | 0x8f..=0xa2 => {}
            _ => count += 1,
        }
        atomics += u32::from((0xa9..=0xbd).contains(&opcode));
        stores += u32::from([0xa4, 0xa6, 0xa8].contains(&opcode));
    }
    [count, temporaries, atomics, stores]
}

#[test]
fn statistics_of_fxc_count_the_tokens() {
    // The first two have calls of interfaces and switches, which are counted differently; the third has no counts.
    let others = [
        "0e8ad335899a.dxbc",
        "292e94a3d2d9.dxbc",
        "2bd32110aad9.dxbc",
    ];
    let (mut same, mut differ) = (0, Vec::new());
    for (name, container) in real() {
        let (Some(program), Some(stat)) = (tokens(&container), statistics(&container)) else {
            continue;
        };
        let stat = stat.counters();
        // Shader model 5 has the counters of Direct3D 11; the writer of the third file counts nothing.
        let is_newer = program.version().major() == 5 && stat.instruction_count > 0;
        assert_eq!(stat.version(), 1 + u32::from(is_newer), "{name}");
        assert!(stat.tail.is_empty(), "{name}");
        let tokens: Vec<u32> = program.tokens().iter().collect();
        let counters = [
            stat.instruction_count,
            stat.temp_register_count,
            stat.interlocked_instructions().unwrap_or(0),
            stat.texture_store_instructions().unwrap_or(0),
        ];
        if counted(&tokens) == counters {
            same += 1
        } else {
            differ.push(name)
        }
    }
    if tests::corpus("real").is_some() {
        assert_eq!((same, &differ[..]), (133, &others.map(String::from)[..]));
    }
}

/// The value of the declaration with this opcode, or 0.
fn declared(tokens: &[u32], opcode: u32) -> u32 {
    let found = instructions(tokens).find(|(found, _)| *found == opcode);
    found.map_or(0, |(_, tokens)| tokens[0] >> 11 & 0x3f)
}

#[test]
fn statistics_of_fxc_agree_with_declarations() {
    let mut seen = [0; 5];
    for (name, container) in real() {
        let (Some(program), Some(stat)) = (container.shex().unwrap(), statistics(&container))
        else {
            continue;
        };
        let stat = stat.counters();
        if stat.instruction_count == 0 {
            continue;
        }
        let tokens: Vec<u32> = program.tokens().iter().collect();
        let stated = [
            (0x5c, stat.gs_output_topology.0),
            (0x5d, stat.input_primitive.0),
            (0x95, stat.tessellator_domain().unwrap_or_default().0),
            (0x96, stat.hs_partitioning().unwrap_or_default().0),
            (0x97, stat.hs_output_primitive().unwrap_or_default().0),
        ];
        for ((opcode, stated), seen) in stated.into_iter().zip(&mut seen) {
            let expected = match (opcode, program.version().kind()) {
                // Patches are numbered after the seven other primitives, by their control points.
                (0x5d, ShaderKind::Hull) => 7 + declared(&tokens, 0x93),
                _ => declared(&tokens, opcode),
            };
            assert_eq!(stated, expected, "{name}: {opcode:#x}");
            *seen += u32::from(stated > 0);
        }
    }
    if tests::corpus("real").is_some() {
        assert_eq!(seen, [1, 8, 7, 7, 7]);
    }
}

#[test]
fn tokens_and_list_agree_on_the_shader_model() {
    let Some(folder) = tests::corpus("real") else {
        return;
    };
    let list = std::fs::read_to_string(folder.join("MANIFEST.tsv")).unwrap();
    let mut seen = 0;
    for (name, container) in real() {
        let Some(program) = tokens(&container) else {
            continue;
        };
        let version = program.version();
        let stage = version.kind().profile();
        let model = format!("{}_{}_{}", stage.unwrap(), version.major(), version.minor());
        let line = list.lines().find(|line| line.starts_with(&name)).unwrap();
        assert_eq!(line.split('\t').nth(3), Some(model.as_str()), "{name}");
        seen += 1;
    }
    assert_eq!(seen, 456);
}

#[test]
fn level_9_programs_have_their_shader_whole() {
    let mut seen = 0;
    for (name, container) in real() {
        let Some(program) = container.aon9().unwrap() else {
            continue;
        };
        // A shader of Direct3D 9 begins with its version, and ends with an end token.
        let (code, version) = (program.code(), program.version().0.to_le_bytes());
        assert!(code.starts_with(&version), "{name}");
        assert!(code.ends_with(&[0xff, 0xff, 0, 0]), "{name}");
        let stage = container.shader_stage().unwrap().unwrap();
        let tokens = tokens(&container).unwrap();
        let kind = match program.version().kind() {
            Level9Kind::Vertex => ShaderKind::Vertex,
            Level9Kind::Pixel => ShaderKind::Pixel,
            other => panic!("{name}: {other}"),
        };
        assert_eq!(tokens.version().kind(), kind, "{name}");
        assert_eq!(u16::from(stage.0), kind.0, "{name}");
        seen += 1;
    }
    assert!(seen == 19 || tests::corpus("real").is_none(), "{seen}");
}

#[test]
fn impossible_tables_are_refused_with_their_offset() {
    let cases: [(_, &[u8]); 7] = [
        (parts::ILDN, b"\0\0\x05\0a.pd"),
        (parts::ILDN, b"\0\0\x01\0ab"),
        (parts::VERS, b"\x01\0\x08\0\0\0\0\0\0\0\0\0\xff\xff\xff\xff"),
        (parts::SHEX, b"\x50\0\0\0\xff\xff\xff\xff\0\0\0\0"),
        (parts::STAT, b"\0\0\0\0"),
        (parts::STAT, b"\0\0\0\0\0\0\0\0DXIL"),
        (parts::XHSH, b"1234"),
    ];
    let expected = "\
ILDN: name at byte 0x4: needs 5 bytes, but 4 remain
ILDN: terminator at byte 0x5: expected 0 (0), found 98
VERS: strings at byte 0x10: needs 4294967295 bytes, but 0 remain
SHEX: tokens at byte 0x8: needs 17179869172 bytes, but 4 remain
STAT: counters at byte 0x0: expected at least 112 bytes, found a size of 4
STAT: dxil_version at byte 0xc: needs 4 bytes, but 0 remain
XHSH: digest at byte 0x0: needs 8 bytes, but 4 remain";
    let errors = cases.map(|(fourcc, bytes)| PartView::parse(fourcc, bytes).unwrap_err());
    assert_eq!(errors.map(|error| error.to_string()).join("\n"), expected);
    // There are fewer tokens than the two that every program has.
    assert!(PartView::parse(parts::SHDR, b"\x40\0\0\0\x01\0\0\0").is_err());
    let mut level9 = vec![0; 40];
    level9[12..16].copy_from_slice(&41u32.to_le_bytes());
    let error = PartView::parse(parts::AON9, &level9).unwrap_err();
    assert_eq!(error.part(), Some(parts::AON9));
}

#[test]
fn every_part_that_others_know_is_in_the_table() {
    let known = "RDEF ISGN OSGN PCSG ISG1 OSG1 OSG5 PSG1 SHDR SHEX STAT SFI0 RTS0 DXIL ILDB ILDN HASH PSV0 RDAT VERS \
                 SRCI PDBI PRIV SPDB SDBG XHSH Aon9 XNAS XNAP IFCE LIBF LIBH LFS0 FX10 CTAB CLI4 FXLC DXBC";
    for fourcc in known.split(' ') {
        let fourcc = FourCC(fourcc.as_bytes().try_into().unwrap());
        let info = PartInfo::find(fourcc, &[]);
        assert!(info.is_some_and(|info| !info.doc.is_empty()), "{fourcc}");
    }
    let mut last = PARTS.iter().filter(|part| part.last);
    assert!(last.all(|part| part.fourcc == parts::PRIV));
}

/// Empty flags have the name `None`, in each type; unknown bits are numbers.
#[test]
fn no_flags_are_called_none() {
    use dxc_format::constants::{
        DescriptorRangeFlags, FeatureFlags, RootDescriptorFlags, RootFlags, StaticSamplerFlags,
    };
    let texts = [
        RootFlags::None.to_string(),
        RootDescriptorFlags::None.to_string(),
        DescriptorRangeFlags::None.to_string(),
        StaticSamplerFlags::None.to_string(),
        FeatureFlags::empty().to_string(),
    ];
    assert!(texts.iter().all(|text| text == "None"), "{texts:?}");
    assert_eq!(RootFlags(0x4000).to_string(), "0x4000");
    assert_eq!(RootFlags(0x4040).to_string(), "AllowStreamOutput | 0x4000");
    assert_eq!(format!("{:?}", RootFlags::None), "RootFlags(None)");
}

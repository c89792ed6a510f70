//! Tests Aon9, XNAS and XNAP: the values of the registers of Direct3D 9, and the programs as FXC prints them.
//!
//! Judge: FXC's listings in `level9`, of which `forms.txt` has mappings of all kinds.

use std::path::{Path, PathBuf};

use dxc_format::level9::{ComponentMapping, Level9Program, Level9ProgramView};
use dxc_format::parts::{self, PartView};
use dxc_format::{Container, Limits};
use dxc_shader::level9::Level9Address;
use dxc_shader::level9_instructions::{Level9Opcode, Level9RegisterType};

/// A vertex shader of shader model 2.0 for feature level 9, with a mapping of each known kind.
pub(crate) fn vertex_shader() -> Vec<u8> {
    let words = [
        [72, 0xfffe_0200, 8, 64].as_slice(),
        // The counts and offsets of mappings: constants, integers, booleans (unused), samplers, and those of the
        // runtime.
        &[0x0028_0001, 0x0034_0001, 0x003c_0000, 0x0024_0001],
        &[0x003c_0001],
        &[0x0003_0201],
        // Four vectors of the constant buffer `b1`, from the third one on, are in the registers from `c7` on.
        &[0x0002_0001, 0x0007_0004, 0x0302_0100],
        // The second component of a vector counts the loops of `i2`.
        &[0x0005_0001, 0x0002_0001],
        &[0x000b_0000],
        &[0xfffe_0200, 0x0000_ffff],
    ];
    tests::words(&words.concat())
}

#[test]
fn mappings_are_written_as_they_were() {
    let bytes = vertex_shader();
    for fourcc in [parts::AON9, parts::XNAS, parts::XNAP] {
        let Ok(PartView::Level9Program(view)) = PartView::parse(fourcc, &bytes) else {
            panic!("{fourcc}");
        };
        assert_eq!(view.to_value().to_bytes().unwrap(), bytes);
    }
}

#[test]
fn mappings_of_loops_have_eight_bytes() {
    let mut value = Level9Program::parse(&vertex_shader()).unwrap();
    let before = value.to_bytes().unwrap().len();
    let mut integers = ComponentMapping::default();
    (integers.vector, integers.component, integers.register) = (6, 3, 1);
    value.integers.push(integers);
    let bytes = value.to_bytes().unwrap();
    assert_eq!(bytes.len(), before + 8);
    assert_eq!(Level9Program::parse(&bytes).unwrap(), value);
}

/// The files that FXC compiled, and those with tokens that FXC only prints, each with FXC's text.
fn listed() -> Vec<(PathBuf, PathBuf)> {
    let beside = |path: PathBuf| (path.clone(), path.with_extension("txt"));
    let data = tests::containers(&tests::data().join("level9"));
    let mut listed: Vec<_> = data.into_iter().map(beside).collect();
    let real = tests::corpus("real");
    for path in real.iter().flat_map(|folder| tests::containers(folder)) {
        let text = Path::new("../../disassembly/real").join(path.file_name().unwrap());
        let text = path.parent().unwrap().join(text).with_extension("txt");
        if text.is_file() {
            listed.push((path, text));
        }
    }
    listed
}

/// The lines of a listing for feature level 9, without trailing blanks.
fn section(text: &str) -> Vec<&str> {
    let begins = |line: &&str| line.contains(" to DX9 ") || line.ends_with(" shader bytecode:");
    let lines = text.lines().map(str::trim_end);
    let lines = lines
        .skip_while(|line| !begins(line) && *line != "// Runtime generated constant mappings:");
    let is_level9 = |line: &&str| !line.starts_with("vs_4_0") && !line.starts_with("ps_4_0");
    lines.take_while(is_level9).collect()
}

#[test]
fn every_line_equals_the_listing_of_fxc() {
    let (mut compared, mut real) = (0, 0);
    for (path, text) in listed() {
        let expected = std::fs::read(&text).unwrap();
        let expected = String::from_utf8_lossy(&expected);
        let file = std::fs::read(&path).unwrap();
        let container = Container::parse(&file).unwrap();
        let listing = dxc_shader::assembly::listing(&container).unwrap();
        let found = listing.map(|listing| listing.to_string());
        let (found, expected) = (found.unwrap_or_default(), section(&expected).join("\n"));
        assert_eq!(section(&found).join("\n"), expected, "{}", path.display());
        compared += usize::from(!expected.is_empty());
        real += usize::from(!expected.is_empty() && !path.starts_with(tests::data()));
    }
    assert_eq!(compared - real, 5);
    assert!(real == 19 || tests::corpus("real").is_none(), "{real}");
}

/// The first part for feature level 9 of a file that has every form of operand.
fn forms() -> Vec<u8> {
    let file = std::fs::read(tests::data().join("level9/forms.dxbc")).unwrap();
    let container = Container::parse(&file).unwrap();
    container.find(parts::AON9).unwrap().data.to_vec()
}

#[test]
fn operands_are_read_with_their_addresses_and_predicates() {
    let bytes = forms();
    let program = Level9ProgramView::parse(&bytes).unwrap();
    let predicated =
        dxc_shader::level9::instructions(&program).filter(|each| each.predicate.is_some());
    let opcodes: Vec<Level9Opcode> = predicated.map(|each| each.token.opcode()).collect();
    assert_eq!(
        opcodes,
        [Level9Opcode::MOV, Level9Opcode::MOV, Level9Opcode::IF]
    );
    let addressed = dxc_shader::level9::instructions(&program).find(|each| {
        each.written
            .is_some_and(|written| written.address.is_some())
    });
    let kinds =
        dxc_shader::level9::operands(&addressed.unwrap()).map(|operand| match operand.address {
            Some(Level9Address::Register(token)) => Some(dxc_shader::level9::read_register(token)),
            _ => None,
        });
    // The operands are `c5[a0.y]`, whose register a pixel shader calls `t0`, and `c6[r3]`.
    let expected = [Level9RegisterType::ADDR, Level9RegisterType::TEMP].map(Some);
    assert_eq!(kinds.collect::<Vec<_>>(), expected);
}

#[test]
fn cut_programs_are_printed_up_to_their_end() {
    let mut program = Level9Program::parse(&forms()).unwrap();
    let whole = program.code.clone();
    let print = |program: &Level9Program| {
        let bytes = program.to_bytes().unwrap();
        dxc_shader::level9::disassemble(&Level9ProgramView::parse(&bytes).unwrap()).to_string()
    };
    let note = "// The tokens end without `END`.\n";
    assert!(!print(&program).contains(note));
    for length in (0..whole.len()).step_by(2) {
        program.code = whole[..length].to_vec();
        let text = print(&program);
        assert!(text.contains(note), "{length}");
        assert!(text.len() < 128 + 64 * length, "{length}");
    }
}

#[test]
fn deeply_nested_blocks_are_bounded() {
    let mut program = Level9Program::default();
    // The text is `if b0`, repeated.
    let nested = [[0x0100_0028_u32, 0xe0e4_0800]; 1 << 14];
    let words = [&[0xffff_0200], nested.as_flattened()].concat();
    program.code = tests::words(&words);
    let bytes = program.to_bytes().unwrap();
    let text =
        dxc_shader::level9::disassemble(&Level9ProgramView::parse(&bytes).unwrap()).to_string();
    assert!(text.len() as u64 <= Limits::of_input(bytes.len()).output);
    assert!(text.contains(&format!("\n{}if b0\n", " ".repeat(2 * 64 + 4))));
}

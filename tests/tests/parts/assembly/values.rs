//! Tests that instructions as values are written as the same tokens, and that unrecognized tokens are kept.
//!
//! Judge: a round trip of FXC's programs. No tool judges the text of the programs that are made here.

use std::collections::BTreeMap;

use dxc_format::ErrorKind;
use dxc_format::tokens::{TokenizedProgram, TokenizedProgramView};
use dxc_shader::assembly::{Index, Instruction, Operand};
use dxc_shader::instructions::{BlockOpcode, InterfaceOpcode, Opcode, ResourceDeclaration};

use super::{instruction, operands, program, programs};

#[test]
fn values_write_the_same_tokens() {
    let (mut seen, mut counts) = (0, BTreeMap::new());
    for (path, _, program) in programs() {
        let mut value = program.to_value();
        let tokens = value.tokens.clone();
        let instructions = dxc_shader::assembly::read_instructions(&value);
        for instruction in &instructions {
            let kind = match instruction {
                Instruction::Operation(_) => "operations",
                Instruction::CustomData(_) => "custom data",
                _ => "unknown",
            };
            *counts.entry(kind).or_insert(0) += 1;
        }
        value.tokens.clear();
        dxc_shader::assembly::set_instructions(&mut value, &instructions).unwrap();
        assert_eq!(value.tokens, tokens, "{path}");
        seen += 1;
    }
    assert_eq!(counts.get("unknown"), None);
    if tests::corpus("real").is_some() {
        assert!(
            seen >= 456 && counts["operations"] > 28_000,
            "{seen} {counts:?}"
        );
    }
}

#[test]
fn unknown_opcodes_and_wrong_lengths_are_kept() {
    let lines = ["0x30007d0 7 9", "MOV TEMP.f2[0]", "0x3e 1 2"];
    let bytes = program(0x50, &lines.join("\n"));
    let mut value = TokenizedProgram::parse(&bytes).unwrap();
    let instructions = dxc_shader::assembly::read_instructions(&value);
    let expected = lines.map(|line| Instruction::Unknown(instruction(line)));
    assert_eq!(instructions, expected);
    let tokens = value.tokens.clone();
    dxc_shader::assembly::set_instructions(&mut value, &instructions).unwrap();
    assert_eq!(value.tokens, tokens);
    let text = dxc_shader::assembly::disassemble(&TokenizedProgramView::parse(&bytes).unwrap())
        .to_string();
    assert_eq!(
        text,
        "ps_5_0\nunknown 0x030007d0 0x00000007 0x00000009\nunknown 0x03000036 0x001000f2 0x00000000\n\
         unknown 0x0000003e 0x00000001 0x00000002\n"
    );
}

/// The length of an edited value is computed, and values that cannot be written are refused.
#[test]
fn edited_values_are_written_with_their_lengths() {
    let mut value = TokenizedProgram::default();
    value.tokens = instruction("MOV OUTPUT.f2[0] CONSTANT_BUFFER.e46[0,3]");
    let mut instructions = dxc_shader::assembly::read_instructions(&value);
    let Instruction::Operation(mov) = &mut instructions[0] else {
        panic!("{instructions:?}");
    };
    let mut relative = Operand::default();
    relative.token.0 = operands("TEMP.1a")[0];
    relative.indices = vec![Index::Immediate32(5)];
    mov.operands[1].indices[1] = Index::Immediate32PlusRelative(3, Box::new(relative));
    dxc_shader::assembly::set_instructions(&mut value, &instructions).unwrap();
    assert_eq!(value.tokens.len(), 8);
    let bytes = value.to_bytes().unwrap();
    let view = TokenizedProgramView::parse(&bytes).unwrap();
    assert_eq!(
        dxc_shader::assembly::disassemble(&view).to_string(),
        "ps_5_0\nmov o0.xyzw, cb0[r5.y + 3].xyzw\n"
    );
    let Instruction::Operation(mov) = &mut instructions[0] else {
        unreachable!();
    };
    mov.payload = vec![0; 120];
    let error = instructions[0].to_words().unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::TooLarge { bits: 7, .. }),
        "{error}"
    );
    let Instruction::Operation(mov) = &mut instructions[0] else {
        unreachable!();
    };
    mov.payload.clear();
    mov.operands[0].immediates = vec![1];
    let error = dxc_shader::assembly::set_instructions(&mut value, &instructions).unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::CountDiffers { .. }),
        "{error}"
    );
    assert_eq!(value.tokens.len(), 8);
}

/// A table of functions may have more than 127 tokens: its length is in its second token then.
#[test]
fn interfaces_may_be_long() {
    let length: u32 = 204;
    let extended = u32::from(Opcode::DCL_FUNCTION_TABLE.0) | 1 << 31;
    let table: Vec<u32> = [extended, length, 0, 200]
        .into_iter()
        .chain(0..200)
        .collect();
    let mut value = TokenizedProgram::default();
    value.tokens = [&*table, &instruction("RET")].concat();
    let instructions = dxc_shader::assembly::read_instructions(&value);
    assert_eq!(instructions.len(), 2);
    assert_eq!(instructions[0].to_words().unwrap(), table);
    dxc_shader::assembly::set_instructions(&mut value, &instructions).unwrap();
    assert_eq!(value.tokens[..204], table);
}

#[test]
fn the_tables_of_opcodes_agree() {
    for table in [
        ResourceDeclaration::TABLE,
        BlockOpcode::TABLE,
        InterfaceOpcode::TABLE,
    ] {
        for entry in table.values {
            assert_eq!(Opcode::TABLE.value_of(entry.name), Some(entry.value));
        }
    }
}

/// Nested operands: each is an index of the one before.
fn nested(depth: usize) -> Vec<u32> {
    // The operand has all components, and one index, which is an operand.
    let relative = 0xe46 | 1 << 20 | 2 << 22;
    [vec![relative; depth - 1], operands("TEMP.1a[7]")].concat()
}

#[test]
fn operands_index_operands_3_deep() {
    for (depth, is_decoded) in [(3, true), (4, false)] {
        let mut value = TokenizedProgram::default();
        value.tokens = [instruction("MOV TEMP.f2[0]"), nested(depth)].concat();
        value.tokens[0] += u32::try_from(depth + 1).unwrap() << 24;
        let is_operation = matches!(
            dxc_shader::assembly::read_instructions(&value)[0],
            Instruction::Operation(_)
        );
        assert_eq!(is_operation, is_decoded, "{depth}");
    }
}

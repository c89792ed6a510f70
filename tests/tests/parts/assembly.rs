//! The instructions of SHDR and SHEX: views, values that write the same tokens, what they declare, and their text.

use std::collections::BTreeMap;

use dxc_format::assembly::{Index, Instruction, Operand};
use dxc_format::bindings::Binding;
use dxc_format::constants::{ResourceClass, ResourceKind, ShaderStage};
use dxc_format::instructions::{
    BlockOpcode, InterfaceOpcode, Opcode, OperandType, ResourceDeclaration, SystemName,
};
use dxc_format::tokens::{TokenizedProgram, TokenizedProgramView};
use dxc_format::{Builder, Container, ErrorKind, FourCC, parts};

/// The tokens of an instruction: the first one receives the length.
fn instruction(opcode: Opcode, controls: u32, rest: &[&[u32]]) -> Vec<u32> {
    let mut words = vec![u32::from(opcode.0) | controls];
    words.extend(rest.iter().copied().flatten());
    words[0] |= u32::try_from(words.len()).unwrap() << 24;
    words
}

/// The first bits of an operand: components by mask, by swizzle, one of four, one, and none.
const XYZW: u32 = 0xf2;
const XYZ: u32 = 0x72;
const SWIZZLE_XYZX: u32 = 0x246;
const SWIZZLE_XYZW: u32 = 0xe46;
const SELECT_Y: u32 = 0x1a;
const SCALAR: u32 = 1;
const NONE: u32 = 0;

/// The extended bit of a first token.
const EXTENDED: u32 = 1 << 31;

fn register(kind: OperandType, components: u32, indices: &[u32]) -> Vec<u32> {
    let dimension = u32::try_from(indices.len()).unwrap();
    let mut words = vec![components | u32::from(kind.0) << 12 | dimension << 20];
    words.extend(indices);
    words
}

fn immediates(numbers: &[u32]) -> Vec<u32> {
    let components = if numbers.len() == 1 { SCALAR } else { 2 };
    let mut words = vec![components | u32::from(OperandType::IMMEDIATE32.0) << 12];
    words.extend(numbers);
    words
}

/// The bytes of a program: `version` is 0x50 of a pixel shader of shader model 5.0.
fn program(version: u32, instructions: &[Vec<u32>]) -> Vec<u8> {
    let tokens = instructions.concat();
    let length = u32::try_from(tokens.len() + 2).unwrap();
    let words = [version, length].into_iter().chain(tokens);
    words.flat_map(u32::to_le_bytes).collect()
}

fn text(version: u32, instructions: &[Vec<u32>]) -> String {
    let bytes = program(version, instructions);
    let program = TokenizedProgramView::parse(&bytes).unwrap();
    program.assembly().to_string()
}

/// The programs of SHDR and SHEX in all containers at hand, by their paths.
fn programs(mut each: impl FnMut(&str, &Container<'_>, TokenizedProgramView<'_>)) -> usize {
    let mut seen = 0;
    for path in tests::every_container() {
        let bytes = std::fs::read(&path).unwrap();
        let container = Container::parse(&bytes).unwrap();
        let program = container.shex().unwrap().or(container.shdr().unwrap());
        if let Some(program) = program {
            each(&path.display().to_string(), &container, program);
            seen += 1;
        }
    }
    seen
}

#[test]
fn values_write_the_same_tokens() {
    let mut counts = BTreeMap::new();
    let seen = programs(|path, _, program| {
        let mut value = program.to_value();
        let tokens = value.tokens.clone();
        let instructions = value.instructions();
        for instruction in &instructions {
            let kind = match instruction {
                Instruction::Operation(_) => "operations",
                Instruction::CustomData(_) => "custom data",
                _ => "unknown",
            };
            *counts.entry(kind).or_insert(0) += 1;
        }
        value.tokens.clear();
        value.set_instructions(&instructions).unwrap();
        assert_eq!(value.tokens, tokens, "{path}");
    });
    assert_eq!(counts.get("unknown"), None);
    if tests::corpus("real").is_some() {
        assert!(
            seen >= 456 && counts["operations"] > 28_000,
            "{seen} {counts:?}"
        );
    }
}

/// A binding as RDEF and declarations both tell it.
fn covers(reflected: &Binding<'_>, declared: &Binding<'_>) -> bool {
    let is_within = reflected.first <= declared.first
        && match (reflected.last, declared.last) {
            (None, _) => true,
            (Some(reflected), Some(declared)) => declared <= reflected,
            (Some(_), None) => false,
        };
    // A texture buffer is a constant buffer in HLSL and a typed buffer in the instructions.
    let is_texture_buffer = reflected.kind == Some(ResourceKind::TBuffer);
    is_within
        && reflected.class == declared.class
        && reflected.space == declared.space
        && reflected.id == declared.id
        && (reflected.kind == declared.kind || is_texture_buffer)
        && reflected.has_counter <= declared.has_counter
}

#[test]
fn declarations_agree_with_rdef() {
    let (mut files, mut compared) = (0, 0);
    programs(|path, container, program| {
        let Some(part) = container
            .bindings_part()
            .filter(|part| *part == parts::RDEF)
        else {
            return;
        };
        let reflected: Vec<_> = container.bindings().unwrap().collect();
        let declared: Vec<_> = program.declarations().bindings().collect();
        for binding in &declared {
            assert!(
                reflected.iter().any(|each| covers(each, binding)),
                "{path}: {part} does not have {binding:?}"
            );
        }
        for binding in &reflected {
            // Interfaces and what only they use are bound without a declaration.
            let is_declared = declared.iter().any(|each| covers(binding, each));
            let is_class = binding.class != ResourceClass::Invalid;
            assert!(
                is_declared || !is_class,
                "{path}: {binding:?} is not declared"
            );
        }
        files += 1;
        compared += declared.len();
    });
    if tests::corpus("real").is_some() {
        assert!(
            files >= 136 && compared > 220,
            "{files} files, {compared} bindings"
        );
    }
}

#[test]
fn files_without_rdef_have_bindings_and_thread_groups() {
    let (mut files, mut binding, mut bindings, mut groups) = (0, 0, 0, 0);
    programs(|path, container, _| {
        let part = container.bindings_part().unwrap();
        if part == parts::RDEF {
            return;
        }
        let group = container.thread_group().unwrap();
        let stage = container.shader_stage().unwrap().unwrap();
        assert_eq!(group.is_some(), stage == ShaderStage::Compute, "{path}");
        groups += usize::from(group.is_some());
        let found: Vec<_> = container.bindings().unwrap().collect();
        assert!(found.iter().all(|binding| binding.part == part), "{path}");
        files += 1;
        binding += usize::from(!found.is_empty());
        bindings += found.len();
    });
    if tests::corpus("real").is_some() {
        assert_eq!([files, binding, bindings, groups], [320, 300, 741, 22]);
    }
}

#[test]
fn declared_inputs_and_outputs_are_in_the_signatures() {
    let mut compared = 0;
    programs(|path, container, program| {
        let elements = |is_input| {
            let signatures = container.signatures().unwrap();
            let signatures =
                signatures.filter(move |(direction, _)| direction.is_input() == is_input);
            signatures
                .flat_map(|(_, signature)| signature.elements())
                .collect::<Vec<_>>()
        };
        let (inputs, outputs) = (elements(true), elements(false));
        for declared in program.declarations().registers() {
            let elements = match (declared.is_output(), declared.kind) {
                (false, OperandType::INPUT) => &inputs,
                (true, OperandType::OUTPUT) => &outputs,
                _ => continue,
            };
            let covered = elements
                .iter()
                .filter(|element| Some(element.register) == declared.register)
                .fold(0, |mask, element| mask | element.mask);
            assert_eq!(declared.mask & !covered, 0, "{path}: {declared:?}");
            compared += 1;
        }
    });
    assert!(
        compared > 1000 || tests::corpus("real").is_none(),
        "{compared}"
    );
}

#[test]
fn unknown_opcodes_and_wrong_lengths_are_kept() {
    let unknown = vec![2000 | 3 << 24, 7, 9];
    let truncated = instruction(Opcode::MOV, 0, &[&register(OperandType::TEMP, XYZW, &[0])]);
    let no_length = vec![u32::from(Opcode::RET.0), 1, 2];
    let bytes = program(
        0x50,
        &[unknown.clone(), truncated.clone(), no_length.clone()],
    );
    let mut value = TokenizedProgram::parse(&bytes).unwrap();
    let instructions = value.instructions();
    let expected = [unknown, truncated, no_length].map(Instruction::Unknown);
    assert_eq!(instructions, expected);
    let tokens = value.tokens.clone();
    value.set_instructions(&instructions).unwrap();
    assert_eq!(value.tokens, tokens);
    let text = TokenizedProgramView::parse(&bytes)
        .unwrap()
        .assembly()
        .to_string();
    assert_eq!(
        text,
        "ps_5_0\nunknown 0x030007d0 0x00000007 0x00000009\nunknown 0x03000036 0x001000f2 0x00000000\n\
         unknown 0x0000003e 0x00000001 0x00000002\n"
    );
}

/// An edited value has its length computed, and what cannot be written is refused.
#[test]
fn edited_values_are_written_with_their_lengths() {
    let mov = instruction(
        Opcode::MOV,
        0,
        &[
            &register(OperandType::OUTPUT, XYZW, &[0]),
            &register(OperandType::CONSTANT_BUFFER, SWIZZLE_XYZW, &[0, 3]),
        ],
    );
    let mut value = TokenizedProgram::default();
    value.tokens = mov;
    let mut instructions = value.instructions();
    let Instruction::Operation(mov) = &mut instructions[0] else {
        panic!("{instructions:?}");
    };
    let mut relative = Operand::default();
    relative.token.0 = register(OperandType::TEMP, SELECT_Y, &[])[0];
    relative.indices = vec![Index::Immediate32(5)];
    mov.operands[1].indices[1] = Index::Immediate32PlusRelative(3, Box::new(relative));
    value.set_instructions(&instructions).unwrap();
    assert_eq!(value.tokens.len(), 8);
    let bytes = program(0x50, &[value.tokens.clone()]);
    let view = TokenizedProgramView::parse(&bytes).unwrap();
    assert_eq!(
        view.assembly().to_string(),
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
    let error = value.set_instructions(&instructions).unwrap_err();
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
    let mut table = vec![
        u32::from(Opcode::DCL_FUNCTION_TABLE.0) | EXTENDED,
        length,
        0,
        200,
    ];
    table.extend(0..200);
    let bytes = program(0x50, &[table.clone(), instruction(Opcode::RET, 0, &[])]);
    let mut value = TokenizedProgram::parse(&bytes).unwrap();
    let instructions = value.instructions();
    assert_eq!(instructions.len(), 2);
    assert_eq!(instructions[0].to_words().unwrap(), table);
    value.set_instructions(&instructions).unwrap();
    assert_eq!(value.tokens[..204], table);
}

#[test]
fn the_tables_of_opcodes_agree() {
    let opcodes = Opcode::TABLE.values;
    assert!(opcodes.windows(2).all(|pair| pair[0].value < pair[1].value));
    for table in [
        ResourceDeclaration::TABLE,
        BlockOpcode::TABLE,
        InterfaceOpcode::TABLE,
    ] {
        for entry in table.values {
            assert_eq!(Opcode::TABLE.value_of(entry.name), Some(entry.value));
        }
    }
    let interfaces = InterfaceOpcode::TABLE.values;
    assert!(
        interfaces
            .windows(2)
            .all(|pair| pair[0].value < pair[1].value)
    );
}

#[test]
fn instructions_are_spelled_as_fxc_does() {
    let temp = |components, number| register(OperandType::TEMP, components, &[number]);
    let negated = [
        SWIZZLE_XYZX | EXTENDED | 1 << 20,
        // A modifier: the absolute value, negated, at 16 bits.
        1 | 3 << 6 | 1 << 14,
        2,
    ];
    let indexed = [
        SWIZZLE_XYZX | 8 << 12 | 2 << 20 | 3 << 25,
        0,
        12,
        temp(SELECT_Y, 1)[0],
        1,
    ];
    let sample = [
        // Texel offsets -1, 1 and 0; a 2D texture; floats.
        EXTENDED | 1 | 0xf << 9 | 1 << 13,
        EXTENDED | 2 | 3 << 6,
        3 | 0x5555 << 6,
    ];
    let instructions = [
        instruction(Opcode::DCL_GLOBAL_FLAGS, 0x2800, &[]),
        instruction(
            Opcode::DCL_CONSTANT_BUFFER,
            1 << 11,
            &[&register(
                OperandType::CONSTANT_BUFFER,
                SWIZZLE_XYZW,
                &[0, 16],
            )],
        ),
        instruction(
            Opcode::DCL_SAMPLER,
            1 << 11,
            &[&register(OperandType::SAMPLER, NONE, &[3])],
        ),
        instruction(
            Opcode::DCL_RESOURCE,
            4 << 11 | 8 << 16,
            &[&register(OperandType::RESOURCE, NONE, &[1]), &[0x5555]],
        ),
        instruction(
            Opcode::DCL_INPUT_PS_SIV,
            5 << 11,
            &[
                &register(OperandType::INPUT, 0x32, &[0]),
                &[SystemName::POSITION.0],
            ],
        ),
        instruction(
            Opcode::DCL_OUTPUT,
            0,
            &[&register(OperandType::OUTPUT_DEPTH, SCALAR, &[])],
        ),
        instruction(Opcode::DCL_INDEXABLE_TEMP, 0, &[&[0, 8, 4]]),
        instruction(Opcode::LOOP, 0, &[]),
        instruction(
            Opcode::MAD,
            1 << 13 | 3 << 19,
            &[
                &temp(XYZ, 0),
                &negated,
                &indexed,
                &immediates(&[
                    0,
                    1.5_f32.to_bits(),
                    (-2.0_f32).to_bits(),
                    1e20_f32.to_bits(),
                ]),
            ],
        ),
        instruction(
            Opcode::SAMPLE,
            EXTENDED,
            &[
                &sample,
                &temp(XYZW, 1),
                &register(OperandType::INPUT, SWIZZLE_XYZX, &[0]),
                &register(OperandType::RESOURCE, SWIZZLE_XYZW, &[1]),
                &register(OperandType::SAMPLER, NONE, &[3]),
            ],
        ),
        instruction(
            Opcode::IADD,
            0,
            &[
                &temp(XYZW, 0),
                &immediates(&[1, u32::MAX, 9999, 10000]),
                &temp(SWIZZLE_XYZW, 0),
            ],
        ),
        instruction(
            Opcode::MOV,
            0,
            &[
                &temp(XYZW, 0),
                &immediates(&[0, 7, 1.0_f32.to_bits(), 0x7fff]),
            ],
        ),
        instruction(Opcode::BREAKC, 1 << 18, &[&temp(SELECT_Y, 0)]),
        instruction(Opcode::ENDLOOP, 0, &[]),
        instruction(Opcode::SYNC, 11 << 11, &[]),
        instruction(Opcode::RET, 0, &[]),
        // The immediate constant buffer: 8 numbers.
        vec![
            u32::from(Opcode::CUSTOMDATA.0) | 3 << 11,
            10,
            0,
            1,
            2,
            3,
            4,
            5,
            6,
            0x3f80_0000,
        ],
    ];
    insta::assert_snapshot!(text(0x50, &instructions));
}

#[test]
fn shader_model_5_1_spells_ranges() {
    let range = |kind, indices: &[u32]| register(kind, SWIZZLE_XYZW, indices);
    let instructions = [
        instruction(
            Opcode::DCL_CONSTANT_BUFFER,
            0,
            &[&range(OperandType::CONSTANT_BUFFER, &[0, 2, 2]), &[4, 1]],
        ),
        instruction(
            Opcode::DCL_RESOURCE_STRUCTURED,
            0,
            &[
                &register(OperandType::RESOURCE, NONE, &[1, 5, u32::MAX]),
                &[16, 3],
            ],
        ),
        instruction(
            Opcode::DCL_UNORDERED_ACCESS_VIEW_STRUCTURED,
            1 << 16 | 1 << 23,
            &[
                &register(OperandType::UNORDERED_ACCESS_VIEW, NONE, &[0, 0, 0]),
                &[4, 0],
            ],
        ),
        instruction(
            Opcode::MOV,
            0,
            &[
                &register(OperandType::TEMP, XYZW, &[0]),
                &range(OperandType::CONSTANT_BUFFER, &[0, 2, 3]),
            ],
        ),
        instruction(Opcode::DCL_THREAD_GROUP, 0, &[&[8, 4, 1]]),
    ];
    let bytes = program(0x5_0051, &instructions);
    let program = TokenizedProgramView::parse(&bytes).unwrap();
    assert_eq!(
        program.assembly().to_string(),
        "cs_5_1\n\
         dcl_constantbuffer CB0[2:2][4], immediateIndexed, space=1\n\
         dcl_resource_structured T1[5:*], 16, space=3\n\
         dcl_uav_structured_glc_opc U0[0:0], 4, space=0\n\
         mov r0.xyzw, CB0[2][3].xyzw\n\
         dcl_thread_group 8, 4, 1\n"
    );
    assert_eq!(program.declarations().thread_group(), Some([8, 4, 1]));
    let bindings: Vec<Binding<'_>> = program.declarations().bindings().collect();
    let told: Vec<_> = bindings
        .iter()
        .map(|each| {
            (
                each.registers().to_string(),
                each.space,
                each.id,
                each.has_counter,
            )
        })
        .collect();
    let expected = [
        ("b2".into(), 1, Some(0), false),
        ("t5 and up".into(), 3, Some(1), false),
        ("u0".into(), 0, Some(0), true),
    ];
    assert_eq!(told, expected);
}

/// A container without RDEF and STAT is listed as FXC lists a stripped one.
#[test]
fn stripped_containers_are_listed() {
    let bytes = program(0x50, &[instruction(Opcode::RET, 0, &[])]);
    let mut builder = Builder::new();
    builder.push(FourCC(*b"SHEX"), bytes);
    let file = builder.to_bytes().unwrap();
    let container = Container::parse(&file).unwrap();
    assert_eq!(
        container.listing().unwrap().unwrap().to_string(),
        "//\n// Generated by Microsoft (R) D3D Shader Disassembler\n//\n//\nps_5_0\nret \n\
         // Approximately 0 instruction slots used\n"
    );
    assert_eq!(container.bindings_part(), Some(parts::SHEX));
    assert_eq!(container.thread_group().unwrap(), None);
}

//! Programs and containers as FXC prints them.

use dxc_format::bindings::Binding;
use dxc_format::instructions::{Opcode, OperandType, SystemName};
use dxc_format::signature::Signature;
use dxc_format::tokens::TokenizedProgramView;
use dxc_format::{Builder, Container, Limits, parts};

use super::{
    EXTENDED, NONE, SCALAR, SELECT_Y, SWIZZLE_XYZW, SWIZZLE_XYZX, XYZ, XYZW, immediates,
    instruction, program, register, text,
};

#[test]
#[allow(clippy::too_many_lines)] // A row for each kind of instruction.
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
    let printed: Vec<_> = bindings
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
    assert_eq!(printed, expected);
}

/// A container without RDEF and STAT is listed as FXC lists a stripped one.
#[test]
fn stripped_containers_are_listed() {
    let bytes = program(0x50, &[instruction(Opcode::RET, 0, &[])]);
    let container = tests::opened(tests::one_part(parts::SHEX, bytes));
    assert_eq!(
        container.listing().unwrap().unwrap().to_string(),
        "//\n// Generated by Microsoft (R) D3D Shader Disassembler\n//\n//\nps_5_0\nret \n\
         // Approximately 0 instruction slots used\n"
    );
    assert_eq!(container.bindings_part(), Some(parts::SHEX));
    assert_eq!(container.thread_group().unwrap(), None);
}

/// Without RDEF, the first signature directly follows the compiler.
#[test]
fn the_first_signature_of_a_stripped_container_follows_the_compiler() {
    let mut builder = Builder::new();
    builder.set_part(parts::ISGN, Signature::default()).unwrap();
    builder.set_part(parts::OSGN, Signature::default()).unwrap();
    let ret = instruction(Opcode::RET, 0, &[]);
    builder.push(parts::SHEX, program(0x50, &[ret]));
    let file = builder.to_bytes().unwrap();
    let listing = Container::parse(&file).unwrap().listing().unwrap();
    let text = listing.unwrap().to_string();
    let lines: Vec<&str> = text.lines().skip(2).collect();
    assert_eq!(lines[..4], ["//", "//", "// Input signature:", "//"]);
    let output = lines
        .iter()
        .position(|line| *line == "// Output signature:");
    assert_eq!(lines[output.unwrap() - 1], "//");
}

#[test]
fn listings_are_bounded() {
    let mut builder = Builder::new();
    let signature = tests::named_alike(1 << 12, 1 << 12);
    builder.set_part(parts::ISGN, signature).unwrap();
    let ret = instruction(Opcode::RET, 0, &[]);
    builder.push(parts::SHEX, program(0x50, &[ret]));
    let file = builder.to_bytes().unwrap();
    let listing = Container::parse(&file).unwrap().listing().unwrap();
    let text = listing.unwrap().to_string();
    let limit = usize::try_from(Limits::of_input(file.len()).output).unwrap();
    assert!(text.ends_with("// The rest exceeds the limit of a listing.\n"));
    let length = text.len();
    assert!(
        length > limit - (1 << 13) && length < limit + 100,
        "{length}"
    );
}

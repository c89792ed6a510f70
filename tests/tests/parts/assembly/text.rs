//! Tests the text of programs and containers in FXC's format.
//!
//! Judge of the spellings: FXC's `D3DDisassemble`, in `disassembly`. No tool judges the golden text here.

use dxc_format::signature::Signature;
use dxc_format::tokens::TokenizedProgramView;
use dxc_format::{Builder, Container, Limits, parts};
use dxc_shader::bindings::Binding;

use super::program;

/// A row for each kind of instruction.
const INSTRUCTIONS: &str = "\
DCL_GLOBAL_FLAGS.2800
DCL_CONSTANT_BUFFER.800 CONSTANT_BUFFER.e46[0,16]
DCL_SAMPLER.800 SAMPLER.0[3]
DCL_RESOURCE.82000 RESOURCE.0[1] 0x5555
DCL_INPUT_PS_SIV.2800 INPUT.32[0] 1
DCL_OUTPUT OUTPUT_DEPTH.1
DCL_INDEXABLE_TEMP 0 8 4
LOOP
MAD.182000 TEMP.72[0] \
    0x80100246 0x40c1 2 \
    CONSTANT_BUFFER.6000246[0,12] TEMP.1a[1] \
    IMMEDIATE32.2 0 0x3fc00000 0xc0000000 0x60ad78ec // a modifier: the absolute value, negated, at 16 bits
SAMPLE.80000000 0x80003e01 0x800000c2 0x155543 \
    TEMP.f2[1] INPUT.246[0] RESOURCE.e46[1] SAMPLER.0[3] // texel offsets -1, 1 and 0; a 2D texture; floats
IADD TEMP.f2[0] IMMEDIATE32.2 1 0xffffffff 9999 10000 TEMP.e46[0]
MOV TEMP.f2[0] IMMEDIATE32.2 0 7 0x3f800000 0x7fff
BREAKC.40000 TEMP.1a[0]
ENDLOOP
SYNC.5800
RET
0x1835 10 0 1 2 3 4 5 6 0x3f800000 // the immediate constant buffer: 8 numbers";

#[test]
fn instructions_are_spelled_as_fxc_does() {
    let bytes = program(0x50, INSTRUCTIONS);
    let program = TokenizedProgramView::parse(&bytes).unwrap();
    insta::assert_snapshot!(dxc_shader::assembly::disassemble(&program));
}

#[test]
fn shader_model_5_1_spells_ranges() {
    let instructions = "\
DCL_CONSTANT_BUFFER CONSTANT_BUFFER.e46[0,2,2] 4 1
DCL_RESOURCE_STRUCTURED RESOURCE.0[1,5,0xffffffff] 16 3
DCL_UNORDERED_ACCESS_VIEW_STRUCTURED.810000 UNORDERED_ACCESS_VIEW.0[0,0,0] 4 0
MOV TEMP.f2[0] CONSTANT_BUFFER.e46[0,2,3]
DCL_THREAD_GROUP 8 4 1";
    let bytes = program(0x5_0051, instructions);
    let program = TokenizedProgramView::parse(&bytes).unwrap();
    assert_eq!(
        dxc_shader::assembly::disassemble(&program).to_string(),
        "cs_5_1\n\
         dcl_constantbuffer CB0[2:2][4], immediateIndexed, space=1\n\
         dcl_resource_structured T1[5:*], 16, space=3\n\
         dcl_uav_structured_glc_opc U0[0:0], 4, space=0\n\
         mov r0.xyzw, CB0[2][3].xyzw\n\
         dcl_thread_group 8, 4, 1\n"
    );
    assert_eq!(
        dxc_shader::assembly::declarations(&program).thread_group(),
        Some([8, 4, 1])
    );
    let printed =
        dxc_shader::assembly::declarations(&program)
            .bindings()
            .map(|each: Binding<'_>| {
                let registers = dxc_shader::bindings::Registers::of(&each).to_string();
                (registers, each.space, each.id, each.has_counter)
            });
    let expected = [
        ("b2".into(), 1, Some(0), false),
        ("t5 and up".into(), 3, Some(1), false),
        ("u0".into(), 0, Some(0), true),
    ];
    assert_eq!(printed.collect::<Vec<_>>(), expected);
}

/// FXC prints only the program if a container does not have the signature of its inputs or outputs.
#[test]
fn containers_without_signatures_are_listed() {
    let bytes = program(0x50, "RET");
    let container = tests::opened(tests::one_part(parts::SHEX, bytes));
    assert_eq!(
        dxc_shader::assembly::listing(&container)
            .unwrap()
            .unwrap()
            .to_string(),
        "ps_5_0\nret \n"
    );
    assert_eq!(dxc_shader::bindings_part(&container), Some(parts::SHEX));
    assert_eq!(dxc_shader::thread_group(&container).unwrap(), None);
}

/// Without RDEF, the first signature directly follows the compiler.
#[test]
fn the_first_signature_of_a_stripped_container_follows_the_compiler() {
    let mut builder = Builder::new();
    builder.set_part(parts::ISGN, Signature::default()).unwrap();
    builder.set_part(parts::OSGN, Signature::default()).unwrap();
    builder.push(parts::SHEX, program(0x50, "RET"));
    let file = builder.to_bytes().unwrap();
    let listing = dxc_shader::assembly::listing(&Container::parse(&file).unwrap()).unwrap();
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
    builder.set_part(parts::OSGN, Signature::default()).unwrap();
    builder.push(parts::SHEX, program(0x50, "RET"));
    let file = builder.to_bytes().unwrap();
    let listing = dxc_shader::assembly::listing(&Container::parse(&file).unwrap()).unwrap();
    let text = listing.unwrap().to_string();
    let limit = usize::try_from(Limits::of_input(file.len()).output).unwrap();
    assert!(text.ends_with("// The rest exceeds the limit of a listing.\n"));
    let length = text.len();
    assert!(
        length > limit - (1 << 13) && length < limit + 100,
        "{length}"
    );
}

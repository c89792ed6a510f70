//! Makes containers with bitcode that takes much memory: many small records of each kind.

use dxc_format::parts;
use dxc_format::program::Program;
use dxil::bitcode::{
    AbbreviationEncoding, BlockId, ConstantsCode, FunctionCode, MetadataCode, ModuleCode, TypeCode,
    ValueSymtabCode,
};
use tests::bits::Bits;

/// The IDs of the types that each module declares: `i32`, and the types of its functions.
const I32: u64 = 1;
const FUNCTION: u64 = 2;
const BINARY_FUNCTION: u64 = 3;

fn container(bits: Bits) -> Vec<u8> {
    let mut program = Program::default();
    program.bitcode = bits.bytes;
    tests::one_value(parts::DXIL, program)
}

fn repeat(bits: Bits, count: u32, repeated: impl Fn(Bits) -> Bits) -> Bits {
    (0..count).fold(bits, |bits, _| repeated(bits))
}

/// The beginning of a module, before its functions.
fn module() -> Bits {
    Bits::bitcode()
        .enter(BlockId::MODULE)
        .record(ModuleCode::VERSION.0, &[1])
        .enter(BlockId::TYPE)
        .record(TypeCode::VOID.0, &[])
        .record(TypeCode::INTEGER.0, &[32])
        .record(TypeCode::FUNCTION.0, &[0, 0, I32])
        .record(TypeCode::FUNCTION.0, &[0, I32, I32, I32])
        .exit()
}

/// Adds the record of a function with a type, which may be a declaration.
fn declare(bits: Bits, ty: u64, is_declaration: bool) -> Bits {
    bits.record(
        ModuleCode::FUNCTION.0,
        &[ty, 0, u64::from(is_declaration), 0],
    )
}

/// Adds a block whose records all have one code, which takes no bits, and no operands, or zeros of no bits.
fn short_records(bits: Bits, block: BlockId, code: u32, zeros: u64, count: u32) -> Bits {
    let bits = bits.enter(block).define(1 + zeros).literal(code.into());
    let bits = (0..zeros).fold(bits, |bits, _| bits.literal(0));
    repeat(bits, count, Bits::abbreviated).exit()
}

/// One function of ordinary additions, with LLVM's abbreviation for them.
pub(super) fn additions(count: u32) -> Vec<u8> {
    let bits = declare(module(), FUNCTION, false)
        .enter(BlockId::FUNCTION)
        .define(4)
        .literal(FunctionCode::INST_BINOP.0.into())
        .encoding(AbbreviationEncoding::VBR)
        .width(6)
        .encoding(AbbreviationEncoding::VBR)
        .width(6)
        .encoding(AbbreviationEncoding::Fixed)
        .width(4)
        .record(FunctionCode::DECLAREBLOCKS.0, &[1]);
    let add = |bits: Bits| bits.abbreviated().put(1, 6).put(1, 6).put(0, 4);
    let bits = repeat(bits, count, add).record(FunctionCode::INST_RET.0, &[]);
    container(bits.exit().exit())
}

/// One function of additions, subtractions and so on, without an abbreviation.
pub(super) fn unabbreviated(count: u32) -> Vec<u8> {
    let bits = declare(module(), FUNCTION, false)
        .enter(BlockId::FUNCTION)
        .record(FunctionCode::DECLAREBLOCKS.0, &[1]);
    let bits = (0..u64::from(count)).fold(bits, |bits, index| {
        bits.record(FunctionCode::INST_BINOP.0, &[1, 1, index % 13])
    });
    container(bits.record(FunctionCode::INST_RET.0, &[]).exit().exit())
}

/// Functions that return immediately.
pub(super) fn functions(count: u32) -> Vec<u8> {
    let bits = repeat(module(), count, |bits| declare(bits, FUNCTION, false));
    let body = |bits: Bits| {
        bits.enter(BlockId::FUNCTION)
            .record(FunctionCode::DECLAREBLOCKS.0, &[1])
            .record(FunctionCode::INST_RET.0, &[])
            .exit()
    };
    container(repeat(bits, count, body).exit())
}

/// Functions with calls, arithmetic, branches and constants of their own, as in a library.
pub(super) fn library(count: u32) -> Vec<u8> {
    let bits = declare(module(), BINARY_FUNCTION, true);
    let bits = repeat(bits, count, |bits| declare(bits, FUNCTION, false));
    // The parameter is the first value after the functions, and the constants follow.
    let body = |bits: Bits| {
        let bits = bits
            .enter(BlockId::FUNCTION)
            .record(FunctionCode::DECLAREBLOCKS.0, &[2])
            .enter(BlockId::CONSTANTS)
            .record(ConstantsCode::SETTYPE.0, &[I32]);
        let bits = (0..8).fold(bits, |bits, number| {
            bits.record(ConstantsCode::INTEGER.0, &[1000 + 2 * number])
        });
        let first = u64::from(count) + 1;
        let bits = (0..20).fold(bits.exit(), |bits, index| {
            let next = first + 9 + 2 * index;
            bits.record(
                FunctionCode::INST_CALL.0,
                &[
                    0,
                    1 << 15,
                    BINARY_FUNCTION,
                    next,
                    next - first - index % 8,
                    1,
                ],
            )
            .record(FunctionCode::INST_BINOP.0, &[1, 2 + index, index % 3])
        });
        bits.record(FunctionCode::INST_BR.0, &[1])
            .record(FunctionCode::INST_RET.0, &[])
            .exit()
    };
    container(repeat(bits, count, body).exit())
}

/// Distinct metadata nodes without operands, of 3 bits each.
pub(super) fn nodes(count: u32) -> Vec<u8> {
    let code = MetadataCode::DISTINCT_NODE.0;
    container(short_records(module(), BlockId::METADATA, code, 0, count).exit())
}

/// Constants of 3 bits each.
pub(super) fn constants(count: u32) -> Vec<u8> {
    let code = ConstantsCode::NULL.0;
    container(short_records(module(), BlockId::CONSTANTS, code, 0, count).exit())
}

/// Entries of the symbol table, of 3 bits each.
pub(super) fn symbols(count: u32) -> Vec<u8> {
    let code = ValueSymtabCode::ENTRY.0;
    let bits = declare(module(), FUNCTION, true);
    container(short_records(bits, BlockId::VALUE_SYMTAB, code, 1, count).exit())
}

/// Types of 3 bits each.
pub(super) fn types(count: u32) -> Vec<u8> {
    let bits = Bits::bitcode()
        .enter(BlockId::MODULE)
        .record(ModuleCode::VERSION.0, &[1]);
    let code = TypeCode::VOID.0;
    container(short_records(bits, BlockId::TYPE, code, 0, count).exit())
}

/// Abbreviations for metadata of 17 bits each, which no record uses.
pub(super) fn abbreviations(count: u32) -> Vec<u8> {
    let bits = Bits::bitcode().enter(BlockId::MODULE);
    let bits = bits
        .enter(BlockId::BLOCKINFO)
        .record(1, &[BlockId::METADATA.0.into()]);
    let bits = repeat(bits, count, |bits| bits.define(1).literal(1)).exit();
    container(bits.exit())
}

/// Abbreviations of 17 bits each that a block defines for itself.
pub(super) fn own_abbreviations(count: u32) -> Vec<u8> {
    let bits = module().enter(BlockId::METADATA);
    let bits = repeat(bits, count, |bits| bits.define(1).literal(1)).exit();
    container(bits.exit())
}

/// Instructions of few bits: `ret void`, or another one without operands, of 3 bits each, in separate blocks.
pub(super) fn short_instructions(count: u32) -> Vec<u8> {
    let bits = declare(module(), FUNCTION, false)
        .enter(BlockId::FUNCTION)
        .record(FunctionCode::DECLAREBLOCKS.0, &[count.into()])
        .define(1)
        .literal(FunctionCode::INST_UNREACHABLE.0.into());
    container(repeat(bits, count, Bits::abbreviated).exit().exit())
}

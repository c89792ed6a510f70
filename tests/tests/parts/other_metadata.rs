//! Tests metadata and names that other writers may produce: equal nodes are one node, and no two values have the same
//! name.
//!
//! Judge: DXC 1.9's disassembler. The snapshots are its text.

use dxil::bitcode::{
    BlockId, ConstantsCode, FunctionCode, MetadataCode, ModuleCode, TypeCode, ValueSymtabCode,
};
use tests::bits::Bits;

use super::other_writers::{begin, body, check, constants, symbols, text, types};

/// Tests equal metadata.
#[test]
fn equal_metadata() {
    use ConstantsCode as C;
    use MetadataCode as M;
    use TypeCode as T;
    let bits = types(begin(), &[(T::INTEGER, &[32]), (T::INTEGER, &[8])]);
    let bits = constants(
        bits,
        &[
            (C::SETTYPE, &[0]),
            (C::NULL, &[]),
            (C::INTEGER, &[0]),
            (C::INTEGER, &[10]),
            (C::INTEGER, &[10]),
            (C::SETTYPE, &[1]),
            (C::INTEGER, &[510]),
            (C::INTEGER, &[3]),
        ],
    );
    let bits = bits.enter(BlockId::METADATA);
    let bits = bits
        .record(M::STRING.0, &text("x")) // 0
        .record(M::STRING.0, &text("x")) // 1
        .record(M::VALUE.0, &[0, 0])
        .record(M::VALUE.0, &[0, 1]) // 2, 3: i32 0
        .record(M::VALUE.0, &[0, 2])
        .record(M::VALUE.0, &[0, 3]) // 4, 5: i32 5
        .record(M::NODE.0, &[1, 3, 5, 0]) // 6
        .record(M::NODE.0, &[2, 4, 6, 0]) // 7 = 6
        .record(M::DISTINCT_NODE.0, &[1, 3, 5, 0]) // 8
        .record(M::NODE.0, &[10, 1]) // 9: itself
        .record(M::NODE.0, &[12, 7]) // 10: a later one
        .record(M::NODE.0, &[1]) // 11
        .record(M::NODE.0, &[14, 8]) // 12: = 10
        .record(M::NODE.0, &[2]) // 13: = 11
        .record(M::NODE.0, &[]) // 14
        .record(M::NODE.0, &[]) // 15 = 14
        .record(M::VALUE.0, &[1, 4])
        .record(M::VALUE.0, &[1, 5]) // 16, 17: i8 -1
        .record(M::NODE.0, &[17])
        .record(M::NODE.0, &[18]) // 18, 19
        .record(60, &[1, 2])
        .record(M::NAME.0, &text("n"))
        .record(
            M::NAMED_NODE.0,
            &[6, 7, 8, 9, 10, 12, 11, 13, 14, 15, 18, 19],
        )
        .record(M::NAME.0, &text("m"))
        .record(M::NAMED_NODE.0, &[20])
        .record(M::NODE.0, &[21]) // 20: itself
        .record(M::NAME.0, &text("n"))
        .record(M::NAMED_NODE.0, &[6]);
    check("metadata", bits.exit());
}

/// Tests metadata of functions: nodes, attachments, and kinds with other numbers.
#[test]
fn metadata_of_functions() {
    use ConstantsCode as C;
    use FunctionCode as F;
    use MetadataCode as M;
    use TypeCode as T;
    let bits = types(
        begin(),
        &[
            (T::VOID, &[]),
            (T::INTEGER, &[32]),
            (T::FUNCTION, &[0, 0, 1]),
        ],
    );
    let bits = bits
        .record(ModuleCode::FUNCTION.0, &[2, 0, 0, 0, 0, 0, 0, 0])
        .record(ModuleCode::FUNCTION.0, &[2, 0, 0, 0, 0, 0, 0, 0]);
    let bits = constants(bits, &[(C::SETTYPE, &[1]), (C::INTEGER, &[10])]);
    let kind = |bits: Bits, number: u64, name: &str| {
        let operands: Vec<u64> = std::iter::once(number).chain(text(name)).collect();
        bits.record(M::KIND.0, &operands)
    };
    let bits = bits
        .enter(BlockId::METADATA)
        .record(M::STRING.0, &text("x"))
        .record(M::NODE.0, &[1]); // 0, 1
    let bits = kind(kind(kind(bits, 3, "mine"), 5, "range"), 1, "other").exit();
    let bits = symbols(bits, &[(0, "f"), (1, "g")]);
    // values 0 f 1 g 2: i32 5; argument 3
    let one = |bits: Bits| {
        let bits = bits
            .enter(BlockId::FUNCTION)
            .record(F::DECLAREBLOCKS.0, &[1]);
        let bits = bits
            .enter(BlockId::METADATA)
            .record(M::NODE.0, &[1]) // 2 = 1
            .record(M::STRING.0, &text("y")) // 3
            .record(M::VALUE.0, &[1, 2]) // 4
            .record(M::NODE.0, &[4, 5, 3]) // 5
            .record(M::DISTINCT_NODE.0, &[6]) // 6
            .exit();
        let bits = body(bits, &[(F::INST_BINOP, &[1, 2, 0]), (F::INST_RET, &[])]);
        bits.enter(BlockId::METADATA_ATTACHMENT)
            .record(M::ATTACHMENT.0, &[0, 3, 5, 1, 6, 5, 2])
            .record(M::ATTACHMENT.0, &[3, 2])
            .exit()
            .exit()
    };
    check("function_metadata", one(one(bits)));
}

/// Tests names that several values have.
#[test]
fn shared_names() {
    use FunctionCode as F;
    use TypeCode as T;
    let bits = types(
        begin(),
        &[
            (T::VOID, &[]),
            (T::INTEGER, &[32]),
            (T::FUNCTION, &[0, 0, 1, 1]),
        ],
    );
    let bits = bits
        .record(ModuleCode::FUNCTION.0, &[2, 0, 0, 0, 0, 0, 0, 0])
        .record(ModuleCode::FUNCTION.0, &[2, 0, 1, 0, 0, 0, 0, 0])
        .record(ModuleCode::FUNCTION.0, &[2, 0, 1, 0, 0, 0, 0, 0]);
    let bits = symbols(bits, &[(0, "a"), (1, "a"), (2, "b"), (2, "c")]);
    let bits = bits
        .enter(BlockId::FUNCTION)
        .record(F::DECLAREBLOCKS.0, &[2]);
    let bits = body(
        bits,
        &[
            (F::INST_BINOP, &[1, 2, 0]),
            (F::INST_BINOP, &[1, 2, 0]),
            (F::INST_BR, &[1]),
            (F::INST_BINOP, &[1, 2, 0]),
            (F::INST_RET, &[]),
        ],
    );
    let bits = bits
        .enter(BlockId::VALUE_SYMTAB)
        .record(ValueSymtabCode::BBENTRY.0, &[0, 120])
        .record(ValueSymtabCode::ENTRY.0, &[3, 120])
        .record(ValueSymtabCode::ENTRY.0, &[4, 120])
        .record(ValueSymtabCode::BBENTRY.0, &[1, 120, 49])
        .record(ValueSymtabCode::ENTRY.0, &[5, 121])
        .record(ValueSymtabCode::ENTRY.0, &[5, 122])
        .record(ValueSymtabCode::ENTRY.0, &[6, 121])
        .record(9, &[1, 2])
        .exit();
    check("names", bits.exit());
}

//! Tests bitstreams and modules that no compiler writes.
//!
//! Judge: LLVM's BitCodeFormat.rst, by whose encodings the bits are put together. No tool judges the messages.

use dxc_format::{Error, ErrorKind, Limits};
use dxil::bitcode::{AbbreviationEncoding, BlockId, LENGTH_WIDTH, MetadataCode, ValueSymtabCode};
use dxil::bitstream::{self, Bitstream, Event};
use dxil::{DxilModule, Module};
use tests::bits::Bits;

/// Reads all codes and operands; returns the error if there is one.
fn read(bytes: &[u8]) -> Result<Vec<(u32, Vec<u64>)>, Error> {
    let mut stream = Bitstream::new_within(bytes, Limits::of_input(bytes.len()))?;
    let mut records = Vec::new();
    while let Some(event) = stream.next()? {
        if let Event::Record(record) = event {
            let blob = record.blob.unwrap_or_default().iter();
            let operands = record.operands.iter().copied();
            let operands = operands.chain(blob.map(|byte| u64::from(*byte)));
            records.push((record.code, operands.collect()));
        }
    }
    Ok(records)
}

fn problem(bytes: &[u8]) -> &'static str {
    match read(bytes).unwrap_err().kind() {
        ErrorKind::Bitcode { problem, .. } => problem,
        other => panic!("{other:?}"),
    }
}

fn module() -> Bits {
    Bits::bitcode().enter(BlockId::MODULE)
}

/// A module that defines an abbreviation with these operands: literals, and encodings with an optional width.
fn defining(operands: &str) -> Bits {
    let operands: Vec<&str> = operands.split(' ').collect();
    let bits = module().define(operands.len() as u64);
    operands.into_iter().fold(bits, |bits, operand| {
        if let Ok(literal) = operand.parse() {
            return bits.literal(literal);
        }
        let (name, width) = operand.split_once(':').unwrap_or((operand, ""));
        let bits = bits.encoding(AbbreviationEncoding::from_name(name).unwrap());
        match width.parse() {
            Ok(width) => bits.width(width),
            Err(_) => bits,
        }
    })
}

#[test]
fn abbreviations_have_all_encodings() {
    let bits = defining("9 Fixed:7 VBR:4 Array Char6")
        .abbreviated()
        .put(0x55, 7)
        .vbr(1000, 4)
        .vbr(3, LENGTH_WIDTH)
        .put(0, 6)
        .put(62, 6)
        .put(63, 6)
        .exit();
    assert_eq!(
        read(&bits.bytes).unwrap(),
        [(9, vec![0x55, 1000, 0x61, 0x2e, 0x5f])]
    );
    let bits = defining("1 Blob")
        .abbreviated()
        .vbr(5, LENGTH_WIDTH)
        .align()
        .put(0x05_0403_0201, 40)
        .align()
        .exit();
    assert_eq!(read(&bits.bytes).unwrap(), [(1, vec![1, 2, 3, 4, 5])]);
}

/// As in LLVM, an integer of 0 bits is 0.
#[test]
fn integers_of_no_bits_are_0() {
    let bits = defining("1 Fixed:0").abbreviated().exit();
    assert_eq!(read(&bits.bytes).unwrap(), [(1, vec![0])]);
}

#[test]
fn damaged_streams_are_refused() {
    let damaged = [
        Bits::bitcode().put(3, 2).align(),
        module().define(0),
        module().define(u64::MAX >> 8),
        module()
            .define(2)
            .literal(1)
            .encoding(AbbreviationEncoding(7)),
        defining("1 Array 1"),
        defining("1 Array Fixed:0"),
        defining("1 VBR:1"),
        module().abbreviated(),
        module().enter(BlockId::BLOCKINFO).define(1).literal(1),
        defining("1 Array Fixed:1")
            .abbreviated()
            .vbr(1 << 30, LENGTH_WIDTH),
    ];
    let expected = "\
something other than a block is outside of all blocks
an abbreviation does not begin with a code
an integer exceeds 32 bits
an abbreviation has an unknown or misplaced encoding
the elements of an array have no bits
the elements of an array have no bits
an abbreviation has an operand of an illegal width
a record has an undefined abbreviation
an abbreviation is outside of a block
an array exceeds its block";
    let problems = damaged.map(|bits| problem(&bits.cut_off().bytes));
    assert_eq!(problems.join("\n"), expected);
}

#[test]
fn a_block_has_its_declared_size() {
    let good = module().exit();
    assert_eq!(read(&good.bytes).unwrap(), []);
    let size = good.bytes.len() - 8..good.bytes.len() - 4;
    for (words, expected) in [
        (0u32, "a block or record exceeds its end"),
        (2, "a block exceeds the block around it"),
        (u32::MAX, "a block exceeds the block around it"),
    ] {
        let mut bits = good.clone();
        bits.bytes[size.clone()].copy_from_slice(&words.to_le_bytes());
        assert_eq!(problem(&bits.bytes), expected);
    }
    let mut longer = good.clone();
    longer.bytes[size].copy_from_slice(&2u32.to_le_bytes());
    longer.bytes.extend([0; 4]);
    assert_eq!(problem(&longer.bytes), "a block ends before its stated end");
}

/// The reader is not recursive: neither nested blocks nor definitions use the stack.
#[test]
fn blocks_and_definitions_may_be_many() {
    let mut bits = Bits::bitcode();
    for _ in 0..100_000 {
        bits = bits.enter(BlockId::MODULE);
    }
    for _ in 0..100_000 {
        bits = bits.define(1).literal(1);
    }
    for _ in 0..100_000 {
        bits = bits.exit();
    }
    assert_eq!(read(&bits.bytes).unwrap(), []);
}

#[test]
fn operands_are_limited() {
    let literals = 1000;
    let mut bits = module().define(literals + 1);
    for _ in 0..=literals {
        bits = bits.literal(1);
    }
    for _ in 0..100_000 {
        bits = bits.abbreviated();
    }
    let bytes = bits.exit().bytes;
    let mut stream = Bitstream::new(&bytes).unwrap();
    let (mut records, mut operands) = (0, 0);
    let error = loop {
        match stream.next() {
            Ok(Some(Event::Record(record))) => {
                records += 1;
                operands += record.operands.len();
            }
            Ok(_) => {}
            Err(error) => break error,
        }
    };
    assert_eq!(tests::limit_of(&error).map(|limit| limit.0), Some("steps"));
    assert!(
        records > 100 && operands <= 16 * bytes.len(),
        "{records} {operands}"
    );
}

/// Each element of an array counts as a step, like any other operand.
#[test]
fn elements_of_arrays_are_limited() {
    let len = 1000;
    let mut bits = defining("1 Array Fixed:1")
        .abbreviated()
        .vbr(len, LENGTH_WIDTH);
    for _ in 0..len {
        bits = bits.put(1, 1);
    }
    let bytes = bits.exit().bytes;
    let within = |steps: u64| {
        let mut limits = Limits::of_input(bytes.len());
        limits.steps = steps;
        let mut stream = Bitstream::new_within(&bytes, limits).unwrap();
        loop {
            match stream.next() {
                Ok(Some(_)) => {}
                Ok(None) => break Ok(()),
                Err(error) => break Err(tests::limit_of(&error).unwrap().0),
            }
        }
    };
    assert_eq!(within(len), Err("steps"));
    // The other steps are the block, the definition, the record, and the two ends.
    assert_eq!(within(len + 5), Ok(()));
}

/// One entry point with a long name, repeatedly.
#[test]
fn shared_nodes_are_limited() {
    let entries = 2000;
    let mut bits = module().enter(BlockId::METADATA);
    // String 0 is the name; node 1 is the entry point.
    let text = [0x61; 300];
    bits = bits
        .record(MetadataCode::STRING.0, &text)
        .record(MetadataCode::NODE.0, &[0, 1, 0, 0, 0]);
    bits = bits.record(MetadataCode::NAME.0, &b"dx.entryPoints".map(u64::from));
    let bytes = bits
        .record(MetadataCode::NAMED_NODE.0, &vec![1; entries])
        .exit()
        .exit()
        .bytes;
    let error = DxilModule::parse(&bytes).unwrap_err();
    assert_eq!(tests::limit_of(&error).map(|limit| limit.0), Some("memory"));
    let read = DxilModule::parse_within(&bytes, Limits::NONE).unwrap();
    assert_eq!(read.entry_points.len(), entries);
    assert_eq!(read.entry_points[0].name.len(), text.len());
}

#[test]
fn numbers_of_modules_are_checked() {
    let names = module().enter(BlockId::VALUE_SYMTAB);
    let names = names.record(ValueSymtabCode::ENTRY.0, &[7, 0x61]);
    let error = Module::parse(&names.exit().exit().bytes).unwrap_err();
    assert!(
        error.to_string().contains("an unknown value has a name"),
        "{error}"
    );
    let metadata = module().enter(BlockId::METADATA);
    // A node with a dangling reference and a reference to itself.
    let metadata = metadata
        .record(MetadataCode::NODE.0, &[1, 0, 900])
        .record(MetadataCode::NAME.0, &b"a".map(u64::from))
        .record(MetadataCode::NAMED_NODE.0, &[0, 77]);
    let metadata = metadata.exit().exit();
    let module = Module::parse(&metadata.bytes).unwrap();
    let nodes: Vec<_> = module.named("a").collect();
    assert_eq!((nodes.len(), nodes[0].len()), (1, 3));
    assert_eq!(nodes[0].node(0).unwrap().len(), 3);
    assert!(nodes[0].operand(1).is_none() && nodes[0].operand(2).is_none());
}

/// A wrapper with this header, as bytes, and the bitcode in it.
fn wrapped(header: [u32; 5], inner: &[u8]) -> Vec<u8> {
    [&tests::words(&header), inner].concat()
}

#[test]
fn bitcode_is_taken_out_of_its_wrapper() {
    let inner = b"BC\xc0\xde1234";
    let magic = 0x0b17_c0de;
    let file = wrapped([magic, 0, 20, 8, 7], inner);
    assert!(bitstream::is_bitcode(&file) && bitstream::is_bitcode(inner));
    assert_eq!(bitstream::unwrap_bitcode(&file).unwrap(), inner);
    assert_eq!(bitstream::unwrap_bitcode(inner).unwrap(), inner);
    for (file, problem) in [
        (b"DXBC".to_vec(), "does not begin with the magic number"),
        (b"BC".to_vec(), "does not begin with the magic number"),
        (
            file[..19].to_vec(),
            "ends before the bitcode in its wrapper",
        ),
        (
            wrapped([magic, 0, 20, 9, 7], inner),
            "ends before the bitcode in its wrapper",
        ),
        (
            wrapped([magic, 0, u32::MAX, u32::MAX, 7], inner),
            "ends before the bitcode in its wrapper",
        ),
        (
            wrapped([magic, 0, 0, 28, 7], inner),
            "the wrapper contains no bitcode",
        ),
    ] {
        let error = bitstream::unwrap_bitcode(&file).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
}

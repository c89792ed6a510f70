//! Bitstreams and modules that no compiler writes.

use dxc_format::bitcode::{
    AbbreviationEncoding, AbbreviationId, BITCODE_MAGIC, BLOCK_ID_WIDTH, BLOCK_SIZE_WIDTH, BlockId,
    CODE_LEN_WIDTH, ENCODING_DATA_WIDTH, ENCODING_WIDTH, LENGTH_WIDTH, LITERAL_WIDTH, MetadataCode,
    OPERAND_COUNT_WIDTH, RECORD_WIDTH, TOP_LEVEL_WIDTH, ValueSymtabCode,
};
use dxc_format::dxil::DxilModule;
use dxc_format::llvm::{Bitstream, Event, Module};
use dxc_format::{Error, ErrorKind, Limits};

/// The width of abbreviation IDs in the blocks of these tests.
const WIDTH: u32 = 3;

/// Writes bits, the lowest bit of each byte first.
#[derive(Clone)]
struct Bits {
    bytes: Vec<u8>,
    used: u32,
    sizes: Vec<usize>,
}

impl Bits {
    fn new() -> Self {
        let bits = Self {
            bytes: Vec::new(),
            used: 0,
            sizes: Vec::new(),
        };
        bits.put(BITCODE_MAGIC.into(), 32)
    }

    fn put(mut self, value: u64, width: u32) -> Self {
        for bit in 0..width {
            if self.used == 0 {
                self.bytes.push(0);
            }
            *self.bytes.last_mut().unwrap() |= u8::from(value >> bit & 1 == 1) << self.used;
            self.used = (self.used + 1) % 8;
        }
        self
    }

    fn vbr(mut self, mut value: u64, width: u32) -> Self {
        let more = 1 << (width - 1);
        while value >= more {
            self = self.put(value & (more - 1) | more, width);
            value >>= width - 1;
        }
        self.put(value, width)
    }

    fn id(self, id: AbbreviationId) -> Self {
        let is_outside = self.sizes.is_empty();
        self.put(
            id.0.into(),
            if is_outside { TOP_LEVEL_WIDTH } else { WIDTH },
        )
    }

    fn align(mut self) -> Self {
        self.used = 0;
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self
    }

    fn enter(self, block: BlockId) -> Self {
        let mut bits = self
            .id(AbbreviationId::EnterSubBlock)
            .vbr(block.0.into(), BLOCK_ID_WIDTH)
            .vbr(WIDTH.into(), CODE_LEN_WIDTH)
            .align();
        bits.sizes.push(bits.bytes.len());
        bits.put(0, BLOCK_SIZE_WIDTH)
    }

    fn exit(self) -> Self {
        let mut bits = self.id(AbbreviationId::EndBlock).align();
        let at = bits.sizes.pop().unwrap();
        let words = u32::try_from((bits.bytes.len() - at) / 4 - 1).unwrap();
        bits.bytes[at..at + 4].copy_from_slice(&words.to_le_bytes());
        bits
    }

    fn record(self, code: u32, operands: &[u64]) -> Self {
        let bits = self
            .id(AbbreviationId::UnabbrevRecord)
            .vbr(code.into(), RECORD_WIDTH)
            .vbr(operands.len() as u64, RECORD_WIDTH);
        operands
            .iter()
            .fold(bits, |bits, operand| bits.vbr(*operand, RECORD_WIDTH))
    }

    /// The beginning of the definition of an abbreviation.
    fn define(self, operands: u64) -> Self {
        self.id(AbbreviationId::DefineAbbrev)
            .vbr(operands, OPERAND_COUNT_WIDTH)
    }

    fn literal(self, value: u64) -> Self {
        self.put(1, 1).vbr(value, LITERAL_WIDTH)
    }

    fn encoding(self, encoding: AbbreviationEncoding) -> Self {
        self.put(0, 1).put(encoding.0.into(), ENCODING_WIDTH)
    }

    fn width(self, width: u64) -> Self {
        self.vbr(width, ENCODING_DATA_WIDTH)
    }

    /// A record with the first abbreviation of its block.
    fn abbreviated(self) -> Self {
        self.id(AbbreviationId::FirstApplicationAbbrev)
    }

    /// All codes and operands, or the error.
    fn read(&self) -> Result<Vec<(u32, Vec<u64>)>, Error> {
        let mut stream = Bitstream::new_within(&self.bytes, Limits::of_input(self.bytes.len()))?;
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

    fn problem(&self) -> &'static str {
        match self.read().unwrap_err().kind() {
            ErrorKind::Bitcode { problem } => problem,
            other => panic!("{other:?}"),
        }
    }
}

fn module() -> Bits {
    Bits::new().enter(BlockId::MODULE)
}

#[test]
fn abbreviations_have_all_encodings() {
    let bits = module()
        .define(5)
        .literal(9)
        .encoding(AbbreviationEncoding::Fixed)
        .width(7)
        .encoding(AbbreviationEncoding::VBR)
        .width(4)
        .encoding(AbbreviationEncoding::Array)
        .encoding(AbbreviationEncoding::Char6)
        .abbreviated()
        .put(0x55, 7)
        .vbr(1000, 4)
        .vbr(3, LENGTH_WIDTH)
        .put(0, 6)
        .put(62, 6)
        .put(63, 6)
        .exit();
    assert_eq!(
        bits.read().unwrap(),
        [(9, vec![0x55, 1000, 0x61, 0x2e, 0x5f])]
    );
    let bits = module()
        .define(2)
        .literal(1)
        .encoding(AbbreviationEncoding::Blob)
        .abbreviated()
        .vbr(5, LENGTH_WIDTH)
        .align()
        .put(0x05_0403_0201, 40)
        .align()
        .exit();
    assert_eq!(bits.read().unwrap(), [(1, vec![1, 2, 3, 4, 5])]);
}

/// As in LLVM, an integer of 0 bits is 0.
#[test]
fn integers_of_no_bits_are_0() {
    let bits = module()
        .define(2)
        .literal(1)
        .encoding(AbbreviationEncoding::Fixed)
        .width(0)
        .abbreviated()
        .exit();
    assert_eq!(bits.read().unwrap(), [(1, vec![0])]);
}

#[test]
fn damaged_streams_are_refused() {
    let cases = [
        (
            Bits::new().put(3, 2).align(),
            "something other than a block is outside of all blocks",
        ),
        (
            module().define(0),
            "an abbreviation does not begin with a code",
        ),
        (module().define(u64::MAX >> 8), "an integer exceeds 32 bits"),
        (
            module()
                .define(2)
                .literal(1)
                .encoding(AbbreviationEncoding(7)),
            "an abbreviation has an unknown or misplaced encoding",
        ),
        (
            module()
                .define(3)
                .literal(1)
                .encoding(AbbreviationEncoding::Array)
                .literal(1),
            "the elements of an array have no bits",
        ),
        (
            module()
                .define(2)
                .literal(1)
                .encoding(AbbreviationEncoding::VBR)
                .width(1),
            "an abbreviation has an operand of an illegal width",
        ),
        (
            module().abbreviated(),
            "a record has an undefined abbreviation",
        ),
        (
            module().enter(BlockId::BLOCKINFO).define(1).literal(1),
            "an abbreviation is outside of a block",
        ),
        (
            module()
                .define(3)
                .literal(1)
                .encoding(AbbreviationEncoding::Array)
                .encoding(AbbreviationEncoding::Fixed)
                .width(1)
                .abbreviated()
                .vbr(1 << 30, LENGTH_WIDTH),
            "an array exceeds its block",
        ),
    ];
    for (bits, expected) in cases {
        // Blocks that have not ended have the size of the remaining bits.
        let mut bits = bits.put(0, 64).align();
        while let Some(at) = bits.sizes.pop() {
            let words = (bits.bytes.len() - at) / 4 - 1;
            bits.bytes[at..at + 4].copy_from_slice(&u32::try_from(words).unwrap().to_le_bytes());
        }
        assert_eq!(bits.problem(), expected);
    }
}

#[test]
fn a_block_has_its_declared_size() {
    let good = module().exit();
    assert_eq!(good.read().unwrap(), []);
    let size = good.bytes.len() - 8..good.bytes.len() - 4;
    for (words, expected) in [
        (0u32, "a block or record exceeds its end"),
        (2, "a block exceeds the block around it"),
        (u32::MAX, "a block exceeds the block around it"),
    ] {
        let mut bits = good.clone();
        bits.bytes[size.clone()].copy_from_slice(&words.to_le_bytes());
        assert_eq!(bits.problem(), expected);
    }
    let mut longer = good.clone();
    longer.bytes[size].copy_from_slice(&2u32.to_le_bytes());
    longer.bytes.extend([0; 4]);
    assert_eq!(longer.problem(), "a block ends before its stated end");
}

/// Nothing is recursive: neither blocks nor definitions take the stack.
#[test]
fn blocks_and_definitions_may_be_many() {
    let mut bits = Bits::new();
    for _ in 0..100_000 {
        bits = bits.enter(BlockId::MODULE);
    }
    for _ in 0..100_000 {
        bits = bits.define(1).literal(1);
    }
    for _ in 0..100_000 {
        bits = bits.exit();
    }
    assert_eq!(bits.read().unwrap(), []);
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
    assert!(
        matches!(error.kind(), ErrorKind::Limit { name: "steps", .. }),
        "{error}"
    );
    assert!(
        records > 100 && operands <= 16 * bytes.len(),
        "{records} {operands}"
    );
}

/// One entry point with a long name, repeatedly.
#[test]
fn shared_nodes_are_limited() {
    let entries = 2000;
    let mut bits = module().enter(BlockId::METADATA);
    // 0: the name, 1: the entry point.
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
    assert!(
        matches!(error.kind(), ErrorKind::Limit { name: "memory", .. }),
        "{error}"
    );
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
    let module = Module::parse(&metadata.exit().exit().bytes).unwrap();
    let nodes: Vec<_> = module.named("a").collect();
    assert_eq!((nodes.len(), nodes[0].len()), (1, 3));
    assert_eq!(nodes[0].node(0).unwrap().len(), 3);
    assert!(nodes[0].operand(1).is_none() && nodes[0].operand(2).is_none());
}

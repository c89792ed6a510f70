//! The published crate `dxbc` 0.1.0.

use std::hint::black_box;

use dxbc::chunks::{ChunkData, ChunkWriter, WritableChunk, dxil, signature};
use dxbc::{DxbcChunk, scan_dxbc};

use crate::sums;

pub(crate) fn open(bytes: &[u8]) -> u64 {
    let containers = scan_dxbc(bytes);
    let Some(container) = containers.first() else {
        return 0;
    };
    black_box(container).chunks.len() as u64
}

/// Reads the chunks that are typed here, too.
pub(crate) fn values(bytes: &[u8]) -> u64 {
    let containers = scan_dxbc(bytes);
    let Some(container) = containers.first() else {
        return 0;
    };
    sums::all(
        container
            .chunks
            .iter()
            .filter(|chunk| is_typed(chunk))
            .map(|chunk| match parse(chunk) {
                ChunkData::FeatureInfo(info) => info.flags,
                ChunkData::Hash(hash) => sums::digest(&hash.bytes),
                ChunkData::Dxil(program) => program_sum(&program),
                ChunkData::InputSignature(signature)
                | ChunkData::OutputSignature(signature)
                | ChunkData::PatchConstantSignature(signature) => {
                    sums::all(signature.elements.iter().map(element))
                }
                _ => 0,
            }),
    )
}

/// The same, owned: what the crate borrows from the file, bitcode and names, is made the value's own.
pub(crate) fn owned(bytes: &[u8]) -> u64 {
    let containers = scan_dxbc(bytes);
    let Some(container) = containers.first() else {
        return 0;
    };
    sums::all(
        container
            .chunks
            .iter()
            .filter(|chunk| is_typed(chunk))
            .map(|chunk| match parse(chunk) {
                ChunkData::FeatureInfo(info) => info.flags,
                ChunkData::Hash(hash) => sums::digest(&hash.bytes),
                ChunkData::Dxil(mut program) => {
                    program.bitcode.to_mut();
                    program_sum(&program)
                }
                ChunkData::InputSignature(mut signature)
                | ChunkData::OutputSignature(mut signature)
                | ChunkData::PatchConstantSignature(mut signature) => {
                    for element in &mut signature.elements {
                        element.semantic_name.to_mut();
                    }
                    sums::all(signature.elements.iter().map(element))
                }
                _ => 0,
            }),
    )
}

pub(crate) fn round_trip(bytes: &[u8]) -> u64 {
    let containers = scan_dxbc(bytes);
    let Some(container) = containers.first() else {
        return 0;
    };
    let chunks = container.chunks.iter().filter(|chunk| is_typed(chunk));
    // Its signatures lose their padding, so that only the number of chunks can be compared.
    chunks
        .filter_map(|chunk| write(&parse(chunk)))
        .map(black_box)
        .count() as u64
}

fn write(chunk: &ChunkData<'_>) -> Option<WritableChunk> {
    match chunk {
        ChunkData::Dxil(program) => Some(program.to_writable()),
        other => other.to_writable(),
    }
}

/// ILDB is a program, too; the crate only keeps its bytes.
fn parse<'a>(chunk: &DxbcChunk<'a>) -> ChunkData<'a> {
    match (&chunk.fourcc, dxil::parse_dxil(chunk.data)) {
        (b"ILDB", Some(program)) => ChunkData::Dxil(program),
        _ => chunk.parse(),
    }
}

fn is_typed(chunk: &DxbcChunk<'_>) -> bool {
    let typed: [&[u8; 4]; 11] = [
        b"DXIL", b"ILDB", b"HASH", b"SFI0", b"ISG1", b"OSG1", b"PSG1", b"ISGN", b"OSGN", b"OSG5",
        b"PCSG",
    ];
    typed.contains(&&chunk.fourcc)
}

fn program_sum(program: &dxil::DxilData<'_>) -> u64 {
    let kind = u32::from(program.shader_kind) << 16;
    let model = u32::from(program.major_version) << 4 | u32::from(program.minor_version);
    sums::program(kind | model, program.dxil_version, &program.bitcode)
}

fn element(element: &signature::SignatureElement<'_>) -> u64 {
    sums::element(
        element.stream.unwrap_or(0),
        element.semantic_index,
        element.system_value,
        element.component_type,
        element.register,
        element.mask,
        element.rw_mask,
    )
}

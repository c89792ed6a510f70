//! Benchmarks the published crate `dxbc` 0.1.0.

use std::hint::black_box;

use dxbc::chunks::rdef::{ResourceDef, TypeDesc};
use dxbc::chunks::rts0::{RootParameterType, RootSignature};
use dxbc::chunks::{
    ChunkData, ChunkWriter, PipelineStateValidation, WritableChunk, dxil, signature,
};
use dxbc::shex::{Program, encode};
use dxbc::{DxbcChunk, scan_dxbc};

use crate::ours::sums;

/// Returns a number that depends on the chunks of the first container.
fn of_chunks(bytes: &[u8], sum: impl FnOnce(&[DxbcChunk<'_>]) -> u64) -> u64 {
    let containers = scan_dxbc(bytes);
    let container = containers.first();
    container.map_or(0, |container| sum(&container.chunks))
}

pub(crate) fn open(bytes: &[u8]) -> u64 {
    of_chunks(bytes, |chunks| black_box(chunks).len() as u64)
}

/// Reads the chunks that this crate types, too.
pub(crate) fn values(bytes: &[u8]) -> u64 {
    read(bytes, sums::is_compared, |_| {})
}

/// Reads the chunks that LLVM types.
pub(crate) fn typed_by_llvm(bytes: &[u8]) -> u64 {
    read(bytes, sums::is_typed_by_llvm, |_| {})
}

/// Like [`values`], but owned: bitcode and names, which the crate borrows from the file, are copied into values.
pub(crate) fn owned(bytes: &[u8]) -> u64 {
    read(bytes, sums::is_compared, |chunk| match chunk {
        ChunkData::Dxil(program) => drop(program.bitcode.to_mut()),
        ChunkData::DebugName(name) => drop(name.name.to_mut()),
        ChunkData::PrivateData(private) => drop(private.raw.to_mut()),
        ChunkData::InputSignature(signature)
        | ChunkData::OutputSignature(signature)
        | ChunkData::PatchConstantSignature(signature) => {
            for element in &mut signature.elements {
                element.semantic_name.to_mut();
            }
        }
        _ => {}
    })
}

fn read(
    bytes: &[u8],
    is_read: impl Fn([u8; 4]) -> bool,
    prepare: impl Fn(&mut ChunkData<'_>),
) -> u64 {
    of_chunks(bytes, |chunks| {
        let chunks = chunks.iter().filter(|chunk| is_read(chunk.fourcc));
        sums::all(chunks.map(|chunk| {
            let mut chunk = parse(chunk);
            prepare(&mut chunk);
            sum(&chunk)
        }))
    })
}

fn sum(chunk: &ChunkData<'_>) -> u64 {
    match chunk {
        ChunkData::FeatureInfo(info) => info.flags,
        ChunkData::Hash(hash) => sums::digest(&hash.bytes),
        ChunkData::DebugName(name) => sums::bytes(name.name.as_bytes()),
        ChunkData::PrivateData(private) => sums::bytes(&private.raw),
        ChunkData::Dxil(program) => program_sum(program),
        ChunkData::PipelineStateValidation(psv) => pipeline(psv),
        ChunkData::RootSignature(signature) => root_signature(signature),
        ChunkData::InputSignature(signature)
        | ChunkData::OutputSignature(signature)
        | ChunkData::PatchConstantSignature(signature) => {
            sums::all(signature.elements.iter().map(element))
        }
        ChunkData::Rdef(definitions) => reflection(definitions),
        _ => 0,
    }
}

/// Reads all chunks, and so decodes every instruction of shader models 4 and 5.
pub(crate) fn everything(bytes: &[u8]) -> u64 {
    read(
        bytes,
        |_| true,
        |chunk| {
            black_box(chunk);
        },
    )
}

/// Decodes the instructions of SHDR and SHEX.
pub(crate) fn instructions(bytes: &[u8]) -> u64 {
    let program = program(bytes);
    let instructions = program.iter().flat_map(|program| &program.instructions);
    sums::all(instructions.map(|instruction| u64::from(instruction.opcode.to_u32())))
}

/// Decodes the instructions of SHDR and SHEX, and writes them again.
pub(crate) fn rewritten_instructions(bytes: &[u8]) -> u64 {
    program(bytes).map_or(0, |program| encode(&program).len() as u64)
}

fn program(bytes: &[u8]) -> Option<Program> {
    let containers = scan_dxbc(bytes);
    let mut chunks = containers.first()?.chunks.iter();
    let chunk = chunks.find(|chunk| matches!(&chunk.fourcc, b"SHEX" | b"SHDR"))?;
    match chunk.parse() {
        ChunkData::Shader(program) => Some(program),
        _ => None,
    }
}

/// Reads every field of RDEF.
pub(crate) fn reflections(bytes: &[u8]) -> u64 {
    of_chunks(bytes, |chunks| {
        let chunk = chunks.iter().find(|chunk| &chunk.fourcc == b"RDEF");
        match chunk.map(DxbcChunk::parse) {
            // The crate does not notice that a file of version 0.80 has the records of 5.0.
            Some(ChunkData::Rdef(definitions)) if definitions.target_version & 0xffff != 0x50 => {
                reflection(&definitions)
            }
            _ => 0,
        }
    })
}

fn reflection(definitions: &ResourceDef<'_>) -> u64 {
    let is_5_1 = definitions.target_version & 0xffff == 0x501;
    let bindings = definitions.bindings.iter().map(|binding| {
        let numbers = [
            binding.input_type,
            binding.return_type,
            binding.dimension,
            binding.num_samples,
            binding.bind_point,
            binding.bind_count,
            binding.flags,
        ];
        sums::named(binding.name.as_bytes(), numbers)
    });
    let bindings = sums::bindings(is_5_1, bindings);
    let buffers = definitions.constant_buffers.iter().map(|buffer| {
        let variables = buffer.variables.iter().map(|variable| {
            let numbers = [variable.offset, variable.size, variable.flags];
            let ty = reflected_type(&variable.var_type);
            sums::named(variable.name.as_bytes(), numbers).wrapping_add(ty)
        });
        let own = sums::named(
            buffer.name.as_bytes(),
            [buffer.size, buffer.flags, buffer.cb_type],
        );
        own.wrapping_add(sums::all(variables))
    });
    sums::named(definitions.creator.as_bytes(), [definitions.compile_flags])
        .wrapping_add(bindings)
        .wrapping_add(sums::all(buffers))
}

fn reflected_type(ty: &TypeDesc<'_>) -> u64 {
    let numbers = [
        ty.class.into(),
        ty.var_type.into(),
        ty.rows.into(),
        ty.columns.into(),
        ty.elements.into(),
    ];
    let members = ty.members.iter().map(|member| {
        let ty = reflected_type(&member.member_type);
        sums::named(member.name.as_bytes(), [member.offset]).wrapping_add(ty)
    });
    sums::named(ty.name.as_bytes(), numbers).wrapping_add(sums::all(members))
}

pub(crate) fn round_trip(bytes: &[u8]) -> u64 {
    of_chunks(bytes, |chunks| {
        let chunks = chunks.iter();
        let chunks = chunks.filter(|chunk| sums::is_compared(chunk.fourcc));
        let written = chunks.filter_map(|chunk| write(&parse(chunk)));
        // The signatures that it writes have no padding, so that only the numbers of chunks can be compared.
        written.map(black_box).count() as u64
    })
}

fn write(chunk: &ChunkData<'_>) -> Option<WritableChunk> {
    match chunk {
        ChunkData::Dxil(program) => Some(program.to_writable()),
        other => other.to_writable(),
    }
}

/// ILDB and STAT of DXC contain programs, too; the crate keeps ILDB as bytes, and reads STAT as counters.
fn parse<'a>(chunk: &DxbcChunk<'a>) -> ChunkData<'a> {
    match (&chunk.fourcc, dxil::parse_dxil(chunk.data)) {
        (b"ILDB" | b"STAT", Some(program)) => ChunkData::Dxil(program),
        _ => chunk.parse(),
    }
}

fn root_signature(signature: &RootSignature) -> u64 {
    let parameters = signature
        .parameters
        .iter()
        .map(|parameter| match &parameter.param_type {
            RootParameterType::DescriptorTable { ranges } => {
                sums::table(ranges.iter().map(|range| {
                    [
                        range.range_type as u32,
                        range.num_descriptors,
                        range.base_shader_register,
                        range.register_space,
                        range.offset_in_descriptors_from_table_start,
                    ]
                }))
            }
            RootParameterType::Constants32Bit {
                register,
                space,
                num_values,
            } => sums::words([*register, *space, *num_values]),
            RootParameterType::Cbv { register, space }
            | RootParameterType::Srv { register, space }
            | RootParameterType::Uav { register, space } => sums::words([*register, *space]),
        });
    let samplers = signature.static_samplers.iter().map(|sampler| {
        [
            sampler.filter,
            sampler.address_u,
            sampler.address_v,
            sampler.address_w,
            sampler.mip_lod_bias.to_bits(),
            sampler.max_anisotropy,
            sampler.comparison_func,
            sampler.border_color,
            sampler.min_lod.to_bits(),
            sampler.max_lod.to_bits(),
            sampler.shader_register,
            sampler.register_space,
        ]
    });
    sums::root_signature(signature.version, signature.flags, parameters, samplers)
}

fn pipeline(psv: &PipelineStateValidation) -> u64 {
    let elements = psv
        .sig_input_elements
        .iter()
        .chain(&psv.sig_output_elements);
    let elements = elements.chain(&psv.sig_patch_const_or_prim_elements);
    let masks = psv
        .view_id_output_masks
        .iter()
        .flatten()
        .chain(&psv.view_id_pc_or_prim_output_mask);
    let tables = psv.input_to_output_tables.iter().flatten();
    let tables = tables
        .chain(&psv.input_to_pc_output_table)
        .chain(&psv.pc_input_to_output_table);
    sums::pipeline(
        [psv.min_wave_lane_count, psv.max_wave_lane_count],
        psv.resources.iter().map(|resource| {
            [
                resource.res_type,
                resource.space,
                resource.lower_bound,
                resource.upper_bound,
            ]
        }),
        psv.semantic_index_table.iter().copied(),
        elements.map(|element| {
            let bytes = [
                element.rows,
                element.start_row,
                element.cols_and_start,
                element.semantic_kind,
            ];
            [
                element.semantic_name.wrapping_add(element.semantic_indexes),
                u32::from_le_bytes(bytes),
            ]
        }),
        masks.chain(tables).copied(),
    )
}

fn program_sum(program: &dxil::DxilData<'_>) -> u64 {
    let kind = u32::from(program.shader_kind) << 16;
    let model = u32::from(program.major_version) << 4 | u32::from(program.minor_version);
    sums::program(kind | model, program.dxil_version, &program.bitcode)
}

fn element(element: &signature::SignatureElement<'_>) -> u64 {
    let words = [
        element.stream.unwrap_or(0),
        element.semantic_index,
        element.system_value,
        element.component_type,
        element.register,
        element.mask.into(),
        element.rw_mask.into(),
    ];
    sums::words(words).into()
}

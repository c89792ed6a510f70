//! Benchmarks equivalent records with binrw's own derive, which reads field by field.

use std::hint::black_box;
use std::io::{Cursor, SeekFrom};

use binrw::helpers::until_eof;
use binrw::{BinRead, BinWrite, binrw};

use crate::ours::sums;

#[binrw]
#[brw(little, magic = b"DXBC")]
struct Header {
    digest: [u8; 16],
    major: u16,
    minor: u16,
    file_size: u32,
    part_count: u32,
    #[br(count = part_count)]
    offsets: Vec<u32>,
}

#[binrw]
#[brw(little)]
struct PartHeader {
    fourcc: [u8; 4],
    size: u32,
}

#[binrw]
#[brw(little)]
struct Program {
    version: u32,
    size_in_words: u32,
    magic: [u8; 4],
    dxil_version: u32,
    bitcode_offset: u32,
    bitcode_size: u32,
    #[br(count = bitcode_size)]
    bitcode: Vec<u8>,
}

#[binrw]
#[brw(little)]
struct ShaderHash {
    flags: u32,
    digest: [u8; 16],
}

#[binrw]
#[brw(little)]
struct DebugName {
    flags: u16,
    length: u16,
    #[br(count = length)]
    name: Vec<u8>,
    #[brw(align_after = 4)]
    terminator: u8,
}

#[binrw]
#[brw(little)]
struct CompilerVersion {
    version: [u16; 2],
    flags: u32,
    commit_count: u32,
    strings_size: u32,
    #[br(count = strings_size)]
    #[brw(align_after = 4)]
    strings: Vec<u8>,
}

#[binrw]
#[brw(little)]
#[br(import(size: usize))]
struct PrivateData {
    #[br(count = size)]
    data: Vec<u8>,
}

#[binrw]
#[brw(little)]
struct FeatureInfo {
    flags: u64,
}

#[binrw]
#[brw(little)]
#[br(import(size: usize, layout: u8))]
struct Signature {
    count: u32,
    offset: u32,
    #[br(count = count, args { inner: (layout,) })]
    elements: Vec<Element>,
    #[br(count = size - 8 - elements.len() * (24 + 4 * usize::from(layout)))]
    names: Vec<u8>,
}

#[binrw]
#[brw(little)]
#[br(import(layout: u8))]
struct Element {
    #[br(if(layout >= 1))]
    stream: Option<u32>,
    name: u32,
    index: u32,
    system_value: u32,
    component_type: u32,
    register: u32,
    mask: u8,
    exclusive_mask: u8,
    unused: u16,
    #[br(if(layout == 2))]
    min_precision: Option<u32>,
}

/// The data of a part.
#[binrw]
#[brw(little)]
struct Pipeline {
    info_size: u32,
    stage_info: [u8; 16],
    wave_lanes: [u32; 2],
    #[br(if(info_size >= 36))]
    stage: Option<PipelineStage>,
    #[br(if(info_size >= 48))]
    threads: Option<[u32; 3]>,
    #[br(if(info_size >= 52))]
    entry_name: Option<u32>,
    #[br(if(info_size >= 56))]
    group_shared_bytes: Option<u32>,
    resource_count: u32,
    #[br(if(resource_count > 0))]
    resource_stride: Option<u32>,
    #[br(count = resource_count, args { inner: (resource_stride.unwrap_or(0),) })]
    resources: Vec<Resource>,
    #[br(if(stage.is_some()))]
    signatures: Option<PipelineSignatures>,
    #[br(if(element_count(stage.as_ref()) > 0))]
    element_stride: Option<u32>,
    #[br(count = element_count(stage.as_ref()))]
    elements: Vec<PipelineElement>,
    #[br(parse_with = until_eof)]
    masks: Vec<u32>,
}

fn element_count(stage: Option<&PipelineStage>) -> u64 {
    let counts = stage.map_or([0; 3], |stage| stage.elements);
    counts.into_iter().map(u64::from).sum()
}

#[binrw]
#[brw(little)]
struct PipelineStage {
    stage: u8,
    uses_view_id: u8,
    extra: u16,
    elements: [u8; 3],
    input_vectors: u8,
    output_vectors: [u8; 4],
}

#[binrw]
#[brw(little)]
#[br(import(stride: u32))]
struct Resource {
    words: [u32; 4],
    #[br(if(stride >= 24))]
    further: Option<[u32; 2]>,
}

#[binrw]
#[brw(little)]
struct PipelineSignatures {
    string_size: u32,
    #[br(count = string_size)]
    strings: Vec<u8>,
    index_count: u32,
    #[br(count = index_count)]
    indices: Vec<u32>,
}

#[binrw]
#[brw(little)]
struct PipelineElement {
    name: u32,
    indices: u32,
    shape: [u8; 4],
    types: [u8; 4],
}

#[binrw]
#[brw(little)]
struct RootSignature {
    version: u32,
    parameter_count: u32,
    parameters_offset: u32,
    sampler_count: u32,
    samplers_offset: u32,
    flags: u32,
    #[br(seek_before = start(&parameters_offset), count = parameter_count, args { inner: (version,) })]
    #[bw(seek_before = start(parameters_offset))]
    parameters: Vec<RootParameter>,
    #[br(seek_before = start(&samplers_offset), count = sampler_count, args { inner: (version,) })]
    #[bw(seek_before = start(samplers_offset))]
    samplers: Vec<StaticSampler>,
}

#[binrw]
#[brw(little)]
#[br(import(version: u32))]
struct RootParameter {
    parameter_type: u32,
    visibility: u32,
    payload_offset: u32,
    #[br(seek_before = start(&payload_offset), restore_position, args(parameter_type, version))]
    #[bw(seek_before = start(payload_offset), restore_position)]
    payload: RootPayload,
}

#[binrw]
#[brw(little)]
#[br(import(parameter_type: u32, version: u32))]
enum RootPayload {
    #[br(pre_assert(parameter_type == 0))]
    DescriptorTable(#[br(args(version))] DescriptorTable),
    #[br(pre_assert(parameter_type == 1))]
    Constants([u32; 3]),
    #[br(pre_assert((2..=4).contains(&parameter_type)))]
    Descriptor {
        words: [u32; 2],
        #[br(if(version >= 2))]
        flags: Option<u32>,
    },
}

#[binrw]
#[brw(little)]
#[br(import(version: u32))]
struct DescriptorTable {
    count: u32,
    offset: u32,
    #[br(seek_before = start(&offset), count = count, args { inner: (version,) })]
    #[bw(seek_before = start(offset))]
    ranges: Vec<DescriptorRange>,
}

#[binrw]
#[brw(little)]
#[br(import(version: u32))]
struct DescriptorRange {
    words: [u32; 4],
    #[br(if(version >= 2))]
    flags: Option<u32>,
    offset: u32,
}

#[binrw]
#[brw(little)]
#[br(import(version: u32))]
struct StaticSampler {
    words: [u32; 12],
    visibility: u32,
    #[br(if(version >= 3))]
    flags: Option<u32>,
}

fn start(offset: &u32) -> SeekFrom {
    SeekFrom::Start(u64::from(*offset))
}

#[derive(BinWrite)]
#[bw(little)]
enum Part {
    RootSignature(RootSignature),
    Pipeline(Pipeline),
    Program(Program),
    ShaderHash(ShaderHash),
    FeatureInfo(FeatureInfo),
    Signature(Signature),
    DebugName(DebugName),
    CompilerVersion(CompilerVersion),
    PrivateData(PrivateData),
}

pub(crate) fn open(bytes: &[u8]) -> u64 {
    let mut reader = Cursor::new(bytes);
    let Ok(header) = Header::read(&mut reader) else {
        return 0;
    };
    for offset in &header.offsets {
        reader.set_position(u64::from(*offset));
        let part = PartHeader::read(&mut reader);
        let end = part.map_or(usize::MAX, |part| *offset as usize + 8 + part.size as usize);
        if end > bytes.len() {
            return 0;
        }
    }
    black_box(header).offsets.len() as u64
}

pub(crate) fn values(bytes: &[u8]) -> u64 {
    sums::all(parts(bytes).map(|(part, _)| match part {
        Part::Program(program) => {
            sums::program(program.version, program.dxil_version, &program.bitcode)
        }
        Part::ShaderHash(hash) => sums::digest(&hash.digest),
        Part::FeatureInfo(info) => info.flags,
        Part::DebugName(name) => sums::bytes(&name.name),
        Part::PrivateData(private) => sums::bytes(&private.data),
        Part::CompilerVersion(compiler) => sums::compiler(
            compiler.version,
            compiler.flags,
            compiler.commit_count,
            &compiler.strings,
        ),
        Part::RootSignature(signature) => root_signature(&signature),
        Part::Pipeline(psv) => pipeline(&psv),
        Part::Signature(signature) => sums::all(signature.elements.iter().map(element)),
    }))
}

pub(crate) fn round_trip(bytes: &[u8]) -> u64 {
    let written = parts(bytes).map(|(part, size)| {
        let mut out = Cursor::new(Vec::with_capacity(size));
        part.write(&mut out).ok().map(|()| out.into_inner())
    });
    written.flatten().map(black_box).count() as u64
}

/// The typed parts of a container, each with its size.
fn parts(bytes: &[u8]) -> impl Iterator<Item = (Part, usize)> {
    let mut reader = Cursor::new(bytes);
    let offsets = Header::read(&mut reader).map_or_else(|_| Vec::new(), |header| header.offsets);
    offsets.into_iter().filter_map(move |offset| {
        binrw::io::Seek::seek(&mut reader, SeekFrom::Start(u64::from(offset))).ok()?;
        let header = PartHeader::read(&mut reader).ok()?;
        let size = header.size as usize;
        // Offsets are relative to its start, and the last table extends to its end.
        let data = || {
            bytes
                .get(offset as usize + 8..)?
                .get(..size)
                .map(Cursor::new)
        };
        let mut signature = |layout| {
            Signature::read_args(&mut reader, (size, layout))
                .ok()
                .map(Part::Signature)
        };
        let part = match &header.fourcc {
            b"ISG1" | b"OSG1" | b"PSG1" => signature(2),
            b"OSG5" => signature(1),
            b"ISGN" | b"OSGN" | b"PCSG" => signature(0),
            b"ILDN" => DebugName::read(&mut reader).ok().map(Part::DebugName),
            b"VERS" => CompilerVersion::read(&mut reader)
                .ok()
                .map(Part::CompilerVersion),
            b"PRIV" => PrivateData::read_args(&mut reader, (size,))
                .ok()
                .map(Part::PrivateData),
            b"DXIL" | b"ILDB" | b"STAT" => Program::read(&mut reader).ok().map(Part::Program),
            b"PSV0" => Pipeline::read(&mut data()?).ok().map(Part::Pipeline),
            b"HASH" => ShaderHash::read(&mut reader).ok().map(Part::ShaderHash),
            b"SFI0" => FeatureInfo::read(&mut reader).ok().map(Part::FeatureInfo),
            b"RTS0" => RootSignature::read(&mut data()?)
                .ok()
                .map(Part::RootSignature),
            _ => None,
        };
        Some((part?, size))
    })
}

fn element(element: &Element) -> u64 {
    let words = [
        element.stream.unwrap_or(0),
        element.index,
        element.system_value,
        element.component_type,
        element.register,
        element.mask.into(),
        element.exclusive_mask.into(),
    ];
    sums::words(words).into()
}

fn root_signature(signature: &RootSignature) -> u64 {
    let parameters = signature
        .parameters
        .iter()
        .map(|parameter| match &parameter.payload {
            RootPayload::DescriptorTable(table) => sums::table(table.ranges.iter().map(|range| {
                let [range_type, count, register, space] = range.words;
                [range_type, count, register, space, range.offset]
            })),
            RootPayload::Constants(words) => sums::words(*words),
            RootPayload::Descriptor { words, .. } => sums::words(*words),
        });
    let samplers = signature.samplers.iter().map(|sampler| sampler.words);
    sums::root_signature(signature.version, signature.flags, parameters, samplers)
}

fn pipeline(psv: &Pipeline) -> u64 {
    let indices = psv
        .signatures
        .iter()
        .flat_map(|signatures| &signatures.indices);
    sums::pipeline(
        psv.wave_lanes,
        psv.resources.iter().map(|resource| resource.words),
        indices.copied(),
        psv.elements.iter().map(|element| {
            let shape = u32::from_le_bytes(element.shape);
            [element.name.wrapping_add(element.indices), shape]
        }),
        psv.masks.iter().copied(),
    )
}

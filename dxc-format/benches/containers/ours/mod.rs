//! Benchmarks this crate.

pub(crate) mod sums;
pub(crate) mod tables;

use std::hint::black_box;

use dxc_format::constants::ShaderStage;
use dxc_format::psv0::{
    PipelineElement, PipelineStateValidation, PipelineStateValidationView, ResourceBinding,
};
use dxc_format::rdef::{ReflectionMagic, ResourceDefinitionsView, Type};
use dxc_format::rts0::{
    DescriptorRange, RootConstants, RootDescriptor, RootPayload, RootPayloadView, RootSignature,
    RootSignatureView, StaticSampler,
};
use dxc_format::signature::SignatureElement;
use dxc_format::{
    Container, DigestPolicy, Part, PartView, RawPart, digest::Digest, types::PoolView,
};

/// Opens a container, which checks the offset of every part.
pub(crate) fn open(bytes: &[u8]) -> u64 {
    Container::parse(bytes).map_or(0, |container| black_box(container).len() as u64)
}

/// Whether the shader is a mesh shader.
pub(crate) fn is_mesh_shader(bytes: &[u8]) -> bool {
    let stage = Container::parse(bytes).and_then(|container| container.shader_stage());
    matches!(stage, Ok(Some(ShaderStage::Mesh)))
}

/// Reads every field through views.
pub(crate) fn views(bytes: &[u8]) -> u64 {
    Container::parse(bytes).map_or(0, |container| viewed(compared(&container)))
}

/// Reads every field of the parts that LLVM types.
pub(crate) fn typed_by_llvm(bytes: &[u8]) -> u64 {
    Container::parse(bytes).map_or(0, |container| {
        let parts = container.parts();
        viewed(parts.filter(|part| sums::is_typed_by_llvm(part.fourcc.0)))
    })
}

/// Decodes the instructions of SHDR and SHEX, with their operands.
pub(crate) fn instructions(bytes: &[u8]) -> u64 {
    let Some(program) = program(bytes) else {
        return 0;
    };
    sums::all(
        dxc_shader::assembly::instructions(&program)
            .map(|instruction| u64::from(black_box(instruction).opcode().0)),
    )
}

/// Reads the instructions of SHDR and SHEX as values, and writes them again.
pub(crate) fn rewritten_instructions(bytes: &[u8]) -> u64 {
    let Some(program) = program(bytes) else {
        return 0;
    };
    let mut value = program.to_value();
    let instructions = dxc_shader::assembly::read_instructions(&value);
    dxc_shader::assembly::set_instructions(&mut value, &instructions)
        .map_or(0, |()| value.tokens.len() as u64)
}

fn program(bytes: &[u8]) -> Option<dxc_format::tokens::TokenizedProgramView<'_>> {
    let container = Container::parse(bytes).ok()?;
    container.shex().ok()?.or(container.shdr().ok()?)
}

/// Reads every field of all parts through views.
pub(crate) fn everything(bytes: &[u8]) -> u64 {
    let sum = Container::parse(bytes).map_or(0, |container| {
        let parts = container.parts();
        viewed(parts.filter(|part| !tables::is_one(part.fourcc)))
    });
    sum.wrapping_add(tables::views(bytes))
}

fn viewed<'a>(parts: impl Iterator<Item = RawPart<'a>>) -> u64 {
    let mut sum = 0u64;
    for part in parts {
        sum = sum.wrapping_add(match PartView::parse(part.fourcc, part.data) {
            Ok(PartView::FeatureInfo(info)) => info.flags().0,
            Ok(PartView::ShaderHash(hash)) => sums::digest(&hash.digest()),
            Ok(PartView::Program(program)) => sums::program(
                program.version().0,
                program.dxil_version().0,
                program.bitcode(),
            ),
            Ok(PartView::PipelineStateValidation(psv)) => pipeline_view(&psv),
            Ok(PartView::RootSignature(signature)) => root_signature_view(&signature),
            Ok(PartView::Signature(signature)) => {
                sums::all(signature.elements().iter().map(element))
            }
            Ok(PartView::DebugName(name)) => sums::bytes(name.name()),
            Ok(PartView::PrivateData(private)) => sums::bytes(private.data()),
            Ok(PartView::CompilerVersion(compiler)) => sums::compiler(
                [compiler.major(), compiler.minor()],
                compiler.flags().0,
                compiler.commit_count(),
                compiler.strings().0,
            ),
            Ok(PartView::ResourceDefinitions(definitions)) => reflection(&definitions),
            _ => 0,
        });
    }
    sum
}

/// Reads every field of RDEF, in files where `dxbc` reads the same fields.
pub(crate) fn reflections(bytes: &[u8]) -> u64 {
    let rdef = Container::parse(bytes).and_then(|container| container.rdef());
    match rdef {
        Ok(Some(definitions))
            if definitions.extension().is_some() == (definitions.major() >= 5) =>
        {
            reflection(&definitions)
        }
        _ => 0,
    }
}

fn reflection(definitions: &ResourceDefinitionsView<'_>) -> u64 {
    let is_5_1 = definitions
        .extension()
        .is_some_and(|extension| extension.magic == ReflectionMagic::RD11_1);
    let bindings = definitions.bindings().iter().map(|binding| {
        let numbers = [
            binding.input_type.0,
            binding.return_type.0,
            binding.dimension.0,
            binding.num_samples,
            binding.bind_point,
            binding.bind_count,
            binding.flags.0,
        ];
        sums::named(binding.name.0, numbers)
    });
    let bindings = sums::bindings(is_5_1, bindings);
    let buffers = definitions.constant_buffers().iter().map(|buffer| {
        let variables = buffer.variables.iter().map(|variable| {
            let numbers = [variable.offset, variable.size, variable.flags.0];
            let ty = reflected_type(definitions.types(), variable.type_index, TYPE_DEPTH);
            sums::named(variable.name.0, numbers).wrapping_add(ty)
        });
        let own = sums::named(buffer.name.0, [buffer.size, buffer.flags.0, buffer.kind.0]);
        own.wrapping_add(sums::all(variables))
    });
    sums::named(definitions.creator().0, [definitions.flags().0])
        .wrapping_add(bindings)
        .wrapping_add(sums::all(buffers))
}

/// The maximum depth of types that are followed.
const TYPE_DEPTH: u32 = 16;

fn reflected_type(types: PoolView<'_, Type>, number: u32, depth: u32) -> u64 {
    let Some((ty, depth)) = types.get(number).zip(depth.checked_sub(1)) else {
        return 0;
    };
    let numbers = [
        ty.class.0.into(),
        ty.component_type.0.into(),
        ty.rows.into(),
        ty.columns.into(),
        ty.elements.into(),
    ];
    let members = ty.members.iter().map(|member| {
        let ty = reflected_type(types, member.type_index, depth);
        sums::named(member.name.0, [member.offset]).wrapping_add(ty)
    });
    sums::named(ty.name.0, numbers).wrapping_add(sums::all(members))
}

/// Reads every typed part into an owned value.
pub(crate) fn values(bytes: &[u8]) -> u64 {
    Container::parse(bytes).map_or(0, |container| owned(compared(&container)))
}

/// Reads the parts that LLVM types into owned values.
pub(crate) fn owned_by_llvm(bytes: &[u8]) -> u64 {
    Container::parse(bytes).map_or(0, |container| {
        let parts = container.parts();
        owned(parts.filter(|part| sums::is_typed_by_llvm(part.fourcc.0)))
    })
}

fn owned<'a>(parts: impl Iterator<Item = RawPart<'a>>) -> u64 {
    let mut sum = 0u64;
    for part in parts {
        sum = sum.wrapping_add(match PartView::parse(part.fourcc, part.data) {
            Ok(PartView::FeatureInfo(info)) => info.to_value().flags.0,
            Ok(PartView::ShaderHash(hash)) => sums::digest(&hash.to_value().digest),
            Ok(PartView::Program(program)) => {
                let program = program.to_value();
                sums::program(program.version.0, program.dxil_version.0, &program.bitcode)
            }
            Ok(PartView::PipelineStateValidation(psv)) => pipeline_value(&psv.to_value()),
            Ok(PartView::RootSignature(signature)) => root_signature_value(&signature.to_value()),
            Ok(PartView::Signature(signature)) => {
                sums::all(signature.to_value().elements.iter().copied().map(element))
            }
            Ok(PartView::DebugName(name)) => sums::bytes(&name.to_value().name),
            Ok(PartView::PrivateData(private)) => sums::bytes(&private.to_value().data),
            Ok(PartView::CompilerVersion(compiler)) => {
                let compiler = compiler.to_value();
                sums::compiler(
                    [compiler.major, compiler.minor],
                    compiler.flags.0,
                    compiler.commit_count,
                    &compiler.strings.0,
                )
            }
            _ => 0,
        });
    }
    sum
}

/// Reads every typed part into an owned value and writes its bytes again.
pub(crate) fn round_trip(bytes: &[u8]) -> u64 {
    let Ok(container) = Container::parse(bytes) else {
        return 0;
    };
    let mut written = 0;
    for part in compared(&container) {
        let bytes = value(part).and_then(|value| value.to_bytes(part.fourcc).ok());
        written += u64::from(black_box(bytes).is_some());
    }
    written
}

/// The parts that the other libraries read, too.
fn compared<'a>(container: &Container<'a>) -> impl Iterator<Item = RawPart<'a>> {
    let parts = container.parts();
    parts.filter(|part| sums::is_compared(part.fourcc.0))
}

/// Reads the parts that LLVM types as values, and writes the container with them.
pub(crate) fn rewrite_by_llvm(bytes: &[u8]) -> u64 {
    rewrite_parts(bytes, |part| sums::is_typed_by_llvm(part.fourcc.0))
}

/// Reads the wanted parts as values, and writes the container with them.
pub(crate) fn rewrite_parts(bytes: &[u8], is_wanted: impl Fn(&RawPart<'_>) -> bool) -> u64 {
    let Ok(container) = Container::parse(bytes) else {
        return 0;
    };
    let mut builder = container.to_builder();
    builder.set_digest(DigestPolicy::Keep);
    let parts = container.parts().enumerate();
    for (index, part) in parts.filter(|(_, part)| is_wanted(part)) {
        let value = Part::parse(part.fourcc, part.data);
        let set = value.and_then(|value| builder.set_part_at(index, value));
        debug_assert!(set.is_ok());
    }
    builder
        .to_bytes()
        .map_or(0, |bytes| black_box(bytes).len() as u64)
}

/// A part's value, unless it is kept as bytes.
fn value(part: RawPart<'_>) -> Option<Part> {
    let view = PartView::parse(part.fourcc, part.data).ok()?;
    view.is_typed().then(|| view.to_value())
}

/// Computes the digest.
pub(crate) fn digest(bytes: &[u8]) -> u64 {
    sums::digest(&Digest::of_file(bytes).0)
}

pub(crate) fn pipeline_view(psv: &PipelineStateValidationView<'_>) -> u64 {
    let elements = psv
        .inputs()
        .iter()
        .chain(psv.outputs())
        .chain(psv.patches_or_primitives());
    let masks = psv
        .view_id_outputs()
        .iter()
        .chain(psv.view_id_patches_or_primitives());
    let tables = psv
        .inputs_to_outputs()
        .iter()
        .chain(psv.inputs_to_patches())
        .chain(psv.patches_to_outputs());
    sums::pipeline(
        [
            psv.info().minimum_wave_lane_count,
            psv.info().maximum_wave_lane_count,
        ],
        psv.resources().iter().map(resource),
        psv.index_table().iter(),
        elements.map(pipeline_element),
        masks.chain(tables),
    )
}

pub(crate) fn pipeline_value(psv: &PipelineStateValidation) -> u64 {
    let elements = psv
        .inputs
        .iter()
        .chain(&*psv.outputs)
        .chain(&*psv.patches_or_primitives);
    let masks = psv
        .view_id_outputs
        .iter()
        .chain(&psv.view_id_patches_or_primitives);
    let tables = psv
        .inputs_to_outputs
        .iter()
        .chain(&psv.inputs_to_patches)
        .chain(&psv.patches_to_outputs);
    sums::pipeline(
        [
            psv.info.minimum_wave_lane_count,
            psv.info.maximum_wave_lane_count,
        ],
        psv.resources.iter().copied().map(resource),
        psv.index_table.iter().copied(),
        elements.copied().map(pipeline_element),
        masks.chain(tables).copied(),
    )
}

pub(crate) fn root_signature_view(signature: &RootSignatureView<'_>) -> u64 {
    let parameters = signature
        .parameters()
        .iter()
        .map(|parameter| match parameter.payload {
            RootPayloadView::DescriptorTable(table) => sums::table(table.ranges.iter().map(range)),
            RootPayloadView::Constants(constants) => sums::words(root_constants(constants)),
            RootPayloadView::Descriptor(descriptor) => sums::words(root_descriptor(descriptor)),
            _ => 0,
        });
    let samplers = signature.samplers().iter().map(sampler);
    sums::root_signature(
        signature.version().0,
        signature.flags().0,
        parameters,
        samplers,
    )
}

pub(crate) fn root_signature_value(signature: &RootSignature) -> u64 {
    let parameters = signature
        .parameters
        .iter()
        .map(|parameter| match &parameter.payload {
            RootPayload::DescriptorTable(table) => {
                sums::table(table.ranges.iter().copied().map(range))
            }
            RootPayload::Constants(constants) => sums::words(root_constants(*constants)),
            RootPayload::Descriptor(descriptor) => sums::words(root_descriptor(*descriptor)),
            _ => 0,
        });
    let samplers = signature.samplers.iter().copied().map(sampler);
    sums::root_signature(signature.version.0, signature.flags.0, parameters, samplers)
}

fn range(range: DescriptorRange) -> [u32; 5] {
    [
        range.range_type.0,
        range.num_descriptors,
        range.base_shader_register,
        range.register_space,
        range.offset_in_descriptors_from_table_start,
    ]
}

fn root_constants(constants: RootConstants) -> [u32; 3] {
    [
        constants.shader_register,
        constants.register_space,
        constants.num_32_bit_values,
    ]
}

fn root_descriptor(descriptor: RootDescriptor) -> [u32; 2] {
    [descriptor.shader_register, descriptor.register_space]
}

fn sampler(sampler: StaticSampler) -> [u32; 12] {
    [
        sampler.filter.0,
        sampler.address_u.0,
        sampler.address_v.0,
        sampler.address_w.0,
        sampler.mip_lod_bias.to_bits(),
        sampler.max_anisotropy,
        sampler.comparison_func.0,
        sampler.border_color.0,
        sampler.min_lod.to_bits(),
        sampler.max_lod.to_bits(),
        sampler.shader_register,
        sampler.register_space,
    ]
}

fn resource(resource: ResourceBinding) -> [u32; 4] {
    [
        resource.resource_type.0,
        resource.space,
        resource.lower_bound,
        resource.upper_bound,
    ]
}

fn pipeline_element(element: PipelineElement) -> [u32; 2] {
    let bytes = [
        element.rows,
        element.start_row,
        element.shape.0,
        element.kind.0,
    ];
    [
        element.name.wrapping_add(element.indices),
        u32::from_le_bytes(bytes),
    ]
}

pub(crate) fn element(element: SignatureElement) -> u64 {
    let words = [
        element.stream,
        element.index,
        element.system_value.0,
        element.component_type.0,
        element.register,
        element.mask.into(),
        element.exclusive_mask.into(),
    ];
    sums::words(words).into()
}

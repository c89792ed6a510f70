//! Arbitrary valid values of PSV0 and RTS0: a written value is read as an equal value, in every version and layout.

use dxc_format::constants::{RootParameterType, RootSignatureVersion, ShaderStage};
use dxc_format::psv0::{
    PipelineElement, PipelineStateValidation, ResourceBinding, RuntimeInfo, mask_words, streams,
    table_words,
};
use dxc_format::rts0::{
    DescriptorRange, DescriptorTable, RootConstants, RootDescriptor, RootParameter, RootPayload,
    RootSignature, StaticSampler,
};
use dxc_format::runtime::int::{Int, int};
use dxc_format::{BySize, ForgetUnknown, Row, Strided, TableStyle, Unknown};
use proptest::collection::vec;
use proptest::prelude::*;

/// Any value of a record: whatever bytes it is made of.
fn record<T: Row + std::fmt::Debug>(size: usize, context: T::Context) -> impl Strategy<Value = T>
where
    T::Context: 'static,
{
    let bytes = vec(prop_oneof![2 => 0u8..4, 1 => any::<u8>()], size);
    bytes.prop_map(move |bytes| T::read_row(&bytes, context).unwrap())
}

/// Any records of a version by size.
fn records<T>(version: u32, count: std::ops::Range<usize>) -> impl Strategy<Value = Strided<T>>
where
    T: BySize + std::fmt::Debug,
{
    let size = T::size_of_version(version);
    vec(record::<T>(size, ()), count).prop_map(|records| {
        let mut run = Strided::default();
        records.into_iter().for_each(|record| run.push(record));
        run
    })
}

/// A name and indices for an element.
fn meaning() -> impl Strategy<Value = (String, Vec<u32>)> {
    let name = prop_oneof![Just(String::new()), "[A-C]{1,3}"];
    (name, vec(0u32..4, 1..5))
}

/// An info whose stage and vectors are ones that masks go with.
fn info(version: u32) -> impl Strategy<Value = RuntimeInfo> {
    let record = record::<RuntimeInfo>(RuntimeInfo::size_of_version(version), ());
    let vectors = (0u8..12, [0u8..12, 0u8..4, 0u8..4, 0u8..4], 0u8..12);
    (record, 0u8..17, vectors).prop_map(|(mut info, stage, (inputs, outputs, patches))| {
        if info.version() > 0 {
            info.set_shader_stage(ShaderStage(stage)).unwrap();
            info.set_input_vectors(inputs).unwrap();
            info.set_output_vectors(outputs).unwrap();
            info.set_extra_info(dxc_format::psv0::ExtraInfo([patches, 0]))
                .unwrap();
        }
        info
    })
}

/// As many words as masks and tables take, by the functions of the schema.
fn words(count: Int, bits: u32) -> Vec<u32> {
    let count: usize = count.narrow().unwrap();
    (0..count)
        .map(|word| bits.rotate_left(u32::try_from(word % 32).unwrap()))
        .collect()
}

fn masks(psv: &mut PipelineStateValidation, bits: u32) {
    let info = psv.info.record;
    let Some(stage) = info.shader_stage() else {
        return;
    };
    let (inputs, outputs) = (
        info.input_vectors().unwrap(),
        info.output_vectors().unwrap(),
    );
    let patches = match stage {
        ShaderStage::Hull | ShaderStage::Domain | ShaderStage::Mesh => {
            info.extra_info().unwrap().0[0]
        }
        _ => 0,
    };
    let all = outputs.iter().zip(0u32..);
    let all = all.filter(|(_, stream)| int(*stream) < streams(int(stage)));
    let streams = |words: fn(Int, Int) -> Int| {
        let words = all
            .clone()
            .map(|(outputs, _)| words(int(inputs), int(*outputs)));
        words.fold(int(0), |sum, words| sum + words)
    };
    if info.uses_view_id().unwrap().get() {
        psv.view_id_outputs = words(streams(|_, outputs| mask_words(outputs)), bits);
        if matches!(stage, ShaderStage::Hull | ShaderStage::Mesh) {
            psv.view_id_patches_or_primitives = words(mask_words(int(patches)), !bits);
        }
    }
    if stage != ShaderStage::Mesh {
        psv.inputs_to_outputs = words(streams(table_words), bits);
    }
    if stage == ShaderStage::Hull {
        psv.inputs_to_patches = words(table_words(int(inputs), int(patches)), bits);
    }
    if stage == ShaderStage::Domain {
        psv.patches_to_outputs = words(table_words(int(patches), int(outputs[0])), bits);
    }
}

fn psv0() -> impl Strategy<Value = PipelineStateValidation> {
    (0u32..5).prop_flat_map(|version| {
        let elements = || match version {
            0 => records::<PipelineElement>(0, 0..1).boxed(),
            _ => records::<PipelineElement>(0, 0..6).boxed(),
        };
        let all = (elements(), elements(), elements());
        let resources = records::<ResourceBinding>(version, 0..5);
        let meanings = vec(meaning(), 18);
        (
            info(version),
            resources,
            all,
            meanings,
            "[a-c]{1,3}",
            any::<u32>(),
        )
            .prop_map(
                |(info, resources, (inputs, outputs, patches), meanings, entry, bits)| {
                    let mut psv = PipelineStateValidation::default();
                    psv.info.record = info;
                    psv.resources = resources;
                    let mut meanings = meanings.into_iter();
                    let runs = [
                        (&mut psv.inputs, inputs),
                        (&mut psv.outputs, outputs),
                        (&mut psv.patches_or_primitives, patches),
                    ];
                    for (run, mut elements) in runs {
                        for element in elements.iter_mut() {
                            let (name, indices) = meanings.next().unwrap();
                            element.name = psv.strings.intern(&name);
                            element.indices = psv.index_table.intern(&indices);
                            element.rows = u8::try_from(indices.len()).unwrap();
                        }
                        *run = elements;
                    }
                    if psv.info.entry_name().is_some() {
                        let entry = psv.strings.intern(&entry);
                        psv.info.set_entry_name(entry).unwrap();
                    }
                    // The file has a stride if any of the runs that share it has records.
                    let mut runs = [
                        &mut psv.inputs,
                        &mut psv.outputs,
                        &mut psv.patches_or_primitives,
                    ];
                    let stride = runs.iter().map(|run| run.stride()).max().unwrap();
                    for run in runs.iter_mut().filter(|run| run.is_empty()) {
                        **run = Strided::new(stride);
                    }
                    // Counts that writing would set.
                    if psv.info.version() > 0 {
                        let counts = [&psv.inputs, &psv.outputs, &psv.patches_or_primitives];
                        let [inputs, outputs, patches] =
                            counts.map(|run| u8::try_from(run.len()).unwrap());
                        psv.info.set_input_elements(inputs).unwrap();
                        psv.info.set_output_elements(outputs).unwrap();
                        psv.info.set_patch_or_primitive_elements(patches).unwrap();
                    }
                    masks(&mut psv, bits);
                    psv
                },
            )
    })
}

/// The references of a value's records.
fn names(psv: &PipelineStateValidation) -> (Vec<(String, Vec<u32>)>, Option<String>) {
    let runs = [&psv.inputs, &psv.outputs, &psv.patches_or_primitives];
    let elements = runs.into_iter().flat_map(|run| run.iter());
    let named = elements.map(|element| {
        let name = element.name_in(psv).unwrap().to_owned();
        (name, element.indices_in(psv).unwrap().to_vec())
    });
    (
        named.collect(),
        psv.info.entry_name_in(psv).map(str::to_owned),
    )
}

/// Writes and reads; both must be equal except for the padding of strings.
fn survives(psv: &PipelineStateValidation) -> Result<(), TestCaseError> {
    let bytes = psv
        .to_bytes()
        .map_err(|error| TestCaseError::fail(error.to_string()))?;
    let mut read = PipelineStateValidation::parse(&bytes).unwrap();
    prop_assert_eq!(&read.to_bytes().unwrap(), &bytes);
    prop_assert!(read.strings.len() - psv.strings.len() < 4);
    read.strings.0.truncate(psv.strings.len());
    prop_assert_eq!(&read, psv);
    Ok(())
}

fn parameter(version: RootSignatureVersion) -> impl Strategy<Value = RootParameter> {
    let context = (version,);
    let ranges = vec(
        record::<DescriptorRange>(DescriptorRange::size(context), context),
        0..4,
    );
    let table = ranges.prop_map(|ranges| {
        let mut table = DescriptorTable::default();
        table.ranges = ranges;
        (
            RootParameterType::DescriptorTable,
            RootPayload::DescriptorTable(table),
        )
    });
    let constants = record::<RootConstants>(RootConstants::size(()), ());
    let constants = constants.prop_map(|constants| {
        (
            RootParameterType::Constants32Bit,
            RootPayload::Constants(constants),
        )
    });
    let descriptor = record::<RootDescriptor>(RootDescriptor::size(context), context);
    let kinds = [
        RootParameterType::CBV,
        RootParameterType::SRV,
        RootParameterType::UAV,
    ];
    let descriptor = (descriptor, prop::sample::select(kinds.to_vec()))
        .prop_map(|(descriptor, kind)| (kind, RootPayload::Descriptor(descriptor)));
    let payload = prop_oneof![table, constants, descriptor];
    (payload, any::<u32>()).prop_map(|((kind, payload), visibility)| {
        let mut parameter = RootParameter::default();
        parameter.parameter_type = kind;
        parameter.visibility.0 = visibility;
        parameter.payload = payload;
        parameter
    })
}

fn rts0() -> impl Strategy<Value = RootSignature> {
    let versions = [
        RootSignatureVersion::V1_0,
        RootSignatureVersion::V1_1,
        RootSignatureVersion::V1_2,
    ];
    prop::sample::select(versions.to_vec()).prop_flat_map(|version| {
        let size = StaticSampler::size((version,));
        let samplers = vec(record::<StaticSampler>(size, (version,)), 0..3);
        (vec(parameter(version), 0..5), samplers, any::<u32>()).prop_map(
            move |(parameters, samplers, flags)| {
                let mut signature = RootSignature::default();
                signature.version = version;
                signature.flags.0 = flags;
                signature.parameters = parameters;
                signature.samplers = samplers;
                signature
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn psv0_survives(psv in psv0()) {
        survives(&psv)?;
    }

    #[test]
    fn psv0_means_the_same_in_every_layout(psv in psv0()) {
        for style in [TableStyle::Llvm, TableStyle::Dxc] {
            let mut psv = psv.clone();
            psv.forget_unknown();
            let mut laid_out = psv.clone();
            laid_out.lay_out(style).unwrap();
            prop_assert_eq!(names(&laid_out), names(&psv));
            survives(&laid_out)?;
            // The layout depends on the referenced entries only, not on the layout before.
            let mut again = laid_out.clone();
            again.lay_out(style).unwrap();
            prop_assert_eq!(again, laid_out);
        }
    }

    #[test]
    fn psv0_survives_in_every_version(psv in psv0(), version in 0u32..6) {
        let mut moved = psv.clone();
        let lost = moved.set_version(version);
        survives(&moved)?;
        prop_assert_eq!(moved.info.version(), version.min(RuntimeInfo::new(u32::MAX).version()));
        // Up and back loses nothing.
        if version >= psv.info.version() {
            prop_assert!(lost.is_empty());
            // Bytes that no arm of a union reads may be of a newer version, and are then dropped.
            let (is_known, newest) = (moved.unknown().is_none(), moved.info.version());
            moved.set_version(psv.info.version());
            if is_known || newest == psv.info.version() {
                prop_assert_eq!(moved, psv);
            }
        }
    }

    #[test]
    fn rts0_survives(signature in rts0()) {
        let bytes = signature.to_bytes().map_err(|error| TestCaseError::fail(error.to_string()))?;
        let read = RootSignature::parse(&bytes).unwrap();
        prop_assert_eq!(&read.to_bytes().unwrap(), &bytes);
        prop_assert_eq!(&read, &signature);
    }
}

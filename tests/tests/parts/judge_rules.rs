//! The rules between parts that no row of `changed.tsv` breaks, each with its message.

use std::fmt::Write;

use dxc_format::constants::{
    FeatureFlags, HashFlags, InterpolationMode, ResourceFlags, ShaderKind, ShaderVisibility,
    SigComponentType, SigMinPrecision,
};
use dxc_format::features::FeatureInfo;
use dxc_format::hash::ShaderHash;
use dxc_format::outline::Outline;
use dxc_format::program::Program;
use dxc_format::psv0::PipelineStateValidation as Psv;
use dxc_format::rdat::{
    FunctionKind, FunctionRecord, ResourceRecord, ResourceRecordFlags, RuntimeData,
};
use dxc_format::rdef::{ResourceDefinitions, ShaderInputType};
use dxc_format::rts0::RootSignature;
use dxc_format::runtime::strings::NO_STRING;
use dxc_format::signature::Signature;
use dxc_format::{Builder, Container, Finding, FourCC, Limits, PartData, PartType, parts};

fn file(name: &str) -> Container<'static> {
    tests::open(&format!("dxc/{name}.dxil"))
}

/// The bytes of a part of a file.
fn part(name: &str, fourcc: FourCC) -> &'static [u8] {
    file(name).find(fourcc).unwrap().data
}

/// The findings in a changed file, without the metadata of its program: the other parts are compared with one another.
fn judge(name: &str, change: impl FnOnce(&mut Builder<'_>)) -> Vec<Finding> {
    tests::without_bitcode(&changed(name, change))
}

fn changed(name: &str, change: impl FnOnce(&mut Builder<'_>)) -> Container<'static> {
    let mut builder = file(name).to_builder();
    change(&mut builder);
    tests::opened(builder.to_bytes().unwrap())
}

/// The findings after a change of one part's value, without the metadata of the program.
fn edit<T: PartType>(name: &str, fourcc: FourCC, change: impl Fn(&mut T)) -> Vec<Finding> {
    let bytes = tests::edited(&file(name), fourcc, change);
    tests::without_bitcode(&Container::parse(&bytes).unwrap())
}

fn crafted(name: &str) -> Vec<Finding> {
    let judgement = tests::open(&format!("crafted/{name}.dxil")).validate();
    judgement.into_iter().collect()
}

#[test]
fn messages_of_parts() {
    let unknown = FourCC(*b"WHAT");
    let cases = [
        ("gaps", crafted("gaps")),
        ("duplicate parts", crafted("duplicate-parts")),
        (
            "the directory",
            judge("vs_basic.sm60", |builder| {
                let sfi0 = builder.parts()[0].fourcc;
                builder.push(sfi0, [0; 8].as_slice());
                builder.push(unknown, b"bytes".as_slice());
                builder.remove(parts::OSG1);
            }),
        ),
        (
            "a part of another stage",
            judge("vs_basic.sm60", |builder| {
                builder.push(parts::PSG1, part("ds_patch.sm60", parts::PSG1));
            }),
        ),
        (
            "a library with a root signature",
            judge("lib_raytracing.sm66", |builder| {
                builder.push(parts::RTS0, part("rs_only.v1_1", parts::RTS0));
                builder.remove(parts::RDAT);
            }),
        ),
        (
            "the stage of the program",
            edit::<Program>("vs_basic.sm60", parts::DXIL, |program| {
                program.version.set_kind(ShaderKind::Pixel).unwrap()
            }),
        ),
        (
            "the shader model of the debug program",
            edit::<Program>("vs_basic.debug-embedded", parts::ILDB, |program| {
                program.version.set_minor(5).unwrap()
            }),
        ),
    ];
    insta::assert_snapshot!(shown(&cases));
}

#[test]
fn messages_of_values() {
    let cases = [
        (
            "an element",
            edit::<Signature>("vs_basic.sm60", parts::ISG1, |signature| {
                signature.elements[0].component_type = SigComponentType::SInt32;
                signature.elements[1].min_precision = SigMinPrecision::Float16;
                signature.elements.pop();
            }),
        ),
        (
            "a mode",
            edit::<Psv>("vs_basic.sm60", parts::PSV0, |psv| {
                psv.inputs[0].interpolation = InterpolationMode::Linear
            }),
        ),
        (
            "the order of resources",
            edit::<Psv>("ps_textured.sm60", parts::PSV0, |psv| {
                psv.resources.swap(0, 5);
            }),
        ),
        (
            "flags of a resource",
            edit::<Psv>("vs_basic.sm60", parts::PSV0, |psv| {
                psv.resources[0]
                    .set_flags(ResourceFlags::UsedByAtomic64)
                    .unwrap()
            }),
        ),
        (
            "atomics without integers",
            edit::<FeatureInfo>("cs_atomic64.sm66", parts::SFI0, |features| {
                features.flags.remove(FeatureFlags::Int64Ops);
            }),
        ),
        (
            "features of a library",
            edit::<FeatureInfo>("lib_raytracing.sm66", parts::SFI0, |features| {
                features.flags = FeatureFlags::WaveOps;
            }),
        ),
        (
            "features of functions",
            edit::<RuntimeData>("lib_raytracing.sm66", parts::RDAT, |data| {
                for function in data.rows_mut::<FunctionRecord>().unwrap() {
                    function.features = FeatureFlags::Doubles;
                }
            }),
        ),
        (
            "functions and resources",
            edit::<RuntimeData>("lib_raytracing.sm66", parts::RDAT, |data| {
                let functions = data.rows_mut::<FunctionRecord>().unwrap();
                functions[0]
                    .min_shader_target
                    .set_kind(ShaderKind::Miss)
                    .unwrap();
                functions[1].stages = !functions[1].stages;
                data.rows_mut::<ResourceRecord>().unwrap()[0].upper_bound = 0;
            }),
        ),
    ];
    insta::assert_snapshot!(shown(&cases));
}

/// The resources of a vertex shader as records of RDAT; its second one is in another space.
fn runtime_data(space: u32) -> RuntimeData {
    let container = file("vs_basic.sm60");
    let mut data = RuntimeData::default();
    for resource in container.psv0().unwrap().unwrap().resources() {
        let mut record = ResourceRecord::default();
        record.class = resource.resource_type.resource_class();
        (record.lower_bound, record.upper_bound) = (resource.lower_bound, resource.upper_bound);
        record.space = if resource.space == 0 { 0 } else { space };
        data.push(record);
    }
    data
}

/// These resources as reflection data, which had no spaces before shader model 5.1.
fn definitions() -> ResourceDefinitions {
    let container = file("vs_basic.sm60");
    let mut definitions = ResourceDefinitions::default();
    for resource in container.psv0().unwrap().unwrap().resources() {
        let mut binding = dxc_format::rdef::Binding::default();
        binding.input_type = ShaderInputType::CBUFFER;
        binding.bind_point = resource.lower_bound;
        definitions.bindings.push(binding);
    }
    definitions
}

#[test]
fn messages_of_resources() {
    let with_data = |space| {
        judge("vs_basic.sm60", |builder| {
            let data = runtime_data(space);
            builder.set_part(parts::RDAT, data).unwrap();
        })
    };
    let reflected = changed("vs_basic.sm60", |builder| {
        builder.set_part(parts::RDEF, definitions()).unwrap();
    });
    assert_eq!(*reflected.validate(), []);
    let cases = [
        ("the same resources", with_data(2)),
        ("a resource of another space", with_data(3)),
        ("reflection data", reflected.untidy().into_iter().collect()),
    ];
    insta::assert_snapshot!(shown(&cases));
}

#[test]
fn messages_of_debug_programs() {
    let cases = [
        (
            "nothing but the debug program",
            judge("vs_basic.debug-embedded", |builder| {
                builder.remove(parts::DXIL);
            }),
        ),
        (
            "its stage, signature and features",
            judge("vs_basic.debug-embedded", |builder| {
                let container = file("vs_basic.debug-embedded");
                let mut program = container.ildb().unwrap().unwrap().to_value();
                program.version.set_kind(ShaderKind::Pixel).unwrap();
                builder.set_part(parts::ILDB, program).unwrap();
                builder.remove(parts::DXIL);
                let mut inputs = container.isg1().unwrap().unwrap().to_value();
                inputs.elements[0].index = 7;
                builder.set_part(parts::ISG1, inputs).unwrap();
                let mut features = FeatureInfo::default();
                features.flags = FeatureFlags::ShadingRate | FeatureFlags::Barycentrics;
                builder.set_part(parts::SFI0, features).unwrap();
            }),
        ),
        (
            "no program",
            judge("vs_basic.sm60", |builder| {
                builder.remove(parts::DXIL);
            }),
        ),
        (
            "two debug programs",
            judge("vs_basic.pdb-full", |builder| {
                let ildb = builder.parts().last().unwrap().clone();
                builder.push(ildb.fourcc, ildb.data);
            }),
        ),
    ];
    insta::assert_snapshot!(shown(&cases));
}

/// The findings after bytes of a root parameter were copied to the end of RTS0, which the offset refers to instead.
fn moved(parameter: usize, offset: &str, size: usize) -> Vec<Finding> {
    judge("rs_only.v1_1", |builder| {
        let container = file("rs_only.v1_1");
        let part = container.find(parts::RTS0).unwrap();
        let outline = Outline::new(&container, &part).unwrap();
        let mut data = part.data.to_vec();
        let run = outline.runs.iter().find(|run| run.name == "parameters");
        let record = &run.unwrap().records[parameter].outline;
        let field = record.field(offset).unwrap().at;
        let stored = data[field..field + 4].try_into().unwrap();
        let from = u32::from_le_bytes(stored) as usize;
        let end = u32::try_from(data.len()).unwrap();
        data[field..field + 4].copy_from_slice(&end.to_le_bytes());
        data.extend_from_within(from..from + size);
        builder.set(parts::RTS0, PartData::from(data));
    })
}

#[test]
fn messages_of_llvm() {
    let cases = [
        ("a payload", moved(0, "payload_offset", 12)),
        ("ranges", moved(4, "payload.ranges_offset", 72)),
        (
            "visibilities",
            edit::<RootSignature>("rs_only.v1_1", parts::RTS0, |root| {
                root.parameters[0].visibility = ShaderVisibility(99);
                root.samplers[0].visibility = ShaderVisibility(99);
            }),
        ),
        (
            "a hash",
            edit::<ShaderHash>("vs_basic.sm60", parts::HASH, |hash| {
                hash.flags = HashFlags(99);
                hash.digest = [0; 16];
                hash.trailing = vec![0; 4];
            }),
        ),
        (
            "a name",
            edit::<Signature>("vs_basic.sm60", parts::ISG1, |signature| {
                signature.elements[0].name = NO_STRING;
            }),
        ),
    ];
    insta::assert_snapshot!(shown(&cases));
}

/// The findings in a changed file, compared with the metadata of its program.
fn judge_with_program(name: &str, change: impl FnOnce(&mut Builder<'_>)) -> Vec<Finding> {
    changed(name, change).validate().into_iter().collect()
}

/// The rules of programs that no row of `changed.tsv` breaks.
#[test]
fn messages_of_programs() {
    let library = "lib_raytracing.sm66";
    let data = || file(library).rdat().unwrap().unwrap().to_value();
    let with_data = |data: RuntimeData| {
        judge_with_program(library, |builder| {
            builder.set_part(parts::RDAT, data).unwrap();
        })
    };
    let mut functions = data();
    let unknown = functions.intern("unknown");
    let rows = functions.rows_mut::<FunctionRecord>().unwrap();
    rows[0].name = unknown;
    rows[1].shader_kind = FunctionKind::Miss;
    rows[1].payload_size_in_bytes += 4;
    let mut resources = data();
    let unknown = resources.intern("unknown");
    let rows = resources.rows_mut::<ResourceRecord>().unwrap();
    rows[0].name = unknown;
    rows[1].space = 7;
    rows[1].flags = ResourceRecordFlags::UAVCounter;
    let mut more = data();
    more.push(ResourceRecord::default());
    let cases = [
        (
            "bitcode that is cut off",
            judge_with_program("vs_basic.sm60", |builder| {
                let mut program = file("vs_basic.sm60").dxil().unwrap().unwrap().to_value();
                program.bitcode.truncate(1024);
                builder.set_part(parts::DXIL, program).unwrap();
            }),
        ),
        (
            "a program for an earlier validator",
            judge_with_program("vs_basic.sm60", |builder| {
                builder.set(parts::DXIL, part("vs_basic.psv-v1", parts::DXIL));
            }),
        ),
        ("functions", with_data(functions)),
        ("resources", with_data(resources)),
        ("a further resource", with_data(more)),
    ];
    insta::assert_snapshot!(shown(&cases));
}

/// Each case with its findings.
fn shown(cases: &[(&str, Vec<Finding>)]) -> String {
    let mut text = String::new();
    for (name, findings) in cases {
        writeln!(text, "{name}").unwrap();
        for finding in findings {
            writeln!(text, "  {finding}").unwrap();
        }
    }
    text
}

/// Parts are read once, however often the directory names them; of a rule 20 findings are kept, and the others counted.
#[test]
fn repeated_parts() {
    let (count, data) = (23_000, part("vs_basic.sm60", parts::ISG1));
    let container = tests::opened(tests::aliased(count, parts::ISG1, data));
    let judgement = container.validate();
    assert_eq!(judgement.len(), 20);
    assert_eq!(judgement.count(), count as usize - 1);
    assert_eq!(judgement.omitted()[0].rule.name, "part-order");
    let all = container.validate_within(&Limits::NONE);
    assert_eq!(all.len(), judgement.count());
}

#[test]
fn private_data_is_last() {
    let container = changed("vs_basic.sm60", |builder| {
        builder.insert(0, parts::PRIV, b"four".as_slice());
    });
    assert_eq!(*container.validate(), []);
    let untidy = container.untidy();
    assert_eq!(untidy[0].rule.name, "private-data-last");
}

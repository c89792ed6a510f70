//! Tests the rules between parts that no row of `changed.tsv` breaks, each with its message.
//!
//! No tool judges these rules: DXC's validator judges the others in `judge`. New messages are read by hand.

use std::fmt::Write;

use dxc_format::constants::{
    FeatureFlags, HashFlags, InterpolationMode, ResourceFlags, SemanticKind, ShaderKind,
    ShaderVisibility, SigComponentType, SigMinPrecision,
};
use dxc_format::features::{FeatureInfo, FeatureInfoPart};
use dxc_format::hash::ShaderHashPart;
use dxc_format::outline::Outline;
use dxc_format::program::Program;
use dxc_format::psv0::{PipelineStateValidation as Psv, RuntimeInfo};
use dxc_format::rdat::{
    FunctionKind, FunctionRecord, ResourceRecord, ResourceRecordFlags, RuntimeData,
};
use dxc_format::rdef::{ResourceDefinitions, ShaderInputType};
use dxc_format::rts0::RootSignature;
use dxc_format::runtime::strings::NO_STRING;
use dxc_format::signature::Signature;
use dxc_format::types::{ListRef, RowRef, StringRef};
use dxc_format::{Builder, Container, FourCC, Limits, PartData, PartType, parts};
use dxc_shader::Finding;

fn file(name: &str) -> Container<'static> {
    tests::open(&format!("dxc/{name}.dxil"))
}

/// The bytes of a part of a file.
fn part(name: &str, fourcc: FourCC) -> &'static [u8] {
    file(name).find(fourcc).unwrap().data
}

/// Cases by name, each with its findings.
#[derive(Default)]
pub(crate) struct Cases(pub(crate) String);

impl Cases {
    pub(crate) fn add(&mut self, name: &str, findings: impl IntoIterator<Item = Finding>) {
        writeln!(self.0, "{name}").unwrap();
        for finding in findings {
            writeln!(self.0, "  {finding}").unwrap();
        }
    }

    /// Adds a case: a changed file without the metadata of its program, so that the other parts are compared with each
    /// other.
    fn change(&mut self, name: &str, file: &str, change: impl FnOnce(&mut Builder<'_>)) {
        self.add(name, tests::without_bitcode(&changed(file, change)));
    }

    /// Adds a case: a change of one part's value, without the metadata of the program.
    fn edit<T: PartType>(&mut self, name: &str, at: (&str, FourCC), change: impl Fn(&mut T)) {
        let bytes = tests::edited(&file(at.0), at.1, change);
        self.add(
            name,
            tests::without_bitcode(&Container::parse(&bytes).unwrap()),
        );
    }

    /// Adds a case: a changed file that is compared with the metadata of its program.
    fn change_beside_program(
        &mut self,
        name: &str,
        file: &str,
        change: impl FnOnce(&mut Builder<'_>),
    ) {
        self.add(name, dxc_shader::validate(&changed(file, change)));
    }
}

fn changed(name: &str, change: impl FnOnce(&mut Builder<'_>)) -> Container<'static> {
    let mut builder = file(name).to_builder();
    change(&mut builder);
    tests::opened(builder.to_bytes().unwrap())
}

const VERTEX: &str = "vs_basic.sm60";
const LIBRARY: &str = "lib_raytracing.sm66";
const ROOT: &str = "rs_only.v1_1";
const DEBUG: &str = "vs_basic.debug-embedded";

#[test]
fn messages_of_parts() {
    let mut cases = Cases::default();
    for (name, file) in [("gaps", "gaps"), ("duplicate parts", "duplicate-parts")] {
        let container = tests::open(&format!("crafted/{file}.dxil"));
        cases.add(name, dxc_shader::validate(&container));
    }
    cases.change("the directory", VERTEX, |builder| {
        let sfi0 = builder.parts()[0].fourcc;
        builder.push(sfi0, [0; 8].as_slice());
        builder.push(FourCC(*b"WHAT"), b"bytes".as_slice());
        builder.remove(parts::OSG1);
    });
    cases.change("a part of another stage", VERTEX, |builder| {
        builder.push(parts::PSG1, part("ds_patch.sm60", parts::PSG1));
    });
    cases.change("a library with a root signature", LIBRARY, |builder| {
        builder.push(parts::RTS0, part(ROOT, parts::RTS0));
        builder.remove(parts::RDAT);
    });
    let place = (VERTEX, parts::DXIL);
    cases.edit(
        "the stage of the program",
        place,
        |program: &mut Program| {
            program.version.set_kind(ShaderKind::Pixel).unwrap();
        },
    );
    let name = "the shader model of the debug program";
    cases.edit(name, (DEBUG, parts::ILDB), |program: &mut Program| {
        program.version.set_minor(5).unwrap();
    });
    insta::assert_snapshot!(cases.0);
}

#[test]
fn messages_of_values() {
    let mut cases = Cases::default();
    let place = (VERTEX, parts::ISG1);
    cases.edit("an element", place, |signature: &mut Signature| {
        signature.elements[0].component_type = SigComponentType::SInt32;
        signature.elements[1].min_precision = SigMinPrecision::Float16;
        signature.elements.pop();
    });
    cases.edit("a mode", (VERTEX, parts::PSV0), |psv: &mut Psv| {
        psv.inputs[0].interpolation = InterpolationMode::Linear;
    });
    let place = ("ps_textured.sm60", parts::PSV0);
    cases.edit("the order of resources", place, |psv: &mut Psv| {
        psv.resources.swap(0, 5);
    });
    let place = (VERTEX, parts::PSV0);
    cases.edit("flags of a resource", place, |psv: &mut Psv| {
        let flags = ResourceFlags::UsedByAtomic64;
        psv.resources[0].set_flags(flags).unwrap();
    });
    let place = ("cs_atomic64.sm66", parts::SFI0);
    cases.edit(
        "atomics without integers",
        place,
        |features: &mut FeatureInfoPart| {
            features.flags.remove(FeatureFlags::Int64Ops);
        },
    );
    let place = (LIBRARY, parts::SFI0);
    cases.edit(
        "features of a library",
        place,
        |features: &mut FeatureInfoPart| {
            features.flags = FeatureFlags::WaveOps;
        },
    );
    let place = (LIBRARY, parts::RDAT);
    cases.edit("features of functions", place, |data: &mut RuntimeData| {
        for function in data.rows_mut::<FunctionRecord>().unwrap() {
            function.features = FeatureFlags::Doubles;
        }
    });
    cases.edit(
        "functions and resources",
        place,
        |data: &mut RuntimeData| {
            let functions = data.rows_mut::<FunctionRecord>().unwrap();
            let target = &mut functions[0].min_shader_target;
            target.set_kind(ShaderKind::Miss).unwrap();
            functions[1].stages = !functions[1].stages;
            data.rows_mut::<ResourceRecord>().unwrap()[0].upper_bound = 0;
        },
    );
    cases.edit("references", place, |data: &mut RuntimeData| {
        let functions = data.rows_mut::<FunctionRecord>().unwrap();
        functions[0].resources = ListRef::new(9999);
        functions[1].name = StringRef(0x00ff_ffff);
    });
    insta::assert_snapshot!(cases.0);
}

/// The resources of a vertex shader as records of RDAT; its second one is in another space.
fn runtime_data(space: u32) -> RuntimeData {
    let container = file(VERTEX);
    let mut data = RuntimeData::default();
    for resource in container.psv0().unwrap().unwrap().resources() {
        let mut record = ResourceRecord::default();
        record.class = dxc_shader::bindings::class_of(resource.resource_type.class());
        (record.lower_bound, record.upper_bound) = (resource.lower_bound, resource.upper_bound);
        record.space = if resource.space == 0 { 0 } else { space };
        data.push(record);
    }
    data
}

/// These resources as reflection data, which had no spaces before shader model 5.1.
fn definitions() -> ResourceDefinitions {
    let container = file(VERTEX);
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
    let mut cases = Cases::default();
    for (name, space) in [
        ("the same resources", 2),
        ("a resource of another space", 3),
    ] {
        cases.change(name, VERTEX, |builder| {
            builder.set_part(parts::RDAT, runtime_data(space)).unwrap();
        });
    }
    let reflected = changed(VERTEX, |builder| {
        builder.set_part(parts::RDEF, definitions()).unwrap();
    });
    assert_eq!(*dxc_shader::validate(&reflected), []);
    cases.add("reflection data", dxc_shader::lint(&reflected));
    insta::assert_snapshot!(cases.0);
}

#[test]
fn messages_of_debug_programs() {
    let mut cases = Cases::default();
    cases.change("nothing but the debug program", DEBUG, |builder| {
        builder.remove(parts::DXIL);
    });
    cases.change("its stage, signature and features", DEBUG, |builder| {
        let container = file(DEBUG);
        let mut program = container.ildb().unwrap().unwrap().to_value();
        program.version.set_kind(ShaderKind::Pixel).unwrap();
        builder.set_part(parts::ILDB, program).unwrap();
        builder.remove(parts::DXIL);
        let mut inputs = container.isg1().unwrap().unwrap().to_value();
        inputs.elements[0].index = 7;
        builder.set_part(parts::ISG1, inputs).unwrap();
        let features = FeatureInfo {
            flags: FeatureFlags::ShadingRate | FeatureFlags::Barycentrics,
        };
        builder.set_part(parts::SFI0, features).unwrap();
    });
    cases.change("no program", VERTEX, |builder| {
        builder.remove(parts::DXIL);
    });
    cases.change("two debug programs", "vs_basic.pdb-full", |builder| {
        let ildb = builder.parts().last().unwrap().clone();
        builder.push(ildb.fourcc, ildb.data);
    });
    insta::assert_snapshot!(cases.0);
}

/// Only attributes of single vertices, which `GetAttributeAtVertex` reads and which are not interpolated, need the
/// feature.
#[test]
fn only_attributes_of_vertices_need_barycentrics() {
    let is_refused = |mode| {
        let changed = changed("ps_lowprecision.sm66", |builder| {
            let container = file("ps_lowprecision.sm66");
            let mut psv = container.psv0().unwrap().unwrap().to_value();
            for input in &mut psv.inputs {
                input.interpolation = mode;
                // This shader also has the coordinates.
                if input.kind == SemanticKind::Barycentrics {
                    input.kind = SemanticKind::Arbitrary;
                }
            }
            builder.set_part(parts::PSV0, psv).unwrap();
        });
        let findings = tests::without_bitcode(&changed);
        let mut findings = findings
            .iter()
            .filter(|finding| finding.rule.name == "feature");
        findings.any(|finding| finding.to_string().contains("Barycentrics"))
    };
    assert!(is_refused(InterpolationMode::Linear));
    assert!(!is_refused(InterpolationMode::Constant));
}

/// Copies bytes of a root parameter to the end of RTS0, and updates the offset.
fn move_payload(builder: &mut Builder<'_>, parameter: usize, offset: &str, size: usize) {
    let container = file(ROOT);
    let part = container.find(parts::RTS0).unwrap();
    let outline = Outline::new(&container, &part).unwrap();
    let mut data = part.data.to_vec();
    let run = outline.runs.iter().find(|run| run.name == "parameters");
    let record = &run.unwrap().records[parameter].outline;
    let field = record.field(offset).unwrap().offset();
    let stored = data[field..field + 4].try_into().unwrap();
    let from = u32::from_le_bytes(stored) as usize;
    let end = u32::try_from(data.len()).unwrap();
    data[field..field + 4].copy_from_slice(&end.to_le_bytes());
    data.extend_from_within(from..from + size);
    builder.set(parts::RTS0, PartData::from(data));
}

#[test]
fn messages_of_llvm() {
    let mut cases = Cases::default();
    for (name, parameter, offset, size) in [
        ("a payload", 0, "payload_offset", 12),
        ("ranges", 4, "payload.ranges_offset", 72),
    ] {
        cases.change(name, ROOT, |builder| {
            move_payload(builder, parameter, offset, size);
        });
    }
    let place = (ROOT, parts::RTS0);
    cases.edit("visibilities", place, |root: &mut RootSignature| {
        root.parameters[0].visibility = ShaderVisibility(99);
        root.samplers[0].visibility = ShaderVisibility(99);
    });
    cases.edit(
        "a hash",
        (VERTEX, parts::HASH),
        |hash: &mut ShaderHashPart| {
            hash.flags = HashFlags(99);
            hash.digest = [0; 16];
            hash.trailing = vec![0; 4];
        },
    );
    let place = (VERTEX, parts::ISG1);
    cases.edit("a name", place, |signature: &mut Signature| {
        signature.elements[0].name = NO_STRING;
    });
    insta::assert_snapshot!(cases.0);
}

/// The rules of programs that no row of `changed.tsv` breaks.
#[test]
fn messages_of_programs() {
    let mut cases = Cases::default();
    cases.change_beside_program("bitcode that is cut off", VERTEX, |builder| {
        let mut program = file(VERTEX).dxil().unwrap().unwrap().to_value();
        program.bitcode.truncate(1024);
        builder.set_part(parts::DXIL, program).unwrap();
    });
    let name = "a program for an earlier validator";
    cases.change_beside_program(name, VERTEX, |builder| {
        builder.set(parts::DXIL, part("vs_basic.psv-v1", parts::DXIL));
    });
    let mut edit = |name, change: fn(&mut RuntimeData)| {
        let mut data = file(LIBRARY).rdat().unwrap().unwrap().to_value();
        change(&mut data);
        cases.change_beside_program(name, LIBRARY, |builder| {
            builder.set_part(parts::RDAT, data).unwrap();
        });
    };
    edit("functions", |data| {
        let unknown = data.intern("unknown");
        let rows = data.rows_mut::<FunctionRecord>().unwrap();
        rows[0].name = unknown;
        rows[1].shader_kind = FunctionKind::Miss;
        rows[1].payload_size_in_bytes += 4;
    });
    edit("resources", |data| {
        let unknown = data.intern("unknown");
        let rows = data.rows_mut::<ResourceRecord>().unwrap();
        rows[0].name = unknown;
        rows[1].space = 7;
        rows[1].flags = ResourceRecordFlags::UAVCounter;
    });
    edit("a further resource", |data| {
        data.push(ResourceRecord::default());
    });
    insta::assert_snapshot!(cases.0);
}

/// Parts are read once, even if the directory references them repeatedly. For each rule, 20 findings are kept; the
/// others are counted.
#[test]
fn repeated_parts() {
    let (count, data) = (23_000, part(VERTEX, parts::ISG1));
    let container = tests::opened(tests::aliased(count, parts::ISG1, data));
    let report = dxc_shader::validate(&container);
    assert_eq!(report.len(), 20);
    assert_eq!(report.count(), count as usize - 1);
    assert_eq!(report.truncated()[0].rule.name, "part-gap");
    let all = dxc_shader::validate_within(&container, &Limits::NONE);
    assert_eq!(all.len(), report.count());
}

#[test]
fn private_data_is_last() {
    let container = changed(VERTEX, |builder| {
        builder.insert(0, parts::PRIV, b"four".as_slice());
    });
    assert_eq!(*dxc_shader::validate(&container), []);
    let untidy = dxc_shader::lint(&container);
    assert_eq!(untidy[0].rule.name, "private-data-last");
}

/// DXC's `IsValidDxilContainer` requires the major version 1 and accepts any minor version.
#[test]
fn the_major_version_of_the_container_is_1() {
    let bytes = file(VERTEX).as_bytes();
    for (version, expected) in [([1, 0, 9, 0], 0), ([7, 0, 9, 0], 1), ([0, 0, 0, 0], 1)] {
        let mut changed = bytes.to_vec();
        changed[20..24].copy_from_slice(&version);
        let report = dxc_shader::validate(&tests::opened(changed));
        assert_eq!(report.len(), expected, "{version:?}");
        assert!(
            report
                .iter()
                .all(|finding| finding.rule.name == "container-version")
        );
    }
}

/// The container has the ILDB of another shader of the same stage.
#[test]
fn programs_with_debug_information_are_of_the_same_shader() {
    let debug = file(DEBUG);
    assert_eq!(*dxc_shader::validate(&debug), []);
    let beside = |other: &str| {
        let program = part(other, parts::DXIL);
        let container = changed(DEBUG, |builder| {
            builder.retain(|part| part.fourcc != parts::ILDB);
            builder.push(parts::ILDB, program);
        });
        let findings = dxc_shader::validate(&container);
        let findings = findings.iter().map(|finding| {
            assert_eq!(finding.part, Some(parts::ILDB), "{finding}");
            finding.to_string()
        });
        findings.collect::<Vec<_>>().join("\n")
    };
    // The program without debug information belongs to the same shader.
    assert_eq!(beside(DEBUG), "");
    insta::assert_snapshot!(beside("vs_semantics.sm60"));
}

/// The records of nodes, which single rows reference, exist.
#[test]
fn references_of_single_rows_have_a_target() {
    let container = file("lib_workgraph.sm68");
    let count = container.rdat().unwrap().unwrap().functions().len();
    let row = u32::try_from(count).unwrap();
    // There are as many nodes as functions: the last row exists, and the next one does not.
    for (row, expected) in [(row - 1, false), (row, true), (row + 9, true)] {
        let bytes = tests::edited(&container, parts::RDAT, |data: &mut RuntimeData| {
            let function = &mut data.rows_mut::<FunctionRecord>().unwrap()[0];
            let mut shader = function.shader().unwrap();
            shader.set_node(RowRef::new(row));
            function.set_shader(shader).unwrap();
        });
        let report = dxc_shader::validate(&Container::parse(&bytes).unwrap());
        let is_found = report
            .iter()
            .any(|finding| finding.rule.name == "reference");
        assert_eq!(is_found, expected, "{row}: {:?}", report.first());
    }
}

/// The program with debug information is for another shader model than the one without.
#[test]
fn programs_with_debug_information_have_the_shader_model() {
    let found = |version| {
        let mut debug = file("vs_basic.sm66").dxil().unwrap().unwrap().to_value();
        debug.version.set_minor(version).unwrap();
        let container = changed(DEBUG, |builder| {
            builder.retain(|part| part.fourcc != parts::ILDB);
            builder.set_part(parts::ILDB, debug.clone()).unwrap();
        });
        let report = dxc_shader::validate(&container);
        let mut names: Vec<_> = report.iter().map(|finding| finding.rule.name).collect();
        names.dedup();
        names.join(" ")
    };
    // The header has the shader model of DXIL, and the metadata has another one; then the header has another one, too.
    assert_eq!(found(0), "program-debug");
    assert_eq!(found(6), "shader-model program-debug");
}

/// Validators before 1.8, by the version of PSV0, require the feature for UAVs of mesh and amplification shaders.
#[test]
fn uavs_of_mesh_shaders_need_a_feature_before_validator_1_8() {
    for name in ["ms_meshlet.sm65", "as_cull.sm65"] {
        for (version, expected) in [(2, true), (3, false), (4, false)] {
            let container = changed(name, |builder| {
                let mut psv = file(name).psv0().unwrap().unwrap().to_value();
                let mut info = RuntimeInfo::new(version);
                info.stage_info = psv.info.stage_info;
                info.set_shader_stage(psv.info.shader_stage().unwrap())
                    .unwrap();
                psv.info.record = info;
                psv.view_id_outputs.clear();
                psv.view_id_patches_or_primitives.clear();
                psv.inputs_to_outputs.clear();
                let mut uav = psv.resources[0];
                uav.resource_type = dxc_format::constants::ResourceType::UAVRaw;
                psv.resources.push(uav);
                builder.set_part(parts::PSV0, psv).unwrap();
            });
            let findings = tests::without_bitcode(&container);
            let mut features = findings.iter().filter(|one| one.rule.name == "feature");
            let is_required = features.any(|one| one.found.contains("`UAVsAtEveryStage` is not"));
            assert_eq!(
                is_required, expected,
                "{name}, version {version}: {findings:?}"
            );
        }
    }
}

//! Code that uses the additions of `tests/rehearsed/exams`, and writes files for an older version of the command.
//!
//! `exams FOLDER`: writes the files, and builds each `FOLDER/old/NAME.yaml` to what `FOLDER/old/NAME.dxil` has.

use std::path::Path;

use dxc_document::Document;
use dxc_format::constants::{
    D3DSystemValue, FeatureFlags, RootFlags, RootParameterType, RootSignatureVersion, ShaderKind,
    ShaderStage, ShaderVisibility, SigComponentType,
};
use dxc_format::psv0::{
    ResourceUse, ResourceUses, UseList, UsesGroup,
    BarrierRecord, BarrierTable, PipelineStateValidation, RuntimeInfo, RuntimeInfoFlags, WaveInfo, WaveOfShader, WaveTable,
};
use dxc_format::compiler_version::CompilerVersion;
use dxc_format::rdat::{FunctionRecord, RuntimeData, WaveRecord};
use dxc_format::debug::{DebugFile, DebugFiles};
use dxc_format::rts0::{MAX_ROOT_COST, RootPayload, RootSignature};
use dxc_format::srci::{SourceHash, SourceHashes, SourceSection, SourceSectionContent, SourceSectionKind};
use dxc_format::types::{BySize, Strided};
use dxc_format::{Builder, Container, TableStyle, parts};
use dxc_root_signature::hlsl::{self, Dialect, Form};
use dxc_root_signature::metadata;
use dxc_shader::Finding;
use dxc_shader::root_signature::to_version;
use dxc_shader::signatures::Direction;
use dxil::bitcode::AttributeKind;
use dxil::dxil_metadata::ShaderPropertyTag;

#[allow(dead_code, unreachable_pub)]
#[path = "bits.rs"]
mod bits;

fn main() {
    let folder = std::env::args_os().nth(1).unwrap();
    let folder = Path::new(&folder);
    let save = |name: &str, bytes: Vec<u8>| {
        std::fs::write(folder.join(format!("{name}.dxil")), bytes).unwrap();
    };
    save("stage", stage());
    save("root_parameter", root_parameter());
    save("operation", operation());
    save("attribute", attribute());
    save("psv0_version", psv0_version());
    save("runtime_data", runtime_data());
    save("rename", rename());
    save("moved_table", moved_table());
    save("section", section());
    save("string", string());
    save("replaced_part", replaced_part());
    save("flagged_table", flagged_table());
    old_documents(&folder.join("old"));
}

/// Checks that documents of an older version build the files that they were made from.
fn old_documents(folder: &Path) {
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "yaml") {
            let text = std::fs::read_to_string(&path).unwrap();
            let built =
                Document::from_yaml(&text).and_then(|document| document.to_bytes(TableStyle::Dxc));
            let built = built.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let file = std::fs::read(path.with_extension("dxil")).unwrap();
            assert!(built == file, "{}", path.display());
            count += 1;
        }
    }
    assert!(count > 30, "{count}");
}

fn file(name: &str) -> Vec<u8> {
    std::fs::read(format!("dxc-format/tests/data/dxc/{name}.dxil")).unwrap()
}

/// The number of values that a document stores as bytes.
fn patches(text: &str) -> usize {
    text.matches(" Patch:").count()
}

/// The bytes of a container, whose document must build them; the document stores as many values as bytes as the
/// document of `old`.
fn documented(builder: &Builder<'_>, old: &[u8]) -> (Vec<u8>, String) {
    let bytes = builder.to_bytes().unwrap();
    let text_of = |bytes: &[u8]| {
        Document::of(&Container::parse(bytes).unwrap())
            .unwrap()
            .to_yaml()
            .unwrap()
    };
    let text = text_of(&bytes);
    assert_eq!(patches(&text), patches(&text_of(old)), "{text}");
    let read = Document::from_yaml(&text).unwrap();
    assert_eq!(read.to_bytes(TableStyle::Dxc).unwrap(), bytes, "{text}");
    (bytes, text)
}

fn findings(bytes: &[u8]) -> Vec<String> {
    let findings = dxc_shader::validate(&Container::parse(bytes).unwrap());
    findings.iter().map(Finding::to_string).collect()
}

/// Checks that a text contains each of these parts.
#[track_caller]
fn assert_contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part}: {text}");
    }
}

fn bits_of(bytes: &[u8]) -> Vec<bool> {
    let bits = bytes
        .iter()
        .flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1 == 1));
    bits.collect()
}

/// A module in which some bits are replaced, at the only location where this makes a module whose text contains `text`.
fn replaced(bitcode: &[u8], from: &[bool], to: &[bool], text: &str) -> Vec<u8> {
    let bits = bits_of(bitcode);
    let places = bits.windows(from.len()).enumerate();
    let places = places
        .filter(|(_, window)| *window == from)
        .map(|(at, _)| at);
    let all = places.map(|place| {
        let mut bytes = bitcode.to_vec();
        for (at, bit) in (place..).zip(to) {
            bytes[at / 8] = bytes[at / 8] & !(1 << (at % 8)) | u8::from(*bit) << (at % 8);
        }
        bytes
    });
    let prints = |bytes: &Vec<u8>| {
        let printed = dxil::Module::parse(bytes).and_then(|module| module.print());
        printed.is_ok_and(|printed| printed.contains(text))
    };
    let mut all: Vec<_> = all.filter(prints).collect();
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

/// The bits of a text after its length.
fn text_bits(text: &str) -> Vec<bool> {
    let length = (0..6).map(|bit| text.len() >> bit & 1 == 1);
    length.chain(bits_of(text.as_bytes())).collect()
}

/// The bits of a constant in groups of 8: twice the number, since its lowest bit is the sign.
fn constant_bits(number: u64) -> Vec<bool> {
    let bytes = bits::Bits::bitcode().vbr(2 * number, 8).align().bytes;
    bits_of(&bytes[4..6])
}

/// A stage is defined by columns: its parts, its signature of payloads, its visibility, its threads and its own data.
fn stage() -> Vec<u8> {
    let old = file("ds_patch.sm60");
    let container = Container::parse(&old).unwrap();
    let before = findings(&old);
    let mut program = container.dxil().unwrap().unwrap().to_value();
    program.version.set_kind(ShaderKind::Wave).unwrap();
    let (from, to) = (text_bits("ds"), text_bits("wv"));
    program.bitcode = replaced(&program.bitcode, &from, &to, "!{!\"wv\", i32 6, i32 0}");
    let mut psv = container.psv0().unwrap().unwrap().to_value();
    psv.info.set_shader_stage(ShaderStage::Wave).unwrap();
    let mut wave = WaveInfo::default();
    (
        wave.waves_per_dispatch,
        wave.payload_size_in_bytes,
        wave.max_output_records,
    ) = (7, 16, 3);
    psv.info.stage_info = Default::default();
    psv.info.stage_info.set_wave(wave);
    psv.info.set_num_threads_x(8).unwrap();
    psv.info.set_num_threads_y(1).unwrap();
    psv.info.set_num_threads_z(1).unwrap();
    let payload = container.psg1().unwrap().unwrap().to_value();
    let mut builder = container.to_builder();
    builder.remove(parts::PSG1);
    builder.remove(parts::HASH);
    builder.set_part(parts::DXIL, program).unwrap();
    builder.set_part(parts::PSV0, psv).unwrap();
    let without = builder.to_bytes().unwrap();
    builder.set_part(parts::WSG1, payload).unwrap();
    let (bytes, text) = documented(&builder, &old);
    assert_contains(
        &text,
        &["WavesPerDispatch: 7", "MaxOutputRecords: 3", "Name: WSG1"],
    );
    assert_eq!(findings(&bytes), before);
    assert_contains(
        &findings(&without).join("\n"),
        &["a shader of the stage Wave requires a part WSG1"],
    );

    let container = Container::parse(&bytes).unwrap();
    assert_eq!(
        dxc_shader::target_profile(&container)
            .unwrap()
            .unwrap()
            .to_string(),
        "wv_6_0"
    );
    let mut signatures = dxc_shader::signatures(&container).unwrap();
    assert!(signatures.any(|(direction, _)| direction == Direction::PatchConstantInput));
    let reflection = dxc_shader::reflect(&container).unwrap().unwrap();
    let mut parameters = reflection
        .signatures
        .iter()
        .flat_map(|signature| &signature.parameters);
    assert!(parameters.any(|parameter| parameter.element.system_value
        == D3DSystemValue::FinalQuadEdgeTessfactor
        || parameter.element.system_value == D3DSystemValue::FinalTriEdgeTessfactor));
    bytes.clone()
}

/// A kind of root parameter is defined by columns: its register, its cost, its clause, its metadata.
fn root_parameter() -> Vec<u8> {
    let old = file("rs_full.v1_1");
    let container = Container::parse(&old).unwrap();
    let before = findings(&old);
    let version = RootSignatureVersion::V1_3;
    let text =
        "InlineBuffer(b100, sizeInBytes = 64, space = 5, visibility = SHADER_VISIBILITY_PIXEL)";
    let read = |text: &str| {
        hlsl::parse(text, version, Dialect::Clang)
            .unwrap()
            .signature
    };
    let parameter = read(text).parameters.remove(0);
    let RootPayload::InlineBuffer(buffer) = &parameter.payload else {
        panic!("{parameter:?}")
    };
    assert_eq!(
        (
            buffer.shader_register,
            buffer.register_space,
            buffer.size_in_bytes
        ),
        (100, 5, 64)
    );
    assert_eq!(parameter.visibility, ShaderVisibility::Pixel);
    assert_eq!(
        dxc_shader::root_signature::register(&parameter),
        Some((100, 5))
    );
    assert_eq!(dxc_shader::root_signature::cost(&parameter).get(), Some(1));
    // Version 1.2 does not have the type.
    let early = RootSignatureVersion::V1_2;
    let wrong = hlsl::parse(text, early, Dialect::Clang).unwrap_err();
    assert_contains(
        &wrong.to_string(),
        &["there is no `InlineBuffer` before version 1.3"],
    );
    let mut misplaced = read(text);
    misplaced.version = early;
    let found = dxc_shader::root_signature::validate(&misplaced);
    let found: Vec<String> = found.iter().map(Finding::to_string).collect();
    let expected = "parameters[0].parameter_type: InlineBuffer before version V1_3 does not exist [type-of-later-version]";
    assert_eq!(found, [expected]);
    let refused = to_version(&read(text), early).unwrap_err();
    assert_eq!(refused[0].rule.name, "type-of-later-version");
    let usual = read("InlineBuffer(b0)");
    assert_eq!(
        hlsl::print(&usual, Form::Short, Dialect::Clang).unwrap(),
        "InlineBuffer(b0)"
    );
    let wrong = hlsl::parse("InlineBuffer(t0)", version, Dialect::Clang).unwrap_err();
    assert_contains(&wrong.to_string(), &["its register begins with `b`"]);

    // The rules for registers and costs.
    let rules = |text: &str| {
        let findings = dxc_shader::root_signature::validate(&read(text));
        findings
            .iter()
            .map(|finding| finding.rule.name)
            .collect::<Vec<_>>()
    };
    assert_eq!(rules(text), [""; 0]);
    assert_eq!(rules("InlineBuffer(b0), CBV(b0)"), ["register-overlap"]);
    assert_eq!(
        rules("InlineBuffer(b0, space = 4294967295)"),
        ["reserved-space"]
    );
    let many: Vec<String> = (0..=MAX_ROOT_COST)
        .map(|at| format!("InlineBuffer(b{at})"))
        .collect();
    assert_eq!(rules(&many.join(", ")), ["root-cost"]);

    let entries = [metadata::Entry::new(None, read(text))];
    let nodes = metadata::print(&entries).unwrap();
    assert_contains(
        &nodes,
        &["!\"InlineBuffer\", i32 5, i32 100, i32 5, i32 64"],
    );
    assert_eq!(metadata::read(&nodes).unwrap(), entries);

    let mut signature = container.rts0().unwrap().unwrap().to_value();
    signature = to_version(&signature, version).unwrap().signature;
    signature.parameters.push(parameter);
    signature.flags = signature.flags | RootFlags::None;
    assert_eq!(RootParameterType::InlineBuffer.to_string(), "InlineBuffer");
    let again = RootSignature::parse(&signature.to_bytes().unwrap()).unwrap();
    assert_eq!(again, signature);
    let mut builder = container.to_builder();
    builder.set_part(parts::RTS0, signature).unwrap();
    let (bytes, text) = documented(&builder, &old);
    assert_contains(&text, &["Type: InlineBuffer", "SizeInBytes: 64"]);
    // DXC's validator reads 1.0 and 1.1.
    let found = findings(&bytes);
    assert_eq!(found.len(), before.len() + 1, "{found:#?}");
    assert_contains(&found.join("\n"), &["[root-version]"]);
    bytes
}

/// An operation is defined by a line of its table, and so is a property of entry points.
fn operation() -> Vec<u8> {
    let old = file("cs_atomic64.sm66");
    let container = Container::parse(&old).unwrap();
    let before = findings(&old);
    let mut program = container.dxil().unwrap().unwrap().to_value();
    // `createHandleFromBinding` has as many parameters.
    let (from, to) = (constant_bits(217), constant_bits(400));
    program.bitcode = replaced(&program.bitcode, &from, &to, "WaveMystery(value,mood,sop)");
    assert_eq!(ShaderPropertyTag(25).to_string(), "WavePriority");
    let mut builder = container.to_builder();
    builder.remove(parts::HASH);
    builder.set_part(parts::DXIL, program).unwrap();
    let (bytes, _) = documented(&builder, &old);
    assert_eq!(findings(&bytes), before);
    bytes
}

/// An attribute is defined by a line of its table.
fn attribute() -> Vec<u8> {
    use dxil::bitcode::{
        AttributeCode, BlockId, FUNCTION_ATTRIBUTES, ModuleCode, TypeCode, ValueSymtabCode,
    };
    let (of, hot) = (
        u64::from(FUNCTION_ATTRIBUTES),
        u64::from(AttributeKind::HOT.0),
    );
    let nounwind = u64::from(AttributeKind::NO_UNWIND.0);
    let bits = bits::Bits::bitcode()
        .enter(BlockId::MODULE)
        .record(ModuleCode::VERSION.0, &[1]);
    let bits = bits.enter(BlockId::PARAMATTR_GROUP);
    let bits = bits
        .record(
            AttributeCode::GRP_CODE_ENTRY.0,
            &[1, of, 0, nounwind, 0, hot],
        )
        .exit();
    let bits = bits
        .enter(BlockId::PARAMATTR)
        .record(AttributeCode::ENTRY.0, &[1])
        .exit();
    let bits = bits.enter(BlockId::TYPE).record(TypeCode::NUMENTRY.0, &[2]);
    let bits = bits
        .record(TypeCode::INTEGER.0, &[8])
        .record(TypeCode::FUNCTION.0, &[0, 0, 0])
        .exit();
    let bits = bits.record(ModuleCode::FUNCTION.0, &[1, 0, 1, 0, 1, 0, 0, 0]);
    let bits = bits
        .enter(BlockId::VALUE_SYMTAB)
        .record(ValueSymtabCode::ENTRY.0, &[0, 97])
        .exit();
    let bitcode = bits.exit().bytes;
    let printed = dxil::Module::parse(&bitcode).unwrap().print().unwrap();
    assert_contains(&printed, &["declare i8 @a(i8)", "{ nounwind hot }"]);
    let old = file("cs_reduce.sm68");
    let container = Container::parse(&old).unwrap();
    let mut program = container.dxil().unwrap().unwrap().to_value();
    program.bitcode = bitcode;
    let mut builder = container.to_builder();
    builder.remove(parts::HASH);
    builder.set_part(parts::DXIL, program).unwrap();
    documented(&builder, &old).0
}

/// A version adds a table; earlier versions have none.
fn psv0_version() -> Vec<u8> {
    let old = file("vs_basic.sm60");
    let container = Container::parse(&old).unwrap();
    let mut builder = container.to_builder();
    for part in [parts::DXIL, parts::STAT, parts::HASH] {
        builder.remove(part);
    }
    let old = builder.to_bytes().unwrap();
    let before = findings(&old);
    let with = |psv: PipelineStateValidation| {
        let mut builder = builder.clone();
        builder.set_part(parts::PSV0, psv).unwrap();
        documented(&builder, &old)
    };
    let mut psv = container.psv0().unwrap().unwrap().to_value();
    let since = RuntimeInfo::since("barrier_flags").unwrap();
    for layout in RuntimeInfo::LAYOUTS {
        let mut psv = psv.clone();
        psv.set_version(layout.version.unwrap());
        psv.lay_out(TableStyle::Dxc).unwrap();
        assert!(psv.barrier_table.is_none());
        let (bytes, _) = with(psv);
        // Documents before version 6 have no table; a new table is empty.
        let container = Container::parse(&bytes).unwrap();
        let has = container.psv0().unwrap().unwrap().barrier_table().is_some();
        assert_eq!(has, layout.version >= Some(since));
    }
    psv.set_version(since);
    psv.info.set_barrier_flags(9).unwrap();
    let size = BarrierRecord::size_of_version(1).try_into().unwrap();
    let mut table = BarrierTable::default();
    table.barriers = Strided::new(size);
    let mut barrier = BarrierRecord::new(1);
    (barrier.function, barrier.memory) = (psv.strings.intern("barred"), 5);
    barrier.set_times(77).unwrap();
    table.barriers.push(barrier);
    psv.barrier_table = Some(table);
    psv.lay_out(TableStyle::Dxc).unwrap();
    let (bytes, text) = with(psv.clone());
    assert_contains(
        &text,
        &[
            "BarrierFlags: 9",
            "BarrierTable:",
            "Function: barred",
            "Times: 77",
        ],
    );
    assert_eq!(findings(&bytes), before);
    let lost: Vec<String> = psv.set_version(4).iter().map(ToString::to_string).collect();
    assert_contains(
        &lost.join("\n"),
        &["info.barrier_flags: 9", "barrier_table"],
    );
    // A new value of an older version has no table.
    let mut new = PipelineStateValidation::default();
    new.info.record = RuntimeInfo::new(3);
    assert!(
        PipelineStateValidation::parse(&new.to_bytes().unwrap())
            .unwrap()
            .barrier_table
            .is_none()
    );
    bytes
}

/// A table of RDAT, whose rows others reference.
fn runtime_data() -> Vec<u8> {
    let old = file("lib_raytracing.sm69");
    let container = Container::parse(&old).unwrap();
    let before = findings(&old);
    let mut data = container.rdat().unwrap().unwrap().to_value();
    let name = data.intern("wavy");
    let resources = data.intern_list(&[0]);
    let mut wave = WaveRecord::new(1);
    (wave.name, wave.resources, wave.lanes) = (name, resources, 32);
    wave.function = dxc_format::types::RowRef::new(0);
    let hash = data.intern_bytes(&[1, 2, 3, 4]);
    wave.set_hash(hash).unwrap();
    let row = data.push(wave);
    let functions = data.rows_mut::<FunctionRecord>().unwrap();
    let old_rows: Vec<FunctionRecord> = functions.iter().copied().collect();
    *functions = Strided::new(FunctionRecord::size_of_version(2).try_into().unwrap());
    for mut function in old_rows {
        function.set_version(2);
        function.set_wave(row).unwrap();
        functions.push(function);
    }
    let with = |mut data: RuntimeData| {
        data.lay_out(TableStyle::Dxc).unwrap();
        let mut builder = container.to_builder();
        builder.set_part(parts::RDAT, data).unwrap();
        documented(&builder, &old)
    };
    let (bytes, text) = with(data.clone());
    assert_contains(&text, &["wavy", "Lanes: 32", "Wave:"]);
    assert_eq!(findings(&bytes), before);
    // References into the new table are checked.
    data.rows_mut::<FunctionRecord>().unwrap()[0]
        .set_wave(dxc_format::types::RowRef::new(9))
        .unwrap();
    let mut builder = container.to_builder();
    builder.set_part(parts::RDAT, data).unwrap();
    let found = findings(&builder.to_bytes().unwrap()).join("\n");
    assert_contains(&found, &["row 9 of 1 `WaveRecord`"]);
    bytes
}

/// A flag, a field and a key of documents are renamed: older documents can be built, and Rust has deprecated aliases.
fn rename() -> Vec<u8> {
    let old = file("vs_viewid.sm61");
    let container = Container::parse(&old).unwrap();
    let features = container.sfi0().unwrap().unwrap().flags();
    assert!(features.contains(FeatureFlags::ViewInstancing));
    #[allow(deprecated)]
    let before = FeatureFlags::ViewID;
    assert_eq!(before, FeatureFlags::ViewInstancing);
    let (bytes, text) = documented(&container.to_builder(), &old);
    assert_eq!(bytes, old);
    assert_contains(&text, &["SigInputVectorCount: 2", "EntryPoint: main", "  ViewInstancing: true"]);
    for (llvm, flag) in [(22, "  ViewID: true"), (24, "  ViewInstancing: true")] {
        let of_llvm = Document::for_llvm(&container, llvm).unwrap();
        assert_contains(&of_llvm.to_yaml().unwrap(), &[flag]);
    }
    let before = text.replace("  ViewInstancing: true", "  ViewID: true");
    let read = Document::from_yaml(&before).unwrap();
    assert_eq!(read.to_bytes(TableStyle::Dxc).unwrap(), old);
    let mut psv = container.psv0().unwrap().unwrap().to_value();
    #[allow(deprecated)]
    let names = (psv.info.entry_name(), psv.info.entry_name_in(&psv));
    assert_eq!(names, (psv.info.entry_point(), Some("main")));
    #[allow(deprecated)]
    psv.info.set_entry_name(0).unwrap();
    assert_eq!(psv.info.entry_point(), Some(0));
    bytes
}

/// A part of nested tables has the resources that PSV0 had; files of earlier versions have them in PSV0.
fn moved_table() -> Vec<u8> {
    let old = file("ps_textured.sm60");
    let container = Container::parse(&old).unwrap();
    let before = findings(&old);
    let mut psv = container.psv0().unwrap().unwrap().to_value();
    let resources = psv.resources.clone();
    assert_eq!(resources.len(), 6);
    let since = RuntimeInfo::since("use_groups").unwrap();
    let lost: Vec<String> = psv.set_version(since).iter().map(ToString::to_string).collect();
    assert_contains(&lost.join("\n"), &["resources"]);
    assert!(psv.resources.is_empty());
    psv.info.set_use_groups(1).unwrap();
    psv.lay_out(TableStyle::Dxc).unwrap();

    let mut uses = ResourceUses::default();
    let mut group = UsesGroup::default();
    group.resources = Strided::new(resources.stride());
    for (at, resource) in (0..).zip(resources.iter()) {
        group.resources.push(*resource);
        let version = at % 2;
        let mut list = UseList::default();
        list.uses = Strided::new(ResourceUse::size_of_version(version).try_into().unwrap());
        let mut use_ = ResourceUse::new(version);
        (use_.function, use_.instruction) = (uses.names.intern("main"), at);
        if version == 1 {
            use_.set_mask(0xf).unwrap();
        }
        list.uses.push(use_);
        group.lists.push(list);
    }
    uses.groups = vec![group, UsesGroup::default()];
    uses.lay_out(TableStyle::Dxc).unwrap();
    let mut builder = container.to_builder();
    builder.set_part(parts::PSV0, psv.clone()).unwrap();
    builder.set_part(parts::RSRC, uses).unwrap();
    let (bytes, text) = documented(&builder, &old);
    assert_contains(&text, &["UseGroups: 1", "Name: RSRC", "Function: main", "Mask: 15"]);
    // Another part lists the resources. The validator of the program writes an earlier version.
    let after = findings(&bytes);
    assert_eq!(after.len(), before.len() + 1, "{after:#?}");
    assert_contains(&after.join("\n"), &["[program-psv-version]"]);
    let file = Container::parse(&bytes).unwrap();
    let read = file.rsrc().unwrap().unwrap().to_value();
    assert_eq!(read.groups[0].resources.len(), 6);
    // The program lists the bindings, too.
    assert_eq!(dxc_shader::bindings(&file).unwrap().count(), 6);
    // A value of the new version has no resources.
    psv.resources = resources;
    assert!(psv.to_bytes().is_err());
    bytes
}

/// A section of SRCI is an arm of a switch.
fn section() -> Vec<u8> {
    let old = file("vs_basic.pdb-full");
    let container = Container::parse(&old).unwrap();
    let mut info = container.srci().unwrap().unwrap().to_value();
    let mut hashes = SourceHashes::default();
    hashes.hashes = Strided::new(16);
    let mut hash = SourceHash::new(0);
    hash.digest = [7; 16];
    hashes.hashes.push(hash);
    let mut section = SourceSection::default();
    section.kind = SourceSectionKind::SourceHashes;
    section.content = SourceSectionContent::Hashes(hashes);
    info.sections.push(section);
    let mut builder = container.to_builder();
    builder.set_part(parts::SRCI, info).unwrap();
    let (bytes, text) = documented(&builder, &old);
    assert_contains(&text, &["Type: SourceHashes", "Digest: [7, 7, 7"]);
    assert_eq!(findings(&bytes), findings(&old));
    let sources = |bytes: &[u8]| dxc_shader::sources(&Container::parse(bytes).unwrap()).unwrap();
    assert_eq!(format!("{:?}", sources(&bytes)), format!("{:?}", sources(&old)));
    bytes
}

/// A third string of VERS has a name.
fn string() -> Vec<u8> {
    let old = file("lib_workgraph.sm68");
    let container = Container::parse(&old).unwrap();
    let before = findings(&old);
    assert_eq!(CompilerVersion::NAMED_STRINGS.last(), Some(&"branch"));
    let mut version = container.vers().unwrap().unwrap().to_value();
    version.strings.0.extend_from_slice(b"release-1.10\0");
    let mut builder = container.to_builder();
    builder.set_part(parts::VERS, version).unwrap();
    let (bytes, text) = documented(&builder, &old);
    assert_contains(&text, &["Branch: release-1.10"]);
    assert_eq!(findings(&bytes), before);
    bytes
}

/// A part replaces another one, which files still have.
fn replaced_part() -> Vec<u8> {
    let old = file("vs_basic.pdb-full");
    let container = Container::parse(&old).unwrap();
    let name = container.ildn().unwrap().unwrap().name();
    let name = std::str::from_utf8(name).unwrap().to_owned();
    let mut files = DebugFiles::default();
    files.files = Strided::new(DebugFile::size_of_version(1).try_into().unwrap());
    let mut debug = DebugFile::new(1);
    debug.name = files.names.intern(&name);
    debug.functions = 3;
    debug.set_digest([5; 16]).unwrap();
    files.files.push(debug);
    files.lay_out(TableStyle::Dxc).unwrap();
    let mut builder = container.to_builder();
    builder.remove(parts::ILDN);
    builder.set_part(parts::DBGN, files).unwrap();
    let (bytes, text) = documented(&builder, &old);
    assert_contains(&text, &["Name: DBGN", &name, "Functions: 3"]);
    assert_eq!(findings(&bytes), findings(&old));
    let stripped = builder.strip(dxc_format::Strip::DebugName);
    assert!(stripped.iter().any(|part| part.fourcc == parts::DBGN));
    bytes
}

/// A flag states that PSV0 has a table, and an element has a new type, for which LLVM has no name.
fn flagged_table() -> Vec<u8> {
    let old = file("vs_basic.sm60");
    let container = Container::parse(&old).unwrap();
    let mut builder = container.to_builder();
    for part in [parts::DXIL, parts::STAT, parts::HASH] {
        builder.remove(part);
    }
    let old = builder.to_bytes().unwrap();
    let mut psv = container.psv0().unwrap().unwrap().to_value();
    psv.set_version(RuntimeInfo::since("flags").unwrap());
    psv.info.set_shader_stage(ShaderStage::Vertex).unwrap();
    let before = findings(&with_psv(&builder, &psv));
    psv.info.set_flags(RuntimeInfoFlags::WaveTable).unwrap();
    let mut table = WaveTable::default();
    table.waves = Strided::new(4);
    let mut wave = WaveOfShader::new(0);
    wave.lanes = 32;
    table.waves.push(wave);
    psv.waves = Some(table);
    builder.set_part(parts::PSV0, psv.clone()).unwrap();
    let (bytes, text) = documented(&builder, &old);
    assert_contains(&text, &["    Flags: 2", "Lanes: 32"]);
    assert_eq!(findings(&bytes), before);
    // Without the flag, the part has no table.
    psv.info.set_flags(RuntimeInfoFlags::default()).unwrap();
    assert!(psv.to_bytes().is_err());

    let mut inputs = container.isg1().unwrap().unwrap().to_value();
    inputs.elements[0].component_type = SigComponentType::Float8;
    builder.set_part(parts::ISG1, inputs).unwrap();
    let (bytes, text) = documented(&builder, &old);
    assert_contains(&text, &["CompType: Float8"]);
    // LLVM's tools refuse a document with a name that they do not have.
    let container = Container::parse(&bytes).unwrap();
    let of_llvm = Document::for_llvm(&container, 22).unwrap();
    assert!(!of_llvm.to_yaml().unwrap().contains("Float8"));
    assert_contains(&of_llvm.left_out().join("\n"), &["ISG1: Signature"]);
    bytes
}

/// A container with a PSV0.
fn with_psv(builder: &Builder<'_>, psv: &PipelineStateValidation) -> Vec<u8> {
    let mut builder = builder.clone();
    builder.set_part(parts::PSV0, psv.clone()).unwrap();
    builder.to_bytes().unwrap()
}

//! Code that uses the additions of `tests/rehearsed/*.diff` to the schemas.

use dxc_format::constants::{
    D3DSystemValue, DescriptorRangeFlags, FeatureFlags, ModuleFlags, ResourceClass, ResourceKind,
    ResourceType, RootDescriptorFlags, RootFlags, RootSignatureVersion, SamplerReduction, SemanticKind,
    ShaderStage, StaticSamplerFlags, TessellatorDomain,
};
use dxc_document::Document;
use dxc_format::new::TunedLanes;
use dxc_format::psv0::{
    PipelineElement, PipelineStateValidation, PixelInfo, ResourceBinding, RuntimeInfo, WorkInfo,
};
use dxc_format::rdat::{BytesRef, FunctionRecord};
use dxc_root_signature::hlsl::{self, Dialect, Form};
use dxc_root_signature::metadata;
use dxc_format::rts0::{RootPayload, RootSignature};
use dxc_format::signature::{Signature, SignatureElement};
use dxc_format::{Builder, Container, PartView, Strip, TableStyle, types::{BySize, F32, FieldValues}, parts};
use dxc_shader::Finding;

fn main() {
    stage();
    resource();
    flag();
    feature();
    sampler();
    version();
    signature();
    system_value();
    depth();
    part();
    versions();
}

/// Parses a root signature string. Printing gives the same text; all other texts and the bytes give the same value.
fn parsed(text: &str) -> RootSignature {
    parsed_for(text, RootSignatureVersion::V1_2)
}

fn parsed_for(text: &str, version: RootSignatureVersion) -> RootSignature {
    let signature = read(text, version);
    let short = hlsl::print(&signature, Form::Short, Dialect::Clang).unwrap();
    assert_eq!(short.replace(",\n", ", "), text);
    let complete = hlsl::print(&signature, Form::Complete, Dialect::Clang).unwrap();
    assert_eq!(read(&complete, version), signature);
    let entries = [metadata::Entry::new(None, signature.clone())];
    let nodes = metadata::print(&entries).unwrap();
    assert_eq!(metadata::read(&nodes).unwrap(), entries, "{nodes}");
    let bytes = signature.to_bytes().unwrap();
    assert_eq!(RootSignature::parse(&bytes).unwrap(), signature);
    signature
}

fn read(text: &str, version: RootSignatureVersion) -> RootSignature {
    let parsed = hlsl::parse(text, version, Dialect::Clang);
    parsed.unwrap().signature
}

/// Checks that a text contains each of these parts.
#[track_caller]
fn assert_contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// A shader of a stage with a resource.
fn shader(
    stage: ShaderStage,
    resource_type: ResourceType,
    kind: ResourceKind,
) -> PipelineStateValidation {
    let mut resource = ResourceBinding::new(2);
    resource.resource_type = resource_type;
    resource.set_kind(kind).unwrap();
    let mut psv = PipelineStateValidation::default();
    psv.info.record = RuntimeInfo::new(2);
    psv.info.set_shader_stage(stage).unwrap();
    psv.info.maximum_wave_lane_count = u32::MAX;
    psv.info.set_num_threads_x(8).unwrap();
    psv.info.set_num_threads_y(1).unwrap();
    psv.info.set_num_threads_z(1).unwrap();
    psv.resources.push(resource);
    psv
}

/// A container of both, and its document.
fn built(psv: &PipelineStateValidation, signature: &RootSignature) -> (Vec<u8>, String) {
    let mut builder = Builder::new();
    builder.set_part(parts::PSV0, psv.clone()).unwrap();
    builder.set_part(parts::RTS0, signature.clone()).unwrap();
    documented(&builder)
}

/// A container and its document, which builds an equal container.
fn documented(builder: &Builder<'_>) -> (Vec<u8>, String) {
    let bytes = builder.to_bytes().unwrap();
    let document = Document::of(&Container::parse(&bytes).unwrap()).unwrap();
    let text = document.to_yaml().unwrap();
    let read = Document::from_yaml(&text).unwrap();
    let rebuilt = read.to_bytes(TableStyle::Dxc).unwrap();
    assert_eq!(rebuilt, bytes, "{text}");
    (bytes, text)
}

/// The rules that a container breaks.
fn broken(psv: &PipelineStateValidation, signature: &RootSignature) -> Vec<&'static str> {
    let (bytes, _) = built(psv, signature);
    names(&dxc_shader::validate(&Container::parse(&bytes).unwrap()))
}

/// The rules of findings, except for those about the program that parts require: the containers here have none.
fn names(findings: &[Finding]) -> Vec<&'static str> {
    let names = findings.iter().map(|finding| finding.rule.name);
    names
        .filter(|name| !["program-missing", "program-part"].contains(name))
        .collect()
}

/// A feature flag is defined by a line of its table: documents have its name, validation its shader model and what it
/// requires, reflection its bit in the flags of the module, and in those of the functions of a library.
fn feature() {
    let read = |name: &str| std::fs::read(format!("dxc-format/tests/data/dxc/{name}")).unwrap();
    let file = read("cs_reduce.sm68.dxil");
    let container = Container::parse(&file).unwrap();
    let mut features = container.sfi0().unwrap().unwrap().to_value();
    let before = dxc_shader::validate(&container).len();
    features.flags |= FeatureFlags::LaneShuffle | FeatureFlags::LaneCount | FeatureFlags(1 << 62);
    let mut builder = container.to_builder();
    builder.set_part(parts::SFI0, features).unwrap();
    let (bytes, text) = documented(&builder);
    assert_contains(
        &text,
        &[
            "LaneShuffle: true",
            "LaneCount: true",
            "Flags: 4611686018427387904",
        ],
    );
    let changed = Container::parse(&bytes).unwrap();
    let findings = dxc_shader::validate(&changed);
    let found: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert_contains(
        &found.join("\n"),
        &[
            "LaneShuffle | 0x4000000000000000 is set, but is not in DXIL",
            "`LaneCount` needs shader model 6.9",
        ],
    );
    // There is no finding about the bit without a name.
    assert_eq!(findings.len(), before + 2, "{found:#?}");
    let flags = ModuleFlags(1 << 50 | 1 << 61);
    assert_eq!(dxil::required_features(flags), FeatureFlags::LaneShuffle);

    let file = read("lib_raytracing.sm66.dxil");
    let container = Container::parse(&file).unwrap();
    let mut data = container.rdat().unwrap().unwrap().to_value();
    data.rows_mut::<FunctionRecord>().unwrap()[0].features |= FeatureFlags::LaneShuffle;
    // Without a program, only RDAT states what functions require.
    let mut builder = container.to_builder();
    builder.remove(parts::DXIL);
    builder.remove(parts::STAT);
    builder.set_part(parts::RDAT, data).unwrap();
    let bytes = builder.to_bytes().unwrap();
    let container = Container::parse(&bytes).unwrap();
    let reflection = dxc_shader::reflect(&container).unwrap().unwrap();
    let mut requirements = reflection.functions.iter().map(|each| each.requirements);
    assert!(requirements.any(|each| each.features.contains(FeatureFlags::LaneShuffle)));
}

fn stage() {
    let (stage, kind) = (ShaderStage::Work, ResourceKind::Texture2D);
    let mut psv = shader(stage, ResourceType::SRVTyped, kind);
    let mut work = WorkInfo::default();
    work.work_items = 7;
    psv.info.stage_info.set_work(work);
    let seen = parsed("DescriptorTable(SRV(t0), visibility = SHADER_VISIBILITY_WORK)");
    let (bytes, document) = built(&psv, &seen);
    assert_contains(&document, &["WorkItems: 7", "Work"]);
    let container = Container::parse(&bytes).unwrap();
    let profile = dxc_shader::target_profile(&container).unwrap().unwrap();
    assert_eq!(profile.to_string(), "ws");
    let info = container.psv0().unwrap().unwrap().info();
    assert_eq!(info.stage_info.work(stage).unwrap().work_items, 7);
    assert_eq!(names(&dxc_shader::validate(&container)), [""; 0]);

    let hidden = parsed("DescriptorTable(SRV(t0), visibility = SHADER_VISIBILITY_PIXEL)");
    assert_eq!(broken(&psv, &hidden), ["resource-not-bound"]);
    let denied = parsed("RootFlags(DENY_WORK_SHADER_ROOT_ACCESS), DescriptorTable(SRV(t0))");
    assert_eq!(broken(&psv, &denied), ["stage-denied"]);
    psv.info.set_num_threads_x(0).unwrap();
    assert_eq!(broken(&psv, &seen), ["psv-threads"]);
}

fn resource() {
    let stage = ShaderStage::Compute;
    let psv = shader(stage, ResourceType::SRVSparse, ResourceKind::SparseBuffer);
    let bound = parsed("SRV(t0)");
    let (bytes, document) = built(&psv, &bound);
    assert_contains(&document, &["SRVSparse", "SparseBuffer"]);
    let container = Container::parse(&bytes).unwrap();
    assert_eq!(names(&dxc_shader::validate(&container)), [""; 0]);
    let binding = dxc_shader::bindings(&container).unwrap().next().unwrap();
    assert_eq!(binding.class, ResourceClass::SRV);
    assert_eq!(dxc_shader::bindings::Registers::of(&binding).to_string(), "t0");
    assert!(binding.has_counter);
    assert_eq!(dxc_shader::bindings::dxc_dimension(&binding), "sparse");

    // The type determines the kind if no field does.
    let mut old = PipelineStateValidation::default();
    old.resources.push(ResourceBinding::new(0));
    old.resources[0].resource_type = ResourceType::SRVSparse;
    let (bytes, _) = built(&old, &bound);
    let container = Container::parse(&bytes).unwrap();
    let binding = dxc_shader::bindings(&container).unwrap().next().unwrap();
    assert_eq!(binding.kind, Some(ResourceKind::SparseBuffer));

    let typed = shader(stage, ResourceType::SRVTyped, ResourceKind::SparseBuffer);
    let in_table = parsed("DescriptorTable(SRV(t0))");
    assert_eq!(broken(&typed, &in_table), ["psv-resource-kind"]);
    let other = shader(stage, ResourceType::SRVSparse, ResourceKind::RawBuffer);
    assert_eq!(broken(&other, &in_table), ["psv-resource-kind"]);
}

fn flag() {
    let text = "RootFlags(ALLOW_REHEARSAL), CBV(b0, flags = DATA_REHEARSED), \
        DescriptorTable(SRV(t0, flags = DATA_REHEARSED)), StaticSampler(s0, flags = REHEARSED)";
    let signature = parsed(text);
    assert_eq!(signature.flags, RootFlags::AllowRehearsal);
    assert_eq!(signature.samplers[0].flags, StaticSamplerFlags::Rehearsed);
    match (
        &signature.parameters[0].payload,
        &signature.parameters[1].payload,
    ) {
        (RootPayload::Descriptor(descriptor), RootPayload::DescriptorTable(table)) => {
            assert_eq!(descriptor.flags, RootDescriptorFlags::DataRehearsed);
            assert_eq!(table.ranges[0].flags, DescriptorRangeFlags::DataRehearsed);
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(names(&dxc_shader::root_signature::validate(&signature)), [""; 0]);
    let psv = PipelineStateValidation::default();
    let (_, document) = built(&psv, &signature);
    let shown = ["AllowRehearsal", "DATA_REHEARSED", "SAMPLER_FLAG_REHEARSED"];
    let shown = shown.map(|flag| format!("{flag}: true"));
    assert_contains(&document, &shown.each_ref().map(String::as_str));

    // A sampler without its flag has another meaning; promises are dropped.
    let refused = dxc_shader::root_signature::to_version(&signature, RootSignatureVersion::V1_1);
    assert_eq!(names(&refused.unwrap_err()), ["not-expressible"]);
    let mut promises = signature.clone();
    promises.samplers.clear();
    let older = dxc_shader::root_signature::to_version(&promises, RootSignatureVersion::V1_0).unwrap();
    assert_eq!(names(&older.dropped), ["promise-dropped"; 2]);
    let needed = parsed("DescriptorTable(SRV(t0, flags = DESCRIPTORS_NEEDED))");
    let refused = dxc_shader::root_signature::to_version(&needed, RootSignatureVersion::V1_0);
    assert_eq!(names(&refused.unwrap_err()), ["not-expressible"]);

    for (text, rule) in [
        (
            "CBV(b0, flags = DATA_STATIC | DATA_REHEARSED)",
            "descriptor-data-flags",
        ),
        (
            "DescriptorTable(SRV(t0, flags = DATA_STATIC | DATA_REHEARSED))",
            "range-data-flags",
        ),
        (
            "DescriptorTable(Sampler(s0, flags = DATA_REHEARSED))",
            "range-sampler-data",
        ),
        (
            "DescriptorTable(SRV(t0, flags = DESCRIPTORS_NEEDED | DESCRIPTORS_NEEDLESS))",
            "flags-together",
        ),
    ] {
        assert_eq!(names(&dxc_shader::root_signature::validate(&parsed(text))), [rule], "{text}");
    }
}

fn sampler() {
    let text = "StaticSampler(s0, biasClamp = -1.5, reduction = REDUCTION_MEDIAN, tapCount = 9)";
    let signature = parsed(text);
    let sampler = signature.samplers[0];
    assert_eq!(sampler.bias_clamp, F32::from(-1.5));
    assert_eq!(sampler.tap_count, 9);
    assert_eq!(sampler.reduction, SamplerReduction::Median);
    assert_eq!(names(&dxc_shader::root_signature::validate(&signature)), [""; 0]);
    let psv = PipelineStateValidation::default();
    let (_, document) = built(&psv, &signature);
    let shown = ["BiasClamp: -1.5", "Reduction: Median", "TapCount: 9"];
    assert_contains(&document, &shown);
    let usual = parsed("StaticSampler(s0)");
    assert_eq!(usual.samplers[0].bias_clamp, F32::from(2.5));
    assert_eq!(usual.samplers[0].tap_count, 4);

    // Arguments out of bounds, and values that do not exist.
    for (text, found) in [
        ("StaticSampler(s0, tapCount = 33)", "33 is not from 1 to 32"),
        (
            "StaticSampler(s0, biasClamp = 7.6)",
            "7.6 is not from -8 to 7.5",
        ),
    ] {
        let findings = dxc_shader::root_signature::validate(&parsed(text));
        assert_eq!(
            (names(&findings), findings[0].found.as_str()),
            (vec!["sampler-field"], found)
        );
    }
    let mut unknown = usual.clone();
    unknown.samplers[0].reduction = SamplerReduction(9);
    assert_eq!(names(&dxc_shader::root_signature::validate(&unknown)), ["sampler-field"]);
    assert!(hlsl::print(&unknown, Form::Short, Dialect::Clang).is_err());

    // Earlier versions do not have the field; its default applies.
    let early = RootSignatureVersion::V1_1;
    let wrong = hlsl::parse(text, early, Dialect::Clang).unwrap_err();
    let message = "`StaticSampler` has no `biasClamp` before version 1.2";
    assert_contains(&wrong.to_string(), &[message]);
    let older = dxc_shader::root_signature::to_version(&usual, early).unwrap();
    assert_eq!(older.signature.samplers[0], usual.samplers[0]);
    assert_eq!(older.dropped.len(), 0);
    let newer = dxc_shader::root_signature::to_version(&older.signature, RootSignatureVersion::V1_2);
    assert_eq!(newer.unwrap().signature, usual);
    let refused = dxc_shader::root_signature::to_version(&signature, early).unwrap_err();
    assert_eq!(names(&refused), ["not-expressible"; 3]);
    let mut misplaced = signature.clone();
    misplaced.version = early;
    assert_eq!(names(&dxc_shader::root_signature::validate(&misplaced)), ["field-of-later-version"; 3]);
    assert!(misplaced.to_bytes().is_err());
    let entry = metadata::Entry::new(None, read("StaticSampler(s0)", early));
    let nodes = metadata::print(&[entry]).unwrap();
    assert!(!nodes.contains("float 2.5"), "{nodes}");
}

fn version() {
    let text = "DescriptorTable(SRV(t0, stride = 8), UAV(u0)), CBV(b0, flags = DATA_STATIC), StaticSampler(s0)";
    let signature = parsed_for(text, RootSignatureVersion::V1_9);
    let strides = |signature: &RootSignature| match &signature.parameters[0].payload {
        RootPayload::DescriptorTable(table) => [table.ranges[0].stride, table.ranges[1].stride],
        other => panic!("{other:?}"),
    };
    assert_eq!(strides(&signature), [8, 4]);
    assert_eq!(names(&dxc_shader::root_signature::validate(&signature)), [""; 0]);
    let psv = PipelineStateValidation::default();
    let (_, document) = built(&psv, &signature);
    assert_contains(&document, &["Version: 90", "Stride: 8"]);

    // Earlier versions do not have the field; its default applies.
    let early = RootSignatureVersion::V1_2;
    let wrong = hlsl::parse(text, early, Dialect::Clang).unwrap_err();
    let message = "`SRV` has no `stride` before version 1.9";
    assert_contains(&wrong.to_string(), &[message]);
    let refused = dxc_shader::root_signature::to_version(&signature, early).unwrap_err();
    assert_eq!(names(&refused), ["not-expressible"]);
    let usual = parsed_for(
        &text.replace(", stride = 8", ""),
        RootSignatureVersion::V1_9,
    );
    let older = dxc_shader::root_signature::to_version(&usual, early).unwrap();
    assert_eq!(older.dropped.len(), 0);
    let newer = dxc_shader::root_signature::to_version(&older.signature, RootSignatureVersion::V1_9);
    assert_eq!(newer.unwrap().signature, usual);
    // DXC is not marked as supporting it.
    assert!(hlsl::parse(text, RootSignatureVersion::V1_9, Dialect::DXC).is_err());
}

/// A value of an enum, a field, and a FourCC.
fn signature() {
    let mut element = SignatureElement::default();
    element.system_value = D3DSystemValue::BrandNew;
    element.wave_hint = 42;
    let mut signature = Signature::default();
    element.name = signature.names.intern("NEW");
    signature.elements.push(element);
    let mut builder = Builder::new();
    builder.set_part(parts::XSG1, signature).unwrap();
    let (bytes, document) = documented(&builder);
    assert_contains(&document, &["WaveHint: 42", "SystemValue: BrandNew"]);
    let container = Container::parse(&bytes).unwrap();
    let read = container.xsg1().unwrap().unwrap();
    assert_eq!(read.elements().get(0), Some(element));
    let part = container.parts().next().unwrap();
    let mut field_values = FieldValues::new(part.data);
    PartView::walk(part.fourcc, part.data, &mut field_values).unwrap();
    let field_values = field_values.into_vec();
    let is_shown = |path: &str, text: &str| {
        let mut field_values = field_values.iter();
        field_values.any(|field_value| field_value.path() == path && field_value.text() == text)
    };
    assert!(is_shown("elements[0].system_value", "BrandNew"));
    assert!(is_shown("elements[0].wave_hint", "42"));
}

/// A container of the tests' data without its program; the stage follows from its other parts.
fn without_program(name: &str) -> Builder<'static> {
    let file = std::fs::read(format!("dxc-format/tests/data/dxc/{name}")).unwrap();
    let mut builder = Container::parse(file.leak()).unwrap().to_builder();
    builder.remove(parts::DXIL);
    builder.remove(parts::STAT);
    builder
}

/// A value of an enum is named in reflection and in validation.
fn system_value() {
    let file = std::fs::read("dxc-format/tests/data/dxc/vs_basic.sm60.dxil").unwrap();
    let container = Container::parse(&file).unwrap();
    let before = dxc_shader::validate(&container).len();
    let mut inputs = container.isg1().unwrap().unwrap().to_value();
    inputs.elements[0].system_value = D3DSystemValue::BrandNew;
    let mut builder = container.to_builder();
    builder.set_part(parts::ISG1, inputs.clone()).unwrap();
    let changed = builder.to_bytes().unwrap();
    let findings = dxc_shader::validate(&Container::parse(&changed).unwrap());
    let found: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert!(findings.len() > before, "{found:#?}");
    assert_contains(&found.join("\n"), &["BrandNew"]);

    let mut builder = without_program("vs_basic.sm60.dxil");
    builder.set_part(parts::ISG1, inputs).unwrap();
    let bytes = builder.to_bytes().unwrap();
    let reflection = dxc_shader::reflect(&Container::parse(&bytes).unwrap());
    let reflection = reflection.unwrap().unwrap();
    let mut parameters = reflection.signatures.iter().flat_map(|signature| &signature.parameters);
    assert!(parameters.any(|parameter| parameter.element.system_value == D3DSystemValue::BrandNew));
}

/// A system value that is a depth, and has a different name in signatures.
fn depth() {
    let value = dxc_shader::signatures::system_value(SemanticKind::DepthNear, TessellatorDomain::Undefined, 0);
    assert_eq!(value, Some(D3DSystemValue::DepthNR));
    let mut psv = shader(ShaderStage::Pixel, ResourceType::SRVTyped, ResourceKind::Texture2D);
    let mut output = PipelineElement::default();
    output.kind = SemanticKind::DepthNear;
    psv.outputs.push(output);
    let signature = parsed("DescriptorTable(SRV(t0))");
    assert!(broken(&psv, &signature).contains(&"psv-implied"));
    let mut pixel = PixelInfo::default();
    pixel.depth_output = true.into();
    psv.info.stage_info.set_pixel(pixel);
    assert!(!broken(&psv, &signature).contains(&"psv-implied"));
}

/// A part is read, shown and stripped. Shaders of any stage may have one, and it causes no findings.
fn part() {
    let file = std::fs::read("dxc-format/tests/data/dxc/cs_reduce.sm68.dxil").unwrap();
    let container = Container::parse(&file).unwrap();
    let before = (
        names(&dxc_shader::validate(&container)),
        format!("{:?}", dxc_shader::reflect(&container).unwrap()),
    );
    let mut tuned = TunedLanes::default();
    tuned.lanes = 32;
    let mut builder = container.to_builder();
    builder.set_part(parts::TUNE, tuned.clone()).unwrap();
    let (bytes, text) = documented(&builder);
    assert_contains(&text, &["Name: TUNE", "Lanes: 32"]);
    let tuned_container = Container::parse(&bytes).unwrap();
    assert_eq!(tuned_container.tune().unwrap().unwrap().lanes(), 32);
    let after = (
        names(&dxc_shader::validate(&tuned_container)),
        format!("{:?}", dxc_shader::reflect(&tuned_container).unwrap()),
    );
    assert_eq!(after, before);
    // Without `optional`, it would be a stray part.
    let again = tuned_container.find(parts::TUNE).unwrap();
    builder.push(parts::TUNE, again.data.to_vec());
    let rules = |builder: &Builder<'_>| {
        let bytes = builder.to_bytes().unwrap();
        names(&dxc_shader::validate(&Container::parse(&bytes).unwrap()))
    };
    assert_eq!(rules(&builder), ["part-repeated"]);
    // Without a program, only LLVM's tools enforce `once`.
    let mut others = builder.clone();
    others.remove(parts::DXIL);
    assert!(rules(&others).contains(&"part-unique"));
    let stripped = builder.strip(Strip::Reflection);
    assert!(stripped.iter().any(|part| part.fourcc == parts::TUNE));
}

/// Versions that the size selects: new files have their fields, older ones do not.
fn versions() {
    // The version of an exam between them has no resources.
    let [.., old, _, new] = *RuntimeInfo::LAYOUTS else {
        panic!("two versions");
    };
    let (old, new) = (old.version.unwrap(), new.version.unwrap());
    let stride = |version| u32::try_from(ResourceBinding::size_of_version(version)).unwrap();
    let mut resource = ResourceBinding::new(new);
    resource.set_slot(3).unwrap();
    let mut psv = PipelineStateValidation::default();
    psv.info.record = RuntimeInfo::new(new);
    psv.info.set_node_count(7).unwrap();
    psv.info.set_node_sizes([8, 9]).unwrap();
    let mut of = BytesRef::default();
    of.size = 11;
    psv.info.set_node_bytes(of).unwrap();
    of.size = 12;
    psv.info.set_node_code(of).unwrap();
    psv.resources.push(resource);
    let (bytes, document) = built(&psv, &RootSignature::default());
    let ours = [
        "NodeCount: 7\n",
        "Slot: 3\n",
        "NodeSizes: [8, 9]\n",
        "NodeBytes:\n      Offset: 0\n      Size: 11\n",
        "    Offset: 0\n    Size: 12\n",
    ];
    assert_contains(&document, &ours);
    let container = Container::parse(&bytes).unwrap();
    // Fields without keys in LLVM are not in its document.
    let of_llvm = |llvm| Document::for_llvm(&container, llvm).unwrap();
    let first = of_llvm(22).to_yaml().unwrap();
    assert!(!ours.iter().any(|ours| first.contains(ours)), "{first}");
    // Since an LLVM, its documents have a key.
    let newer = of_llvm(50);
    assert_contains(&newer.to_yaml().unwrap(), &ours[..1]);
    let left_out = newer.left_out().join("\n");
    assert_contains(&left_out, &["PSVInfo.Resources.Slot", "PSVInfo.NodeSizes"]);
    assert!(!left_out.contains("NodeCount"), "{left_out}");
    // Records of the new version cause no finding; records of another version do.
    let rules = names(&dxc_shader::validate(&container));
    assert!(!rules.contains(&"psv-resource-version"), "{rules:?}");
    let mut psv = container.psv0().unwrap().unwrap().to_value();
    let mut mixed = psv.clone();
    mixed.resources = Default::default();
    mixed.resources.push(ResourceBinding::new(2));
    let rules = broken(&mixed, &RootSignature::default());
    assert!(rules.contains(&"psv-resource-version"), "{rules:?}");
    let bindings: Vec<_> = dxc_shader::bindings(&container).unwrap().collect();
    assert_eq!(bindings.len(), 1);
    assert_eq!((psv.info.version(), psv.info.node_count()), (new, Some(7)));
    assert_eq!(
        (psv.resources.stride(), psv.resources[0].slot()),
        (stride(new), Some(3))
    );
    assert_eq!(RuntimeInfo::new(old).node_count(), None);
    assert!(RuntimeInfo::new(old).set_node_count(7).is_err());
    assert_eq!(
        (
            RuntimeInfo::since("node_flags"),
            ResourceBinding::since("slot")
        ),
        (Some(new), Some(new))
    );
    // Fields that the previous version lacks are reported; the resources go to the newest version that is not newer.
    let lost: Vec<String> = psv
        .set_version(old)
        .iter()
        .map(ToString::to_string)
        .collect();
    let expected = [
        "info.node_count: 7",
        "info.node_sizes: [8, 9]",
        "info.node_bytes: { offset 0, size 11 }",
        "info.node_code: { offset 0, size 12 }",
        "resources[0].slot: 3",
    ];
    assert_eq!(lost, expected);
    assert_eq!(
        (psv.info.version(), psv.resources.stride()),
        (old, stride(old))
    );
    let bytes = psv.to_bytes().unwrap();
    let read = PipelineStateValidation::parse(&bytes).unwrap();
    assert_eq!(read.info.size(), RuntimeInfo::size_of_version(old));
}

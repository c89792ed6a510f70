//! DXC's dumps of RTS0: every value that DXC prints of a root signature equals the value that is read.
//!
//! A dump is one line of text that looks like HLSL. Every piece of it must be the next one by
//! the rules of the dumper, DXC DxilRootSignature.cpp, `printRootSignature`. Its output
//! differs from HLSL:
//! - no `, ` between the number of root constants and their register: `num32BitConstants=3b10`;
//! - flags under the names of its C++ enum, except for three that are spelled like in HLSL;
//! - a comma behind every element, the last one included;
//! - no bound of a range as the number 4294967295.
//!
//! It prints all flags, a space of 0 (except for static samplers), one descriptor and the visibility of all stages. It
//! does
//! not print the version, the flags of descriptors and ranges, the offsets of ranges and most of a static sampler:
//! those are
//! compared with `hlsl/rs_full.hlsl`, the source of all four.

use std::fmt::Debug;
use std::path::{Path, PathBuf};

use dxc_format::Container;
use dxc_format::constants::{
    ComparisonFunc, DescriptorRangeFlags, DescriptorRangeType, RootDescriptorFlags, RootFlags,
    RootParameterType, RootSignatureVersion, SamplerFilter, ShaderVisibility, StaticBorderColor,
    StaticSamplerFlags, TextureAddressMode,
};
use dxc_format::rts0::{
    DescriptorRange, RootDescriptor, RootParameter, RootParameterView, RootPayload,
    RootPayloadView, RootSignature, RootSignatureView, StaticSampler,
};

/// Flags whose names in the dumper differ from its enum.
const FLAG_SPELLINGS: [(&str, RootFlags); 3] = [
    (
        "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT",
        RootFlags::AllowInputAssemblerInputLayout,
    ),
    (
        "CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED",
        RootFlags::CBVSRVUAVHeapDirectlyIndexed,
    ),
    (
        "SAMPLER_HEAP_DIRECTLY_INDEXED",
        RootFlags::SamplerHeapDirectlyIndexed,
    ),
];

/// A dump that is gone through piece by piece.
struct Dump<'a> {
    name: &'a str,
    text: &'a str,
    rest: &'a str,
    compared: usize,
    differences: Vec<String>,
}

impl<'a> Dump<'a> {
    fn new(name: &'a str, text: &'a str) -> Self {
        Self {
            name,
            text,
            rest: text,
            compared: 0,
            differences: Vec::new(),
        }
    }

    /// The file, line and column that come next.
    fn place(&self) -> String {
        let (done, _) = self.text.split_at(self.text.len() - self.rest.len());
        let line = done.matches('\n').count() + 1;
        let column = done.len() - done.rfind('\n').map_or(0, |at| at + 1) + 1;
        format!("{}:{line}:{column}", self.name)
    }

    /// Takes the text if it comes next.
    fn take(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// The next text must be this one; otherwise nothing further can be compared.
    fn due(&mut self, text: &str) {
        let place = self.place();
        assert!(
            self.take(text),
            "{place}: {:?} where {text:?} is due",
            self.rest
        );
    }

    /// The next letters, digits and `_`, or digits alone.
    fn word(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|letter| !belongs(letter));
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        let place = self.place();
        assert!(!word.is_empty(), "{place}: {rest:?} where a value is due");
        self.rest = rest;
        word
    }

    fn name(&mut self) -> &'a str {
        self.word(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    }

    fn number(&mut self) -> u32 {
        let place = self.place();
        let digits = self.word(|letter| letter.is_ascii_digit());
        digits
            .parse()
            .unwrap_or_else(|error| panic!("{place}: {digits:?}: {error}"))
    }

    /// A number behind a label, or the default if the label is absent.
    fn optional(&mut self, label: &str, otherwise: u32) -> u32 {
        if self.take(label) {
            self.number()
        } else {
            otherwise
        }
    }

    fn compare<T: PartialEq + Debug>(&mut self, label: &str, theirs: T, ours: T) {
        self.compared += 1;
        if theirs != ours {
            let place = self.place();
            let difference = format!("{place}: {label}: DXC {theirs:?}, read {ours:?}");
            self.differences.push(difference);
        }
    }

    /// A register, and its space if that is not 0.
    fn register(&mut self, class: char, register: u32, space: u32) {
        self.due(class.encode_utf8(&mut [0; 4]));
        let theirs = self.number();
        self.compare("register", theirs, register);
        let theirs = self.optional(", space=", 0);
        self.compare("space", theirs, space);
    }

    fn visibility(&mut self, ours: ShaderVisibility) {
        let mut theirs = ShaderVisibility::All;
        if self.take(",visibility=SHADER_VISIBILITY_") {
            let (place, name) = (self.place(), self.name());
            theirs = visibility(name).unwrap_or_else(|| panic!("{place}: {name:?} is no stage"));
        }
        self.compare("visibility", theirs, ours);
    }

    fn end(&self) {
        let place = self.place();
        assert!(
            self.rest.is_empty(),
            "{place}: {:?} where nothing is due",
            self.rest
        );
    }
}

/// The visibility that HLSL spells so behind `SHADER_VISIBILITY_`: as we do, but in capitals.
fn visibility(name: &str) -> Option<ShaderVisibility> {
    (0..8)
        .map(ShaderVisibility)
        .find(|visibility| visibility.to_string().to_uppercase() == name)
}

fn flag(name: &str) -> Option<RootFlags> {
    let spelling = FLAG_SPELLINGS.iter().find(|spelling| spelling.0 == name);
    spelling.map_or_else(|| RootFlags::from_name(name), |spelling| Some(spelling.1))
}

fn parameter_name(parameter_type: RootParameterType) -> String {
    match parameter_type {
        RootParameterType::Constants32Bit => "RootConstants".into(),
        // The rest as we do.
        other => other.to_string(),
    }
}

/// The letter of the registers that a range or root descriptor of this name takes.
fn register_class(name: &str) -> char {
    match name {
        "CBV" => 'b',
        "SRV" => 't',
        "UAV" => 'u',
        "Sampler" => 's',
        _ => panic!("{name} takes no registers"),
    }
}

fn compare_flags(dump: &mut Dump<'_>, ours: RootFlags) {
    let mut theirs = RootFlags::None;
    if dump.take("RootFlags(") {
        loop {
            let (place, name) = (dump.place(), dump.name());
            theirs |= flag(name).unwrap_or_else(|| panic!("{place}: {name:?} is no flag"));
            if !dump.take("|") {
                break;
            }
        }
        dump.due("),");
    }
    dump.compare("flags", theirs, ours);
}

fn compare_range(dump: &mut Dump<'_>, range: &DescriptorRange) {
    let (theirs, ours) = (dump.name(), range.range_type.to_string());
    dump.compare("range type", theirs, &ours);
    dump.due("(");
    let (register, space) = (range.base_shader_register, range.register_space);
    dump.register(register_class(theirs), register, space);
    let theirs = dump.optional(", numDescriptors =", 1);
    dump.compare("descriptors", theirs, range.num_descriptors);
    dump.due("),");
}

fn compare_parameter(dump: &mut Dump<'_>, parameter: &RootParameterView<'_>) {
    let (theirs, ours) = (dump.name(), parameter_name(parameter.parameter_type));
    dump.compare("parameter type", theirs, &ours);
    dump.due("(");
    match parameter.payload {
        RootPayloadView::DescriptorTable(table) => {
            for range in table.ranges.iter() {
                compare_range(dump, &range);
            }
        }
        RootPayloadView::Constants(constants) => {
            dump.due("num32BitConstants=");
            let theirs = dump.number();
            dump.compare("constants", theirs, constants.num_32_bit_values);
            dump.register('b', constants.shader_register, constants.register_space);
        }
        RootPayloadView::Descriptor(descriptor) => {
            let (register, space) = (descriptor.shader_register, descriptor.register_space);
            dump.register(register_class(theirs), register, space);
        }
        _ => panic!("{}: {parameter:?} is not compared", dump.name),
    }
    dump.visibility(parameter.visibility);
    dump.due("),");
}

fn compare_sampler(dump: &mut Dump<'_>, sampler: &StaticSampler) {
    dump.due("StaticSampler(s");
    let theirs = dump.number();
    dump.compare("register", theirs, sampler.shader_register);
    dump.due(", space=");
    let theirs = dump.number();
    dump.compare("space", theirs, sampler.register_space);
    dump.visibility(sampler.visibility);
    dump.due("),");
}

fn compare_part(dump: &mut Dump<'_>, signature: &RootSignatureView<'_>) {
    compare_flags(dump, signature.flags());
    for parameter in signature.parameters().iter() {
        compare_parameter(dump, &parameter);
    }
    for sampler in signature.samplers().iter() {
        compare_sampler(dump, &sampler);
    }
    dump.end();
}

/// The dumps, in the order of their names.
fn dumps() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(tests::data().join("dxc")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut dumps: Vec<_> = paths
        .filter(|path| name(path).ends_with(".rs.txt"))
        .collect();
    dumps.sort();
    assert_eq!(dumps.len(), 4, "{dumps:?}");
    dumps
}

fn name(path: &Path) -> &str {
    path.file_name().unwrap().to_str().unwrap()
}

/// The container that a dump is of.
fn container(dump: &Path) -> Vec<u8> {
    let container = name(dump).replace(".rs.txt", ".dxil");
    std::fs::read(dump.with_file_name(container)).unwrap()
}

fn root_signature(container: &[u8]) -> RootSignatureView<'_> {
    let container = Container::parse(container).unwrap();
    container.rts0().unwrap().unwrap()
}

#[test]
fn rts0_equals_the_dump_of_dxc() {
    let (mut compared, mut differences) = (0, Vec::new());
    for path in dumps() {
        let text = std::fs::read_to_string(&path).unwrap();
        let bytes = container(&path);
        let mut dump = Dump::new(name(&path), &text);
        compare_part(&mut dump, &root_signature(&bytes));
        compared += dump.compared;
        differences.extend(dump.differences);
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(compared >= 176, "{compared}");
}

/// The offsets and flags of the ranges in the source, where flags are only since version 1.1.
fn source_ranges() -> [(DescriptorRangeType, u32, DescriptorRangeFlags); 4] {
    let volatile = DescriptorRangeFlags::DescriptorsVolatile;
    [
        (
            DescriptorRangeType::CBV,
            u32::MAX,
            DescriptorRangeFlags::None,
        ),
        (DescriptorRangeType::SRV, u32::MAX, volatile),
        (DescriptorRangeType::UAV, 32, volatile),
        (
            DescriptorRangeType::Sampler,
            u32::MAX,
            DescriptorRangeFlags::None,
        ),
    ]
}

/// The static samplers in the source: one with HLSL's defaults, one with nearly nothing of them.
fn source_samplers() -> [StaticSampler; 2] {
    let mut first = StaticSampler::default();
    first.filter = SamplerFilter::Anisotropic;
    first.address_u = TextureAddressMode::Wrap;
    first.address_v = TextureAddressMode::Wrap;
    first.address_w = TextureAddressMode::Wrap;
    first.mip_lod_bias = 0.0.into();
    first.max_anisotropy = 16;
    first.comparison_func = ComparisonFunc::LessEqual;
    first.border_color = StaticBorderColor::OpaqueWhite;
    first.min_lod = 0.0.into();
    first.max_lod = f32::MAX.into();
    first.shader_register = 1;
    first.register_space = 0;
    first.visibility = ShaderVisibility::All;
    first.flags = StaticSamplerFlags::None;
    let mut second = first;
    second.filter = SamplerFilter::MinMagMipLinear;
    second.address_u = TextureAddressMode::Clamp;
    second.address_v = TextureAddressMode::Border;
    second.mip_lod_bias = 0.5.into();
    second.max_anisotropy = 4;
    second.comparison_func = ComparisonFunc::Greater;
    second.border_color = StaticBorderColor::OpaqueBlack;
    second.min_lod = 1.0.into();
    second.max_lod = 9.5.into();
    second.shader_register = 2;
    second.register_space = 3;
    second.visibility = ShaderVisibility::Pixel;
    [first, second]
}

/// The flags of root descriptors and of ranges, and the offsets of ranges.
fn compare_promises(name: &str, signature: &RootSignature) {
    let flagged = signature.version != RootSignatureVersion::V1_0;
    let (mut descriptors, mut ranges) = (Vec::new(), Vec::new());
    for parameter in &signature.parameters {
        match &parameter.payload {
            RootPayload::Descriptor(descriptor) => descriptors.push(descriptor.flags),
            RootPayload::DescriptorTable(table) => {
                ranges.extend(table.ranges.iter().map(|range| {
                    let offset = range.offset_in_descriptors_from_table_start;
                    (range.range_type, offset, range.flags)
                }))
            }
            _ => {}
        }
    }
    let mut source = [
        RootDescriptorFlags::DataStatic,
        RootDescriptorFlags::None,
        RootDescriptorFlags::DataVolatile,
    ];
    let mut source_ranges = source_ranges();
    if !flagged {
        source = Default::default();
        for range in &mut source_ranges {
            range.2 = DescriptorRangeFlags::None;
        }
    }
    assert_eq!(descriptors, source, "{name}");
    assert_eq!(ranges, source_ranges, "{name}");
}

#[test]
fn unprinted_values_equal_the_source() {
    for path in dumps() {
        let (name, bytes) = (name(&path), container(&path));
        let signature = root_signature(&bytes).to_value();
        let version = if name.contains(".v1_0.") {
            RootSignatureVersion::V1_0
        } else {
            RootSignatureVersion::V1_1
        };
        assert_eq!(signature.version, version, "{name}");
        assert!(signature.trailing.is_empty(), "{name}");
        compare_promises(name, &signature);
        assert_eq!(signature.samplers, source_samplers(), "{name}");
    }
}

/// A UAV that none of the root signatures has.
fn uav(version: RootSignatureVersion) -> RootParameter {
    let mut descriptor = RootDescriptor::default();
    descriptor.shader_register = 7;
    descriptor.register_space = 9;
    if version != RootSignatureVersion::V1_0 {
        descriptor.flags = RootDescriptorFlags::DataStaticWhileSetAtExecute;
    }
    let mut parameter = RootParameter::default();
    parameter.parameter_type = RootParameterType::UAV;
    parameter.visibility = ShaderVisibility::Mesh;
    parameter.payload = RootPayload::Descriptor(descriptor);
    parameter
}

/// With one more parameter it is read as it was written.
fn edit(name: &str, mut signature: RootSignature) {
    let added = uav(signature.version);
    signature.parameters.push(added.clone());
    let bytes = signature.to_bytes().unwrap();
    let read = RootSignature::parse(&bytes).unwrap();
    assert_eq!(read, signature, "{name}");
    assert_eq!(read.parameters.len(), 7, "{name}");
    assert_eq!(read.parameters.last(), Some(&added), "{name}");
}

#[test]
fn root_signatures_are_edited_and_written_as_dxc_writes_them() {
    for path in dumps() {
        let (name, bytes) = (name(&path), container(&path));
        let view = root_signature(&bytes);
        let original = view.as_bytes();
        let mut signature = view.to_value();
        assert_eq!(signature.to_bytes().unwrap(), original, "{name}");
        edit(name, signature.clone());

        // Nothing of the layout is remembered: DXC's order is ours.
        signature.memory.forget();
        assert_eq!(signature.to_bytes().unwrap(), original, "{name}");
        edit(name, signature);
    }
}

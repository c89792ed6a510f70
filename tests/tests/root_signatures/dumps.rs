//! DXC's dumps of RTS0: every value that DXC prints of a root signature equals the value that is read.
//!
//! A dump is one line of text that looks like HLSL, by the rules of the dumper, DXC DxilRootSignature.cpp,
//! `printRootSignature`. Its output differs from HLSL:
//! - no `, ` between the number of root constants and their register: `num32BitConstants=3b10`;
//! - flags under the names of its C++ enum, except for three that are spelled like in HLSL;
//! - a comma behind every element, the last one included;
//! - no bound of a range as the number 4294967295.
//!
//! It prints all flags, but no space of 0 (except for static samplers), one descriptor or the visibility of all stages.
//! It does not print the version, the flags of descriptors and ranges, the offsets of ranges and most of a static
//! sampler: `dialects.rs` makes the bytes of DXC from `hlsl/rs_full.hlsl`, the source of all four.

use dxc_format::Container;
use dxc_format::constants::{RootFlags, RootParameterType, ShaderVisibility};
use dxc_format::rts0::{DescriptorRange, RootParameter, RootPayload, RootSignature, StaticSampler};

fn print_flags(flags: RootFlags) -> String {
    if flags == RootFlags::None {
        return String::new();
    }
    let flags = flags.to_string();
    let spelled = flags.split(" | ").map(|name| match name {
        "AllowInputAssemblerInputLayout" => "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT",
        "CBVSRVUAVHeapDirectlyIndexed" => "CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED",
        "SamplerHeapDirectlyIndexed" => "SAMPLER_HEAP_DIRECTLY_INDEXED",
        name => name,
    });
    format!("RootFlags({}),", spelled.collect::<Vec<_>>().join("|"))
}

/// A register of a range or a root descriptor of this name, and its space if that is not 0.
fn print_register(name: &str, register: u32, space: u32) -> String {
    let class = match name {
        "CBV" | "RootConstants" => 'b',
        "SRV" => 't',
        "UAV" => 'u',
        "Sampler" => 's',
        _ => panic!("{name} takes no registers"),
    };
    match space {
        0 => format!("{class}{register}"),
        space => format!("{class}{register}, space={space}"),
    }
}

fn print_range(range: &DescriptorRange) -> String {
    let name = range.range_type.to_string();
    let register = print_register(&name, range.base_shader_register, range.register_space);
    match range.num_descriptors {
        1 => format!("{name}({register}),"),
        count => format!("{name}({register}, numDescriptors ={count}),"),
    }
}

fn print_visibility(visibility: ShaderVisibility) -> String {
    match visibility {
        ShaderVisibility::All => String::new(),
        stage => {
            let stage = stage.to_string().to_uppercase();
            format!(",visibility=SHADER_VISIBILITY_{stage}")
        }
    }
}

fn print_parameter(parameter: &RootParameter) -> String {
    let name = match parameter.parameter_type {
        RootParameterType::Constants32Bit => "RootConstants".to_owned(),
        other => other.to_string(),
    };
    let content = match &parameter.payload {
        RootPayload::DescriptorTable(table) => table.ranges.iter().map(print_range).collect(),
        RootPayload::Constants(constants) => {
            let (register, space) = (constants.shader_register, constants.register_space);
            let register = print_register(&name, register, space);
            format!(
                "num32BitConstants={}{register}",
                constants.num_32_bit_values
            )
        }
        RootPayload::Descriptor(descriptor) => {
            print_register(&name, descriptor.shader_register, descriptor.register_space)
        }
        other => panic!("{other:?} is not compared"),
    };
    let visibility = print_visibility(parameter.visibility);
    format!("{name}({content}{visibility}),")
}

fn print_sampler(sampler: &StaticSampler) -> String {
    let (register, space) = (sampler.shader_register, sampler.register_space);
    let visibility = print_visibility(sampler.visibility);
    format!("StaticSampler(s{register}, space={space}{visibility}),")
}

/// What DXC dumps of a root signature.
fn print(signature: &RootSignature) -> String {
    let mut text = print_flags(signature.flags);
    text.extend(signature.parameters.iter().map(print_parameter));
    text.extend(signature.samplers.iter().map(print_sampler));
    text
}

/// The root signature of a container of DXC, and what DXC dumps of it.
fn root_signature(name: &str) -> (RootSignature, String) {
    let path = |kind: &str| tests::data().join(format!("dxc/{name}.{kind}"));
    let bytes = std::fs::read(path("dxil")).unwrap();
    let container = Container::parse(&bytes).unwrap();
    let signature = container.rts0().unwrap().unwrap().to_value();
    let dump = std::fs::read_to_string(path("rs.txt")).unwrap();
    (signature, dump)
}

const NAMES: [&str; 4] = [
    "rs_full.v1_0",
    "rs_full.v1_1",
    "rs_only.v1_0",
    "rs_only.v1_1",
];

#[test]
fn rts0_equals_the_dump_of_dxc() {
    for name in NAMES {
        let (signature, dump) = root_signature(name);
        assert_eq!(print(&signature), dump, "{name}");
    }
}

/// A value keeps DXC's layout when it grows.
#[test]
fn one_more_parameter_is_read_as_it_was_written() {
    for name in NAMES {
        let (mut signature, _) = root_signature(name);
        let mut added = signature.parameters[3].clone();
        added.visibility = ShaderVisibility::Mesh;
        signature.parameters.push(added);
        let bytes = signature.to_bytes().unwrap();
        assert_eq!(RootSignature::parse(&bytes).unwrap(), signature, "{name}");
    }
}

//! Tests values of parts through serde, with the keys of documents.
//!
//! Judge: a round trip to the same bytes, and the keys of the document. No tool judges the texts of single values.

use std::collections::BTreeMap;
use std::fmt::Debug;

use dxc_document::Document;
use dxc_format::compiler_version::CompilerVersion;
use dxc_format::constants::{FeatureFlags, ResourceKind, ShaderKind};
use dxc_format::features::{FeatureInfo, FeatureInfoPart};
use dxc_format::program::Program;
use dxc_format::psv0::{DynamicMaskStream, PipelineStateValidation, ResourceBinding, RuntimeInfo};
use dxc_format::rdat::{RuntimeData, RuntimeDataContent};
use dxc_format::rdef::ResourceDefinitions;
use dxc_format::rts0::{DescriptorRange, RootSignature, StaticSampler};
use dxc_format::signature::{Signature, SignatureLayout};
use dxc_format::tokens::TokenizedProgram;
use dxc_format::{Container, FourCC, PartType, RawPart, parts};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Reads a part, writes its value as JSON, and reads the JSON; the result must have the bytes of the part.
fn again<T>(part: RawPart<'_>) -> String
where
    T: PartType<Args = ()> + Debug + Serialize + DeserializeOwned,
{
    let value = part.value_as::<T>().unwrap();
    let json = serde_json::to_string(&value).unwrap();
    let read: T = serde_json::from_str(&json).unwrap();
    assert_eq!(read, value, "{}", part.fourcc);
    assert_eq!(read.to_bytes(()).unwrap(), part.data, "{}", part.fourcc);
    json
}

#[test]
fn values_of_parts_are_lossless_with_the_keys_of_documents() {
    let mut seen: BTreeMap<FourCC, usize> = BTreeMap::new();
    for path in tests::every_container() {
        let file = std::fs::read(path).unwrap();
        let Ok(container) = Container::parse(&file) else {
            continue;
        };
        for part in container.parts() {
            let json = match part.fourcc {
                parts::SFI0 => again::<FeatureInfoPart>(part),
                parts::PSV0 => again::<PipelineStateValidation>(part),
                parts::RTS0 => again::<RootSignature>(part),
                parts::RDAT => again::<RuntimeData>(part),
                parts::RDEF => again::<ResourceDefinitions>(part),
                parts::VERS => again::<CompilerVersion>(part),
                parts::DXIL | parts::ILDB => again::<Program>(part),
                parts::SHEX | parts::SHDR => again::<TokenizedProgram>(part),
                _ => continue,
            };
            assert!(json.starts_with('{'), "{json}");
            *seen.entry(part.fourcc).or_default() += 1;
        }
    }
    assert!(seen.len() >= 7, "{seen:?}");
}

#[test]
fn the_keys_are_those_of_the_document() {
    let container = tests::open("dxc/vs_basic.sm60.dxil");
    let value = container.psv0().unwrap().unwrap().to_value();
    let shown = serde_json::to_value(&value).unwrap();
    let document = Document::of(&container).unwrap();
    let document = serde_json::to_value(&document).unwrap();
    let mut of_document = document["Parts"].as_array().unwrap().iter();
    let part = of_document.find(|part| part["Name"] == "PSV0").unwrap();
    let of_document = part["PSVInfo"].as_object().unwrap();
    assert_eq!(shown.as_object(), Some(of_document));
}

#[test]
fn a_mistake_names_its_key() {
    let found = serde_json::from_str::<FeatureInfo>(r#"{ "Wave": true }"#);
    let found = found.unwrap_err().to_string();
    assert!(found.starts_with("Wave: unknown key"), "{found}");
    let default: FeatureInfo = serde_json::from_str("{}").unwrap();
    assert_eq!(default, FeatureInfo::default());
}

/// Writes a value as JSON, and checks that reading it gives the same value; returns the text.
fn json<T: Debug + PartialEq + Serialize + DeserializeOwned>(value: T) -> String {
    let text = serde_json::to_string(&value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), value, "{text}");
    text
}

#[test]
fn enums_flags_and_records_have_the_form_that_they_have_in_a_part() {
    assert_eq!(json(ShaderKind::Pixel), r#""Pixel""#);
    assert_eq!(json(ShaderKind(77)), "77");
    let flags = FeatureFlags::Doubles | FeatureFlags::WaveOps;
    assert_eq!(json(flags), r#"{"Doubles":true,"WaveOps":true}"#);
    assert_eq!(
        json(FeatureFlags(1 << 60)),
        r#"{"Unknown":1152921504606846976}"#
    );
    assert_eq!(json(FeatureFlags::default()), "{}");
    let mask = DynamicMaskStream::from(0x21);
    assert_eq!(json(mask), r#"{"DynamicMask":1,"Stream":2}"#);
    let found = serde_json::from_str::<ShaderKind>(r#""Pxel""#).unwrap_err();
    let expected = "`ShaderKind` has no value `Pxel`; did you mean `Pixel`?";
    assert_eq!(found.to_string(), expected);
    let header = tests::open("dxc/vs_basic.sm60.dxil").header();
    assert!(json(header).contains(r#""Version":{"Major":1,"Minor":0}"#));
}

#[test]
fn records_with_versions_by_size_say_theirs() {
    let mut binding = ResourceBinding::new(0);
    binding.upper_bound = 7;
    let text = json(binding);
    assert!(text.starts_with(r#"{"Version":0,"#), "{text}");
    assert!(!text.contains("Kind"), "{text}");
    let mut binding = ResourceBinding::new(2);
    binding.set_kind(ResourceKind::Texture2D).unwrap();
    let text = json(binding);
    assert!(text.contains(r#""Kind":"Texture2D""#), "{text}");
    let found = serde_json::from_str::<ResourceBinding>(r#"{ "Version": 2, "Knd": 1 }"#);
    let found = found.unwrap_err().to_string();
    assert!(found.contains("Knd: unknown key"), "{found}");
}

#[test]
fn signatures_have_their_names_in_the_value() {
    let mut seen: BTreeMap<FourCC, usize> = BTreeMap::new();
    for path in tests::every_container() {
        let file = std::fs::read(path).unwrap();
        let Ok(container) = Container::parse(&file) else {
            continue;
        };
        for part in container.parts() {
            let Some(args) = Signature::args(part.fourcc) else {
                continue;
            };
            let value = Signature::parse(part.data, args.0).unwrap();
            let text = serde_json::to_string(&value).unwrap();
            let read: Signature = serde_json::from_str(&text).unwrap();
            assert_eq!(read.elements, value.elements, "{text}");
            // The padding after the names is copied from the largest layout.
            let names = [&read, &value].map(|value| {
                let names = &value.names.0;
                let end = names.iter().rposition(|byte| *byte != 0);
                names[..end.map_or(0, |end| end + 1)].to_vec()
            });
            assert_eq!(names[0], names[1], "{text}");
            if args.0 == SignatureLayout::MinPrecision {
                assert_eq!(read, value, "{text}");
            }
            for element in &value.elements {
                let name = element.name_in(&value).unwrap();
                let name = serde_json::to_string(name).unwrap();
                assert!(text.contains(&format!(r#""Name":{name}"#)), "{text}");
            }
            *seen.entry(part.fourcc).or_default() += 1;
        }
    }
    assert!(seen.len() >= 3, "{seen:?}");
    let text = r#"{ "Parameters": [{ "Name": "TEXCOORD", "Index": 1 }] }"#;
    let value: Signature = serde_json::from_str(text).unwrap();
    assert_eq!(value.elements[0].name_in(&value), Some("TEXCOORD"));
}

#[test]
fn references_of_a_record_alone_are_numbers() {
    let mut info = RuntimeInfo::new(3);
    info.set_entry_name(7).unwrap();
    let text = json(info);
    assert!(text.contains(r#""EntryName":{"Offset":7}"#), "{text}");
    // The largest numbers, which are placeholders in documents of parts.
    info.set_entry_name(0x8000_0001).unwrap();
    json(info);
    let file = tests::open("dxc/vs_basic.sm60.dxil");
    let inputs = file.isg1().unwrap().unwrap().to_value();
    let text = json(inputs.elements[0]);
    assert!(text.contains(r#""Name":{"Offset":"#), "{text}");
    json(DescriptorRange::default());
    json(StaticSampler::default());
    let found = serde_json::from_str::<RuntimeInfo>(r#"{ "EntryName": "main" }"#);
    let expected =
        "EntryName: a record without its part has no tables: expected the `Offset` of the string";
    assert_eq!(found.unwrap_err().to_string(), expected);
}

/// Records of RDAT refer to rows, lists, strings and bytes.
#[test]
fn records_of_a_library_are_equal_when_read_again() {
    let file = tests::open("dxc/lib_raytracing.sm66.dxil");
    let data = file.rdat().unwrap().unwrap().to_value();
    let mut seen = 0;
    for table in &data.tables {
        match &table.table.content {
            RuntimeDataContent::Functions(table) => {
                for record in table.rows.iter() {
                    json(*record);
                    seen += 1;
                }
            }
            RuntimeDataContent::Resources(table) => {
                for record in table.rows.iter() {
                    json(*record);
                    seen += 1;
                }
            }
            _ => {}
        }
    }
    assert!(seen > 0);
}

#[test]
fn every_type_of_parts_has_serde() {
    fn name_of<T: PartType + Serialize + DeserializeOwned>() -> &'static str {
        std::any::type_name::<T>().rsplit("::").next().unwrap()
    }
    let with_serde = [
        name_of::<CompilerVersion>(),
        name_of::<dxc_format::debug::DebugName>(),
        name_of::<FeatureInfoPart>(),
        name_of::<dxc_format::hash::ShaderHashPart>(),
        name_of::<dxc_format::hash::ShortHashPart>(),
        name_of::<dxc_format::interfaces::Interfaces>(),
        name_of::<dxc_format::legacy::Blob>(),
        name_of::<dxc_format::level9::Level9Program>(),
        name_of::<dxc_format::private_data::PrivateData>(),
        name_of::<Program>(),
        name_of::<PipelineStateValidation>(),
        name_of::<RuntimeData>(),
        name_of::<ResourceDefinitions>(),
        name_of::<RootSignature>(),
        name_of::<Signature>(),
        name_of::<dxc_format::srci::SourceInfo>(),
        name_of::<dxc_format::srci::PdbInfoPart>(),
        name_of::<dxc_format::statistics::Statistics>(),
        name_of::<TokenizedProgram>(),
    ];
    let all: std::collections::BTreeSet<_> =
        parts::PARTS.iter().filter_map(|part| part.holds).collect();
    let without: Vec<_> = all
        .iter()
        // A part of a fixed size is named like its record, followed by `Part`.
        .filter(|name| {
            !with_serde
                .iter()
                .any(|ty| ty.trim_end_matches("Part") == name.trim_end_matches("Part"))
        })
        .collect();
    assert!(without.is_empty(), "{without:?}");
}

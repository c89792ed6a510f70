//! Values of parts through serde, with the keys of documents.
//!
//! Judge: a round trip to the same bytes, and the keys of the document. No tool judges the texts of single values.

use std::collections::BTreeMap;
use std::fmt::Debug;

use dxc_document::Document;
use dxc_format::compiler_version::CompilerVersion;
use dxc_format::constants::{FeatureFlags, ResourceKind, ShaderKind};
use dxc_format::features::FeatureInfo;
use dxc_format::program::Program;
use dxc_format::psv0::{DynamicMaskStream, PipelineStateValidation, ResourceBinding};
use dxc_format::rdat::RuntimeData;
use dxc_format::rdef::ResourceDefinitions;
use dxc_format::rts0::RootSignature;
use dxc_format::tokens::TokenizedProgram;
use dxc_format::{Container, FourCC, PartType, RawPart, parts};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Reads a part, writes its value as JSON, and reads that; the bytes are those of the part.
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
                parts::SFI0 => again::<FeatureInfo>(part),
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
    for (key, value) in part["PSVInfo"].as_object().unwrap() {
        assert_eq!(shown.get(key), Some(value), "{key}");
    }
}

#[test]
fn a_mistake_names_its_key() {
    let found = serde_json::from_str::<FeatureInfo>(r#"{ "Wave": true }"#);
    let found = found.unwrap_err().to_string();
    assert!(found.starts_with("Wave: unknown key"), "{found}");
    let default: FeatureInfo = serde_json::from_str("{}").unwrap();
    assert_eq!(default, FeatureInfo::default());
}

/// Writes a value as JSON, which is read again: the text.
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

/// The types of parts with serde, and the only one without it: the docs of that type say why.
#[test]
fn every_type_of_parts_has_serde_or_arguments() {
    fn name_of<T: PartType<Args = ()> + Serialize + DeserializeOwned>() -> &'static str {
        std::any::type_name::<T>().rsplit("::").next().unwrap()
    }
    let with_serde = [
        name_of::<CompilerVersion>(),
        name_of::<dxc_format::debug::DebugName>(),
        name_of::<FeatureInfo>(),
        name_of::<dxc_format::hash::ShaderHash>(),
        name_of::<dxc_format::hash::ShortHash>(),
        name_of::<dxc_format::interfaces::Interfaces>(),
        name_of::<dxc_format::legacy::Blob>(),
        name_of::<dxc_format::level9::Level9Program>(),
        name_of::<dxc_format::private_data::PrivateData>(),
        name_of::<Program>(),
        name_of::<PipelineStateValidation>(),
        name_of::<RuntimeData>(),
        name_of::<ResourceDefinitions>(),
        name_of::<RootSignature>(),
        name_of::<dxc_format::srci::SourceInfo>(),
        name_of::<dxc_format::srci::PdbInfoPart>(),
        name_of::<dxc_format::statistics::Statistics>(),
        name_of::<TokenizedProgram>(),
    ];
    let all: std::collections::BTreeSet<_> =
        parts::PARTS.iter().filter_map(|part| part.holds).collect();
    let without: Vec<_> = all
        .iter()
        .filter(|name| !with_serde.contains(name))
        .collect();
    assert_eq!(without, [&"Signature"]);
}

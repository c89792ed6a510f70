//! Tests that any root signature that text can express is preserved by every format, and that no text makes the parsers
//! panic.
//!
//! Judge: a round trip through each spelling.

use dxc_format::constants::RootSignatureVersion;
use dxc_format::rts0::RootSignature;
use dxc_format::runtime::shape::{EnumTable, EnumValue, Shape};
use dxc_format::{parts, types::FieldValue};
use dxc_root_signature::hlsl::{self, Dialect};
use dxc_root_signature::{Diagnostic, metadata};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// A value of a table; if possible, one for which both dialects of HLSL have a keyword.
fn named(table: &'static EnumTable) -> impl Strategy<Value = u32> {
    let is_spelled =
        |entry: &EnumValue| !entry.text("hlsl").is_empty() && entry.text("only") != "DXC";
    let has_keywords = table.values.iter().any(&is_spelled);
    let values = table.values.iter();
    let values = values.filter(|entry| is_spelled(entry) || !has_keywords);
    select(
        values
            .map(|entry| u32::try_from(entry.value).unwrap())
            .collect::<Vec<_>>(),
    )
}

/// Numbers of any size; minimum and maximum are more frequent.
fn number() -> impl Strategy<Value = u32> {
    prop_oneof![0..20_u32, Just(u32::MAX - 1), 0..u32::MAX]
}

fn float() -> impl Strategy<Value = f32> {
    let any = any::<u32>()
        .prop_map(f32::from_bits)
        .prop_filter("a number", |float| float.is_finite());
    prop_oneof![
        any,
        -20.0..20.0_f32,
        Just(0.0),
        Just(-0.0),
        Just(f32::MAX),
        Just(f32::MIN_POSITIVE)
    ]
}

/// A value of a field.
fn value(field_value: &FieldValue<'_>) -> BoxedStrategy<u32> {
    match field_value.shape() {
        Some(Shape::Enum(table)) => named(table).boxed(),
        Some(Shape::Flags(table)) => vec(named(table), 0..4)
            .prop_map(|flags| flags.iter().fold(0, |all, flag| all | flag))
            .boxed(),
        Some(Shape::Float) => float().prop_map(f32::to_bits).boxed(),
        Some(Shape::Unsigned) => number().boxed(),
        _ => panic!("no values for {field_value:?}"),
    }
}

const CLAUSES: [&str; 8] = [
    "RootConstants(num32BitConstants = 1, b0)",
    "CBV(b0)",
    "SRV(t0)",
    "UAV(u0)",
    "DescriptorTable()",
    "DescriptorTable(SRV(t0))",
    "DescriptorTable(SRV(t0), SRV(t0), SRV(t0), SRV(t0))",
    "StaticSampler(s0)",
];

/// A root signature of some clauses, whose fields have any values.
fn signature() -> impl Strategy<Value = RootSignature> {
    let versions = [
        RootSignatureVersion::V1_0,
        RootSignatureVersion::V1_1,
        RootSignatureVersion::V1_2,
    ];
    let clauses = (select(versions.to_vec()), vec(select(&CLAUSES[..]), 0..9));
    clauses.prop_flat_map(|(version, clauses)| {
        let parsed = hlsl::parse(&clauses.join(", "), version, Dialect::Clang).unwrap();
        let bytes = parsed.signature.to_bytes().unwrap();
        let mut field_values = tests::field_values(parts::RTS0, &bytes);
        // These fields determine which other fields exist.
        let is_free = |path: &str| path != "version" && !path.ends_with(".parameter_type");
        field_values.retain(|field_value| {
            field_value.size() > 0 && !field_value.is_computed() && is_free(&field_value.path())
        });
        let values: Vec<_> = field_values.iter().map(value).collect();
        let places = field_values
            .iter()
            .map(|field_value| field_value.offset()..field_value.offset() + field_value.size());
        let places: Vec<_> = places.collect();
        values.prop_map(move |values| {
            let mut bytes = bytes.clone();
            for (place, value) in places.iter().zip(values) {
                bytes[place.clone()].copy_from_slice(&value.to_le_bytes());
            }
            RootSignature::parse(&bytes).unwrap()
        })
    })
}

/// Words of both formats, so that some texts are nearly valid.
const WORDS: &str = "CBV~SRV~DescriptorTable~StaticSampler~RootFlags~RootConstants~Sampler~(~)~,~=~|~-~b0~t1~s2~0~1.5~08~\
    flags~space~minLOD~visibility~unbounded~[RootSignature(~}~X~SHADER_VISIBILITY_ALL~DATA_STATIC~//~/*~*/~!{~}~!0~null~\
    \n#define X ~\n#if ~\n#ifdef X\n~\n#else\n~\n#endif\n~\n~\"CBV(b0)\"~)] void f(~GlobalRootSignature g = {~\"~\\~\n~\
    #define RS~ ~\u{e9}~!dx.rootsignatures = ~\n!0 = ~i32 1~float 0x0~!\"RootCBV\"~ptr @f";

fn words() -> impl Strategy<Value = String> {
    let words: Vec<&str> = WORDS.split('~').collect();
    vec(select(words), 0..30).prop_map(|words| words.concat())
}

proptest! {
    #[test]
    fn values_survive_every_notation(signature in signature()) {
        super::text::survives("a value", &signature);
    }

    #[test]
    fn texts_are_read_or_refused(text in prop_oneof![words(), any::<String>()]) {
        let wrong = [
            hlsl::parse(&text, RootSignatureVersion::V1_1, Dialect::Clang).err(),
            hlsl::parse(&text, RootSignatureVersion::V1_1, Dialect::DXC).err(),
            metadata::read(&text).err(),
        ];
        for wrong in wrong.into_iter().flatten() {
            for span in wrong.iter().map(Diagnostic::span) {
                prop_assert!(span.start <= span.end && span.end <= text.len());
            }
            let _ = wrong.render("text", &text, true);
        }
    }
}

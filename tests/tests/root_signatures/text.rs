//! Tests root signatures as HLSL and as metadata: both directions, error messages, and hostile texts.
//!
//! Judges of the spellings: clang in `llvm/hlsl.rs`, LLVM's metadata parser in `llvm/metadata.rs`. No tool judges the messages.

use std::collections::BTreeSet;

use dxc_format::constants::{
    ComparisonFunc, DescriptorRangeFlags, DescriptorRangeType, RootDescriptorFlags, RootFlags,
    RootParameterType, RootSignatureVersion, SamplerFilter, ShaderVisibility, StaticBorderColor,
    StaticSamplerFlags, TextureAddressMode,
};
use dxc_format::rts0::{RootPayload, RootSignature, StaticSampler};
use dxc_format::runtime::shape::EnumTable;
use dxc_format::{Limits, Part, parts};
use dxc_root_signature::hlsl::{self, Dialect, Form};
use dxc_root_signature::metadata::{self, Entry};
use dxc_shader::hlsl::{Argument, DescriptorCount, DescriptorOffset, RootElement};
use dxc_shader::{Finding, Rule};
use tests::hlsl::{all_root_signatures, cases};
use tests::root_signatures::{made, parsed};

fn to_bytes(signature: &RootSignature) -> Vec<u8> {
    Part::RootSignature(signature.clone())
        .to_bytes(parts::RTS0)
        .unwrap()
}

/// Parses a text for version 1.1.
fn read(text: &str) -> RootSignature {
    parsed(text, RootSignatureVersion::V1_1)
}

/// Converts a value to all formats and back; it must not change.
pub(super) fn survives(name: &str, signature: &RootSignature) {
    for form in [Form::Short, Form::Complete] {
        let text = hlsl::print(signature, form, Dialect::Clang)
            .unwrap_or_else(|found| panic!("{name}: {found}"));
        let parsed = parsed(&text, signature.version);
        assert_eq!(parsed, *signature, "{name}: {text}");
    }
    let entries = [Entry::new(Some("a function".to_owned()), signature.clone())];
    let nodes = metadata::print(&entries).unwrap();
    let read = metadata::read(&nodes)
        .unwrap_or_else(|wrong| panic!("{}", wrong.render(name, &nodes, false)));
    assert_eq!(read, entries, "{name}: {nodes}");
    let bytes = to_bytes(signature);
    let Part::RootSignature(read) = Part::parse(parts::RTS0, &bytes).unwrap() else {
        panic!("{name}");
    };
    assert_eq!(read, *signature, "{name}");
}

#[test]
fn valid_text_survives_every_notation() {
    let cases = cases("right.txt");
    for case in &cases {
        survives(&case.text, &parsed(&case.text, case.version));
    }
    assert!(cases.len() > 250, "{}", cases.len());
}

/// Flags without a keyword are a comment after the others.
#[test]
fn flags_without_words_are_comments() {
    let mut signature = read("CBV(b0, flags = DATA_STATIC)");
    let RootPayload::Descriptor(descriptor) = &mut signature.parameters[0].payload else {
        panic!("{signature:?}");
    };
    descriptor.flags |= RootDescriptorFlags(0x4000);
    let printed = hlsl::print_commented(&signature, Form::Short, Dialect::Clang, &Limits::NONE);
    let expected = "CBV(b0, flags = DATA_STATIC /* 0x4000 */)";
    assert_eq!((printed.0.as_deref(), printed.1.len()), (Some(expected), 1));
}

/// The keywords in a table, without the one for no flags.
fn keywords(table: &EnumTable) -> impl Iterator<Item = &'static str> {
    let flags = table.by_name("None").is_some();
    let values = table.values.iter().map(|entry| entry.value);
    let values = values.filter(move |value| *value != 0 || !flags);
    values.filter_map(|value| table.text("hlsl", value))
}

#[test]
fn each_keyword_is_in_a_case() {
    let text: String = cases("right.txt")
        .iter()
        .map(|case| format!("{} ", case.text))
        .collect();
    let words: BTreeSet<&str> = text
        .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .collect();
    let names = [
        &RootElement::TABLE,
        &DescriptorRangeType::TABLE,
        &Argument::TABLE,
    ];
    let names = names
        .iter()
        .flat_map(|table| table.values)
        .map(|entry| entry.name);
    let tables = [
        &RootFlags::TABLE,
        &RootDescriptorFlags::TABLE,
        &DescriptorRangeFlags::TABLE,
        &StaticSamplerFlags::TABLE,
        &ShaderVisibility::TABLE,
        &SamplerFilter::TABLE,
        &TextureAddressMode::TABLE,
        &ComparisonFunc::TABLE,
        &StaticBorderColor::TABLE,
        &DescriptorCount::TABLE,
        &DescriptorOffset::TABLE,
    ];
    let all: Vec<&str> = names
        .chain(tables.iter().flat_map(|table| keywords(table)))
        .collect();
    let missing: Vec<&&str> = all.iter().filter(|word| !words.contains(**word)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(all.len() > 110, "{}", all.len());
}

#[test]
fn mistakes_are_reported_with_their_location() {
    let mut said = String::new();
    for case in cases("wrong.txt") {
        let text = case.literal();
        let wrong = hlsl::parse(&text, case.version, Dialect::Clang).expect_err(&text);
        assert!(wrong.iter().all(|wrong| wrong.span().end <= text.len()));
        let version = case.version.to_string().replace('V', "").replace('_', ".");
        said.push_str(&wrong.render(&version, &text, false));
        said.push_str("\n\n");
    }
    insta::assert_snapshot!(tests::without_frames(&said));
}

/// Every root signature of containers is converted to text and back to equal bytes.
#[test]
fn root_signatures_of_containers_survive() {
    let (signatures, corpus) = all_root_signatures();
    let count = signatures.len();
    for (name, signature, bytes) in signatures {
        survives(&name, &signature);
        let text = hlsl::print(&signature, Form::Short, Dialect::Clang).unwrap();
        let again = parsed(&text, signature.version);
        assert_eq!(to_bytes(&again), bytes, "{name}: {text}");
    }
    assert!(count > if corpus { 200 } else { 3 }, "{count}");
}

/// The example of clang's design note, with its original line ends.
const DESIGN_NOTE: &str = r#"#define RS "RootFlags( ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT | " \
          "DENY_VERTEX_SHADER_ROOT_ACCESS), " \
          "CBV(b0, space = 1, flags = DATA_STATIC), " \
          "SRV(t0), " \
          "UAV(u0), " \
          "DescriptorTable( CBV(b1), " \
          "                 SRV(t1, numDescriptors = 8, " \
          "                     flags = DESCRIPTORS_VOLATILE), " \
          "                 UAV(u1, numDescriptors = unbounded, " \
          "                     flags = DESCRIPTORS_VOLATILE)), " \
          "DescriptorTable(Sampler(s0, space=1, numDescriptors = 4)), " \
          "RootConstants(num32BitConstants=3, b10), " \
          "StaticSampler(s1)," \
          "StaticSampler(s2, " \
          "              addressU = TEXTURE_ADDRESS_CLAMP, " \
          "              filter = FILTER_MIN_MAG_MIP_LINEAR )"
"#;

/// The example of LLVM's document. It uses `num32Constants` and `VISIBILITY_ALL`, which no compiler accepts, and its
/// sampler has no register.
const LLVM_DOCUMENT: &str = "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT),
RootConstants(b0, space = 1, num32BitConstants = 3),
CBV(b1, flags = 0),
StaticSampler(
  filter = FILTER_MIN_MAG_POINT_MIP_LINEAR,
  addressU = TEXTURE_ADDRESS_BORDER,
  s0,
),
DescriptorTable(
  visibility = SHADER_VISIBILITY_ALL,
  SRV(t0, flags = DATA_STATIC_WHILE_SET_AT_EXECUTE),
  UAV(
    numDescriptors = 5, u1, space = 10, offset = 5,
    flags = DATA_VOLATILE
  )
)";

#[test]
fn examples_of_documents_go_through_all_spellings() {
    for (name, text) in [
        ("design_note", DESIGN_NOTE),
        ("LLVM_s_document", LLVM_DOCUMENT),
    ] {
        let signature = read(text);
        survives(name, &signature);
        let short = hlsl::print(&signature, Form::Short, Dialect::Clang).unwrap();
        let nodes = metadata::print(&[Entry::new(None, signature)]).unwrap();
        insta::assert_snapshot!(name, format!("{short}\n\n{nodes}"));
    }
}

/// Locations are those of the file, with any literals and line splices between them.
#[test]
fn findings_are_shown_at_their_clause() {
    const RULE: Rule = Rule::new("anisotropy", "at most 16 samples", "D3D12");
    let parsed = hlsl::parse(DESIGN_NOTE, RootSignatureVersion::V1_1, Dialect::Clang).unwrap();
    let place = |path: &str| &DESIGN_NOTE[parsed.place(path)];
    for (path, clause) in [
        ("parameters[0].payload.flags", "flags = DATA_STATIC"),
        ("parameters[1].payload.shader_register", "t0"),
        ("parameters[1].payload.register_space", "SRV(t0)"),
        ("parameters[3].payload.ranges[2].base_shader_register", "u1"),
        (
            "parameters[3].payload.ranges[2].num_descriptors",
            "numDescriptors = unbounded",
        ),
        (
            "parameters[3].payload.ranges[9].flags",
            place("parameters[3]"),
        ),
        ("samplers[1].filter", "filter = FILTER_MIN_MAG_MIP_LINEAR"),
        ("samplers[0].filter", "StaticSampler(s1)"),
    ] {
        assert_eq!(place(path), clause, "{path}");
    }
    let flags = place("flags");
    assert!(flags.starts_with("RootFlags(") && flags.ends_with("DENY_VERTEX_SHADER_ROOT_ACCESS)"));
    assert!(place("trailing").starts_with("RootFlags(") && place("").ends_with("MIP_LINEAR )"));

    let finding = Finding::new(&RULE, "samplers[1].address_u", "17");
    let shown = parsed
        .diagnostic(&finding, DESIGN_NOTE)
        .render("rs.hlsl", DESIGN_NOTE, false);
    insta::assert_snapshot!(shown);
}

/// Each type of root parameter has a clause.
#[test]
fn every_parameter_type_has_a_clause() {
    for parameter in RootParameterType::all_values() {
        let is_its = |element: RootElement| element.parameter() == Some(parameter);
        assert!(RootElement::all_values().any(is_its), "{parameter}");
    }
}

/// The columns for text have values that the parser supports: bounds are numbers, and `only` is a dialect.
#[test]
fn columns_of_text_are_understood() {
    let mut bounded = 0;
    for argument in Argument::all_values() {
        if let (Some(least), Some(most)) = (argument.least(), argument.most()) {
            let [least, most] = [least, most].map(|bound| bound.parse::<f64>().unwrap());
            assert!(least < most, "{argument}");
            bounded += 1;
        } else {
            assert_eq!((argument.least(), argument.most()), (None, None));
        }
    }
    assert!(bounded > 0);
    for table in [TextureAddressMode::TABLE, ComparisonFunc::TABLE] {
        for entry in table.values {
            let only = table.text("only", entry.value);
            let known = [Dialect::Clang, Dialect::DXC];
            let known = known.map(|dialect| dialect.to_string().to_lowercase());
            let is_known = |only: &str| known.contains(&only.to_lowercase());
            assert!(only.is_none_or(is_known), "{}", entry.name);
        }
    }
}

/// The metadata that LLVM's document shows for its example, node by node. The document omits `!` before a brace, and
/// the operands of a sampler; IR has them.
#[test]
fn metadata_of_the_document_is_that_of_its_example() {
    let nodes = r#"
!dx.rootsignatures = !{!1}
!1 = !{ptr @main, !2, i32 2 }
!2 = !{ !3, !4, !5, !6, !7 }
!3 = !{ !"RootFlags", i32 1 }
!4 = !{ !"RootConstants", i32 0, i32 0, i32 1, i32 3 }
!5 = !{ !"RootCBV", i32 0, i32 1, i32 0, i32 0 }
!6 = !{ !"StaticSampler", i32 1, i32 4, i32 1, i32 1, float 0.0, i32 16, i32 4, i32 2, float 0.0, float 0x47EFFFFFE0000000, i32 0, i32 0, i32 0 }
!7 = !{ !"DescriptorTable", i32 0, !8, !9 }
!8 = !{ !"SRV", i32 1, i32 0, i32 0, i32 -1, i32 4 }
!9 = !{ !"UAV", i32 5, i32 1, i32 10, i32 5, i32 2 }
"#;
    let signature = read(LLVM_DOCUMENT);
    let entries = metadata::read(nodes).unwrap();
    assert_eq!(entries, [Entry::new(Some("main".to_owned()), signature)]);
}

/// Metadata is found among other IR: several functions, one signature for two of them, any numbers, any order, inline
/// nodes.
#[test]
fn metadata_is_found_in_any_order() {
    let ir = r#"; ModuleID = 'library'
target triple = "dxilv1.6-pc-shadermodel6.6-library"
define void @one() !dbg !7 { ret void }
!90 = !{!"RootCBV", i32 0, i32 0, i32 0, i32 4}
!llvm.module.flags = !{!7}
!dx.rootsignatures = !{!12, !3, !4}
!4 = !{null, !{}, i32 3}
!12 = distinct !{ptr @one, !5, i32 2} ; the first
!7 = !{i32 1, !"wchar_size", i64 4}
  !5 = !{!90,
         !{!"DescriptorTable", i32 5, !{!"SRV", i32 4294967295, i32 1, i32 0, i32 -1, i32 4}}}
!3 = !{ptr @"?two@@YAX\22", !5, i32 2}
!8 = !DILocation(line: 1)
"#;
    let entries = metadata::read(ir).unwrap();
    let functions: Vec<Option<&str>> = entries
        .iter()
        .map(|entry| entry.function.as_deref())
        .collect();
    assert_eq!(functions, [Some("one"), Some("?two@@YAX\""), None]);
    let text = hlsl::print(&entries[1].signature, Form::Short, Dialect::Clang).unwrap();
    assert_eq!(
        text,
        "CBV(b0),\nDescriptorTable(SRV(t1, numDescriptors = unbounded), visibility = SHADER_VISIBILITY_PIXEL)"
    );
    assert_eq!(entries[0].signature, entries[1].signature);
    assert_eq!(entries[2].signature.version, RootSignatureVersion::V1_2);
    insta::assert_snapshot!(metadata::print(&entries).unwrap());
    assert_eq!(
        metadata::read("define void @none() { ret void }\n").unwrap(),
        []
    );
}

/// Messages about wrong metadata.
#[test]
fn wrong_metadata_is_reported_with_its_location() {
    let mut said = String::new();
    let cases = include_str!("wrong-metadata.ll").split("\n\n").skip(1);
    for text in cases {
        let text = text.trim_end();
        let wrong = metadata::read(text).expect_err(text);
        said.push_str(&wrong.render("ir", text, false));
        said.push_str("\n\n");
    }
    insta::assert_snapshot!(tests::without_frames(&said));
}

/// A long text that repeats an invalid one.
fn repeated(text: &str) -> String {
    const LONG: usize = 1 << 20;
    text.repeat(LONG / text.len())
}

fn hostile_texts() -> Vec<String> {
    vec![
        repeated(","),
        repeated("("),
        repeated("DescriptorTable("),
        repeated("|"),
        repeated("9"),
        repeated("\"") + "\"",
        repeated("\"\",\""),
        repeated("/*"),
        repeated("/* "),
        repeated("#define A "),
        repeated("\u{e9}"),
        repeated("-"),
        format!("CBV(b{})", repeated("9")),
        format!("CBV(b0, space = {})", repeated("0")) + ")",
        format!("StaticSampler(s0, minLOD = {})", repeated("1.")),
        format!("StaticSampler(s0, minLOD = 1e{})", repeated("9")),
        format!("StaticSampler(s0, minLOD = 0.{}1)", repeated("0")),
        format!("{}(b0)", repeated("CBV")),
        format!("CBV(b0, {} = 1)", repeated("space")),
        format!("CBV(b0{})", repeated(", space = 1")),
        format!("RootFlags({}0)", repeated("ALLOW_STREAM_OUTPUT | ")),
        format!("{}CBV(t0)", repeated("CBV(b0), ")),
        format!("DescriptorTable({}CBV(t0))", repeated("CBV(b0), ")),
    ]
}

/// Hostile texts are refused in linear time.
#[test]
fn hostile_texts_are_refused() {
    let version = RootSignatureVersion::V1_1;
    for text in &hostile_texts() {
        let wrong = hlsl::parse(text, version, Dialect::Clang).expect_err(&text[..40]);
        assert!(wrong.iter().all(|wrong| wrong.span().end <= text.len()));
        let shown = wrong[0].render("long", text, false);
        assert!(wrong.len() <= 24 && shown.len() < 4096, "{}", &text[..40]);
    }
}

#[test]
fn hostile_metadata_is_refused() {
    for text in &hostile_texts() {
        let _ = metadata::read(text);
    }
    let nodes = [
        format!("!dx.rootsignatures = {}", repeated("!{")),
        format!("!dx.rootsignatures = !{{{}}}", repeated("!0, ")),
        format!("!dx.rootsignatures = !{{!0}}\n{}", repeated("!0 = !{!0}\n")),
        format!(
            "!dx.rootsignatures = !{{!0}}\n!0 = !{{{}}}",
            repeated("i32 1, ")
        ),
    ];
    for text in &nodes {
        assert!(metadata::read(text).is_err(), "{}", &text[..40]);
    }
}

/// A few nodes with very many references: every table has the same ranges, every function has the same tables.
#[test]
fn nodes_that_multiply_are_refused() {
    let ranges = ", !3".repeat(1000);
    let tables = ["!2"; 1000].join(", ");
    let functions = ["!0"; 1000].join(", ");
    let text = format!(
        "!dx.rootsignatures = !{{{functions}}}\n!0 = !{{null, !1, i32 2}}\n!1 = !{{{tables}}}\n\
         !2 = !{{!\"DescriptorTable\", i32 0{ranges}}}\n!3 = !{{!\"SRV\", i32 1, i32 0, i32 0, i32 -1, i32 4}}\n"
    );
    let wrong = metadata::read(&text).unwrap_err();
    assert_eq!(wrong[0].message(), "references to nodes exceed the limit");
}

/// Fields of a small root signature, with values that HLSL cannot express.
const WITHOUT_WORDS: &str = "\
flags = 0x80000000
flags = 0x10000
parameters[0].visibility = 9
parameters[2].parameter_type = 9
parameters[2].parameter_type = 0
parameters[2].payload.flags = 1
samplers[0].filter = 2
samplers[0].comparison_func = 9
version = 7
samplers[0].min_lod = NaN
samplers[0].max_lod = inf
samplers[0].flags = 1; version = 2
parameters[0].payload.ranges[0].flags = 0x20
parameters[0].payload.ranges[0].range_type = 7";

/// Such values are not printed as something else.
#[test]
fn values_without_words_are_named() {
    let said = WITHOUT_WORDS.lines().map(|fields| {
        let printed = hlsl::print(&made(fields), Form::Short, Dialect::Clang);
        printed.unwrap_err().to_string()
    });
    insta::assert_snapshot!(said.collect::<Vec<_>>().join("\n"));
}

/// The defaults of the language equal those of the format.
#[test]
fn defaults_of_the_language_are_those_of_the_format() {
    let sampler = *read("StaticSampler(s0)").samplers.first().unwrap();
    assert_eq!(sampler, StaticSampler::default());

    // The flags that 1.0 implies are written explicitly since 1.1.
    for clause in [
        "CBV(b0{})",
        "SRV(t0{})",
        "UAV(u0{})",
        "DescriptorTable(CBV(b0{}))",
        "DescriptorTable(SRV(t0{}))",
        "DescriptorTable(UAV(u0{}))",
        "DescriptorTable(Sampler(s0{}))",
    ] {
        let (version, text) = (RootSignatureVersion::V1_0, clause.replace("{}", ""));
        let raised = dxc_shader::root_signature::to_version(
            &parsed(&text, version),
            RootSignatureVersion::V1_1,
        );
        let inner = clause.strip_prefix("DescriptorTable(");
        let (kind, _) = inner.unwrap_or(clause).split_once('(').unwrap();
        let (table, flags) = match inner {
            Some(_) => (DescriptorRangeType::TABLE, DescriptorRangeFlags::TABLE),
            None => (RootElement::TABLE, RootDescriptorFlags::TABLE),
        };
        let before = table.by_name(kind).unwrap().list("flags_before").iter();
        let before = before.map(|name| flags.by_name(name).unwrap());
        let before = before.map(|flag| flags.text("hlsl", flag.value).unwrap());
        let before: Vec<&str> = before.collect();
        let flags = format!(", flags = {}", before.join(" | "));
        let explicit = read(&clause.replace("{}", &flags));
        assert_eq!(raised.unwrap().signature, explicit, "{clause}");
    }
}

/// A long node with many references is read once.
#[test]
fn long_nodes_are_read_once() {
    let tables = ["!2"; 50_000].join(", ");
    let blanks = " ".repeat(1 << 18);
    let text = format!(
        "!dx.rootsignatures = !{{!0}}\n!0 = !{{null, !1, i32 2}}\n!1 = !{{{tables}}}\n\
         !2 = !{{!\"DescriptorTable\",{blanks} i32 0}}\n"
    );
    let entries = metadata::read(&text).unwrap();
    assert_eq!(entries[0].signature.parameters.len(), 50_000);
}

/// Functions share a root signature, like those of a library; the output can be read.
#[test]
fn shared_root_signatures_are_read_once() {
    let tables: Vec<String> = (0..64)
        .map(|number| format!("DescriptorTable(SRV(t{number}), UAV(u{number}), CBV(b{number}))"))
        .collect();
    let signature = read(&tables.join(", "));
    let functions = (0..48).map(|number| Some(format!("f{number}")));
    let entries: Vec<Entry> = functions
        .map(|function| Entry::new(function, signature.clone()))
        .collect();
    let read = metadata::read(&metadata::print(&entries).unwrap()).unwrap();
    assert_eq!(read, entries);
    let (first, last) = (&read[0].signature, &read[47].signature);
    assert!(std::sync::Arc::ptr_eq(first, last));
}

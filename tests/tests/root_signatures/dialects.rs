//! Tests the dialects of clang and DXC: texts that DXC accepts and refuses, and all differences between the two.
//!
//! Judge: DXC, by `hlsl/dxc.txt`, `differences.toml` and its containers; clang in `llvm/hlsl.rs`.

use std::fmt::Write;

use dxc_format::constants::{ComparisonFunc, RootSignatureVersion};
use dxc_format::parts;
use dxc_format::rts0::RootSignature;
use dxc_root_signature::hlsl::{self, Dialect, Form, file};
use dxc_shader::Finding;
use tests::hlsl::{all_root_signatures, cases, differences};
use tests::root_signatures::parsed_in;

/// Whether DXC has the rule of a finding; Direct3D and LLVM have some other rules.
fn is_of_dxc(finding: &Finding) -> bool {
    finding.rule.source.starts_with("DXC")
}

/// Whether a root signature was parsed and satisfies the rules of DXC.
fn keeps_rules(taken: Option<&RootSignature>) -> bool {
    taken.is_some_and(|value| {
        !dxc_shader::root_signature::validate(value)
            .iter()
            .any(is_of_dxc)
    })
}

/// The root signature of a literal, unless the dialect refuses it.
fn take(text: &str, version: RootSignatureVersion, dialect: Dialect) -> Option<RootSignature> {
    let escaped = text.replace('\\', "\\\\").replace('\t', "\\t");
    let parsed = hlsl::parse(&format!("\"{escaped}\""), version, dialect).ok()?;
    Some(parsed.signature)
}

#[test]
fn dxc_takes_and_refuses_the_same() {
    let cases = cases("dxc.txt");
    assert!(cases.len() > 200, "{}", cases.len());
    let known = |version| version != RootSignatureVersion::V1_2;
    for case in cases.iter().filter(|case| known(case.version)) {
        let taken = take(&case.text, case.version, Dialect::DXC);
        assert_eq!(keeps_rules(taken.as_ref()), case.mark == '+', "{case:?}");
    }
}

/// Each dialect treats each example as the file states, also in another spelling.
#[test]
fn differences_are_those_of_the_file() {
    let differences = differences();
    assert!(differences.len() > 20, "{}", differences.len());
    for difference in &differences {
        let (version, example) = (difference.version, difference.example.as_str());
        let here = difference.here.as_ref().unwrap_or(&difference.clang);
        for (dialect, said) in [(Dialect::Clang, here), (Dialect::DXC, &difference.dxc)] {
            let name = format!("{} in the dialect of {dialect}", difference.name);
            let taken = take(example, version, dialect);
            if said == "refused" {
                assert!(!keeps_rules(taken.as_ref()), "{name}");
            } else {
                let meant = take(said, version, dialect).unwrap_or_else(|| panic!("{name}"));
                assert_eq!(taken.unwrap(), meant, "{name}");
            }
        }
    }
}

/// The page of the docs that is generated from the file.
fn page() -> String {
    let mut page = String::from(
        "The dialects of clang and DXC, and all that the two make something else of.\n\n\
         Each row has an example. Where the dialect of clang differs from clang, it says so: it takes the keywords that \
         only DXC has, and refuses what clang takes by accident.\n\n\
         | example | clang | DXC | |\n|---|---|---|---|\n",
    );
    let code = |text: &str| match text {
        "refused" => "refused".to_owned(),
        text => format!("`{}`", text.replace('|', "\\|").replace('\t', "\\t")),
    };
    for difference in differences() {
        let here = match difference.here.as_deref() {
            None => String::new(),
            Some("refused") => " Here the dialect of clang refuses it.".to_owned(),
            Some(here) if here == difference.dxc => {
                " Here the dialect of clang takes it, too.".to_owned()
            }
            Some(here) => format!(" Here the dialect of clang makes {} of it.", code(here)),
        };
        let version = difference.version.to_string();
        let version = match version.trim_start_matches('V').replace('_', ".").as_str() {
            "1.1" => String::new(),
            version => format!(" (version {version})"),
        };
        let (example, clang) = (code(&difference.example), code(&difference.clang));
        let (dxc, doc) = (code(&difference.dxc), &difference.what);
        writeln!(
            page,
            "| {example}{version} | {clang} | {dxc} | {doc}{here} |"
        )
        .unwrap();
    }
    page
}

#[test]
fn the_page_of_differences_is_that_of_the_file() {
    let path = tests::root().join("tools/root-signature/src/hlsl/dialects.md");
    let page = page();
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(&path, &page).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap();
    assert_eq!(found, page, "INSTA_UPDATE=always writes it");
}

/// DXC's own root signatures are printed in its dialect and compiled to equal bytes.
#[test]
fn root_signatures_survive_the_dialect_of_dxc() {
    let (signatures, corpus) = all_root_signatures();
    let mut survived = 0;
    for (name, signature, bytes) in signatures {
        if signature.version == RootSignatureVersion::V1_2 {
            continue;
        }
        for form in [Form::Short, Form::Complete] {
            let text = hlsl::print(&signature, form, Dialect::DXC).unwrap();
            let again = parsed_in(Dialect::DXC, &text, signature.version);
            assert_eq!(again.to_bytes().unwrap(), bytes, "{name}: {text}");
        }
        survived += 1;
    }
    assert!(survived > if corpus { 200 } else { 3 }, "{survived}");
}

/// The DXC dialect has DXC's result for a file.
#[test]
fn files_give_the_bytes_of_dxc() {
    let data = tests::data().join("dxc");
    let text = std::fs::read_to_string(data.join("hlsl/rs_full.hlsl")).unwrap();
    for (version, defined) in [
        (RootSignatureVersion::V1_0, "V10"),
        (RootSignatureVersion::V1_1, "V11"),
    ] {
        let options = file::Options::new(Dialect::DXC).define(defined);
        let found = file::find(&text, &options).unwrap();
        let parsed = found.only().unwrap().parse(version).unwrap();
        let ours = parsed.signature.to_bytes().unwrap();
        let name = version.to_string().to_lowercase();
        let container = tests::open(&format!("dxc/rs_full.{name}.dxil"));
        assert_eq!(ours, container.find(parts::RTS0).unwrap().data, "{version}");
    }
}

/// DXC's `RootSignatureToken` has a separate keyword for one value.
#[test]
fn each_dialect_has_its_word_for_mirror_once() {
    let version = RootSignatureVersion::V1_1;
    for (dialect, word) in [
        (Dialect::Clang, "MIRRORONCE"),
        (Dialect::DXC, "MIRROR_ONCE"),
    ] {
        let text = format!("StaticSampler(s0, addressU = TEXTURE_ADDRESS_{word})");
        let signature = take(&text, version, dialect).unwrap();
        assert_eq!(hlsl::print(&signature, Form::Short, dialect).unwrap(), text);
    }
}

/// Clang has no keyword for one value of DXC, which is an error in both directions.
#[test]
fn only_the_dialect_of_dxc_has_comparison_none() {
    let version = RootSignatureVersion::V1_1;
    let text = "StaticSampler(s0, comparisonFunc = COMPARISON_NONE)";
    let signature = take(text, version, Dialect::DXC).unwrap();
    assert_eq!(signature.samplers[0].comparison_func, ComparisonFunc::None);
    let printed = hlsl::print(&signature, Form::Short, Dialect::DXC);
    assert_eq!(printed.as_deref(), Ok(text));
    let refused = hlsl::print(&signature, Form::Short, Dialect::Clang).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "samplers[0].comparison_func: None cannot be spelled; only the dialect of DXC has a keyword for it"
    );
    let wrong = hlsl::parse(&format!("\"{text}\""), version, Dialect::Clang).unwrap_err();
    let [wrong] = &wrong[..] else {
        panic!("{wrong:?}");
    };
    assert_eq!(wrong.message(), "`COMPARISON_NONE` is unknown here");
    assert_eq!(wrong.help(), Some("Clang has no keyword for it"));
}

//! Compares root signatures as text with clang 22: `cargo test -p tests --features llvm --test llvm hlsl`.

use dxc_format::constants::RootSignatureVersion;
use dxc_format::rts0::RootSignature;
use dxc_root_signature::hlsl::{self, Dialect, Form, file};
use dxc_root_signature::metadata::{self, Entry};
use tests::hlsl::{Case, all_root_signatures, cases, differences};

use super::metadata::judged;
use super::tools::filter;
use crate::xtask::assert_contains;

/// The root signature that clang compiles from an HLSL text, or its error.
fn clang(
    target: &str,
    version: RootSignatureVersion,
    text: &str,
    entry: &str,
) -> Result<String, String> {
    let version = version.to_string().replace('V', "rootsig_");
    let options = format!(
        "-cc1 -x hlsl -hlsl-entry {entry} -emit-llvm -o - - -triple dxil-pc-shadermodel6.6-{target} \
         -fdx-rootsignature-version={version}"
    );
    let options: Vec<&str> = options.split_whitespace().collect();
    filter("clang-22", &options, text.as_bytes()).map(|ir| String::from_utf8(ir).unwrap())
}

/// Clang's result for the root signature in the macro `RS`.
pub(super) fn compile(version: RootSignatureVersion, text: &str) -> Result<String, String> {
    clang("rootsignature", version, text, "RS")
}

/// Clang's result for a library that has a function for each root signature, which is a literal.
fn library(version: RootSignatureVersion, literals: &[String]) -> String {
    let mut text = String::new();
    for (index, literal) in literals.iter().enumerate() {
        let attributes = "[shader(\"compute\")] [numthreads(1, 1, 1)]";
        let function = format!("{attributes} [RootSignature(R{index})] void f{index}() {{}}");
        text.push_str(&format!("#define R{index} {literal}\n{function}\n"));
    }
    clang("library", version, &text, "RS").unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// The functions of such a library.
fn entries(signatures: impl IntoIterator<Item = RootSignature>) -> Vec<Entry> {
    let numbered = signatures.into_iter().enumerate();
    numbered
        .map(|(index, signature)| Entry::new(Some(format!("f{index}")), signature))
        .collect()
}

/// Checks that clang's output equals ours; LLVM numbers the nodes of root signatures before all others.
fn assert_same(ir: &str, entries: &[Entry]) {
    let printed = metadata::print(entries).unwrap();
    let ours: Vec<&str> = printed.lines().filter(|line| !line.is_empty()).collect();
    let named = ir
        .lines()
        .filter(|line| line.starts_with("!dx.rootsignatures"));
    let numbered = ir
        .lines()
        .filter(|line| line.starts_with('!') && line.as_bytes()[1].is_ascii_digit());
    let theirs: Vec<&str> = named.chain(numbered).collect();
    for (ours, theirs) in ours.iter().zip(&theirs) {
        assert_eq!(ours, theirs);
    }
    // The first unrelated node follows our nodes.
    assert_contains(theirs[ours.len()], "!\"wchar_size\"");
}

const VERSIONS: [RootSignatureVersion; 3] = [
    RootSignatureVersion::V1_0,
    RootSignatureVersion::V1_1,
    RootSignatureVersion::V1_2,
];

#[test]
fn valid_text_becomes_the_metadata_of_clang() {
    let parse = |case: &Case| {
        let parsed = hlsl::parse(&case.text, case.version, Dialect::Clang);
        parsed.unwrap_or_else(|wrong| panic!("{case:?}: {wrong}"))
    };
    let mut judged = 0;
    for version in VERSIONS {
        let cases: Vec<Case> = cases("right.txt")
            .into_iter()
            .filter(|case| case.version == version)
            .collect();
        let marked = |mark| cases.iter().filter(move |case| case.mark == mark);
        let literals: Vec<String> = marked('=').map(Case::literal).collect();
        let ir = library(version, &literals);
        let ours = marked('=').map(parse).enumerate().map(|(index, parsed)| {
            let entry = Entry::new(Some(format!("f{index}")), parsed.signature.clone());
            entry.with_order(parsed.order())
        });
        assert_same(&ir, &ours.collect::<Vec<_>>());
        for case in marked('!') {
            parse(case);
            let text = format!("#define RS {}\n", case.literal());
            assert!(compile(version, &text).is_err(), "{case:?}");
        }
        judged += cases.len();
    }
    assert!(judged > 250, "{judged}");
}

#[test]
fn clang_refuses_mistakes() {
    let mut refused = 0;
    for case in cases("wrong.txt").iter().filter(|case| case.mark != '?') {
        let theirs = compile(case.version, &format!("#define RS {}\n", case.literal()));
        assert_eq!(theirs.is_ok(), case.mark == '!', "{case:?}");
        refused += usize::from(theirs.is_err());
    }
    assert!(refused > 160, "{refused}");
}

/// Tests how the preprocessor affects the strings of a root signature.
#[test]
fn literals_are_joined_as_by_clang() {
    let version = RootSignatureVersion::V1_1;
    let texts = [
        "#define RS \"CBV(b0), \" \"SRV(t0)\"\n",
        "#define RS \"CBV(b0), \" \\\n  \"SRV(t0)\"\nfloat4 other;\n",
        "// \"UAV(u0)\"\n#define RS /* \"UAV(u0)\" */ \"CBV(b0)\" // \"UAV(u1)\"\n",
        "#define RS \"CBV(b0, spa\" \"ce = 1)\"\n",
        "#define RS \"CBV(b0\\\n, space = 2)\"\n",
        "#define RS \"CBV(b0),\\n\\tSRV(t0)\"\n",
        "\n\n  #  define RS \"CBV(b0)\"\n",
        "#define RS \"\"\n",
    ];
    for text in texts {
        let ours = hlsl::parse(text, version, Dialect::Clang)
            .unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
        assert_same(
            &compile(version, text).unwrap(),
            &[Entry::new(None, ours.signature)],
        );
    }
    for text in [
        "#define RS \"CBV(b0)\\x20\"\n",
        "#define RS \"CBV(b0)\" OTHER\n",
    ] {
        assert!(
            hlsl::parse(text, version, Dialect::Clang).is_err(),
            "{text}"
        );
        assert!(compile(version, text).is_err(), "{text}");
    }
}

/// Clang treats each example as the file of differences states, also in another spelling.
#[test]
fn differences_are_those_of_clang() {
    for difference in &differences() {
        let made = |text: &str| {
            let text = text.replace('\t', "\\t");
            compile(difference.version, &format!("#define RS \"{text}\"\n"))
        };
        let theirs = made(&difference.example);
        match difference.clang.as_str() {
            // The text is refused by clang, or by LLVM where bytes are written.
            "refused" => {
                let bytes = theirs.map(|ir| judged(&difference.name, &[ir])[0][0].clone());
                assert!(
                    !bytes.is_ok_and(|bytes| bytes.is_ok()),
                    "{}",
                    difference.name
                );
            }
            said => {
                let texts = [theirs.unwrap(), made(said).unwrap()];
                let bytes = judged(&format!("difference-{}", difference.name), &texts);
                assert!(
                    bytes[0][0].is_ok() && bytes[0] == bytes[1],
                    "{difference:?}: {bytes:?}"
                );
            }
        }
    }
}

/// Tests macros of files, through conditionals and other macros.
#[test]
fn macros_of_files_are_those_of_clang() {
    let mut compared = 0;
    let folder = tests::data().join("hlsl/files");
    for path in std::fs::read_dir(folder).unwrap().flatten() {
        let bytes = std::fs::read(path.path()).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        let options = file::Options::default();
        // Clang may read other files, and does not check code that is not compiled.
        let Ok(found) = file::find(&text, &options) else {
            continue;
        };
        let macros = found
            .found()
            .iter()
            .filter(|found| found.kind() == file::Kind::Macro);
        for found in macros.filter(|_| !text.contains("#include \"")) {
            let version = RootSignatureVersion::V1_1;
            let name = format!("{}: {found}", path.path().display());
            let theirs = clang("rootsignature", version, &text, found.name());
            let ours = found.parse(version);
            // A broken rule is an error in clang; if no rule is broken, clang has no error.
            let keeps = |parsed: &hlsl::Parsed| {
                dxc_shader::root_signature::validate(&parsed.signature).is_empty()
            };
            match (ours, theirs) {
                (Ok(ours), Ok(theirs)) => {
                    assert_same(&theirs, &[Entry::new(None, ours.signature)]);
                    compared += 1;
                }
                // Clang expands no macros in a macro that is compiled alone, unlike in attributes.
                (_, Err(wrong)) if wrong.contains("expected string literal") => {}
                (Ok(ours), Err(wrong)) => assert!(!keeps(&ours), "{name}: {wrong}"),
                (Err(wrong), theirs) => {
                    assert!(theirs.is_err() || found.text().is_err(), "{name}: {wrong}");
                }
            }
        }
    }
    assert!(compared >= 20, "{compared}");
}

/// Functions share root signatures, and root signatures share tables.
#[test]
fn equal_nodes_are_one_as_by_clang() {
    let one = "\"CBV(b0), DescriptorTable(SRV(t0))\"";
    let other = "\"DescriptorTable(SRV(t0)), StaticSampler(s0, maxLOD = 3)\"";
    let ir = library(
        RootSignatureVersion::V1_1,
        &[one, other, one].map(str::to_owned),
    );
    let entries = metadata::read(&ir).unwrap();
    assert_eq!(entries[0].signature, entries[2].signature);
    assert_same(&ir, &entries);
}

/// Tests root signatures of containers, converted to HLSL.
#[test]
fn clang_makes_the_same_of_our_hlsl_as_of_the_bytes() {
    let (signatures, corpus) = all_root_signatures();
    assert!(signatures.len() > if corpus { 200 } else { 3 });
    let literal = |name: &str, signature: &RootSignature| {
        let short = hlsl::print(signature, Form::Short, Dialect::Clang);
        let short = short.unwrap_or_else(|found| panic!("{name}: {found}"));
        format!("\"{}\"", short.replace('\n', " "))
    };
    for version in VERSIONS {
        let chosen = || {
            signatures
                .iter()
                .filter(|(_, signature, _)| signature.version == version)
        };
        let literals: Vec<String> = chosen()
            .map(|(name, signature, _)| literal(name, signature))
            .collect();
        let signatures = chosen().map(|(_, signature, _)| signature.clone());
        if !literals.is_empty() {
            assert_same(&library(version, &literals), &entries(signatures));
        }
    }
}

//! Clang 22 as judge of root signatures as text: `cargo test -p tests --features llvm --test clang`.
#![allow(clippy::unwrap_used, missing_docs)]

use std::io::Write;
use std::process::{Command, Stdio};

use dxc_format::constants::RootSignatureVersion;
use dxc_format::root_signature::hlsl::{self, Form};
use dxc_format::root_signature::metadata::{self, Entry};
use tests::hlsl::{cases, root_signatures};

/// The nodes that clang makes of `RS` in a text of HLSL; none if it refuses it.
fn compile(version: RootSignatureVersion, text: &str) -> Option<String> {
    let version = version.to_string().replace('V', "rootsig_");
    let mut clang = Command::new("clang-22")
        .args([
            "-cc1",
            "-triple",
            "dxil-pc-shadermodel6.6-rootsignature",
            "-x",
            "hlsl",
        ])
        .args(["-hlsl-entry", "RS", "-emit-llvm", "-o", "-", "-"])
        .arg(format!("-fdx-rootsignature-version={version}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|problem| panic!("clang-22: {problem}; apt-get install clang-22"));
    clang
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    let output = clang.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    output.status.success().then_some(text)
}

/// The same of a root signature as a literal.
fn judge(version: RootSignatureVersion, literal: &str) -> Option<String> {
    compile(version, &format!("#define RS {literal}\n"))
}

/// The nodes of root signatures, which LLVM numbers before all others.
fn nodes(ir: &str, count: usize) -> Vec<&str> {
    let named = ir
        .lines()
        .filter(|line| line.starts_with("!dx.rootsignatures"));
    let numbered = ir.lines().filter(|line| line.starts_with('!'));
    let numbered = numbered.filter(|line| line.as_bytes()[1].is_ascii_digit());
    named.chain(numbered.take(count - 1)).collect()
}

/// Says whether clang prints what we print, to the letter.
fn same(ir: &str, ours: &str) -> bool {
    let ours: Vec<&str> = ours.lines().filter(|line| !line.is_empty()).collect();
    // Behind ours stands the first node of something else.
    let theirs = nodes(ir, ours.len() + 1);
    theirs[..ours.len()] == ours && theirs[ours.len()].contains("!\"wchar_size\"")
}

#[test]
fn what_is_right_becomes_the_metadata_of_clang() {
    let (mut exact, mut equal) = (0, 0);
    for case in cases("right.txt") {
        let ours = hlsl::parse(&case.text, case.version)
            .unwrap_or_else(|wrong| panic!("{case:?}: {wrong}"))
            .signature;
        let printed = metadata::print(&[Entry::new(None, ours.clone())]).unwrap();
        let Some(ir) = judge(case.version, &case.literal()) else {
            assert_eq!(case.mark, '!', "clang refuses {case:?}");
            continue;
        };
        assert_eq!(
            same(&ir, &printed),
            case.mark == '=',
            "{case:?}\n{printed}\n{ir}"
        );
        let read = metadata::read(&ir).unwrap_or_else(|wrong| panic!("{case:?}: {wrong}"));
        assert_eq!(read, [Entry::new(None, ours)], "{case:?}");
        equal += 1;
        exact += usize::from(case.mark == '=');
    }
    assert!(exact > 220 && equal > exact, "{exact} of {equal}");
}

#[test]
fn what_is_wrong_is_refused_by_clang() {
    let mut refused = 0;
    for case in cases("wrong.txt").iter().filter(|case| case.mark != '?') {
        let theirs = judge(case.version, &case.literal());
        assert_eq!(theirs.is_some(), case.mark == '!', "{case:?}");
        refused += usize::from(theirs.is_none());
    }
    assert!(refused > 160, "{refused}");
}

/// What the preprocessor does to strings before the root signature is one.
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
        let ours = hlsl::parse(text, version).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
        let printed = metadata::print(&[Entry::new(None, ours.signature)]).unwrap();
        assert!(same(&compile(version, text).unwrap(), &printed), "{text}");
    }
    for text in [
        "#define RS \"CBV(b0)\\x20\"\n",
        "#define RS \"CBV(b0)\" OTHER\n",
    ] {
        assert!(hlsl::parse(text, version).is_err(), "{text}");
        assert!(compile(version, text).is_none(), "{text}");
    }
}

/// Root signatures of containers, through HLSL of either form.
#[test]
fn clang_makes_the_same_of_our_hlsl_as_of_the_bytes() {
    let mut folders = vec![tests::data().join("dxc")];
    folders.extend(["dxc", "real"].into_iter().filter_map(tests::corpus));
    let mut judged = 0;
    for (name, signature, _) in folders.iter().flat_map(|folder| root_signatures(folder)) {
        let printed = metadata::print(&[Entry::new(None, signature.clone())]).unwrap();
        let short =
            hlsl::print(&signature, Form::Short).unwrap_or_else(|found| panic!("{name}: {found}"));
        let literal = format!("\"{}\"", short.replace('\n', " "));
        let ir = judge(signature.version, &literal)
            .unwrap_or_else(|| panic!("{name}: clang refuses\n{short}"));
        assert!(same(&ir, &printed), "{name}\n{short}\n{printed}\n{ir}");
        judged += 1;
    }
    assert!(judged > 0);
}

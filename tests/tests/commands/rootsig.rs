//! `dxobj rootsig`, which lists root signatures and converts between their spellings.

use std::path::{Path, PathBuf};

use dxc_format::constants::RootSignatureVersion;
use dxc_format::rts0::RootSignature;
use dxc_format::{Container, parts};

use crate::program::dxobj;

/// Runs a command of `dxobj rootsig`; returns its output, or its error.
fn rootsig(command: &str, arguments: &[&str], file: &Path) -> Result<Vec<u8>, String> {
    let file = file.to_str().unwrap();
    let output = dxobj(&[&["rootsig", command], arguments, &[file]].concat());
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(String::from_utf8(output.stderr).unwrap()),
    }
}

/// Runs `dxobj rootsig convert`.
fn convert(arguments: &[&str], file: &Path) -> Result<Vec<u8>, String> {
    rootsig("convert", arguments, file)
}

fn file(name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

/// A container, its bare part, its HLSL and its metadata all give the same bytes.
#[test]
fn every_spelling_becomes_the_same_bytes() {
    for version in ["1.0", "1.1"] {
        let name = format!("rs_full.v{}.dxil", version.replace('.', "_"));
        let container = tests::data().join("dxc").join(name);
        let bytes = std::fs::read(&container).unwrap();
        let parsed = Container::parse(&bytes).unwrap();
        let part = parsed
            .parts()
            .find(|part| part.fourcc == parts::RTS0)
            .unwrap();
        let read = ["--to", "rts0", "--version", version];
        assert_eq!(convert(&read, &container).unwrap(), part.data);
        assert_eq!(
            convert(&read, &file("bare.rts0", part.data)).unwrap(),
            part.data
        );
        for spelling in [
            &["--to", "hlsl"][..],
            &["--to", "hlsl", "--complete"],
            &["--to", "metadata"],
            &["--to", "yaml"],
        ] {
            let text = file("spelled.txt", convert(spelling, &container).unwrap());
            assert_eq!(convert(&read, &text).unwrap(), part.data, "{spelling:?}");
        }
    }
}

/// The command has no list of versions of its own.
#[test]
fn every_version_of_the_table_may_be_requested() {
    let container = tests::data().join("dxc/rs_full.v1_0.dxil");
    for version in RootSignatureVersion::TABLE.values {
        let text = version.name.trim_start_matches('V').replace('_', ".");
        let part = convert(&["--to", "rts0", "--version", &text], &container).unwrap();
        let read = RootSignature::parse(&part).unwrap();
        assert_eq!(u64::from(read.version.0), version.value, "{text}");
    }
}

/// The root signatures of `hlsl/lib_raytracing.hlsl`; DXC writes no flags for subobjects.
#[test]
fn subobjects_of_a_library_have_names() {
    let library = tests::data().join("dxc/lib_raytracing.sm66.dxil");
    let spelled = |name: &str| {
        let hlsl = convert(&["--to", "hlsl", "--name", name], &library).unwrap();
        String::from_utf8(hlsl).unwrap()
    };
    assert_eq!(
        spelled("global_rs"),
        "SRV(t0, flags = 0),\nDescriptorTable(UAV(u0, flags = 0)),\n\
         DescriptorTable(SRV(t1, space = 4, flags = 0))\n"
    );
    assert_eq!(
        spelled("local_rs"),
        "RootFlags(LOCAL_ROOT_SIGNATURE),\nRootConstants(b3, num32BitConstants = 4)\n"
    );
    let which = convert(&["--to", "hlsl"], &library).unwrap_err();
    assert!(
        which.ends_with("`--name` chooses one of global_rs, local_rs\n"),
        "{which}"
    );
}

#[test]
fn mistakes_are_shown() {
    let none = convert(
        &["--to", "hlsl"],
        &tests::data().join("crafted/no-parts.dxil"),
    )
    .unwrap_err();
    assert!(none.ends_with("it has no root signature\n"), "{none}");

    let text = file("wrong.hlsl", "#define RS \"CBV(b0), \" \\\n  \"SRV(b1)\"\n");
    let wrong = convert(&["--to", "rts0"], &text).unwrap_err();
    assert!(
        wrong.contains("wrong.hlsl:2:8: `SRV` cannot have this register"),
        "{wrong}"
    );

    let functions = file(
        "two.ll",
        "!dx.rootsignatures = !{!0, !1}\n!0 = !{ptr @one, !2, i32 2}\n!1 = !{ptr @two, !2, i32 3}\n!2 = !{}\n",
    );
    let which = convert(&["--to", "rts0"], &functions).unwrap_err();
    assert!(
        which.contains("`--name` chooses one of one, two"),
        "{which}"
    );
    let two = convert(&["--to", "metadata", "--name", "two"], &functions).unwrap();
    assert_eq!(
        String::from_utf8(two).unwrap(),
        "!dx.rootsignatures = !{!0}\n\n!0 = !{ptr @two, !1, i32 3}\n!1 = !{}\n"
    );
}

fn hostile(name: &str) -> PathBuf {
    tests::data().join("hostile").join(name)
}

/// A root signature of an HLSL text, with its clauses in one line.
fn hlsl(arguments: &[&str], file: &Path) -> Result<String, String> {
    let arguments = [&["--to", "hlsl"], arguments].concat();
    let text = convert(&arguments, file)?;
    Ok(String::from_utf8(text).unwrap().trim().replace('\n', " "))
}

#[test]
fn files_of_hlsl_are_listed_and_one_is_picked() {
    let file = hostile("rootsig-subobjects.hlsl");
    let list = String::from_utf8(rootsig("show", &[], &file).unwrap()).unwrap();
    assert_eq!(
        list,
        format!(
            "{0}:2 Everything  global root signature, 1.1\n  DescriptorTable(UAV(u0)),\n  SRV(t0),\n  CBV(b0)\n\
             {0}:8 PerHit  local root signature, 1.1\n  RootFlags(LOCAL_ROOT_SIGNATURE),\n  RootConstants(b1, num32BitConstants = 4)\n\
             {0}:9 main  function, 1.1\n  CBV(b7)\n",
            file.display()
        )
    );
    let which = hlsl(&[], &file).unwrap_err();
    assert!(
        which.contains("choose one of Everything (line 2), PerHit (line 8), main (line 9)"),
        "{which}"
    );
    assert_eq!(hlsl(&["--name", "main"], &file).unwrap(), "CBV(b7)");
    assert_eq!(
        hlsl(&["--name", "PerHit"], &file).unwrap(),
        "RootFlags(LOCAL_ROOT_SIGNATURE), RootConstants(b1, num32BitConstants = 4)"
    );
    let meant = hlsl(&["--name", "Main"], &file).unwrap_err();
    assert!(meant.contains("did you mean `main`?"), "{meant}");

    let empty = hlsl(&[], &file_of("empty.hlsl")).unwrap_err();
    assert!(empty.contains("the file is empty"), "{empty}");
    let textured = hlsl(&["-D", "TEXTURED"], &file_of("conditional_else.hlsl"));
    assert_eq!(textured.unwrap(), "DescriptorTable(SRV(t0))");
}

fn file_of(name: &str) -> PathBuf {
    tests::data().join("hlsl/files").join(name)
}

#[test]
fn a_broken_rule_is_converted_by_force_only() {
    let file = hostile("rootsig-overlap-and-cost.hlsl");
    let findings = convert(&["--to", "rts0"], &file).unwrap_err();
    for (place, rule) in [("1:1", "root-cost"), ("1:10", "register-overlap")] {
        assert!(findings.contains(&format!("hlsl:{place}: ")), "{findings}");
        assert!(
            findings.contains(&format!("the rule is `{rule}`")),
            "{findings}"
        );
    }
    assert!(convert(&["--to", "rts0", "--force"], &file).is_ok());
}

/// The exit code is 1 for a broken rule, 2 for an error.
#[test]
fn broken_rules_and_unreadable_files_have_different_exit_codes() {
    let shader = tests::data().join("dxc/ps_textured.sm60.dxil");
    let shader = shader.to_str().unwrap();
    let broken = hostile("rootsig-overlap-and-cost.hlsl");
    let broken = broken.to_str().unwrap();
    let unread = file("unread.hlsl", "CBV(t0)");
    let unread = unread.to_str().unwrap();
    let fits_not = file("fits-not.hlsl", "CBV(b0)");
    let fits_not = fits_not.to_str().unwrap();
    for (arguments, code) in [
        (&["convert", "--to", "hlsl", broken][..], 1),
        (&["convert", "--to", "hlsl", unread], 2),
        (&["check", "--with", fits_not, shader], 1),
        (&["set", fits_not, shader, "-o", "-"], 1),
        (&["set", broken, shader, "-o", "-"], 1),
        (&["set", unread, shader, "-o", "-"], 2),
    ] {
        let output = dxobj(&[&["rootsig"], arguments].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(!said.is_empty() || arguments[0] == "check", "{arguments:?}");
        assert!(output.stdout.is_empty() || arguments[0] == "check");
    }
}

/// Floats that have no decimal form, and keywords that only one compiler has.
#[test]
fn hostile_values_survive_every_spelling() {
    let again = |name: &str, spelling: &str| {
        let spelled = convert(&["--force", "--to", spelling], &hostile(name))?;
        convert(
            &["--force", "--to", "rts0"],
            &self::file("hostile.txt", spelled),
        )
    };
    for name in [
        "rootsig-inf.rts0",
        "rts0-infinity-metadata.dxil",
        "rts0-nan-metadata.dxil",
    ] {
        let bytes = convert(&["--force", "--to", "rts0"], &hostile(name)).unwrap();
        assert_eq!(again(name, "metadata").unwrap(), bytes, "{name}");
    }
    let bytes = std::fs::read(hostile("rootsig-none.rts0")).unwrap();
    assert_eq!(again("rootsig-none.rts0", "hlsl").unwrap(), bytes);
    let version = again("rts0-unknown-version-metadata.dxil", "metadata").unwrap_err();
    assert!(
        version.contains("version: 36 cannot be spelled"),
        "{version}"
    );
}

#[test]
fn dialects_are_those_of_the_compilers() {
    let table = hostile("rootsig-empty-table.hlsl");
    let dxc = hlsl(&["--dialect", "dxc"], &table).unwrap();
    assert_eq!(dxc, "DescriptorTable(visibility = SHADER_VISIBILITY_ALL)");
    let bytes = |dialect: &str| {
        let file = file_of("define.hlsl");
        convert(&["--to", "rts0", "--dialect", dialect], &file).unwrap()
    };
    assert_ne!(bytes("clang"), bytes("dxc"));
    let tabs = hlsl(&["--dialect", "dxc"], &file_of("tabs.hlsl")).unwrap_err();
    assert!(tabs.contains("tabs.hlsl:1:21: only spaces"), "{tabs}");
}

/// A shader finds its resources, or the command lists the missing ones.
#[test]
fn shaders_are_checked_against_root_signatures() {
    let shader = tests::data().join("dxc/rs_full.v1_1.dxil");
    let shader = shader.to_str().unwrap();
    let source = tests::data().join("dxc/hlsl/rs_full.hlsl");
    let check = |with: &Path| {
        let with = with.to_str().unwrap();
        let words = [
            "rootsig",
            "check",
            "--dialect",
            "dxc",
            "--with",
            with,
            shader,
        ];
        let output = dxobj(&words);
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
        )
    };
    assert_eq!(check(&source), (Some(0), format!("{shader}: ok\n")));
    let (code, less) = check(&file_of("define.hlsl"));
    assert!(
        code == Some(1) && less.contains("resource-not-bound"),
        "{less}"
    );
}

/// Every crafted root signature becomes metadata that is read back, or is refused.
#[test]
fn crafted_root_signatures_become_metadata_or_are_refused() {
    let crafted = tests::containers(&tests::data().join("crafted"));
    let crafted = crafted.iter().filter(|path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with("rts0-")
    });
    for path in crafted {
        let spelled = convert(&["--force", "--to", "metadata"], path);
        match spelled {
            Ok(text) => {
                let bytes = convert(&["--force", "--to", "rts0"], &file("crafted.ll", text));
                assert!(bytes.is_ok(), "{}: {bytes:?}", path.display());
            }
            Err(wrong) => assert!(wrong.starts_with("error: "), "{wrong}"),
        }
    }
}

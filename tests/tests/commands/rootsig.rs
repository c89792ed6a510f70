//! The example `rootsig`, which converts between the spellings.

use std::path::{Path, PathBuf};
use std::process::Command;

use dxc_format::{Container, parts};

/// Runs the example; gives what it prints, or what it says is wrong.
fn rootsig(arguments: &[&str], file: &Path) -> Result<Vec<u8>, String> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["run", "--quiet", "--package", "dxc-format"]);
    command
        .args(["--example", "rootsig", "--"])
        .args(arguments)
        .arg(file);
    let output = command
        .current_dir(tests::root())
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(String::from_utf8(output.stderr).unwrap()),
    }
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
        assert_eq!(rootsig(&read, &container).unwrap(), part.data);
        assert_eq!(
            rootsig(&read, &file("bare.rts0", part.data)).unwrap(),
            part.data
        );
        for spelling in [
            &["--to", "hlsl"][..],
            &["--to", "hlsl", "--complete"],
            &["--to", "metadata"],
            &["--to", "yaml"],
        ] {
            let text = file("spelled.txt", rootsig(spelling, &container).unwrap());
            assert_eq!(rootsig(&read, &text).unwrap(), part.data, "{spelling:?}");
        }
    }
}

#[test]
fn other_versions_are_what_dxc_makes_of_them() {
    let rs0 = |name: &str, version: &str| {
        let container = tests::data().join("dxc").join(name);
        rootsig(&["--to", "rts0", "--version", version], &container).unwrap()
    };
    assert_eq!(
        rs0("rs_full.v1_1.dxil", "1.0"),
        rs0("rs_full.v1_0.dxil", "1.0")
    );
}

/// What `hlsl/lib_raytracing.hlsl` says of them; DXC writes no flags for subobjects.
#[test]
fn subobjects_of_a_library_have_names() {
    let library = tests::data().join("dxc/lib_raytracing.sm66.dxil");
    let spelled = |name: &str| {
        let hlsl = rootsig(&["--to", "hlsl", "--subobject", name], &library).unwrap();
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
    let which = rootsig(&["--to", "hlsl"], &library).unwrap_err();
    assert!(
        which.ends_with("--subobject chooses one of global_rs, local_rs\n"),
        "{which}"
    );
}

#[test]
fn what_is_wrong_is_shown() {
    let none = rootsig(
        &["--to", "hlsl"],
        &tests::data().join("crafted/no-parts.dxil"),
    )
    .unwrap_err();
    assert!(none.ends_with("the container has no part RTS0\n"), "{none}");

    let text = file("wrong.hlsl", "#define RS \"CBV(b0), \" \\\n  \"SRV(b1)\"\n");
    let wrong = rootsig(&["--to", "rts0"], &text).unwrap_err();
    assert!(
        wrong.contains("wrong.hlsl:2:8: `SRV` takes no such register"),
        "{wrong}"
    );

    let functions = file(
        "two.ll",
        "!dx.rootsignatures = !{!0, !1}\n!0 = !{ptr @one, !2, i32 2}\n!1 = !{ptr @two, !2, i32 3}\n!2 = !{}\n",
    );
    let which = rootsig(&["--to", "rts0"], &functions).unwrap_err();
    assert!(
        which.contains("found 2: one, two; --function chooses"),
        "{which}"
    );
    let two = rootsig(&["--to", "metadata", "--function", "two"], &functions).unwrap();
    assert_eq!(
        String::from_utf8(two).unwrap(),
        "!dx.rootsignatures = !{!0}\n\n!0 = !{ptr @two, !1, i32 3}\n!1 = !{}\n"
    );
}

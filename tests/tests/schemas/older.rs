//! Tests that this version of the command handles files of a newer one, and that the newer one handles documents of
//! this version.
//!
//! No tool judges the answers; they were written before the command was run.

use std::path::Path;

use dxc_document::Document;
use dxc_format::Container;

use crate::dxobj::dxobj_in;

/// Writes each container of the tests' data, and its document by this version.
pub(crate) fn write_documents(folder: &Path) {
    std::fs::create_dir_all(folder).unwrap();
    for path in tests::containers(&tests::data().join("dxc")) {
        let bytes = std::fs::read(&path).unwrap();
        let document = Document::of(&Container::parse(&bytes).unwrap()).unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let yaml = folder.join(format!("{name}.yaml"));
        std::fs::write(yaml, document.to_yaml().unwrap()).unwrap();
        std::fs::write(folder.join(format!("{name}.dxil")), bytes).unwrap();
    }
}

/// The exit status of the command, its output, and its messages.
fn run(folder: &Path, line: &str) -> (Option<i32>, String, String) {
    let arguments: Vec<&str> = line.split(' ').collect();
    let output = dxobj_in(folder, &arguments);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

/// Runs the command, which must exit with this status and print these texts in its output or its messages.
#[track_caller]
fn answer(folder: &Path, line: &str, status: i32, parts: &[&str]) {
    let (code, stdout, stderr) = run(folder, line);
    assert_eq!(code, Some(status), "{line}: {stderr}\n{stdout}");
    for part in parts {
        let has = stdout.contains(part) || stderr.contains(part);
        assert!(has, "{line}: {part}\n{stdout}{stderr}");
    }
}

/// Checks the answers of this version for the files of the exams.
pub(crate) fn answers(folder: &Path) {
    let all = [
        "stage",
        "operation",
        "attribute",
        "psv0_version",
        "runtime_data",
        "section",
        "string",
        "replaced_part",
        "flagged_table",
    ];
    for name in all {
        for format in ["text", "yaml", "json", "html", "hex"] {
            answer(
                folder,
                &format!("show --format {format} {name}.dxil"),
                0,
                &[],
            );
        }
        let document = run(folder, &format!("show --format yaml {name}.dxil")).1;
        std::fs::write(folder.join("document.yaml"), document).unwrap();
        answer(folder, "build document.yaml -o built.dxil", 0, &[]);
        let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
        assert!(
            read("built.dxil") == read(&format!("{name}.dxil")),
            "{name}"
        );
    }
    stage(folder);
    root_parameter(folder);
    program(folder);
    versions(folder);
    moved_table(folder);
}

/// A stage without a name is a number. Nothing is known about its parts and its signatures, and the bitcode has an
/// unknown profile.
fn stage(folder: &Path) {
    let (code, found, _) = run(folder, "validate stage.dxil");
    let findings: Vec<&str> = found
        .lines()
        .filter(|line| line.starts_with("  "))
        .collect();
    let expected = [
        "the profile is unknown [program]",
        "info.shader_stage: the stage 16",
    ];
    assert_eq!((code, findings.len()), (Some(1), expected.len()), "{found}");
    for (finding, expected) in findings.iter().zip(expected) {
        assert!(finding.contains(expected), "{found}");
    }
    for line in ["ls", "reflect", "signatures", "bindings"] {
        answer(folder, &format!("{line} stage.dxil"), 0, &[]);
    }
    answer(
        folder,
        "show --part PSV0 --format yaml stage.dxil",
        0,
        &["ShaderStage: 16\n"],
    );
    answer(folder, "signatures stage.dxil", 0, &["CTRL_POSITION"]);
    answer(
        folder,
        "dump stage.dxil",
        0,
        &["!\"wv\", i32 6", "CTRL_POSITION"],
    );
}

/// A part that this version cannot read is shown as bytes; the others are not affected.
fn root_parameter(folder: &Path) {
    for format in ["text", "yaml", "json", "html", "hex"] {
        answer(
            folder,
            &format!("show --format {format} root_parameter.dxil"),
            2,
            &["parameters[", "].payload", "unknown selector value 5"],
        );
    }
    answer(
        folder,
        "validate root_parameter.dxil",
        2,
        &["unknown selector value 5 [unreadable]"],
    );
    let (code, stdout, _) = run(folder, "show --format yaml root_parameter.dxil");
    assert_eq!(code, Some(2));
    for part in [
        "This version cannot read the part: RTS0",
        "Name: PSV0",
        "Digest",
    ] {
        assert!(stdout.contains(part), "{part}: {stdout}");
    }
    std::fs::write(folder.join("document.yaml"), stdout).unwrap();
    answer(folder, "build document.yaml -o built.dxil", 0, &[]);
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
    assert!(read("built.dxil") == read("root_parameter.dxil"));
}

/// An operation and an attribute without a name are numbers.
fn program(folder: &Path) {
    let call = "@dx.op.createHandleFromBinding(i32 400, ";
    answer(folder, "dump operation.dxil", 0, &[call, "opcode #400"]);
    for line in ["validate", "reflect", "bindings", "signatures"] {
        answer(folder, &format!("{line} operation.dxil"), 0, &[]);
    }
    let bytes = std::fs::read(folder.join("attribute.dxil")).unwrap();
    let container = Container::parse(&bytes).unwrap();
    let program = container.dxil().unwrap().unwrap();
    let printed = dxil::Module::parse(program.bitcode())
        .unwrap()
        .print()
        .unwrap();
    for part in ["declare i8 @a(i8) #0", "attributes #0 = { nounwind 46 }"] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
}

/// A longer record, further bytes and a table of an unknown kind belong to a newer version, and are not errors.
fn versions(folder: &Path) {
    answer(folder, "validate runtime_data.dxil", 0, &[]);
    answer(folder, "validate rename.dxil", 0, &[]);
    // The file has no program.
    let (_, found, _) = run(folder, "validate psv0_version.dxil");
    let findings: Vec<&str> = found
        .lines()
        .filter(|line| line.starts_with("  "))
        .collect();
    assert!(
        matches!(findings[..], [one] if one.contains("[program-missing]")),
        "{found}"
    );
    for name in ["psv0_version", "runtime_data", "rename"] {
        for line in ["ls", "reflect", "bindings"] {
            answer(folder, &format!("{line} {name}.dxil"), 0, &[]);
        }
    }
    // A section and a string without a name are kept.
    answer(folder, "validate section.dxil", 0, &[]);
    let newer = "3 strings, of which this version knows 2: a newer version may define the others";
    answer(folder, "validate string.dxil", 0, &["warning: ", newer]);
    for name in ["section", "string"] {
        for line in ["ls", "sources", "bindings"] {
            answer(folder, &format!("{line} {name}.dxil"), 0, &[]);
        }
    }
}

/// A PSV0 of a newer version that cannot be read is named; other parts have its resources and its stage.
fn moved_table(folder: &Path) {
    let newer = "a record of `info` has ";
    for format in ["text", "yaml", "json", "html", "hex"] {
        let line = format!("show --format {format} moved_table.dxil");
        answer(folder, &line, 2, &[newer]);
    }
    answer(
        folder,
        "ls moved_table.dxil",
        0,
        &["newer", "ps_6_0", "RSRC"],
    );
    answer(
        folder,
        "bindings moved_table.dxil",
        0,
        &["warning: ", newer, "linear_wrap", "layers"],
    );
    answer(
        folder,
        "reflect moved_table.dxil",
        0,
        &["warning: ", newer, "albedo"],
    );
    answer(
        folder,
        "signatures moved_table.dxil",
        0,
        &["warning: ", newer, "SV_DepthGreaterEqual"],
    );
    answer(
        folder,
        "dump moved_table.dxil",
        0,
        &["warning: ", newer, "; Resource Bindings"],
    );
    answer(
        folder,
        "validate moved_table.dxil",
        2,
        &[newer, "the part RSRC is not known"],
    );
    let document = run(folder, "show --format yaml moved_table.dxil").1;
    std::fs::write(folder.join("document.yaml"), document).unwrap();
    answer(folder, "build document.yaml -o built.dxil", 0, &[]);
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
    assert!(read("built.dxil") == read("moved_table.dxil"));
}

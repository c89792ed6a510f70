//! Findings with the line of HLSL. Judge: the text of that line in the HLSL that the shader was compiled from.

use std::collections::BTreeMap;
use std::path::Path;

use dxc_format::constants::FeatureFlags;
use dxc_format::features::FeatureInfo;
use dxc_format::{Container, DigestPolicy, parts};
use serde_json::Value;

use crate::{Folder, text};

/// The lines of HLSL of the findings of one file, by fields.
fn lines(folder: &Folder, command: &str) -> BTreeMap<String, String> {
    let hlsl = "../../dxc-format/tests/data/dxc/hlsl/vs_basic.hlsl";
    let hlsl = Path::new(env!("CARGO_MANIFEST_DIR")).join(hlsl);
    let hlsl = std::fs::read_to_string(hlsl).unwrap();
    let printed = text(&folder.dxobj(command));
    let line: Value = serde_json::from_str(printed.lines().next().unwrap()).unwrap();
    let findings = line["findings"].as_array().unwrap().iter();
    let found = findings.filter_map(|finding| {
        let line = usize::try_from(finding.get("line")?.as_u64()?).unwrap();
        assert_eq!(finding["file"], "vs_basic.hlsl");
        let field = finding["field"].as_str().unwrap().to_owned();
        Some((field, hlsl.lines().nth(line - 1).unwrap().to_owned()))
    });
    found.collect()
}

#[test]
fn resources_have_the_line_of_their_declaration() {
    let folder = Folder::new();
    folder.write(
        "root.hlsl",
        "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), UAV(u0)",
    );
    for (file, count) in [
        ("vs_basic.debug-embedded.dxil", 2),
        ("vs_basic.pdb-full.dxil", 2),
        // Without debug information
        ("vs_basic.sm60.dxil", 0),
    ] {
        folder.copy(file, "vs.dxil");
        for command in [
            "rootsig check --json --with root.hlsl vs.dxil",
            "pipeline --json --root-signature root.hlsl vs.dxil",
        ] {
            let lines = lines(&folder, command);
            assert_eq!(lines.len(), count, "{file}: {command}: {lines:?}");
            for (index, name) in ["Frame", "Object"].iter().enumerate().take(count) {
                let line = &lines[&format!("resources[{index}]")];
                assert!(line.starts_with(&format!("cbuffer {name} :")), "{line}");
            }
        }
    }
}

#[test]
fn other_fields_have_the_line_of_the_entry_function() {
    let folder = Folder::new();
    let file = folder.copy("vs_basic.debug-embedded.dxil", "vs.dxil");
    let mut builder = Container::parse(&file).unwrap().to_builder();
    let features = FeatureInfo {
        flags: FeatureFlags::WaveOps,
    };
    builder.set_part(parts::SFI0, features).unwrap();
    builder.set_digest(DigestPolicy::Recompute);
    folder.write("vs.dxil", builder.to_bytes().unwrap());
    let lines = lines(&folder, "validate --json vs.dxil");
    assert!(!lines.is_empty());
    for (field, line) in lines {
        assert_eq!(line, "Out main(In i) {", "{field}");
    }
}

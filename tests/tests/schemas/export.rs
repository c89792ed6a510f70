//! Tests `cargo xtask export` without other programs.
//!
//! Judge: the schemas. Clang judges these exports in `llvm/export.rs`, Kaitai's compiler in `exports/kaitai.rs`.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::xtask::{Run, altered, assert_contains, replace, run, run_into};

/// The targets that are exported from the schemas, as the help lists them. `npm` is made from the library, and the test
/// `exports` checks that it has the library's fields.
fn targets() -> Vec<String> {
    let help = crate::xtask::Tree::help(&["export"]).stdout;
    let listed = help.lines().filter_map(|line| {
        let (name, _) = line.trim().strip_prefix("- ")?.split_once(':')?;
        Some(name.to_owned())
    });
    listed.filter(|name| name != "npm").collect()
}

fn export(schema: &Path, name: &str, arguments: &[&str]) -> (Run, PathBuf) {
    let schema = ["--schema", schema.to_str().unwrap()];
    run_into(name, "export", &[arguments, &schema].concat())
}

fn json(schema: &Path, name: &str) -> Value {
    let (run, out) = export(schema, name, &["json"]);
    run.assert_quiet();
    let text = std::fs::read_to_string(out.join("dxcontainer.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The item or the field with this name.
fn named<'v>(all: &'v Value, name: &str) -> &'v Value {
    let mut all = all.as_array().unwrap().iter();
    all.find(|one| one["name"] == name).unwrap()
}

/// A copy of the repository's schemas with additions.
fn grown_schema(name: &str) -> PathBuf {
    let version = "[struct.RuntimeInfo.v99]\n# How many nodes.\nnode_count = { type = \"u32\", llvm = false }\n\n";
    let next = "[struct.ResourceBinding]";
    let name = format!("export-schema-{name}");
    let schema = altered(&name, "psv0.toml", next, &format!("{version}{next}"));
    let value = "# A kind from the future.\nFutureKind = 1000\n\n[flags.ResourceFlags]";
    let constants = schema.join("constants.toml");
    replace(&constants, "[flags.ResourceFlags]", value);
    schema
}

#[test]
fn a_new_field_and_a_new_value_appear_in_all_targets() {
    let schema = grown_schema("more");
    let targets = targets();
    assert!(targets.len() >= 5, "{targets:?}");
    for target in targets {
        let target = target.as_str();
        let (run, out) = export(&schema, &format!("export-grown-{target}"), &[target]);
        run.assert_success();
        let text: String = tests::entries(&out)
            .iter()
            .map(|path| std::fs::read_to_string(path).unwrap())
            .collect();
        let has_one = |names: &[&str]| names.iter().any(|name| text.contains(name));
        // Targets that have enums only say so. Python has the keys of documents.
        let has_field = run.stdout.contains(" enums\n") || has_one(&["node_count", "NodeCount"]);
        assert!(has_field, "{target}: the new field is missing");
        let has_value = has_one(&["FutureKind", "future_kind", "FUTURE_KIND"]);
        assert!(has_value, "{target}: the new value is missing");
    }
}

#[test]
fn json_resolves_types_places_and_expressions() {
    let model = json(&tests::root().join("schema"), "export-json");
    let info = named(&model["items"], "RuntimeInfo");
    assert_eq!(
        (&model["version"], &info["kind"], &info["form"]),
        (&2.into(), &"struct".into(), &"by_size".into())
    );
    let sizes: Vec<u64> = info["versions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|version| version["size"].as_u64().unwrap())
        .collect();
    assert_eq!(sizes[..4], [24, 36, 48, 52]);
    let stage = named(&info["versions"][1]["fields"], "shader_stage");
    assert_eq!(
        (&stage["place"], &stage["cpp"]),
        (
            &serde_json::json!({ "at": 24, "size": 1, "since": 1 }),
            &"ShaderStage".into()
        )
    );
    // Names of values without a type are resolved by the type of the other operand.
    let descriptor = named(&model["items"], "RootDescriptor");
    let when = &descriptor["versions"][0]["when"];
    assert_eq!(when["text"], "version == V1_0");
    assert_eq!(
        when["tree"]["right"],
        serde_json::json!({ "op": "value", "of": "RootSignatureVersion", "name": "V1_0", "number": 1 })
    );
    let signature = model["parts"]
        .as_array()
        .unwrap()
        .iter()
        .find(|part| part["fourcc"][0] == "ISG1")
        .unwrap();
    assert_eq!(signature["type"]["args"][0]["tree"]["name"], "MinPrecision");
}

/// Every kind of item in a schema is exported; the tiny schemas of the tests have all kinds.
#[test]
fn json_has_every_item_of_any_schema() {
    let folder = tests::root().join("tests/features/schema");
    let model = json(&folder, "export-json-features");
    let names: Vec<&str> = model["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["name"].as_str().unwrap())
        .collect();
    let mut declared = 0;
    for (_, text) in tests::change::schemas(&folder) {
        let table: toml::Table = text.parse().unwrap();
        for items in table.values().filter_map(toml::Value::as_table) {
            for name in items.keys() {
                assert!(names.contains(&name.as_str()), "{name}");
                declared += 1;
            }
        }
    }
    assert_eq!(names.len(), declared);
}

/// Importing the exported macros into the same schemas finds no difference.
#[test]
fn exported_macros_are_imported_without_a_difference() {
    let (_, out) = export(&tests::root().join("schema"), "export-def", &["def"]);
    let path = out.join("DXContainerConstants.def");
    let import = |path: &Path| run(&tests::root(), "import", &[path.to_str().unwrap()]);
    assert_eq!(import(&path).stdout, "no difference\n");
    replace(&path, "RESOURCE_KIND(4, ", "RESOURCE_KIND(5, ");
    assert_eq!(import(&path).code, Some(1));
}

/// A flag without a bit has no row in a macro of bits: it is reported.
#[test]
fn a_value_that_a_macro_cannot_hold_is_reported() {
    let schema = grown_schema("several");
    let flag = "UsedByAtomic64 = { bit = 0 }";
    let several = format!("{flag}\n# Several at once.\nSeveral = {{ value = 0x6 }}");
    replace(&schema.join("constants.toml"), flag, &several);
    let (run, out) = export(&schema, "export-def-omitted", &["def"]);
    run.assert_success();
    assert_contains(&run.stderr, "`ResourceFlags::Several`: it has no `bit`");
    let text = std::fs::read_to_string(out.join("DXContainerConstants.def")).unwrap();
    assert!(text.contains("// Several: no bit"));
}

/// A field without a fixed offset is a comment of the header, and reported.
#[test]
fn fields_that_a_header_cannot_hold_are_reported() {
    let (run, out) = export(&tests::root().join("schema"), "export-c", &["c"]);
    run.assert_success();
    assert_contains(
        &run.stderr,
        "note: `RootSignature.parameters`: its offset or its size is not fixed\n",
    );
    let text = std::fs::read_to_string(out.join("dxcontainer.h")).unwrap();
    let line = "// Not fixed: `parameters`, of type RootParameter, count `parameter_count`, at `parameters_offset` from the start of the part.";
    assert!(text.contains(line));
    assert!(text.contains("static_assert(offsetof(DxbcRootSignature, flags) == 20"));
    assert!(!run.stderr.contains("RuntimeInfo"), "{}", run.stderr);
}

/// JSON and Kaitai have constant bytes of any length, written as characters or in hexadecimal.
#[test]
fn constant_bytes_are_exported() {
    let features = tests::root().join("tests/features/schema");
    let model = json(&features, "export-json-constant-bytes");
    let fields = &named(&model["items"], "Signed")["fields"];
    let tree = |field| &named(fields, field)["is"]["tree"];
    let magic = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0];
    assert_eq!(
        tree("magic"),
        &serde_json::json!({ "op": "bytes", "bytes": magic })
    );
    assert_eq!(
        tree("label"),
        &serde_json::json!({ "op": "bytes", "bytes": b"text: " })
    );
    assert_eq!(
        tree("short"),
        &serde_json::json!({ "op": "text", "text": "ENDS" })
    );
    let (run, out) = export(&features, "export-kaitai-constant-bytes", &["kaitai"]);
    run.assert_success();
    let text = std::fs::read_to_string(out.join("dxcontainer_computed.ksy")).unwrap();
    for bytes in [&magic[..], b"text: ", b"ENDS"] {
        let bytes = bytes.iter().map(|byte| format!("          - {byte}\n"));
        let bytes: String = bytes.collect();
        assert_contains(&text, &format!("- contents:\n{bytes}        doc:"));
    }
}

/// Padding is computed from the beginning of the structure, wherever it is in its part.
#[test]
fn kaitai_pads_from_where_a_structure_begins() {
    let features = tests::root().join("tests/features/schema");
    let (run, out) = export(&features, "export-kaitai-padding", &["kaitai"]);
    run.assert_success();
    let text = std::fs::read_to_string(out.join("dxcontainer_padding.ksy")).unwrap();
    assert_contains(
        &text,
        "seq:\n      - size: 0\n        if: \"start_of_self >= 0\"\n",
    );
    assert_contains(&text, "(4 - (_io.pos - start_of_self) % 4) % 4");
}

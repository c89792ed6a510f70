//! Lines of JSON: each is valid by the schema of its command, whatever the file is.
//!
//! Judge: the JSON Schema that `dxobj schema` prints, and the names of the files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{Folder, text};

/// The commands, with the lines that print JSON; `FILES` is the folder.
const COMMANDS: &[(&str, &[&str])] = &[
    ("ls", &["ls --json FILES"]),
    (
        "show",
        &["show --json FILES", "show --json --part SFI0 FILES"],
    ),
    (
        "dump",
        &[
            "dump --json FILES",
            "dump --json --no-ir FILES",
            "dump --json --function main FILES",
        ],
    ),
    ("bindings", &["bindings --json FILES"]),
    ("signatures", &["signatures --json FILES"]),
    ("reflect", &["reflect --json FILES"]),
    ("verify", &["verify --json FILES"]),
    (
        "validate",
        &["validate --json FILES", "validate --json --no-digest FILES"],
    ),
    (
        "pipeline",
        &[
            "pipeline --json FILES",
            "pipeline --json --pair FILES",
            "pipeline --json FILES/vs.dxil FILES/short.dxil",
            "pipeline --json --root-signature root.hlsl FILES/vs.dxil FILES/dxc/ps_textured.sm60.dxil",
        ],
    ),
    ("rootsig-show", &["rootsig show --json FILES"]),
    (
        "rootsig-check",
        &[
            "rootsig check --json FILES",
            "rootsig check --json --with root.hlsl FILES",
        ],
    ),
    (
        "sources",
        &["sources --json FILES", "sources --json -o sources FILES"],
    ),
    (
        "diff",
        &[
            "diff --json FILES changed",
            "diff --json --layout FILES changed",
            "diff --json --instructions FILES changed",
        ],
    ),
    (
        "scan",
        &["scan --json FILES", "scan --json --extract found FILES"],
    ),
    ("roundtrip", &["roundtrip --json FILES"]),
];

/// The containers of the repository.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../dxc-format/tests/data");

/// Containers of all kinds, intact and damaged.
fn folder() -> Folder {
    let folder = Folder::new();
    for kind in ["dxc", "level9", "reflection", "crafted", "hostile"] {
        for entry in fs::read_dir(Path::new(DATA).join(kind))
            .into_iter()
            .flatten()
        {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let bytes = fs::read(&path).unwrap_or_default();
            if bytes.starts_with(b"DXBC") && bytes.len() < 16_000 {
                folder.write(&format!("files/{kind}/{name}"), &bytes);
            }
        }
    }
    let vs = folder.copy("vs_basic.sm60.dxil", "files/vs.dxil");
    folder.copy("vs_basic.sm66.dxil", "changed/vs.dxil");
    folder.copy("vs_basic.sm66.dxil", "changed/new.dxil");
    folder.write("changed/short.dxil", &vs);
    folder.shader("files/debug.dxil");
    folder.write("files/short.dxil", &vs[..1000]);
    // Each byte of a word in turn is the highest possible.
    for at in (0x20..vs.len() - 4).step_by(97) {
        let mut damaged = vs.clone();
        damaged[at..at + 4].fill(0xff);
        folder.write(&format!("files/damaged/{at:04}.dxil"), &damaged);
    }
    folder.write(
        "root.hlsl",
        "#define RS \"CBV(b0), SRV(t0)\"\n[RootSignature(RS)] void main() {}\n",
    );
    folder
}

/// Why a value is not valid by a schema; `None` if it is. Objects with listed keys have no others.
fn invalid(value: &Value, schema: &Value, root: &Value) -> Option<String> {
    for (keyword, wanted) in schema.as_object().unwrap() {
        let why = match &**keyword {
            "$schema" | "$defs" | "title" | "description" | "required" => None,
            "$ref" => {
                let pointer = wanted.as_str().unwrap().strip_prefix('#').unwrap();
                invalid(value, root.pointer(pointer).unwrap(), root)
            }
            "anyOf" => {
                let all = wanted.as_array().unwrap().iter();
                let all: Option<Vec<String>> =
                    all.map(|schema| invalid(value, schema, root)).collect();
                all.map(|all| all.join(" and "))
            }
            "const" => (value != wanted).then(|| format!("{value} is not {wanted}")),
            "enum" => (!wanted.as_array().unwrap().contains(value))
                .then(|| format!("{value} is none of {wanted}")),
            "minimum" => (value.as_f64() < wanted.as_f64()).then(|| format!("{value} is too low")),
            "type" => (!has_type(value, wanted)).then(|| format!("{value} is no {wanted}")),
            "items" => value
                .as_array()
                .and_then(|items| items.iter().find_map(|item| invalid(item, wanted, root))),
            "additionalProperties" => value
                .as_object()
                .and_then(|keys| keys.values().find_map(|item| invalid(item, wanted, root))),
            "properties" => value
                .as_object()
                .and_then(|keys| invalid_keys(keys, wanted, &schema["required"], root)),
            _ => panic!("the schema has the keyword {keyword}"),
        };
        if why.is_some() {
            return why;
        }
    }
    None
}

fn invalid_keys(
    keys: &serde_json::Map<String, Value>,
    known: &Value,
    required: &Value,
    root: &Value,
) -> Option<String> {
    let missing = required.as_array().unwrap().iter();
    let missing = missing
        .filter_map(Value::as_str)
        .find(|name| !keys.contains_key(*name))
        .map(|name| format!("no {name}"));
    missing.or_else(|| {
        keys.iter().find_map(|(name, value)| match known.get(name) {
            Some(schema) => invalid(value, schema, root).map(|why| format!("{name}: {why}")),
            None => Some(format!("the schema lacks {name}")),
        })
    })
}

fn has_type(value: &Value, wanted: &Value) -> bool {
    let is = |wanted: &Value| match wanted.as_str().unwrap() {
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type {other}"),
    };
    wanted
        .as_array()
        .map_or_else(|| is(wanted), |all| all.iter().any(is))
}

/// The lines that a command printed.
fn lines(printed: &str) -> impl Iterator<Item = Value> {
    printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}")))
}

#[test]
fn elements_have_the_names_of_reflection() {
    let folder = Folder::new();
    folder.copy("vs_basic.sm60.dxil", "vs.dxil");
    let line = |command: &str| -> serde_json::Value {
        serde_json::from_str(&folder.printed(&format!("{command} --json vs.dxil"))).unwrap()
    };
    let (listed, reflected) = (line("signatures"), line("reflect"));
    for (index, signature) in listed["signatures"].as_array().unwrap().iter().enumerate() {
        let parameters = &reflected["signatures"][index]["parameters"];
        for (at, element) in signature["elements"].as_array().unwrap().iter().enumerate() {
            for key in ["system_value", "component_type", "min_precision"] {
                assert!(element[key].is_string(), "{element}");
                assert_eq!(element[key], parameters[at][key], "{element}");
            }
        }
    }
}

#[test]
fn lines_of_json_are_valid_by_the_schema_of_their_command() {
    let folder = folder();
    for (name, commands) in COMMANDS {
        let schema = folder.printed(&format!("schema {name}"));
        let schema: Value = serde_json::from_str(&schema).unwrap();
        for command in *commands {
            let printed = text(&folder.dxobj(&command.replace("FILES", "files")));
            let mut errors = 0;
            for line in lines(&printed) {
                assert_eq!(line["schema_version"], 2, "{command}: {line}");
                let why = invalid(&line, &schema, &schema);
                assert_eq!(why, None, "{command}: {}", line["path"]);
                errors += usize::from(line.get("error").is_some());
            }
            // `scan` reads all files, and the last pipeline is whole.
            let is_whole = command.contains("--root-signature");
            assert!(errors > 0 || *name == "scan" || is_whole, "{command}");
        }
    }
}

#[test]
fn each_file_has_a_line_also_if_it_cannot_be_read() {
    let folder = folder();
    let listed = folder.dxobj("ls --json files missing.dxil");
    let expected: BTreeSet<String> = lines(&text(&listed))
        .map(|line| line["path"].as_str().unwrap().to_owned())
        .collect();
    assert!(expected.len() > 100, "{} files", expected.len());
    // These read two files, and several files, at once.
    let commands = COMMANDS.iter();
    for (name, commands) in commands.filter(|(name, _)| !["diff", "pipeline"].contains(name)) {
        let command = commands[0].replace("FILES", "files missing.dxil");
        let printed = text(&folder.dxobj(&command));
        let found: Vec<String> = lines(&printed)
            .map(|line| line["path"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(found.len(), expected.len(), "{name}");
        assert_eq!(BTreeSet::from_iter(found), expected, "{name}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf8_keep_their_bytes() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let name = b"files/a\xff\xfe.dxil";
    let folder = Folder::new();
    let vs = folder.copy("vs_basic.sm60.dxil", "vs.dxil");
    folder.copy("vs_basic.sm60.dxil", "changed/vs.dxil");
    for bytes in [&vs[..], &vs[..1000]] {
        let path = folder.0.path().join(OsStr::from_bytes(name));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
        // A folder is no pipeline.
        let commands = COMMANDS.iter().filter(|(name, _)| *name != "pipeline");
        for (command, commands) in commands {
            let printed = text(&folder.dxobj(&commands[0].replace("FILES", "files")));
            let schema = folder.printed(&format!("schema {command}"));
            let schema: Value = serde_json::from_str(&schema).unwrap();
            let mut named = lines(&printed).filter(|line| line.get("bytes").is_some());
            let line = named
                .next()
                .unwrap_or_else(|| panic!("{command}: {printed}"));
            let kept: Vec<u8> = serde_json::from_value(line["bytes"].clone()).unwrap();
            assert!(name.ends_with(&kept), "{command}: {line}");
            assert!(kept.ends_with(b"a\xff\xfe.dxil"), "{command}: {line}");
            assert_eq!(invalid(&line, &schema, &schema), None, "{command}");
        }
    }
}

#[test]
fn flags_are_lists_of_names_and_unknown_bits_a_number() {
    let folder = Folder::new();
    let mut cs = folder.copy("cs_reduce.sm68.dxil", "cs.dxil");
    let container = dxc_format::Container::parse(&cs).unwrap();
    let feature = container.find(dxc_format::parts::SFI0).unwrap();
    let at = feature.data_offset + 7;
    cs[at] |= 0x80;
    folder.write("cs.dxil", &cs);
    let line = folder.printed("reflect --json cs.dxil");
    let line: Value = serde_json::from_str(&line).unwrap();
    let features = &line["requires"]["value"]["features"];
    assert_eq!(*features, serde_json::json!(["WaveOps", 1u64 << 63]));
}

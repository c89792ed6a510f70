//! LLVM 22's own tools and headers as judges: `cargo test -p tests --features llvm --test llvm`.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use dxc_format::constants::{D3DSystemValue, FeatureFlags, HashFlags, ShaderStage};
use dxc_format::digest::Verdict;
use dxc_format::signature::{Signature, SignatureLayout};
use dxc_format::{Container, Part, TableStyle, parts};

pub(crate) const INSTALL: &str =
    "install LLVM 22's tools: apt-get install llvm-22 llvm-22-dev clang-22";

/// Runs one of LLVM's tools.
fn tool(name: &str, arguments: &[&Path]) -> String {
    let output = Command::new(name).args(arguments).output();
    let output = output.unwrap_or_else(|problem| panic!("{name}: {problem}; {INSTALL}"));
    assert!(
        output.status.success(),
        "{name}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

/// The rows of each macro of `DXContainerConstants.def`, in its order.
fn definitions() -> BTreeMap<String, Vec<Vec<String>>> {
    let path = "/usr/lib/llvm-22/include/llvm/BinaryFormat/DXContainerConstants.def";
    let text = std::fs::read_to_string(path)
        .unwrap_or_else(|problem| panic!("{path}: {problem}; {INSTALL}"));
    let mut tables: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    for line in text.lines().map(str::trim) {
        let Some((name, rest)) = line.split_once('(') else {
            continue;
        };
        if !name
            .chars()
            .all(|letter| letter.is_ascii_uppercase() || letter == '_' || letter.is_ascii_digit())
        {
            continue;
        }
        let row = rest.rsplit_once(')').unwrap().0;
        tables
            .entry(name.to_owned())
            .or_default()
            .push(columns(row));
    }
    tables
}

/// Splits at commas outside of strings.
fn columns(row: &str) -> Vec<String> {
    let mut columns = vec![String::new()];
    let mut quoted = false;
    for letter in row.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => columns.push(String::new()),
            letter => columns.last_mut().unwrap().push(letter),
        }
    }
    columns
        .iter()
        .map(|column| column.trim().to_owned())
        .collect()
}

fn number(text: &str) -> Option<i64> {
    match text.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// The mirrored tables of `schema/constants.toml`, as rows of the macro's columns.
fn mirrored() -> BTreeMap<String, Vec<Vec<String>>> {
    let text = std::fs::read_to_string(tests::root().join("schema/constants.toml")).unwrap();
    let schema: toml::Table = text.parse().unwrap();
    let items = ["enum", "flags"]
        .into_iter()
        .flat_map(|kind| schema[kind].as_table().unwrap().values());
    let mut tables = BTreeMap::new();
    for item in items {
        let Some(mirrors) = item.get("mirrors").and_then(toml::Value::as_str) else {
            continue;
        };
        let (name, keys) = mirrors.strip_suffix(')').unwrap().split_once('(').unwrap();
        // A value with a source of its own is not LLVM's.
        let all = item["values"].as_table().unwrap();
        // A second name has the first one as its value.
        let number = |value: &toml::Value| match value.as_str() {
            Some(first) => all[first].get("value").unwrap_or(&all[first]).to_string(),
            None => value.to_string(),
        };
        let values = all
            .iter()
            .filter(|(_, value)| value.get("source").is_none());
        let rows = values.map(|(name, value)| {
            let datum = |key| match key {
                "name" => name.to_owned(),
                // A number alone is the value.
                "value" => number(value.get(key).unwrap_or(value)),
                _ => match &value[key] {
                    toml::Value::String(text) => text.to_owned(),
                    other => other.to_string(),
                },
            };
            keys.split(", ").map(datum).collect()
        });
        tables.insert(name.to_owned(), rows.collect());
    }
    tables
}

#[test]
fn tables_equal_those_of_llvm() {
    let (ours, theirs) = (mirrored(), definitions());
    assert_eq!(theirs.len(), 21);
    assert_eq!(
        ours.keys().collect::<Vec<_>>(),
        theirs.keys().collect::<Vec<_>>()
    );
    for (name, rows) in &theirs {
        let same = |(ours, theirs): (&String, &String)| {
            ours == theirs
                || number(ours)
                    .zip(number(theirs))
                    .is_some_and(|(a, b)| a == b)
        };
        assert_eq!(ours[name].len(), rows.len(), "{name}");
        for (ours, theirs) in ours[name].iter().zip(rows) {
            assert!(
                ours.len() == theirs.len() && ours.iter().zip(theirs).all(same),
                "{name}: {ours:?} {theirs:?}"
            );
        }
    }
}

/// The generated tables are equal to the schema, so LLVM's values are in the API.
#[test]
fn generated_tables_keep_names_values_and_columns() {
    let rows = definitions();
    for row in &rows["D3D_SYSTEM_VALUE"] {
        let value = D3DSystemValue::from_name(&row[1]).unwrap();
        assert_eq!(i64::from(value.0), number(&row[0]).unwrap());
    }
    for row in &rows["SHADER_FEATURE_FLAG"] {
        let entry = FeatureFlags::TABLE.by_name(&row[2]).unwrap();
        assert_eq!(entry.value, 1 << number(&row[0]).unwrap());
        assert_eq!(
            entry.column("module_bit"),
            Some(dxc_format::runtime::shape::Column::Int(
                number(&row[1]).unwrap()
            ))
        );
    }
    assert_eq!(FeatureFlags::TABLE.mirrors, Some("SHADER_FEATURE_FLAG"));
}

/// An edited container is one that LLVM reads, and it sees the edit.
#[test]
fn llvm_reads_edited_files() {
    let bytes = std::fs::read(tests::data().join("dxc/vs_basic.psv-v3.dxil")).unwrap();
    let container = Container::parse(&bytes).unwrap();
    let mut builder = container.to_builder();
    let mut hash = container.hash().unwrap().unwrap().to_value();
    hash.flags.insert(HashFlags::IncludesSource);
    builder.set_part(parts::HASH, hash).unwrap();
    let mut signature = container.isg1().unwrap().unwrap().to_value();
    signature.elements[0].name = signature.names.intern("RENAMED_BY_US");
    let last = *signature.elements.last().unwrap();
    signature.elements.push(last);
    builder.set_part(parts::ISG1, signature).unwrap();
    builder.set_digest(dxc_format::DigestPolicy::Recompute);
    let edited = builder.to_bytes().unwrap();
    assert_eq!(
        Container::parse(&edited).unwrap().verify_digest(),
        Verdict::Matches
    );

    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("edited.dxil");
    std::fs::write(&path, &edited).unwrap();
    let yaml = tool("obj2yaml-22", &[&path]);
    assert!(yaml.contains("IncludesSource:  true"), "{yaml}");
    assert!(yaml.contains("RENAMED_BY_US"), "{yaml}");
    assert_eq!(
        yaml.matches("SV_InstanceID").count(),
        2,
        "the last element and its copy: {yaml}"
    );
}

/// LLVM 22 writes broken parts for these: 0 for ILDB, and a HASH of no bytes on purpose.
const BROKEN: [&str; 3] = [
    "PSVv0-ILDB.yaml",
    "ILDB-ShaderKind-mismatch.yaml",
    "PartTooSmall.yaml",
];

/// Containers by LLVM's own writer, among them root signatures 1.2, survive their typed values.
#[test]
fn containers_by_llvm_survive() {
    let Some(corpus) = tests::corpus("llvm-yaml") else {
        return;
    };
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join("by-llvm.dxil");
    let mut survived = 0;
    for folder in ["ObjectYAML", "obj2yaml", "llvm-objdump"] {
        for yaml in std::fs::read_dir(corpus.join(folder)).unwrap().flatten() {
            let mut command = Command::new("yaml2obj-22");
            let output = command.arg(yaml.path()).arg("-o").arg(&made).output();
            let output =
                output.unwrap_or_else(|problem| panic!("yaml2obj-22: {problem}; {INSTALL}"));
            let bytes = std::fs::read(&made).unwrap_or_default();
            // Some texts are wrong on purpose, and some need a newer LLVM.
            let Ok(container) = Container::parse(&bytes) else {
                continue;
            };
            if !output.status.success() {
                continue;
            }
            for part in container.parts() {
                let name = format!("{} {}", yaml.path().display(), part.fourcc);
                match Part::parse(part.fourcc, part.data) {
                    Ok(value) => {
                        assert_eq!(value.to_bytes(part.fourcc).unwrap(), part.data, "{name}")
                    }
                    Err(error) => assert!(
                        BROKEN.iter().any(|broken| yaml.file_name() == *broken),
                        "{name}: {error}"
                    ),
                }
            }
            survived += 1;
        }
    }
    assert!(survived > 50, "{survived}");
}

/// Where LLVM's bytes are ours; it fills a part with 0 up to the size that its YAML states.
fn is_begun_by(theirs: &[u8], ours: &[u8]) -> bool {
    let rest = theirs.strip_prefix(ours);
    rest.is_some_and(|rest| rest.iter().all(|byte| *byte == 0))
}

/// LLVM's writer lays the tables of PSV0 and of signatures out as we do in its style; it knows PSV0 up to version 3.
#[test]
fn tables_are_laid_out_as_llvm_does() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (yaml, made) = (folder.join("laid-out.yaml"), folder.join("laid-out.dxil"));
    let (mut compared, mut refused) = (0, Vec::new());
    for path in tests::every_container() {
        let bytes = std::fs::read(&path).unwrap();
        let container = Container::parse(&bytes).unwrap();
        let Some(psv) = container.psv0().unwrap() else {
            continue;
        };
        let output = Command::new("obj2yaml-22").arg(&path).output();
        let output = output.unwrap_or_else(|problem| panic!("obj2yaml-22: {problem}; {INSTALL}"));
        if !output.status.success() {
            refused.push(path);
            continue;
        }
        std::fs::write(&yaml, output.stdout).unwrap();
        tool("yaml2obj-22", &[&yaml, Path::new("-o"), &made]);
        let llvm = std::fs::read(&made).unwrap();
        let llvm = Container::parse(&llvm).unwrap();
        let mut psv = psv.to_value();
        psv.set_version(psv.info.version().min(3));
        psv.lay_out(TableStyle::Llvm).unwrap();
        let theirs = llvm.psv0().unwrap().unwrap();
        if psv.info.shader_stage() == Some(ShaderStage::Mesh) {
            // LLVM 22 knows this mask of hull shaders only.
            psv.view_id_patches_or_primitives.fill(0);
        }
        let ours = psv.to_bytes().unwrap();
        assert!(is_begun_by(theirs.as_bytes(), &ours), "{}", path.display());
        for fourcc in [parts::ISG1, parts::OSG1, parts::PSG1] {
            let (Some(ours), Some(theirs)) = (container.find(fourcc), llvm.find(fourcc)) else {
                continue;
            };
            let mut ours = Signature::parse(ours.data, SignatureLayout::MinPrecision).unwrap();
            let theirs = Signature::parse(theirs.data, SignatureLayout::MinPrecision).unwrap();
            ours.lay_out(TableStyle::Llvm, SignatureLayout::MinPrecision)
                .unwrap();
            let name = format!("{} {fourcc}", path.display());
            assert!(is_begun_by(&theirs.names.0, &ours.names.0), "{name}");
        }
        compared += 1;
    }
    assert!(compared > 20, "{compared}");
    // DXC's own files of versions 1 and 2, and one more that is not in the repository.
    let refused = refused
        .iter()
        .filter(|path| path.starts_with(tests::data()));
    let refused: Vec<_> = refused.map(|path| path.file_stem().unwrap()).collect();
    assert_eq!(refused, ["vs_basic.psv-v1", "vs_basic.psv-v2"]);
}

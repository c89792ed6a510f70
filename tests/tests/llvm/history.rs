//! Tests the history of the format, from LLVM's headers: `import` updates the tables of LLVM 16 to those of 19 and 22,
//! and the generated code of each state works.
//!
//! Judge: LLVM's headers, and rustc for the generated code. No tool judges the reports.

use std::path::PathBuf;

use dxc_format::Container;
use dxc_format::constants::{ShaderVisibility, StaticSamplerFlags};
use toml_edit::{DocumentMut, Item, value};

use crate::tools::{filter, include};
use crate::xtask::{
    Run, empty_folder, generate, generated_elsewhere, generated_text, replace_placeholders,
    run as xtask,
};

fn definitions(version: u32) -> String {
    let path = include(version).join("llvm/BinaryFormat/DXContainerConstants.def");
    std::fs::read_to_string(path).unwrap()
}

fn schema(name: &str) -> String {
    std::fs::read_to_string(tests::root().join("schema").join(name)).unwrap()
}

#[test]
fn the_schema_equals_llvm_22() {
    let run = xtask(&tests::root(), "import", &[include(22).to_str().unwrap()]);
    run.assert_quiet();
    assert_eq!(run.stdout, "no difference\n");
}

/// The macros and parts that came after LLVM 22.
const LATER: &str = "
CONTAINER_PART(VERS)
CONTAINER_PART(ILDN)
CONTAINER_PART(PRIV)
CONTAINER_PART(ILDB)
CONTAINER_PART(SRCI)
VERSION_INFO_FLAG(0, None, None)
VERSION_INFO_FLAG(1, Debug, IsDebugBuild)
VERSION_INFO_FLAG(2, Internal, IsValidated)
SOURCE_INFO_TYPE(0, SourceContents)
SOURCE_INFO_TYPE(1, SourceNames)
SOURCE_INFO_TYPE(2, Args)
COMPRESSION_TYPE(0, None)
COMPRESSION_TYPE(1, Zlib)
";

/// Tables and parts with other names than in LLVM are recognized, and later changes of them are reported.
#[test]
fn the_schema_has_what_came_after_llvm_22() {
    let folder = empty_folder("history-later");
    let path = folder.join("DXContainerConstants.def");
    let later = definitions(22) + LATER;
    std::fs::write(&path, &later).unwrap();
    let import = || xtask(&tests::root(), "import", &[path.to_str().unwrap()]);
    import().assert_said(0, "no difference\n");
    let broken = later.replace("COMPRESSION_TYPE(1, Zlib)", "COMPRESSION_TYPE(2, Zlib)");
    std::fs::write(&path, broken.replace("SOURCE_INFO_TYPE", "SOURCES")).unwrap();
    let said = import().stdout;
    assert!(
        said.contains("DANGEROUS, value changed: `Zlib` was 1 and is now 2"),
        "{said}"
    );
    assert!(
        said.contains("macro renamed: it was `SOURCE_INFO_TYPE`"),
        "{said}"
    );
}

/// Schemas that are updated from version to version.
struct Past(PathBuf);

impl Past {
    fn import(&self, version: u32, further: &[&str]) -> Run {
        let include = include(version);
        let path = include.to_str().unwrap();
        let arguments = [&[path, "--schema", "schema"], further].concat();
        xtask(&self.0, "import", &arguments)
    }

    fn add(&self, name: &str, text: &str) {
        std::fs::write(self.0.join("schema").join(name), text).unwrap();
    }

    /// Generates Rust code from a state that equals LLVM's.
    fn arrive(&self, version: u32) {
        let run = self.import(version, &[]);
        run.assert_said(0, "no difference\n");
        replace_placeholders(&self.0.join("schema"));
        let out = format!("src/at_{version}");
        let run = generate(&self.0, &["--schema", "schema", "--out", &out]);
        run.assert_quiet();
    }

    fn bring(&self, version: u32, spellings: &[&str]) -> String {
        let spellings = spellings.iter().flat_map(|spelling| ["--as", spelling]);
        let arguments: Vec<&str> = ["--write"].into_iter().chain(spellings).collect();
        let run = self.import(version, &arguments);
        run.assert_quiet();
        assert!(!run.stdout.contains("DANGEROUS"), "{}", run.stdout);
        self.arrive(version);
        run.stdout
    }
}

/// The tables at LLVM 16: the current ones without later additions.
fn constants_at_16() -> String {
    let theirs = definitions(16);
    let has =
        |name: &str| theirs.contains(&format!("({name})")) || theirs.contains(&format!(" {name},"));
    let text = schema("constants.toml")
        .replace("SHADER_FEATURE_FLAG(bit, module_bit, ", "SHADER_FLAG(bit, ")
        .replace("`SHADER_FEATURE_FLAG`", "`SHADER_FLAG`");
    let mut document: DocumentMut = text.parse().unwrap();
    for kind in ["enum", "flags"] {
        let items = document[kind].as_table_mut().unwrap();
        let text = |item: &Item, key: &str| Some(item.get(key)?.as_str()?.to_owned());
        let is_lost = |item: &Item| {
            text(item, "mirrors").is_some_and(|mirrors| {
                let name = mirrors.split('(').next().unwrap();
                !theirs.contains(&format!("#ifdef {name}\n"))
            })
        };
        let lost = items.iter().filter(|(_, item)| is_lost(item));
        let lost: Vec<String> = lost.map(|(name, _)| name.to_owned()).collect();
        items.retain(|name, item| {
            let values = text(item, "values");
            !lost
                .iter()
                .any(|lost| lost == name || Some(lost) == values.as_ref())
        });
        for (_, item) in items.iter_mut() {
            if item.get("mirrors").is_some() {
                let values = item["values"].as_table_mut().unwrap();
                values.retain(|name, value| value.get("source").is_some() || has(name));
            }
            let columns = item.get_mut("columns").and_then(Item::as_table_mut);
            for (_, column) in columns.into_iter().flat_map(|columns| columns.iter_mut()) {
                let ty = match column.as_str() {
                    Some(ty) => ty,
                    // The column is a key of texts.
                    None => column["type"].as_str().unwrap(),
                };
                *column = value(unlinked(ty));
            }
        }
    }
    let features = document["flags"]["FeatureFlags"].as_table_mut().unwrap();
    let columns = features["columns"].as_table_mut().unwrap();
    columns.remove("module_bit");
    for (name, row) in features["values"].as_table_mut().unwrap().iter_mut() {
        let row = row.as_table_like_mut().unwrap();
        row.remove("module_bit");
        let (key, new) = match name.get() {
            "ComputeShadersPlusRawAndStructuredBuffers" => {
                ("description", value("Raw and Structured buffers"))
            }
            "NativeLowPrecision" => ("description", value("Use native low precision")),
            _ => continue,
        };
        row.insert(key, new);
    }
    let end = features["values"]["NextUnusedBit"].as_table_like_mut();
    let end = end.unwrap();
    end.remove("module_bit");
    // This key has the documentation above it, which `insert` would remove.
    *end.get_mut("bit").unwrap() = value(31);
    document.to_string()
}

/// The parts whose schemas need tables that came later.
const OTHERS: &str = r#"doc = "Parts as bytes."

[[part]]
fourcc = ["PSV0", "RTS0", "ISG1", "OSG1", "PSG1"]
doc = "Any of them."
source = "LLVM DXContainer.rst"
"#;

/// The type of a column without the table that it references: that may not exist yet.
fn unlinked(ty: &str) -> &str {
    match ty {
        "i32" | "bool" | "word" => ty,
        list if list.starts_with('[') => "[str]",
        _ => "str",
    }
}

/// A report without the lines of our schemas, which change with every edit of a documentation text.
fn their_places(report: &str) -> String {
    let line = |line: &str| match line.split_once(", schema/") {
        Some((before, _)) => format!("{before}]\n"),
        None => format!("{line}\n"),
    };
    report.lines().map(line).collect()
}

#[test]
fn from_llvm_16_to_19_to_22() {
    let past = Past(empty_folder("history"));
    std::fs::create_dir_all(past.0.join("schema")).unwrap();
    past.add("constants.toml", &constants_at_16());
    for name in ["header.toml", "hash.toml", "features.toml", "program.toml"] {
        past.add(name, &schema(name));
    }
    past.add("others.toml", OTHERS);
    past.arrive(16);

    // The header has all types. For names of columns, and tables without a type, a person must decide.
    let report = past.bring(
        19,
        &[
            "SHADER_FEATURE_FLAG(bit, module_bit, name, description)",
            "ModuleFlags = DXIL_MODULE_FLAG(bit, name, description)",
        ],
    );
    insta::assert_snapshot!("from_16_to_19", their_places(&report));
    let report = past.bring(
        22,
        &[
            "ROOT_DESCRIPTOR_FLAG(value, name, hlsl)",
            "DESCRIPTOR_RANGE_FLAG(value, name, hlsl)",
            "STATIC_SAMPLER_FLAG(value, name, printed)",
        ],
    );
    insta::assert_snapshot!("from_19_to_22", their_places(&report));
    std::fs::remove_file(past.0.join("schema/others.toml")).unwrap();
    // The schemas that use these tables do not change.
    for file in tests::entries(&tests::root().join("schema")) {
        let name = file.file_name().unwrap().to_str().unwrap();
        if name.ends_with(".toml") && name != "constants.toml" {
            past.add(name, &schema(name));
        }
    }
    past.arrive(22);
    for file in tests::entries(&tests::root().join("dxc-format/src/generated")) {
        let made = past.0.join("src/at_22").join(file.file_name().unwrap());
        // In the repository, modules of other packages are in the same folder.
        let is_same = file.ends_with("constants.rs")
            || file.ends_with("mod.rs")
            || without_columns(&generated_elsewhere(&made))
                == without_columns(&generated_text(&file));
        assert!(is_same, "{}", file.display());
    }
    let real = tests::data()
        .join("dxc/vs_basic.sm60.dxil")
        .canonicalize()
        .unwrap();
    crate::program::run(&past.0, PROGRAM, &[&real]);
}

/// Generated code without the columns of other files' tables and their types, which may be unlinked.
fn without_columns(code: &str) -> String {
    let mut text = code.to_owned();
    for (begin, end) in [
        ("    columns(\n", "\n    )\n"),
        ("use super::constants::", ";\n"),
    ] {
        while let Some((before, rest)) = text.split_once(begin) {
            text = [before, rest.split_once(end).unwrap().1].concat();
        }
    }
    text
}

/// A program that compiles with each state of the format.
const PROGRAM: &str = r#"
#[allow(dead_code)]
mod at_16;
#[allow(dead_code)]
mod at_19;
#[allow(dead_code)]
mod at_22;

use dxc_format::{Container, FourCC};

fn main() {
    let newest = |table: dxc_format::runtime::shape::EnumTable| {
        let mirrored = table.without_markers().filter(|value| !value.unmirrored);
        mirrored.map(|value| value.value).max().unwrap()
    };
    assert_eq!(newest(at_16::constants::FeatureFlags::TABLE), 1 << 30);
    assert_eq!(newest(at_22::constants::FeatureFlags::TABLE), 1 << 32);
    assert_eq!(at_19::constants::SemanticKind::Position.0, 3);
    assert_eq!(at_22::constants::StaticSamplerFlags::UintBorderColor.to_string(), "UintBorderColor");
    let file = std::fs::read(std::env::args().nth(1).unwrap()).unwrap();
    let container = Container::parse(&file).unwrap();
    let data = |name: &[u8; 4]| container.parts().find(|part| part.fourcc == FourCC(*name)).unwrap().data;
    let hash = at_16::hash::ShaderHashView::parse(data(b"HASH")).unwrap();
    assert_eq!(hash.to_value().to_bytes().unwrap(), data(b"HASH"));
    let psv = at_22::psv0::PipelineStateValidationView::parse(data(b"PSV0")).unwrap();
    assert_eq!(psv.info().version(), 4);
    assert_eq!(psv.to_value().to_bytes().unwrap(), data(b"PSV0"));
}
"#;

const ROOT_SIGNATURE_1_2: &str = "--- !dxcontainer
Header:
  Hash: [ 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 ]
  Version: { Major: 1, Minor: 0 }
  PartCount: 1
Parts:
  - Name: RTS0
    Size: 80
    RootSignature:
      Version: 3
      NumRootParameters: 0
      RootParametersOffset: 24
      NumStaticSamplers: 1
      StaticSamplersOffset: 24
      Parameters: []
      Samplers:
        - ShaderRegister: 5
          RegisterSpace: 6
          ShaderVisibility: Mesh
          SAMPLER_FLAG_NON_NORMALIZED_COORDINATES: true
";

/// The flags of samplers were added in version 1.2, after all existing fields.
#[test]
fn sampler_flags_by_llvm_are_read() {
    let bytes = filter("yaml2obj-22", &[] as &[&str], ROOT_SIGNATURE_1_2.as_bytes()).unwrap();
    let container = Container::parse(&bytes).unwrap();
    let signature = container.rts0().unwrap().unwrap();
    let sampler = signature.samplers().get(0).unwrap();
    assert_eq!((sampler.shader_register, sampler.register_space), (5, 6));
    assert_eq!(sampler.visibility, ShaderVisibility::Mesh);
    assert_eq!(sampler.flags, StaticSamplerFlags::NonNormalizedCoordinates);
}

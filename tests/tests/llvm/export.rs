//! Compares the exports `def` and `c` with LLVM 22's headers: `cargo test -p tests --features llvm --test llvm export`.
//!
//! Judge: clang, which compiles and expands both.

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use dxc_format::parts::PARTS as PARTS_OF_THE_FORMAT;
use dxc_format::runtime::shape::{Attribute, EnumTable, EnumValue};
use dxc_format::{compiler_version, constants, srci};
use toml_edit::{DocumentMut, Item};

use crate::tools;
use crate::xtask::{altered, assert_contains, empty_folder, run, run_into};

const INCLUDE: &str = "/usr/lib/llvm-22/include";
const CLANG: &str = "/usr/lib/llvm-22/bin/clang++";
const FORMAT: &str = "llvm/BinaryFormat";
const CONSTANTS: &str = "DXContainerConstants.def";

/// LLVM's macro of the parts.
const PARTS: &str = "CONTAINER_PART";

/// The export of a target, from the schemas of the repository.
fn export(target: &str, arguments: &[&str]) -> PathBuf {
    // Each test has a separate folder.
    static EXPORTS: AtomicUsize = AtomicUsize::new(0);
    let name = format!("{target}-{}", EXPORTS.fetch_add(1, Ordering::Relaxed));
    export_schema(&tests::root().join("schema"), &name, target, arguments)
}

fn export_schema(schema: &Path, name: &str, target: &str, arguments: &[&str]) -> PathBuf {
    let schema = [target, "--schema", schema.to_str().unwrap()];
    let arguments = [&schema, arguments].concat();
    let (run, out) = run_into(&format!("llvm-export-{name}"), "export", &arguments);
    run.assert_success();
    out
}

/// The messages of a compiler for a file; empty if it accepts the file.
fn compile(compiler: &str, arguments: &[&str], file: &Path) -> String {
    let file = ["-fsyntax-only", file.to_str().unwrap()];
    let output = tools::run(compiler, &[arguments, &file].concat(), &[]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.success(), !said.contains("error"), "{said}");
    said
}

/// Compiles the comparison of the exported header with that of LLVM.
fn compare_with_llvm(out: &Path) -> String {
    let arguments = [
        "-std=c++17",
        "-w",
        "-isystem",
        INCLUDE,
        "-fexperimental-new-constant-interpreter",
    ];
    compile(CLANG, &arguments, &out.join("dxcontainer_llvm.cpp"))
}

/// The macros that a file tests for.
fn macros(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let names = text.lines().filter_map(|line| line.strip_prefix("#ifdef "));
    names.map(|name| name.trim().to_owned()).collect()
}

/// The rows of a macro, as clang's preprocessor expands them: one argument in brackets after another.
fn rows(path: &Path, name: &str) -> Vec<Vec<String>> {
    let defined = format!("-D{name}(...)=ROW __VA_ARGS__ END");
    let options = ["-E", "-P", "-x", "c", &defined, path.to_str().unwrap()];
    let text = tools::tool(CLANG, &options);
    let rows = text.split("ROW").skip(1);
    rows.map(|row| arguments(row.split("END").next().unwrap()))
        .collect()
}

/// The arguments of a row; numbers are decimal.
fn arguments(row: &str) -> Vec<String> {
    let (mut found, mut quoted) = (vec![String::new()], false);
    for letter in row.trim().chars() {
        quoted ^= letter == '"';
        match letter {
            ',' if !quoted => found.push(String::new()),
            letter => found.last_mut().unwrap().push(letter),
        }
    }
    let decimal = |argument: String| {
        let hexadecimal = argument
            .trim()
            .strip_prefix("0x")
            .map(|digits| u64::from_str_radix(digits, 16).unwrap());
        hexadecimal.map_or_else(|| argument.trim().to_owned(), |number| number.to_string())
    };
    found.into_iter().map(decimal).collect()
}

/// LLVM's include folder, in which our file replaces LLVM's.
fn include_with(constants: &Path) -> PathBuf {
    let include = empty_folder("llvm-export-include").join("include");
    let theirs = Path::new(INCLUDE);
    std::fs::create_dir_all(include.join(FORMAT)).unwrap();
    let link = |folder: &str, except: &str| {
        for entry in tests::entries(&theirs.join(folder)) {
            let name = entry.file_name().unwrap();
            if name != except {
                symlink(&entry, include.join(folder).join(name)).unwrap();
            }
        }
    };
    link("", "llvm");
    link("llvm", "BinaryFormat");
    link(FORMAT, CONSTANTS);
    std::fs::copy(constants, include.join(FORMAT).join(CONSTANTS)).unwrap();
    include
}

#[test]
fn every_macro_expands_like_that_of_llvm() {
    let ours = export("def", &["--llvm", "22"]).join(CONSTANTS);
    let theirs = Path::new(INCLUDE).join(FORMAT).join(CONSTANTS);
    let known = macros(&theirs);
    let of_ours: BTreeSet<String> = macros(&ours).into_iter().collect();
    assert_eq!(of_ours, known.iter().cloned().collect());
    assert!(known.len() >= 21);
    for name in known {
        let (mut ours, mut expected) = (rows(&ours, &name), rows(&theirs, &name));
        assert!(!expected.is_empty(), "{name}");
        if name == PARTS {
            // The order of parts has no meaning.
            ours.sort();
            expected.sort();
        }
        assert_eq!(ours, expected, "{name}");
    }
    // The newest LLVM has more macros.
    let newest = export("def", &[]).join(CONSTANTS);
    assert!(rows(&newest, PARTS).len() > rows(&theirs, PARTS).len());
    assert!(macros(&newest).len() > macros(&theirs).len());
}

/// The generated tables that mirror a macro.
const TABLES: [&EnumTable; 24] = [
    &compiler_version::CompilerFlags::TABLE,
    &constants::FeatureFlags::TABLE,
    &constants::RootFlags::TABLE,
    &constants::RootDescriptorFlags::TABLE,
    &constants::DescriptorRangeFlags::TABLE,
    &constants::StaticSamplerFlags::TABLE,
    &constants::RootParameterType::TABLE,
    &constants::ShaderVisibility::TABLE,
    &constants::SamplerFilter::TABLE,
    &constants::TextureAddressMode::TABLE,
    &constants::ComparisonFunc::TABLE,
    &constants::StaticBorderColor::TABLE,
    &constants::ModuleFlags::TABLE,
    &constants::SemanticKind::TABLE,
    &constants::ComponentType::TABLE,
    &constants::SigComponentType::TABLE,
    &constants::SigMinPrecision::TABLE,
    &constants::InterpolationMode::TABLE,
    &constants::ResourceType::TABLE,
    &constants::ResourceKind::TABLE,
    &constants::ResourceFlags::TABLE,
    &constants::D3DSystemValue::TABLE,
    &srci::Compression::TABLE,
    &srci::SourceSectionKind::TABLE,
];

/// The folder of the headers, and their LLVM version. `.ci/run --llvm` selects other ones by this variable.
fn headers() -> (PathBuf, u32) {
    let folder = std::env::var_os("LLVM_INCLUDE").map_or_else(|| INCLUDE.into(), PathBuf::from);
    let config = std::fs::read_to_string(folder.join("llvm/Config/llvm-config.h")).unwrap();
    let mut lines = config.lines();
    let major = lines.find_map(|line| line.strip_prefix("#define LLVM_VERSION_MAJOR "));
    (folder, major.unwrap().trim().parse().unwrap())
}

/// A mirrored macro in the schemas: its parameters, and the first LLVM that has it.
struct Mirrored {
    parameters: Vec<String>,
    since: i64,
}

/// The mirrored macros, by their names.
fn mirrored() -> BTreeMap<String, Mirrored> {
    let mut found = BTreeMap::new();
    for file in tests::entries(&tests::root().join("schema")) {
        let Ok(schema) = std::fs::read_to_string(&file)
            .unwrap()
            .parse::<DocumentMut>()
        else {
            continue;
        };
        for kind in ["enum", "flags"] {
            let items = schema.get(kind).and_then(Item::as_table).into_iter();
            for (_, item) in items.flatten() {
                let Some(mirrors) = item.get("mirrors").and_then(Item::as_str) else {
                    continue;
                };
                let (name, parameters) = mirrors.trim_end_matches(')').split_once('(').unwrap();
                let since = item.get("llvm").and_then(Item::as_integer).unwrap_or(0);
                let parameters = parameters.split(", ").map(str::to_owned).collect();
                found.insert(name.to_owned(), Mirrored { parameters, since });
            }
        }
    }
    found
}

/// The argument of a macro for a parameter, from the row of a table.
fn argument(entry: &EnumValue, parameter: &str) -> String {
    match parameter {
        "name" => entry.name.to_owned(),
        "value" => entry.value.to_string(),
        "bit" => entry.value.trailing_zeros().to_string(),
        column => match entry.attribute(column) {
            Some(Attribute::Int(number)) => number.to_string(),
            Some(Attribute::Text(text)) => text.to_owned(),
            other => panic!("{}, {column}: {other:?}", entry.name),
        },
    }
}

/// Every row of every macro is a row of a generated table: its number, name, position and columns. This includes rows
/// that are not values.
#[test]
fn generated_tables_have_every_row_of_llvm() {
    let (include, llvm) = headers();
    let header = include.join(FORMAT).join(CONSTANTS);
    let mirrored = mirrored();
    let (mut missing, mut rows_of_all) = (macros(&header), 0);
    missing.retain(|name| name != PARTS);
    for table in TABLES {
        let name = table.mirrors.unwrap();
        let Mirrored { parameters, since } = &mirrored[name];
        if i64::from(llvm) < *since {
            assert!(!missing.contains(&name.to_owned()), "{name} is older");
            continue;
        }
        let entries = table.values.iter().filter(|entry| !entry.unmirrored);
        let row = |entry| {
            parameters
                .iter()
                .map(move |parameter| argument(entry, parameter))
        };
        let ours: Vec<Vec<String>> = entries.map(|entry| row(entry).collect()).collect();
        let unquoted = |argument: String| argument.trim_matches('"').to_owned();
        let theirs = rows(&header, name).into_iter();
        let theirs: Vec<Vec<String>> = theirs
            .map(|row| row.into_iter().map(unquoted).collect())
            .collect();
        assert_eq!(ours, theirs, "{name}");
        rows_of_all += theirs.len();
        missing.retain(|missing| missing != name);
    }
    assert!(missing.is_empty(), "no table mirrors {missing:?}");
    let listed: BTreeSet<&str> = TABLES.iter().map(|table| table.mirrors.unwrap()).collect();
    assert!(
        mirrored.keys().map(String::as_str).eq(listed),
        "`TABLES` lacks a table"
    );
    println!("{rows_of_all} rows of LLVM {llvm}");

    // The parts are in a different order.
    let parts = PARTS_OF_THE_FORMAT.iter();
    let parts = parts.filter(|part| part.llvm.is_some_and(|since| since <= llvm));
    let ours: BTreeSet<String> = parts.map(|part| part.fourcc.to_string()).collect();
    let theirs = rows(&header, PARTS).into_iter().flatten();
    assert_eq!(ours, theirs.collect());
}

/// The rows of LLVM 22 that are not values.
#[test]
fn markers_have_names_and_are_not_values() {
    let markers = TABLES.iter().flat_map(|table| {
        let markers = table.values.iter().filter(|entry| entry.marker);
        markers.map(|entry| (table.mirrors.unwrap(), entry.name))
    });
    let expected = [
        ("SHADER_FEATURE_FLAG", "NextUnusedBit"),
        ("SEMANTIC_KIND", "Invalid"),
        ("INTERPOLATION_MODE", "Invalid"),
    ];
    assert_eq!(markers.collect::<Vec<_>>(), expected);
    let mode = constants::InterpolationMode::Invalid;
    assert_eq!((mode.name(), mode.is_known()), (Some("Invalid"), false));
    assert_eq!(mode.to_string(), "8 (Invalid)");
    assert_eq!(format!("{mode:?}"), "InterpolationMode(8 (Invalid))");
    assert_eq!(constants::ShaderStage(16).to_string(), "16 (Invalid)");
    assert_eq!(constants::ShaderStage(17).to_string(), "17");
    // A value precedes the marker.
    let kind = constants::SemanticKind::Invalid;
    assert_eq!(
        (kind.name(), kind.is_known()),
        (Some("CullPrimitive"), true)
    );
    let feature = constants::FeatureFlags::NextUnusedBit;
    assert_eq!(feature.to_string(), "LinearAlgebra");
}

/// With `--all`, the exported rows include those of LLVM, in the same order.
#[test]
fn all_adds_rows_to_those_of_llvm() {
    let ours = export("def", &["--all"]).join(CONSTANTS);
    let theirs = Path::new(INCLUDE).join(FORMAT).join(CONSTANTS);
    for name in macros(&theirs) {
        let mut expected = rows(&theirs, &name);
        if name == PARTS {
            // The order of parts has no meaning.
            let ours = rows(&ours, &name);
            expected.sort_by_key(|part| ours.iter().position(|own| own == part));
        }
        let known: BTreeSet<&Vec<String>> = expected.iter().collect();
        let found = rows(&ours, &name)
            .into_iter()
            .filter(|row| known.contains(row));
        assert_eq!(found.collect::<Vec<_>>(), expected, "{name}");
    }
    let has = |table, name| rows(&ours, table).iter().any(|row| row[1] == name);
    assert!(has("ROOT_SIGNATURE_FLAG", "AllowLowTierReservedHwCbLimit"));
    assert!(has("SHADER_KIND", "Pixel"));
}

/// LLVM's headers compile with our file, and all their types keep the sizes and values that the schemas state.
#[test]
fn headers_of_llvm_compile_with_the_exported_macros() {
    let include = include_with(&export("def", &[]).join(CONSTANTS));
    let arguments = ["--llvm", include.to_str().unwrap()];
    run(&tests::root(), "verify-layout", &arguments).assert_quiet();
    let folders = ["BinaryFormat", "MC", "Object", "ObjectYAML"].iter();
    let headers = folders.flat_map(|folder| tests::entries(&include.join("llvm").join(folder)));
    let users = headers.filter(|path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with("DXContainer") && name.ends_with(".h")
    });
    let users = users.map(|path| format!("#include \"{}\"\n", path.display()));
    let users: Vec<String> = users.collect();
    assert!(users.len() >= 4, "{users:?}");
    let main = include.with_file_name("users.cpp");
    std::fs::write(&main, users.concat()).unwrap();
    let arguments = ["-std=c++17", "-isystem", include.to_str().unwrap()];
    assert_eq!(compile(CLANG, &arguments, &main), "");
}

#[test]
fn the_header_compiles_as_c_and_as_cpp() {
    for schema in ["schema", "tests/features/schema"] {
        let name = format!("header-{}", schema.replace('/', "-"));
        let header =
            export_schema(&tests::root().join(schema), &name, "c", &[]).join("dxcontainer.h");
        let strict = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"];
        for (compiler, language) in [
            ("gcc", ["-std=c11", "-xc"]),
            (CLANG, ["-std=c11", "-xc"]),
            ("g++", ["-std=c++17", "-xc++"]),
            (CLANG, ["-std=c++17", "-xc++"]),
        ] {
            let said = compile(compiler, &[&strict[..], &language].concat(), &header);
            assert_eq!(said, "", "{schema}, {compiler} {language:?}");
        }
    }
}

/// Sizes, offsets, bits and values of all types of LLVM.
#[test]
fn the_header_equals_that_of_llvm() {
    let out = export("c", &[]);
    assert_eq!(compare_with_llvm(&out), "");
    let text = std::fs::read_to_string(out.join("dxcontainer_llvm.cpp")).unwrap();
    let facts = text
        .lines()
        .filter(|line| line.starts_with("static_assert("))
        .count();
    assert!(facts > 400, "{facts}");
    assert!(text.matches("layout::first_bit<").count() > 10);
    assert!(text.matches("##name == (").count() > 15);
}

#[test]
fn a_header_that_differs_from_that_of_llvm_is_refused() {
    let reserved = |count| format!("unused = \"reserved [u8; {count}]\"\n\n[struct.HullInfo]");
    let (space, lower) = (
        "space = \"u32\"\n",
        "space = { type = \"u32\", cpp = \"LowerBound\" }\n",
    );
    let cols = |name| format!("cols = {{ bits = 4, cpp = \"{name}\" }}");
    for (name, file, from, to) in [
        ("size", "psv0.toml", &*reserved(3), &*reserved(2)),
        ("order", "psv0.toml", space, lower),
        ("bits", "psv0.toml", &*cols("Cols"), &*cols("StartCol")),
        (
            "value",
            "constants.toml",
            "Wrap = { value = 1",
            "Wrap = { value = 9",
        ),
    ] {
        let schema = altered(&format!("llvm-export-altered-{name}"), file, from, to);
        let out = export_schema(&schema, &format!("differs-{name}"), "c", &[]);
        println!("{name}");
        assert_contains(&compare_with_llvm(&out), "static assertion failed");
    }
}

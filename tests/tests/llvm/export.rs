//! The exports `def` and `c` next to LLVM 22's headers: `cargo test -p tests --features llvm --test llvm export`.
//!
//! Judge: clang, which compiles and expands both.

use std::collections::BTreeSet;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use dxc_format::constants;

use crate::tools;
use crate::xtask::{altered, assert_contains, empty_folder, run, run_into};

const INCLUDE: &str = "/usr/lib/llvm-22/include";
const CLANG: &str = "/usr/lib/llvm-22/bin/clang++";
const FORMAT: &str = "llvm/BinaryFormat";
const CONSTANTS: &str = "DXContainerConstants.def";

/// LLVM's macro of the parts.
const PARTS: &str = "CONTAINER_PART";

/// Rows that only say where the values of a table end.
const MARKERS: [(&str, &str); 3] = [
    ("SHADER_FEATURE_FLAG", "NextUnusedBit"),
    ("SEMANTIC_KIND", "Invalid"),
    ("INTERPOLATION_MODE", "Invalid"),
];

/// The export of a target, from the schemas of the repository.
fn export(target: &str, arguments: &[&str]) -> PathBuf {
    // Each test has a folder of its own.
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

/// The messages of a compiler for a file; nothing, if it accepts it.
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

/// The rows of a macro as the preprocessor of clang expands them: one argument in brackets after another.
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

/// LLVM's include folder with our file in the place of LLVM's.
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
    let ours = export("def", &[]).join(CONSTANTS);
    let theirs = Path::new(INCLUDE).join(FORMAT).join(CONSTANTS);
    let known = macros(&theirs);
    let shared = macros(&ours).into_iter();
    let shared: Vec<String> = shared.filter(|name| known.contains(name)).collect();
    assert_eq!(shared, known, "later LLVMs have more");
    assert!(known.len() >= 21);
    for name in known {
        let (ours, expected) = (rows(&ours, &name), rows(&theirs, &name));
        assert!(!expected.is_empty(), "{name}");
        match name == PARTS {
            // Places of parts have no meaning, and later LLVMs have more.
            true => assert!(expected.iter().all(|part| ours.contains(part)), "{ours:?}"),
            false => assert_eq!(ours, expected, "{name}"),
        }
    }
}

/// The generated tables have LLVM's names and values, in LLVM's order.
#[test]
fn generated_tables_equal_those_of_llvm() {
    let theirs = Path::new(INCLUDE).join(FORMAT).join(CONSTANTS);
    let tables = [
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
    ];
    for table in tables {
        let name = table.mirrors.unwrap();
        let entries = table.values.iter().filter(|entry| !entry.unmirrored);
        let ours = entries.map(|entry| (entry.value, entry.name.to_owned()));
        let theirs = rows(&theirs, name).into_iter().map(|row| {
            let number: u64 = row[0].parse().unwrap();
            match name {
                "SHADER_FEATURE_FLAG" => (1 << number, row[2].clone()),
                "DXIL_MODULE_FLAG" | "RESOURCE_FLAG" => (1 << number, row[1].clone()),
                _ => (number, row[1].clone()),
            }
        });
        let theirs = theirs.filter(|(_, value)| !MARKERS.contains(&(name, value)));
        assert_eq!(
            ours.collect::<Vec<_>>(),
            theirs.collect::<Vec<_>>(),
            "{name}"
        );
    }
}

/// With `--all`, the rows of LLVM are a part of those that are exported, in the same order.
#[test]
fn all_adds_rows_to_those_of_llvm() {
    let ours = export("def", &["--all"]).join(CONSTANTS);
    let theirs = Path::new(INCLUDE).join(FORMAT).join(CONSTANTS);
    for name in macros(&theirs) {
        let mut expected = rows(&theirs, &name);
        if name == PARTS {
            // Places of parts have no meaning.
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

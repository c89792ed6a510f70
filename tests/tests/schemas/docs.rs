//! Tests `cargo xtask docs`: the reference of the format as a static site.
//!
//! Judge: the schemas: each item has its section, and each layout its drawing.

use std::path::{Path, PathBuf};

use crate::xtask::{Run, altered, assert_contains, empty_folder, ran, run, run_into, xtask};

/// Builds the site for a folder of schemas.
fn site(schema: &Path, name: &str) -> (Run, PathBuf) {
    run_into(name, "docs", &["--schema", schema.to_str().unwrap()])
}

/// All pages of a site.
fn pages(site: &Path) -> Vec<String> {
    let mut pages = tests::files_below(site);
    pages.retain(|path| path.extension().is_some_and(|html| html == "html"));
    let pages = pages.iter();
    pages
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}

/// The section of an item on any page.
fn section<'p>(pages: &'p [String], name: &str) -> &'p str {
    let start = format!("<section id=\"{name}\">");
    let of = |page: &'p String| page.split_once(&start)?.1.split("</section>").next();
    // The history also lists versions, without drawings.
    let found = pages
        .iter()
        .filter_map(of)
        .max_by_key(|section| section.len());
    found.unwrap_or_else(|| panic!("{name} has no section"))
}

/// The items of the schemas, by name.
fn items(schema: &Path) -> Vec<(String, toml::Value)> {
    let files = tests::change::schemas(schema).into_iter();
    let tables = files.map(|(_, text)| text.parse::<toml::Table>().unwrap());
    let kinds = tables.flat_map(|table| table.into_iter().map(|(_, kind)| kind));
    let items = kinds.filter_map(|kind| kind.as_table().cloned());
    items.flatten().collect()
}

/// Whether an item is bits, a struct with versions, or a switch with a size.
fn has_layout(item: &toml::Value) -> bool {
    let is_bits = |field: &toml::Value| field.is_integer() || field.get("bits").is_some();
    let mut fields = item
        .get("fields")
        .and_then(toml::Value::as_table)
        .into_iter()
        .flatten();
    let is_switch = item.get("arms").is_some() && item.get("size").is_some();
    is_switch || item.get("v0").is_some() || fields.any(|(_, field)| is_bits(field))
}

#[test]
fn every_record_is_drawn_and_every_link_leads_somewhere() {
    for (name, folder) in [
        ("docs", "schema"),
        ("docs-features", "tests/features/schema"),
    ] {
        let schema = tests::root().join(folder);
        let (run, out) = site(&schema, name);
        run.assert_quiet();
        let pages = pages(&out);
        for (item, declared) in items(&schema) {
            let section = section(&pages, &item);
            let is_drawn = section.contains("<svg") && section.contains("<table");
            assert!(is_drawn || !has_layout(&declared), "{item}");
        }
    }
}

/// Layouts of values: there is no offset after a field that extends to the end, and there are no offsets inside of
/// other items.
#[test]
fn trailing_bytes_are_shown_where_they_are_kept() {
    let (_, out) = site(&tests::root().join("schema"), "docs-rest");
    let pages = pages(&out);
    let keeps = |name: &str| section(&pages, name).contains("bytes after the last field");
    for (name, kept) in [
        ("RootSignature", true),
        ("DebugName", true),
        ("PrivateData", false),
        ("Signature", false),
        ("DescriptorTable", false),
    ] {
        assert_eq!(keeps(name), kept, "{name}");
    }
}

#[test]
fn additions_to_the_schema_appear() {
    let field =
        "# How many nodes.\nnode_count = { type = \"u32\", yaml = \"NodeTally\", llvm = false }";
    let next = "\n[struct.ResourceBinding]";
    let version = format!("\n[struct.RuntimeInfo.v99]\n{field}\n{next}");
    let schema = altered("docs-more-schema", "psv0.toml", next, &version);
    let (run, out) = site(&schema, "docs-more");
    run.assert_success();
    let pages = pages(&out);
    let section = section(&pages, "RuntimeInfo");
    for shown in [
        "node_count",
        "version 99",
        "How many nodes.",
        "<code>NodeTally</code>",
    ] {
        assert_contains(section, shown);
    }
    let names = std::fs::read_to_string(out.join("names.js")).unwrap();
    assert!(names.contains(
        "[\"NodeTally\",\"YAML, RuntimeInfo\",\"parts/PSV0.html#RuntimeInfo.node_count\"]"
    ));
}

/// Cargo's setting for the target folder also applies to the files that the commands write.
#[test]
fn files_are_written_below_the_target_folder_of_cargo() {
    let folder = empty_folder("docs-target");
    for (words, file) in [
        (&["docs"][..], "reference/index.html"),
        (&["export", "json"], "export/json/dxcontainer.json"),
        (&["site", "--no-viewer"], "site/index.html"),
    ] {
        let mut command = xtask();
        command.args(words).current_dir(tests::root());
        ran(command.env("CARGO_TARGET_DIR", &folder)).assert_success();
        assert!(folder.join(file).is_file(), "{words:?}: {file}");
    }
}

#[test]
fn stale_pages_are_named() {
    let schema = tests::root().join("tests/features/schema");
    let (_, out) = site(&schema, "docs-stale");
    let (schema, folder) = (schema.to_str().unwrap(), out.to_str().unwrap());
    let arguments = ["--check", "--schema", schema, "--out", folder];
    assert_eq!(run(&tests::root(), "docs", &arguments).code, Some(0));
    std::fs::write(out.join("index.html"), "").unwrap();
    let run = run(&tests::root(), "docs", &arguments);
    assert_eq!(run.code, Some(1));
    assert_contains(&run.stdout, "stale: ");
    assert_contains(&run.stdout, "index.html");
}

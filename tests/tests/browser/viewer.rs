//! Tests the viewer: its content for every container, its controls, and its appearance.
//!
//! Judge: other routes: `dxobj show`, `reflect` and `dump`, and the library. No tool judges labels and messages.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Instant;

use dxc_format::{Container, parts, pdb};
use dxc_shader::diff;
use serde_json::Value;

use crate::devtools::Browser;
use crate::fields::{check_drawn, missing};
use crate::program::{dxobj, printed};
use crate::xtask::{assert_contains, empty_folder, run_into};

/// The page, which is built once.
fn page() -> &'static Path {
    static PAGE: OnceLock<PathBuf> = OnceLock::new();
    PAGE.get_or_init(|| {
        let (made, out) = run_into("viewer", "viewer", &[]);
        made.assert_success();
        println!("{}", made.stdout);
        out.join("index.html")
    })
}

/// A browser that shows the viewer, with the helper scripts of the tests.
pub(super) fn viewer(name: &str) -> Browser {
    looking_at(name, page())
}

pub(super) fn looking_at(name: &str, page: &Path) -> Browser {
    let mut browser = Browser::new(name);
    browser.size(1400, 900);
    browser.go(page);
    browser.ask(include_str!("viewer.js"));
    browser
}

pub(super) fn data(path: &str) -> PathBuf {
    tests::data().join(path).canonicalize().unwrap()
}

/// The files of a folder with an ending, by name.
pub(super) fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut files = tests::files_below(&data(folder));
    files.retain(|path| tests::has_ending(path, ending));
    files
}

/// The output of `dxobj show` for a file.
fn shown(format: &str, file: &Path) -> Vec<u8> {
    printed(&["show", "--format", format, file.to_str().unwrap()])
}

/// The page of a file, in a folder.
pub(super) fn page_of(file: &Path, folder: &Path) -> PathBuf {
    let path = folder.join("page.html");
    // A damaged file also has a page, and an exit status that reports the damage.
    let page = dxobj(&["show", "--format", "html", file.to_str().unwrap()]);
    std::fs::write(&path, page.stdout).unwrap();
    path
}

/// A script for the label of the selected field.
const CHOSEN: &str =
    "document.querySelector('[aria-selected=true][role=treeitem] .label').textContent";

#[test]
fn every_container_has_the_fields_of_its_document() {
    let mut browser = viewer("documents");
    // The window is high enough for every row to be drawn.
    browser.size(1400, 40_000);
    for file in files("dxc", "dxil") {
        browser.open_fields(0, &file);
        browser.ask("button('Expand all').click()");
        browser.settle();
        let drawn = browser.ask("drawn()");
        let known = browser.ask("known()");
        check_drawn(&file, &drawn, &known);
        let document: Value = serde_json::from_slice(&shown("json", &file)).unwrap();
        let missing = missing(&document, &known);
        assert_eq!(missing, Vec::<String>::new(), "{}", file.display());
    }
    browser.assert_silent();
}

#[test]
fn fields_and_bytes_light_each_other() {
    let mut browser = viewer("lights");
    browser.open_fields(0, &data("dxc/vs_basic.sm60.dxil"));
    // SFI0 is expanded; its flags follow the part's header.
    browser.point("rowOf('flags')", false);
    let bytes: Vec<u64> = (0x44..0x4c).collect();
    assert_eq!(browser.ask("lit()"), Value::from(bytes.clone()));
    browser.point("document.querySelector('[data-at=\"70\"]')", false);
    assert_eq!(browser.ask("lit()"), Value::from(bytes));
    assert_eq!(
        browser.ask("rowOf('flags').classList.contains('lit')"),
        true
    );
    // When a distant field is selected, its bytes scroll into view.
    browser.point("rowOf('DXIL')", true);
    browser.point("rowOf('bitcode')", true);
    assert!(browser.ask("lit().length").as_u64().unwrap() > 100);
    // A click on a byte selects its field.
    browser.ask("document.querySelector('.hex').scrollTop = 0");
    browser.settle();
    browser.point("document.querySelector('[data-at=\"100\"]')", true);
    assert_eq!(browser.ask(CHOSEN), "index");
    let status = browser.text("document.getElementById('status')");
    assert_contains(&status, "ISG1 elements[0].index");
    browser.assert_silent();
}

#[test]
fn edits_round_trip_and_are_signed() {
    let folder = empty_folder("viewer-downloads");
    let mut browser = viewer("edits");
    let behavior =
        serde_json::json!({ "behavior": "allow", "downloadPath": folder, "eventsEnabled": false });
    browser.call("Page.setDownloadBehavior", behavior);
    let file = data("dxc/cs_reduce.sm68.dxil");
    browser.open_fields(0, &file);
    browser.ask("views[0].reveal('PSV0', 'info.num_threads_x')");
    browser.point("document.querySelector('.editor input')", true);
    browser.ask("document.querySelector('.editor input').value = ''");
    browser.call("Input.insertText", serde_json::json!({ "text": "16" }));
    browser.key("Enter");
    browser.point("button('Apply')", true);
    browser.ask("views[0].reveal('PSV0', 'resources[0].resource_type')");
    browser.ask("document.querySelector('.editor select').value = 'UAVRaw'");
    browser.point("button('Apply')", true);
    assert_contains(&browser.text("rowOf('resource_type')"), "UAVRaw");
    browser.point("button('Download')", true);
    let saved = folder.join("cs_reduce.sm68.dxil");
    let before = Instant::now();
    while !saved.exists() {
        assert!(before.elapsed().as_secs() < 20, "nothing was downloaded");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let [old, new] = [file, saved].map(|path| tests::opened(std::fs::read(path).unwrap()));
    assert_eq!(new.verify_digest().to_string(), "matches");
    let differences = diff::containers(&old, &new, diff::Depth::Semantic);
    let differences: Vec<String> = differences.iter().map(ToString::to_string).collect();
    assert_eq!(differences[0], "PSV0 info.num_threads_x: 8 -> 16");
    let psv = new.psv0().unwrap().unwrap();
    assert_eq!(psv.info().num_threads_x(), Some(16));
    assert_eq!(differences.len(), 2, "{differences:?}");
    // An invalid value is refused at its input, and edits are undone.
    browser.ask("views[0].reveal('PSV0', 'info.num_threads_x')");
    browser.ask("document.querySelector('.editor input').value = '-1'");
    browser.point("button('Apply')", true);
    let problem = browser.text("document.querySelector('.editor .problem')");
    assert_eq!(problem, "`-1` is not a number");
    browser.point("button('Undo')", true);
    browser.point("button('Undo')", true);
    let length = browser.ask("views[0].model.bytes.length");
    assert_eq!(length, old.as_bytes().len());
    let value = browser.text("rowOf('num_threads_x').querySelector('.value')");
    assert_eq!(value, "8");
    browser.assert_silent();
}

#[test]
fn damaged_files_show_their_readable_parts() {
    let mut browser = viewer("damaged");
    browser.size(1400, 1200);
    let hostile = files("hostile", "dxil")
        .into_iter()
        .chain(files("hostile", "yaml"));
    for file in files("crafted", "dxil").into_iter().chain(hostile) {
        browser.open_fields(0, &file);
        let bytes = std::fs::read(&file).unwrap();
        let is_container = file.extension().is_some_and(|ending| ending == "dxil");
        let said = browser.ask("document.querySelector('.banner')?.textContent ?? ''");
        match Container::parse(&bytes) {
            Err(problem) if is_container => {
                let is_said = said.as_str().unwrap().contains(&problem.to_string());
                assert!(is_said, "{}: {said}", file.display());
            }
            _ if is_container => assert_eq!(said, "", "{}", file.display()),
            _ => {}
        }
    }
    browser.open_fields(0, &data("crafted/part-size-wraps.dxil"));
    let are_there = "rowOf('SFI0') !== undefined && rowOf('Header') !== undefined";
    assert_eq!(browser.ask(are_there), true);
    browser.open_fields(0, &data("crafted/psv-truncated.dxil"));
    browser.point("rowOf('PSV0')", true);
    let problem = browser.text("rowOf('cannot be read')");
    assert_contains(&problem, "PSV0: inputs_to_outputs at byte");
    assert_eq!(browser.ask("rowOf('info') !== undefined"), true);
    browser.screenshot("viewer-damaged");
    browser.assert_silent();
}

#[test]
fn pdb_files_documents_and_root_signatures_are_opened() {
    let mut browser = viewer("kinds");
    let folder = empty_folder("viewer-kinds");
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).unwrap();
    let container = tests::open("dxc/vs_basic.pdb-in-private.dxil");
    write("vs.pdb", &pdb::embedded(&container).unwrap().unwrap());
    write("vs.yaml", &shown("yaml", &data("dxc/vs_basic.sm60.dxil")));
    let root = b"#define RS \"CBV(b0), DescriptorTable(SRV(t0, numDescriptors = 3), UAV(u0))\"";
    write("root.hlsl", root);
    write("wrong.hlsl", b"#define RS \"CBV(b0), SRV(x0)\"");
    browser.open(0, &folder.join("vs.pdb"));
    browser.point("button('Sources')", true);
    let lines = browser.ask("document.querySelectorAll('.source li').length");
    assert_eq!(lines, 9);
    browser.screenshot("viewer-sources");
    browser.open(0, &folder.join("vs.yaml"));
    let badge = browser.text("document.querySelector('.badge')");
    assert_eq!(badge, "digest matches");
    browser.open(0, &folder.join("root.hlsl"));
    browser.point("button('Root signature')", true);
    let text = "document.querySelector('pre.text')";
    let shown = browser.text(text);
    assert!(shown.starts_with("CBV(b0),\nDescriptorTable("), "{shown}");
    let slots =
        browser.ask("[...document.querySelectorAll('.slots')].map((one) => one.textContent)");
    assert_eq!(slots.to_string(), r#"["0 to 2","3"]"#);
    browser.open(0, &folder.join("wrong.hlsl"));
    assert_contains(&browser.text(text), "x0");
    // Dropped files are opened as well.
    let drag = |kind: &str, file: &Path| {
        let data = serde_json::json!({ "items": [], "files": [file], "dragOperationsMask": 1 });
        serde_json::json!({ "type": kind, "x": 500, "y": 500, "data": data })
    };
    browser.ask("delete document.documentElement.dataset.ready");
    for kind in ["dragEnter", "dragOver", "drop"] {
        browser.call(
            "Input.dispatchDragEvent",
            drag(kind, &folder.join("vs.yaml")),
        );
    }
    browser.wait("document.documentElement.dataset.ready");
    assert_eq!(browser.text("document.querySelector('h2')"), "vs.yaml");
    browser.assert_silent();
}

#[test]
fn two_files_are_shown_side_by_side() {
    let mut browser = viewer("two");
    let files = ["dxc/cs_reduce.sm60.dxil", "dxc/cs_reduce.sm68.dxil"];
    browser.open_fields(0, &data(files[0]));
    browser.open_fields(1, &data(files[1]));
    let [old, new] = files.map(tests::open);
    let differences = diff::containers(&old, &new, diff::Depth::Semantic);
    let rows = browser.ask("document.querySelectorAll('#differences tbody tr').length");
    assert_eq!(rows, differences.len());
    let headings = browser.ask("[...document.querySelectorAll('#differences h2, #differences caption')].filter((one) => one.textContent.startsWith('Differences')).length");
    assert_eq!(headings, 1);
    let told = browser.text("document.querySelector('#differences .facts')");
    assert_eq!(
        told,
        format!("{} differences; the list scrolls", differences.len())
    );
    browser.point("document.querySelector('#differences tbody button')", true);
    assert_eq!(browser.ask("views.length"), 2);
    let differing = browser.ask("document.querySelectorAll('.row.differs').length");
    assert!(differing.as_u64() > Some(2), "{differing}");
    browser.screenshot("viewer-two");
    browser.assert_silent();
}

#[test]
fn it_is_accessible_at_every_width_and_in_both_schemes() {
    let mut browser = viewer("everybody");
    for scheme in ["light", "dark"] {
        browser.scheme(scheme);
        for (width, height) in [(360, 800), (1000, 800), (1400, 900)] {
            browser.size(width, height);
            browser.go(page());
            browser.ask(include_str!("viewer.js"));
            check_looks(&mut browser, width, "the start");
            let samples = browser.text("document.querySelector('.welcome ul')");
            assert_contains(&samples, "cs_reduce.sm68.dxil a compute shader");
            browser.screenshot(&format!("viewer-start-{scheme}-{width}"));
            browser.open(0, &data("dxc/rs_full.v1_1.dxil"));
            browser.ask("views[0].reveal('RTS0', 'flags')");
            for tab in [
                "Overview",
                "Fields",
                "Bindings",
                "Signatures",
                "Instructions",
                "Root signature",
            ] {
                browser.point(&format!("button('{tab}')"), true);
                check_looks(&mut browser, width, tab);
                if ["Overview", "Fields", "Root signature", "Signatures"].contains(&tab) {
                    let name = tab.to_lowercase().replace(' ', "-");
                    browser.screenshot(&format!("viewer-{name}-{scheme}-{width}"));
                }
            }
        }
    }
    browser.assert_silent();
}

/// The titles of the tabs, without their counts.
const TABS: &str =
    "[...document.querySelectorAll('[role=tab]')].map((tab) => tab.textContent.split(' (')[0])";

#[test]
fn only_tabs_with_content_are_offered() {
    let mut browser = viewer("tabs");
    let tabs = [
        (
            "dxc/vs_basic.sm60.dxil",
            "Overview, Fields, Bindings, Buffers, Signatures, Instructions",
        ),
        (
            "dxc/rs_full.v1_1.dxil",
            "Overview, Fields, Bindings, Signatures, Instructions, Root signature",
        ),
        ("dxc/rs_only.v1_0.dxil", "Overview, Fields, Root signature"),
        ("crafted/empty.dxil", "Fields"),
    ];
    for (file, expected) in tabs {
        browser.open(0, &data(file));
        assert_eq!(
            browser.ask(&format!("{TABS}.join(', ')")),
            expected,
            "{file}"
        );
        // The footer is empty once the message is gone.
        browser.ask("say('')");
        let foot = browser.ask("document.getElementById('status').getBoundingClientRect().height");
        assert_eq!(foot, 0, "{file}");
    }
    browser.open(0, &data("dxc/rs_full.v1_1.dxil"));
    let overview = browser.text("document.querySelector('.overview')");
    assert_contains(&overview, "version 1.1, 6 parameters");
    // Each part has a color of its own.
    let colors = "[...document.querySelectorAll('.parts .swatch')].map((one) => getComputedStyle(one).backgroundColor)";
    assert_eq!(browser.ask(&format!("new Set({colors}).size")), 9);
    browser.assert_silent();
}

#[test]
fn the_search_finds_fields_names_and_bytes() {
    let mut browser = viewer("search");
    browser.open(0, &data("dxc/vs_basic.sm60.dxil"));
    let places = |browser: &mut Browser, wanted: &str| {
        browser.ask("search.input.focus()");
        browser.ask(&format!("search.input.value = '{wanted}'; search.find()"));
        browser.ask("search.found.map(({ name }) => name).join(' ')")
    };
    let found = places(&mut browser, "texcoord").to_string();
    for name in ["TEXCOORD", "ISG1.elements[2]", "PSV0.inputs[2]"] {
        assert_contains(&found, name);
    }
    browser.screenshot("viewer-search");
    let found = places(&mut browser, "output signature");
    assert_eq!(found, "OSG1");
    browser.key("Enter");
    assert_eq!(browser.ask(CHOSEN), "OSG1");
    assert_eq!(places(&mut browser, "0x44"), "0x44");
    browser.key("Enter");
    assert_eq!(browser.ask("views[0].hex.cursor"), 0x44);
    assert_eq!(places(&mut browser, "view_projection_"), "");
    let missing = browser.ask("missing()").to_string();
    assert_eq!(missing, "[]");
    browser.assert_silent();
}

pub(super) fn check_looks(browser: &mut Browser, width: u32, where_: &str) {
    browser.settle();
    let missing = browser.ask("missing()").to_string();
    assert_eq!(missing, "[]", "{where_} at {width}");
    let scrolled = browser.ask("document.documentElement.scrollWidth");
    assert_eq!(scrolled, width, "{where_}");
}

#[test]
fn keys_are_enough() {
    let mut browser = viewer("keys");
    browser.open_fields(0, &data("dxc/vs_basic.sm60.dxil"));
    browser.ask("document.activeElement.blur()");
    let mut order = Vec::new();
    for _ in 0..16 {
        browser.key("Tab");
        let now = browser.ask("document.activeElement.role || document.activeElement.getAttribute('role') || document.activeElement.tagName");
        let is_visible = "getComputedStyle(document.activeElement).outlineStyle !== 'none' || document.activeElement.matches('.skip, main')";
        let is_visible = browser.ask(is_visible);
        assert_eq!(is_visible, true, "{now} does not show the focus");
        order.push(now.as_str().unwrap().to_owned());
        if now == "tree" {
            break;
        }
    }
    assert_eq!(order.first().map(String::as_str), Some("A"), "{order:?}");
    assert_eq!(order.last().map(String::as_str), Some("tree"), "{order:?}");
    let active = "document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).querySelector('.label').textContent";
    for (key, label) in [
        ("Home", "Header"),
        ("ArrowRight", "Header"),
        ("ArrowRight", "magic"),
        ("ArrowLeft", "Header"),
        ("ArrowLeft", "Header"),
        ("ArrowDown", "SFI0"),
        ("ArrowDown", "PartHeader"),
        ("ArrowDown", "flags"),
        ("ArrowUp", "PartHeader"),
        ("ArrowLeft", "SFI0"),
        ("End", "DXIL"),
    ] {
        browser.key(key);
        assert_eq!(browser.ask(active), label, "{key}");
    }
    browser.assert_silent();
}

#[test]
fn the_overview_equals_the_command() {
    let mut browser = viewer("overview");
    let file = data("dxc/cs_reduce.sm68.dxil");
    browser.open(0, &file);
    let overview = browser.ask("document.querySelector('.overview').innerText");
    let overview = overview.as_str().unwrap();
    let reflected = printed(&["reflect", file.to_str().unwrap()]);
    let reflected = String::from_utf8(reflected).unwrap();
    let facts = reflected.lines().filter_map(|line| line.split_once(": "));
    let facts: Vec<_> = facts.filter(|(name, _)| name.starts_with("  ")).collect();
    assert!(facts.len() > 3, "{reflected}");
    for (name, value) in facts {
        let (value, part) = value.rsplit_once(" (").unwrap();
        let fact = format!("{}\n{value} {}", name.trim(), part.trim_end_matches(')'));
        assert_contains(overview, &fact);
    }
    for text in ["counters", "u1,space3", "PSV0 Pipeline state validation"] {
        assert_contains(overview, text);
    }
    // A part is a link to its fields.
    browser.point("button('PSV0')", true);
    assert!(browser.ask("rowOf('info').checkVisibility()") == true);
    // A library lists its functions; in a container with a finding, the finding is a link to the field.
    browser.open(0, &data("dxc/lib_raytracing.sm66.dxil"));
    let count = browser.ask("views[0].model.summary.functions.rows.length");
    assert_eq!(count, 7, "as DXC's dump of RDAT lists");
    browser.point("button('Functions')", true);
    let rows = "[...document.querySelectorAll('[role=tabpanel]:not([hidden]) tbody tr')].length";
    assert_eq!(browser.ask(rows), count);
    browser.assert_silent();
}

#[test]
fn links_lead_to_parts_fields_and_bytes() {
    let folder = empty_folder("viewer-links");
    let page = page_of(&data("dxc/cs_reduce.sm68.dxil"), &folder);
    let mut browser = looking_at("links", &page);
    let follow = |browser: &mut Browser, at: &str| {
        browser.ask(&format!("location.hash = 'at={at}'"));
        browser.settle();
    };
    for (at, label) in [
        ("PSV0", "PSV0"),
        ("PSV0.info.num_threads_x", "num_threads_x"),
        ("Header.file_size", "file_size"),
        ("0x46", "flags"),
        ("PSV0.resources[1]", "[1]"),
    ] {
        follow(&mut browser, at);
        // The event for a new address may arrive later.
        browser.wait(&format!("{CHOSEN} === '{label}'"));
        let byte = browser.ask("views[0].hex.cursor").as_u64().unwrap();
        let is_visible = format!("document.querySelector('.hex [data-at=\"{byte}\"]') !== null");
        assert_eq!(browser.ask(&is_visible), true, "{at} at byte {byte}");
    }
    follow(&mut browser, "PSV0.nothing");
    // The meaning of a field is next to it, and in its tooltip.
    follow(&mut browser, "PSV0.info.num_threads_x");
    browser.wait(&format!("{CHOSEN} === 'num_threads_x'"));
    let doc = browser.text("document.querySelector('.details .doc')");
    assert_contains(&doc, "hread");
    assert_eq!(browser.ask("rowOf('num_threads_x').title"), doc);
    // A selection changes the address.
    browser.key("ArrowDown");
    browser.ask("views[0].reveal('PSV0', 'info.num_threads_y')");
    browser.wait("location.hash === '#at=PSV0.info.num_threads_y'");
    browser.assert_silent();
    // The viewer opens the sample of a link.
    let mut browser = viewer("links");
    browser.ask("location.hash = new URLSearchParams({ sample: samples[0].name, at: 'Header' })");
    browser.wait("views.length === 1");
    browser.settle();
    assert_eq!(browser.ask(CHOSEN), "Header");
    browser.assert_silent();
}

#[test]
fn the_whole_file_is_printed() {
    let mut browser = viewer("printed");
    browser.open(0, &data("dxc/cs_reduce.sm68.dxil"));
    browser.ask("dispatchEvent(new Event('beforeprint'))");
    let fields = browser.ask("[...document.querySelectorAll('.printed tr')].filter((row) => row.cells.length === 4 && row.cells[0].querySelector('code')).length");
    let rows =
        browser.ask("views[0].model.sections.reduce((sum, { rows }) => sum + rows.count, 0)");
    assert!(rows.as_u64().unwrap() > 100, "{rows}");
    assert_eq!(fields, rows);
    let headings =
        browser.ask("[...document.querySelectorAll('.printed h2')].map((one) => one.textContent)");
    for heading in ["Overview", "Bindings", "Buffers", "Fields"] {
        assert!(
            headings.as_array().unwrap().contains(&heading.into()),
            "{headings}"
        );
    }
    browser.ask("dispatchEvent(new Event('afterprint'))");
    let printed = browser.ask("document.querySelector('.printed')");
    assert_eq!(printed, Value::Null);
    browser.assert_silent();
}

#[test]
fn pages_of_one_file_need_nothing_else() {
    let folder = empty_folder("viewer-pages");
    for file in [
        "dxc/vs_basic.pdb-in-private.dxil",
        "crafted/part-count-max.dxil",
        "crafted/empty.dxil",
    ]
    .map(data)
    {
        let mut browser = looking_at("pages", &page_of(&file, &folder));
        browser.size(1400, 40_000);
        browser.ask("views[0].show('Fields')");
        browser.ask("button('Expand all').click()");
        browser.settle();
        let of_page = browser.ask("known()");
        browser.assert_silent();
        let mut browser = viewer("pages");
        browser.open(0, &file);
        assert_eq!(of_page, browser.ask("known()"), "{}", file.display());
    }
    let refused = dxobj(&["show", "--format", "html", "dxc-format/tests/data/dxc"]);
    assert!(!refused.status.success());
}

/// The tab shows what `dxobj dump` prints below its tables; a search or a resource highlights lines.
#[test]
fn instructions_are_searched_and_resources_lead_to_theirs() {
    let folder = empty_folder("viewer-instructions");
    let file = data("dxc/cs_reduce.sm68.dxil");
    let mut browser = looking_at("instructions", &page_of(&file, &folder));
    browser.point("button('Instructions')", true);
    let text = "document.querySelector('.instructions pre').textContent";
    let shown = browser.ask(text);
    let shown: Vec<&str> = shown.as_str().unwrap().lines().collect();
    let dumped = String::from_utf8(printed(&["dump", file.to_str().unwrap()])).unwrap();
    let begin = dumped.find("target datalayout").unwrap();
    let dumped: Vec<&str> = dumped[begin..].lines().collect();
    assert_eq!(shown.len(), dumped.len());
    for (number, (shown, dumped)) in shown.iter().zip(&dumped).enumerate() {
        let text = shown.trim_start().strip_prefix(&(number + 1).to_string());
        assert_eq!(text.unwrap().strip_prefix("  "), Some(*dumped));
    }
    browser.point("document.querySelector('.instructions input')", true);
    browser.call(
        "Input.insertText",
        serde_json::json!({ "text": "RAWBUFFERSTORE" }),
    );
    let found = browser.ask(text).as_str().unwrap().to_owned();
    let stores = dumped
        .iter()
        .filter(|line| line.to_lowercase().contains("rawbufferstore"));
    assert_eq!(found.lines().count(), stores.count());
    browser.point("button('Bindings')", true);
    // The second SRV, with the lines that create, annotate and use its handle.
    browser.point("[...document.querySelectorAll('tr')].find((row) => row.checkVisibility() && row.textContent.startsWith('raw')).querySelector('button')", true);
    let used = browser.ask(text).as_str().unwrap().to_owned();
    let expected = ["createHandleFromBinding", "annotateHandle", "rawBufferLoad"];
    assert_eq!(used.lines().count(), expected.len(), "{used}");
    for (line, operation) in used.lines().zip(expected) {
        assert_contains(line, operation);
    }
    let status = browser.text("document.querySelector('.instructions [role=status]')");
    assert_eq!(status, "3 instructions for raw");
    check_looks(&mut browser, 1400, "instructions");
    browser.screenshot("viewer-instructions");
    browser.assert_silent();
    // Without a program, there is no such tab.
    let file = data("dxc/rs_only.v1_1.dxil");
    let mut browser = looking_at("instructions", &page_of(&file, &folder));
    assert_eq!(browser.ask("button('Instructions') === undefined"), true);
    assert_eq!(browser.ask("button('Root signature') === undefined"), false);
}

/// A file of 10 MB: parts with many records, and one with many bytes.
fn large() -> Vec<u8> {
    let container = tests::open("dxc/vs_basic.sm60.dxil");
    let mut builder = container.to_builder();
    let mut psv = container.psv0().unwrap().unwrap().to_value();
    let resource = psv.resources[0];
    (0..100_000).for_each(|_| psv.resources.push(resource));
    builder.set_part(parts::PSV0, psv).unwrap();
    builder.push(parts::PRIV, vec![7; 7 << 20]);
    builder.to_bytes().unwrap()
}

#[test]
fn ten_megabytes_open_and_few_lines_of_them_are_drawn() {
    let folder = empty_folder("viewer-large");
    let file = folder.join("large.dxil");
    std::fs::write(&file, large()).unwrap();
    let mut browser = viewer("large");
    let first = browser.ask("Number(document.documentElement.dataset.ready)");
    let timed = "(async (bytes) => { const before = performance.now(); open('large', bytes); views[0].show('Fields'); await new Promise(requestAnimationFrame); return performance.now() - before; })";
    browser.open_fields(0, &file);
    let opened = browser.ask(&format!("{timed}(views[0].model.bytes)"));
    let part = browser.ask("(async () => { const before = performance.now(); views[0].tree.choose(views[0].tree.indexOf(views[0].model.sections.find((one) => one.title === 'PSV0'), -1)); views[0].tree.toggle(views[0].tree.chosen); await new Promise(requestAnimationFrame); return performance.now() - before; })()");
    let scroll = browser.ask("(async () => { let worst = 0; for (let step = 0; step < 60; step++) { document.querySelector('.hex').scrollTop += 977 * step; const before = performance.now(); views[0].hex.list.render(); worst = Math.max(worst, performance.now() - before); await new Promise(requestAnimationFrame); } return worst; })()");
    println!(
        "ready after {first} ms; 10 MB open in {opened} ms; a part of 100000 records in {part} ms; the slowest step of scrolling takes {scroll} ms"
    );
    let lines = browser.ask("document.querySelectorAll('.line').length");
    assert!(lines.as_u64().is_some_and(|lines| lines < 60), "{lines}");
    browser.assert_silent();
}

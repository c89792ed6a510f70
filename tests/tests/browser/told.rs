//! Tests the viewer: hints, findings, colors and pipelines.
//!
//! Judge: the command: `dxobj ls`, `validate` and `pipeline`. No tool judges colors.

use dxc_format::Container;
use serde_json::Value;

use crate::program::dxobj;
use crate::viewer::{check_looks, data, files, looking_at, page_of, viewer};
use crate::xtask::{assert_contains, empty_folder};

/// Checks that the viewer shows the same hint as the command.
#[test]
fn other_files_have_the_hint_of_the_command() {
    let folder = empty_folder("viewer-foreign");
    let mut browser = viewer("foreign");
    let unknown = [&b"PACK"[..], &[0xd7; 100]].concat();
    let pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5780\n";
    for (name, bytes) in [
        ("game.pak", &unknown[..]),
        ("lfs.dxil", pointer),
        ("old.cso", b"\0\x03\xff\xff"),
        ("short.bin", &[0xd7, 1]),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        let told = dxobj(&["ls", path.to_str().unwrap()]).stderr;
        let told = String::from_utf8(told).unwrap();
        let hint = told.split_once("hint: ").unwrap().1.trim().replace('`', "");
        browser.open(0, &path);
        assert_contains(&browser.text("document.querySelector('.banner')"), &hint);
    }
    browser.assert_silent();
}

#[test]
fn findings_are_counted_as_by_the_command_and_told_at_their_field() {
    let folder = empty_folder("viewer-findings");
    let wrong = folder.join("wrong.dxil");
    let mut bytes = std::fs::read(data("dxc/vs_basic.sm60.dxil")).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&wrong, bytes).unwrap();
    for file in files("crafted", "dxil").into_iter().chain([wrong.clone()]) {
        if Container::parse(&std::fs::read(&file).unwrap()).is_err() {
            continue;
        }
        let told = dxobj(&["validate", "--json", file.to_str().unwrap()]).stdout;
        let line: Value = serde_json::from_slice(&told).unwrap();
        let findings = line["findings"].as_array().unwrap();
        let broken = findings
            .iter()
            .filter(|finding| finding["severity"] != "unreadable");
        let more = line["truncated"].as_array().unwrap().iter();
        let more: u64 = more
            .map(|truncated| truncated["count"].as_u64().unwrap())
            .sum();
        let mut browser = looking_at("findings", &page_of(&file, &folder));
        let count = browser.ask("views[0].model.summary.broken");
        assert_eq!(count, broken.count() as u64 + more, "{}", file.display());
    }
    let mut browser = looking_at("findings", &page_of(&wrong, &folder));
    browser.ask("views[0].reveal(null, 'header.digest')");
    let told = browser.text("document.querySelector('.details .told')");
    assert_contains(&told, "its content gives");
    browser.assert_silent();
}

/// Checks that colors do not change the text, and that a link scrolls to a function.
#[test]
fn texts_have_colors_and_lead_to_functions() {
    let folder = empty_folder("viewer-colors");
    let page = page_of(&data("dxc/vs_basic.pdb-full.dxil"), &folder);
    let mut browser = looking_at("colors", &page);
    browser.size(1400, 500);
    browser.point("button('Instructions')", true);
    let texts = "[...document.querySelectorAll('.instructions .token')].map((one) => `${one.className.slice(8)} ${one.textContent}`)";
    let tokens = browser.ask(texts).to_string();
    for token in [
        "word define",
        "type float",
        "value @main",
        "metadata !dbg",
        "number 57",
        "string \\\"dxil-ms-dx\\\"",
    ] {
        assert_contains(&tokens, token);
    }
    browser.ask("(() => { const jump = document.querySelector('.instructions .jump'); jump.selectedIndex = 1; jump.dispatchEvent(new Event('change')); })()");
    let top = browser.ask("document.querySelector('.instructions pre').scrollTop");
    assert!(top.as_f64().unwrap() > 50.0, "{top}");
    check_looks(&mut browser, 1400, "instructions");
    browser.point("button('Sources')", true);
    let names = browser.ask("[...document.querySelectorAll('[role=tabpanel]:not([hidden]) .jump option')].map((one) => one.textContent)");
    assert_eq!(names.to_string(), r#"["Function …","main"]"#);
    check_looks(&mut browser, 1400, "sources");
    browser.assert_silent();
}

#[test]
fn a_pipeline_is_shown_beside_its_messages() {
    let mut browser = viewer("stages");
    let shaders = ["vs", "hs", "ds_fewer", "ps"];
    let shaders = shaders.map(|name| data(&format!("linkage/dxc/{name}.dxil")));
    for (scheme, width) in [
        ("light", 400),
        ("dark", 400),
        ("light", 1400),
        ("dark", 1400),
    ] {
        browser.scheme(scheme);
        browser.size(width, 900);
        let stages: Vec<String> = shaders
            .iter()
            .map(|path| {
                let bytes = std::fs::read(path).unwrap();
                let name = path.file_name().unwrap().to_str().unwrap();
                format!("new File([new Uint8Array({bytes:?})], '{name}')")
            })
            .collect();
        browser.ask(&format!("openPipeline([{}])", stages.join(", ")));
        browser.wait("document.querySelector('.pipeline') !== null");
        let content = "document.querySelector('.pipeline div').shadowRoot";
        let red = browser.ask(&format!("{content}.querySelectorAll('path.bad').length"));
        assert!(red.as_u64() >= Some(1), "{red}");
        let titles = browser.ask(&format!(
            "[...{content}.querySelectorAll('h2')].map((one) => one.textContent).join(', ')"
        ));
        assert_contains(
            titles.as_str().unwrap(),
            "vs.dxil → hs.dxil, hs.dxil → ds_fewer.dxil",
        );
        check_looks(&mut browser, width, "a pipeline");
        browser.screenshot(&format!("viewer-pipeline-{scheme}-{width}"));
    }
    browser.assert_silent();
}

//! Tests the reference of the format: every page at two widths in both color schemes, its links, drawings and search.
//!
//! Judge: the browser, for widths and links. The places of names were written by hand.

use std::path::{Path, PathBuf};

use crate::devtools::Browser;
use crate::xtask::run_into;

/// Builds the site, with a page that inspects all others.
fn site(name: &str) -> PathBuf {
    let (made, out) = run_into(name, "docs", &[]);
    made.assert_success();
    let pages = tests::files_below(&out).into_iter();
    let pages = pages.map(|path| path.strip_prefix(&out).unwrap().display().to_string());
    let pages: Vec<String> = pages.filter(|path| path.ends_with(".html")).collect();
    let look = include_str!("look.js");
    let page = format!(
        "<!DOCTYPE html><meta charset=\"utf-8\"><iframe id=\"frame\" height=\"900\"></iframe>\
         <script>const PAGES = {pages:?};\n{look}</script>"
    );
    std::fs::write(out.join("look.html"), page).unwrap();
    out
}

/// The lines that a script on the inspecting page returns.
fn result(browser: &mut Browser, site: &Path, script: &str) -> Vec<String> {
    browser.go(&site.join("look.html"));
    let lines = browser.ask(script);
    lines.as_str().unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn every_page_fits_and_every_link_leads_somewhere() {
    let site = site("reference");
    let mut browser = Browser::new("reference");
    for (scheme, ground) in [("light", "rgb(255, 255, 255)"), ("dark", "rgb(22, 24, 29)")] {
        browser.scheme(scheme);
        let mut problems = result(&mut browser, &site, "look()");
        let last = problems.pop().unwrap();
        assert_eq!(problems, [""; 0], "{scheme}");
        assert!(last.ends_with(ground), "{scheme}: {last}");
    }
    for (name, width, scheme) in [
        ("light", 1400, "light"),
        ("dark", 1400, "dark"),
        ("phone", 360, "light"),
    ] {
        browser.scheme(scheme);
        browser.size(width, 1400);
        browser.load(&site.join("parts/PSV0.html"));
        let picture = browser.screenshot(&format!("reference-{name}"));
        assert!(std::fs::metadata(picture).unwrap().len() > 20_000);
    }
}

/// Names in the spelling of C++, YAML, HLSL, Rust and FourCCs, and the page of each.
const NAMES: [(&str, &str); 13] = [
    (
        "SigInputElements",
        "parts/PSV0.html#RuntimeInfo.input_elements",
    ),
    (
        "input_elements",
        "parts/PSV0.html#RuntimeInfo.input_elements",
    ),
    ("PSVInfo", "parts/PSV0.html#PipelineStateValidation"),
    ("RTS0", "parts/RTS0.html"),
    ("static sampler", "parts/RTS0.html#StaticSampler"),
    (
        "TEXTURE_ADDRESS_WRAP",
        "enums/TextureAddressMode.html#TextureAddressMode.Wrap",
    ),
    ("ShaderStage", "enums/ShaderStage.html#ShaderStage"),
    ("WaveOps", "enums/FeatureFlags.html#FeatureFlags.WaveOps"),
    (
        "ProgramSignatureElement",
        "parts/ISG1.html#SignatureElement",
    ),
    ("mask_words", "parts/PSV0.html#mask_words"),
    // A version that is a separate type in DXC, two words in one, and words of the documentation.
    ("PSVRuntimeInfo2", "parts/PSV0.html#RuntimeInfo"),
    ("DXILHeader", "parts/DXIL.html#Program"),
    ("thread group", "parts/PSV0.html#RuntimeInfo.num_threads_x"),
];

#[test]
fn names_of_every_spelling_are_found() {
    let names = NAMES.map(|(name, _)| name);
    let mut browser = Browser::new("reference-search");
    let site = site("reference-search");
    let found = result(&mut browser, &site, &format!("search({names:?})"));
    for (line, (name, href)) in found.iter().zip(NAMES) {
        let all: Vec<&str> = line.split(' ').collect();
        assert!(all.contains(&href), "{name}: {line}");
    }
    assert_eq!(found.len(), NAMES.len());
}

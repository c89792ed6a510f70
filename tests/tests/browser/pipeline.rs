//! Tests the page of a pipeline: its appearance, and the ends of its lines.

use std::path::PathBuf;

use serde_json::Value;

use crate::devtools::Browser;
use crate::program::dxobj;
use crate::xtask::empty_folder;

/// The page of these shaders of `linkage/dxc`.
fn page(folder: &str, shaders: &[&str]) -> PathBuf {
    let data = tests::data().join("linkage/dxc").canonicalize().unwrap();
    let paths: Vec<String> = shaders
        .iter()
        .map(|shader| data.join(format!("{shader}.dxil")).display().to_string())
        .collect();
    let words = ["pipeline", "--format", "html"].into_iter();
    let words: Vec<&str> = words.chain(paths.iter().map(String::as_str)).collect();
    let path = empty_folder(folder).join("page.html");
    std::fs::write(&path, dxobj(&words).stdout).unwrap();
    path
}

/// A script that lists each line with the semantics of the rows at its ends, and whether it is red. A stub has no row
/// at its beginning.
const LINES: &str = "[...document.querySelectorAll('.columns')].flatMap((one) => {
  const columns = one.querySelectorAll('.column');
  const at = (column, y) => [...column.children].find((row) => { const box = row.getBoundingClientRect(); return box.top < y && y < box.bottom; });
  return [...one.querySelectorAll('path')].map((line) => {
    const length = line.getTotalLength();
    const [begin, end] = [0, length].map((where) => line.getPointAtLength(where).matrixTransform(line.getScreenCTM()));
    const column = columns[0].getBoundingClientRect();
    const from = begin.x - column.right < 4 ? at(columns[0], begin.y).querySelector('b').textContent : '';
    const to = at(columns[1], end.y);
    const red = getComputedStyle(line).stroke !== getComputedStyle(document.querySelector('small')).color;
    return [from, to.querySelector('b').textContent, red && to.matches('.bad')];
  });
})";

#[test]
fn lines_lead_from_outputs_to_inputs() {
    let mut browser = Browser::new("pipeline-lines");
    for (width, shaders, expected) in [
        (
            1400,
            &["vs", "ps_swapped"][..],
            r#"[["SV_Position0","SV_Position0",false],["B0","B0",true],["A0","A0",true],["C0","C0",false]]"#,
        ),
        (
            400,
            &["vs", "ps_more"],
            r#"[["SV_Position0","SV_Position0",false],["A0","A0",false],["B0","B0",false],["C0","C0",false],["","D0",true]]"#,
        ),
        (
            400,
            &["vs", "ps_front"],
            r#"[["SV_Position0","SV_Position0",false],["A0","A0",false],["B0","B0",false],["C0","C0",false],["","SV_IsFrontFace0",false]]"#,
        ),
        (
            1400,
            &["ms", "ps_low"],
            r#"[["SV_Position0","SV_Position0",false],["B0","B0",false],["A0","A0",false]]"#,
        ),
    ] {
        browser.size(width, 900);
        browser.load(&page("pipeline-lines", shaders));
        assert_eq!(browser.ask(LINES).to_string(), expected, "{shaders:?}");
        browser.assert_silent();
    }
}

#[test]
fn it_is_accessible_at_every_width_and_in_both_schemes() {
    let mut browser = Browser::new("pipeline");
    let five = ["vs", "hs", "ds_wide", "gs", "ps_primitive"];
    let three = ["as_large", "ms_payload", "ps_targets"];
    for (name, shaders) in [("five", &five[..]), ("three", &three), ("one", &["ps"])] {
        let page = page("pipeline-looks", shaders);
        for scheme in ["light", "dark"] {
            browser.scheme(scheme);
            for width in [400, 1400] {
                browser.size(width, 900);
                browser.load(&page);
                browser.ask(include_str!("viewer.js"));
                assert_eq!(
                    browser.ask("missing()").to_string(),
                    "[]",
                    "{name} at {width}"
                );
                let scrolled = browser.ask("document.documentElement.scrollWidth");
                assert_eq!(scrolled, width, "{name}");
                // The message of a red element is on the page.
                let targets = browser.ask(
                    "[...document.querySelectorAll('.column a')].map((link) => document.querySelector(link.getAttribute('href')) !== null)",
                );
                let targets: Vec<Value> = targets.as_array().unwrap().clone();
                assert!(targets.iter().all(|is_there| *is_there == true), "{name}");
                browser.screenshot(&format!("pipeline-{name}-{scheme}-{width}"));
            }
        }
        browser.assert_silent();
    }
}

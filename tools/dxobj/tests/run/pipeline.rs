//! `dxobj pipeline`: the page, and folders.
//!
//! Judge: the lines of JSON, whose messages `tests/tests/parts/linkage.rs` judges.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use dxc_format::{Builder, parts};
use dxc_text::is_hidden;
use serde_json::Value;

use crate::{Folder, error, failed, text};

fn linkage() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dxc-format/tests/data/linkage")
}

/// Copies shaders of `linkage` to new names.
fn copy(folder: &Folder, files: &[(&str, &str)]) {
    for (from, to) in files {
        folder.write(to, fs::read(linkage().join(from)).unwrap());
    }
}

/// Each message of `--json` is on the page, with all that it has; and each input with one is red.
#[test]
fn pages_have_the_messages_of_json() {
    for files in [
        "dxc/vs.dxil dxc/hs.dxil dxc/ds_wide.dxil dxc/gs.dxil dxc/ps_primitive.dxil",
        "dxc/vs.dxil dxc/ps_skips.dxil",
        "fxc/vs.dxbc dxc/ps_int.dxil",
        "dxc/hs.dxil dxc/ds_reordered.dxil",
        "dxc/as_large.dxil dxc/ms_payload.dxil dxc/ps_index.dxil",
        "fxc/vs.dxbc fxc/ps.dxbc",
    ] {
        let folder = Folder::new();
        let shaders = files.split(' ');
        let names = shaders.clone().map(|file| file.split_once('/').unwrap().1);
        let copies: Vec<_> = shaders.zip(names).collect();
        copy(&folder, &copies);
        let names: Vec<&str> = copies.iter().map(|(_, name)| *name).collect();
        let names = names.join(" ");
        let json = folder.dxobj(&format!("pipeline --json {names}"));
        let page = folder.dxobj(&format!("pipeline --format html {names}"));
        assert_eq!(page.status, json.status, "{files}");
        assert_eq!(page.stderr, json.stderr, "{files}");
        let page = text(&page);
        let (mut messages, mut inputs) = (0, BTreeSet::new());
        for line in text(&json).lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            for finding in line["findings"].as_array().unwrap() {
                let is_there = |text: &Value| {
                    let text = text.as_str().unwrap().replace('>', "&gt;");
                    assert!(page.contains(&text), "{files}: {text}");
                };
                for key in ["message", "found", "requirement", "rule", "source"] {
                    is_there(&finding[key]);
                }
                is_there(&finding["d3d12"]["name"]);
                let number = finding["d3d12"]["number"].as_u64().unwrap();
                assert!(page.contains(&format!("#{number}</span>")), "{files}");
                let field = &finding["field"];
                if let Some(field) = field.as_str() {
                    inputs.insert(format!("{} {} {field}", line["stage"], finding["part"]));
                }
                messages += 1;
            }
        }
        let shown = page.matches("<li id=\"message-").count();
        assert_eq!(shown, messages, "{files}");
        let lines = page.matches("<path class=\"bad\"").count();
        assert_eq!(lines, inputs.len(), "{files}");
        assert_eq!(page.contains("The stages fit"), messages == 0, "{files}");
    }
}

/// A signature whose elements have one name.
fn signature(count: u32, name: &[u8]) -> Vec<u8> {
    let at = 8 + 32 * count;
    let elements = (0..count).flat_map(|index| [0, at, index, 0, 3, index % 32, 0xf, 0]);
    let words = [count, 8].into_iter().chain(elements);
    let mut part: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
    part.extend(name);
    part.resize(part.len().next_multiple_of(4) + 4, 0);
    part
}

/// A vertex and a pixel shader with a number of such outputs and inputs.
fn write_two(folder: &Folder, [outputs, inputs]: [u32; 2], name: &[u8]) {
    let shader = |part, count, version: u32| {
        let mut builder = Builder::new();
        builder.set(part, signature(count, name));
        let words = [version, 2].map(u32::to_le_bytes).concat();
        builder.set(parts::SHEX, words);
        builder.to_bytes().unwrap()
    };
    folder.write("vs.dxbc", shader(parts::OSG1, outputs, 0x1_0050));
    folder.write("ps.dxbc", shader(parts::ISG1, inputs, 0x50));
}

#[test]
fn names_on_pages_are_text() {
    let folder = Folder::new();
    let name = "<script>alert(1)</script>\"'&\u{1b}[2J\u{202e}</style>";
    write_two(&folder, [1, 2], name.as_bytes());
    let page = text(&folder.dxobj("pipeline --format html vs.dxbc ps.dxbc"));
    let shown =
        "&lt;script&gt;alert(1)&lt;/script&gt;&quot;'&amp;\\u{1b}[2J\\u{202e}&lt;/style&gt;1";
    assert!(page.contains(shown), "{page}");
    assert!(!page.contains("<script") && page.matches("</style>").count() == 1);
    let hidden = page.find(|letter| is_hidden(letter) && letter != '\n');
    assert_eq!(hidden, None);
    #[cfg(unix)]
    {
        fs::rename(folder.path("vs.dxbc"), folder.path("<i>&vs.dxbc")).unwrap();
        let page = text(&folder.dxobj("pipeline --format html <i>&vs.dxbc ps.dxbc"));
        assert!(page.contains("&lt;i&gt;&amp;vs.dxbc") && !page.contains("<i>"));
    }
}

/// As many elements as shaders can have are drawn; the others are counted.
#[test]
fn pages_are_bounded() {
    let folder = Folder::new();
    write_two(&folder, [100_000, 100_000], b"A");
    let page = text(&folder.dxobj("pipeline --format html vs.dxbc ps.dxbc"));
    assert!(page.len() < 200_000, "{}", page.len());
    assert_eq!(page.matches("99840 more</b>").count(), 2);
    write_two(&folder, [0, 200], &[b'A'; 10_000]);
    let page = text(&folder.dxobj("pipeline --format html vs.dxbc ps.dxbc"));
    assert!(page.len() < 200_000, "{}", page.len());
    assert!(page.contains("180 more of [linkage-semantic]"));
}

#[test]
fn shaders_of_folders_are_paired_by_their_names() {
    let folder = Folder::new();
    copy(
        &folder,
        &[
            ("dxc/vs.dxil", "all/blur_vs.dxil"),
            ("dxc/ps.dxil", "all/blur_ps.dxil"),
            ("dxc/vs.dxil", "all/glow/VS-glow.dxil"),
            ("dxc/ps_skips.dxil", "all/glow/PS-glow.dxil"),
            ("dxc/vs.dxil", "all/terrain.vertex.dxil"),
            ("dxc/hs.dxil", "all/terrain.hull.dxil"),
            ("dxc/ds.dxil", "all/terrain.domain.dxil"),
            ("dxc/ps.dxil", "all/terrain.pixel.dxil"),
            ("dxc/cs.dxil", "all/sum_cs.dxil"),
            // The ending is another.
            ("fxc/ps.dxbc", "all/blur_ps.dxbc"),
        ],
    );
    let paired = folder.dxobj("pipeline --pair all");
    assert_eq!(paired.status.code(), Some(1));
    let printed = text(&paired);
    let slash = std::path::MAIN_SEPARATOR;
    let heads = printed.lines().filter(|line| !line.starts_with(' '));
    let glow = format!("all{slash}glow{slash}VS-glow.dxil -> all{slash}glow{slash}PS-glow.dxil");
    assert_eq!(heads.collect::<Vec<_>>(), [glow]);
    assert_eq!(printed.matches("#660: ").count(), 2, "{printed}");
    let total = "3 pipelines: 2 fit, 1 does not; 2 shaders without another stage\n";
    assert_eq!(error(&paired), total);
    assert_eq!(error(&folder.dxobj("-q pipeline --pair all")), "");

    let fits = folder.dxobj("pipeline --pair all/blur_vs.dxil all/blur_ps.dxil");
    assert_eq!(fits.status.code(), Some(0));
    assert_eq!(text(&fits), "");
    assert_eq!(error(&fits), "1 pipeline: 1 fits, 0 do not\n");

    copy(&folder, &[("dxc/vs.dxil", "all/sum_ps.dxil")]);
    let refused = folder.dxobj("pipeline --pair all");
    failed(
        &refused,
        "a vertex shader is in no pipeline with a compute shader",
    );
    failed(
        &refused,
        "4 pipelines: 2 fit, 1 does not, 1 not checked; 1 shader without another stage",
    );
    failed(
        &folder.dxobj("pipeline --pair all/glow/VS-glow.dxil"),
        "names that only differ in the stage",
    );
    failed(
        &folder.dxobj("pipeline --pair --format html all"),
        "cannot be used with",
    );
}

/// Each message about the signatures of two stages has a red line, or a red stub at the element that the other stage lacks.
#[test]
fn mismatches_of_signatures_are_drawn() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dxc-format/tests/data/linkage");
    let table = fs::read_to_string(data.join("pipelines.tsv")).unwrap();
    let folder = Folder::new();
    let mut drawn = 0;
    for row in table.lines().filter(|line| !line.starts_with('#')) {
        let mut columns = row.split('\t');
        let files: Vec<&str> = columns.next().unwrap().split(' ').collect();
        let is_between = |number: &str| matches!(number.parse(), Ok(659_u32..=666));
        let mut numbers = columns.nth(1).unwrap_or_default().split(' ');
        let is_chosen = numbers.clone().next().is_some_and(is_between) && numbers.all(is_between);
        if !is_chosen || row.contains("--") {
            continue;
        }
        let mut command = folder.command(crate::DXOBJ);
        command.args(["pipeline", "--format", "html"]);
        let output = command
            .args(files.iter().map(|file| data.join(file)))
            .output();
        let page = text(&output.unwrap());
        assert!(page.contains("<path class=\"bad\""), "{row}");
        drawn += 1;
    }
    assert!(drawn > 100, "{drawn}");
}

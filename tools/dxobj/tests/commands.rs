//! Input and output as users see them: every page is run line by line, each in a folder of its own.
//!
//! No tool judges the pages, except for those of `llvm/dxobj_commands.rs`. New ones are read by hand.
#![allow(clippy::unwrap_used, missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};

/// The files of the library that pages begin with.
const FILES: [(&str, &str); 19] = [
    ("vs.dxil", "dxc/vs_basic.sm60.dxil"),
    ("vs-new.dxil", "dxc/vs_basic.sm66.dxil"),
    ("ps.dxil", "dxc/ps_textured.sm60.dxil"),
    ("gs.dxil", "dxc/gs_streams.sm60.dxil"),
    ("cs.dxil", "dxc/cs_reduce.sm68.dxil"),
    ("rootsig.dxil", "dxc/rs_full.v1_1.dxil"),
    ("library.dxil", "dxc/lib_raytracing.sm66.dxil"),
    ("graph.dxil", "dxc/lib_workgraph.sm68.dxil"),
    ("debug.dxil", "dxc/vs_basic.pdb-in-private.dxil"),
    ("embedded.dxil", "dxc/vs_basic.debug-embedded.dxil"),
    ("unsigned.dxil", "dxc/vs_basic.pdb-full.dxil"),
    ("slim.dxil", "dxc/vs_basic.pdb-slim.dxil"),
    ("twice.dxil", "crafted/duplicate-parts.dxil"),
    ("damaged.dxil", "crafted/sig-name-offset-out.dxil"),
    ("unknown.dxil", "crafted/unknown-part.dxil"),
    ("newer.dxil", "crafted/psv-trailing.dxil"),
    ("subobjects.hlsl", "hostile/rootsig-subobjects.hlsl"),
    ("table.hlsl", "hostile/rootsig-empty-table.hlsl"),
    ("tabs.hlsl", "hlsl/files/tabs.hlsl"),
];

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dxc-format/tests/data")
}

/// A container with a program of shader model 5: `mov o0.x, l(1.000000)`, and `ret`.
fn tokens() -> Vec<u8> {
    let words: [u32; 8] = [
        0x50,
        8,
        0x0500_0036,
        0x0010_2012,
        0,
        0x4001,
        0x3f80_0000,
        0x0100_003e,
    ];
    let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
    let mut builder = dxc_format::Builder::default();
    builder.set(dxc_format::parts::SHEX, bytes);
    builder.to_bytes().unwrap()
}

/// A copy of a shader whose inputs are all in another stream.
fn with_other_stream(file: &[u8]) -> Vec<u8> {
    let container = dxc_format::Container::parse(file).unwrap();
    let mut inputs = container.isg1().unwrap().unwrap().to_value();
    inputs
        .elements
        .iter_mut()
        .for_each(|element| element.stream = 1);
    let mut builder = container.to_builder();
    builder.set_part(dxc_format::parts::ISG1, inputs).unwrap();
    builder.to_bytes().unwrap()
}

/// A folder with what pages name: `tests/files`, and containers.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    for entry in walkdir::WalkDir::new(&files).min_depth(1) {
        let entry = entry.unwrap();
        let to = folder
            .path()
            .join(entry.path().strip_prefix(&files).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir(to).unwrap();
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
    for (name, file) in FILES {
        fs::copy(data().join(file), folder.path().join(name)).unwrap();
    }
    fs::create_dir(folder.path().join("shaders")).unwrap();
    for (name, file) in FILES.iter().take(3) {
        fs::copy(data().join(file), folder.path().join("shaders").join(name)).unwrap();
    }
    let bytes = fs::read(folder.path().join("vs.dxil")).unwrap();
    fs::write(folder.path().join("stream.dxil"), with_other_stream(&bytes)).unwrap();
    fs::create_dir(folder.path().join("changed")).unwrap();
    for (name, file) in [
        ("vs.dxil", "stream.dxil"),
        ("ps.dxil", "ps.dxil"),
        ("gs.dxil", "gs.dxil"),
    ] {
        let path = folder.path();
        fs::copy(path.join(file), path.join("changed").join(name)).unwrap();
    }
    let mut wrong = bytes.clone();
    *wrong.last_mut().unwrap() ^= 1;
    fs::write(folder.path().join("wrong.dxil"), wrong).unwrap();
    fs::write(folder.path().join("short.dxil"), &bytes[..1000]).unwrap();
    fs::write(folder.path().join("mov.dxbc"), tokens()).unwrap();
    let exe = [
        b"MZ\x90".as_slice(),
        &[7; 300],
        &bytes,
        b"rubbish DXBC",
        &bytes,
        &[0; 33],
    ]
    .concat();
    fs::write(folder.path().join("game.exe"), exe).unwrap();
    folder
}

/// Runs dxobj, which must exit with 0.
fn printed(words: &[&str]) -> String {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_dxobj"));
    let output = { output }.args(words).output().unwrap();
    assert!(output.status.success(), "{words:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The names of the commands that a help lists.
fn commands(help: &str) -> Vec<String> {
    let (_, list) = help.split_once("Commands:\n").unwrap_or_default();
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names = names.filter(|name| !name.is_empty() && *name != "help");
    names.map(str::to_owned).collect()
}

#[test]
fn each_help_has_examples_that_can_be_parsed() {
    let mut all: Vec<Vec<String>> = vec![vec!["rootsig".into()]];
    all.extend(
        commands(&printed(&["--help"]))
            .into_iter()
            .map(|name| vec![name]),
    );
    let inner = commands(&printed(&["rootsig", "--help"]));
    all.extend(inner.into_iter().map(|name| vec!["rootsig".into(), name]));
    assert!(all.len() > 25, "{all:?}");
    for path in all {
        let mut words: Vec<&str> = path.iter().map(String::as_str).collect();
        words.push("--help");
        let help = printed(&words);
        let (_, examples) = help.split_once("Examples:\n").expect(&help);
        let lines = examples
            .lines()
            .map(|line| line.trim().strip_prefix("dxobj ").unwrap());
        for line in lines {
            // `--help` is taken where everything before it was.
            let words = line
                .split(' ')
                .take_while(|word| ![">", "|"].contains(word));
            printed(&words.chain(["--help"]).collect::<Vec<_>>());
        }
    }
}

#[test]
fn manual_pages_have_sections_for_examples_and_the_exit_status() {
    let folder = tempfile::tempdir().unwrap();
    printed(&["man", "-o", folder.path().to_str().unwrap()]);
    let pages = fs::read_dir(folder.path()).unwrap();
    let pages: Vec<PathBuf> = pages.map(|page| page.unwrap().path()).collect();
    assert!(pages.len() > 25, "{pages:?}");
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        assert!(!text.contains(".SH EXTRA"), "{text}");
        let has = |heading: &str| text.contains(&format!("\n.SH {heading}\n"));
        let name = page.file_stem().unwrap();
        assert!(has("EXAMPLES") || name == "dxobj", "{text}");
        assert!(has("\"EXIT STATUS\""), "{text}");
    }
    let whole = printed(&["man"]);
    assert!(whole.contains("\n.SH \"EXIT STATUS\"\n.nf\n"), "{whole}");
    assert!(
        whole.contains(".SH NOTES\n.nf\nFILE may be a folder"),
        "{whole}"
    );
}

/// A page as it is on this system: its messages, endings of programs, and separators of paths. The test compares text with `/`
/// for each `\`, which is two in JSON.
#[cfg(windows)]
fn of_this_system(page: PathBuf) -> PathBuf {
    let absent = std::io::Error::from_raw_os_error(2).to_string();
    let mut text = String::new();
    let mut words = "";
    let page_text = fs::read_to_string(&page).unwrap();
    for line in page_text.lines() {
        if line.starts_with("$ ") {
            words = line;
        }
        let is_output = !line.starts_with(['$', '>', '?']);
        let mut line = line.replace("No such file or directory (os error 2)", &absent);
        if is_output {
            line = line.replace(".exe", "[EXE]");
        }
        if line.starts_with("{\"") {
            let pieces = line.split('"').map(|piece| match piece.rsplit_once('/') {
                // Paths that users give stay as they are.
                Some((folder, _))
                    if words.contains(&format!(" {folder}")) && !words.contains(piece) =>
                {
                    piece.replace('/', "//")
                }
                _ => piece.to_owned(),
            });
            line = pieces.collect::<Vec<_>>().join("\"");
        }
        text += &line;
        text += "\n";
    }
    // The folders of pages are not those that are compared.
    let copy = std::env::temp_dir().join(format!("dxobj-pages-{}", std::process::id()));
    fs::create_dir_all(&copy).unwrap();
    let copy = copy.join(page.file_name().unwrap());
    fs::write(&copy, text).unwrap();
    copy
}

#[cfg(not(windows))]
fn of_this_system(page: PathBuf) -> PathBuf {
    page
}

#[test]
fn pages_show_real_output() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = fs::read_dir(root.join("tests/pages")).unwrap();
    let mut pages: Vec<PathBuf> = pages.map(|page| page.unwrap().path()).collect();
    pages.push(root.join("README.md"));
    pages.push(root.join("../../README.md"));
    pages.sort();
    for page in pages {
        let folder = folder();
        std::env::set_current_dir(folder.path()).unwrap();
        let page = of_this_system(page);
        trycmd::TestCases::new()
            .env("COLUMNS", "100")
            .case(&page)
            .run();
    }
}

#[test]
fn the_drawing_in_the_readme_is_made_by_the_command() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = root.join("../../dxc-format/tests/data/dxc/rs_full.v1_1.dxil");
    let drawing = printed(&["rootsig", "show", "--svg", file.to_str().unwrap()]);
    let stored = fs::read_to_string(root.join("root-signature.svg")).unwrap();
    assert_eq!(drawing, stored);
}

#[test]
fn shells_complete_the_names_of_parts() {
    let bash = printed(&["completions", "bash"]);
    let lines: Vec<&str> = bash.lines().map(str::trim).collect();
    let after: Vec<&str> = lines
        .windows(2)
        .filter(|two| ["-p)", "--part)", "--before)"].contains(&two[0]))
        .map(|two| two[1])
        .collect();
    assert!(after.len() >= 6, "{after:?}");
    for words in after {
        assert!(
            words.contains("compgen -W") && words.contains(" RTS0 "),
            "{words}"
        );
    }
}

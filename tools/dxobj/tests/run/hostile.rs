//! Every command over files that are no shaders, that are half-written, or whose strings act on a terminal: the exit code of
//! each pair is a digit in `hostile.txt`.
//!
//! No tool judges the exit codes. New ones are read by hand; that a failed edit changes nothing is a property.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Output;

use dxc_format::{Container, parts};

use crate::terminal::{HOSTILE, container, is_plain, replaced};
use crate::{DXOBJ, Folder};

/// The commands, with `{}` in place of the input, and their exit codes.
const TABLE: &str = include_str!("hostile.txt");

/// No command needs more; an endless file would fill any memory.
const LIMITED: &str = "ulimit -t 20; ulimit -v 2000000; exec \"$0\" \"$@\"";

/// A name that acts on a terminal and is not UTF-8, and one that is.
const NAMES: [&[u8]; 2] = [b"\xff\x1b[8m\r\n\xc2\x9bx", HOSTILE.as_bytes()];

/// The content of an input.
enum Content {
    File(Vec<u8>),
    /// A folder with such a file, or without any.
    Folder(Option<Vec<u8>>),
    /// A path beside the input.
    Path(&'static str),
}

/// A group of columns, and its inputs.
type Group = (&'static str, Vec<(String, Content)>);

/// Paths that are no files of a shader.
fn odd(vs: &[u8]) -> Group {
    let inputs = [
        ("missing", Content::Path("missing")),
        ("empty", Content::File(Vec::new())),
        ("folder", Content::Folder(None)),
        ("shaders", Content::Folder(Some(container(vs)))),
        ("zero", Content::Path("/dev/zero")),
        ("null", Content::Path("/dev/null")),
        ("header", Content::File(vs[..20].to_vec())),
        ("cut", Content::File(vs[..1000].to_vec())),
    ];
    (
        "odd",
        inputs
            .map(|(name, content)| (name.to_owned(), content))
            .into(),
    )
}

/// Shaders with hostile names, of elements, entries, resources and metadata; the digest of every second is wrong.
fn shaders(folder: &Folder) -> Group {
    let files = [
        "vs_basic.sm60.dxil",
        "vs_basic.pdb-in-private.dxil",
        "ps_textured.sm60.dxil",
        "lib_raytracing.sm66.dxil",
        "cs_reduce.sm68.dxil",
    ];
    let inputs = files.iter().enumerate().map(|(index, file)| {
        let container = container(&folder.copy(file, "plain"));
        let container = replaced(&container, b"albedo", b"\x1b[8m\r\n");
        let container = replaced(&container, b"closest", b"\x1b[8m\n\xc2\x9b");
        let mut container = replaced(&container, b"input", b"\n\xe2\x80\xaex");
        container[4] ^= u8::from(index % 2 == 1);
        ((*file).to_owned(), Content::File(container))
    });
    ("shaders", inputs.collect())
}

/// Parts without a container.
fn bare(vs: &[u8]) -> Group {
    let file = replaced(&container(vs), b"main", b"\x1b[8m");
    let file = Container::parse(&file).unwrap();
    let inputs = [parts::ISG1, parts::PSV0, parts::PRIV, parts::DXIL].map(|fourcc| {
        let data = file.find(fourcc).unwrap().data;
        let size = u32::try_from(data.len()).unwrap().to_le_bytes();
        let bytes = [&fourcc.0[..], &size, data].concat();
        (fourcc.to_string(), Content::File(bytes))
    });
    ("bare", inputs.into())
}

/// Texts that are refused, which messages quote.
fn texts() -> Group {
    let flags = r#"Parts: [{ Name: SFI0, Flags: { "\e[8m\r\n\u009b\u202e": true } }]"#;
    let include = "#include \"\u{9b}\u{202e}\x1b[8m\"\n[RootSignature(A)] void f() {}\n";
    let define = "#define RS \"CBV(b0)\" \u{202e}\u{9b}\n[RootSignature(RS)] void f() {}\n";
    let nodes = format!(
        "!dx.rootsignatures = !{{!0}}\n!0 = !{{ptr @\"{}\", !1, i32 2}}\n!1 = !{{!2}}\n!2 = !{{!\"{HOSTILE}\"}}\n",
        r"\1B[8m\0D\0A\C2\9B"
    );
    let inputs = [
        ("flags", flags.to_owned()),
        ("parts", format!("Parts: {HOSTILE}\n")),
        (
            "clause",
            format!("[RootSignature(\"CBV(b0{HOSTILE}\")] void f() {{}}\n"),
        ),
        ("include", include.to_owned()),
        ("define", define.to_owned()),
        ("nodes", nodes),
    ];
    (
        "texts",
        inputs
            .map(|(name, text)| (name.to_owned(), Content::File(text.into())))
            .into(),
    )
}

/// The files of `hostile` with these endings.
fn files(group: &'static str, endings: &[&str]) -> Group {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dxc-format/tests/data/hostile");
    let paths = fs::read_dir(data)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let paths = paths.filter(|path| {
        endings
            .iter()
            .any(|ending| path.extension().unwrap() == *ending)
    });
    let mut inputs: Vec<_> = paths
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, Content::File(fs::read(path).unwrap()))
        })
        .collect();
    inputs.sort_by(|left, right| left.0.cmp(&right.0));
    (group, inputs)
}

fn groups() -> Vec<Group> {
    let folder = Folder::new();
    let vs = folder.copy("vs_basic.sm60.dxil", "vs.dxil");
    vec![
        odd(&vs),
        shaders(&folder),
        bare(&vs),
        texts(),
        files("documents", &["yaml"]),
        files("hlsl", &["hlsl"]),
        files("rts0", &["rts0"]),
        files("containers", &["dxbc", "dxil"]),
    ]
}

/// Runs a line over an input, which is new each time.
fn run(line: &str, content: &Content, name: &[u8]) -> Output {
    let folder = Folder::new();
    folder.copy("vs_basic.sm60.dxil", "vs.dxil");
    folder.copy("rs_full.v1_1.dxil", "root.dxil");
    let mut name = OsStr::from_bytes(name);
    let path = folder.0.path().join(name);
    match content {
        Content::File(bytes) => fs::write(&path, bytes).unwrap(),
        Content::Folder(files) => {
            fs::create_dir(&path).unwrap();
            if let Some(bytes) = files {
                fs::write(path.join(name), bytes).unwrap();
            }
        }
        Content::Path(path) => name = OsStr::new(path),
    }
    let words = line.split(' ').map(|word| match word {
        "{}" => name,
        word => OsStr::new(word),
    });
    let mut command = folder.command("sh");
    let command = command.args(["-c", LIMITED, DXOBJ]).args(words);
    let output = command.output().unwrap();
    // An edit that fails changes nothing and leaves nothing behind.
    if output.status.code() != Some(0) {
        assert!(!folder.path("out").is_file(), "{line}");
        if let Content::File(bytes) = content {
            assert!(fs::read(path).unwrap() == *bytes, "{line}");
        }
    }
    output
}

/// The exit code as a digit; a process that a signal ended has none.
fn digit(line: &str, input: &str, content: &Content, name: &[u8]) -> char {
    let output = run(line, content, name);
    is_plain(&format!("{line}: {input}"), &output);
    let code = output.status.code();
    code.and_then(|code| char::from_digit(u32::try_from(code).unwrap(), 10))
        .unwrap_or('!')
}

/// A line of the table, with the digits that its runs have.
fn row(line: &str, groups: &[Group]) -> String {
    let mut row = format!("{line:<42}");
    for (_, inputs) in groups {
        row += " ";
        let names = NAMES.iter().cycle();
        let digits = inputs.iter().zip(names);
        row.extend(digits.map(|((input, content), name)| digit(line, input, content, name)));
    }
    row
}

#[test]
fn every_command_has_the_expected_exit_code_for_each_input() {
    let groups = groups();
    let heads = groups.iter().map(|(name, inputs)| {
        let inputs: Vec<&str> = inputs.iter().map(|(input, _)| &**input).collect();
        format!("# {name}: {}", inputs.join(" "))
    });
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    let lines: Vec<&str> = lines.map(|line| line.split("  ").next().unwrap()).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let rows = std::thread::scope(|scope| {
        let rows = lines.chunks(lines.len().div_ceil(threads)).map(|lines| {
            let groups = &groups;
            scope.spawn(move || lines.iter().map(|line| row(line, groups)).collect())
        });
        let rows: Vec<_> = rows.collect();
        let rows = rows.into_iter().map(|rows| rows.join().unwrap());
        rows.collect::<Vec<Vec<String>>>().concat()
    });
    let found: Vec<String> = heads.chain(rows).collect();
    let found = found.join("\n") + "\n";
    assert!(found == TABLE, "found:\n{found}");
}

#[test]
fn every_command_is_a_row() {
    for prefix in ["", "rootsig "] {
        let help = Folder::new().printed(&format!("{prefix}--help"));
        let (_, list) = help.split_once("Commands:\n").unwrap();
        let list = list.lines().take_while(|line| !line.is_empty());
        let names = list.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
        for name in names.filter(|name| !["", "help"].contains(name)) {
            let begin = format!("\n{prefix}{name} ");
            assert!(TABLE.contains(&begin), "no row begins with {begin:?}");
        }
    }
}

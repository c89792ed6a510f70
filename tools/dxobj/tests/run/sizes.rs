//! Every command gives one answer for a file of any size, as a file and as a stream.
//!
//! Judge: equal routes: the file with and without 17 MB of private data, and a stream, which is read whole.

use std::fs::File;
use std::path::Path;
use std::process::{Output, Stdio};

use dxc_format::{Builder, Container, FourCC, parts};

use crate::{DXOBJ, Folder, error};

/// More than what is read whole.
const PRIVATE: usize = 17_000_000;

/// The name of each file, which no other text contains.
const NAME: &str = "named.dxil";

/// A file of each kind: shaders, libraries, work graphs, embedded debug information, a container of a PDB file, a root
/// signature, and DXBC of FXC.
const FILES: &[&str] = &[
    "reflection/kinds.dxil",
    "reflection/lib.dxil",
    "dxc/lib_workgraph.sm68.dxil",
    "dxc/vs_basic.debug-embedded.dxil",
    "dxc/vs_basic.pdb-full.dxil",
    "dxc/rs_only.v1_1.dxil",
    "debug/fxc_spdb.dxbc",
];

/// Commands that do not print private data, sizes or digests.
const SAME: &[&str] = &[
    "dump FILE",
    "dump --no-ir FILE",
    "dump --json FILE",
    "bindings FILE",
    "bindings --json FILE",
    "signatures FILE",
    "signatures --json FILE",
    "reflect FILE",
    "reflect --json FILE",
    "validate FILE",
    "validate --json FILE",
    "rootsig show FILE",
    "sources FILE",
    "roundtrip FILE",
    "pipeline FILE",
    "pipeline --json FILE",
];

/// Commands that do.
const OTHER: &[&str] = &[
    "ls FILE",
    "ls --json FILE",
    "show FILE",
    "show --part DXIL FILE",
    "verify FILE",
    "strip FILE -o -",
    "strip --private FILE -o -",
    "extract DXIL FILE -o -",
    "extract STAT FILE -o -",
    "extract PRIV FILE -o -",
    "sign FILE -o -",
    "rootsig strip FILE -o -",
    "remove DXIL FILE -o -",
    "set SFI0 flags FILE -o -",
    "move PRIV --before 0 FILE -o -",
    "diff FILE other.dxil",
    "diff --instructions FILE other.dxil",
    "diff --json FILE other.dxil",
    "scan FILE",
    "scan --json FILE",
];

/// The files, each small and with private data.
struct Pair {
    name: &'static str,
    folder: Folder,
}

impl Pair {
    /// Writes both files; `change` edits them before.
    fn of(name: &'static str, change: impl FnOnce(&mut Builder<'_>)) -> Self {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dxc-format/tests/data");
        let file = std::fs::read(data.join(name)).unwrap();
        let mut builder = Container::parse(&file).unwrap().to_builder();
        change(&mut builder);
        let folder = Folder::new();
        for size in ["small", "large"] {
            folder.write(&format!("{size}/other.dxil"), &file);
            folder.write(&format!("{size}/flags"), [0; 8]);
        }
        // Commands that edit keep signed files signed.
        folder.write(&format!("small/{NAME}"), builder.to_bytes().unwrap());
        builder.push(parts::PRIV, vec![0; PRIVATE]);
        folder.write(&format!("large/{NAME}"), builder.to_bytes().unwrap());
        Self { name, folder }
    }

    fn run(&self, line: &str, size: &str, is_stream: bool) -> Output {
        let line = line.replace("FILE", if is_stream { "-" } else { NAME });
        let mut command = self.folder.command(DXOBJ);
        command.current_dir(self.folder.path(size));
        if is_stream {
            let file = File::open(self.folder.path(&format!("{size}/{NAME}"))).unwrap();
            command.stdin(Stdio::from(file));
        }
        command.args(line.split(' ')).output().unwrap()
    }

    /// The output of a file is that of a stream, but for its name.
    fn compare_with_stream(&self, line: &str) -> Output {
        let large = self.run(line, "large", false);
        let stream = self.run(line, "large", true);
        self.compare(line, &large, &stream);
        large
    }

    /// The private data changes nothing.
    fn compare_sizes(&self, line: &str) {
        let large = self.compare_with_stream(line);
        let small = self.run(line, "small", false);
        self.compare(line, &large, &small);
    }

    fn compare(&self, line: &str, one: &Output, other: &Output) {
        let place = format!("{} {line}: {}{}", self.name, error(one), error(other));
        assert_eq!(one.status.code(), other.status.code(), "{place}");
        // Not `assert_eq`: a failure would print megabytes.
        assert!(unnamed(&one.stdout) == unnamed(&other.stdout), "{place}");
        assert!(unnamed(&one.stderr) == unnamed(&other.stderr), "{place}");
    }
}

/// Text without the name of the file; other bytes as they are.
fn unnamed(bytes: &[u8]) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return bytes.to_vec();
    };
    text.replace(NAME, "-").into_bytes()
}

#[test]
#[cfg_attr(
    windows,
    ignore = "hundreds of processes, whose answers do not depend on the system"
)]
fn answers_do_not_depend_on_private_data() {
    for name in FILES {
        let pair = Pair::of(name, |_| {});
        for line in SAME {
            pair.compare_sizes(line);
        }
        for line in OTHER {
            pair.compare_with_stream(line);
        }
    }
}

/// A document has the private data, and builds the file from a stream, too.
#[test]
fn documents_do_not_depend_on_the_route() {
    let pair = Pair::of("dxc/vs_basic.debug-embedded.dxil", |_| {});
    for format in ["yaml", "json"] {
        let document = pair.compare_with_stream(&format!("show --format {format} FILE"));
        assert!(document.status.success());
        for (size, private) in [("small", 0), ("large", PRIVATE)] {
            let document = pair.run(&format!("show --format {format} FILE"), size, false);
            assert!(document.stdout.len() > private, "{format}");
            let folder = &pair.folder;
            folder.write(&format!("built/{NAME}"), &document.stdout);
            let build = |is_stream| pair.run("build FILE -o -", "built", is_stream).stdout;
            let expected = folder.read(&format!("{size}/{NAME}"));
            assert!(build(false) == expected, "{format}, {size}");
            assert!(build(true) == expected, "{format}, {size}, as a stream");
        }
    }
}

/// Programs of 17 MB: bytes follow their bitcode, or are in it.
#[test]
fn answers_do_not_depend_on_the_size_of_programs() {
    for (part, is_inside) in [
        (parts::DXIL, false),
        (parts::DXIL, true),
        (parts::STAT, false),
    ] {
        let pair = Pair::of("reflection/kinds.dxil", |builder| {
            enlarge(builder, part, is_inside);
        });
        // The lines of JSON have the values of the text.
        for line in SAME.iter().filter(|line| !line.contains("--json")) {
            pair.compare_with_stream(line);
        }
    }
}

/// Appends bytes to the bitcode of a program, or to its part.
fn enlarge(builder: &mut Builder<'_>, part: FourCC, is_inside: bool) {
    let entry = builder
        .parts_mut()
        .iter_mut()
        .find(|entry| entry.fourcc == part);
    let bytes = entry.unwrap().bytes_mut().unwrap();
    let size = bytes.len() + PRIVATE;
    bytes.resize(size, 0);
    if is_inside {
        let stored = u32::from_le_bytes(bytes[20..24].try_into().unwrap());
        let larger = stored + u32::try_from(PRIVATE).unwrap();
        bytes[20..24].copy_from_slice(&larger.to_le_bytes());
    }
}

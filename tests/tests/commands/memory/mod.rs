//! Tests the peak memory of commands for bitcode, documents and root signatures that are made to take much of it.
//!
//! Judge: the limits in SECURITY.md, by the peak memory that Linux counts.

mod bitcode;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::built::DXOBJ;

/// The limits that SECURITY.md states: 64 MiB, or a multiple of the files.
const LEAST: u64 = 64 << 20;
const TIMES: u64 = 32;

/// The memory of the program itself, whose debug build is large, and of its threads.
const PROGRAM: u64 = 24 << 20;

/// The commands that read bitcode.
const BITCODE_COMMANDS: [&str; 12] = [
    "dump",
    "dump --json",
    "dump --no-ir",
    "show --format html",
    "reflect",
    "bindings",
    "signatures",
    "validate",
    "sources",
    "ls",
    "dump --function main",
    "diff --instructions @",
];

/// A file for dxobj.
fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("memory");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, bytes).unwrap();
    path
}

/// The peak memory of a command. It is read while the command runs, so peaks shortly before its end may be missed.
fn peak(line: &str, path: &Path) -> u64 {
    let mut command = Command::new(&*DXOBJ);
    let words = line.split(' ');
    command
        .args(words.map(|word| match word {
            "@" => path.as_os_str(),
            word => word.as_ref(),
        }))
        .arg(path)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let known = fs::read_to_string(&status).unwrap_or_default();
        let line = known.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let size = line.and_then(|line| line.trim().strip_suffix(" kB"));
        most = most.max(size.and_then(|size| size.trim().parse().ok()).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(2));
    }
    most << 10
}

/// Runs commands with a file, and returns a line for each that takes more memory than stated.
fn excesses(name: &str, bytes: &[u8], commands: &[&str]) -> Vec<String> {
    let path = file(name, bytes);
    let len = bytes.len() as u64;
    let excess = |line: &&str| {
        // `diff` compares two files.
        let files = if line.contains('@') { 2 } else { 1 };
        let taken = peak(line, &path);
        let most = LEAST.max(TIMES * files * len) + PROGRAM;
        let excess = format!(
            "{name}: {line}: {taken} bytes, {} times the file; {most} are the most",
            taken / (files * len)
        );
        println!("{excess}");
        (taken > most).then_some(excess)
    };
    commands.iter().filter_map(excess).collect()
}

#[track_caller]
fn hold(files: &[(&str, Vec<u8>)], commands: &[&str]) {
    let excesses: Vec<String> = files
        .iter()
        .flat_map(|(name, bytes)| excesses(name, bytes, commands))
        .collect();
    assert!(excesses.is_empty(), "{}", excesses.join("\n"));
}

#[test]
fn functions_take_no_more_memory_than_is_stated() {
    hold(
        &[
            ("library", bitcode::library(8_000)),
            ("additions", bitcode::additions(1_200_000)),
            ("unabbreviated", bitcode::unabbreviated(400_000)),
            ("functions", bitcode::functions(100_000)),
            ("short-instructions", bitcode::short_instructions(6_000_000)),
        ],
        &BITCODE_COMMANDS,
    );
}

#[test]
fn short_records_take_no_more_memory_than_is_stated() {
    hold(
        &[
            ("nodes", bitcode::nodes(6_000_000)),
            ("constants", bitcode::constants(6_000_000)),
            ("symbols", bitcode::symbols(6_000_000)),
            ("types", bitcode::types(6_000_000)),
            ("abbreviations", bitcode::abbreviations(2_000_000)),
            ("own-abbreviations", bitcode::own_abbreviations(2_000_000)),
        ],
        &BITCODE_COMMANDS,
    );
}

/// A document with a part whose list has so many records.
fn document(part: &str, list: &str, record: &str, count: usize) -> Vec<u8> {
    let records = vec![record; count].join(",");
    format!("Parts: [{{ Name: {part}, {list}: [{records}] }} }}]").into_bytes()
}

/// These are about as many records without keys as are built, records that their text pays for, and more than are built.
#[test]
fn documents_take_no_more_memory_than_is_stated() {
    let types = "ResourceDefinitions: { Types";
    let elements = "Signature: { Parameters";
    let samplers = "RootSignature: { Samplers";
    hold(
        &[
            ("types", document("RDEF", types, "{}", 40_000)),
            ("elements", document("ISG1", elements, "{}", 118_000)),
            ("named", document("ISG1", elements, "{Name: AB}", 150_000)),
            ("samplers", document("RTS0", samplers, "{}", 300_000)),
        ],
        &["build -o /dev/null"],
    );
}

//! Tests the commands that print a file, and the HTML page of a file.
//!
//! Output, memory and steps are limited by the input's length, see [`Limits`]; a step takes at most one allocation. No
//! printed character may act on a terminal.

use std::io::{self, Write};

use allocation_counter::measure;
use dxc_format::Limits;
use dxc_text::is_hidden;
use dxobj_report::File;
use dxobj_viewer::page;

use crate::Maker;

/// The commands, by the first byte of the input. Commands that edit files print nothing about them.
const COMMANDS: [&str; 37] = [
    "ls",
    "ls --json",
    "show",
    "show --json",
    "show --format json",
    "show --format yaml",
    "show --format yaml --llvm 23",
    "show --format hex",
    "show --explain ISG1",
    "show --part PSV0",
    "dump",
    "dump --json",
    "bindings",
    "bindings --json",
    "signatures",
    "signatures --json",
    "reflect",
    "reflect --json",
    "sources",
    "sources --json",
    "verify",
    "verify --json",
    "validate",
    "validate --json",
    "rootsig show",
    "rootsig show --json",
    "rootsig check",
    "rootsig check --json",
    "rootsig convert --to yaml",
    "rootsig convert --to metadata",
    "diff -",
    "diff --json -",
    "diff --layout -",
    "diff --instructions -",
    "scan",
    "scan --json",
    "roundtrip",
];

/// The maximum size of the page without a file: its script and its style.
const PAGE: u64 = 128 << 10;

/// The maximum size of lines about omitted output and about errors.
const LINES: u64 = 64 << 10;

pub(crate) fn make_command(maker: &mut Maker<'_>) -> Vec<u8> {
    let command = maker.rng.u8(..);
    [vec![command], make_page(maker)].concat()
}

pub(crate) fn make_page(maker: &mut Maker<'_>) -> Vec<u8> {
    match maker.rng.u16(..1024) {
        0 => maker.long_list(),
        1..128 => maker.multiplied(),
        _ => maker.container(),
    }
}

/// Runs a command; an input has a byte that selects the command, then the file.
pub(crate) fn try_command(input: &[u8]) {
    let Some((command, file)) = input.split_first() else {
        return;
    };
    let command = COMMANDS[usize::from(*command) % COMMANDS.len()];
    let words: Vec<&str> = command.split(' ').collect();
    let mut printed = Counted(0);
    hold(command, file, LINES, || {
        // Counting bytes does not fail.
        let _ = dxobj::print(&words, file.to_vec(), &mut printed);
        printed.0
    });
}

/// The page of a file.
pub(crate) fn try_page(file: &[u8]) {
    hold("page", file, PAGE, || {
        let page = page::of_file(&File::open("file", file.to_vec()));
        let mut printed = Counted(0);
        let _ = printed.write_all(page.as_bytes());
        printed.0
    });
}

/// Prints within the limits, and `more` bytes of output.
fn hold(name: &str, file: &[u8], more: u64, print: impl FnOnce() -> u64) {
    let mut printed = 0;
    let taken = measure(|| printed = print());
    let mut limits = Limits::of_input(file.len());
    // A document contains the whole file, without a limit: a byte may become a line with a key.
    let documents = ["show --json", "show --format json", "show --format yaml"];
    if documents.iter().any(|document| name.starts_with(document)) {
        limits.output *= 2;
    }
    let most = [
        ("bytes of output", printed, limits.output + more),
        ("bytes of memory", taken.bytes_max, limits.memory + more),
        ("allocations", taken.count_total, 2 * limits.steps),
    ];
    for (what, took, most) in most {
        let len = file.len();
        assert!(
            took <= most,
            "{name} of {len} bytes: {took} {what}, where {most} are the most"
        );
    }
}

/// Counts the written bytes, and checks that none of them acts on a terminal.
struct Counted(u64);

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        let text = std::str::from_utf8(bytes).expect("whole letters are printed");
        let wrong = text.find(|letter| is_hidden(letter) && !matches!(letter, '\n' | '\t'));
        assert!(wrong.is_none(), "a hidden letter is printed: {text:?}");
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

//! The commands that print a file, and the page that shows one.
//!
//! Output, memory and steps are limited by the input's length, see [`Limits`]; a step takes at most one allocation.

use std::io::{self, Write};

use allocation_counter::measure;
use dxc_format::Limits;
use dxobj_viewer::{File, page};

use crate::Maker;

/// The commands, by the first byte of the input.
const COMMANDS: [&[&str]; 13] = [
    &["show"],
    &["show", "--format", "hex"],
    &["ls"],
    &["ls", "--json"],
    &["bindings"],
    &["bindings", "--json"],
    &["signatures"],
    &["signatures", "--json"],
    &["sources"],
    &["sources", "--json"],
    &["dump"],
    &["reflect"],
    &["reflect", "--json"],
];

/// The page without a file: its script and its style.
const PAGE: u64 = 128 << 10;

/// Lines about omitted output and about errors.
const LINES: u64 = 64 << 10;

pub(crate) fn make_command(maker: &mut Maker<'_>) -> Vec<u8> {
    let command = maker.rng.u8(..);
    [vec![command], make_page(maker)].concat()
}

pub(crate) fn make_page(maker: &mut Maker<'_>) -> Vec<u8> {
    match maker.rng.u8(..8) {
        0 => maker.multiplied(),
        _ => maker.container(),
    }
}

/// A byte that chooses the command, then the file.
pub(crate) fn try_command(input: &[u8]) {
    let Some((command, file)) = input.split_first() else {
        return;
    };
    let words = COMMANDS[usize::from(*command) % COMMANDS.len()];
    let mut printed = Counted(0);
    hold(&words.join(" "), file, LINES, || {
        // Counting does not fail.
        let _ = dxobj::print(words, file.to_vec(), &mut printed);
        printed.0
    });
}

/// The page of a file.
pub(crate) fn try_page(file: &[u8]) {
    hold("page", file, PAGE, || {
        page::of_file(&File::open("file", file.to_vec())).len() as u64
    });
}

/// Prints within the limits, and `more` bytes of output.
fn hold(name: &str, file: &[u8], more: u64, print: impl FnOnce() -> u64) {
    let mut printed = 0;
    let taken = measure(|| printed = print());
    let limits = Limits::of_input(file.len());
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

/// Counts the written bytes.
struct Counted(u64);

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

//! Counts the instructions of `BinRead` and `BinWrite` for every type of the format, and those of binrw's derive for a
//! struct with the same fields.
//!
//! `cargo bench -p dxc-format --bench streams` counts each read from a `Cursor` and from a `BufReader` and each write
//! to a `Cursor` with valgrind, and compares them with `streams.tsv`. It fails if a job is slower than the derive, both
//! as counted and as stored, or if the count of a job, or of all jobs of a kind, has grown by more than 3 %. With
//! `-- --write` it stores them. `cargo xtask gen` writes `rows.rs` from the schemas, so that no type is missing.

#![allow(clippy::unwrap_used)]

#[path = "../counts/callgrind.rs"]
mod callgrind;
mod counted;
#[macro_use]
mod rows;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::hint::black_box;
use std::io::{BufRead as _, BufReader, Cursor};
use std::path::Path;
use std::process::{Command, ExitCode};

use binrw::{BinRead, BinWrite, binrw};
use dxc_format::*;
use types::LayoutArgs;

/// The number of reads or writes of each job.
const TIMES: usize = 32;

/// The growth of a count that is tolerated, in thousandths.
const TOLERANCE: u64 = 30;

/// The instructions of a call that the compiler inlines in one program but not in the next. The count of a single job
/// may grow by this number, but not the counts of all jobs of a kind.
const CALL: u64 = 60;

/// The instructions for a few values that the compiler keeps in registers for one side and on the stack for the other.
/// A job may take this many more than the derive. The derive's count is the larger one of the current and the stored
/// count: it also contains calls that the compiler inlines in some programs.
const SPILLS: u64 = 8;

/// The arguments for writing a value: those for reading it, except for a size.
trait Arguments {
    type ToWrite;

    fn to_write(self) -> Self::ToWrite;
}

impl Arguments for () {
    type ToWrite = ();

    fn to_write(self) {}
}

impl Arguments for Option<usize> {
    type ToWrite = ();

    fn to_write(self) {}
}

/// A version. Fields that binrw's derive reads depend on it.
impl Arguments for (u32,) {
    type ToWrite = ();

    fn to_write(self) {}
}

impl<A> Arguments for LayoutArgs<A> {
    type ToWrite = Self;

    fn to_write(self) -> Self {
        self
    }
}

/// The jobs of a type, or of the struct with the same fields. Each job has its own text, since the compiler would merge
/// equal functions.
macro_rules! jobs {
    ($side:ident, $name:ident, $type:ty, $args:expr) => {
        pub(super) mod $side {
            use super::*;

            #[inline(never)]
            fn read(bytes: &[u8]) {
                black_box(concat!(stringify!($name), stringify!($side), 0));
                for _ in 0..TIMES {
                    let mut stream = Cursor::new(black_box(bytes));
                    black_box(<$type>::read_le_args(&mut stream, $args).unwrap());
                }
            }

            #[inline(never)]
            fn read_buffered(stream: &mut BufReader<Cursor<&[u8]>>) {
                black_box(concat!(stringify!($name), stringify!($side), 1));
                for _ in 0..TIMES {
                    black_box(<$type>::read_le_args(stream, $args).unwrap());
                }
            }

            #[inline(never)]
            fn write(value: &$type, out: &mut Vec<u8>) {
                black_box(concat!(stringify!($name), stringify!($side), 2));
                for _ in 0..TIMES {
                    out.clear();
                    let (mut stream, args) = (Cursor::new(&mut *out), $args.to_write());
                    black_box(value).write_le_args(&mut stream, args).unwrap();
                    black_box(&mut *out);
                }
            }

            /// Runs each job, and returns the written bytes.
            pub(crate) fn run(bytes: &[u8]) -> Vec<u8> {
                read(bytes);
                let many = bytes.repeat(TIMES);
                let mut stream = BufReader::with_capacity(many.len(), Cursor::new(&many[..]));
                stream.fill_buf().unwrap();
                read_buffered(&mut stream);
                let value = <$type>::read_le_args(&mut Cursor::new(bytes), $args).unwrap();
                let mut out = Vec::with_capacity(bytes.len());
                write(&value, &mut out);
                out
            }
        }
    };
}

/// A type and a struct with the same fields: both read and write the same bytes.
macro_rules! row {
    ($name:ident, $type:ty, $args:expr, $size:literal, $twin_args:expr, $(#[$import:meta])? [$($field:tt)*]) => {
        #[allow(non_snake_case)]
        mod $name {
            use super::*;

            #[binrw]
            #[brw(little)]
            $(#[$import])?
            pub(super) struct Twin { $($field)* }

            jobs!(ours, $name, $type, $args);
            jobs!(derive, $name, Twin, $twin_args);

            pub(super) fn run() {
                let mut bytes: Vec<u8> = (1..=255).cycle().take($size).collect();
                if <$type>::read_le_args(&mut Cursor::new(&bytes), $args).is_err() {
                    // Reading failed because zeros lack the magic number.
                    bytes.clear();
                    let (mut stream, args) = (Cursor::new(&mut bytes), $args.to_write());
                    <$type>::default().write_le_args(&mut stream, args).unwrap();
                }
                assert_eq!(ours::run(&bytes), bytes, stringify!($name));
                assert_eq!(derive::run(&bytes), bytes, stringify!($name));
            }
        }
    };
}

macro_rules! fixed {
    ($name:ident, $type:ty, $args:expr, $size:literal, [$($field:tt)*]) => {
        row!($name, $type, $args, $size, (), [$($field)*]);
    };
}

macro_rules! versioned {
    ($name:ident, $type:ty, $args:expr, $size:literal, $version:ident = $index:literal, [$($field:tt)*]) => {
        row!($name, $type, $args, $size, (black_box($index),), #[br(import($version: u32))] [$($field)*]);
    };
}

/// Parts and structures of varying size are read as a whole: the benchmark `counts` covers them.
macro_rules! other {
    ($($row:tt)*) => {};
}

for_every_type!(fixed, versioned, other);

/// Runs the jobs of every type.
fn run() {
    macro_rules! run {
        ($name:ident, $($row:tt)*) => {
            $name::run();
        };
    }
    for_every_type!(run, run, other);
}

/// The instructions that a type and the derive need for one value.
#[derive(Clone, Copy, Default)]
struct Count {
    ours: u64,
    derive: u64,
}

type Counts = BTreeMap<String, Count>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |wanted: &str| arguments.iter().any(|argument| argument == wanted);
    if has("--run") || !has("--bench") {
        // `cargo test --benches` compares what both sides write.
        run();
        return ExitCode::SUCCESS;
    }
    match compare(has("--write")) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::from(2)
        }
    }
}

/// Counts all jobs, prints those that are worse than the derive or than the stored counts, and returns whether there are none.
fn compare(write: bool) -> Result<bool, Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/streams/streams.tsv");
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    let mut known: Counts = known.lines().filter_map(line).collect();
    let has_counts = !known.is_empty();
    let found = count()?;
    let mut problems = Vec::new();
    let mut kinds: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for (name, Count { ours, derive }) in &found {
        let was = known.remove(name);
        let derive = was.map_or(*derive, |was| was.derive.max(*derive));
        if *ours > derive {
            let slower = format!("{name}: {ours}, slower than the derive's {derive}");
            if ours - derive > SPILLS {
                problems.push(slower)
            } else {
                println!("{slower}")
            }
        }
        match was {
            None if has_counts => problems.push(format!("{name}: {ours}, new")),
            None => {}
            Some(was) => {
                if has_grown(*ours, was.ours) && ours - was.ours > CALL {
                    problems.push(format!("{name}: {ours}, has grown from {}", was.ours));
                }
                let kind = name.split_once(": ").map_or("", |(_, kind)| kind);
                let (now, before) = kinds.entry(kind).or_default();
                *now += ours;
                *before += was.ours;
            }
        }
    }
    for (kind, (now, before)) in kinds {
        if has_grown(now, before) {
            problems.push(format!(
                "{kind}: {now} for all types, has grown from {before}"
            ));
        }
    }
    problems.extend(known.into_keys().map(|name| format!("{name}: not counted")));
    for problem in &problems {
        println!("{problem}");
    }
    let sum = |side: fn(&Count) -> u64| found.values().map(side).sum::<u64>();
    let (ours, derive) = (sum(|count| count.ours), sum(|count| count.derive));
    println!(
        "{} jobs, {} problems; {ours} instructions, {:.2} of the derive's {derive}",
        found.len(),
        problems.len(),
        ours as f64 / derive as f64
    );
    if !problems.is_empty() && !write {
        println!("\nIf that is worth it: cargo bench -p dxc-format --bench streams -- --write");
    }
    if write {
        let mut text = String::from(
            "# Instructions for one value: ours, binrw's derive. `cargo bench -p dxc-format --bench streams -- --write` stores them.\n",
        );
        for (name, Count { ours, derive }) in &found {
            writeln!(text, "{name}\t{ours}\t{derive}")?;
        }
        std::fs::write(&path, text)?;
    }
    Ok(problems.is_empty())
}

fn has_grown(now: u64, before: u64) -> bool {
    now * 1000 > before * (1000 + TOLERANCE)
}

fn line(line: &str) -> Option<(String, Count)> {
    let mut cells = line.split('\t');
    let name = cells.next()?.to_owned();
    let (ours, derive) = (cells.next()?.parse().ok()?, cells.next()?.parse().ok()?);
    Some((name, Count { ours, derive }))
}

/// Runs all jobs under valgrind.
fn count() -> Result<Counts, Box<dyn Error>> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("--run");
    let mut counts = Counts::new();
    for (function, instructions) in counted::calls(&callgrind::profile(&command, None)?) {
        // `streams::PartHeader::ours::read`
        let path: Vec<&str> = function.split("::").collect();
        let [_, name, side @ ("ours" | "derive"), job] = path[..] else {
            continue;
        };
        let job = match job {
            "read" => "read",
            "read_buffered" => "read from a BufReader",
            "write" => "write",
            _ => continue,
        };
        let count = counts.entry(format!("{name}: {job}")).or_default();
        let each = instructions / TIMES as u64;
        match side {
            "ours" => count.ours = each,
            _ => count.derive = each,
        }
    }
    if counts
        .values()
        .all(|count| count.ours > 0 && count.derive > 0)
        && !counts.is_empty()
    {
        Ok(counts)
    } else {
        Err("valgrind did not find all jobs".into())
    }
}

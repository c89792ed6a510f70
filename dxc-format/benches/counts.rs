//! Counts the instructions that reading, writing and generating execute. The counts have no noise, and must not grow.
//!
//! `cargo bench -p dxc-format --bench counts` counts them over the containers of the repository with valgrind, compares
//! them with `counts.tsv`, and fails if one has grown by more than 3 %. With `-- --write` it stores them. Instructions
//! of libc, such as copying and allocating, depend on the processor and are not counted, so that machines agree;
//! compilers may differ.

#[path = "counts/callgrind.rs"]
mod callgrind;
#[path = "containers/direct.rs"]
mod direct;
#[path = "containers/ours/mod.rs"]
#[allow(dead_code)]
mod ours;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use callgrind::root;

/// The growth of a count that is tolerated, in thousandths.
const TOLERANCE: u64 = 30;

/// A job over the bytes of a file.
type Job = fn(&[u8]) -> u64;

/// The jobs that are counted over the containers: a name and a function for each.
const JOBS: [(&str, Job); 8] = [
    ("open", ours::open),
    ("views", ours::views),
    ("owned", ours::values),
    ("round trip", |bytes| ours::rewrite_parts(bytes, |_| true)),
    ("all parts", ours::everything),
    ("direct views", direct::views),
    ("direct owned", direct::values),
    ("direct round trip", direct::rewrite),
];

/// The count of generating, which another program does.
const GENERATING: &str = "xtask gen --check, in thousands";

type Counts = BTreeMap<String, u64>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |wanted: &str| arguments.iter().any(|argument| argument == wanted);
    if let Some(job) = arguments
        .iter()
        .find_map(|argument| argument.strip_prefix("--job="))
    {
        return run(job);
    }
    if !has("--bench") {
        // `cargo test --benches` also runs this program; the other benchmark already shows that the jobs work.
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

/// Runs a job twice, so that initialization at the first call is not counted.
fn run(job: &str) -> ExitCode {
    let Some((_, run)) = JOBS.iter().find(|(name, _)| *name == job) else {
        return ExitCode::FAILURE;
    };
    let files = containers();
    black_box(over(*run, &files));
    black_box(counted(*run, &files));
    ExitCode::SUCCESS
}

fn over(run: fn(&[u8]) -> u64, files: &[Vec<u8>]) -> u64 {
    files
        .iter()
        .fold(0, |sum, file| sum.wrapping_add(run(file)))
}

/// Runs a job; valgrind counts during this function.
#[inline(never)]
fn counted(run: fn(&[u8]) -> u64, files: &[Vec<u8>]) -> u64 {
    over(run, files)
}

/// The containers of the repository, in a fixed order.
fn containers() -> Vec<Vec<u8>> {
    let folder = std::fs::read_dir(root().join("dxc-format/tests/data/dxc"));
    let mut paths: Vec<_> = folder.into_iter().flatten().flatten().collect();
    paths.sort_by_key(std::fs::DirEntry::path);
    let paths = paths.iter().map(std::fs::DirEntry::path);
    let paths = paths.filter(|path| path.extension().is_some_and(|found| found == "dxil"));
    paths.filter_map(|path| std::fs::read(path).ok()).collect()
}

/// Counts everything and prints the differences from the committed counts; returns whether no count has grown.
fn compare(write: bool) -> Result<bool, Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/counts.tsv");
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    let known: Counts = known.lines().filter_map(line).collect();
    let found = count()?;
    let mut is_fine = true;
    for (name, count) in &found {
        let Some(was) = known.get(name) else {
            println!("{name:<32} {count:>9}  new");
            is_fine = false;
            continue;
        };
        let change = (*count as f64 / *was as f64 - 1.0) * 100.0;
        let has_grown = count * 1000 > was * (1000 + TOLERANCE);
        is_fine &= !has_grown;
        let verdict = if has_grown { "  HAS GROWN" } else { "" };
        println!("{name:<32} {count:>9}  {change:+.1} % of {was}{verdict}");
    }
    if write {
        let mut text = String::from(
            "# Instructions a container, without libc's. `cargo bench -p dxc-format --bench counts -- --write` takes them over.\n",
        );
        for (name, count) in &found {
            writeln!(text, "{name}\t{count}")?;
        }
        std::fs::write(&path, text)?;
        return Ok(true);
    }
    if !is_fine {
        println!("\nIf that is worth it: cargo bench -p dxc-format --bench counts -- --write");
    }
    Ok(is_fine)
}

fn line(line: &str) -> Option<(String, u64)> {
    let (name, count) = line.split_once('\t')?;
    Some((name.to_owned(), count.parse().ok()?))
}

fn count() -> Result<Counts, Box<dyn Error>> {
    let files = containers().len().max(1) as u64;
    let mut counts = Counts::new();
    for (name, _) in JOBS {
        let mut job = Command::new(std::env::current_exe()?);
        job.arg(format!("--job={name}"));
        let pattern = Some("*counts::counted*");
        counts.insert(name.to_owned(), instructions(&job, pattern)? / files);
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        // With the features and profile that the tests use.
        .args(["build", "--quiet", "--workspace"])
        .args(["--example", "inspect", "--bin", "xtask"])
        .current_dir(root())
        .status()?;
    if !built.success() {
        return Err("the generator does not build".into());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR");
    let target = target.map_or_else(|| root().join("target"), PathBuf::from);
    let mut generate = Command::new(target.join("debug/xtask"));
    generate.args(["gen", "--check"]);
    // Cargo sets this variable when it runs the program in the repository.
    generate.env("CARGO_MANIFEST_DIR", root().join("xtask"));
    counts.insert(GENERATING.to_owned(), instructions(&generate, None)? / 1000);
    Ok(counts)
}

/// The number of instructions that a command executes during a function, or in total, without those of libc.
fn instructions(command: &Command, function: Option<&str>) -> Result<u64, Box<dyn Error>> {
    match own(&callgrind::profile(command, function)?) {
        0 => Err("valgrind counted nothing".into()),
        count => Ok(count),
    }
}

/// The number of instructions in a profile that belong to the program itself.
///
/// A line of cost has a location and a count; the line after `calls=` has the cost of the called function. `ob=` names
/// the library of the following functions, by a number after the name's first use.
fn own(profile: &str) -> u64 {
    let (mut sum, mut is_own, mut is_call) = (0, true, false);
    let mut foreign = BTreeMap::new();
    for line in profile.lines() {
        if let Some(object) = line.strip_prefix("ob=").or(line.strip_prefix("cob=")) {
            let (number, name) = object.split_once(' ').unwrap_or((object, ""));
            let is_libc = name.contains("/libc") || name.contains("/ld-");
            let is_foreign = *foreign.entry(number).or_insert(is_libc);
            if line.starts_with("ob=") {
                is_own = !is_foreign;
            }
        } else if line.starts_with("calls=") {
            is_call = true;
        } else if line.starts_with(|first: char| first.is_ascii_digit() || "+-*".contains(first)) {
            let count = line.split(' ').nth(1).and_then(|count| count.parse().ok());
            let count: u64 = count.unwrap_or_default();
            sum += if is_own && !is_call { count } else { 0 };
            is_call = false;
        }
    }
    sum
}

//! Benchmarks opening, reading and writing the containers of the repository, compared with other libraries in one
//! interleaved run.
//!
//! `cargo bench -p dxc-format [-- JOB]`. Each contender does the same job over the same containers; before anything is
//! timed, the results are checked for equality. The rounds are interleaved, so that other load on the machine affects
//! all contenders, and the best round of each counts. `DXC_CORPUS` may name a larger corpus; some jobs run over its
//! folder `real`. If LLVM's headers are installed, LLVM does some jobs, too.

mod binrw_derive;
mod dxbc_crate;
mod llvm;
mod ours;

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use self::llvm::Llvm;
use self::ours::tables;

/// The number of rounds for each contender.
const ROUNDS: usize = 400;

/// A file: its path and its content.
type File = (PathBuf, Vec<u8>);

/// The implementation of a job.
#[derive(Clone, Copy)]
enum Doer {
    /// A function, for each file.
    Here(fn(&[u8]) -> u64),
    /// LLVM; the text is its name for the job.
    Llvm(&'static str),
}

/// One way to do a job; it returns a number that depends on everything it read or wrote.
struct Contender {
    name: &'static str,
    doer: Doer,
    /// Whether its number must equal that of the first contender.
    comparable: bool,
}

/// A job and its contenders. The first contender is this crate.
struct Job {
    name: &'static str,
    contenders: Vec<Contender>,
}

impl Job {
    fn new(name: &'static str) -> Self {
        let contenders = Vec::new();
        Self { name, contenders }
    }

    fn with(mut self, name: &'static str, doer: Doer, comparable: bool) -> Self {
        self.contenders.push(Contender {
            name,
            doer,
            comparable,
        });
        self
    }

    fn ours(self, run: fn(&[u8]) -> u64) -> Self {
        self.peer("dxc-format", run)
    }

    fn peer(self, name: &'static str, run: fn(&[u8]) -> u64) -> Self {
        self.with(name, Doer::Here(run), true)
    }

    /// Adds a contender that does a different job, for comparison only.
    fn other(self, name: &'static str, run: fn(&[u8]) -> u64) -> Self {
        self.with(name, Doer::Here(run), false)
    }

    /// Adds LLVM as a contender that does the same job.
    fn llvm(self, job: &'static str) -> Self {
        self.with("LLVM 22", Doer::Llvm(job), true)
    }

    fn memcpy(self) -> Self {
        self.other("memcpy", |bytes| black_box(bytes.to_vec()).len() as u64)
    }
}

const DXBC: &str = "dxbc 0.1.0";
const BINRW: &str = "binrw's derive";

fn jobs() -> Vec<Job> {
    vec![
        Job::new("open: header and directory")
            .ours(ours::open)
            .peer(DXBC, dxbc_crate::open)
            .peer(BINRW, binrw_derive::open)
            .memcpy(),
        Job::new("views: every field of every typed part")
            .ours(ours::views)
            .peer(DXBC, dxbc_crate::values)
            .peer(BINRW, binrw_derive::values)
            .memcpy(),
        Job::new("views: every field of the parts that LLVM 22 types")
            .ours(ours::typed_by_llvm)
            .peer(DXBC, dxbc_crate::typed_by_llvm)
            .memcpy(),
        Job::new("owned: every typed part as a value")
            .ours(ours::values)
            .peer(DXBC, dxbc_crate::owned)
            .peer(BINRW, binrw_derive::values)
            .memcpy(),
        Job::new("round trip: read typed and write again")
            .ours(ours::round_trip)
            .peer(DXBC, dxbc_crate::round_trip)
            .peer(BINRW, binrw_derive::round_trip)
            .memcpy(),
        Job::new("tables: RDAT and SRCI")
            .peer("views", tables::views)
            .other("round trip", tables::round_trip)
            .memcpy(),
        Job::new("digest").ours(ours::digest).memcpy(),
    ]
}

/// The jobs that LLVM does as well, over the files that it can read.
fn llvm_jobs() -> Vec<Job> {
    vec![
        Job::new("LLVM: open; it also reads the first bytes of parts")
            .ours(ours::open)
            .llvm("open"),
        Job::new("LLVM: every field of the parts that it types, as views")
            .ours(ours::typed_by_llvm)
            .llvm("views"),
        Job::new("LLVM: the same as values, beside its views")
            .ours(ours::owned_by_llvm)
            .llvm("views"),
        Job::new("LLVM: read typed and write again, beside parts that are copied as bytes")
            .ours(ours::rewrite_by_llvm)
            .llvm("copy")
            .memcpy(),
    ]
}

/// The jobs over the files of the larger corpus.
fn corpus_jobs() -> Vec<Job> {
    vec![
        Job::new("reflection: every field of RDEF")
            .ours(ours::reflections)
            .peer(DXBC, dxbc_crate::reflections)
            .memcpy(),
        Job::new("corpus: every field of the parts that both type, as views")
            .ours(ours::views)
            // The crate misreads some of the files, so that only the time can be compared.
            .other(DXBC, dxbc_crate::values)
            .memcpy(),
        Job::new("instructions: SHDR and SHEX as values")
            .ours(ours::instructions)
            .peer(DXBC, dxbc_crate::instructions)
            .memcpy(),
        Job::new("instructions: SHDR and SHEX as values, and written again")
            .ours(ours::rewritten_instructions)
            .other(DXBC, dxbc_crate::rewritten_instructions)
            .memcpy(),
        Job::new("all parts, as views")
            .ours(ours::everything)
            // The crate can read a program only by decoding its instructions, which is more work than this job.
            .other("dxbc 0.1.0, decoding", dxbc_crate::everything)
            .memcpy(),
    ]
}

fn main() {
    // `cargo test --benches` also runs this program, only to see that it works: one round is enough.
    let rounds = if std::env::args().any(|argument| argument == "--bench") {
        ROUNDS
    } else {
        1
    };
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let is_wanted = |job: &Job| {
        let mut names = wanted.iter();
        wanted.is_empty() || names.any(|name| job.name.starts_with(name.as_str()))
    };
    let wanted_of = |jobs: Vec<Job>| jobs.into_iter().filter(is_wanted).collect::<Vec<_>>();
    println!("nanoseconds a container, the best of {rounds} rounds\n");
    let files = containers();
    run(&wanted_of(jobs()), &files, None, rounds);
    run_beside_llvm(&wanted_of(llvm_jobs()), &files, rounds);
    let large = std::env::var_os("DXC_CORPUS").map_or_else(Vec::new, |corpus| {
        read(&Path::new(&corpus).join("real"), &["dxil", "dxbc"])
    });
    run(&wanted_of(corpus_jobs()), &large, None, rounds);
}

/// Does jobs over files.
fn run(jobs: &[Job], files: &[File], mut llvm: Option<Llvm>, rounds: usize) {
    for job in jobs {
        if files.is_empty() {
            println!("{}: skipped, DXC_CORPUS names no corpus\n", job.name);
            continue;
        }
        check(job, files, &mut llvm);
        let total: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
        let (count, mean) = (files.len(), total / files.len());
        println!(
            "{} ({count} containers of {mean} bytes on average)",
            job.name
        );
        report(&measure(job, files, &mut llvm, rounds), job, count);
    }
}

/// Runs jobs that LLVM does, too, over the files that it can read.
fn run_beside_llvm(jobs: &[Job], files: &[File], rounds: usize) {
    if jobs.is_empty() {
        return;
    }
    // LLVM reads the masks of mesh shaders as tables.
    let others = files
        .iter()
        .filter(|(_, bytes)| !ours::is_mesh_shader(bytes));
    let others: Vec<&File> = others.collect();
    let paths: Vec<&Path> = others.iter().map(|(path, _)| path.as_path()).collect();
    match Llvm::start(&paths) {
        Ok((llvm, reads)) => {
            let read = others.into_iter().zip(reads).filter(|(_, reads)| *reads);
            let read: Vec<File> = read.map(|(file, _)| file.clone()).collect();
            run(jobs, &read, Some(llvm), rounds);
        }
        Err(why) => println!("beside LLVM 22: skipped: {why}\n"),
    }
}

/// The containers of the repository.
fn containers() -> Vec<File> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/dxc");
    read(&folder, &["dxil"])
}

/// The files of a folder that have one of these extensions.
fn read(folder: &Path, extensions: &[&str]) -> Vec<File> {
    let entries = std::fs::read_dir(folder)
        .unwrap_or_else(|problem| panic!("{}: {problem}", folder.display()));
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| {
        let extension = path.extension();
        extensions
            .iter()
            .any(|known| extension.is_some_and(|found| found == *known))
    });
    paths.sort();
    let read = |path: PathBuf| std::fs::read(&path).ok().map(|bytes| (path, bytes));
    paths.into_iter().filter_map(read).collect()
}

/// The results of a contender for each file.
fn results(doer: Doer, files: &[File], llvm: &mut Option<Llvm>) -> Vec<u64> {
    match (doer, llvm) {
        (Doer::Here(run), _) => files.iter().map(|(_, bytes)| run(bytes)).collect(),
        (Doer::Llvm(job), Some(llvm)) => llvm.results(job),
        (Doer::Llvm(_), None) => Vec::new(),
    }
}

/// Fails unless all comparable contenders return the same numbers.
fn check(job: &Job, files: &[File], llvm: &mut Option<Llvm>) {
    let mut expected = None;
    for contender in job.contenders.iter().filter(|one| one.comparable) {
        let found = results(contender.doer, files, llvm);
        let expected = expected.get_or_insert_with(|| found.clone());
        for (index, (path, _)) in files.iter().enumerate() {
            assert!(
                found.get(index) == expected.get(index),
                "{}: {} disagrees on {}",
                job.name,
                contender.name,
                path.display()
            );
        }
    }
}

/// The time that a contender takes for all files.
fn time(doer: Doer, files: &[File], llvm: &mut Option<Llvm>) -> Duration {
    match (doer, llvm) {
        (Doer::Here(run), _) => {
            let start = Instant::now();
            for (_, bytes) in files {
                black_box(run(black_box(bytes)));
            }
            start.elapsed()
        }
        (Doer::Llvm(job), Some(llvm)) => llvm.time(job),
        (Doer::Llvm(_), None) => Duration::MAX,
    }
}

fn measure(job: &Job, files: &[File], llvm: &mut Option<Llvm>, rounds: usize) -> Vec<Duration> {
    let mut best = vec![Duration::MAX; job.contenders.len()];
    for _ in 0..rounds {
        for (contender, best) in job.contenders.iter().zip(&mut best) {
            *best = time(contender.doer, files, llvm).min(*best);
        }
    }
    best
}

fn report(best: &[Duration], job: &Job, files: usize) {
    let per_file = |time: &Duration| time.as_nanos() as f64 / files.max(1) as f64;
    let ours = best.first().map_or(1.0, per_file);
    for (contender, time) in job.contenders.iter().zip(best) {
        let time = per_file(time);
        println!(
            "  {:<20} {time:>9.1} ns   {:>6.1} x",
            contender.name,
            time / ours
        );
    }
    println!();
}

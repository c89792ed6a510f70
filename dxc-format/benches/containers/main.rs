//! Opening, reading and writing the containers of the repository, beside peers, in one interleaved run.
//!
//! `cargo bench -p dxc-format [-- JOB]`. Each contender does the same job over the same containers; that their results are equal
//! is checked before anything is timed. The rounds are interleaved, so that whatever disturbs the machine disturbs all
//! of them, and the best round of each counts. `DXC_CORPUS` may name a larger corpus, whose folder `real` some jobs are
//! done over.

mod binrw_derive;
mod dxbc_crate;
mod ours;
mod sums;
mod tables;

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

/// Rounds a contender.
const ROUNDS: usize = 400;

/// One way to do a job; it gives a number that depends on everything it read or wrote.
struct Contender {
    name: &'static str,
    run: fn(&[u8]) -> u64,
    /// Whether its number must be that of the first contender.
    comparable: bool,
}

/// A job, and who does it. The first is this crate.
struct Job {
    name: &'static str,
    contenders: Vec<Contender>,
}

fn contender(name: &'static str, run: fn(&[u8]) -> u64) -> Contender {
    Contender {
        name,
        run,
        comparable: true,
    }
}

/// Somebody who does another job, to compare with.
fn other(name: &'static str, run: fn(&[u8]) -> u64) -> Contender {
    Contender {
        comparable: false,
        ..contender(name, run)
    }
}

fn memcpy(bytes: &[u8]) -> u64 {
    black_box(bytes.to_vec()).len() as u64
}

fn job(name: &'static str, contenders: Vec<Contender>) -> Job {
    Job { name, contenders }
}

fn jobs() -> Vec<Job> {
    let copy = || other("memcpy", memcpy);
    vec![
        job(
            "open: header and directory",
            vec![
                contender("dxc-format", ours::open),
                contender("dxbc 0.1.0", dxbc_crate::open),
                contender("binrw's derive", binrw_derive::open),
                copy(),
            ],
        ),
        job(
            "views: every field of every typed part",
            vec![
                contender("dxc-format", ours::views),
                contender("dxbc 0.1.0", dxbc_crate::values),
                contender("binrw's derive", binrw_derive::values),
                copy(),
            ],
        ),
        job(
            "views: every field of the parts that LLVM 22 types",
            vec![
                contender("dxc-format", ours::typed_by_llvm),
                contender("dxbc 0.1.0", dxbc_crate::typed_by_llvm),
                copy(),
            ],
        ),
        job(
            "owned: every typed part as a value",
            vec![
                contender("dxc-format", ours::values),
                contender("dxbc 0.1.0", dxbc_crate::owned),
                contender("binrw's derive", binrw_derive::values),
                copy(),
            ],
        ),
        job(
            "round trip: read typed and write again",
            vec![
                contender("dxc-format", ours::round_trip),
                contender("dxbc 0.1.0", dxbc_crate::round_trip),
                contender("binrw's derive", binrw_derive::round_trip),
                copy(),
            ],
        ),
        job(
            "tables: RDAT and SRCI",
            vec![
                contender("views", tables::views),
                other("round trip", tables::round_trip),
                copy(),
            ],
        ),
        job(
            "digest",
            vec![contender("dxc-format", ours::digest), copy()],
        ),
    ]
}

/// Those over the files of the larger corpus.
fn corpus_jobs() -> Vec<Job> {
    let copy = || other("memcpy", memcpy);
    vec![
        job(
            "reflection: every field of RDEF",
            vec![
                contender("dxc-format", ours::reflections),
                contender("dxbc 0.1.0", dxbc_crate::reflections),
                copy(),
            ],
        ),
        job(
            "corpus: every field of the parts that both type, as views",
            vec![
                contender("dxc-format", ours::views),
                // It misreads some of the files, so that only the time can be compared.
                other("dxbc 0.1.0", dxbc_crate::values),
                copy(),
            ],
        ),
        job(
            "all parts, as views",
            vec![
                contender("dxc-format", ours::everything),
                // It has no other way to see a program than to decode its instructions, which is more than is done here.
                other("dxbc 0.1.0, decoding", dxbc_crate::everything),
                copy(),
            ],
        ),
    ]
}

fn main() {
    // `cargo test --benches` runs this, too, and wants to know that it works, not how fast.
    let rounds = if std::env::args().any(|argument| argument == "--bench") {
        ROUNDS
    } else {
        1
    };
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let files = containers();
    let large = std::env::var_os("DXC_CORPUS").map_or_else(Vec::new, |corpus| {
        read(&Path::new(&corpus).join("real"), &["dxil", "dxbc"])
    });
    println!("nanoseconds a container, the best of {rounds} rounds\n");
    let is_wanted = |job: &Job| {
        wanted.is_empty()
            || wanted
                .iter()
                .any(|name| job.name.starts_with(name.as_str()))
    };
    let small = jobs().into_iter().map(|job| (job, &files));
    let all = small.chain(corpus_jobs().into_iter().map(|job| (job, &large)));
    for (job, files) in all.filter(|(job, _)| is_wanted(job)) {
        if files.is_empty() {
            println!("{}: skipped, DXC_CORPUS names no corpus\n", job.name);
            continue;
        }
        check(&job, files);
        let total: usize = files.iter().map(Vec::len).sum();
        let (count, mean) = (files.len(), total / files.len());
        println!(
            "{} ({count} containers of {mean} bytes on average)",
            job.name
        );
        report(&measure(&job, files, rounds), &job, count);
    }
}

/// The containers that stand in the repository.
fn containers() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/dxc");
    read(&folder, &["dxil"])
}

/// The files of a folder that are named so.
fn read(folder: &Path, extensions: &[&str]) -> Vec<Vec<u8>> {
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
    paths
        .iter()
        .filter_map(|path| std::fs::read(path).ok())
        .collect()
}

fn check(job: &Job, files: &[Vec<u8>]) {
    for (index, file) in files.iter().enumerate() {
        let results: Vec<u64> = job
            .contenders
            .iter()
            .map(|contender| (contender.run)(file))
            .collect();
        for (contender, result) in job.contenders.iter().zip(&results) {
            assert!(
                !contender.comparable || *result == results[0],
                "{}: {} disagrees on container {index}",
                job.name,
                contender.name
            );
        }
    }
}

fn measure(job: &Job, files: &[Vec<u8>], rounds: usize) -> Vec<Duration> {
    let mut best = vec![Duration::MAX; job.contenders.len()];
    for _ in 0..rounds {
        for (contender, best) in job.contenders.iter().zip(&mut best) {
            let start = Instant::now();
            for file in files {
                black_box((contender.run)(black_box(file)));
            }
            *best = start.elapsed().min(*best);
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

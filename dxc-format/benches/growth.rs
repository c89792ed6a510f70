//! Measures how time and memory grow with the size of a container: many parts, many records, one large part.
//!
//! `cargo bench -p dxc-format --bench growth`. Each row is ten times the one above it. Time is per part, record or
//! byte, so it is constant in a column; memory is the sum of all allocations of a job, in sizes of the file.

#[path = "containers/ours/mod.rs"]
#[allow(dead_code)]
mod ours;

use std::hint::black_box;
use std::time::Instant;

use dxc_format::psv0::{PipelineStateValidation, ResourceBinding, RuntimeInfo};
use dxc_format::{Builder, DigestPolicy, FourCC, parts};

/// A job over the bytes of a file.
type Job = fn(&[u8]) -> u64;

const JOBS: [(&str, Job); 4] = [
    ("open", ours::open),
    ("views", ours::views),
    ("owned", ours::values),
    ("round trip", |file| ours::rewrite_parts(file, |_| true)),
];

/// A kind of file, and the number of its items.
struct Kind {
    what: &'static str,
    counts: [usize; 3],
    file: fn(usize) -> Vec<u8>,
}

const KINDS: [Kind; 3] = [
    Kind {
        what: "parts",
        counts: [1_000, 10_000, 100_000],
        file: many_parts,
    },
    Kind {
        what: "records",
        counts: [10_000, 100_000, 1_000_000],
        file: many_records,
    },
    Kind {
        what: "bytes",
        counts: [10 << 20, 100 << 20, 1 << 30],
        file: large_part,
    },
];

fn many_parts(count: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    for _ in 0..count {
        builder.push(parts::SFI0, [0; 8].as_slice());
    }
    built(&mut builder)
}

fn many_records(count: usize) -> Vec<u8> {
    let mut psv = PipelineStateValidation::default();
    psv.info.record = RuntimeInfo::new(3);
    for _ in 0..count {
        psv.resources.push(ResourceBinding::new(2));
    }
    let bytes = psv.to_bytes().unwrap_or_default();
    container(parts::PSV0, &bytes)
}

fn large_part(count: usize) -> Vec<u8> {
    container(parts::PRIV, &vec![0; count])
}

fn container(fourcc: FourCC, bytes: &[u8]) -> Vec<u8> {
    let mut builder = Builder::new();
    builder.push(fourcc, bytes);
    built(&mut builder)
}

fn built(builder: &mut Builder<'_>) -> Vec<u8> {
    builder.set_digest(DigestPolicy::Keep);
    builder.to_bytes().unwrap_or_default()
}

/// The time of a job in nanoseconds, and the number of bytes that it allocates in total.
fn measure(job: Job, file: &[u8]) -> (f64, u64) {
    let mut time = 0.0;
    let allocated = allocation_counter::measure(|| {
        let start = Instant::now();
        black_box(job(black_box(file)));
        time = start.elapsed().as_nanos() as f64;
    });
    (time, allocated.bytes_total)
}

fn main() {
    // `cargo test --benches` also runs this program, only to see that it works.
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    let rows = if is_bench { 3 } else { 1 };
    println!("nanoseconds each; and allocated memory, in sizes of the file\n");
    print!("{:>10} {:<8}", "", "");
    for (name, _) in JOBS {
        print!("{name:>20}");
    }
    println!();
    for kind in KINDS {
        for count in kind.counts.into_iter().take(rows) {
            let file = (kind.file)(count);
            print!("{count:>10} {:<8}", kind.what);
            for (_, job) in JOBS {
                let (time, allocated) = measure(job, &file);
                let (time, allocated) = (time / count as f64, allocated as f64 / file.len() as f64);
                print!("{time:>12.3} {allocated:>5.2} x");
            }
            println!();
        }
    }
}

//! Reports a run: progress on a terminal, findings, and a summary.

use std::any::Any;
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use soak::table::Table;

/// The interval between updates of the progress.
const EVERY: Duration = Duration::from_millis(500);

/// The maximum number of findings of a kind to keep.
const KEPT: usize = 3;

/// An input for which a guarantee is broken.
pub(crate) struct Finding {
    target: &'static str,
    input: Vec<u8>,
    message: String,
    seed: u64,
}

impl Finding {
    pub(crate) fn new(
        target: &'static str,
        input: Vec<u8>,
        panic: &(dyn Any + Send),
        seed: u64,
    ) -> Self {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        let message = text.unwrap_or("it panics").to_owned();
        Self {
            target,
            input,
            message,
            seed,
        }
    }

    /// The key of its kind of finding: its message, without numbers.
    fn kind(&self) -> String {
        let text = self.message.lines().next().unwrap_or_default();
        let kept = text
            .chars()
            .filter(|letter| !letter.is_ascii_digit())
            .take(60);
        format!("{}: {}", self.target, kept.collect::<String>())
    }
}

/// The counts of a target.
#[derive(Clone, Copy, Default)]
struct Line {
    inputs: u64,
    bytes: u64,
    time: Duration,
    longest: Duration,
}

/// The counts of all threads.
#[derive(Default)]
pub(crate) struct Tally {
    lines: Mutex<BTreeMap<&'static str, Line>>,
    kinds: Mutex<BTreeMap<String, (usize, String)>>,
    finished: AtomicUsize,
}

/// Locks a mutex, even if a thread panicked while it reported.
fn open<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Tally {
    pub(crate) fn count(&self, target: &'static str, len: usize, time: Duration) {
        let mut lines = open(&self.lines);
        let line = lines.entry(target).or_default();
        line.inputs += 1;
        line.bytes += len as u64;
        line.time += time;
        line.longest = line.longest.max(time);
    }

    /// Stores a finding, unless there are enough of its kind.
    pub(crate) fn found_one(&self, finding: Finding, folder: &Path) {
        let mut kinds = open(&self.kinds);
        let kind = kinds
            .entry(finding.kind())
            .or_insert_with(|| (0, finding.message.clone()));
        kind.0 += 1;
        if kind.0 > KEPT {
            return;
        }
        let path = folder
            .join(finding.target)
            .join(format!("{:016x}", finding.seed));
        let put = std::fs::create_dir_all(folder.join(finding.target))
            .and_then(|()| std::fs::write(&path, &finding.input));
        let shown: String = finding.message.chars().take(600).collect();
        match put {
            Ok(()) => eprintln!(
                "found: {}: {shown}\n  kept as {}",
                finding.target,
                path.display()
            ),
            Err(problem) => eprintln!(
                "found: {}: {shown}\n  cannot be kept: {problem}",
                finding.target
            ),
        }
    }

    pub(crate) fn found(&self) -> usize {
        open(&self.kinds).len()
    }

    pub(crate) fn finish(&self) {
        self.finished.fetch_add(1, Relaxed);
    }

    /// Shows the number of tried inputs until all threads are done.
    pub(crate) fn show_progress(&self, threads: usize) {
        let started = Instant::now();
        while self.finished.load(Relaxed) < threads {
            std::thread::sleep(EVERY);
            if std::io::stderr().is_terminal() {
                let inputs: u64 = open(&self.lines).values().map(|line| line.inputs).sum();
                eprint!("\r{inputs} inputs in {} s ", started.elapsed().as_secs());
            }
        }
    }

    /// Adds the counts of each target to a table.
    pub(crate) fn add_to(&self, table: &mut Table) {
        for (target, line) in &*open(&self.lines) {
            table.add(target, line.inputs, line.bytes);
        }
    }

    /// Prints the counts of each target.
    pub(crate) fn summary(&self) {
        let lines = open(&self.lines);
        println!("| target | inputs | bytes | microseconds each | longest, ms |");
        println!("|---|---:|---:|---:|---:|");
        let mut all = Line::default();
        for (target, line) in &*lines {
            print_line(target, line);
            all.inputs += line.inputs;
            all.bytes += line.bytes;
            all.time += line.time;
            all.longest = all.longest.max(line.longest);
        }
        print_line("all", &all);
        let kinds = open(&self.kinds);
        for (kind, (count, _)) in &*kinds {
            println!("\nfound {count} times: {kind}");
        }
        if kinds.is_empty() {
            println!("\nnothing was found");
        }
    }
}

fn print_line(target: &str, line: &Line) {
    let Line {
        inputs,
        bytes,
        time,
        longest,
    } = line;
    let each = time.as_secs_f64() * 1e6 / (*inputs).max(1) as f64;
    println!(
        "| {target} | {inputs} | {bytes} | {each:.1} | {} |",
        longest.as_millis()
    );
}

//! `cargo xtask soak`: tries inputs for some time on every core, and prints the number of inputs of each target.

mod report;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant, SystemTime};

use clap::Parser;
use fastrand::Rng;
use soak::table::{self, Table};
use soak::{Maker, Seeds, TARGETS, Target, targets};

use crate::report::{Finding, Tally};

/// Tests generated inputs.
#[derive(Parser)]
struct Arguments {
    /// For how long.
    #[arg(long, default_value_t = 1.0)]
    minutes: f64,
    /// How many inputs at most, of all targets together.
    #[arg(long)]
    inputs: Option<u64>,
    /// Where inputs begin: the same number gives the same inputs, as far as time allows.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of threads; the default is one per core.
    #[arg(long)]
    threads: Option<usize>,
    /// Only these targets, in equal shares.
    #[arg(long)]
    target: Vec<String>,
    /// Where inputs are put for which something does not hold.
    #[arg(long, default_value = "target/soak")]
    findings: PathBuf,
    /// A file with a table of inputs, such as SECURITY.md. A run without a finding adds its inputs to it.
    #[arg(long, value_name = "FILE")]
    add: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut chosen = Vec::new();
    for name in &arguments.target {
        let Some(target) = targets::named(name) else {
            let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
            eprintln!("error: no target `{name}`; there are {}", names.join(", "));
            return ExitCode::from(2);
        };
        chosen.push(target);
    }
    if chosen.is_empty() {
        chosen = shares();
    }
    let seeds = Seeds::load();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.threads.unwrap_or(cores).max(1);
    let run = Run {
        deadline: Instant::now() + Duration::from_secs_f64(60.0 * arguments.minutes),
        each: arguments
            .inputs
            .map_or(u64::MAX, |inputs| inputs.div_ceil(threads as u64)),
        tally: Tally::default(),
        chosen,
        arguments,
    };
    // Each finding is reported once, at the end; panics print nothing.
    std::panic::set_hook(Box::new(|_| {}));
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (run, seeds) = (&run, &seeds);
            scope.spawn(move || run.try_inputs(Maker::new(seeds, run.seed_of(thread))));
        }
        scope.spawn(|| run.tally.show_progress(threads));
    });
    let named = run.named();
    println!("{named}, {threads} threads\n");
    run.tally.summary();
    if run.tally.found() > 0 {
        return ExitCode::FAILURE;
    }
    let added = run
        .arguments
        .add
        .as_deref()
        .map(|file| run.add(file, &named));
    match added {
        Some(Err(problem)) => {
            eprintln!("error: {problem}");
            ExitCode::from(2)
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Lists each target as often as its share requires.
fn shares() -> Vec<&'static Target> {
    let repeated = TARGETS
        .iter()
        .flat_map(|target| std::iter::repeat_n(target, target.share as usize));
    repeated.collect()
}

/// The state that all threads share.
struct Run {
    deadline: Instant,
    /// The number of inputs that a thread tries. It is the same for all threads, so that the same seed tries the same
    /// inputs on any machine.
    each: u64,
    tally: Tally,
    chosen: Vec<&'static Target>,
    arguments: Arguments,
}

impl Run {
    /// The seed of a thread, so that threads try different inputs.
    fn seed_of(&self, thread: usize) -> u64 {
        self.arguments
            .seed
            .wrapping_mul(1 << 16)
            .wrapping_add(thread as u64)
    }

    /// A name for the run: its date, its commit and its seed.
    fn named(&self) -> String {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let date = table::date(now.map_or(0, |now| now.as_secs()));
        let described = Command::new("git")
            .args(["describe", "--always", "--dirty", "--exclude", "*"])
            .current_dir(tests::root())
            .output();
        let commit = described.ok().filter(|output| output.status.success());
        let commit = commit.map_or_else(
            || "unknown".to_owned(),
            |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        );
        format!("{date}, commit {commit}, seed {}", self.arguments.seed)
    }

    /// Adds the counts to the table of a file.
    fn add(&self, file: &Path, named: &str) -> Result<(), String> {
        let place = file.display();
        let text =
            std::fs::read_to_string(file).map_err(|problem| format!("{place}: {problem}"))?;
        let table = Table::read(&text);
        let (mut table, _) = table.ok_or_else(|| format!("{place} has no table of inputs"))?;
        let before = table.all().inputs;
        self.tally.add_to(&mut table);
        let inputs = table.all().inputs - before;
        let text = table.put(
            &text,
            &format!("{named}, {inputs} inputs without a failure."),
        );
        std::fs::write(file, text.unwrap_or_default())
            .map_err(|problem| format!("{place}: {problem}"))
    }

    fn try_inputs(&self, mut maker: Maker<'_>) {
        for _ in 0..self.each {
            if Instant::now() >= self.deadline {
                break;
            }
            // Each input only depends on its own seed.
            let seed = maker.rng.u64(..);
            maker.rng = Rng::with_seed(seed);
            let Some(target) = maker.rng.choice(&self.chosen) else {
                break;
            };
            let started = Instant::now();
            let made = catch_unwind(AssertUnwindSafe(|| (target.make)(&mut maker)));
            maker.rng = Rng::with_seed(seed ^ u64::MAX);
            // A maker also uses this library, so that a panic in it is a finding without an input.
            let (input, result) = match made {
                Ok(input) => {
                    let tried = catch_unwind(AssertUnwindSafe(|| (target.body)(&input)));
                    (input, tried)
                }
                Err(panic) => (Vec::new(), Err(panic)),
            };
            self.tally
                .count(target.name, input.len(), started.elapsed());
            if let Err(panic) = result {
                let finding = Finding::new(target.name, input, panic.as_ref(), seed);
                self.tally.found_one(finding, &self.arguments.findings);
            }
        }
        self.tally.finish();
    }
}

//! Goes over files in parallel; what they give is printed in their order.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use dxc_format::Container;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use crate::arguments::Common;
use crate::files::{self, Found, Input, Problem, Wanted};
use crate::outcome::Outcome;
use crate::output::Output;
use crate::report::Report;

/// How many files are under way at once, for each thread.
const BATCH: usize = 32;

/// How many files a thread takes together, where that is faster.
const GROUP: usize = 8;

/// When a bar appears.
const PATIENCE: Duration = Duration::from_secs(2);

/// Does something to every file that the paths name, and tells how it went.
pub(crate) fn each(
    paths: &[PathBuf],
    common: &Common,
    work: impl Fn(&Input) -> Report + Sync,
) -> Outcome {
    each_found(paths, Wanted::Containers, common, |found| {
        match found.read() {
            Ok(input) => work(&input),
            Err(problem) => problem.into(),
        }
    })
}

/// The same where large files are [read by need](Found::read_by_need).
pub(crate) fn each_by_need(
    paths: &[PathBuf],
    common: &Common,
    work: impl Fn(Input) -> Report + Sync,
) -> Outcome {
    each_found(paths, Wanted::Containers, common, |found| {
        match found.read_by_need() {
            Ok(input) => work(input),
            Err(problem) => problem.into(),
        }
    })
}

/// The same for several containers at once, whose digests are computed together; a report each, also of what is refused.
pub(crate) fn each_group(
    paths: &[PathBuf],
    common: &Common,
    read: fn(&Found) -> Result<Input, Problem>,
    refused: impl Fn(Problem) -> Report + Sync,
    work: impl Fn(&[(&Input, Container<'_>)]) -> Vec<Report> + Sync,
) -> Outcome {
    each_of(paths, Wanted::Containers, common, GROUP, |files| {
        let (mut inputs, mut reports) = (Vec::new(), Vec::new());
        for file in files {
            let opened = |found: Found| {
                let input = read(&found)?;
                input.container().map(drop).map(|()| input)
            };
            reports.push(match file.map(opened) {
                Ok(Ok(input)) => {
                    inputs.push(input);
                    None
                }
                Ok(Err(problem)) => Some(refused(problem)),
                Err(problem) => Some(problem.into()),
            });
        }
        let opened = inputs
            .iter()
            .filter_map(|input| Some((input, input.container().ok()?)));
        let mut done = work(&opened.collect::<Vec<_>>()).into_iter();
        let reports = reports
            .into_iter()
            .map(|refused| refused.or_else(|| done.next()));
        reports.flatten().collect()
    })
}

/// The same for files that are not read yet.
pub(crate) fn each_found(
    paths: &[PathBuf],
    wanted: Wanted,
    common: &Common,
    work: impl Fn(&Found) -> Report + Sync,
) -> Outcome {
    each_of(paths, wanted, common, 1, |files| {
        let reports = files.into_iter().map(|file| match file {
            Ok(found) => work(&found),
            Err(problem) => problem.into(),
        });
        reports.collect()
    })
}

/// The same for files in groups of at most so many.
fn each_of(
    paths: &[PathBuf],
    wanted: Wanted,
    common: &Common,
    group: usize,
    work: impl Fn(Vec<Result<Found, Problem>>) -> Vec<Report> + Sync,
) -> Outcome {
    let mut output = Output::new(common);
    let mut progress = Progress::new(paths, wanted);
    let mut outcome = Outcome::Done;
    let mut found = files::walk(paths, wanted);
    let batch = BATCH * rayon::current_num_threads();
    loop {
        let files: Vec<_> = found.by_ref().take(batch).collect();
        if files.is_empty() {
            break;
        }
        let count = files.len() as u64;
        // Few files go to as many threads as there are.
        let share = files.len().div_ceil(rayon::current_num_threads());
        let groups = files.into_par_iter().chunks(share.min(group));
        let reports: Vec<Report> = groups.flat_map_iter(&work).collect();
        for report in reports {
            outcome = outcome.max(report.outcome);
            if !progress.suspend(|| output.print(report)) {
                return outcome.max(output.outcome());
            }
        }
        progress.add(count);
    }
    progress.finish();
    outcome.max(output.outcome())
}

/// A bar on a terminal, if it takes long.
struct Progress {
    paths: Vec<PathBuf>,
    wanted: Wanted,
    started: Instant,
    done: u64,
    bar: Option<ProgressBar>,
}

impl Progress {
    fn new(paths: &[PathBuf], wanted: Wanted) -> Self {
        Self {
            paths: paths.to_vec(),
            wanted,
            started: Instant::now(),
            done: 0,
            bar: None,
        }
    }

    fn add(&mut self, count: u64) {
        self.done += count;
        let is_late = self.started.elapsed() >= PATIENCE;
        if self.bar.is_none() && is_late && std::io::stderr().is_terminal() {
            let bar = ProgressBar::no_length();
            let style = ProgressStyle::with_template("{bar:40} {pos} of {len} files, {eta} left");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            // The files are counted meanwhile; nobody keeps their names.
            let (counting, wanted) = (bar.clone(), self.wanted);
            let paths = std::mem::take(&mut self.paths);
            std::thread::spawn(move || {
                counting.set_length(files::walk(&paths, wanted).count() as u64)
            });
            self.bar = Some(bar);
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.done);
        }
    }

    fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

//! Goes over files in parallel; what they give is printed in their order.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::arguments::Common;
use crate::exclude::Pattern;
use crate::files::{self, Found, Input, Problem, Wanted};
use crate::outcome::Outcome;
use crate::output::Output;
use crate::parallel::{self, Work};
use crate::report::Report;
use crate::terminal;

/// When a bar appears.
const PATIENCE: Duration = Duration::from_secs(2);

/// The report on a file, and what it counts.
type Counted<T> = Result<(Report, T), Problem>;

/// Does something to every file that the paths name, and tells how it went.
pub(crate) fn each(
    paths: &[PathBuf],
    common: &Common,
    work: impl Fn(&Input) -> Result<Report, Problem> + Sync,
) -> Outcome {
    each_found(paths, Wanted::Containers, common, |found| {
        work(&found.read()?)
    })
}

/// Like [`each`], but large files are [read by need](Found::read_by_need).
pub(crate) fn each_by_need(
    paths: &[PathBuf],
    common: &Common,
    work: impl Fn(Input) -> Result<Report, Problem> + Sync,
) -> Outcome {
    each_found(paths, Wanted::Containers, common, |found| {
        work(found.read_by_need()?)
    })
}

/// Like [`each`], but files are not read yet.
pub(crate) fn each_found(
    paths: &[PathBuf],
    wanted: Wanted,
    common: &Common,
    work: impl Fn(&Found) -> Result<Report, Problem> + Sync,
) -> Outcome {
    let work = |found: &Found| Ok((work(found)?, ()));
    // Compiled once for all commands.
    let work: &(dyn Fn(&Found) -> Counted<()> + Sync) = &work;
    each_counted(paths, wanted, common, work, drop)
}

/// Like [`each_found`], but also counts something of each file without a problem, in the order of the files.
pub(crate) fn each_counted<T: Send>(
    paths: &[PathBuf],
    wanted: Wanted,
    common: &Common,
    work: impl Fn(&Found) -> Counted<T> + Sync,
    mut count: impl FnMut(T),
) -> Outcome {
    let work = |file: Result<Found, Problem>| {
        let done = file.and_then(|found| {
            // Its name may be an approximation of the path.
            let of_file = |problem: Problem| match problem.path.as_deref() {
                Some(path) if path != Path::new(&found.name()) => problem,
                _ => problem.in_file(&found.path),
            };
            work(&found).map_err(of_file)
        });
        match done {
            Ok((report, counted)) => (report, Some(counted)),
            Err(problem) => (problem.into(), None),
        }
    };
    let mut output = Output::new(common);
    let mut progress = Progress::new(paths, wanted, common);
    let mut absent = Absent::default();
    let work = Work {
        weight: |file: &Result<Found, Problem>| file.as_ref().map_or(0, Found::len),
        size: |(report, _): &(Report, Option<T>)| report.len(),
        work,
    };
    let found = files::walk(paths, wanted, &common.exclude);
    let mut is_read = true;
    parallel::in_order(found, &work, |(mut report, counted)| {
        absent.take(&mut report);
        counted.into_iter().for_each(&mut count);
        is_read = progress.suspend(|| output.print(report));
        progress.add();
        is_read
    });
    progress.finish();
    for line in absent.lines().filter(|_| is_read) {
        output.print(Report::default().note(line));
    }
    output.finish()
}

/// Counts what files of folders do not have.
#[derive(Default)]
struct Absent {
    files: usize,
    by_what: BTreeMap<&'static str, usize>,
}

impl Absent {
    /// Counts a file of a folder; a file that users name has a note.
    fn take(&mut self, report: &mut Report) {
        self.files += 1;
        match report.absence.take() {
            Some(absence) if absence.in_folder => {
                *self.by_what.entry(absence.what).or_default() += 1
            }
            Some(absence) => report.notes.push(absence.note),
            None => {}
        }
    }

    fn lines(&self) -> impl Iterator<Item = String> {
        let counts = self.by_what.iter();
        counts.map(|(what, count)| format!("{count} of {} files: {what}", self.files))
    }
}

/// A bar on a terminal, if it takes long.
struct Progress {
    paths: Vec<PathBuf>,
    wanted: Wanted,
    exclude: Vec<Pattern>,
    started: Instant,
    done: u64,
    bar: Option<ProgressBar>,
}

impl Progress {
    fn new(paths: &[PathBuf], wanted: Wanted, common: &Common) -> Self {
        Self {
            paths: paths.to_vec(),
            wanted,
            exclude: common.exclude.clone(),
            started: Instant::now(),
            done: 0,
            bar: None,
        }
    }

    fn add(&mut self) {
        self.done += 1;
        let is_late = self.started.elapsed() >= PATIENCE;
        if self.bar.is_none() && is_late && terminal::is_error_terminal() {
            let bar = ProgressBar::no_length();
            let style = ProgressStyle::with_template("{bar:40} {pos} of {len} files, {eta} left");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            // The files are counted meanwhile; their names are not kept.
            let (counting, wanted) = (bar.clone(), self.wanted);
            let paths = std::mem::take(&mut self.paths);
            let exclude = std::mem::take(&mut self.exclude);
            std::thread::spawn(move || {
                counting.set_length(files::walk(&paths, wanted, &exclude).count() as u64)
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

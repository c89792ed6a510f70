//! Processes files in parallel, and prints the reports in the order of the files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::arguments::Common;
use crate::files::{self, Found, Input, Problem, Wanted};
use crate::input::Need;
use crate::outcome::Outcome;
use crate::output::Output;
use crate::parallel::{self, Work};
use crate::progress::Progress;
use crate::report::Report;

/// The report on a file, and an additional result.
type Counted<T> = Result<(Report, T), Problem>;

/// Processes every file that the paths name, and returns the worst outcome.
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
    need: Need,
    common: &Common,
    work: impl Fn(Input) -> Result<Report, Problem> + Sync,
) -> Outcome {
    each_found(paths, Wanted::Containers, common, |found| {
        work(found.read_by_need(need)?)
    })
}

/// Like [`each`], but files are not read before.
pub(crate) fn each_found(
    paths: &[PathBuf],
    wanted: Wanted,
    common: &Common,
    work: impl Fn(&Found) -> Result<Report, Problem> + Sync,
) -> Outcome {
    let work = |found: &Found| Ok((work(found)?, ()));
    // This function is compiled once for all commands, since it is not generic over the closure.
    let work: &(dyn Fn(&Found) -> Counted<()> + Sync) = &work;
    each_counted(paths, wanted, common, work, drop)
}

/// Like [`each_found`], but also passes on the additional result for each file without a problem, in the order of the
/// files.
pub(crate) fn each_counted<T: Send>(
    paths: &[PathBuf],
    wanted: Wanted,
    common: &Common,
    work: impl Fn(&Found) -> Counted<T> + Sync,
    mut count: impl FnMut(T),
) -> Outcome {
    let work = |file: Result<Found, Problem>| {
        let done = file.and_then(|found| {
            // The printed name may be an approximation of the path.
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
    let mut progress = Progress::new(paths, wanted, &common.filter);
    let mut absent = Absent::default();
    let work = Work {
        weight: |file: &Result<Found, Problem>| file.as_ref().map_or(0, Found::len),
        size: |(report, _): &(Report, Option<T>)| report.len(),
        work,
    };
    let found = files::walk(paths, wanted, &common.filter);
    let mut is_read = true;
    parallel::in_order(found, &work, |(mut report, counted)| {
        absent.take(&mut report);
        counted.into_iter().for_each(&mut count);
        if report.has_output() || report.len() > 0 {
            progress.clear();
        }
        is_read = output.print(report);
        progress.add();
        is_read
    });
    drop(progress);
    for line in absent.lines().filter(|_| is_read) {
        output.print(Report::default().note(line));
    }
    output.finish()
}

/// Counts the files of folders that lack the requested content.
#[derive(Default)]
struct Absent {
    files: usize,
    by_what: BTreeMap<&'static str, usize>,
}

impl Absent {
    /// Counts the file of a report if it was found in a folder; for a file that users name, adds a note.
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

//! Shows a progress line on standard error, if it is a terminal and the command takes long.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use crate::files::{self, Wanted};
use crate::filter::Filter;
use crate::terminal;

/// The delay before the line appears.
const PATIENCE: Duration = Duration::from_secs(2);

/// The minimum time between two updates.
const PERIOD: Duration = Duration::from_millis(50);

/// Counts processed files and shows the count.
pub(crate) struct Progress {
    paths: Vec<PathBuf>,
    wanted: Wanted,
    filter: Filter,
    started: Instant,
    done: u64,
    line: Option<Line>,
}

impl Progress {
    /// The progress for the files that the paths name.
    pub(crate) fn new(paths: &[PathBuf], wanted: Wanted, filter: &Filter) -> Self {
        Self {
            paths: paths.to_vec(),
            wanted,
            filter: filter.clone(),
            started: Instant::now(),
            done: 0,
            line: None,
        }
    }

    /// Counts a file.
    pub(crate) fn add(&mut self) {
        self.done += 1;
        let is_late = self.started.elapsed() >= PATIENCE;
        if self.line.is_none() && is_late && terminal::is_error_terminal() {
            let paths = std::mem::take(&mut self.paths);
            let line = Line::new(paths, self.wanted, std::mem::take(&mut self.filter));
            self.line = Some(line);
        }
        if let Some(line) = &mut self.line {
            line.draw(self.done);
        }
    }

    /// Removes the line, so that other lines can be printed.
    pub(crate) fn clear(&mut self) {
        if let Some(line) = &mut self.line {
            line.clear();
        }
    }
}

/// The progress line. Until the total number of files is known, it has no bar.
struct Line {
    /// The container of the bar, which can clear it without drawing it again.
    lines: MultiProgress,
    bar: ProgressBar,
    drawn: Option<Instant>,
    is_shown: bool,
    total: Arc<OnceLock<u64>>,
}

impl Line {
    /// Makes a line. A background thread counts the files that the paths name, without storing their names.
    fn new(paths: Vec<PathBuf>, wanted: Wanted, filter: Filter) -> Self {
        let lines = MultiProgress::new();
        let bar = lines.add(ProgressBar::no_length());
        bar.set_style(style("{pos} files"));
        let total = Arc::new(OnceLock::new());
        let counted = Arc::clone(&total);
        std::thread::spawn(move || {
            counted.set(files::walk(&paths, wanted, &filter).count() as u64)
        });
        Self {
            lines,
            bar,
            drawn: None,
            is_shown: false,
            total,
        }
    }

    /// Draws the line, unless the last update was a moment ago.
    fn draw(&mut self, done: u64) {
        if self.drawn.is_some_and(|drawn| drawn.elapsed() < PERIOD) {
            return;
        }
        if let (Some(total), None) = (self.total.get(), self.bar.length()) {
            self.bar
                .set_style(style("{bar:40} {pos} of {len} files, {eta} left"));
            self.bar.set_length(*total);
        }
        self.bar.set_position(done);
        self.drawn = Some(Instant::now());
        self.is_shown = true;
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            // If the line cannot be cleared, other lines are printed after it.
            let _ = self.lines.clear();
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

//! Applies random changes to the code, drawn by a seed, and lists those that no test notices.
//!
//!     cargo run --manifest-path tests/mutants/Cargo.toml -- --seed 1 --count 20 tools/dxil/src
//!
//! `FILE:LINE`, `FILE:LINE-LINE` and `FILE:TEXT` try all changes of these lines; `@FILE` is a list of names, such as
//! `tests/mutants/guards`, the guards of the limits in SECURITY.md.
//! A copy of the tree in `target/mutants` gets all of them at once, each behind a question at run time, and is compiled
//! once. A test runs only for the changes that it reaches. Tests, comments, constants, macros and generated code are not
//! changed; changes that do not compile are not counted.

mod build;
mod rewrite;
mod sites;
mod suites;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use build::Tree;
use sites::{Form, Site, sites};
use suites::Suites;

/// A change of a file.
struct Change {
    file: PathBuf,
    site: Site,
    text: String,
}

struct Arguments {
    seed: u64,
    count: usize,
    /// The numbers to try; all of them if there are none.
    only: Vec<u32>,
    /// Tests whose names contain this.
    test: String,
    /// How long changes are tried.
    minutes: u64,
    names: Vec<Name>,
}

/// A file or a folder, and the lines whose changes are all tried.
struct Name {
    path: PathBuf,
    lines: Option<Lines>,
}

/// Lines of a file.
enum Lines {
    Numbers(RangeInclusive<usize>),
    With(String),
}

impl Name {
    /// Parses `FILE`, `FILE:LINE`, `FILE:LINE-LINE` or `FILE:TEXT`.
    fn new(text: &str) -> Self {
        let Some((path, lines)) = text.split_once(':') else {
            return Self {
                path: text.into(),
                lines: None,
            };
        };
        let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
        let lines = match (first.parse(), last.parse()) {
            (Ok(first), Ok(last)) => Lines::Numbers(first..=last),
            _ => Lines::With(lines.to_owned()),
        };
        Self {
            path: path.into(),
            lines: Some(lines),
        }
    }

    /// The names in a file: one in each line, except for empty lines and comments.
    fn listed(file: &str) -> Vec<Self> {
        let text = std::fs::read_to_string(file).expect("a file of text");
        let lines = text.lines();
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(Self::new).collect()
    }

    /// Whether a line, counted from 0, is one of these.
    fn has_line(&self, line: usize, text: &str) -> bool {
        match &self.lines {
            None => true,
            Some(Lines::Numbers(lines)) => lines.contains(&(line + 1)),
            Some(Lines::With(part)) => text
                .lines()
                .nth(line)
                .is_some_and(|line| line.contains(part)),
        }
    }
}

fn arguments() -> Option<Arguments> {
    let mut parsed = Arguments {
        seed: 1,
        count: 20,
        only: Vec::new(),
        test: String::new(),
        minutes: u64::MAX / 60,
        names: Vec::new(),
    };
    let mut given = std::env::args().skip(1);
    while let Some(argument) = given.next() {
        match argument.as_str() {
            "--seed" => parsed.seed = given.next()?.parse().ok()?,
            "--count" => parsed.count = given.next()?.parse().ok()?,
            "--test" => parsed.test = given.next()?,
            "--only" => {
                let numbers = given.next()?;
                let numbers = numbers.split(',').map(|number| number.parse().ok());
                parsed.only = numbers.collect::<Option<_>>()?;
            }
            "--minutes" => parsed.minutes = given.next()?.parse().ok()?,
            name => match name.strip_prefix('@') {
                Some(file) => parsed.names.extend(Name::listed(file)),
                None => parsed.names.push(Name::new(name)),
            },
        }
    }
    (!parsed.names.is_empty()).then_some(parsed)
}

/// Generates random numbers that are the same on every machine: SplitMix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

fn files(name: &Path, found: &mut Vec<PathBuf>) {
    if name.is_dir() {
        let entries = std::fs::read_dir(name).expect("a folder");
        let mut inner: Vec<_> = entries
            .map(|entry| entry.expect("an entry").path())
            .collect();
        inner.sort();
        inner.iter().for_each(|name| files(name, found));
    } else {
        let is_generated = name.iter().any(|part| part == "generated");
        // The root of a program is a separate crate.
        if name.extension().is_some_and(|ending| ending == "rs")
            && !is_generated
            && !name.ends_with("main.rs")
        {
            found.push(name.to_owned());
        }
    }
}

/// Draws `count` changes for each name, in an order that the seed determines.
fn draw(arguments: &Arguments) -> Vec<Change> {
    let mut all = Vec::new();
    for name in &arguments.names {
        let mut of_name = Vec::new();
        let mut found = Vec::new();
        files(&name.path, &mut found);
        for file in found {
            let text = std::fs::read_to_string(&file).expect("a file of text");
            let Ok(sites) = sites(&text) else {
                eprintln!("{}: not parsed", file.display());
                continue;
            };
            let sites = sites.into_iter();
            let sites = sites.filter(|site| name.has_line(line_of(&text, site), &text));
            let changes = sites.map(|site| Change {
                text: described(&file, &text, &site),
                file: file.clone(),
                site,
            });
            of_name.extend(changes);
        }
        let mut state = arguments.seed;
        for at in (1..of_name.len()).rev() {
            of_name.swap(at, (next(&mut state) % (at as u64 + 1)) as usize);
        }
        let lines = match &name.lines {
            Some(Lines::With(part)) => format!(":{part}"),
            _ => String::new(),
        };
        eprintln!("{}{lines}: {} changes", name.path.display(), of_name.len());
        if name.lines.is_none() {
            of_name.truncate(arguments.count);
        }
        all.extend(of_name);
    }
    all
}

/// The line of a change, counted from 0.
fn line_of(text: &str, site: &Site) -> usize {
    text[..site.range.start].matches('\n').count()
}

fn described(file: &Path, text: &str, site: &Site) -> String {
    let line = line_of(text, site);
    let whole = text.lines().nth(line).unwrap_or("").trim();
    let old = text[site.range.clone()].lines().next().unwrap_or("");
    let change = match &site.form {
        Form::Without => "is left out".to_owned(),
        Form::Return(value) => format!("returns {value}"),
        Form::Other(pieces) => {
            let pieces = pieces.iter().map(|piece| match piece {
                sites::Piece::Text(text) => text.as_str(),
                sites::Piece::Old(old) => &text[old.clone()],
            });
            format!("`{old}` => `{}`", pieces.collect::<String>())
        }
    };
    format!("{}:{}: {whole}  [{change}]", file.display(), line + 1)
}

/// Computes a result for each item, on two threads; tests use further threads.
pub(crate) fn each<T: Sync, R: Send>(items: &[T], work: impl Fn(usize, &T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { break };
                    let result = work(at, item);
                    results.lock().expect("no panic").push((at, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no panic");
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}

fn main() -> ExitCode {
    let Some(arguments) = arguments() else {
        eprintln!(
            "usage: mutants [--seed N] [--count N] [--only N,N] [--test NAME] [--minutes N] FILE[:LINE].."
        );
        return ExitCode::from(2);
    };
    let begun = Instant::now();
    let mut changes: BTreeMap<u32, Change> = (0..).zip(draw(&arguments)).collect();
    let tree = Tree::copied(&changes);
    let Some(programs) = tree.built(&mut changes) else {
        eprintln!("the tests do not build");
        return ExitCode::from(2);
    };
    changes.retain(|number, _| arguments.only.is_empty() || arguments.only.contains(number));
    let changed: BTreeSet<&Path> = changes.values().map(|change| &*change.file).collect();
    let suites = Suites::measured(programs, &changed, &arguments.test);
    let listed: Vec<_> = changes.iter().collect();
    let minutes = Duration::from_secs(arguments.minutes * 60);
    let survived = each(&listed, |_, (number, change)| {
        if begun.elapsed() > minutes {
            return None;
        }
        let found = suites.find(**number, &change.file);
        let survives = found.is_err();
        let outcome = match found {
            Ok(test) => format!("found by {test}"),
            Err(0) => "SURVIVED: no test reaches it".to_owned(),
            Err(tests) => format!("SURVIVED {tests} tests"),
        };
        println!("{number} {outcome}  {}", change.text);
        Some(survives)
    });
    let tried: Vec<bool> = survived.into_iter().flatten().collect();
    let survived = tried.iter().filter(|survives| **survives).count();
    let left = listed.len() - tried.len();
    println!(
        "{} changes: {survived} survived; {left} were not tried",
        tried.len()
    );
    ExitCode::from(u8::from(survived > 0))
}

//! Runs the tests, and finds the changes that each test reaches.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::build::Program;
use crate::each;

/// The tests for each folder, as `package:target`; the first folder that is a prefix of a path is used.
const TESTS: &[(&str, &[&str])] = &[
    ("tools/dxil/", &["dxil:dxil", "tests:parts"]),
    (
        "tools/root-signature/",
        &["tests:root_signatures", "tests:parts", "dxobj:run"],
    ),
    (
        "tools/shader/",
        &["tests:parts", "tests:root_signatures", "dxobj:run"],
    ),
    (
        "tools/document/",
        &[
            "document:dxc_document",
            "tests:documents",
            "tests:root_signatures",
            "tests:features",
            "tests:parts",
            "dxobj:run",
        ],
    ),
    (
        "tools/text/",
        &[
            "text:dxc_text",
            "tests:parts",
            "tests:documents",
            "tests:root_signatures",
            "dxobj:run",
        ],
    ),
    (
        "tools/report/",
        &["report:dxobj_report", "dxobj:run", "dxobj:commands"],
    ),
    (
        "tools/dxobj/src/",
        &["dxobj:run", "dxobj:commands", "tests:commands"],
    ),
    (
        "dxc-derive/runtime/",
        &[
            "runtime:dxc_runtime",
            "tests:features",
            "tests:parts",
            "tests:documents",
            "dxobj:run",
        ],
    ),
    (
        "dxc-format/",
        &[
            "dxc-format:container",
            "dxc-format:portable",
            "dxc-format:narrow",
            "tests:parts",
            "dxobj:run",
        ],
    ),
    ("xtask/codegen/", &["codegen:dxc_codegen", "tests:schemas"]),
    ("xtask/", &["xtask:xtask", "tests:schemas"]),
];

/// A test that takes longer is not run.
const LONGEST: Duration = Duration::from_secs(15);

/// A test that passes without a change.
struct Test {
    /// The index of its program.
    program: usize,
    name: String,
    reached: BTreeSet<u32>,
    time: Duration,
}

/// All tests.
pub(crate) struct Suites {
    programs: Vec<Program>,
    tests: Vec<Test>,
    /// How many changes each test has noticed.
    noticed: Mutex<BTreeMap<String, u32>>,
}

/// The tests of a file.
pub(crate) fn tests_of(file: &Path) -> &'static [&'static str] {
    let found = TESTS.iter().find(|(folder, _)| file.starts_with(folder));
    found.map_or(&[], |(_, tests)| tests)
}

impl Suites {
    /// Runs each test of the changed files without a change.
    pub(crate) fn measured(
        mut programs: Vec<Program>,
        changed: &BTreeSet<&Path>,
        wanted: &str,
    ) -> Self {
        programs.retain(|program| {
            let mut tests = changed.iter().flat_map(|file| tests_of(file));
            tests.any(|test| *test == program.name)
        });
        let listed: Vec<(usize, String)> = programs
            .iter()
            .enumerate()
            .flat_map(|(at, program)| program.tests().into_iter().map(move |name| (at, name)))
            .filter(|(_, name)| name.contains(wanted))
            .collect();
        eprintln!("{} tests", listed.len());
        let tests = each(&listed, |at, (program, name)| {
            let log = std::path::absolute(format!("target/mutants/reached-{at}")).expect("a path");
            let _ = std::fs::remove_file(&log);
            let begun = Instant::now();
            let variable = ("MUTANTS_REACHED", log.to_str().expect("a path"));
            let passes = programs[*program].run(&[name], variable, LONGEST).is_ok();
            let reached = std::fs::read_to_string(&log).unwrap_or_default();
            let _ = std::fs::remove_file(&log);
            let numbers = reached.lines().filter_map(|line| line.parse().ok());
            let test = Test {
                program: *program,
                name: name.clone(),
                reached: numbers.collect(),
                time: begun.elapsed(),
            };
            if !passes {
                let seconds = test.time.as_secs();
                eprintln!("not run: {} {name}, {seconds} s", programs[*program].name);
            }
            passes.then_some(test)
        });
        let mut tests: Vec<Test> = tests.into_iter().flatten().collect();
        tests.sort_by_key(|test| test.time);
        let time: Duration = tests.iter().map(|test| test.time).sum();
        eprintln!("{} of them pass, in {} s", tests.len(), time.as_secs());
        Self {
            programs,
            tests,
            noticed: Mutex::default(),
        }
    }

    /// The test that notices a change, or else the number of tests that reach it.
    pub(crate) fn find(&self, number: u32, file: &Path) -> Result<String, usize> {
        let mut reach: Vec<&Test> = self
            .tests
            .iter()
            .filter(|test| test.reached.contains(&number))
            .filter(|test| tests_of(file).contains(&self.programs[test.program].name.as_str()))
            .collect();
        // Tests that have noticed more come first, then the fastest.
        let noticed = self.noticed.lock().expect("no panic").clone();
        reach.sort_by_key(|test| Reverse(noticed.get(&test.name).copied().unwrap_or_default()));
        let mut at = 0;
        let mut most = 4;
        while at < reach.len() {
            let program = reach[at].program;
            let mut names = Vec::new();
            let mut limit = Duration::from_secs(20);
            // Tests of the same program run together; the first groups are small.
            while let Some(test) = reach.get(at) {
                if test.program != program || names.len() == most {
                    break;
                }
                names.push(test.name.as_str());
                limit += test.time * 4;
                at += 1;
            }
            most = 40;
            let value = number.to_string();
            let variable = ("MUTANT", value.as_str());
            if let Err(failed) = self.programs[program].run(&names, variable, limit) {
                let mut noticed = self.noticed.lock().expect("no panic");
                for name in &failed {
                    *noticed.entry(name.clone()).or_default() += 1;
                }
                let first = failed.into_iter().next();
                return Ok(first.unwrap_or_else(|| "a test that does not end".to_owned()));
            }
        }
        Err(reach.len())
    }
}

impl Program {
    fn command(&self) -> Command {
        // A change may remove a limit of memory.
        let bounded = "ulimit -v 6291456; exec \"$0\" \"$@\"";
        let mut command = Command::new("sh");
        command
            .args(["-c", bounded])
            .arg(&self.path)
            .current_dir(&self.folder)
            .env("CARGO_MANIFEST_DIR", &self.folder)
            .env("INSTA_UPDATE", "no")
            .stdin(Stdio::null());
        command
    }

    fn tests(&self) -> Vec<String> {
        let listed = self
            .command()
            .args(["--list", "--format", "terse"])
            .output();
        let listed = String::from_utf8(listed.expect("a program").stdout).expect("names");
        let tests = listed
            .lines()
            .filter_map(|line| line.strip_suffix(": test"));
        tests.map(str::to_owned).collect()
    }

    /// Runs tests.
    ///
    /// # Errors
    /// The names of those that fail; none if they do not end in time.
    fn run(
        &self,
        names: &[impl AsRef<str>],
        variable: (&str, &str),
        limit: Duration,
    ) -> Result<(), Vec<String>> {
        let mut command = self.command();
        command.arg("--exact");
        command.args(names.iter().map(AsRef::as_ref));
        let mut process = command
            .env(variable.0, variable.1)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            // Processes that it starts end with it.
            .process_group(0)
            .spawn()
            .expect("a program");
        let output = process.stdout.take().expect("an output");
        // If the pipe were full, the test would block.
        let reader =
            std::thread::spawn(move || std::io::read_to_string(output).unwrap_or_default());
        let begun = Instant::now();
        while begun.elapsed() < limit {
            if let Some(status) = process.try_wait().expect("a process") {
                if status.success() {
                    return Ok(());
                }
                let text = reader.join().expect("no panic");
                let failed = text
                    .lines()
                    .filter_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"));
                return Err(failed.map(str::to_owned).collect());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let group = format!("-{}", process.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
        let _ = process.wait();
        Err(Vec::new())
    }
}

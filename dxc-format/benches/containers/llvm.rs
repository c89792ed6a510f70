//! Benchmarks LLVM's C++ reader and writer in a separate process: this program does not link them.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// The folder of the LLVM installation.
const LLVM: &str = "/usr/lib/llvm-22";

/// A process that performs jobs over files on request.
pub(crate) struct Llvm {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Llvm {
    /// Compiles the process and starts it; also returns, for each file, whether LLVM can read it.
    ///
    /// # Errors
    /// Returns an error if LLVM's headers are not installed, or are not those that the source needs.
    pub(crate) fn start(files: &[&Path]) -> Result<(Self, Vec<bool>), String> {
        let mut process = Command::new(compile()?)
            .args(files)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|problem| problem.to_string())?;
        let pipes = process.stdin.take().zip(process.stdout.take());
        let (questions, answers) = pipes.ok_or("the process has no pipes")?;
        let mut llvm = Self {
            process,
            questions,
            answers: BufReader::new(answers),
        };
        let reads = llvm
            .answer()
            .split_whitespace()
            .map(|word| word == "1")
            .collect();
        Ok((llvm, reads))
    }

    /// The time that a job takes over all files.
    pub(crate) fn time(&mut self, job: &str) -> Duration {
        let taken = self.ask("time", job);
        Duration::from_nanos(taken.trim().parse().expect("a time"))
    }

    /// The results of a job for each file.
    pub(crate) fn results(&mut self, job: &str) -> Vec<u64> {
        let results = self.ask("results", job);
        let results = results.split_whitespace();
        results
            .map(|number| number.parse().expect("a number"))
            .collect()
    }

    fn ask(&mut self, name: &str, job: &str) -> String {
        writeln!(self.questions, "{name} {job}").expect("it listens");
        self.answer()
    }

    fn answer(&mut self) -> String {
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("it answers");
        answer
    }
}

impl Drop for Llvm {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Compiles the program against the installed headers, and returns its path.
fn compile() -> Result<PathBuf, String> {
    let llvm = Path::new(LLVM);
    let clang = llvm.join("bin/clang++");
    if !clang.is_file() || !llvm.join("include/llvm/Object/DXContainer.h").is_file() {
        return Err("apt-get install llvm-22-dev clang-22".to_owned());
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/containers/llvm.cpp");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("beside_llvm");
    let libraries = llvm.join("lib");
    let output = Command::new(clang)
        .args([
            "-std=c++17",
            "-O2",
            "-DNDEBUG",
            "-fno-rtti",
            "-fno-exceptions",
            "-I",
        ])
        .arg(llvm.join("include"))
        .arg(source)
        .arg("-L")
        .arg(&libraries)
        .arg(format!("-Wl,-rpath,{}", libraries.display()))
        .args(["-lLLVM-22", "-o"])
        .arg(&program)
        .output()
        .map_err(|problem| problem.to_string())?;
    if output.status.success() {
        Ok(program)
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

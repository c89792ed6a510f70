//! Runs the compiler: finds it and the headers, and collects its answer for each fact.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::emit::File;
use super::facts::{Fact, Facts};
use crate::llvm_headers::{self, HEADER, TABLES};

const INSTALL: &str = "apt-get install llvm-22-dev clang-22";

/// The folder in which Debian installs LLVM, in a folder `llvm-N` for each version.
const INSTALLED: &str = "/usr/lib";

/// The first clang whose newer constant interpreter supports bit-fields reliably.
const KNOWS_BIT_FIELDS: u32 = 20;

/// The compiler's answer for a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Proved,
    /// The headers have another number, which the compiler may state.
    Differs(Option<String>),
    /// The headers have no such declaration.
    Missing,
    /// The compiler cannot tell.
    Unprovable,
    /// The compiler refuses it, with this message.
    Refused(String),
}

/// The compiler's answers for all facts, and the declarations that it found.
pub(super) struct Answers {
    pub(super) facts: Vec<Answer>,
    /// Clang's syntax trees of the namespace, as JSON.
    pub(super) declarations: Vec<u8>,
}

/// The include folder: the given one, one inside of it, or that of the newest LLVM.
pub(super) fn include_folder(given: Option<PathBuf>) -> Result<PathBuf, String> {
    let holds = |folder: &PathBuf| folder.join(HEADER).is_file();
    match given {
        Some(given) => llvm_headers::with(HEADER, &given),
        None => newest("include")
            .into_iter()
            .chain(configured())
            .find(holds)
            .ok_or_else(|| format!("no LLVM with {} is installed: {INSTALL}", HEADER)),
    }
}

/// The include folders from `llvm-config`, if LLVM is not in Debian's folders.
fn configured() -> Option<PathBuf> {
    let output = Command::new("llvm-config").arg("--includedir").output();
    let text = String::from_utf8(output.ok()?.stdout).ok()?;
    Some(PathBuf::from(text.trim()))
}

/// A path inside of each installed LLVM, the newest first.
fn newest(inside: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(INSTALLED).into_iter().flatten().flatten();
    let numbered = |entry: std::fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        let number: u32 = name.strip_prefix("llvm-")?.parse().ok()?;
        Some((number, entry.path().join(inside)))
    };
    let mut found: Vec<(u32, PathBuf)> = entries.filter_map(numbered).collect();
    found.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
    found.into_iter().map(|(_, path)| path).collect()
}

/// Compiles the file against the headers, and collects the answers.
pub(super) fn compile(
    clang: Option<PathBuf>,
    include: &Path,
    file: &File,
    facts: &Facts,
) -> Result<Answers, String> {
    let installed = newest("bin/clang++")
        .into_iter()
        .find(|path| path.is_file());
    let clang = clang
        .or(installed)
        .unwrap_or_else(|| PathBuf::from("clang++"));
    let mut command = Command::new(&clang);
    command
        .args(["-std=c++17", "-fsyntax-only", "-w", "-x", "c++", "-isystem"])
        .arg(include)
        // Every fact has a separate message.
        .args(["-ferror-limit=0", "-fno-spell-checking"])
        .args(["-fno-caret-diagnostics", "-fno-color-diagnostics"])
        .args(["-Xclang", "-ast-dump=json", "-Xclang"])
        .arg(format!("-ast-dump-filter={}", facts.namespace));
    if version(&clang)? >= KNOWS_BIT_FIELDS {
        command.arg("-fexperimental-new-constant-interpreter");
    }
    command.arg("-");
    let unusable = |problem: std::io::Error| cannot_run(&clang, &problem);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(unusable)?;
    // If the compiler stops before it has read everything, the messages below tell why.
    if let Some(mut stdin) = child.stdin.take() {
        let _ = stdin.write_all(file.text.as_bytes());
    }
    let output = child.wait_with_output().map_err(unusable)?;
    let messages = String::from_utf8_lossy(&output.stderr);
    Ok(Answers {
        facts: answers(&messages, file, &facts.all)?,
        declarations: output.stdout,
    })
}

fn cannot_run(clang: &Path, problem: &std::io::Error) -> String {
    format!("cannot run {}: {problem}: {INSTALL}", clang.display())
}

/// The compiler's major version.
fn version(clang: &Path) -> Result<u32, String> {
    let output = Command::new(clang).arg("-dumpversion").output();
    let output = output.map_err(|problem| cannot_run(clang, &problem))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let major = text.trim().split('.').next().unwrap_or_default();
    major
        .parse()
        .map_err(|_| format!("{} does not tell its version", clang.display()))
}

/// A line of the compiler's messages: `file:line:column: level: text`.
struct Message<'m> {
    file: &'m str,
    line: usize,
    level: &'m str,
    text: &'m str,
}

impl<'m> Message<'m> {
    fn new(line: &'m str) -> Option<Self> {
        let mut parts = line.splitn(3, ": ");
        let (place, level, text) = (parts.next()?, parts.next()?, parts.next()?);
        let mut place = place.rsplitn(3, ':');
        let (_, line, file) = (place.next()?, place.next()?, place.next()?);
        Some(Self {
            file,
            line: line.parse().ok()?,
            level,
            text,
        })
    }
}

/// The answer for each fact. Errors elsewhere are problems of the headers or the compiler.
fn answers(messages: &str, file: &File, facts: &[Fact]) -> Result<Vec<Answer>, String> {
    let mut answers = vec![Answer::Proved; facts.len()];
    for line in messages.lines() {
        let Some(message) = Message::new(line) else {
            if line.contains("error: ") {
                return Err(format!("the compiler says: {line}"));
            }
            continue;
        };
        let fact = message.line.checked_sub(file.first);
        let answer = fact
            .filter(|_| message.file == "<stdin>")
            .and_then(|fact| answers.get_mut(fact));
        match (answer, message.level) {
            (Some(answer), "error") => {
                let said = of_error(message.text);
                if weight(&said) > weight(answer) {
                    *answer = said;
                }
            }
            (Some(Answer::Differs(found)), "note") => {
                let values = message.text.strip_prefix("expression evaluates to '");
                let number = values.and_then(|values| values.split(" == ").next());
                *found = found.take().or(number.map(str::to_owned));
            }
            // The macro refuses a row; the facts of its table have no other answer.
            (None, "error") if message.file.ends_with(TABLES) => {}
            (None, "error" | "fatal error") => {
                return Err(format!("the headers do not compile: {line}"));
            }
            _ => {}
        }
    }
    Ok(answers)
}

fn of_error(text: &str) -> Answer {
    let missing = [
        "no member named",
        "no type named",
        "use of undeclared identifier",
        "unknown type name",
    ];
    if missing.iter().any(|words| text.starts_with(words)) {
        Answer::Missing
    } else if text.starts_with("static assertion failed") {
        Answer::Differs(None)
    } else if text.starts_with("static assertion expression is not an integral constant") {
        Answer::Unprovable
    } else {
        Answer::Refused(text.to_owned())
    }
}

/// The severity of an answer: the cause of an error precedes its consequences.
fn weight(answer: &Answer) -> u8 {
    match answer {
        Answer::Proved => 0,
        Answer::Unprovable => 1,
        Answer::Differs(_) => 2,
        Answer::Refused(_) => 3,
        Answer::Missing => 4,
    }
}

//! The commands.

mod bindings;
mod build;
mod dependencies;
mod diff;
mod dump;
mod explain;
mod field_docs;
mod findings;
mod hex;
mod ls;
mod manual;
mod outline;
mod parts;
mod program;
mod reflect;
mod rootsig;
mod roundtrip;
mod scan;
mod shell;
mod show;
mod sign;
mod signatures;
mod sources;
mod strip;
mod validate;
pub(crate) mod verify;

use std::io::{self, Write};
use std::path::Path;

use clap::Parser;

use crate::arguments::{Arguments, Command, Common, Files};
use crate::files::{Found, Input, Problem, STANDARD};
use crate::outcome::Outcome;
use crate::report::Report;
use crate::run;

/// Prints what a command that reads one file prints of these bytes, without a process: `["show", "--format", "hex"]`.
///
/// Other commands print nothing.
///
/// # Errors
/// Those of `out`.
pub fn print(words: &[&str], bytes: Vec<u8>, out: &mut dyn Write) -> io::Result<()> {
    let words = ["dxobj"].iter().chain(words).chain(&[STANDARD]);
    let Ok(arguments) = Arguments::try_parse_from(words) else {
        return Ok(());
    };
    let input = Input::of_any(&Found::named(Path::new(STANDARD)), bytes);
    let mut report = match arguments.command {
        Command::Ls(files) => ls::list(input, &files, false).into(),
        Command::Show(show) => show::show(input, &show, false).into(),
        Command::Dump(dump) => dump::show_alone(input, &dump).into(),
        Command::Bindings(files) => bindings::show(input, files.json).into(),
        Command::Signatures(files) => signatures::show(input, files.json).into(),
        Command::Reflect(files) => reflect::show(input, files.json).into(),
        Command::Sources(sources) => sources::show(&input, &sources, false).into(),
        _ => Report::default(),
    };
    report.write_to(out)?;
    out.write_all(&report.bytes)?;
    for problem in &report.problems {
        out.write_all(problem.text.as_bytes())?;
    }
    Ok(())
}

/// Runs a command.
pub(crate) fn run(mut arguments: Arguments) -> Outcome {
    arguments.common.is_json = arguments.command.is_json();
    let common = &arguments.common;
    match arguments.command {
        Command::Ls(files) => ls::run(&files, common),
        Command::Show(show) => show::run(&show, common),
        Command::Dump(dump) => dump::run(&dump, common),
        Command::Bindings(files) => show_each(&files, common, bindings::show),
        Command::Signatures(files) => show_each(&files, common, signatures::show),
        Command::Reflect(files) => show_each(&files, common, reflect::show),
        Command::Verify(files) => verify::run(&files, common),
        Command::Sign(sign) => sign::run(&sign, common),
        Command::Validate(validate) => validate::run(&validate, common),
        Command::Strip(strip) => strip::run(&strip, common),
        Command::Extract(extract) => parts::extract(&extract, common),
        Command::Set(set) => parts::set(&set, common),
        Command::Remove(remove) => parts::remove(&remove, common),
        Command::Move(place) => parts::place(&place, common),
        Command::Rootsig(rootsig) => rootsig::run(&rootsig, common),
        Command::Build(build) => build::run(&build, common),
        Command::Sources(sources) => sources::run(&sources, common),
        Command::Diff(diff) => diff::run(&diff, common),
        Command::Scan(scan) => scan::run(&scan, common),
        Command::Roundtrip(roundtrip) => roundtrip::run(&roundtrip, common),
        Command::Schema { command } => shell::schema(command, common),
        Command::Completions { shell } => shell::completions(shell, common),
        Command::Man { output } => shell::man(output.as_deref(), common),
    }
}

/// Prints what a function shows of every file, as text or as JSON.
fn show_each(
    files: &Files,
    common: &Common,
    show: fn(Input, bool) -> Result<Report, Problem>,
) -> Outcome {
    run::each_by_need(&files.files, common, |input| show(input, files.json))
}

//! Runs the commands.

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
mod name_docs;
mod outline;
mod parts;
mod pipeline;
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
pub(crate) mod strip;
mod validate;
pub(crate) mod verify;

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::Path;

use clap::{ColorChoice, CommandFactory, FromArgMatches};
use dxc_format::Builder;

use crate::arguments::{Arguments, Command, Common, Files, Rootsig};
use crate::files::{Found, Input, Problem};
use crate::input::Need;
use crate::outcome::Outcome;
use crate::report::Report;
use crate::run;
use crate::stamp::STANDARD;
use crate::terminal;

/// The output of a command, and its messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// The exit status.
    pub status: u8,
    /// The text on standard output.
    pub output: Vec<u8>,
    /// The notes and errors that it prints to standard error.
    pub messages: Vec<String>,
}

impl From<Report> for Printed {
    fn from(mut report: Report) -> Self {
        let mut output = Vec::new();
        // Writing into a vector cannot fail.
        let _ = report.write_to(&mut output);
        output.extend(&report.bytes);
        let problems = report.problems.iter().map(|problem| &problem.text);
        let messages = report.notes.iter().chain(problems);
        let messages = messages.map(|text| String::from_utf8_lossy(text.as_bytes()).into_owned());
        Self {
            status: report.outcome as u8,
            output,
            messages: messages.collect(),
        }
    }
}

/// Runs a command that reads one file on these bytes, without a process and colors: `["show", "--format", "hex"]`.
///
/// `diff` compares them with a container without parts. Commands that edit files or read several print nothing.
pub fn printed(words: &[&str], bytes: Vec<u8>) -> Printed {
    printed_with(words.iter().copied().chain([STANDARD]), |arguments| {
        let found = Found::named(Path::new(STANDARD));
        match arguments.command {
            Command::Scan(scan) => report_of(scan::search(&found, bytes, &scan)),
            command => print_input(command, Input::of_any(&found, bytes), &arguments.common),
        }
    })
}

/// Runs `pipeline` with these options on shaders, each of which has a name and its bytes. `root_signature` is the content
/// of an RTS0 part.
pub fn printed_pipeline(
    options: &[&str],
    shaders: Vec<(String, Vec<u8>)>,
    root_signature: Option<&[u8]>,
) -> Printed {
    let words = ["pipeline"].iter().chain(options).copied();
    printed_with(words.chain(["--", STANDARD]), |arguments| {
        match arguments.command {
            Command::Pipeline(options) => {
                pipeline::compare_bytes(&options, shaders, root_signature).into()
            }
            _ => Report::default(),
        }
    })
}

/// Prints the report on a command line, or why the command line is refused.
fn printed_with<'w>(
    words: impl Iterator<Item = &'w str>,
    report: impl FnOnce(Arguments) -> Report,
) -> Printed {
    // Building the options of all commands takes far longer than reading a shader.
    thread_local! { static OPTIONS: RefCell<clap::Command> = RefCell::new(Arguments::command()) }
    let words = ["dxobj"].into_iter().chain(words);
    let matches = OPTIONS.with_borrow_mut(|options| options.try_get_matches_from_mut(words));
    match matches.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => {
            terminal::choose(ColorChoice::Never, false);
            report(arguments).into()
        }
        Err(error) => Printed {
            status: Outcome::Failed as u8,
            messages: vec![error.to_string()],
            ..Printed::default()
        },
    }
}

/// Prints what [`printed`] returns, and then its messages.
///
/// # Errors
/// Those of `out`.
pub fn print(words: &[&str], bytes: Vec<u8>, out: &mut dyn Write) -> io::Result<()> {
    let printed = printed(words, bytes);
    out.write_all(&printed.output)?;
    let mut messages = printed.messages.iter();
    messages.try_for_each(|message| out.write_all(message.as_bytes()))
}

/// The report alone, without the additional result.
fn report_of<T>(judged: Result<(Report, T), Problem>) -> Report {
    judged.map(|(report, _)| report).into()
}

/// The report of a command on a file.
fn print_input(command: Command, input: Input, common: &Common) -> Report {
    match command {
        Command::Ls(arguments) => report_of(ls::list(input, &arguments, None)),
        Command::Show(show) => show::show(input, &show, false).into(),
        Command::Dump(dump) => dump::show_alone(input, &dump).into(),
        Command::Bindings(files) => bindings::show(input, files.json).into(),
        Command::Signatures(files) => signatures::show(input, files.json).into(),
        Command::Reflect(files) => reflect::show(input, files.json).into(),
        Command::Sources(sources) => sources::show(&input, &sources, false).into(),
        Command::Verify(files) => report_of(verify::verify(&input, &files, common)),
        Command::Validate(validate) => report_of(validate::judge(&input, &validate)),
        Command::Roundtrip(roundtrip) => {
            let container = input.container();
            let verdict = container.and_then(|container| roundtrip::compare(&input, &container));
            roundtrip::report(&input.found, verdict, roundtrip.files.json, common)
        }
        Command::Rootsig(Rootsig::Show(show)) => rootsig::root_signatures_of(&input, &show).into(),
        Command::Rootsig(Rootsig::Check(check)) => {
            report_of(rootsig::checked(&input, None, check.files.json))
        }
        Command::Rootsig(Rootsig::Convert(convert)) => rootsig::converted(&input, &convert).into(),
        Command::Diff(diff) => {
            let none = Input::new(&input.found, Builder::new().to_bytes().unwrap_or_default());
            diff::compare_two(&diff, &none, &input).into()
        }
        _ => Report::default(),
    }
}

/// Runs a command.
pub(crate) fn run(mut arguments: Arguments) -> Outcome {
    arguments.common.is_json = arguments.command.is_json();
    let common = &arguments.common;
    match arguments.command {
        Command::Ls(arguments) => ls::run(&arguments, common),
        Command::Show(show) => show::run(&show, common),
        Command::Dump(dump) => dump::run(&dump, common),
        Command::Bindings(files) => show_each(&files, common, bindings::show),
        Command::Signatures(files) => show_each(&files, common, signatures::show),
        Command::Reflect(files) => show_each(&files, common, reflect::show),
        Command::Verify(files) => verify::run(&files, common),
        Command::Sign(sign) => sign::run(&sign, common),
        Command::Validate(validate) => validate::run(&validate, common),
        Command::Pipeline(pipeline) => pipeline::run(&pipeline, common),
        Command::Strip(strip) => strip::run(&strip, common),
        Command::Extract(extract) => parts::extract(&extract, common),
        Command::Set(set) => parts::set(&set, common),
        Command::Convert(convert) => parts::convert(&convert, common),
        Command::Remove(remove) => parts::remove(&remove, common),
        Command::Move(place) => parts::place(&place, common),
        Command::Rootsig(rootsig) => rootsig::run(&rootsig, common),
        Command::Build(build) => build::run(&build, common),
        Command::Sources(sources) => sources::run(&sources, common),
        Command::Diff(diff) => diff::run(&diff, common),
        Command::Scan(scan) => scan::run(&scan, common),
        Command::Roundtrip(roundtrip) => roundtrip::run(&roundtrip, common),
        Command::Schema { command } => shell::schema(&command, common),
        Command::Completions { shell } => shell::completions(shell, common),
        Command::Man { output } => shell::man(output.as_deref(), common),
    }
}

/// Prints the report of a function on every file, as text or as JSON.
fn show_each(
    files: &Files,
    common: &Common,
    show: fn(Input, bool) -> Result<Report, Problem>,
) -> Outcome {
    run::each_by_need(&files.files, Need::Programs, common, |input| {
        show(input, files.json)
    })
}

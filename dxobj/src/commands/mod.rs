//! The commands.

mod bindings;
mod build;
mod diff;
mod findings;
mod hex;
mod ls;
mod outline;
mod parts;
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
mod verify;

use crate::arguments::{Arguments, Command};
use crate::outcome::Outcome;

/// Runs a command.
pub(crate) fn run(arguments: Arguments) -> Outcome {
    let common = &arguments.common;
    match arguments.command {
        Command::Ls(files) => ls::run(&files, common),
        Command::Show(show) => show::run(&show, common),
        Command::Bindings(files) => bindings::run(&files, common),
        Command::Signatures(files) => signatures::run(&files, common),
        Command::Verify(files) => verify::run(&files, common),
        Command::Sign(sign) => sign::run(&sign, common),
        Command::Validate(files) => validate::run(&files, common),
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
        Command::Completions { shell } => shell::completions(shell, common),
        Command::Man { output } => shell::man(output.as_deref(), common),
    }
}

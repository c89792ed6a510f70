//! Adds the meaning of the exit status to the help of each command.

use clap::{Command, CommandFactory};

use crate::arguments::Arguments;
use crate::print_to;

/// Reasons for exit status 1: the command's answer is no, or an edit is refused.
const NO: [(&str, &str); 12] = [
    ("check", "a root signature does not bind all resources"),
    ("convert", "the root signature breaks a rule"),
    ("diff", "something differs"),
    ("extract", "a root signature in text breaks a rule"),
    ("ls", "no file matches the options"),
    ("pipeline", "the shaders do not fit"),
    ("roundtrip", "something differs"),
    ("scan", "nothing was found"),
    ("set", "a root signature breaks a rule or does not fit"),
    ("sign", "a digest is not replaced without `--force`"),
    ("validate", "a rule is broken or a digest is wrong"),
    ("verify", "a digest is wrong or missing"),
];

/// The command line, with the exit status in the help of each command, and with `-o FILE` for commands that print.
pub(crate) fn command() -> Command {
    let command = Arguments::command().mut_subcommands(|command| with_status(command, false));
    command.mut_subcommand("rootsig", |rootsig| {
        rootsig.mut_subcommands(|command| with_status(command, true))
    })
}

fn with_status(command: Command, is_inner: bool) -> Command {
    let command = print_to::add_option(command);
    let name = command.get_name();
    // `set`, `extract` and `convert` of a part have no yes-or-no answer.
    let is_plain = ["set", "extract", "convert"].contains(&name) && !is_inner;
    let mut no = NO.iter().filter(|_| !is_plain);
    let no = no.find(|(known, _)| *known == name);
    let no = no.map_or(String::new(), |(_, no)| format!("  1  {no}\n"));
    let status = format!(
        "Exit status:\n  0  success, also if there was nothing to do\n{no}  2  a file could not be read or processed"
    );
    let help = command.get_after_help().map(ToString::to_string);
    command.after_help(format!("{status}\n\n{}", help.unwrap_or_default()))
}

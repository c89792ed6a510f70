//! What the exit status of each command means, in its help.

use clap::{Command, CommandFactory};

use crate::arguments::Arguments;

/// When commands exit with 1: those with a question if the answer is no, and edits that are refused for such a reason.
const NO: [(&str, &str); 9] = [
    ("check", "a shader does not find its resources"),
    ("convert", "a rule is broken"),
    ("diff", "something differs"),
    ("roundtrip", "something differs"),
    ("scan", "nothing was found"),
    ("set", "a root signature breaks a rule or does not fit"),
    ("sign", "a digest is not replaced without `--force`"),
    ("validate", "a rule is broken or a digest is wrong"),
    ("verify", "a digest is wrong or missing"),
];

/// The command line, with the exit status in the help of each command.
pub(crate) fn command() -> Command {
    let command = Arguments::command().mut_subcommands(|command| with_status(command, false));
    command.mut_subcommand("rootsig", |rootsig| {
        rootsig.mut_subcommands(|command| with_status(command, true))
    })
}

fn with_status(command: Command, is_inner: bool) -> Command {
    let name = command.get_name();
    // `set` of a part asks nothing.
    let is_plain = name == "set" && !is_inner;
    let mut no = NO.iter().filter(|_| !is_plain);
    let no = no.find(|(known, _)| *known == name);
    let no = no.map_or(String::new(), |(_, no)| format!("with 1 if {no}, "));
    let status = format!(
        "Exits with 0 if it is done, also if there was nothing to do, {no}and with 2 if something could not be read or done."
    );
    let help = command.get_after_help().map(ToString::to_string);
    command.after_help(format!("{status}\n\n{}", help.unwrap_or_default()))
}

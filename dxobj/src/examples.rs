//! The examples that each `--help` ends with.

use clap::{Command, CommandFactory};

use crate::arguments::Arguments;

/// Command lines, by the command that they are examples of.
const EXAMPLES: &[(&str, &[&str])] = &[
    ("ls", &["ls vs.dxil", "ls shaders/"]),
    (
        "show",
        &[
            "show vs.dxil",
            "show --part PSV0 vs.dxil",
            "show --explain PSV0.info.entry_name vs.dxil",
            "show --format html vs.dxil > vs.html",
        ],
    ),
    ("dump", &["dump vs.dxil", "dump shaders/"]),
    (
        "bindings",
        &["bindings vs.dxil", "bindings --json shaders/"],
    ),
    ("signatures", &["signatures vs.dxil"]),
    ("reflect", &["reflect vs.dxil", "reflect --json shaders/"]),
    ("verify", &["verify shaders/"]),
    (
        "sign",
        &["sign vs.dxil -o signed.dxil", "sign --in-place shaders/"],
    ),
    ("validate", &["validate shaders/"]),
    (
        "strip",
        &[
            "strip --debug vs.dxil -o small.dxil",
            "strip --debug --reflection --in-place shaders/",
        ],
    ),
    (
        "extract",
        &[
            "extract RTS0 vs.dxil -o root.rts0",
            "extract DXIL --bitcode vs.dxil -o vs.bc",
        ],
    ),
    ("set", &["set PRIV notes.bin vs.dxil -o new.dxil"]),
    ("remove", &["remove STAT vs.dxil -o less.dxil"]),
    ("move", &["move HASH --before DXIL vs.dxil -o new.dxil"]),
    (
        "rootsig",
        &[
            "rootsig show vs.dxil",
            "rootsig set root.hlsl vs.dxil --in-place",
        ],
    ),
    ("rootsig show", &["rootsig show vs.dxil"]),
    (
        "rootsig set",
        &["rootsig set root.hlsl --name MyRS vs.dxil -o new.dxil"],
    ),
    ("rootsig extract", &["rootsig extract vs.dxil -o root.dxil"]),
    ("rootsig strip", &["rootsig strip --in-place shaders/"]),
    ("rootsig check", &["rootsig check --with root.hlsl vs.dxil"]),
    (
        "rootsig convert",
        &["rootsig convert vs.dxil --to hlsl -o root.hlsl"],
    ),
    (
        "build",
        &["show --format yaml vs.dxil", "build vs.yaml -o vs.dxil"],
    ),
    ("sources", &["sources -o hlsl vs.pdb"]),
    ("diff", &["diff old.dxil new.dxil", "diff --json old/ new/"]),
    ("scan", &["scan game.exe --extract found"]),
    ("roundtrip", &["roundtrip shaders/"]),
    ("completions", &["completions bash"]),
    ("man", &["man -o man1"]),
];

/// The command line, with examples in its help.
pub(crate) fn command() -> Command {
    with_examples(Arguments::command(), "")
}

fn with_examples(command: Command, path: &str) -> Command {
    let command = command.mut_subcommands(|inner| {
        let path = format!("{path} {}", inner.get_name());
        with_examples(inner, path.trim_start())
    });
    let mut all = EXAMPLES.iter();
    let Some((_, lines)) = all.find(|(known, _)| *known == path) else {
        return command;
    };
    let lines: String = lines
        .iter()
        .map(|line| format!("\n  dxobj {line}"))
        .collect();
    let before = command.get_after_help().map(|help| format!("{help}\n\n"));
    let before = before.unwrap_or_default();
    command.after_help(format!("{before}Examples:{lines}"))
}

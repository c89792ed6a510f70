//! Hints for unknown commands.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use dxc_format::{FourCC, PartInfo};

/// Names that other tools use for commands.
const SYNONYMS: [(&[&str], &str); 14] = [
    (&["list", "l", "dir", "parts", "headers"], "ls"),
    (
        &[
            "info", "inspect", "cat", "print", "view", "fields", "yaml", "json",
        ],
        "show",
    ),
    (
        &["explain", "doc", "docs", "describe"],
        "show --explain FIELD",
    ),
    (
        &["disassemble", "disasm", "dis", "objdump", "dumpbin"],
        "dump",
    ),
    (&["resources", "registers"], "bindings"),
    (&["reflection"], "reflect"),
    (&["digest", "hash", "checksum"], "verify"),
    (&["check", "lint"], "validate"),
    (&["link", "linkage", "pso", "stages"], "pipeline"),
    (&["compare", "cmp"], "diff"),
    (&["get", "export", "unpack", "save"], "extract"),
    (&["replace", "add", "insert", "import"], "set"),
    (&["delete", "rm", "drop"], "remove"),
    (&["find", "search", "grep"], "scan"),
];

/// Adds a hint to an error of the command line, if the unknown command is a file, a part, or another tool's name for a
/// command.
pub(crate) fn add_hint(mut error: clap::Error, words: &[OsString]) -> clap::Error {
    let word = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) if error.kind() == ErrorKind::InvalidSubcommand => word,
        _ => return error,
    };
    let is_inner = words.iter().skip(1).any(|word| word == "rootsig");
    if let Some(hint) = hint(word, is_inner) {
        error.remove(ContextKind::SuggestedSubcommand);
        let hint = ContextValue::StyledStrs(vec![hint.into()]);
        error.insert(ContextKind::Suggested, hint);
    }
    error
}

/// The hint for a word in place of a command; `is_inner` if it is in place of a command of `rootsig`.
fn hint(word: &str, is_inner: bool) -> Option<String> {
    let path = Path::new(word);
    let (name, field) = word.split_once('.').unwrap_or((word, ""));
    let name = name.to_ascii_uppercase();
    let fourcc = name.parse::<FourCC>().ok();
    let is_part = fourcc.is_some_and(|fourcc| PartInfo::of_fourcc(fourcc).next().is_some());
    if is_part && !is_inner && !path.exists() {
        return Some(match field {
            "" => format!(
                "to show a part, use `dxobj show --part {name} FILE`; to explain its fields, `dxobj show --explain {name}`"
            ),
            field => format!("to explain a field, use `dxobj show --explain {name}.{field}`"),
        });
    }
    let is_file = path.exists() || word == "-" || word.contains(['/', '\\', '.']);
    if is_file {
        return Some(match (is_inner, path.is_dir()) {
            (true, _) => {
                format!("to show the root signatures of a file, use `dxobj rootsig show {word}`")
            }
            (false, true) => format!("to list the containers of a folder, use `dxobj ls {word}`"),
            (false, false) => format!(
                "to show a file, use `dxobj show {word}`; to list its parts, `dxobj ls {word}`"
            ),
        });
    }
    let lower = word.to_ascii_lowercase();
    let mut synonyms = SYNONYMS.iter().filter(|_| !is_inner);
    let (_, command) = synonyms.find(|(words, _)| words.contains(&&*lower))?;
    Some(format!("use `dxobj {command}`"))
}

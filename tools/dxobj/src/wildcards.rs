//! Expands wildcards on the command line, because Windows shells do not.

use std::ffi::{OsStr, OsString};
use std::path::{Component, Path};

use clap::{Arg, Command};
use glob::{MatchOptions, glob_with};

use crate::unfinished::is_unfinished;

/// Expands wildcards in names of files; values of options are not expanded. A name without a match is kept, and its
/// command reports it.
pub(crate) fn expand(
    words: impl IntoIterator<Item = OsString>,
    command: &Command,
) -> Vec<OsString> {
    let mut words = words.into_iter();
    let mut expanded: Vec<OsString> = words.next().into_iter().collect();
    let mut command = command;
    let (mut is_value, mut are_names) = (false, false);
    for word in words {
        let text = word.to_string_lossy();
        if is_value {
            is_value = false;
            expanded.push(word);
        } else if !are_names && text.len() > 1 && text.starts_with('-') {
            are_names = text == "--";
            is_value = needs_value(&text, command);
            expanded.push(word);
        } else if let Some(inner) = command.find_subcommand(&*text) {
            command = inner;
            expanded.push(word);
        } else {
            expanded.extend(names(&word));
        }
    }
    expanded
}

/// Whether the word after this option is its value.
fn needs_value(option: &str, command: &Command) -> bool {
    let takes = |arg: &Arg| arg.get_action().takes_values();
    if let Some(long) = option.strip_prefix("--") {
        let mut args = command.get_arguments();
        return args.any(|arg| arg.get_long() == Some(long) && takes(arg));
    }
    // In `-iq`, each letter is an option; after a letter that takes a value, the other letters are the value.
    let letters = option.char_indices().skip(1);
    let mut taking = letters.filter(|(_, letter)| {
        let mut args = command.get_arguments();
        args.any(|arg| arg.get_short() == Some(*letter) && takes(arg))
    });
    let first = taking.next();
    first.is_some_and(|(at, letter)| at + letter.len_utf8() == option.len())
}

/// The files that match a word, or the word itself if none does. On Windows, file names cannot contain `*` and `?`, so
/// quoted words need no exception; they can contain `[`.
fn names(word: &OsStr) -> Vec<OsString> {
    let first = Path::new(word).components().next();
    let is_verbatim =
        matches!(first, Some(Component::Prefix(prefix)) if prefix.kind().is_verbatim());
    let pattern = word.to_str().filter(|word| word.contains(['*', '?']));
    let Some(pattern) = pattern.filter(|_| !is_verbatim) else {
        return vec![word.to_owned()];
    };
    let options = MatchOptions {
        case_sensitive: false,
        require_literal_separator: true,
        require_literal_leading_dot: false,
    };
    let found = glob_with(&pattern.replace('[', "[[]"), options);
    let found = found.into_iter().flatten().flatten();
    let found = found.filter(|path| !is_unfinished(path));
    let names: Vec<OsString> = found.map(Into::into).collect();
    if names.is_empty() {
        vec![word.to_owned()]
    } else {
        names
    }
}

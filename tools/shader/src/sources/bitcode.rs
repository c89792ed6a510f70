//! Reads the sources and arguments in the metadata of bitcode, which `dxc -Zi -Qembed_debug` writes into ILDB.

use alloc::string::String;
use alloc::vec::Vec;

use super::source_info::{Argument, DASHES, SourceFile, Sources};
use dxc_format::program::ProgramView;
use dxc_format::{Limits, Result};
use dxil::budgets::limits as limits_of_bitcode;
use dxil::dxil_metadata::ValueOption;

/// The files and the arguments of a program; `None` if its metadata has none.
///
/// # Errors
/// If the bitcode is damaged or exceeds a limit.
pub fn read_program_sources(program: &ProgramView<'_>) -> Result<Option<Sources>> {
    read_program_sources_within(program, None)
}

/// The files and the arguments, with limits; `None` for the default ones.
pub(super) fn read_program_sources_within(
    program: &ProgramView<'_>,
    limits: Option<&Limits>,
) -> Result<Option<Sources>> {
    let bitcode = program.bitcode();
    let limits = limits.copied();
    let limits = limits.unwrap_or_else(|| limits_of_bitcode(bitcode.len()));
    let found = dxil::read_sources(bitcode, limits)?;
    Ok((!found.is_empty()).then(|| convert(found)))
}

fn convert(found: dxil::Sources) -> Sources {
    let mut files: Vec<SourceFile> = Vec::with_capacity(found.files.len());
    for (name, text) in found.files {
        files.push(SourceFile { name, text });
    }
    let mut names = files.iter().map(|file| &file.name);
    let main = found.main_file.as_ref();
    let main = main.and_then(|main| names.position(|name| name == main));
    if let Some(before) = main.and_then(|main| files.get_mut(..=main)) {
        before.rotate_right(1);
    }
    let mut sources = Sources {
        files,
        arguments: arguments(found.arguments),
    };
    let is_macro = |argument: &&Argument| argument.name.trim_start_matches(DASHES) == DEFINE;
    let known = sources.arguments.iter().filter(is_macro);
    let known: Vec<String> = known.map(|argument| argument.value.clone()).collect();
    // A program that calls the compiler as a library may pass macros separately from the arguments.
    for define in found.defines {
        let is_known = |known: &String| *known == define || defined(known) == define;
        if !known.iter().any(is_known) {
            sources.arguments.push(Argument {
                name: DEFINE.into(),
                value: define,
            });
        }
    }
    sources
}

/// The name of the option that defines macros.
const DEFINE: &str = "D";

/// A macro with its value, which is 1 by default.
fn defined(define: &str) -> String {
    if define.contains('=') {
        define.into()
    } else {
        alloc::format!("{define}=1")
    }
}

/// Splits the words of a command line into arguments. The options with a value are known.
fn arguments(words: Vec<String>) -> Vec<Argument> {
    let mut arguments = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let Some(option) = word.strip_prefix(DASHES) else {
            arguments.push(Argument {
                name: String::new(),
                value: word,
            });
            continue;
        };
        let (name, value) = match value_of(option) {
            Some((_, "")) => {
                let value = words.next().unwrap_or_default();
                (word, value)
            }
            Some((name, value)) => (name.into(), value.into()),
            None => (word, String::new()),
        };
        arguments.push(Argument { name, value });
    }
    arguments
}

/// Splits the name of an option from a value in the same word.
fn value_of(option: &str) -> Option<(&str, &str)> {
    let mut joined = None;
    for row in ValueOption::all_values() {
        let name = row.text().unwrap_or_default();
        match option.strip_prefix(name) {
            Some("") => return Some((option, "")),
            Some(value) if row.joined() => joined = Some((option.get(..name.len())?, value)),
            _ => {}
        }
    }
    joined
}

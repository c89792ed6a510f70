//! Detects whether standard output and standard error are terminals, and whether they have colors.
#![expect(
    clippy::disallowed_methods,
    reason = "it asks about them and prints nothing"
)]

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::AutoStream;
use clap::ColorChoice;

/// Whether standard output or standard error has colors.
static ARE_SHOWN: AtomicBool = AtomicBool::new(true);

/// Whether a file replaces standard output.
static IS_FILE: AtomicBool = AtomicBool::new(false);

/// Whether texts need escape sequences for colors.
pub(crate) fn are_shown() -> bool {
    ARE_SHOWN.load(Ordering::Relaxed)
}

/// Sets whether colors are used. A file that replaces standard output has them only if users request it.
pub(crate) fn choose(when: ColorChoice, is_file: bool) {
    IS_FILE.store(is_file, Ordering::Relaxed);
    let choice = match when {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
    ARE_SHOWN.store(has_colors(), Ordering::Relaxed);
}

/// Whether standard output is a terminal.
pub(crate) fn is_terminal() -> bool {
    !is_file() && std::io::stdout().is_terminal()
}

/// Whether a file replaces standard output.
pub(crate) fn is_file() -> bool {
    IS_FILE.load(Ordering::Relaxed)
}

/// The color setting for standard output, or for the file that replaces it.
pub(crate) fn output_choice() -> anstream::ColorChoice {
    match (is_file(), anstream::ColorChoice::global()) {
        (false, _) => AutoStream::choice(&std::io::stdout()),
        (true, anstream::ColorChoice::Always) => anstream::ColorChoice::Always,
        (true, _) => anstream::ColorChoice::Never,
    }
}

/// Whether colors are printed, on standard output or on standard error.
fn has_colors() -> bool {
    let choices = [output_choice(), AutoStream::choice(&std::io::stderr())];
    choices
        .iter()
        .any(|choice| *choice != anstream::ColorChoice::Never)
}

/// Whether standard error is a terminal.
pub(crate) fn is_error_terminal() -> bool {
    std::io::stderr().is_terminal()
}

//! Writes manual pages: clap_mangen's output, plus a section for each heading of the text after the options.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

/// Writes a page for a command and for each of its subcommands into a folder.
pub(crate) fn write_pages(mut command: Command, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    command = command.disable_help_subcommand(true);
    // Full names of subcommands begin with the names of their parents.
    command.build();
    write_built(&command, folder)
}

fn write_built(command: &Command, folder: &Path) -> io::Result<()> {
    for inner in command.get_subcommands() {
        write_built(inner, folder)?;
    }
    let path = folder.join(Man::new(command.clone()).get_filename());
    let mut page = Vec::new();
    write_page(command, &mut page)?;
    fs::write(path, page)
}

/// Writes the page of a command.
pub(crate) fn write_page(command: &Command, out: &mut dyn Write) -> io::Result<()> {
    let page = Man::new(command.clone());
    page.render_title(out)?;
    page.render_name_section(out)?;
    page.render_synopsis_section(out)?;
    page.render_description_section(out)?;
    page.render_options_section(out)?;
    if command.has_subcommands() {
        page.render_subcommands_section(out)?;
    }
    let help = command.get_after_help().map(ToString::to_string);
    let mut roff = Roff::new();
    for paragraph in help.unwrap_or_default().split("\n\n").map(str::trim) {
        match paragraph.split_once(":\n") {
            Some((heading, lines)) => add_section(&mut roff, heading, lines),
            None if paragraph.is_empty() => {}
            None => add_section(&mut roff, "Notes", paragraph),
        }
    }
    roff.to_writer(out)?;
    match command.get_version() {
        Some(_) => page.render_version_section(out),
        None => Ok(()),
    }
}

/// Adds a section whose line breaks are kept.
fn add_section(roff: &mut Roff, heading: &str, lines: &str) {
    roff.control("SH", [heading.to_uppercase().as_str()]);
    roff.control("nf", []);
    for line in lines.lines() {
        roff.text([roman(line)]);
    }
    roff.control("fi", []);
}

//! `dxobj dump`: what `dxc -dumpbin` and `fxc /dumpbin` print.

use dxc_format::{Container, FourCC, Limits, PartView, parts};

use crate::arguments::{Common, Dump};
use crate::files::{Input, Problem};
use crate::outcome::Outcome;
use crate::report::Report;
use crate::{edit, limit, run, style};

/// How users get lines that are left out.
const BY_SHOW: &str = "`dxobj show` prints the parts";

/// How mangled names begin.
const MANGLED: &[u8] = b"\x01?";

/// What is printed of a container.
enum Printed {
    /// The text, and what begins a comment in it.
    Text(&'static str, String),
    /// There is no program.
    NoProgram,
    /// The program has no such function.
    NoFunction,
}

pub(crate) fn run(dump: &Dump, common: &Common) -> Outcome {
    let are_many = edit::are_many(&dump.files);
    run::each(&dump.files, common, |input| show(input, dump, are_many))
}

/// Prints a file; of many files, a comment names it.
pub(crate) fn show(input: &Input, dump: &Dump, are_many: bool) -> Result<Report, Problem> {
    let container = input.container()?;
    let printed = print(&container, dump).map_err(|error| input.problem(error))?;
    let (comment, printed, note) = match printed {
        Printed::Text(comment, text) => (comment, text, None),
        Printed::NoProgram => (";", "\n".into(), Some("no part contains a program")),
        Printed::NoFunction => (";", String::new(), Some("the program has no such function")),
    };
    let mut text = match are_many {
        true => format!("{comment} {}\n", input.name),
        false => String::new(),
    };
    let most = Limits::of_input(input.bytes.len()).output;
    let mut lines = printed.lines();
    while let Some(line) = lines.next() {
        match line.contains(char::is_control) {
            true => text.push_str(&style::plain(line)),
            false => text.push_str(line),
        }
        text.push('\n');
        if text.len() as u64 > most {
            text.push_str(&limit::left_out(lines.count(), "lines", BY_SHOW));
            break;
        }
    }
    let report = Report::text(text);
    Ok(match note {
        Some(note) => report.note(format!("{}: {note}", input.name)),
        None => report,
    })
}

/// The dump of a DXIL program or the listing of tokens.
fn print(container: &Container<'_>, dump: &Dump) -> dxc_format::Result<Printed> {
    if let Some(name) = &dump.function {
        return print_function(container, dump, name);
    }
    if let Some(head) = container.dump()? {
        let mut text = head.to_string();
        if !dump.no_ir {
            match print_module(container, dump.part.as_deref())? {
                Some(module) => text.push_str(&module),
                None => return Ok(Printed::NoProgram),
            }
        }
        return Ok(Printed::Text(";", text));
    }
    let listing = container.listing()?;
    let text = |listing: String| Printed::Text("//", listing);
    Ok(listing.map_or(Printed::NoProgram, |listing| text(listing.to_string())))
}

/// The module of a program, from the target on.
fn print_module(
    container: &Container<'_>,
    part: Option<&str>,
) -> dxc_format::Result<Option<String>> {
    with_bitcode(container, part, |bitcode| {
        dxil::Module::parse(bitcode)?.print()
    })
}

fn print_function(
    container: &Container<'_>,
    dump: &Dump,
    name: &str,
) -> dxc_format::Result<Printed> {
    let printed = with_bitcode(container, dump.part.as_deref(), |bitcode| {
        let module = dxil::Module::parse(bitcode)?;
        match module.functions().find(|function| has_name(function, name)) {
            Some(function) => module.print_function(function).map(Some),
            None => Ok(None),
        }
    })?;
    Ok(match printed {
        Some(Some(text)) => Printed::Text(";", text),
        Some(None) => Printed::NoFunction,
        None => Printed::NoProgram,
    })
}

/// Reads the bitcode of a part; without one, of the program with debug information, or else of the program.
fn with_bitcode<T>(
    container: &Container<'_>,
    part: Option<&str>,
    read: impl FnOnce(&[u8]) -> dxc_format::Result<T>,
) -> dxc_format::Result<Option<T>> {
    let program = match part {
        Some(name) => {
            let part = container
                .parts()
                .find(|part| part.fourcc.to_string() == name);
            let Some(part) = part else { return Ok(None) };
            match part.view()? {
                PartView::Program(program) => Some((part.fourcc, program)),
                _ => None,
            }
        }
        None => match container.ildb()? {
            Some(program) => Some((parts::ILDB, program)),
            None => container.dxil()?.map(|program| (parts::DXIL, program)),
        },
    };
    let within = |fourcc: FourCC| move |error: dxc_format::Error| error.within_part(fourcc, 0);
    let read = |(fourcc, program): (FourCC, dxc_format::program::ProgramView<'_>)| {
        read(program.bitcode()).map_err(within(fourcc))
    };
    program.map(read).transpose()
}

/// Whether a function has a name, or is the export of a library that C++ mangles from it.
fn has_name(function: &dxil::Function<'_>, name: &str) -> bool {
    let mangled = function.name().strip_prefix(MANGLED);
    let rest = mangled.and_then(|mangled| mangled.strip_prefix(name.as_bytes()));
    function.name() == name.as_bytes() || rest.is_some_and(|rest| rest.starts_with(b"@@"))
}

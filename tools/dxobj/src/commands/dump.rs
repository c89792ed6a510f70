//! `dxobj dump`: what `dxc -dumpbin` and `fxc /dumpbin` print.

use std::fmt::{self, Write};
use std::io;

use dxc_format::runtime::bounded::Bounded;
use dxc_format::{Container, FourCC, Limits, PartView, parts};
use serde::Serialize;

use crate::arguments::{Common, Dump, DumpOf};
use crate::files::{Input, Problem, Wanted};
use crate::outcome::Outcome;
use crate::report::{Failure, Printer, Report};
use crate::terminal;
use crate::text::Text;
use crate::tokens::{Syntax, colored};
use crate::{files, limit, run};

/// How users get lines that are left out.
const BY_SHOW: &str = "`dxobj show` prints the parts";

/// The note on a file without a program.
const NO_PROGRAM: &str = "no part contains a program";

/// The note on a file without the part, or without LLVM IR in it.
const NO_PART: &str = "the part is missing, or has no LLVM IR";

/// The note on a program of shader models 4 and 5 of which a function or a part is asked for.
const NO_IR: &str = "its instructions are no LLVM IR: `--function` and `--part` are for DXIL";

/// The note on a program without the function.
const NO_FUNCTION: &str = "the program has no such function";

/// How mangled names begin.
const MANGLED: &[u8] = b"\x01?";

/// What was printed of a container.
#[derive(PartialEq)]
enum Printed {
    /// The text.
    Text(Syntax),
    /// Nothing, and why.
    Nothing(&'static str),
}

pub(crate) fn run(dump: &Dump, common: &Common) -> Outcome {
    let paths = &dump.files.files;
    let are_many = files::are_many(paths, Wanted::Containers, common);
    run::each_found(paths, Wanted::Containers, common, |found| {
        show(found.read()?, dump, are_many, terminal::are_shown())
    })
}

/// Prints a file, in no colours.
pub(super) fn show_alone(input: Input, dump: &Dump) -> Result<Report, Problem> {
    show(input, dump, false, false)
}

/// Prints a file; of many files, a comment names it.
fn show(input: Input, dump: &Dump, are_many: bool, in_color: bool) -> Result<Report, Problem> {
    input.container()?;
    let (of, is_json) = (dump.of.clone(), dump.files.json);
    Ok(Report::made(input, move |input, out| {
        if is_json {
            return print_json(input, &of, out);
        }
        let heading = are_many.then(|| input.name.clone());
        print_text(input, &of, Lines::new(heading, in_color, input, out))
    }))
}

fn print_json(input: &Input, of: &DumpOf, out: &mut Printer<'_>) -> Result<(), Failure> {
    let container = Container::parse(&input.bytes)?;
    let most = Limits::of_input(input.bytes.len()).output;
    let mut text = Bounded::new(String::new(), most);
    let printed = print(&container, of, &mut |_, piece| {
        // A text that is cut is marked.
        if text.exceeded.is_none() {
            let _ = write!(text, "{piece}");
        }
    })?;
    let (syntax, reason) = match printed {
        Printed::Text(syntax) => (Some(syntax.name()), None),
        Printed::Nothing(why) => (None, Some(why)),
    };
    Ok(out.json(&input.line(Content {
        known: syntax.is_some(),
        syntax,
        reason,
        text: syntax.map(|_| &*text.output),
        cut: text.exceeded.map(|_| true),
    }))?)
}

#[derive(Serialize)]
struct Content<'a> {
    known: bool,
    syntax: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<bool>,
}

fn print_text(input: &Input, of: &DumpOf, mut lines: Lines<'_, '_>) -> Result<(), Failure> {
    let container = Container::parse(&input.bytes)?;
    let printed = print(&container, of, &mut |syntax, text| {
        lines.syntax = syntax;
        // `Lines` keeps the error.
        let _ = write!(lines, "{text}");
    })?;
    if printed == Printed::Nothing(NO_PROGRAM) {
        let _ = writeln!(lines);
    }
    lines.finish()?;
    match printed {
        Printed::Text(_) => Ok(()),
        Printed::Nothing(why) => Err(Failure::Absent(why)),
    }
}

/// Writes the dump of a DXIL program or the listing of tokens.
fn print(
    container: &Container<'_>,
    of: &DumpOf,
    write: &mut dyn FnMut(Syntax, &dyn fmt::Display),
) -> dxc_format::Result<Printed> {
    if let Some(name) = &of.function {
        return print_function(container, of, name, write);
    }
    if let Some(head) = dxc_shader::dump(container)? {
        let module = match of.no_ir {
            true => Some(String::new()),
            false => print_module(container, of.part.as_deref())?,
        };
        let Some(module) = module else {
            return Ok(Printed::Nothing(NO_PART));
        };
        write(Syntax::Dxil, &head);
        write(Syntax::Dxil, &module);
        return Ok(Printed::Text(Syntax::Dxil));
    }
    let Some(listing) = dxc_shader::assembly::listing(container)? else {
        return Ok(Printed::Nothing(NO_PROGRAM));
    };
    if of.part.is_some() {
        return Ok(Printed::Nothing(NO_IR));
    }
    write(Syntax::Assembly, &listing);
    Ok(Printed::Text(Syntax::Assembly))
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
    of: &DumpOf,
    name: &str,
    write: &mut dyn FnMut(Syntax, &dyn fmt::Display),
) -> dxc_format::Result<Printed> {
    let printed = with_bitcode(container, of.part.as_deref(), |bitcode| {
        let module = dxil::Module::parse(bitcode)?;
        match module.functions().find(|function| has_name(function, name)) {
            Some(function) => module.print_function(function).map(Some),
            None => Ok(None),
        }
    })?;
    Ok(match printed {
        Some(Some(text)) => {
            write(Syntax::Dxil, &text);
            Printed::Text(Syntax::Dxil)
        }
        Some(None) => Printed::Nothing(NO_FUNCTION),
        None if dxc_shader::assembly::listing(container)?.is_some() => Printed::Nothing(NO_IR),
        None if of.part.is_some() => Printed::Nothing(NO_PART),
        None => Printed::Nothing(NO_PROGRAM),
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
    let within = |fourcc: FourCC| {
        move |error: dxc_format::Error| error.within("bitcode").within_part(fourcc, 0)
    };
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

/// Prints lines, as many as the limit allows.
struct Lines<'o, 'p> {
    /// The name of the file, until a comment has it.
    heading: Option<String>,
    /// How many bytes may be printed.
    left: u64,
    /// How many lines were not printed.
    left_out: usize,
    /// The line that is not complete.
    line: String,
    syntax: Syntax,
    /// Whether tokens have colours.
    in_color: bool,
    /// Why a line was not printed.
    failed: Option<io::Error>,
    out: &'o mut Printer<'p>,
}

impl<'o, 'p> Lines<'o, 'p> {
    fn new(
        heading: Option<String>,
        in_color: bool,
        input: &Input,
        out: &'o mut Printer<'p>,
    ) -> Self {
        Self {
            heading,
            left: Limits::of_input(input.bytes.len()).output,
            left_out: 0,
            line: String::new(),
            syntax: Syntax::Dxil,
            in_color,
            failed: None,
            out,
        }
    }

    fn print(&mut self, text: &Text) -> fmt::Result {
        self.out.print(text).map_err(|error| {
            self.failed = Some(error);
            fmt::Error
        })
    }

    /// Prints the line.
    fn end(&mut self) -> fmt::Result {
        if let Some(name) = self.heading.take() {
            let mut heading = Text::default();
            heading.line(format!("{} {name}", self.syntax.comment()));
            self.print(&heading)?;
        }
        let line = std::mem::take(&mut self.line);
        if self.left == 0 {
            self.left_out += 1;
            return Ok(());
        }
        let text = match self.in_color {
            true => colored(&line, self.syntax) + Text::of_lines("\n"),
            false => Text::of_lines(&(line.clone() + "\n")),
        };
        let len = if self.in_color {
            line.len() + 1
        } else {
            text.len()
        };
        self.left = self.left.saturating_sub(len as u64);
        self.print(&text)
    }

    fn finish(mut self) -> io::Result<()> {
        if self.failed.is_none() && !self.line.is_empty() {
            let _ = self.end();
        }
        match (self.failed, self.left_out) {
            (Some(error), _) => Err(error),
            (None, 0) => Ok(()),
            (None, count) => {
                let mut text = Text::default();
                text.line(limit::left_out(count, "lines", BY_SHOW));
                self.out.print(&text)
            }
        }
    }
}

impl Write for Lines<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for piece in text.split_inclusive('\n') {
            match piece.strip_suffix('\n') {
                Some(last) => {
                    self.line.push_str(last);
                    self.end()?;
                }
                None => self.line.push_str(piece),
            }
        }
        Ok(())
    }
}

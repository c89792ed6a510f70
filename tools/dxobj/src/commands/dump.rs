//! `dxobj dump`: prints a program as `dxc -dumpbin` and `fxc /dumpbin` do.

use std::cell::Cell;
use std::fmt::{self, Write};
use std::io;

use dxc_format::runtime::bounded::Bounded;
use dxc_format::{Container, ErrorKind, FourCC, Limits, PartView, parts};
use dxc_shader::assembly::{self, Listing};
use dxc_shader::dump::Dump;
use dxil::Module;
use serde::{Serialize, Serializer};

use super::signatures::newer_version;
use crate::arguments::{self, Common, DumpOf};
use crate::files::{Input, Problem, Wanted};
use crate::outcome::Outcome;
use crate::report::{Failure, Printer, Report};
use crate::terminal;
use crate::text::Text;
use crate::tokens::{Syntax, colored};
use crate::{files, run};

/// The last line of a text that was truncated.
const CUT: &str = "The rest exceeds the limit of the output.";

/// The message for a truncated text, and the hint on how to get the rest.
const BY_LIMIT: &str =
    "the dump exceeds the limit of the output; `--limit-output SIZE` sets a larger one";

/// The note on a file without a program.
const NO_PROGRAM: &str = "no part contains a program";

/// The note on a file without the part, or without LLVM IR in it.
const NO_PART: &str = "the part is missing, or has no LLVM IR";

/// The note on a program of shader models 4 and 5, if `--function` or `--part` is given.
const NO_IR: &str = "its instructions are no LLVM IR: `--function` and `--part` are for DXIL";

/// The note on a program without the function.
const NO_FUNCTION: &str = "the program has no such function";

/// The first bytes of mangled names.
const MANGLED: &[u8] = b"\x01?";

pub(crate) fn run(dump: &arguments::Dump, common: &Common) -> Outcome {
    let paths = &dump.files.files;
    let are_many = files::are_many(paths, Wanted::Containers, common);
    run::each_found(paths, Wanted::Containers, common, |found| {
        show(found.read()?, dump, are_many, terminal::are_shown())
    })
}

/// Prints a single file, without colors.
pub(super) fn show_alone(input: Input, dump: &arguments::Dump) -> Result<Report, Problem> {
    show(input, dump, false, false)
}

/// Prints a file; if there are several, a comment with its name comes first.
fn show(
    input: Input,
    dump: &arguments::Dump,
    are_many: bool,
    in_color: bool,
) -> Result<Report, Problem> {
    let note = newer_version(&input, &input.container()?);
    let (of, is_json) = (dump.of.clone(), dump.files.json);
    let report = Report::made(input, move |input, out| {
        if is_json {
            return print_json(input, &of, out);
        }
        let heading = are_many.then(|| input.name.clone());
        let most = limit_of(input, &of);
        print_text(input, &of, Lines::new(heading, in_color, most, out))
    });
    Ok(report.with_note(note))
}

fn print_json(input: &Input, of: &DumpOf, out: &mut Printer<'_>) -> Result<(), Failure> {
    let container = Container::parse(&input.bytes)?;
    let most = limit_of(input, of);
    let program = Program::read(&container, of)?;
    let text = Escaped {
        program: &program,
        most,
        error: Cell::new(None),
    };
    let (syntax, reason) = match &program {
        Program::Nothing(why) => (None, Some(*why)),
        program => (Some(program.syntax()), None),
    };
    out.json(&input.line(Content {
        known: syntax.is_some(),
        syntax: syntax.map(Syntax::name),
        reason,
        text: syntax.map(|_| &text),
        cut: Cut(&text),
    }))?;
    match text.error.take() {
        None => Ok(()),
        Some(error) if is_cut(&error) => Err(Failure::Cut(BY_LIMIT)),
        Some(error) => Err(error.into()),
    }
}

/// Whether an error says that the text exceeds the limit of the output.
fn is_cut(error: &dxc_format::Error) -> bool {
    matches!(error.kind(), ErrorKind::Limit { name: "output", .. })
}

#[derive(Serialize)]
struct Content<'a> {
    known: bool,
    syntax: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    text: Option<&'a Escaped<'a>>,
    /// Whether the text before this one was truncated.
    #[serde(skip_serializing_if = "Cut::is_false")]
    cut: Cut<'a>,
}

/// The text of a program, which is formatted while it is printed.
struct Escaped<'a> {
    program: &'a Program<'a>,
    most: u64,
    /// The reason why the text is incomplete.
    error: Cell<Option<dxc_format::Error>>,
}

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let accepted = Accepted { out: f, all: true };
        let mut text = Bounded::new(accepted, self.most);
        let printed = self.program.print(self.most, &mut text);
        let exceeded = text.exceeded.map(dxc_format::Error::without_byte);
        self.error.set(exceeded.or_else(|| printed.err()));
        if text.output.all {
            Ok(())
        } else {
            Err(fmt::Error)
        }
    }
}

/// A writer that records whether all of a text was accepted.
struct Accepted<'f, 'b> {
    out: &'f mut fmt::Formatter<'b>,
    all: bool,
}

impl Write for Accepted<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // After an error, nothing more is written.
        self.all = self.all && self.out.write_str(text).is_ok();
        if self.all { Ok(()) } else { Err(fmt::Error) }
    }
}

impl Serialize for Escaped<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Displays a last line if the text was truncated.
struct Cut<'a>(&'a Escaped<'a>);

impl Cut<'_> {
    fn is_false(&self) -> bool {
        let error = self.0.error.take();
        let is_false = error.is_none();
        self.0.error.set(error);
        is_false
    }
}

impl Serialize for Cut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(true)
    }
}

fn print_text(input: &Input, of: &DumpOf, mut lines: Lines<'_, '_>) -> Result<(), Failure> {
    let container = Container::parse(&input.bytes)?;
    let most = lines.left;
    let program = Program::read(&container, of)?;
    lines.syntax = program.syntax();
    let printed = program.print(most, &mut lines);
    if matches!(program, Program::Nothing(NO_PROGRAM)) {
        let _ = writeln!(lines);
    }
    lines.finish(printed)?;
    match program {
        Program::Nothing(why) => Err(Failure::Absent(why)),
        _ => Ok(()),
    }
}

/// The most bytes that are printed of a file.
fn limit_of(input: &Input, of: &DumpOf) -> u64 {
    let most = Limits::of_input(input.bytes.len()).output;
    of.limit_output.unwrap_or(most)
}

/// The program of a container, in the form in which it is printed.
enum Program<'a> {
    /// The tables of DXIL; also the FourCC and the module of a part, if they are printed.
    Dump(Box<Dump<'a>>, Option<(FourCC, Option<Box<Module<'a>>>)>),
    /// A DXIL function, by its index.
    Function(FourCC, Box<Module<'a>>, usize),
    /// Instructions of shader models 4 and 5.
    Assembly(Box<Listing<'a>>),
    /// There is no program, for this reason.
    Nothing(&'static str),
}

impl<'a> Program<'a> {
    fn read(container: &Container<'a>, of: &DumpOf) -> dxc_format::Result<Self> {
        if let Some(name) = &of.function {
            return Self::read_function(container, of, name);
        }
        // The output is limited separately.
        let limits = Limits::NONE;
        if let Some(head) = dxc_shader::dump_within(container, limits)? {
            let module = match &of.part {
                _ if of.no_ir => None,
                None => Some((head.part(), None)),
                Some(part) => match read_module(container, Some(part))? {
                    Some((part, module)) => Some((part, Some(module))),
                    None => return Ok(Self::Nothing(NO_PART)),
                },
            };
            return Ok(Self::Dump(Box::new(head), module));
        }
        Ok(match assembly::listing_within(container, limits)? {
            None => Self::Nothing(NO_PROGRAM),
            Some(_) if of.part.is_some() => Self::Nothing(NO_IR),
            Some(listing) => Self::Assembly(Box::new(listing)),
        })
    }

    fn read_function(
        container: &Container<'a>,
        of: &DumpOf,
        name: &str,
    ) -> dxc_format::Result<Self> {
        Ok(match read_module(container, of.part.as_deref())? {
            Some((part, module)) => {
                let found = module
                    .functions()
                    .position(|function| has_name(&function, name));
                match found {
                    Some(index) => Self::Function(part, module, index),
                    None => Self::Nothing(NO_FUNCTION),
                }
            }
            None if assembly::listing(container)?.is_some() => Self::Nothing(NO_IR),
            None if of.part.is_some() => Self::Nothing(NO_PART),
            None => Self::Nothing(NO_PROGRAM),
        })
    }

    fn syntax(&self) -> Syntax {
        match self {
            Self::Assembly(_) => Syntax::Assembly,
            _ => Syntax::Dxil,
        }
    }

    /// Writes the text in parts, up to the limit.
    fn print(&self, most: u64, out: &mut dyn Write) -> dxc_format::Result<()> {
        match self {
            Self::Dump(head, module) => {
                // The output records the error.
                let _ = write!(out, "{head}");
                match module {
                    None => Ok(()),
                    Some((part, module)) => {
                        let module = module.as_deref().unwrap_or(&head.program().module);
                        module.write(most, out).map_err(within(*part))
                    }
                }
            }
            Self::Function(part, module, index) => {
                let function = module.functions().nth(*index);
                let written = function.map(|function| module.write_function(function, most, out));
                written.unwrap_or(Ok(())).map_err(within(*part))
            }
            Self::Assembly(listing) => {
                let _ = write!(out, "{listing}");
                Ok(())
            }
            Self::Nothing(_) => Ok(()),
        }
    }
}

fn within(part: FourCC) -> impl Fn(dxc_format::Error) -> dxc_format::Error {
    move |error| error.within("bitcode").within_part(part, 0)
}

/// Reads the bitcode of the given part. If none is given, reads the program with debug information, or else the one
/// without.
fn read_module<'a>(
    container: &Container<'a>,
    part: Option<&str>,
) -> dxc_format::Result<Option<(FourCC, Box<Module<'a>>)>> {
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
    let Some((part, program)) = program else {
        return Ok(None);
    };
    let module = Module::parse(program.bitcode()).map_err(within(part))?;
    Ok(Some((part, Box::new(module))))
}

/// Whether a function has this name, or is an exported library function whose C++ name, before mangling, is this one.
fn has_name(function: &dxil::Function<'_>, name: &str) -> bool {
    let mangled = function.name().strip_prefix(MANGLED);
    let rest = mangled.and_then(|mangled| mangled.strip_prefix(name.as_bytes()));
    function.name() == name.as_bytes() || rest.is_some_and(|rest| rest.starts_with(b"@@"))
}

/// Prints lines up to the limit of the output.
struct Lines<'o, 'p> {
    /// The name of the file, until it was printed in a comment.
    heading: Option<String>,
    /// The number of bytes that may still be printed.
    left: u64,
    /// Whether a line was omitted because of the limit.
    is_cut: bool,
    /// The line that is being assembled.
    line: String,
    syntax: Syntax,
    /// Whether tokens are printed in colors.
    in_color: bool,
    /// The error that prevented a line from being printed.
    failed: Option<io::Error>,
    out: &'o mut Printer<'p>,
}

impl<'o, 'p> Lines<'o, 'p> {
    fn new(heading: Option<String>, in_color: bool, most: u64, out: &'o mut Printer<'p>) -> Self {
        Self {
            heading,
            left: most,
            is_cut: false,
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

    /// Prints the assembled line.
    fn end(&mut self) -> fmt::Result {
        if let Some(name) = self.heading.take() {
            let mut heading = Text::default();
            heading.line(format!("{} {name}", self.syntax.comment()));
            self.print(&heading)?;
        }
        let line = std::mem::take(&mut self.line);
        let text = if self.in_color {
            colored(&line, self.syntax) + Text::of_lines("\n")
        } else {
            Text::of_lines(&(line.clone() + "\n"))
        };
        let len = if self.in_color {
            line.len() + 1
        } else {
            text.len()
        };
        match self.left.checked_sub(len as u64).filter(|_| !self.is_cut) {
            Some(left) => self.left = left,
            None => {
                self.is_cut = true;
                return Err(fmt::Error);
            }
        }
        self.print(&text)
    }

    /// Prints the last line, and a note if the limit was reached.
    fn finish(mut self, printed: dxc_format::Result<()>) -> Result<(), Failure> {
        if self.failed.is_none() && !self.is_cut && !self.line.is_empty() {
            let _ = self.end();
        }
        if let Some(error) = self.failed {
            return Err(error.into());
        }
        let is_cut = self.is_cut || printed.as_ref().is_err_and(is_cut);
        if !is_cut {
            return Ok(printed?);
        }
        let mut note = Text::default();
        note.line(format!("{} {CUT}", self.syntax.comment()));
        self.out.print(&note)?;
        Err(Failure::Cut(BY_LIMIT))
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

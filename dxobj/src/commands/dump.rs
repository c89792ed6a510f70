//! `dxobj dump`: what `dxc -dumpbin` and `fxc /dumpbin` print.

use std::fmt::{self, Write};
use std::io;

use dxc_format::{Container, Limits};

use crate::arguments::{Common, Dump};
use crate::files::{Input, Problem, Wanted};
use crate::outcome::Outcome;
use crate::report::Report;
use crate::text::Text;
use crate::{edit, limit, run};

/// The longest dump that is kept until it is printed. Others are made again, and printed meanwhile.
const MOST_KEPT: usize = 1 << 20;

/// How users get lines that are left out.
const BY_SHOW: &str = "`dxobj show` prints the parts";

/// The note on a file without a program.
const NONE: &str = "no part contains a program";

pub(crate) fn run(dump: &Dump, common: &Common) -> Outcome {
    let are_many = edit::are_many(&dump.files, common);
    run::each_found(&dump.files, Wanted::Containers, common, |found| {
        show(found.read()?, are_many)
    })
}

/// Prints a file; of many files, a comment names it.
pub(crate) fn show(input: Input, are_many: bool) -> Result<Report, Problem> {
    input.container()?;
    let mut text = Text::default();
    let kept = lines(&input, &mut |line| {
        text += line.clone();
        match text.len() > MOST_KEPT {
            true => Err(io::Error::other("too long to be kept")),
            false => Ok(()),
        }
    });
    let printed = kept.0.map_err(|error| input.problem(error))?;
    let mut heading = Text::default();
    if are_many {
        heading.line(format!("{} {}", printed.unwrap_or(";"), input.name));
    }
    Ok(match (printed, kept.1) {
        (None, _) => {
            heading.line("");
            Report::text(heading).absence(&input, NONE, NONE)
        }
        (Some(_), Ok(())) => Report::text(heading + text),
        (Some(_), Err(_)) => Report::text(heading).stream(input.bytes.len(), move |out| {
            lines(&input, &mut |line| out.print(line)).1?;
            Ok(Vec::new())
        }),
    })
}

/// Prints the lines of a dump as they are made; returns what begins a comment in it, `None` if there is none.
fn lines(
    input: &Input,
    out: &mut dyn FnMut(&Text) -> io::Result<()>,
) -> (dxc_format::Result<Option<&'static str>>, io::Result<()>) {
    let container = match Container::parse(&input.bytes) {
        Ok(container) => container,
        Err(error) => return (Err(error), Ok(())),
    };
    let mut lines = Lines {
        left: Limits::of_input(input.bytes.len()).output,
        left_out: 0,
        line: String::new(),
        failed: None,
        out,
    };
    let printed = print(&container, &mut |dump| write!(lines, "{dump}"));
    (printed, lines.finish())
}

/// Writes the dump of a DXIL program or the listing of tokens; returns what begins a comment there, `None` if there is neither.
fn print(
    container: &Container<'_>,
    write: &mut dyn FnMut(&dyn fmt::Display) -> fmt::Result,
) -> dxc_format::Result<Option<&'static str>> {
    if let Some(dump) = container.dump()? {
        let _ = write(&dump);
        return Ok(Some(";"));
    }
    let Some(listing) = container.listing()? else {
        return Ok(None);
    };
    let _ = write(&listing);
    Ok(Some("//"))
}

/// Prints lines, as many as the limit allows.
struct Lines<'o> {
    /// How many bytes may be printed.
    left: u64,
    /// How many lines were not printed.
    left_out: usize,
    /// The line that is not complete.
    line: String,
    /// Why a line was not printed.
    failed: Option<io::Error>,
    out: &'o mut dyn FnMut(&Text) -> io::Result<()>,
}

impl Lines<'_> {
    /// Prints the line.
    fn end(&mut self) -> fmt::Result {
        let text = Text::of_lines(&(std::mem::take(&mut self.line) + "\n"));
        if self.left == 0 {
            self.left_out += 1;
            return Ok(());
        }
        self.left = self.left.saturating_sub(text.len() as u64);
        (self.out)(&text).map_err(|error| {
            self.failed = Some(error);
            fmt::Error
        })
    }

    fn finish(mut self) -> io::Result<()> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        if !self.line.is_empty() {
            let _ = self.end();
        }
        match (self.failed, self.left_out) {
            (Some(error), _) => Err(error),
            (None, 0) => Ok(()),
            (None, count) => {
                let mut text = Text::default();
                text.line(limit::left_out(count, "lines", BY_SHOW));
                (self.out)(&text)
            }
        }
    }
}

impl Write for Lines<'_> {
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

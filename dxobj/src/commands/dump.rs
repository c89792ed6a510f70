//! `dxobj dump`: what `dxc -dumpbin` and `fxc /dumpbin` print.

use dxc_format::{Container, Limits};

use crate::arguments::{Common, Dump};
use crate::files::{Input, Problem};
use crate::outcome::Outcome;
use crate::report::Report;
use crate::{edit, limit, run, style};

/// How users get lines that are left out.
const BY_SHOW: &str = "`dxobj show` prints the parts";

/// The note on a file without a program.
const NONE: &str = "no part contains a program";

pub(crate) fn run(dump: &Dump, common: &Common) -> Outcome {
    let are_many = edit::are_many(&dump.files, common);
    run::each(&dump.files, common, |input| show(input, are_many))
}

/// Prints a file; of many files, a comment names it.
pub(crate) fn show(input: &Input, are_many: bool) -> Result<Report, Problem> {
    let container = input.container()?;
    let printed = print(&container).map_err(|error| input.problem(error))?;
    let (comment, printed) = printed.unwrap_or((";", "\n".into()));
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
    Ok(match printed.as_str() {
        "\n" => report.absence(input, NONE, NONE),
        _ => report,
    })
}

/// The dump of a DXIL program or the listing of tokens, with what begins a comment there; `None` if there is neither.
fn print(container: &Container<'_>) -> dxc_format::Result<Option<(&'static str, String)>> {
    if let Some(dump) = container.dump()? {
        return Ok(Some((";", dump.to_string())));
    }
    let listing = container.listing()?;
    Ok(listing.map(|listing| ("//", listing.to_string())))
}

//! `dxobj ls`: lists the parts of containers.

use std::cell::RefCell;
use std::io;
use std::path::PathBuf;

use dxc_format::digest::Verdict;
use dxc_format::runtime::limits::Budget;
use dxc_format::{Container, Limits, PartInfo, PartView, RawPart};
use dxc_text::escape;
use serde::Serialize;
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use crate::arguments::{Common, Ls};
use crate::files::{self, Found, Input, Problem, Wanted};
use crate::input::Need;
use crate::limit;
use crate::outcome::Outcome;
use crate::output;
use crate::report::{List, Printer, Report};
use crate::run;
use crate::style;
use crate::table::Table;
use crate::terminal;
use crate::text::Text;
use crate::verdict::{WORDS, colored, word};

/// The estimated memory for a row of the listing.
const ROW: u64 = 512;

pub(crate) fn run(arguments: &Ls, common: &Common) -> Outcome {
    let paths = &arguments.files.files;
    let is_folder = paths.iter().any(|file| file.is_dir());
    let is_table = is_folder && !(arguments.files.json || arguments.paths || arguments.null);
    let column = is_table.then(|| name_width(paths, common));
    let need = if arguments.query.is_empty() {
        Need::Fields
    } else {
        Need::Programs
    };
    let work = |found: &Found| list(found.read_by_need(need)?, arguments, column);
    let mut matching = 0;
    let count = |is_listed: bool| matching += usize::from(is_listed);
    let outcome = run::each_counted(paths, Wanted::Containers, common, work, count);
    let is_none = matching == 0 && !arguments.query.is_empty();
    if is_none {
        output::one(Report::default().note("no file matches"), common);
    }
    outcome.max(Outcome::found(is_none))
}

/// The maximum number of files whose names are measured to align the columns before the first line is printed.
const MEASURED: usize = 1000;

/// The width of the column of names.
fn name_width(paths: &[PathBuf], common: &Common) -> usize {
    let found = files::walk(paths, Wanted::Containers, &common.filter).flatten();
    let widths = found
        .take(MEASURED)
        .map(|found| escape(&found.name()).width());
    widths.max().unwrap_or_default()
}

/// Lists a file, and returns whether it matches the filters. If the column of names has a width, the listing is one
/// line.
pub(crate) fn list(
    input: Input,
    arguments: &Ls,
    column: Option<usize>,
) -> Result<(Report, bool), Problem> {
    let container = input.container()?;
    let matches = arguments.query.matches(&container);
    if !matches.map_err(|error| input.problem(error))? {
        return Ok((Report::default(), false));
    }
    // Control characters in paths may affect a terminal.
    if arguments.null && !terminal::is_terminal() {
        let mut path = input.found.path.as_os_str().as_encoded_bytes().to_vec();
        path.push(0);
        return Ok((Report::bytes(path), true));
    }
    if arguments.paths || arguments.null {
        let mut text = Text::default();
        text.line(input.name.as_str());
        return Ok((Report::text(text), true));
    }
    let verdict = input.verdict(&container)?;
    let report = match (arguments.files.json, column) {
        (true, _) => Report::made(input, move |input, out| {
            let container = Container::parse(&input.bytes)?;
            Ok(print_json(input, &container, verdict, out)?)
        }),
        (false, Some(column)) => Report::text(line(&input, &container, verdict, column)),
        (false, None) => Report::text(all(&input, &container, verdict)),
    };
    Ok((report, true))
}

/// The target that a container was compiled for, such as `vs_6_0`, if its parts state it.
pub(crate) fn target(container: &Container<'_>) -> Option<String> {
    let profile = dxc_shader::target_profile(container).ok()??;
    Some(profile.to_string())
}

/// The total number of bytes of parts that may be read.
pub(crate) fn claims(container: &Container<'_>) -> Budget {
    let limits = Limits::of_input(container.as_bytes().len());
    Budget::new("claims", limits.claims)
}

/// Describes how a part is read. Directory entries may reference the same bytes many times; reading them is limited.
fn reading(part: &RawPart<'_>, claims: &mut Budget) -> &'static str {
    if claims.take(part.data.len()).is_err() {
        return "not read";
    }
    match PartView::parse(part.fourcc, part.data) {
        Ok(view) if view.is_typed() => "typed",
        Ok(_) => "bytes",
        Err(error) if error.newer_record().is_some() => "newer",
        Err(_) => "damaged",
    }
}

/// The name of a part's kind.
pub(crate) fn about(part: &RawPart<'_>) -> &'static str {
    PartInfo::find(part.fourcc, part.data).map_or("not known", |known| known.name)
}

/// A line for a file in a folder. Columns are as wide as their longest value; the column of names is at least `column`
/// wide.
fn line(input: &Input, container: &Container<'_>, verdict: Verdict, column: usize) -> Text {
    let parts = container.parts().map(|part| part.fourcc.to_string());
    let parts = parts.collect::<Vec<_>>().join(" ");
    let target = target(container).unwrap_or_else(|| "-".into());
    let size = input.place(container.as_bytes().len());
    let (word, verdict) = match input.bare {
        Some(_) => ("-", "-".into()),
        None => (word(verdict), colored(verdict)),
    };
    let longest = WORDS.map(str::len).into_iter().max().unwrap_or_default();
    let name = escape(&input.name);
    let mut text = Text::default();
    text.piece(None, &format!("{size:>10}  {target:<7}  "));
    text += verdict;
    text.spaces(2 + longest - word.len());
    text += style::strong(&name);
    if !parts.is_empty() {
        text.spaces(2 + column.saturating_sub(name.width()));
        text += style::dim(parts);
    }
    text.end_line();
    text
}

/// Describes a file in one line.
fn facts(input: &Input, container: &Container<'_>, verdict: Verdict) -> Text {
    let size = input.place(container.as_bytes().len());
    let target = target(container).map_or(String::new(), |target| format!(", {target}"));
    let facts = match input.bare {
        Some(bare) => Text::from(format!("{}, {size} bytes{target}", bare.kind)),
        None => {
            let digest = container.digest();
            Text::from(format!("{size} bytes{target}, digest {digest} ")) + colored(verdict)
        }
    };
    match container.trailing().len() {
        0 => facts,
        behind => facts + format!(", {behind} bytes behind the end"),
    }
}

/// Describes a file with all its parts.
fn all(input: &Input, container: &Container<'_>, verdict: Verdict) -> Text {
    let place = if input.is_in_pdb {
        " (in a PDB file)"
    } else {
        ""
    };
    let mut text = Text::default();
    let facts = facts(input, container, verdict);
    text.line(style::strong(&input.name) + place + ": " + facts);
    let mut table = Table::new(["#", "part", "offset", "size", "read", "description"]);
    let mut claims = claims(container);
    let limits = limit::of_input(input.bytes.len());
    let most = usize::try_from(limits.memory / ROW).unwrap_or(usize::MAX);
    for (index, part) in container.parts().enumerate().take(most) {
        table.push(vec![
            index.to_string(),
            part.fourcc.to_string(),
            format!("{:#x}", input.place(part.offset)),
            part.data.len().to_string(),
            reading(&part, &mut claims).into(),
            about(&part).into(),
        ]);
    }
    text += table.render(2);
    if let left @ 1.. = container.len().saturating_sub(most) {
        text.line(limit::left_out(left, "parts", "`--json` lists all of them"));
    }
    text
}

fn print_json(
    input: &Input,
    container: &Container<'_>,
    verdict: Verdict,
    out: &mut Printer<'_>,
) -> io::Result<()> {
    let claims = RefCell::new(claims(container));
    let to_json = |part: RawPart<'_>| {
        let (fourcc, offset) = (part.fourcc.to_string(), input.place(part.offset));
        let (size, is) = (part.data.len(), about(&part));
        json!({ "fourcc": fourcc, "offset": offset, "size": size, "is": is, "read": reading(&part, &mut claims.borrow_mut()) })
    };
    let has_digest = input.bare.is_none();
    let line = json!({
        "in_pdb": input.is_in_pdb,
        "container": has_digest,
        "size": input.place(container.as_bytes().len()),
        "target": target(container),
        "digest": has_digest.then(|| container.digest().to_string()),
        "verdict": has_digest.then(|| word(verdict)),
        "trailing": container.trailing().len(),
    });
    out.json(&input.line(Content {
        line,
        parts: List(|| container.parts().map(to_json)),
    }))
}

/// The keys of a JSON line; the last key has the parts.
#[derive(Serialize)]
struct Content<P: Serialize> {
    #[serde(flatten)]
    line: Value,
    parts: P,
}

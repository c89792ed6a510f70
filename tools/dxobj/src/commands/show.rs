//! `dxobj show`: prints the contents of parts.

use std::collections::HashSet;

use dxc_document::Document;
use dxc_format::constants::ShaderStage;
use dxc_format::rts0::RootSignature;
use dxc_format::runtime::reader::is_aliased;
use dxc_format::{Container, Error, Limits, PartInfo, PartView, RawPart, outline::Outline, parts};
use dxc_root_signature::hlsl::Dialect;
use dxc_shader::root_signature::subobjects;
use dxobj_report::File;
use dxobj_report::tables::short;
use dxobj_viewer::page;
use serde::Serialize;

use super::ls::{about, claims, target};
use super::{dependencies, explain, field_docs, hex, outline};
use crate::arguments::{Common, Format, Show};
use crate::bare;
use crate::edit;
use crate::files::{self, Found, Input, Problem, Wanted};
use crate::input::Need;
use crate::outcome::Outcome;
use crate::report::{Failure, Printer, Report};
use crate::run;
use crate::text::Text;
use crate::verdict::colored;
use crate::{limit, output, pdb_file, spelling, style};

pub(crate) fn run(show: &Show, common: &Common) -> Outcome {
    if let Some(path) = show.explain.as_ref().filter(|_| show.files.is_empty()) {
        return output::one(field_docs::explain(path), common);
    }
    if let Some(path) = &show.explain {
        return run::each(&show.files, common, |input| explain::explain(input, path));
    }
    if show.format == Format::Html {
        return output::one(page(show), common);
    }
    let paths = &show.files;
    let are_many = files::are_many(paths, Wanted::Containers, common);
    if is_document(show) {
        run::each_found(paths, Wanted::Containers, common, |found| {
            documented(read(found, show, Found::read)?, show, are_many)
        })
    } else {
        run::each_found(paths, Wanted::Containers, common, |found| {
            let by_need = |found: &Found| found.read_by_need(Need::Fields);
            shown_file(read(found, show, by_need)?, show)
        })
    }
}

/// Reads a file. If it has no container and users name one FourCC, the file is the data of that part.
fn read(
    found: &Found,
    show: &Show,
    read: impl FnOnce(&Found) -> Result<Input, Problem>,
) -> Result<Input, Problem> {
    match &*show.part {
        [part] if edit::number(part).is_none() => match edit::new_fourcc(part) {
            Ok(fourcc) if PartInfo::of_fourcc(fourcc).next().is_some() => {
                found.read_part(fourcc, read)
            }
            _ => read(found),
        },
        _ => read(found),
    }
}

/// The report on a file in the requested format.
pub(crate) fn show(input: Input, show: &Show, are_many: bool) -> Result<Report, Problem> {
    if let Some(path) = &show.explain {
        return explain::explain(&input, path);
    }
    match (show.format, is_document(show)) {
        (Format::Html, _) => Ok(page_of(&File::open(&input.name, input.bytes))),
        (_, true) => documented(input, show, are_many),
        (_, false) => shown_file(input, show),
    }
}

fn is_document(show: &Show) -> bool {
    show.json || matches!(show.format, Format::Json | Format::Yaml)
}

/// The report on a file as text. If the file cannot be read, the report shows its readable content, and an error.
fn page(show: &Show) -> Result<Report, Problem> {
    let one = match &*show.files {
        [one] if !one.is_dir() => one,
        _ => {
            let problem = Problem::new("", "a page shows one file");
            return Err(problem.hint("`dxobj show --format html FILE > FILE.html`, for each"));
        }
    };
    if !show.part.is_empty() {
        return Err(Problem::new(files::name(one), "a page shows all parts"));
    }
    let found = Found::named(one);
    let name = one.file_name().unwrap_or(one.as_os_str());
    // A PDB of another compiler has no container to show.
    if let Some(Err(wrong)) = pdb_file::open(one) {
        return Err(Problem::new(found.name(), wrong));
    }
    let bytes = found.bytes()?;
    let bytes = bare::wrap(&bytes).map_or(bytes, |(_, container)| container);
    let file = File::open(&name.to_string_lossy(), bytes);
    let problems = match file.problem() {
        Some(problem) => {
            let problem = found.problem(problem);
            vec![match file.hint() {
                Some(hint) => problem.hint(hint),
                None => problem,
            }]
        }
        None => damaged(file.bytes(), |problem| found.problem(problem)),
    };
    Ok(problems.into_iter().fold(page_of(&file), Report::problem))
}

/// The problems of parts that cannot be decoded.
fn damaged(bytes: &[u8], problem: impl Fn(Error) -> Problem) -> Vec<Problem> {
    let Ok(container) = Container::parse(bytes) else {
        return Vec::new();
    };
    let mut claims = claims(&container);
    let parts = container.parts();
    let parts = parts.take_while(|part| claims.take(part.data.len()).is_ok());
    let errors = parts.filter_map(|part| {
        let error = PartView::parse(part.fourcc, part.data).err()?;
        Some(error.within_part(part.fourcc, part.data_offset))
    });
    let most = Limits::of_input(bytes.len()).findings;
    errors.take(most).map(problem).collect()
}

fn page_of(file: &File) -> Report {
    Report::bytes(page::of_file(file).into_bytes())
}

/// A container as a document.
#[derive(Serialize)]
struct Content<'a> {
    document: &'a Document,
}

fn documented(input: Input, show: &Show, are_many: bool) -> Result<Report, Problem> {
    let container = input.container()?;
    let (wanted, absent) = wanted(&input, &container, show)?;
    let (document, errors) = document(&input, &container, &wanted, show)?;
    let most = limit::of_input(input.bytes.len()).findings;
    let problems = errors.into_iter().take(most);
    let problems: Vec<Problem> = problems.map(|error| input.problem(error)).collect();
    let Report { absence, .. } = with_absence(Report::default(), &input, absent);
    let (is_line, format) = (show.json, show.format);
    let notes = match (show.llvm, document.left_out()) {
        (Some(llvm), parts @ [_, ..]) if is_line || format == Format::Json => {
            // In YAML, a comment says which parts were not read.
            let (name, parts) = (&input.name, parts.join("; "));
            vec![format!("{name}: LLVM {llvm} has no keys for {parts}").into()]
        }
        _ => Vec::new(),
    };
    let print = move |input: &Input, out: &mut Printer<'_>| -> Result<(), Failure> {
        let document = &document;
        Ok(match (is_line, format) {
            (true, _) => out.json(&input.line(Content { document })),
            (_, Format::Json) => out.pretty_json(document),
            _ => {
                if are_many {
                    let mut name = Text::default();
                    name.line(format!("# {}", input.name));
                    out.print(&name)?;
                }
                out.lines(|mut out| document.write_yaml(&mut out))
            }
        }?)
    };
    let report = Report {
        absence,
        notes,
        ..Report::made(input, print)
    };
    Ok(problems.into_iter().fold(report, Report::problem))
}

fn shown_file(input: Input, show: &Show) -> Result<Report, Problem> {
    let container = input.container()?;
    let (wanted, absent) = wanted(&input, &container, show)?;
    if wanted.is_empty() && absent.is_some() {
        return Ok(with_absence(Report::default(), &input, absent));
    }
    refuse_aliased(&input, &container, &wanted)?;
    let heading = heading(&input, &container)?;
    if show.format == Format::Hex {
        let report = with_absence(Report::default(), &input, absent);
        return Ok(report.stream(input.bytes.len(), move |out| {
            out.print(&heading)?;
            hex::show(&input, &wanted, out)
        }));
    }
    let limits = limit::of_input(input.bytes.len());
    let (mut text, mut problems) = (heading, Vec::new());
    let stage = container.shader_stage().ok().flatten();
    let mut parts = wanted.iter().filter_map(|index| container.part(*index));
    while let (Some(raw), true) = (parts.next(), limits.output >= text.len() as u64) {
        let at = input.place(raw.offset);
        problems.extend(part(&container, stage, &raw, at, &limits, &mut text).err());
    }
    let rest = parts.count();
    let mut text = text.cut(limits.output, limit::BY_PART);
    if rest > 0 {
        text.line(limit::left_out(rest, "parts", limit::BY_PART));
    }
    // The text also contains each problem; only the first ones are reported.
    let problems = problems.into_iter().take(limits.findings);
    let problems = problems.map(|problem| input.problem(problem));
    let report = with_absence(Report::text(text), &input, absent);
    Ok(problems.fold(report, Report::problem))
}

/// Adds a note on requested parts that the file does not have.
fn with_absence(report: Report, input: &Input, absent: Option<String>) -> Report {
    match absent {
        Some(absent) => report.absence(input, "no such part", &absent),
        None => report,
    }
}

/// The indices of the requested parts, and the message for the first one that the container does not have.
fn wanted(
    input: &Input,
    container: &Container<'_>,
    show: &Show,
) -> Result<(Vec<usize>, Option<String>), Problem> {
    if show.part.is_empty() {
        return Ok(((0..container.len()).collect(), None));
    }
    let builder = container.to_builder();
    let (mut wanted, mut absent) = (Vec::new(), None);
    for part in &show.part {
        let first = edit::find(&builder, part).map_err(|what| input.problem(what))?;
        let Some(first) = first else {
            absent.get_or_insert_with(|| edit::missing(&builder, part));
            continue;
        };
        let fourcc = container.part(first).map(|part| part.fourcc);
        let same = container
            .parts()
            .enumerate()
            .filter(|(_, part)| Some(part.fourcc) == fourcc);
        match edit::number(part) {
            Some(index) => wanted.push(index),
            None => wanted.extend(same.map(|(index, _)| index)),
        }
    }
    Ok((wanted, absent))
}

/// Refuses a container if the requested parts reference the same bytes too often.
fn refuse_aliased(
    input: &Input,
    container: &Container<'_>,
    wanted: &[usize],
) -> Result<(), Problem> {
    let parts = wanted.iter().filter_map(|index| container.part(*index));
    if !is_aliased(
        parts.map(|part| part.data.len()),
        container.as_bytes().len(),
    ) {
        return Ok(());
    }
    let problem = input.problem("its directory leads to the same bytes over and over");
    Err(problem.hint("`dxobj ls` lists the parts, and `--part NUMBER` shows one"))
}

/// The document of the requested parts, and the errors of unreadable ones, which the document has as raw bytes.
fn document(
    input: &Input,
    container: &Container<'_>,
    wanted: &[usize],
    show: &Show,
) -> Result<(Document, Vec<Error>), Problem> {
    let bytes;
    let reduced = if show.part.is_empty() {
        *container
    } else {
        let wanted: HashSet<usize> = wanted.iter().copied().collect();
        let mut builder = container.to_builder();
        let mut index = 0..container.len();
        builder.retain(|_| index.next().is_some_and(|index| wanted.contains(&index)));
        bytes = builder.to_bytes().map_err(|error| input.problem(error))?;
        Container::parse(&bytes).map_err(|error| input.problem(error))?
    };
    let document = Document::with_unreadable(&reduced, show.llvm);
    document.map_err(|error| input.problem(error))
}

fn heading(input: &Input, container: &Container<'_>) -> Result<Text, Problem> {
    let version = container.header().version;
    let target = target(container).map_or(String::new(), |target| format!("{target}, "));
    let mut text = Text::default();
    if let Some(bare) = input.bare {
        let (name, size) = (style::strong(&input.name), input.place(input.bytes.len()));
        text.line(name + format!(": {}, {target}{size} bytes", bare.kind));
        return Ok(text);
    }
    let about = format!(
        ": {target}{} bytes, version {}.{}, digest {} ",
        container.as_bytes().len(),
        version.major,
        version.minor,
        container.digest(),
    );
    text.line(style::strong(&input.name) + about + colored(input.verdict(container)?));
    Ok(text)
}

/// Formats the fields of a part at this offset of the file. Returns the problem if it cannot be read.
fn part(
    container: &Container<'_>,
    stage: Option<ShaderStage>,
    raw: &RawPart<'_>,
    at: usize,
    limits: &Limits,
    text: &mut Text,
) -> Result<(), dxc_format::Error> {
    let (about, size) = (about(raw), raw.data.len());
    let line = format!("{about}, {size} bytes at {at:#x}");
    text.line("");
    text.line(style::strong(raw.fourcc) + "  " + style::dim(line));
    let dependencies = match raw.fourcc {
        parts::PSV0 => dependencies::lines(container),
        _ => None,
    };
    let outline = Outline::with_whole_runs(stage, raw, limits).inspect_err(|problem| {
        let error = style::error("cannot be read");
        text.line(Text::from("  ") + error + ": " + problem);
    })?;
    outline::render(outline, dependencies.is_none(), text);
    *text += dependencies.unwrap_or_default();
    match raw.fourcc {
        parts::RTS0 => spell(None, &RootSignature::parse(raw.data)?, limits, text),
        parts::RDAT => {
            let library = container.rdat()?;
            for (name, signature) in library.iter().flat_map(subobjects) {
                // Several subobjects may share one root signature.
                if text.len() as u64 > limits.output {
                    break;
                }
                spell(Some(name), &signature?.to_value(), limits, text);
            }
        }
        _ => {}
    }
    Ok(())
}

/// Adds a root signature as HLSL, with comments for values that HLSL cannot express. A subobject has a name.
fn spell(name: Option<&str>, signature: &RootSignature, limits: &Limits, text: &mut Text) {
    let spelled = spelling::commented_hlsl(signature, false, Dialect::Clang, limits.output);
    let Ok((spelled, _)) = spelled else {
        return;
    };
    let heading = name.map_or("HLSL".into(), |name| format!("HLSL of {}", short(name)));
    outline::heading_below(&heading, text);
    text.lines("    ", &spelled);
}

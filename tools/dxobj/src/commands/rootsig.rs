//! `dxobj rootsig`: prints, converts, edits and checks root signatures of shaders.

use std::path::Path;

use dxc_format::constants::ShaderKind;
use dxc_format::rts0::RootSignature;
use dxc_format::{Builder, Container, ErrorKind, Limits, parts};
use dxobj_report::root_signatures;
use serde_json::{Value, json};

use super::findings::{Findings, shown_rest};
use crate::arguments::{
    Common, Rootsig, RootsigCheck, RootsigConvert, RootsigExtract, RootsigSet, RootsigShow,
    RootsigSource, Save, Spelling,
};
use crate::destination::refuse_source;
use crate::files::{self, Found, Input, Problem, Wanted};
use crate::outcome::Outcome;
use crate::report::Report;
use crate::run;
use crate::spelling::{Listed, Read};
use crate::stamp::STANDARD;
use crate::text::Text;
use crate::{edit, output, spelling, style, version};

pub(crate) fn run(rootsig: &Rootsig, common: &Common) -> Outcome {
    match rootsig {
        Rootsig::Show(show) => {
            let work = |found: &Found| root_signatures_of(&found.read_any()?, show);
            run::each_found(&show.files, Wanted::Containers, common, work)
        }
        Rootsig::Set(set) => self::set(set, common),
        Rootsig::Extract(extract) => output::one(extracted(extract), common),
        Rootsig::Strip(save) => strip(save, common),
        Rootsig::Check(check) => self::check(check, common),
        Rootsig::Convert(convert) => {
            let input = Found::named(&convert.file).read_any();
            let converted = input.and_then(|input| converted(&input, convert));
            output::one(converted, common)
        }
    }
}

/// Reads a root signature from a file in any supported format, in the requested version.
fn read(file: &Path, source: &RootsigSource) -> Result<Read, Problem> {
    let found = Found::named(file);
    // For a PDB file, this reads its container.
    let input = found.read_any()?;
    spelling::read(file, &input.bytes, source)
}

/// Prints notes on the parts of a file that were not understood.
fn tell(read: &Read, common: &Common) {
    let notes = read.notes.iter().cloned();
    let report = notes.fold(Report::default(), Report::note);
    output::one(report, common);
}

/// The note on a file without a root signature.
const NONE: &str = "no root signature";

pub(crate) fn root_signatures_of(input: &Input, show: &RootsigShow) -> Result<Report, Problem> {
    let listing = spelling::list(&input.found.path, &input.bytes, &show.source)?;
    let mut report = Report::default();
    let mut values = Vec::<Value>::new();
    if listing.listed.is_empty() {
        report = match listing.absence {
            Some(absence) => report.problem(absence),
            None => report.absence(input, NONE, NONE),
        };
    }
    if show.svg && !listing.listed.is_empty() {
        report.text = drawing(input, &listing.listed)?;
        return Ok(listing.notes.into_iter().fold(report, Report::note));
    }
    let mut left = Limits::of_input(listing.len).output;
    for listed in listing.listed {
        let signature = match &listed.signature {
            Ok(signature) => signature,
            Err(problem) => {
                report = report.problem(problem.clone());
                continue;
            }
        };
        let dialect = show.source.dialect.into();
        let hlsl = match spelling::commented_hlsl(signature, show.complete, dialect, left) {
            Ok((hlsl, unspellable)) => {
                let unspellable = unspellable.iter().map(|value| input.problem(value));
                report = unspellable.fold(report, Report::problem);
                hlsl
            }
            Err(what) => {
                report = report.problem(input.problem(what));
                break;
            }
        };
        left = left.saturating_sub(hlsl.len() as u64);
        let version = version::written(signature.version);
        if show.json {
            values.push(to_json(&listed, &version, &hlsl))
        } else {
            report.text += paragraph(input, &listed, &version, &hlsl)
        }
    }
    if show.json {
        let errors = report.problems.iter().map(|problem| &problem.what);
        let errors: Vec<&String> = errors.collect();
        let content = json!({ "root_signatures": values, "errors": errors });
        report.text = input.line(content).text();
    }
    Ok(listing.notes.into_iter().fold(report, Report::note))
}

fn drawing(input: &Input, listed: &[Listed]) -> Result<Text, Problem> {
    let [one] = listed else {
        let text = format!(
            "has {} root signatures, and `--svg` draws one",
            listed.len()
        );
        return Err(input.problem(text).hint("choose one with `--name`"));
    };
    one.signature
        .as_ref()
        .map(|signature| Text::of_lines(&root_signatures::svg(signature)))
        .map_err(Problem::clone)
}

fn to_json(listed: &Listed, version: &str, hlsl: &str) -> Value {
    let mut value = json!({
        "name": listed.names.first(), "kind": listed.kind, "line": listed.line,
        "version": version, "hlsl": hlsl,
    });
    if let Some(file) = &listed.file {
        value["file"] = json!(file);
    }
    if let Some(others) = listed.names.get(1..).filter(|others| !others.is_empty()) {
        value["shared_with"] = json!(others);
    }
    value
}

/// The location of a root signature, followed by its HLSL.
fn paragraph(input: &Input, listed: &Listed, version: &str, hlsl: &str) -> Text {
    let mut line = style::strong(listed.file.as_ref().unwrap_or(&input.name));
    if let Some(number) = listed.line {
        line += format!(":{number}");
    }
    if !listed.names.is_empty() {
        line += format!(" {}", listed.names.join(", "));
    }
    let what = [listed.kind, Some(version)].into_iter().flatten();
    let what = what.collect::<Vec<_>>().join(", ");
    let mut text = Text::default();
    text.line(line + "  " + style::dim(what));
    text.lines("  ", hlsl);
    text
}

fn set(set: &RootsigSet, common: &Common) -> Outcome {
    let source = refuse_source(&set.from, set.save.to.output.as_deref());
    let read = match source.and_then(|()| read(&set.from, &set.source)) {
        Ok(read) => read,
        Err(problem) => return output::one(problem, common),
    };
    tell(&read, common);
    let from = files::name(&set.from);
    if let Some(refused) = refused(&read, &from, set.force, "sets") {
        return output::one(refused, common);
    }
    let signature = read.signature;
    edit::each(&set.save, common, |input, builder| {
        let unchecked = if set.force {
            None
        } else {
            refuse(input, &from, &signature)?
        };
        let written = builder.set_part(parts::RTS0, signature.clone());
        written.map_err(|error| input.problem(error))?;
        Ok(unchecked)
    })
}

/// The kind of the program of a container.
fn kind(container: &Container<'_>) -> Option<ShaderKind> {
    let profile = dxc_shader::target_profile(container).ok().flatten();
    profile.map(|profile| profile.kind)
}

/// Refuses a root signature that the runtime rejects together with the shader. Returns a note on rules that could not
/// be checked.
fn refuse(input: &Input, from: &str, signature: &RootSignature) -> Result<Option<String>, Problem> {
    let findings = judge(input, signature, false)?;
    if findings.broken.is_empty() {
        let unchecked = findings.unchecked.map(str::to_owned);
        return Ok(findings.errors.into_iter().next().or(unchecked));
    }
    let refused = input.problem(format!("{from} does not fit:"));
    let refused = refused.details(findings.lines()).finding();
    Err(refused.hint("`--force` sets it all the same"))
}

/// Checks the rules for a root signature with a shader; if it is the shader's own, also the rules for the root
/// signature alone.
fn judge(input: &Input, signature: &RootSignature, is_own: bool) -> Result<Findings, Problem> {
    let container = input.container()?;
    let mut judged = dxc_shader::Report::within(&Limits::of_input(container.as_bytes().len()));
    if is_own {
        let findings = dxc_shader::root_signature::validate(signature).into_iter();
        judged.extend(findings.map(|finding| finding.within_part(parts::RTS0)));
    }
    let (mut errors, mut unchecked) = (Vec::new(), None);
    match dxc_shader::root_signature::validate_container(signature, &container) {
        Ok(found) => judged.extend(found),
        Err(error) if matches!(error.kind(), ErrorKind::NoPart) => {
            let mut stored = [parts::PSV0, parts::RDEF].into_iter();
            let stored = stored.find_map(|part| container.find(part));
            let listing = match kind(&container) {
                Some(_) => dxc_shader::bindings_part(&container),
                None => stored.map(|part| part.fourcc),
            };
            match (kind(&container), listing) {
                (None, None) => unchecked = Some("not checked: no shader"),
                (Some(_), None) => {
                    errors.push("not checked: no part stores the bindings of the shader".to_owned())
                }
                (None, Some(_)) => {
                    errors.push("not checked: no part stores the stage of the shader".to_owned());
                }
                (Some(_), Some(_)) => return Err(input.problem(error)),
            }
        }
        Err(error) => return Err(input.problem(error)),
    }
    let mut findings = Findings::of(judged);
    (findings.errors, findings.unchecked) = (errors, unchecked);
    Ok(findings)
}

fn strip(save: &Save, common: &Common) -> Outcome {
    edit::each(save, common, |_, builder| {
        builder.retain(|part| part.fourcc != parts::RTS0);
        Ok(None)
    })
}

fn extracted(extract: &RootsigExtract) -> Result<Report, Problem> {
    let read = read(&extract.file, &extract.source)?;
    let file = files::name(&extract.file);
    // A compiler has already checked the others.
    if read.is_text
        && let Some(refused) = refused(&read, &file, extract.force, "extracts")
    {
        return Ok(refused);
    }
    let signature = read.signature;
    let problem = |error: dxc_format::Error| Problem::new(&file, error);
    let bytes = if extract.bare {
        signature.to_bytes().map_err(problem)?
    } else {
        let mut builder = Builder::new();
        builder.set_part(parts::RTS0, signature).map_err(problem)?;
        builder.to_bytes().map_err(problem)?
    };
    edit::binary(&extract.file, bytes, extract.output.as_deref())
}

/// Reads the root signature that an option names, and prints notes and the rules that it breaks without a shader.
///
/// # Errors
/// The outcome, if it cannot be read.
pub(super) fn given(
    file: Option<&Path>,
    source: &RootsigSource,
    common: &Common,
) -> Result<Option<Given>, Outcome> {
    let Some(file) = file else {
        return Ok(None);
    };
    let read = read(file, source).map_err(|problem| output::one(problem, common))?;
    tell(&read, common);
    let outcome = if common.is_json {
        alone(file, &read.signature).map(|report| output::one(report, common))
    } else {
        let broken = broken(&read, &files::name(file)).into_iter();
        let report = broken.fold(Report::default(), Report::problem);
        Some(output::one(report, common))
    };
    Ok(Some(Given {
        signature: read.signature,
        outcome: outcome.unwrap_or_default(),
    }))
}

/// A root signature that an option names.
pub(super) struct Given {
    pub(super) signature: RootSignature,
    /// Whether the root signature breaks a rule without a shader.
    pub(super) outcome: Outcome,
}

/// The JSON line with the rules that a root signature breaks without a shader; `None` if it breaks none.
pub(super) fn alone(file: &Path, signature: &RootSignature) -> Option<Report> {
    let mut judged = dxc_shader::Report::within(&Limits::of_input(0));
    judged.extend(dxc_shader::root_signature::validate(signature));
    let input = Input::new(&Found::named(file), Vec::new());
    (!judged.is_empty()).then(|| Findings::of(judged).report(&input, true, None))
}

fn check(check: &RootsigCheck, common: &Common) -> Outcome {
    let given = match given(check.with.as_deref(), &check.source, common) {
        Ok(given) => given,
        Err(outcome) => return outcome,
    };
    let own = given.as_ref().map_or(Outcome::Done, |given| given.outcome);
    let signature = given.as_ref().map(|given| &given.signature);
    let mut count = Count::default();
    let outcome = run::each_counted(
        &check.files.files,
        Wanted::Shaders,
        common,
        |found| checked(&found.read()?, signature, check.files.json),
        |fits| count.add(fits),
    );
    let text = count.text().filter(|_| !check.files.json && !common.quiet);
    let counted = text.map(|text| output::one(Report::text(text), common));
    own.max(outcome).max(counted.unwrap_or_default())
}

/// Counts the shaders that match a root signature and those that do not; `None` means that it is unknown.
#[derive(Default)]
struct Count {
    fit: usize,
    unfit: usize,
    unchecked: usize,
}

impl Count {
    fn add(&mut self, fits: Option<bool>) {
        match fits {
            Some(true) => self.fit += 1,
            Some(false) => self.unfit += 1,
            None => self.unchecked += 1,
        }
    }

    /// The line with the totals of several files.
    fn text(&self) -> Option<Text> {
        let Self {
            fit,
            unfit,
            unchecked,
        } = *self;
        let files = fit + unfit + unchecked;
        if files < 2 {
            return None;
        }
        let verb = |count, one, many| if count == 1 { one } else { many };
        let mut line = format!(
            "{files} files: {fit} {}, {unfit} {} not",
            verb(fit, "fits", "fit"),
            verb(unfit, "does", "do")
        );
        if unchecked > 0 {
            line += &format!(", {unchecked} not checked");
        }
        let mut text = Text::default();
        text.line(line);
        Some(text)
    }
}

/// The report on a shader, and whether it matches its own or the given root signature.
pub(crate) fn checked(
    input: &Input,
    given: Option<&RootSignature>,
    is_json: bool,
) -> Result<(Report, Option<bool>), Problem> {
    let container = input.container()?;
    let own = container.rts0().map_err(|error| input.problem(error))?;
    let own = own.map(|own| own.to_value());
    let own = match own {
        Some(own) => Some(own),
        None => library_signature(&container).map_err(|error| input.problem(error))?,
    };
    let Some(signature) = given.or(own.as_ref()) else {
        let note = "no root signature; `--with FILE` checks it against another one";
        let report = Findings::unchecked(NONE).report(input, is_json, None);
        return Ok((report.absence(input, NONE, note), None));
    };
    let is_own = given.is_none();
    let findings = judge(input, signature, is_own)?;
    let is_known = findings.unchecked.is_none() && findings.errors.is_empty();
    let fits = is_known.then_some(findings.broken.is_empty());
    Ok((findings.report(input, is_json, Some("ok")), fits))
}

/// The global root signature of a library, if it has only one.
fn library_signature(container: &Container<'_>) -> dxc_format::Result<Option<RootSignature>> {
    let Some(data) = container.rdat()? else {
        return Ok(None);
    };
    let mut global = dxc_shader::root_signature::global_subobjects(&data);
    let first = global.next().transpose()?;
    Ok(first
        .filter(|_| global.next().is_none())
        .map(|view| view.to_value()))
}

/// The rules that a root signature from a file breaks, each with the location of its clause.
fn broken(read: &Read, file: &str) -> Vec<Problem> {
    let mut judged = dxc_shader::Report::within(&Limits::of_input(0));
    judged.extend(dxc_shader::root_signature::validate(&read.signature));
    let omitted = judged.truncated().iter().map(shown_rest);
    let omitted = omitted.map(|omitted| Problem::new(file, omitted));
    let shown = judged.iter().map(|finding| read.broken(file, finding));
    shown.chain(omitted).map(Problem::finding).collect()
}

/// The report on the rules that a root signature breaks; `None` if it breaks none, or with `--force`.
fn refused(read: &Read, file: &str, force: bool, does: &str) -> Option<Report> {
    let mut broken = broken(read, file);
    if broken.is_empty() || force {
        return None;
    }
    let hint = format!("`--force` {does} it all the same");
    let last = broken.pop().map(|last| last.hint(&hint));
    let broken = broken.into_iter().chain(last);
    Some(broken.fold(Report::default(), Report::problem))
}

pub(crate) fn converted(input: &Input, convert: &RootsigConvert) -> Result<Report, Problem> {
    let mut read = spelling::read(&convert.file, &input.bytes, &convert.source)?;
    let file = files::name(&convert.file);
    if let Some(refused) = refused(&read, &file, convert.force, "converts") {
        return Ok(refused);
    }
    let problem = |what| Problem::new(&file, what);
    let dialect = convert.source.dialect.into();
    let notes = std::mem::take(&mut read.notes);
    let bytes = spelling::print(read, convert.to, convert.complete, dialect).map_err(problem)?;
    let is_binary = convert.to == Spelling::Rts0;
    let output = convert.output.as_deref();
    let report = match output.filter(|output| output.as_os_str() != STANDARD) {
        None if !is_binary => Report::text(Text::of_lines(&String::from_utf8_lossy(&bytes))),
        _ => edit::binary(&convert.file, bytes, output)?,
    };
    Ok(notes.into_iter().fold(report, Report::note))
}

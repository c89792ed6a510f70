//! `dxobj rootsig`: the root signatures of shaders.

use std::path::Path;

use dxc_format::constants::ShaderKind;
use dxc_format::rts0::RootSignature;
use dxc_format::{Builder, Container, ErrorKind, Limits, parts};
use dxobj_viewer::root_signatures;
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

/// A root signature from a file in any spelling, in the version that is asked for.
fn read(file: &Path, source: &RootsigSource) -> Result<Read, Problem> {
    let found = Found::named(file);
    // A PDB file gives its container.
    let input = found.read_any()?;
    spelling::read(file, &input.bytes, source)
}

/// Says what of a file was not understood.
fn tell(read: &Read, common: &Common) {
    let notes = read.notes.iter().cloned();
    let report = notes.fold(Report::default(), Report::note);
    output::one(report, common);
}

/// What a file without a root signature has not.
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
        match show.json {
            true => values.push(to_json(&listed, &version, &hlsl)),
            false => report.text += paragraph(input, &listed, &version, &hlsl),
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

/// Where a root signature stands, and below it what it is.
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
    let signature = read.signature;
    let from = files::name(&set.from);
    edit::each(&set.save, common, |input, builder| {
        let unchecked = match set.force {
            true => None,
            false => refuse(input, &from, &signature)?,
        };
        let written = builder.set_part(parts::RTS0, signature.clone());
        written.map_err(|error| input.problem(error))?;
        Ok(unchecked)
    })
}

/// The note on a library, whose functions are checked when they are linked.
const LIBRARY: &str = "not checked: a library has no PSV0";

/// The kind of the program of a container.
fn kind(container: &Container<'_>) -> Option<ShaderKind> {
    let profile = dxc_shader::target_profile(container).ok().flatten();
    profile.map(|profile| profile.kind)
}

/// A shader does not get a root signature that the runtime refuses together with it; says what could not be checked.
fn refuse(input: &Input, from: &str, signature: &RootSignature) -> Result<Option<String>, Problem> {
    let findings = judge(input, signature)?;
    if findings.broken.is_empty() {
        let unchecked = findings.unchecked.map(str::to_owned);
        return Ok(findings.errors.into_iter().next().or(unchecked));
    }
    let refused = input.problem(format!("{from} does not fit:"));
    let refused = refused.details(findings.lines()).finding();
    Err(refused.hint("`--force` sets it all the same"))
}

/// The rules that a root signature breaks, by itself and with a shader.
fn judge(input: &Input, signature: &RootSignature) -> Result<Findings, Problem> {
    let container = input.container()?;
    let findings = dxc_shader::root_signature::validate(signature).into_iter();
    let mut judged = dxc_shader::Report::within(&Limits::of_input(container.as_bytes().len()));
    judged.extend(findings.map(|finding| finding.within_part(parts::RTS0)));
    let (mut errors, mut unchecked) = (Vec::new(), None);
    match dxc_shader::root_signature::validate_container(signature, &container) {
        Ok(found) => judged.extend(found),
        Err(error) if matches!(error.kind(), ErrorKind::NoPart) => {
            match (kind(&container), container.find(parts::PSV0)) {
                (None, None) => unchecked = Some("not checked: no shader"),
                (Some(ShaderKind::Library), _) => unchecked = Some(LIBRARY),
                (Some(_), None) => errors.push(
                    "not checked: no PSV0, which stores the bindings of the shader".to_owned(),
                ),
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
    // A compiler has accepted the others.
    if read.is_text
        && let Some(refused) = refused(&read, &file, extract.force, "extracts")
    {
        return Ok(refused);
    }
    let signature = read.signature;
    let problem = |error: dxc_format::Error| Problem::new(&file, error);
    let bytes = match extract.bare {
        true => signature.to_bytes().map_err(problem)?,
        false => {
            let mut builder = Builder::new();
            builder.set_part(parts::RTS0, signature).map_err(problem)?;
            builder.to_bytes().map_err(problem)?
        }
    };
    edit::binary(&extract.file, bytes, extract.output.as_deref())
}

fn check(check: &RootsigCheck, common: &Common) -> Outcome {
    let given = check.with.as_deref();
    let given = match given.map(|with| read(with, &check.source)).transpose() {
        Ok(given) => given,
        Err(problem) => return output::one(problem, common),
    };
    given.iter().for_each(|given| tell(given, common));
    let given = given.map(|given| given.signature);
    run::each_found(&check.files.files, Wanted::Shaders, common, |found| {
        checked(&found.read()?, given.as_ref(), check.files.json)
    })
}

pub(crate) fn checked(
    input: &Input,
    given: Option<&RootSignature>,
    is_json: bool,
) -> Result<Report, Problem> {
    let container = input.container()?;
    let own = container.rts0().map_err(|error| input.problem(error))?;
    let own = own.map(|own| own.to_value());
    let Some(signature) = given.or(own.as_ref()) else {
        let (why, note) = match kind(&container) {
            Some(ShaderKind::Library) => (LIBRARY, LIBRARY),
            _ => (
                NONE,
                "no root signature; `--with FILE` checks it against another one",
            ),
        };
        let report = Findings::unchecked(why).report(input, is_json, None);
        return Ok(report.absence(input, why, note));
    };
    let report = judge(input, signature)?;
    Ok(report.report(input, is_json, Some("ok")))
}

/// The rules that a root signature breaks, if there are any and it is not forced.
fn refused(read: &Read, file: &str, force: bool, does: &str) -> Option<Report> {
    let findings = dxc_shader::root_signature::validate(&read.signature);
    if findings.is_empty() || force {
        return None;
    }
    let mut judged = dxc_shader::Report::within(&Limits::of_input(0));
    judged.extend(findings);
    let omitted = judged.truncated().iter().map(shown_rest);
    let omitted = omitted.map(|omitted| Problem::new(file, omitted));
    let shown = judged.iter().map(|finding| read.broken(file, finding));
    let mut broken: Vec<Problem> = shown.chain(omitted).map(Problem::finding).collect();
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

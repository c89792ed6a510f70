//! `dxobj rootsig`: the root signatures of shaders.

use dxc_format::rts0::RootSignature;
use dxc_format::{Builder, Finding, TypedParts, parts};
use serde_json::{Value, json};

use crate::arguments::{
    Common, Rootsig, RootsigCheck, RootsigConvert, RootsigExtract, RootsigSet, RootsigShow,
    RootsigSource, RootsigStrip, Spelling,
};
use crate::files::{Found, Input, Problem, STANDARD};
use crate::run::{self, Outcome, Report};
use crate::spelling::Read;
use crate::{edit, output, spelling, style};

pub(crate) fn run(rootsig: &Rootsig, common: &Common) -> Outcome {
    match rootsig {
        Rootsig::Show(show) => {
            run::each(&show.files.files, common, |input| shown(input, show).into())
        }
        Rootsig::Set(set) => self::set(set, common),
        Rootsig::Extract(extract) => output::one(extracted(extract).into(), common),
        Rootsig::Strip(strip) => self::strip(strip, common),
        Rootsig::Check(check) => self::check(check, common),
        Rootsig::Convert(convert) => output::one(converted(convert).into(), common),
    }
}

/// A root signature from a file in any spelling, in the version that is asked for.
fn read(file: &str, source: &RootsigSource) -> Result<Read, Problem> {
    let found = Found { path: file.into() };
    // A PDB file gives its container.
    let input = found.read()?;
    let mut read = spelling::read(&found.name(), &input.bytes, source)?;
    if let Some(version) = source.version {
        let converted = read.signature.to_version(version.into());
        let converted = converted.map_err(|refused| {
            let refused: Vec<String> = refused.iter().map(ToString::to_string).collect();
            Problem::new(found.name(), refused.join("\n"))
        })?;
        let dropped = converted.dropped.iter();
        let notes = dropped.map(|dropped| format!("{}: dropped: {dropped}", found.name()));
        read.notes.extend(notes);
        read.signature = converted.signature;
    }
    Ok(read)
}

/// Says what of a file was not understood.
fn tell(read: &Read, common: &Common) {
    let told = read.notes.iter().cloned();
    let report = told.fold(Report::text(String::new()), Report::note);
    output::one(report, common);
}

fn shown(input: &Input, show: &RootsigShow) -> Result<Report, Problem> {
    let container = input.container()?;
    let part = container.rts0().map_err(|error| input.problem(error))?;
    let mut all: Vec<(Option<String>, RootSignature)> = Vec::new();
    all.extend(part.map(|part| (None, part.to_value())));
    let subobjects = spelling::subobjects(&container).map_err(|error| input.problem(error))?;
    all.extend(
        subobjects
            .into_iter()
            .map(|(name, signature)| (Some(name), signature)),
    );
    let spell = |signature| {
        let text = spelling::hlsl(signature, show.complete, show.dialect.into());
        text.map_err(|what| input.problem(what))
    };
    if show.files.json {
        let mut lines = Vec::<Value>::new();
        for (name, signature) in &all {
            let version = number(signature);
            lines.push(json!({ "subobject": name, "version": version, "hlsl": spell(signature)? }));
        }
        let line = json!({ "path": input.name, "root_signatures": lines });
        return Ok(Report::text(format!("{line}\n")));
    }
    let mut text = String::new();
    for (name, signature) in &all {
        let name = name
            .as_ref()
            .map_or(String::new(), |name| format!(" {}", style::plain(name)));
        let version = style::dim(number(signature));
        text.push_str(&format!(
            "{}{name}  {version}\n",
            style::strong(&input.name)
        ));
        spell(signature)?
            .lines()
            .for_each(|line| text.push_str(&format!("  {line}\n")));
    }
    let report = Report::text(text);
    Ok(match all.is_empty() {
        true => report.note(format!("{}: no root signature", input.name)),
        false => report,
    })
}

/// The version as people write it: 1.1.
fn number(signature: &RootSignature) -> String {
    let name = signature.version.to_string();
    name.trim_start_matches('V').replace('_', ".")
}

fn set(set: &RootsigSet, common: &Common) -> Outcome {
    let read = match read(&set.from, &set.source) {
        Ok(read) => read,
        Err(problem) => return edit::fail(problem, common),
    };
    tell(&read, common);
    let signature = read.signature;
    edit::each(&set.files, &set.save, common, |input, builder| {
        if !set.force {
            refuse(input, &set.from, &signature)?;
        }
        let written = builder.set_part(parts::RTS0, signature.clone());
        written.map_err(|error| input.problem(error))
    })
}

/// A shader does not get a root signature that the runtime refuses together with it.
fn refuse(input: &Input, from: &str, signature: &RootSignature) -> Result<(), Problem> {
    let found = findings(input, signature)?;
    if found.is_empty() {
        return Ok(());
    }
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    let what = format!("{from} does not fit:\n{}", found.join("\n"));
    Err(input.problem(what).hint("`--force` sets it all the same"))
}

/// The rules that a root signature breaks, by itself and with a shader.
fn findings(input: &Input, signature: &RootSignature) -> Result<Vec<Finding>, Problem> {
    let container = input.container()?;
    let mut findings = signature.validate();
    findings = findings
        .into_iter()
        .map(|finding| finding.within_part(parts::RTS0))
        .collect();
    let psv = container.psv0().map_err(|error| input.problem(error))?;
    let stage = container
        .shader_stage()
        .map_err(|error| input.problem(error))?;
    if let (Some(psv), Some(stage)) = (psv, stage) {
        findings.extend(signature.validate_shader(&psv.to_value(), stage));
    }
    Ok(findings)
}

fn strip(strip: &RootsigStrip, common: &Common) -> Outcome {
    edit::each(&strip.files, &strip.save, common, |_, builder| {
        while builder.remove(parts::RTS0).is_some() {}
        Ok(())
    })
}

fn extracted(extract: &RootsigExtract) -> Result<Report, Problem> {
    let signature = read(&extract.file, &extract.source)?.signature;
    let problem = |error: dxc_format::Error| Problem::new(&extract.file, error);
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
        Err(problem) => return edit::fail(problem, common),
    };
    given.iter().for_each(|given| tell(given, common));
    let given = given.map(|given| given.signature);
    run::each(&check.files.files, common, |input| {
        checked(input, given.as_ref(), check.files.json).into()
    })
}

fn checked(input: &Input, given: Option<&RootSignature>, is_json: bool) -> Result<Report, Problem> {
    let own = input
        .container()?
        .rts0()
        .map_err(|error| input.problem(error))?;
    let own = own.map(|own| own.to_value());
    let Some(signature) = given.or(own.as_ref()) else {
        return Err(input
            .problem("it has no root signature")
            .hint("`--with FILE` checks it against another one"));
    };
    let findings = findings(input, signature)?;
    let outcome = if findings.is_empty() {
        Outcome::Done
    } else {
        Outcome::Found
    };
    if is_json {
        let findings: Vec<String> = findings.iter().map(ToString::to_string).collect();
        let line = json!({ "path": input.name, "findings": findings });
        return Ok(Report::text(format!("{line}\n")).outcome(outcome));
    }
    let name = style::strong(&input.name);
    let lines = findings
        .iter()
        .map(|finding| format!("{name}: {finding}\n"));
    let fits = || format!("{name}: {}\n", style::good("ok"));
    let text = if findings.is_empty() {
        fits()
    } else {
        lines.collect()
    };
    Ok(Report::text(text).outcome(outcome))
}

fn converted(convert: &RootsigConvert) -> Result<Report, Problem> {
    let read = read(&convert.file, &convert.source)?;
    let findings = read.signature.validate();
    let broken = findings
        .iter()
        .map(|finding| read.broken(&convert.file, finding));
    if !findings.is_empty() && !convert.force {
        let report = broken.fold(Report::default(), Report::problem);
        let hint = "`--force` converts it all the same".to_owned();
        return Ok(report.note(hint).outcome(Outcome::Found));
    }
    let problem = |what| Problem::new(&convert.file, what);
    let dialect = convert.source.dialect.into();
    let bytes = spelling::print(read.signature, convert.to, convert.complete, dialect);
    let bytes = bytes.map_err(problem)?;
    let is_binary = convert.to == Spelling::Rts0;
    let output = convert.output.as_deref();
    let report = match output.filter(|output| output.as_os_str() != STANDARD) {
        None if !is_binary => Report::text(String::from_utf8_lossy(&bytes).into_owned()),
        _ => edit::binary(&convert.file, bytes, output)?,
    };
    Ok(read.notes.into_iter().fold(report, Report::note))
}

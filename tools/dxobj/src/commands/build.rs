//! `dxobj build`: builds containers from documents.

use dxc_document::{Document, DocumentError, render};
use dxc_format::{Container, TableStyle};

use super::findings::Findings;
use crate::arguments::{Build, Common, Tables};
use crate::edit;
use crate::files::{self, Found, Problem};
use crate::outcome::Outcome;
use crate::output;
use crate::report::Report;

/// The size of a container that is checked even if it is larger than its document: checking takes a multiple of its
/// size, and a document may have many records without keys.
const ALWAYS_CHECKED: usize = 2 << 20;

pub(crate) fn run(build: &Build, common: &Common) -> Outcome {
    output::one(built(build), common)
}

fn built(build: &Build) -> Result<Report, Problem> {
    let found = Found::named(&build.document);
    let problem = |what: &dyn std::fmt::Display| Problem::new(found.name(), what);
    let bytes = found.bytes()?;
    let text = dxc_text::to_utf8(&bytes).map_err(|wrong| problem(&wrong))?;
    let text = str::from_utf8(&text).map_err(|_| problem(&"it is not text"))?;
    // A YAML parser also reads JSON.
    let wrong = |wrong: DocumentError| Problem::shown(&render(&wrong, &found.name(), text, true));
    let document = Document::from_yaml(text).map_err(wrong)?;
    let style = match build.tables {
        Tables::Dxc => TableStyle::Dxc,
        Tables::Llvm => TableStyle::Llvm,
    };
    let bytes = document.to_bytes(style).map_err(wrong)?;
    drop(document);
    let is_checked = bytes.len() <= text.len().max(ALWAYS_CHECKED);
    let judged = Container::parse(&bytes).ok().filter(|_| is_checked);
    let judged = judged.map(|container| Findings::of(dxc_shader::validate(&container)));
    let report = edit::binary(&build.document, bytes, Some(&build.output))?;
    let name = files::name(&build.output);
    let report = judged.unwrap_or_default().warn(&name, report);
    if is_checked {
        return Ok(report);
    }
    Ok(report.note(format!(
        "{name}: not checked, since it is larger than its document; use `dxobj validate`"
    )))
}

//! `dxobj ls`: the parts of containers.

use dxc_format::digest::Verdict;
use dxc_format::runtime::limits::Budget;
use dxc_format::{Container, Limits, PartInfo, PartView, RawPart};
use serde_json::{Value, json};

use super::verify::{colored, word};
use crate::arguments::{Common, Files};
use crate::files::{Input, Problem};
use crate::outcome::Outcome;
use crate::report::Report;
use crate::run;
use crate::style;
use crate::table::Table;

pub(crate) fn run(files: &Files, common: &Common) -> Outcome {
    let is_folder = files.files.iter().any(|file| file.is_dir());
    run::each_by_need(&files.files, common, |input| list(&input, files, is_folder))
}

/// The listing of a file.
pub(crate) fn list(input: &Input, files: &Files, is_folder: bool) -> Result<Report, Problem> {
    let container = input.container()?;
    let verdict = input.verdict(&container)?;
    let text = match (files.json, is_folder) {
        (true, _) => format!("{}\n", line_of_json(input, &container, verdict)),
        (false, true) => line(input, &container, verdict),
        (false, false) => all(input, &container, verdict),
    };
    Ok(Report::text(text))
}

/// The target that a container was compiled for, such as `vs_6_0`, as far as its parts say it.
pub(crate) fn target(container: &Container<'_>) -> Option<String> {
    let profile = container.target_profile().ok()??;
    Some(profile.to_string())
}

/// The bytes that parts may have together to be read.
fn claims(container: &Container<'_>) -> Budget {
    let limits = Limits::of_input(container.as_bytes().len());
    Budget::new("claims", limits.claims)
}

/// How a part is read. Entries of the directory may lead to the same bytes over and over, which are not read as often.
fn reading(part: &RawPart<'_>, claims: &mut Budget) -> &'static str {
    if claims.take(part.data.len()).is_err() {
        return "not read";
    }
    match PartView::parse(part.fourcc, part.data) {
        Ok(view) if view.is_typed() => "typed",
        Ok(_) => "bytes",
        Err(_) => "damaged",
    }
}

/// The name of a part's kind.
pub(crate) fn about(part: &RawPart<'_>) -> &'static str {
    PartInfo::find(part.fourcc, part.data).map_or("not known", |known| known.name)
}

/// A line for a file of a folder.
fn line(input: &Input, container: &Container<'_>, verdict: Verdict) -> String {
    let parts = container.parts().map(|part| part.fourcc.to_string());
    let parts = parts.collect::<Vec<_>>().join(" ");
    let target = target(container).unwrap_or_else(|| "-".into());
    let verdict = match input.bare {
        Some(_) => "-".into(),
        None => colored(verdict),
    };
    format!(
        "{:>9}  {target:<7} {verdict}  {}  {}\n",
        input.place(container.as_bytes().len()),
        style::strong(&input.name),
        style::dim(parts)
    )
}

/// Everything about a file.
fn all(input: &Input, container: &Container<'_>, verdict: Verdict) -> String {
    let size = input.place(container.as_bytes().len());
    let mut facts = vec![format!("{size} bytes")];
    facts.extend(target(container));
    match input.bare {
        Some(bare) => facts.insert(0, bare.kind.into()),
        None => facts.push(format!(
            "digest {} {}",
            container.digest(),
            colored(verdict)
        )),
    }
    let behind = container.trailing().len();
    if behind > 0 {
        facts.push(format!("{behind} bytes behind the end"));
    }
    let place = if input.is_in_pdb {
        " (in a PDB file)"
    } else {
        ""
    };
    let mut text = format!(
        "{}{place}: {}\n",
        style::strong(&input.name),
        facts.join(", ")
    );
    let mut table = Table::new(["#", "part", "offset", "size", "read", "description"]);
    let mut claims = claims(container);
    for (index, part) in container.parts().enumerate() {
        table.push(vec![
            index.to_string(),
            part.fourcc.to_string(),
            format!("{:#x}", input.place(part.offset)),
            part.data.len().to_string(),
            reading(&part, &mut claims).into(),
            about(&part).into(),
        ]);
    }
    text.push_str(&table.render(2));
    text
}

fn line_of_json(input: &Input, container: &Container<'_>, verdict: Verdict) -> Value {
    let mut claims = claims(container);
    let parts = container.parts().map(|part| {
        let (fourcc, offset) = (part.fourcc.to_string(), input.place(part.offset));
        let (size, is) = (part.data.len(), about(&part));
        json!({ "fourcc": fourcc, "offset": offset, "size": size, "is": is, "read": reading(&part, &mut claims) })
    });
    let has_digest = input.bare.is_none();
    json!({
        "path": input.name,
        "in_pdb": input.is_in_pdb,
        "container": has_digest,
        "size": input.place(container.as_bytes().len()),
        "target": target(container),
        "digest": has_digest.then(|| container.digest().to_string()),
        "verdict": has_digest.then(|| word(verdict)),
        "trailing": container.trailing().len(),
        "parts": parts.collect::<Vec<_>>(),
    })
}

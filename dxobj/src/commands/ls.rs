//! `dxobj ls`: the parts of containers.

use dxc_format::{Container, PartInfo, PartView, RawPart};
use serde_json::{Value, json};

use super::verify::{colored, word};
use crate::arguments::{Common, Files};
use crate::files::Input;
use crate::outcome::Outcome;
use crate::report::Report;
use crate::run;
use crate::style;
use crate::table::Table;

pub(crate) fn run(files: &Files, common: &Common) -> Outcome {
    let is_folder = files.files.iter().any(|file| file.is_dir());
    run::each(&files.files, common, |input| {
        let listed = input
            .container()
            .map(|container| match (files.json, is_folder) {
                (true, _) => Report::text(format!("{}\n", line_of_json(input, &container))),
                (false, true) => Report::text(line(input, &container)),
                (false, false) => Report::text(all(input, &container)),
            });
        listed.into()
    })
}

/// The target that a container was compiled for, such as `vs_6_0`, as far as its parts say it.
pub(crate) fn target(container: &Container<'_>) -> Option<String> {
    let profile = container.target_profile().ok()??;
    Some(profile.to_string())
}

/// How a part is read.
fn reading(part: &RawPart<'_>) -> &'static str {
    match PartView::parse(part.fourcc, part.data) {
        Ok(view) if view.is_typed() => "typed",
        Ok(_) => "bytes",
        Err(_) => "damaged",
    }
}

fn about(part: &RawPart<'_>) -> &'static str {
    PartInfo::of(part.fourcc, part.data).map_or("not known", |known| known.name)
}

/// A line for a file of a folder.
fn line(input: &Input, container: &Container<'_>) -> String {
    let parts = container.parts().map(|part| part.fourcc.to_string());
    let parts = parts.collect::<Vec<_>>().join(" ");
    let target = target(container).unwrap_or_else(|| "-".into());
    let verdict = colored(container.verify_digest());
    format!(
        "{:>9}  {target:<7} {verdict}  {}  {}\n",
        container.as_bytes().len(),
        style::strong(&input.name),
        style::dim(parts)
    )
}

/// Everything about a file.
fn all(input: &Input, container: &Container<'_>) -> String {
    let verdict = container.verify_digest();
    let mut facts = vec![format!("{} bytes", container.as_bytes().len())];
    facts.extend(target(container));
    facts.push(format!(
        "digest {} {}",
        container.digest(),
        colored(verdict)
    ));
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
    let mut table = Table::new(["#", "part", "offset", "size", "read", "what it is"]);
    for (index, part) in container.parts().enumerate() {
        table.push(vec![
            index.to_string(),
            part.fourcc.to_string(),
            format!("{:#x}", part.offset),
            part.data.len().to_string(),
            reading(&part).into(),
            about(&part).into(),
        ]);
    }
    text.push_str(&table.render(2));
    text
}

fn line_of_json(input: &Input, container: &Container<'_>) -> Value {
    let parts = container.parts().map(|part| {
        let (fourcc, offset) = (part.fourcc.to_string(), part.offset);
        let (size, is) = (part.data.len(), about(&part));
        json!({ "fourcc": fourcc, "offset": offset, "size": size, "is": is, "read": reading(&part) })
    });
    json!({
        "path": input.name,
        "in_pdb": input.is_in_pdb,
        "size": container.as_bytes().len(),
        "target": target(container),
        "digest": container.digest().to_string(),
        "verdict": word(container.verify_digest()),
        "trailing": container.trailing().len(),
        "parts": parts.collect::<Vec<_>>(),
    })
}

//! `dxobj scan`: containers inside of any other files.

use std::path::Path;

use dxc_format::{Container, pdb, scan};
use serde_json::{Value, json};

use super::ls::target;
use crate::arguments::{Common, Scan};
use crate::files::{self, Found, Input, Problem, Wanted};
use crate::json::Line;
use crate::outcome::Outcome;
use crate::report::Report;
use crate::text::Text;
use crate::verdict::{colored, word};
use crate::{edit, run, style};

pub(crate) fn run(scan: &Scan, common: &Common) -> Outcome {
    let mut count = 0;
    let outcome = run::each_counted(
        &scan.files,
        Wanted::All,
        common,
        |found| search(found, found.bytes()?, scan),
        |hits| count += hits,
    );
    outcome.max(Outcome::found(count == 0))
}

/// A container, and where it is.
struct Hit {
    place: String,
    offset: Option<usize>,
    bytes: Vec<u8>,
}

/// The report on a file, and the number of containers in it.
pub(crate) fn search(
    found: &Found,
    bytes: Vec<u8>,
    scan: &Scan,
) -> Result<(Report, usize), Problem> {
    let hits = hits(&bytes);
    let (mut text, mut lines) = (Text::default(), Vec::<Value>::new());
    for hit in &hits {
        let Ok(container) = Container::parse(&hit.bytes) else {
            continue;
        };
        let path = scan
            .extract
            .as_deref()
            .map(|folder| extract(found, folder, hit))
            .transpose()?;
        let target = target(&container);
        let verdict = container.verify_digest();
        let parts = container.parts().map(|part| part.fourcc.to_string());
        let parts: Vec<String> = parts.collect();
        let size = hit.bytes.len();
        if scan.json {
            lines.push(json!({
                "offset": hit.offset, "place": hit.place, "size": size, "target": target, "verdict": word(verdict),
                "parts": parts, "extracted": path,
            }));
            continue;
        }
        let target = target.as_deref().unwrap_or("-");
        let about = format!(" {}: {size} bytes  {target:<7} ", hit.place);
        let parts = style::dim(parts.join(" "));
        text.line(style::strong(found.name()) + about + colored(verdict) + "  " + parts);
        if let Some(path) = path {
            text.line(format!("  {path}"));
        }
    }
    if scan.json {
        text = Line::new(&found.path, json!({ "containers": lines })).text();
    }
    let report = Report::text(text);
    let report = match hits.is_empty() {
        true => report.absence(&Input::new(found, bytes), "no container", "no container"),
        false => report,
    };
    Ok((report, hits.len()))
}

/// The containers in a file, and in the PDB files in them.
fn hits(bytes: &[u8]) -> Vec<Hit> {
    // The pages of a PDB need not stand one behind the other.
    if let Some(Ok(inner)) = pdb::is_pdb(bytes).then(|| pdb::container(bytes)) {
        return vec![Hit {
            place: "in the PDB".into(),
            offset: None,
            bytes: inner,
        }];
    }
    let mut hits = Vec::new();
    for found in scan::containers(bytes) {
        let place = format!("at {:#x}", found.offset);
        let inner = pdb::embedded(&found.container);
        hits.push(Hit {
            place: place.clone(),
            offset: Some(found.offset),
            bytes: found.container.as_bytes().to_vec(),
        });
        if let Ok(Some(bytes)) = inner {
            hits.push(Hit {
                place: format!("{place}, in the PDB in PRIV"),
                offset: None,
                bytes,
            });
        }
    }
    hits
}

fn extract(found: &Found, folder: &Path, hit: &Hit) -> Result<String, Problem> {
    let ending = match hit.offset {
        Some(offset) => format!("{offset:08x}.dxbc"),
        None => "pdb.dxbc".into(),
    };
    let path = edit::named_after(found, folder, &ending);
    edit::write_new(&path, &hit.bytes)?;
    Ok(files::name(&path))
}

//! `dxobj scan`: finds containers embedded in other files, in texts and in other containers.

use std::path::Path;

use dxc_document::encoded::{self, Encoding};
use dxc_format::runtime::limits::Budget;
use dxc_format::{Container, Limits, pdb, scan};
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

/// A container that was found, and its location.
struct Hit {
    place: String,
    /// The offset in the file; if the container is written as text, of its first digit. `None` in a PDB, or inside a
    /// container that is written as text.
    offset: Option<usize>,
    /// The encoding if the container is written as text; `None` if it is binary.
    encoding: Option<Encoding>,
    /// The suffix of the name of the extracted file.
    ending: String,
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
            .map(|folder| extract(found, scan, folder, hit))
            .transpose()?;
        let target = target(&container);
        let verdict = container.verify_digest();
        let parts = container.parts().map(|part| part.fourcc.to_string());
        let parts: Vec<String> = parts.collect();
        let size = hit.bytes.len();
        if scan.json {
            let mut line = json!({
                "offset": hit.offset, "place": hit.place, "size": size, "target": target, "verdict": word(verdict),
                "parts": parts, "extracted": path,
            });
            if let Some(encoding) = hit.encoding {
                line["encoding"] = encoding.to_string().into();
            }
            lines.push(line);
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
    let report = if hits.is_empty() {
        report.absence(&Input::new(found, bytes), "no container", "no container")
    } else {
        report
    };
    Ok((report, hits.len()))
}

/// Finds the containers in a file: in its bytes, in digits if it is text, and in the parts and PDBs of these
/// containers.
fn hits(bytes: &[u8]) -> Vec<Hit> {
    let mut search = Search {
        hits: Vec::new(),
        claims: Budget::new("claims", Limits::of_input(bytes.len()).claims),
    };
    // The pages of a PDB need not be contiguous.
    if let Some(Ok(inner)) = pdb::is_pdb(bytes).then(|| pdb::container(bytes)) {
        search.add_outermost("in the PDB".into(), None, "pdb", &inner);
        return search.hits;
    }
    search.add_all(bytes, 0, "", 0);
    for found in encoded::containers(bytes) {
        let place = format!("at {:#x}, as {}", found.offset, found.encoding);
        let ending = format!("{:08x}", found.offset);
        let first = search.hits.len();
        search.add_outermost(place, Some(found.offset), &ending, &found.bytes);
        if let Some(hit) = search.hits.get_mut(first) {
            hit.encoding = Some(found.encoding);
        }
    }
    search.hits
}

/// The maximum depth of containers within containers.
const DEPTH: usize = 8;

struct Search {
    hits: Vec<Hit>,
    /// The remaining number of bytes of parts to search: parts may share bytes.
    claims: Budget,
}

impl Search {
    /// Adds all containers in a range of bytes that begins at an offset of the file.
    fn add_all(&mut self, bytes: &[u8], base: usize, within: &str, depth: usize) {
        for found in scan::containers(bytes) {
            let offset = base + found.offset;
            let place = format!("at {offset:#x}{within}");
            self.add(
                place.clone(),
                Some(offset),
                format!("{offset:08x}"),
                &found.container,
            );
            self.add_pdb(&place, &format!("{offset:08x}"), &found.container);
            for part in found.container.parts() {
                if depth < DEPTH
                    && !pdb::is_pdb(part.data)
                    && self.claims.take(part.data.len()).is_ok()
                {
                    let within = format!(", in {}{within}", part.fourcc);
                    self.add_all(part.data, offset + part.data_offset, &within, depth + 1);
                }
            }
        }
    }

    /// Adds a container whose bytes are not a range of the file, and the containers in its parts.
    fn add_outermost(&mut self, place: String, offset: Option<usize>, ending: &str, bytes: &[u8]) {
        let Ok(container) = Container::parse(bytes) else {
            return;
        };
        self.add(place.clone(), offset, ending.into(), &container);
        self.add_pdb(&place, ending, &container);
        let first = self.hits.len();
        for part in container.parts() {
            if self.claims.take(part.data.len()).is_ok() {
                let within = format!(" of the container {place}, in {}", part.fourcc);
                self.add_all(part.data, part.data_offset, &within, 1);
            }
        }
        for hit in self.hits.iter_mut().skip(first) {
            hit.offset = None;
            hit.ending = format!("{ending}.{}", hit.ending);
        }
    }

    /// Adds the container of the PDB in the PRIV part of a container.
    fn add_pdb(&mut self, place: &str, ending: &str, outer: &Container<'_>) {
        if let Ok(Some(bytes)) = pdb::embedded(outer)
            && let Ok(inner) = Container::parse(&bytes)
        {
            let place = format!("{place}, in the PDB in PRIV");
            self.add(place, None, format!("{ending}.pdb"), &inner);
        }
    }

    fn add(
        &mut self,
        place: String,
        offset: Option<usize>,
        ending: String,
        container: &Container<'_>,
    ) {
        self.hits.push(Hit {
            place,
            offset,
            encoding: None,
            ending,
            bytes: container.as_bytes().to_vec(),
        });
    }
}

fn extract(found: &Found, scan: &Scan, folder: &Path, hit: &Hit) -> Result<String, Problem> {
    let ending = format!("{}.dxbc", hit.ending);
    let path = edit::named_like(found, scan.files.len() > 1, folder, &ending);
    edit::write_new(folder, &path, &hit.bytes)?;
    Ok(files::name(&path))
}

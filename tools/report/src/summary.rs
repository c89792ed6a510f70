//! Summarizes a file: its parts, bindings, signatures, root signatures and findings.

use dxc_format::digest::Verdict;
use dxc_format::header::{self, Header};
use dxc_format::runtime::limits::Budget;
use dxc_format::{Container, Limits, PartInfo, types::Fixed};
use dxc_shader::{Finding, Rule, Severity, finding_message};
use serde_json::{Value, json};

use crate::salvage::{self, ENTRY};
use crate::tables::{self, BindingRange, short};
use crate::{File, instructions, reflection, root_signatures};

/// The number of parts that are listed for a file of this size.
pub(crate) fn most_parts(len: usize) -> usize {
    // The summary of a part takes some hundred bytes.
    let most = limits(len).output / 2048;
    usize::try_from(most).unwrap_or(usize::MAX)
}

/// The limits for the page of a file of this size; the page has the file twice.
pub fn limits(len: usize) -> Limits {
    let mut limits = Limits::of_input(len);
    let len = len as u64;
    limits.memory = (16 << 20).max(len.saturating_mul(7));
    limits.output = limits.output.min((12 << 20).max(len.saturating_mul(8)));
    limits
}

/// The fraction of the output that sources may take, and also the messages of findings: one in this many.
const SHARE: u64 = 8;

/// The summary of a file, without the fields of its parts.
pub(crate) fn of(file: &File) -> Value {
    let bytes = file.bytes();
    let limits = limits(bytes.len());
    let mut found = salvage::parts(bytes);
    let most = most_parts(bytes.len());
    let parts: Vec<Value> = found.by_ref().take(most).map(part).collect();
    let left_out = found.count();
    let mut said = json!({
        "name": file.name,
        "origin": file.origin,
        "size": bytes.len(),
        "header": header(bytes),
        "parts": parts,
        "parts_left_out": left_out,
    });
    let container = match (&file.problem, Container::parse(bytes)) {
        (Some(problem), _) => {
            said["problem"] = json!({ "text": problem, "hint": file.hint() });
            return said;
        }
        (None, Ok(container)) => container,
        (None, Err(problem)) => {
            said["problem"] = json!({ "text": problem.to_string(), "at": problem.file_offset(), "hint": file.hint() });
            return said;
        }
    };
    let version = container.header().version;
    let target = dxc_shader::target_profile(&container).ok().flatten();
    said["target"] = json!(target.map(|target| target.to_string()));
    said["version"] = format!("{}.{}", version.major, version.minor).into();
    said["digest"] = digest(&container);
    let (findings, count) = findings(&container, &limits);
    said["findings"] = findings;
    said["broken"] = count.into();
    let (bindings, places) = bindings(&container, &limits);
    said["bindings"] = bindings;
    said["signatures"] = tried(tables::signatures(&container, &limits).map(|tables| json!(tables)));
    let [facts, functions, nodes, buffers] = reflected(&container, &limits);
    said["facts"] = facts;
    said["functions"] = functions;
    said["nodes"] = nodes;
    said["buffers"] = buffers;
    let most = limits.output / SHARE;
    said["instructions"] = tried(instructions::of(&container, &places, most));
    said["root_signatures"] = tried(root_signatures::all(&container, &limits).map(Value::from));
    said["sources"] = tried(sources(&container, &limits));
    said
}

/// The size of the header and the directory in bytes.
fn header(bytes: &[u8]) -> usize {
    let is_there = Header::decode(bytes).is_some_and(|header| header.magic == header::MAGIC);
    let header = if is_there { Header::SIZE } else { 0 };
    header + salvage::directory(bytes).len() * ENTRY
}

/// A value, or an object with the error.
fn tried(read: dxc_format::Result<Value>) -> Value {
    read.unwrap_or_else(
        |problem| json!({ "problem": problem.to_string(), "at": problem.file_offset() }),
    )
}

fn part(part: salvage::FoundPart<'_>) -> Value {
    let about = PartInfo::find(part.fourcc, part.data);
    json!({
        "fourcc": part.fourcc.to_string(),
        "offset": part.offset,
        "size": part.size,
        "whole": part.data_offset - part.offset + part.data.len(),
        "name": about.map(|about| about.name),
        "doc": about.map(|about| about.doc),
        "typed": about.is_some_and(|about| about.holds.is_some()),
    })
}

/// The rule for the digest.
static DIGEST: Rule = Rule::new(
    "digest",
    "the digest is that of the content",
    "DXC DxilContainer.h, `DxilContainerHash`",
)
.message("the file has {}, its content gives {expected}");

/// The finding for a wrong digest, if the verdict is that it is wrong.
pub fn wrong_digest(container: &Container<'_>, verdict: Verdict) -> Option<Finding> {
    let Verdict::Differs { computed } = verdict else {
        return None;
    };
    let finding = Finding::new(&DIGEST, "header.digest", container.digest().to_string());
    Some(finding.expecting(computed.to_string()))
}

fn digest(container: &Container<'_>) -> Value {
    let verdict = container.verify_digest();
    let grade = match verdict {
        Verdict::Matches => "good",
        Verdict::Differs { .. } => "bad",
        _ => "special",
    };
    json!({ "hex": container.digest().to_string(), "verdict": verdict.to_string(), "grade": grade })
}

/// The findings, and their number as in `dxobj validate`: omitted ones are included, unreadable parts are not.
fn findings(container: &Container<'_>, limits: &Limits) -> (Value, usize) {
    let report = dxc_shader::validate(container);
    let digest = wrong_digest(container, container.verify_digest());
    let is_broken = |finding: &&Finding| finding.rule.severity != Severity::Unreadable;
    let more = report.truncated().iter().map(|truncated| truncated.count);
    let count = digest.iter().chain(report.iter()).filter(is_broken).count() + more.sum::<usize>();
    let truncated = report.truncated().iter().map(|truncated| {
        json!({
            "rule": truncated.rule.name,
            "part": null,
            "path": "",
            "message": format!("{} more findings", truncated.count),
        })
    });
    // A message may contain a long name that other messages contain, too.
    let mut left = Budget::new("output", limits.output / SHARE);
    let fits = |finding: &&Finding| left.take(finding_message(finding).len()).is_ok();
    let all = digest.iter().chain(report.iter());
    let shown = all.take_while(fits).map(|finding| {
        json!({
            "rule": finding.rule.name,
            "part": finding.part.map(|part| part.to_string()),
            "path": finding.path,
            "message": short(&finding_message(finding)),
        })
    });
    (shown.chain(truncated).collect(), count)
}

/// The properties of the shader as a whole, its functions, and the layouts of its buffers.
fn reflected(container: &Container<'_>, limits: &Limits) -> [Value; 4] {
    match dxc_shader::reflect_within(container, &reflection::limits(limits)) {
        Ok(Some(read)) => {
            let mut limits = *limits;
            limits.output /= SHARE;
            [
                json!(reflection::facts(&read)),
                json!(reflection::library(&read, &limits)),
                json!(reflection::work_graph(&read, &limits)),
                json!(reflection::buffers(&read, &limits)),
            ]
        }
        Ok(None) => [const { Value::Null }; 4],
        Err(problem) => {
            let problem = tried(Err(problem));
            [problem.clone(), Value::Null, Value::Null, problem]
        }
    }
}

/// The table of bindings, and their registers; null if no part stores bindings.
fn bindings(container: &Container<'_>, limits: &Limits) -> (Value, Vec<BindingRange>) {
    match tables::placed_bindings(container, limits) {
        Ok(Some((table, places))) => (json!(table), places),
        Ok(None) => (Value::Null, Vec::new()),
        Err(problem) => (tried(Err(problem)), Vec::new()),
    }
}

fn sources(container: &Container<'_>, limits: &Limits) -> dxc_format::Result<Value> {
    let Some(sources) = dxc_shader::sources(container)? else {
        return Ok(Value::Null);
    };
    let size: usize = sources.files.iter().map(|file| file.text.len()).sum();
    if size as u64 > limits.output / SHARE {
        let problem = format!("the sources take {size} bytes; `dxobj sources` extracts them");
        return Ok(json!({ "problem": problem }));
    }
    let files = sources
        .files
        .iter()
        .map(|file| json!({ "name": file.name, "text": file.text }));
    let files: Vec<Value> = files.collect();
    Ok(json!({ "files": files, "arguments": dxc_shader::sources::command_line(&sources) }))
}

#[cfg(test)]
mod tests {
    use super::limits;

    /// The numbers of SECURITY.md: constants for small files, and multiples for larger ones.
    #[test]
    fn a_page_takes_a_multiple_of_its_file() {
        let taken = |len: usize| (limits(len).memory, limits(len).output);
        // Of an empty file, the usual limit of the output is less.
        assert_eq!(taken(0), (16 << 20, 1 << 19));
        assert_eq!(taken(1 << 20), (16 << 20, 12 << 20));
        assert_eq!(taken(3 << 20), (21 << 20, 24 << 20));
    }
}

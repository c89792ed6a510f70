//! Compares the results for damaged files with LLVM 22: if both read a file without a crash, the results are equal.
//!
//! Judge: LLVM 22's obj2yaml.

use std::collections::BTreeMap;

use dxc_document::{Document, Node};
use dxc_format::{Container, FourCC, PartView, parts};

use crate::documents::{Difference, compare, reason};
use crate::tools;

/// Files with the parts that LLVM knows.
const FILES: [&str; 5] = [
    "vs_basic.psv-v3.dxil",
    "hs_patch.sm61.dxil",
    "cs_reduce.sm60.dxil",
    "rs_only.v1_0.dxil",
    "rs_only.v1_1.dxil",
];

/// The parts of which LLVM reads more than the size; programs are bitcode.
const KNOWN: [FourCC; 7] = [
    parts::SFI0,
    parts::ISG1,
    parts::OSG1,
    parts::PSG1,
    parts::PSV0,
    parts::RTS0,
    parts::HASH,
];

/// The number of bytes of a part that are damaged, each in a separate file.
const DAMAGED: usize = 16;

/// The result of LLVM for a file.
enum Verdict {
    Read(String),
    Refused(String),
    /// It crashed by a signal, or by an assertion.
    Died,
}

fn llvm(file: &[u8]) -> Verdict {
    let output = tools::run("obj2yaml-22", &[] as &[&str], file);
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    match output.status.code() {
        Some(0) => Verdict::Read(text(output.stdout)),
        Some(1) => Verdict::Refused(text(output.stderr)),
        _ => Verdict::Died,
    }
}

/// A document, if every part of the file can be read.
fn ours(file: &[u8]) -> Result<Document, String> {
    let container = Container::parse(file).map_err(|error| error.to_string())?;
    for part in container.parts() {
        PartView::parse(part.fourcc, part.data).map_err(|error| error.to_string())?;
    }
    Document::for_llvm(&container, 22).map_err(|error| error.to_string())
}

/// For each damaged byte, a file, and the location of the byte.
fn damaged(file: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut made = Vec::new();
    let container = Container::parse(file).unwrap();
    for part in container
        .parts()
        .filter(|part| KNOWN.contains(&part.fourcc))
    {
        let step = part.data.len().div_ceil(DAMAGED);
        for (index, at) in (0..part.data.len()).step_by(step).enumerate() {
            let mut bytes = file.to_vec();
            let mask = [1, 0xff, 0x10][index % 3];
            bytes[part.data_offset + at] ^= mask;
            made.push((format!("{} byte {at} ^ {mask}", part.fourcc), bytes));
        }
    }
    made
}

/// Whether LLVM wrote nothing for a value of a part.
fn has_nothing(theirs: &Node) -> bool {
    match theirs {
        Node::Nothing => true,
        Node::List(nodes) => nodes.iter().any(has_nothing),
        Node::Map(map) => map.0.iter().any(|(_, node)| has_nothing(node)),
        _ => false,
    }
}

/// The reason why LLVM's document of a damaged file differs from ours.
fn reason_of_damage(difference: &Difference) -> Option<&'static str> {
    let Difference { path, ours, theirs } = difference;
    let (Some(ours), Some(theirs)) = (ours, theirs) else {
        let is_left_out = ours.is_none() && theirs.as_ref().is_some_and(has_nothing);
        return is_left_out
            .then_some("LLVM has no word for a value, so our document lacks the part");
    };
    let has = |key: &str| matches!(ours, Node::Map(map) if map.get(key).is_some());
    match theirs {
        Node::Nothing => Some("LLVM has no word for the value, and writes nothing"),
        Node::Text(_) if has("Offset") => Some("the name is no UTF-8, or is outside of its table"),
        Node::Text(text) if has("Bits") && text == "nan" => Some("LLVM knows one NaN"),
        Node::List(_) | Node::Bytes(_) if has("Start") && path.ends_with(".Indices") => {
            Some("the run leaves its table, and LLVM reads the bytes behind it")
        }
        _ => None,
    }
}

#[test]
fn llvm_reads_the_same_of_damaged_files() {
    let (mut counts, mut problems) = (BTreeMap::new(), Vec::new());
    for name in FILES {
        let file = std::fs::read(tests::data().join("dxc").join(name)).unwrap();
        for (place, bytes) in damaged(&file) {
            let what = match (ours(&bytes), llvm(&bytes)) {
                (Ok(ours), Verdict::Read(theirs)) => match Document::from_yaml(&theirs) {
                    Ok(theirs) => {
                        let mut differences = Vec::new();
                        compare("", ours.node(), theirs.node(), &mut differences);
                        let left = differences
                            .iter()
                            .filter(|found| reason(found).or(reason_of_damage(found)).is_none());
                        problems.extend(left.map(|found| format!("{name}: {place}: {found}")));
                        "both read it".to_owned()
                    }
                    // LLVM prints nothing for values that it does not know.
                    Err(_) => "LLVM writes no YAML".to_owned(),
                },
                (Ok(_), Verdict::Refused(problem)) => format!("LLVM refuses it: {problem}"),
                (Err(problem), Verdict::Read(_)) => format!("only LLVM reads it: {problem}"),
                (Err(_), Verdict::Refused(_)) => "both refuse it".to_owned(),
                (_, Verdict::Died) => "LLVM dies".to_owned(),
            };
            *counts.entry(what).or_insert(0) += 1;
        }
    }
    println!("{counts:#?}");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(counts["both read it"] > 120, "{counts:?}");
}

//! Implements `Serialize` for findings and mismatches.

use super::{Text, impl_map};
use crate::finding::{Finding, PartPath, finding_message};
use crate::linkage::Mismatch;
use crate::pipelines::{D3D11MessageId, D3D12MessageId};
use crate::report::Truncated;

impl_map! { place: PartPath {
    "part" => Text(place.part),
    "field" => place.path,
}}

impl_map! { truncated: Truncated {
    "rule" => truncated.rule.name,
    "count" => truncated.count,
}}

impl_map! { finding: Finding {
    "rule" => finding.rule.name,
    "part" => finding.part.map(Text),
    "field" => finding.path,
    "at" => finding.at,
    "against" => finding.against,
    "found" => finding.found,
    "expected" => finding.expected,
    "message" => finding_message(finding),
    "requirement" => finding.rule.requirement,
    "severity" => finding.rule.severity.name(),
    "since" => finding.rule.severity.since(),
    "source" => finding.rule.source,
}}

/// A message of Direct3D 12's debug layer.
struct Message12(D3D12MessageId);

impl_map! { message: Message12 {
    "number" => message.0.0,
    "name" => Text(message.0),
}}

/// A message of Direct3D 11's debug layer.
struct Message11(D3D11MessageId);

impl_map! { message: Message11 {
    "number" => message.0.0,
    "name" => Text(message.0),
}}

impl_map! { mismatch: Mismatch {
    "rule" => mismatch.rule.name,
    "message" => mismatch.text,
    "severity" => if mismatch.is_warning() { "warning" } else { "error" },
    "d3d12" => Message12(mismatch.message),
    "d3d11" => mismatch.d3d11().map(Message11),
    "semantic" => mismatch.semantic.as_ref().map(|semantic| &semantic.name),
    "index" => mismatch.semantic.as_ref().map(|semantic| semantic.index),
    "part" => mismatch.place.as_ref().map(|place| Text(place.part)),
    "field" => mismatch.place.as_ref().map(|place| &place.path),
    "against" => mismatch.against,
    "found" => mismatch.found,
    "requirement" => mismatch.rule.requirement,
    "source" => mismatch.rule.source,
}}

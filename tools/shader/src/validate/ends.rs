//! Checks that parts end after their last field. Bytes after it may belong to a newer version, if the part has one.

use alloc::collections::BTreeSet;

use super::parts::is_of_fxc;
use super::rules::{HASH_SIZE, PART_END, PART_LAYOUT};
use crate::report::Report;
use dxc_format::parts::PartView;
use dxc_format::rdat::RuntimeData;
use dxc_format::runtime::limits::Budget;
use dxc_format::runtime::shape::DocumentForm;
use dxc_format::runtime::walk::{Content, Sink, Span};
use dxc_format::srci::PdbInfoPart;
use dxc_format::{Container, Limits};

/// Checks all parts, except for those of FXC, which pads some, and those whose bytes were compared with those that DXC
/// writes.
pub(super) fn check(container: &Container<'_>, limits: &Limits, findings: &mut Report) {
    let compared = [HASH_SIZE.name, PART_LAYOUT.name];
    let compared = findings
        .iter()
        .filter(|finding| compared.contains(&finding.rule.name));
    let mut skipped: BTreeSet<_> = compared.filter_map(|finding| finding.part).collect();
    let mut claims = Budget::new("claims", limits.claims);
    for part in container.parts() {
        if is_of_fxc(part.fourcc)
            || !skipped.insert(part.fourcc)
            || claims.take(part.data.len()).is_err()
        {
            continue;
        }
        let mut end = End::default();
        let read = PartView::walk(part.fourcc, part.data, &mut end);
        if !read.is_ok_and(|view| end.is_newer || has_newer_version(&view)) {
            let found = format_args!("{} bytes follow the last field", end.trailing);
            findings.check(
                end.trailing == 0,
                &PART_END,
                Some(part.fourcc),
                "trailing",
                found,
            );
        }
    }
}

/// Whether a part states a version that is not known, or that it has further data.
fn has_newer_version(view: &PartView<'_>) -> bool {
    match view {
        PartView::PipelineStateValidation(psv) => {
            psv.info().flags().is_some_and(|flags| !flags.is_empty())
        }
        PartView::RootSignature(root) => !root.version().is_known(),
        PartView::RuntimeData(data) => data.version() != RuntimeData::default().version,
        PartView::PdbInfoPart(info) => info.version() != PdbInfoPart::default().version,
        _ => false,
    }
}

/// Finds the end of a part, and records of newer versions.
#[derive(Default)]
struct End {
    /// The number of bytes after the last field.
    trailing: usize,
    is_newer: bool,
    /// The nesting depth of the next span; that of the fields of the part is 1.
    depth: usize,
}

impl Sink for End {
    fn span(&mut self, span: Span) {
        match span.content {
            Content::Trailing if self.depth <= 1 => self.trailing = span.size,
            Content::Sized { known, .. } => self.is_newer |= span.size > known,
            Content::Run { known, stride, .. } => self.is_newer |= stride > known,
            _ => {}
        }
    }

    fn enter(&mut self, _: &'static str, _: Option<usize>, _: &'static DocumentForm) {
        self.depth += 1;
    }

    fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }
}

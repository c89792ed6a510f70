//! Checks for containers that LLVM's reader refuses or misreads, while other readers accept them.

use alloc::vec::Vec;

use super::rules::{ELEMENT_NAMELESS, PROGRAM_MISSING, ROOT_PAYLOAD, ROOT_RANGES};
use super::shader::Shader;
use crate::report::Report;
use dxc_format::FourCC;
use dxc_format::parts::{DXIL, ILDB, PSV0, PartView, RTS0};
use dxc_format::runtime::shape::DocumentForm;
use dxc_format::runtime::strings::NO_STRING;
use dxc_format::runtime::walk::{Sink, Span};

/// Checks for containers that only LLVM refuses or misreads.
pub(super) fn check(shader: &Shader<'_>, findings: &mut Report) {
    let container = &shader.container;
    let has = |part: FourCC| container.find(part).is_some();
    let holds = !has(PSV0) || has(DXIL) || has(ILDB);
    let found = "there is a part PSV0, but neither DXIL nor ILDB";
    findings.check(holds, &PROGRAM_MISSING, None, "parts", found);
    check_names(shader, findings);
    if let Some(root) = container.find(RTS0) {
        let mut places = Places::default();
        if PartView::walk(RTS0, root.data, &mut places).is_ok() {
            places.check(root.data.len(), findings);
        }
    }
}

/// Checks that elements have names.
fn check_names(shader: &Shader<'_>, findings: &mut Report) {
    for (part, signature) in &shader.signatures {
        let Some(signature) = signature else { continue };
        for (index, element) in signature.elements().iter().enumerate() {
            let (holds, rule) = (element.name != NO_STRING, &ELEMENT_NAMELESS);
            let path = format_args!("elements[{index}].name");
            findings.check(holds, rule, Some(*part), path, "the element has no name");
        }
    }
}

/// The byte range of a root parameter's payload.
struct Payload {
    parameter: usize,
    name: &'static str,
    at: usize,
    size: usize,
}

/// The offsets of the payloads of the parameters, and of the static samplers, of a root signature.
#[derive(Default)]
struct Places {
    payloads: Vec<Payload>,
    samplers: Option<usize>,
    /// The path of the current field, from the outermost field on.
    entered: Vec<(&'static str, Option<usize>)>,
}

impl Sink for Places {
    fn span(&mut self, span: Span) {
        let Span { name, at, size, .. } = span;
        let mut indices = self.entered.iter().filter_map(|(_, index)| *index);
        let parameter = indices.next();
        let is_payload = self.entered.iter().any(|(name, _)| *name == "payload");
        match (parameter, size) {
            (_, 0) => {}
            (Some(parameter), _) if is_payload => self.payloads.push(Payload {
                parameter,
                name,
                at,
                size,
            }),
            _ if name == "samplers" => self.samplers = Some(at),
            _ => {}
        }
    }

    fn enter(&mut self, name: &'static str, index: Option<usize>, _: &'static DocumentForm) {
        self.entered.push((name, index));
    }

    fn leave(&mut self) {
        self.entered.pop();
    }
}

impl Places {
    /// Checks that ranges follow the header of their table, and that each payload ends before the samplers.
    fn check(&self, size: usize, findings: &mut Report) {
        let limit = self.samplers.unwrap_or(size);
        for payload in self
            .payloads
            .chunk_by(|one, other| one.parameter == other.parameter)
        {
            let Some(first) = payload.first() else {
                continue;
            };
            let place = format_args!("parameters[{}].payload", first.parameter);
            let mut expected = first.at;
            for Payload { name, at, size, .. } in payload {
                let found =
                    format_args!("{name} begin at {at:#x}, but LLVM reads them at {expected:#x}");
                let path = format_args!("{place}.{name}");
                findings.check(*at == expected, &ROOT_RANGES, Some(RTS0), path, found);
                expected = expected.saturating_add(*size);
            }
            let found = format_args!(
                "LLVM reads the payload up to {expected:#x}, and parameters up to {limit:#x}"
            );
            findings.check(expected <= limit, &ROOT_PAYLOAD, Some(RTS0), place, found);
        }
    }
}

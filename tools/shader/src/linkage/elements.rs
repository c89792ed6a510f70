//! Compares the inputs of a stage with the outputs of the stage before.

use alloc::format;
use alloc::string::String;

use super::Mismatches;
use super::links::{Interface, Source};
use super::mismatch::{Mismatch, title};
use super::rules::{
    COMPONENT_TYPE, LinkageRule, MASK, MESH_MASK, MIN_PRECISION, NEVER_WRITTEN, REGISTER,
    SEMANTIC_NOT_FOUND, SYSTEM_VALUE,
};
use super::stage::{Stage, StageElement};
use crate::finding::{PartPath, shown_text};
use crate::pipelines::PipelineStage;
use crate::signatures::{Components, has_register};
use dxc_format::FourCC;
use dxc_format::constants::{SemanticKind, ShaderKind, SigComponentType, SigMinPrecision};
use dxc_format::signature::SignatureElement;

/// The prefix of the names of system values.
const SYSTEM_PREFIX: &str = "SV_";

/// Two elements with the same semantic, and the differences between the linked stages.
pub(super) struct Pair<'s> {
    pub(super) stage: PipelineStage,
    pub(super) before: PipelineStage,
    pub(super) input: &'s StageElement,
    pub(super) output: &'s StageElement,
    pub(super) place: PartPath,
    pub(super) against: PartPath,
}

/// Checks that a stage finds its inputs among the outputs of the stage before.
pub(super) fn check(before: &Stage, stage: &Stage, found: &mut Mismatches) {
    for link in Interface::new(before, stage).links {
        let (input, place) = (link.input.element, link.input.path());
        match link.source {
            Source::Output(output) => Pair {
                stage: stage.stage,
                before: before.stage,
                input,
                output: output.element,
                place,
                against: output.path(),
            }
            .check(found),
            Source::System => {}
            Source::Missing => {
                let semantic = format!("{},{}", shown_text(&input.name), input.element.index);
                let rule = &SEMANTIC_NOT_FOUND;
                let mismatch = Mismatch::new(rule, stage.stage, Some(before.stage), &semantic);
                let values = format!("reads {}", location(&input.element));
                found.push(mismatch.about(input).at(Some(place), None).found(values));
            }
        }
    }
}

/// The path of an element.
pub(super) fn path(part: FourCC, index: usize) -> PartPath {
    PartPath::new(part, format!("elements[{index}]"))
}

/// Whether the outputs of a stage are linked to the next stage by semantic, regardless of the register.
pub(super) fn is_by_name(stage: PipelineStage) -> bool {
    stage.by_name()
}

/// Whether the system generates an input of a stage if the stage before does not write it.
pub(super) fn is_generated(
    input: &StageElement,
    before: PipelineStage,
    stage: PipelineStage,
) -> bool {
    let is_written = kind_of_semantic(&input.name)
        .zip(shader_kind(before))
        .is_some_and(|(kind, before)| kind.written_by().contains(&before));
    is_generated_first(input, stage) && !is_written
}

/// Whether the system generates an input of a vertex shader if the input layout does not have it.
pub(super) fn is_generated_first(input: &StageElement, stage: PipelineStage) -> bool {
    kind_of_semantic(&input.name)
        .zip(shader_kind(stage))
        .is_some_and(|(kind, stage)| kind.generated_for().contains(&stage))
}

/// The kind of the system value with this semantic name.
pub(super) fn kind_of_semantic(name: &str) -> Option<SemanticKind> {
    let (prefix, name) = name.split_at_checked(SYSTEM_PREFIX.len())?;
    let mut values = SemanticKind::TABLE.values.iter();
    let found = values.find(|entry| entry.name.eq_ignore_ascii_case(name));
    let found = found.filter(|_| prefix.eq_ignore_ascii_case(SYSTEM_PREFIX))?;
    SemanticKind::from_name(found.name)
}

/// The kind of the shaders of a stage.
pub(super) fn shader_kind(stage: PipelineStage) -> Option<ShaderKind> {
    ShaderKind::from_name(stage.name()?)
}

/// The register and the components of an element, such as `r1.xy`.
pub(super) fn location(element: &SignatureElement) -> String {
    let components = format!("{}", Components(element.mask)).replace(' ', "");
    if has_register(element) {
        format!("r{}.{components}", element.register)
    } else {
        "no register".into()
    }
}

/// The component type of an element. A type of minimum precision becomes its 32-bit type, since compilers store either.
pub(super) fn component_type(element: &SignatureElement) -> SigComponentType {
    let stored = element.component_type;
    let precise = stored.precise().map(SigComponentType::from);
    let has_precision = element.min_precision != SigMinPrecision::Default;
    precise.filter(|_| has_precision).unwrap_or(stored)
}

impl Pair<'_> {
    fn check(&self, found: &mut Mismatches) {
        let (input, output) = (&self.input.element, &self.output.element);
        let is_by_name = is_by_name(self.before);
        let has_registers = has_register(input) || has_register(output);
        if !is_by_name && has_registers && input.register != output.register {
            self.push(&REGISTER, location, found);
        }
        if component_type(input) != component_type(output) {
            let shown = |element: &SignatureElement| element.component_type;
            self.push(&COMPONENT_TYPE, shown, found);
        }
        let (read, written) = (Masks::of(input, is_by_name), Masks::of(output, is_by_name));
        let is_within = if is_by_name {
            read.all == written.all
        } else {
            read.all & !written.all == 0
        };
        if !is_within {
            let rule = if is_by_name { &MESH_MASK } else { &MASK };
            self.push(rule, location, found);
        }
        if input.system_value != output.system_value {
            self.push(&SYSTEM_VALUE, |element| element.system_value, found);
        }
        // Components that an output does not have also count as never written.
        let missing = read.exclusive & written.exclusive & written.all;
        if missing != 0 {
            let masks = Components(missing);
            let shown = |_: &SignatureElement| format!("{masks}").replace(' ', "");
            self.push(&NEVER_WRITTEN, shown, found);
        }
        if input.min_precision != output.min_precision {
            self.push(&MIN_PRECISION, |element| element.min_precision, found);
        }
    }

    /// Adds a mismatch that states the two values.
    pub(super) fn push<T: core::fmt::Display>(
        &self,
        rule: &'static LinkageRule,
        shown: impl Fn(&SignatureElement) -> T,
        found: &mut Mismatches,
    ) {
        self.push_in(rule, "", shown, found);
    }

    /// Like [`push`](Self::push), with a value for the placeholder of the text.
    pub(super) fn push_in<T: core::fmt::Display>(
        &self,
        rule: &'static LinkageRule,
        value: &str,
        shown: impl Fn(&SignatureElement) -> T,
        found: &mut Mismatches,
    ) {
        let mismatch = Mismatch::new(rule, self.stage, Some(self.before), value);
        let values = format!(
            "is {}, but {} in the {}",
            shown(&self.input.element),
            shown(&self.output.element),
            title(self.before).to_ascii_lowercase(),
        );
        let places = (Some(self.place.clone()), Some(self.against.clone()));
        let mismatch = mismatch.about(self.input).at(places.0, places.1);
        found.push(mismatch.found(values));
    }
}

/// The components of an element.
struct Masks {
    all: u8,
    /// The components that are always read, or never written.
    exclusive: u8,
}

impl Masks {
    /// The masks of an element. If elements are linked by name, the masks are shifted to the first component, because
    /// each stage packs its elements independently.
    fn of(element: &SignatureElement, is_by_name: bool) -> Self {
        let first = if is_by_name {
            element.mask.trailing_zeros()
        } else {
            0
        };
        let moved = |mask: u8| mask.checked_shr(first).unwrap_or_default();
        Self {
            all: moved(element.mask),
            exclusive: moved(element.exclusive_mask),
        }
    }
}

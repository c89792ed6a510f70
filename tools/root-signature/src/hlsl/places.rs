//! The locations of clauses and arguments in the text of a root signature.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use super::parse::argument_of_field;
use dxc_format::rts0::RootSignature;
use dxc_shader::{Finding, finding_message};

use crate::diagnostic::Diagnostic;
use crate::metadata::ClauseKind;
use crate::sources::Sources;

/// A root signature that was read from text, and the location of each field in that text.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Parsed {
    /// The value.
    pub signature: RootSignature,
    pub(super) places: Places,
    pub(super) sources: Arc<Sources>,
}

/// The locations of the clauses of a root signature, in the order of its value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Places {
    pub(super) whole: Range<usize>,
    pub(super) flags: Option<ClausePlaces>,
    pub(super) parameters: Vec<ClausePlaces>,
    pub(super) samplers: Vec<ClausePlaces>,
    /// The clauses in the order of the text.
    pub(super) order: Vec<ClauseKind>,
}

/// The locations of a clause, of its arguments by field, and of its inner clauses.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ClausePlaces {
    pub(super) whole: Range<usize>,
    pub(super) arguments: Vec<(&'static str, Range<usize>)>,
    pub(super) ranges: Vec<ClausePlaces>,
}

/// The field of a register.
pub(super) const REGISTER: &str = "shader_register";

impl Places {
    /// Maps positions in the string to positions in the text that contains it.
    pub(super) fn moved(&mut self, place: impl Fn(Range<usize>) -> Range<usize>) {
        self.whole = place(self.whole.clone());
        let flags = self.flags.iter_mut();
        for clause in flags.chain(&mut self.parameters).chain(&mut self.samplers) {
            clause.moved(&place);
        }
    }
}

impl ClausePlaces {
    fn moved(&mut self, place: &impl Fn(Range<usize>) -> Range<usize>) {
        let arguments = self.arguments.iter_mut().map(|(_, argument)| argument);
        for span in arguments.chain([&mut self.whole]) {
            *span = place(span.clone());
        }
        for range in &mut self.ranges {
            range.moved(place);
        }
    }

    /// Whether the clause has an argument for a field.
    pub(super) fn gives(&self, field: &str) -> bool {
        self.arguments.iter().any(|(name, _)| *name == field)
    }

    /// Records the argument for a field in a clause of this name; an error if there already is one.
    pub(super) fn give(
        &mut self,
        clause: &str,
        field: &'static str,
        place: Range<usize>,
    ) -> Result<(), Diagnostic> {
        if let Some((_, first)) = self.arguments.iter().find(|(name, _)| *name == field) {
            let what = match argument_of_field(field) {
                Some(argument) => alloc::format!("`{argument}`"),
                None => "a register".into(),
            };
            let wrong = Diagnostic::new(place, alloc::format!("`{clause}` already has {what}"));
            return Err(wrong.with_place(first.clone(), "here"));
        }
        // Most clauses have one argument, and there may be many clauses.
        self.arguments.reserve_exact(1);
        self.arguments.push((field, place));
        Ok(())
    }

    fn argument(&self, field: &str) -> Option<Range<usize>> {
        // For a range, the name is `base_shader_register`.
        let same = |name: &str| field == name || name == REGISTER && field.ends_with(name);
        let argument = self.arguments.iter().find(|(name, _)| same(name));
        argument.map(|(_, place)| place.clone())
    }
}

impl Parsed {
    /// The clauses in the order of the text, which is also their order in LLVM's metadata.
    pub fn order(&self) -> &[ClauseKind] {
        &self.places.order
    }

    /// The span of a field: of its argument, or of the clause if the argument is omitted. It may be in an included
    /// file; [`diagnostic`](Self::diagnostic) determines which.
    ///
    /// ```
    /// use dxc_format::constants::RootSignatureVersion;
    /// use dxc_root_signature::hlsl;
    ///
    /// let text = "CBV(b0), DescriptorTable(SRV(t1, flags = DATA_STATIC))";
    /// let parsed = hlsl::parse(text, RootSignatureVersion::V1_1, hlsl::Dialect::Clang).unwrap();
    /// let place = |path| &text[parsed.place(path)];
    /// assert_eq!(place("parameters[1].payload.ranges[0].flags"), "flags = DATA_STATIC");
    /// assert_eq!(place("parameters[1].payload.ranges[0].num_descriptors"), "SRV(t1, flags = DATA_STATIC)");
    /// assert_eq!(place("parameters[0].payload.shader_register"), "b0");
    /// ```
    pub fn place(&self, path: &str) -> Range<usize> {
        self.sources.span(self.place_in_sources(path))
    }

    /// The range of offsets of a field; offsets count through all files.
    pub(super) fn place_in_sources(&self, path: &str) -> Range<usize> {
        let mut within = &self.places.whole;
        let mut clause = None;
        for segment in path.split('.') {
            let (name, index) = indexed(segment);
            let list = match (name, clause) {
                ("parameters", None) => &self.places.parameters,
                ("samplers", None) => &self.places.samplers,
                ("flags", None) => {
                    let flags = self.places.flags.as_ref();
                    return flags.map_or_else(|| within.clone(), |flags| flags.whole.clone());
                }
                ("ranges", Some(clause)) => {
                    let clause: &ClausePlaces = clause;
                    &clause.ranges
                }
                (field, Some(clause)) => match clause.argument(field) {
                    Some(place) => return place,
                    None => continue,
                },
                _ => break,
            };
            let Some(found) = index.and_then(|index| list.get(index)) else {
                break;
            };
            (within, clause) = (&found.whole, Some(found));
        }
        within.clone()
    }

    /// The diagnostic for a finding of validation, at the clause or argument that caused it; `text` is the parsed text.
    pub fn diagnostic(&self, finding: &Finding, text: &str) -> Diagnostic {
        let wrong = Diagnostic::new(
            self.place_in_sources(&finding.path),
            finding_message(finding),
        );
        let wrong = wrong.with_help(alloc::format!(
            "the rule is `{}`, from {}",
            finding.rule.name,
            finding.rule.source
        ));
        wrong.located(text, &self.sources)
    }
}

/// A segment of a path, such as `ranges[3]`.
fn indexed(segment: &str) -> (&str, Option<usize>) {
    match segment
        .strip_suffix(']')
        .and_then(|rest| rest.split_once('['))
    {
        Some((name, index)) => (name, index.parse().ok()),
        None => (segment, None),
    }
}

//! Compares the register ranges of the resources that PSV0, RDAT and RDEF list.

use alloc::collections::BTreeMap;
use alloc::format;

use super::rules::{REFLECTED_RESOURCE, RESOURCE_MISSING};
use super::shader::Shader;
use crate::bindings::{self, Binding, Registers};
use crate::finding::{Finding, PartPath, Rule};
use crate::report::Report;
use dxc_format::FourCC;
use dxc_format::parts::{PSV0, RDAT, RDEF};

/// A range of registers: the number of the class, the space, the first register, and the last register unless it is
/// unbounded.
type Range = (u32, u32, u32, Option<u32>);

/// The ranges of a part, each with the index of its first record.
struct Ranges<'a> {
    part: FourCC,
    /// The name of the field that lists them.
    run: &'static str,
    records: BTreeMap<Range, (usize, Binding<'a>)>,
}

impl<'a> Ranges<'a> {
    fn collect(
        part: FourCC,
        run: &'static str,
        bindings: impl Iterator<Item = Binding<'a>>,
    ) -> Self {
        let mut records = BTreeMap::new();
        for (index, binding) in bindings.enumerate() {
            let Binding {
                class,
                space,
                first,
                last,
                ..
            } = binding;
            let range = (class.0, space, first, last);
            records.entry(range).or_insert((index, binding));
        }
        Self { part, run, records }
    }

    /// The ranges that the other part does not have.
    fn missing_in(&self, other: &Self, rule: &'static Rule) -> impl Iterator<Item = Finding> {
        let missing = self
            .records
            .iter()
            .filter(|(range, _)| !other.records.contains_key(range));
        missing.map(move |(_, (index, binding))| {
            let place = PartPath::new(self.part, format!("{}[{index}]", self.run));
            let against = PartPath::new(other.part, other.run);
            let (registers, space) = (Registers::of(binding), binding.space);
            let found = format!("{against} has no resource {registers} in space {space}");
            Finding::between(rule, place, against, found)
        })
    }
}

/// Compares the first part that lists resources with the other parts.
pub(super) fn check(shader: &Shader<'_>, findings: &mut Report) {
    let psv = shader.psv.as_ref();
    let psv = psv.filter(|_| shader.psv_stores("resources"));
    let pipeline = psv.map(|psv| {
        let resources = psv.resources.iter();
        Ranges::collect(PSV0, "resources", resources.map(bindings::of_pipeline))
    });
    let library = shader
        .runtime_data
        .map(|data| Ranges::collect(RDAT, "resources", bindings::of_library(&data)));
    let reflection = shader.definitions.map(|definitions| {
        let stored = definitions.bindings().into_iter();
        Ranges::collect(
            RDEF,
            "bindings",
            stored.map(|binding| Binding::from(&binding)),
        )
    });
    let mut listed = [pipeline, library, reflection].into_iter().flatten();
    let Some(first) = listed.next() else { return };
    for other in listed {
        let rule = match other.part {
            RDEF => &REFLECTED_RESOURCE,
            _ => &RESOURCE_MISSING,
        };
        findings.extend(first.missing_in(&other, rule));
        findings.extend(other.missing_in(&first, rule));
    }
}

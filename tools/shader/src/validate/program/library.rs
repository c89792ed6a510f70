//! Compares RDAT with the functions and resources of a library.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;

use super::Program;
use super::elements::low_byte;
use super::rules::{PROGRAM_FUNCTION, PROGRAM_RESOURCE};
use crate::finding::{Finding, PartPath};
use crate::report::Report;
use crate::validate::layout;
use crate::validate::rows::Name;
use crate::validate::shader::Shader;
use dxc_format::constants::{ShaderKind, ShaderStage};
use dxc_format::parts::{Part, PartView, RDAT};
use dxc_format::rdat::{FunctionKind, FunctionRecord, ResourceRecord, RuntimeData};
use dxc_format::runtime::Sequence as _;
use dxc_format::types::Lookup;
use dxc_format::{Container, TableStyle};
use dxil::{EntryPoint, ValueId};

impl Program<'_> {
    /// Compares RDAT with the RDAT that DXC writes for the program, except for values that depend on instructions.
    pub(super) fn check_library(&self, shader: &Shader<'_>, findings: &mut Report) {
        let Some(data) = &shader.runtime_data else {
            return;
        };
        let (lookup, count) = (data.lookup(), findings.count());
        self.check_functions(&lookup, findings);
        self.check_records(&lookup, findings);
        if findings.count() == count {
            check_layout(&shader.container, findings);
        }
    }

    fn check_functions(&self, lookup: &Lookup<'_, RuntimeData>, findings: &mut Report) {
        let mut functions = self.functions();
        for (index, stated) in lookup.rows::<FunctionRecord>().iter().enumerate() {
            let name = lookup.string(stated.name).unwrap_or_default();
            let Some(entry) = functions.remove(name) else {
                let name = Name::Text(name).shown();
                let found = format!("the program has no function {name}");
                let path = format!("functions[{index}].name");
                findings.push(Finding::new(&PROGRAM_FUNCTION, path, found).within_part(RDAT));
                continue;
            };
            let expected = function_record(&stated, entry.map(|(_, entry)| entry));
            let against = match entry {
                Some((entry, _)) => format!("entry_points[{entry}]"),
                None => "module.values".into(),
            };
            let place = (RDAT, format!("functions[{index}]"));
            let pair = self.pair(&PROGRAM_FUNCTION, place, against);
            pair.compare(&stated, &expected, ShaderStage::default(), findings);
        }
        for name in functions.into_keys() {
            let found = format!("RDAT has no function {}", Name::Text(&name).shown());
            let (place, against) = (
                PartPath::new(RDAT, "functions"),
                self.place("module.values"),
            );
            findings.push(Finding::between(&PROGRAM_FUNCTION, place, against, found));
        }
    }

    /// The functions with a body by name; an entry point has its index in the metadata.
    fn functions(&self) -> BTreeMap<Cow<'_, str>, Option<(usize, &EntryPoint)>> {
        let entries = self.module.entry_points.iter().enumerate();
        let entries = entries.filter_map(|(index, entry)| Some((entry.function?, (index, entry))));
        let entries: BTreeMap<ValueId, _> = entries.collect();
        let functions = self.module.module.functions();
        let functions = functions.filter(|one| !one.is_declaration() && !one.name().is_empty());
        functions
            .map(|one| {
                let name = String::from_utf8_lossy(one.name());
                (name, entries.get(&one.value()).copied())
            })
            .collect()
    }

    fn check_records(&self, lookup: &Lookup<'_, RuntimeData>, findings: &mut Report) {
        let stated = lookup.rows::<ResourceRecord>();
        let expected = self.resources_in_order();
        let counts = [stated.len(), expected.len()];
        let both = self.pair(&PROGRAM_RESOURCE, (RDAT, "resources"), "resources");
        if !both.have_equal_counts(counts, findings) {
            return;
        }
        for (index, (stated, (own, resource))) in stated.iter().zip(expected).enumerate() {
            let expected = crate::validate::program::resources::library_record(resource, &stated);
            let place = (RDAT, format!("resources[{index}]"));
            let pair = self.pair(&PROGRAM_RESOURCE, place, format!("resources[{own}]"));
            pair.compare(&stated, &expected, ShaderStage::default(), findings);
            let name = lookup.string(stated.name).unwrap_or_default();
            if name != resource.name {
                let names = [name, &resource.name].map(|name| Name::Text(name).shown());
                pair.field("name").differ("the name", names, findings);
            }
        }
    }
}

/// Compares the layout of RDAT with DXC's: the order of its tables and of their entries, and padding.
fn check_layout(container: &Container<'_>, findings: &mut Report) {
    let Some(part) = container.find(RDAT) else {
        return;
    };
    let Ok(PartView::RuntimeData(data)) = part.view() else {
        return;
    };
    let mut data = data.to_value();
    data.forget_layout();
    // References without a target are reported separately.
    if data.lay_out(TableStyle::Dxc).is_err() {
        return;
    }
    if let Ok(expected) = Part::from(data).to_bytes(RDAT) {
        layout::compare(RDAT, part.data, &expected, findings);
    }
}

/// The record that DXC writes for a function; `entry` is its entry point if it has one. Values that depend on
/// instructions are copied from `stated`.
fn function_record(stated: &FunctionRecord, entry: Option<&EntryPoint>) -> FunctionRecord {
    let mut record = *stated;
    let kind = entry.map_or(ShaderKind::Library, |entry| {
        entry.shader_kind.unwrap_or(ShaderKind::Library)
    });
    record.shader_kind = FunctionKind(kind.0.into());
    let payload = entry.and_then(|entry| entry.ray_payload_size);
    record.payload_size_in_bytes = payload.unwrap_or_default();
    let attributes = entry.and_then(|entry| entry.ray_attribute_size);
    record.attribute_size_in_bytes = attributes.unwrap_or_default();
    let waves = entry.and_then(|entry| entry.wave_size).unwrap_or_default();
    let most = if waves.max == 0 { waves.min } else { waves.max };
    let mut set = || {
        record.set_minimum_wave_lane_count(low_byte(waves.min))?;
        record.set_maximum_wave_lane_count(low_byte(most))
    };
    // The first version does not have these fields.
    set().unwrap_or_default();
    record
}

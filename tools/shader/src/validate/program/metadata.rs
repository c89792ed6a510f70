//! Reads the metadata of the program once.

use alloc::format;
use alloc::string::ToString;

use super::rules::PROGRAM;
use crate::finding::{Finding, PartPath};
use crate::report::Report;
use dxc_format::Container;
use dxc_format::FourCC;
use dxc_format::constants::ShaderKind;
use dxc_format::parts::{DXIL, ILDB};
use dxil::{DxilModule, EntryPoint};

/// The program that the other parts are compared with.
pub(crate) struct Program<'a> {
    /// The part with the program: DXIL, or ILDB if the container has only that.
    pub(crate) part: FourCC,
    pub(crate) module: DxilModule<'a>,
    /// The entry point; for a library, the properties of the library as a whole.
    pub(super) entry: EntryPoint,
}

impl<'a> Program<'a> {
    /// Reads the metadata of the container's program. If it cannot be read, a finding is added.
    pub(crate) fn read(container: &Container<'a>, findings: &mut Report) -> Option<Self> {
        let mut programs = [(DXIL, container.dxil()), (ILDB, container.ildb())].into_iter();
        let (part, program) = programs.find_map(|(part, program)| Some((part, program.ok()??)))?;
        let place = PartPath::new(part, "bitcode");
        let module = match DxilModule::parse(program.bitcode()) {
            Ok(module) if module.shader_model.kind.is_known() => module,
            Ok(_) => {
                findings.push(unreadable(place, "the profile is unknown"));
                return None;
            }
            Err(error) => {
                findings.push(unreadable(place, &error.to_string()));
                return None;
            }
        };
        let is_library = module.shader_model.kind == ShaderKind::Library;
        let entry = match &*module.entry_points {
            [entry] => entry.clone(),
            [entry, ..] if is_library => entry.clone(),
            entries => {
                let found = format!("the program has {} entry points", entries.len());
                findings.push(unreadable(place, &found));
                return None;
            }
        };
        Some(Self {
            part,
            module,
            entry,
        })
    }

    /// A field of the program's metadata.
    pub(crate) fn place(&self, path: &str) -> PartPath {
        PartPath::new(self.part, path)
    }
}

pub(super) fn unreadable(place: PartPath, found: &str) -> Finding {
    Finding::new(&PROGRAM, place.path, found).within_part(place.part)
}

//! The metadata of the program, and the comparison of the other parts with it.
//!
//! DXC's validator generates each part again from the program's metadata, and refuses a container whose part differs.
//! Instructions are not read: statements of the metadata about them, such as its flags, are trusted.

mod dependencies;
mod differences;
mod elements;
mod features;
mod library;
mod pipeline;
mod properties;
mod resources;
mod rules;

use alloc::format;
use alloc::string::ToString;

use self::rules::PROGRAM;
use super::shader::Shader;
use crate::container::Container;
use crate::generated::constants::ShaderKind;
use crate::generated::parts::{DXIL, ILDB};
use crate::meaning::dxil::{DxilModule, EntryPoint};
use crate::meaning::finding::{Finding, PartPath};
use crate::meaning::judgement::Judgement;
use crate::runtime::FourCC;

/// The program that the other parts are compared with.
pub(super) struct Program {
    /// DXIL, or ILDB where only that is left.
    pub(super) part: FourCC,
    pub(super) module: DxilModule,
    /// The entry point; for a library, the properties of the whole.
    entry: EntryPoint,
}

impl Program {
    /// Reads the metadata of the container's program. If it cannot be read, that is a finding.
    pub(super) fn read(container: &Container<'_>, findings: &mut Judgement) -> Option<Self> {
        let mut programs = [(DXIL, container.dxil()), (ILDB, container.ildb())].into_iter();
        let (part, program) = programs.find_map(|(part, program)| Some((part, program.ok()??)))?;
        let place = PartPath::new(part, "bitcode");
        let module = match DxilModule::parse(program.bitcode()) {
            Ok(module) => module,
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
    pub(super) fn place(&self, path: &str) -> PartPath {
        PartPath::new(self.part, path)
    }
}

/// Compares the other parts with the program. Returns false if no program can be read.
pub(super) fn check(shader: &Shader<'_>, findings: &mut Judgement) -> bool {
    let Some(program) = &shader.program else {
        return false;
    };
    program.check_features(shader, findings);
    if shader.is_library() {
        program.check_library(shader, findings);
    } else {
        program.check_signatures(shader, findings);
        program.check_pipeline(shader, findings);
    }
    true
}

fn unreadable(place: PartPath, found: &str) -> Finding {
    Finding::new(&PROGRAM, place.path, found).within_part(place.part)
}

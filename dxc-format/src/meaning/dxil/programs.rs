//! The DXIL programs of a container.

use super::module::DxilModule;
use crate::container::Container;
use crate::generated::parts::{self, PartView};
use crate::generated::program::ProgramView;
use crate::runtime::{FourCC, Result};

impl<'a> Container<'a> {
    /// The DXIL programs of the container. Those that keep more names come first: `STAT`, `DXIL` and `ILDB`.
    ///
    /// # Errors
    /// If one of them cannot be read.
    pub fn programs(&self) -> Result<impl Iterator<Item = (FourCC, ProgramView<'a>)> + use<'a>> {
        let reflection = match self.stat()? {
            Some(PartView::Program(program)) => Some(program),
            _ => None,
        };
        let programs = [
            (parts::STAT, reflection),
            (parts::DXIL, self.dxil()?),
            (parts::ILDB, self.ildb()?),
        ];
        let programs = programs.into_iter();
        Ok(programs.filter_map(|(part, program)| Some((part, program?))))
    }

    /// The metadata of the first of its [programs](Self::programs); `None` if it has none.
    ///
    /// # Errors
    /// If a program cannot be read.
    pub fn dxil_module(&self) -> Result<Option<DxilModule>> {
        let program = self.programs()?.next();
        let module = program.map(|(part, program)| DxilModule::parse_part(part, &program));
        module.transpose()
    }

    /// The first of its [programs](Self::programs) that contains names of resources; if none does, the first.
    ///
    /// # Errors
    /// If a program cannot be read.
    pub(in crate::meaning) fn named_module(&self) -> Result<Option<(FourCC, DxilModule)>> {
        let mut first = None;
        for (part, program) in self.programs()? {
            let module = DxilModule::parse_part(part, &program)?;
            let mut resources = module.resources.iter();
            if resources.len() == 0 || resources.any(|resource| !resource.name.is_empty()) {
                return Ok(Some((part, module)));
            }
            first.get_or_insert((part, module));
        }
        Ok(first)
    }
}

impl DxilModule {
    /// Reads the metadata of a program in a part, which errors reference.
    pub(crate) fn parse_part(part: FourCC, program: &ProgramView<'_>) -> Result<Self> {
        Self::parse(program.bitcode()).map_err(|error| error.within_part(part, 0))
    }
}

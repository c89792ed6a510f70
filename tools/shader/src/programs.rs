//! Reads the DXIL programs of a container.

use dxc_format::Container;
use dxc_format::parts::{self, PartView};
use dxc_format::program::ProgramView;
use dxc_format::{FourCC, Result};
use dxil::DxilModule;

/// The DXIL programs of the container. Those that keep more names come first: `STAT`, `DXIL` and `ILDB`.
///
/// # Errors
/// If one of them cannot be read.
pub fn programs<'a>(
    container: &Container<'a>,
) -> Result<impl Iterator<Item = (FourCC, ProgramView<'a>)> + use<'a>> {
    let reflection = match container.stat()? {
        Some(PartView::Program(program)) => Some(program),
        _ => None,
    };
    let programs = [
        (parts::STAT, reflection),
        (parts::DXIL, container.dxil()?),
        (parts::ILDB, container.ildb()?),
    ];
    let programs = programs.into_iter();
    Ok(programs.filter_map(|(part, program)| Some((part, program?))))
}

/// The metadata of the first of the [`programs`] of a container; `None` if it has none.
///
/// # Errors
/// If a program cannot be read.
pub fn dxil_module<'a>(container: &Container<'a>) -> Result<Option<DxilModule<'a>>> {
    let program = programs(container)?.next();
    let module = program.map(|(part, program)| read_module(part, &program));
    module.transpose()
}

/// The first of the [`programs`] of a container that contains names of resources; if none does, the first.
///
/// # Errors
/// If a program cannot be read.
pub(crate) fn named_module<'a>(
    container: &Container<'a>,
) -> Result<Option<(FourCC, DxilModule<'a>)>> {
    let mut first = None;
    for (part, program) in programs(container)? {
        let module = read_module(part, &program)?;
        let mut resources = module.resources.iter();
        if resources.len() == 0 || resources.any(|resource| !resource.name.is_empty()) {
            return Ok(Some((part, module)));
        }
        first.get_or_insert((part, module));
    }
    Ok(first)
}

/// Reads the metadata of a program; errors name its part.
pub(crate) fn read_module<'a>(part: FourCC, program: &ProgramView<'a>) -> Result<DxilModule<'a>> {
    DxilModule::parse(program.bitcode()).map_err(|error| error.within_part(part, 0))
}

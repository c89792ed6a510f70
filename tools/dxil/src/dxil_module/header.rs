//! Makes the header of a program from the metadata of its bitcode.

use alloc::vec::Vec;

use super::read::metadata_error;
use super::{ShaderModel, Version, read_versions};
use crate::bitstream::unwrap_bitcode;
use dxc_format::Result;
use dxc_format::program::{DxilVersion, Program, ProgramVersion};

/// Makes a program from LLVM bitcode, which may be in a wrapper. The metadata of the bitcode states the shader model
/// and the version of DXIL.
///
/// ```
/// # fn main() -> dxc_format::Result<()> {
/// use dxc_format::Container;
///
/// # let file = &std::fs::read("tests/data/vs_basic.sm60.dxil").unwrap();
/// let container = Container::parse(file)?;
/// let program = container.dxil()?.unwrap();
/// assert_eq!(dxil::program_from_bitcode(program.bitcode())?, program.to_value());
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// If the bytes are not LLVM bitcode, or their metadata states no shader model.
pub fn program_from_bitcode(bytes: &[u8]) -> Result<Program> {
    let mut program = Program::default();
    let bitcode = unwrap_bitcode(bytes)?;
    match read_versions(bitcode)? {
        (dxil, Some(model)) => set_versions(&mut program, dxil, model)?,
        (_, None) => return Err(metadata_error("the metadata states no shader model")),
    }
    program.bitcode = bitcode.to_vec();
    Ok(program)
}

/// Replaces the bitcode of a program, which may be in a wrapper, and updates the header: the sizes, and the shader model and the
/// version of DXIL if the metadata of the bitcode can be read.
///
/// # Errors
/// If the bytes are not LLVM bitcode.
pub fn set_bitcode(program: &mut Program, bytes: &[u8]) -> Result<()> {
    let bitcode = unwrap_bitcode(bytes)?;
    if program.bitcode == bitcode {
        return Ok(());
    }
    if let Ok((dxil, Some(model))) = read_versions(bitcode) {
        // If the header cannot store the version, it is not changed.
        let _ = set_versions(program, dxil, model);
    }
    program.size_in_words = None;
    program.trailing = Vec::new();
    program.bitcode = bitcode.to_vec();
    Ok(())
}

fn set_versions(program: &mut Program, dxil: Option<Version>, model: ShaderModel) -> Result<()> {
    let mut version = ProgramVersion::default();
    version.set_major(narrow(model.version.major)?)?;
    version.set_minor(narrow(model.version.minor)?)?;
    version.set_kind(model.kind)?;
    let mut dxil_version = program.dxil_version;
    if let Some(dxil) = dxil {
        dxil_version = DxilVersion::default();
        dxil_version.set_major(narrow(dxil.major)?)?;
        dxil_version.set_minor(narrow(dxil.minor)?)?;
    }
    (program.version, program.dxil_version) = (version, dxil_version);
    Ok(())
}

fn narrow(number: u32) -> Result<u8> {
    u8::try_from(number).map_err(|_| metadata_error("a version exceeds the header's field"))
}

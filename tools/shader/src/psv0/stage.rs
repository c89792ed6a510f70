//! Determines the stage of a container's shader, and the target profile that it was compiled for.

use core::fmt;

use dxc_format::Container;
use dxc_format::Result;
use dxc_format::constants::ShaderKind;
use dxc_format::program::ProgramVersion;
use dxc_format::psv0::RuntimeInfo;
use dxc_format::tokens::TokenizedProgramView;

/// The target profile, such as `vs_6_0`; `None` if no part stores it.
///
/// ```
/// # fn main() -> dxc_format::Result<()> {
/// # let file = &std::fs::read("tests/data/dxc/vs_basic.sm66.dxil").unwrap();
/// let profile = dxc_shader::target_profile(&dxc_format::Container::parse(file)?)?.unwrap();
/// assert_eq!(profile.to_string(), "vs_6_6");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// If a part that may store it cannot be read.
pub fn target_profile(container: &Container<'_>) -> Result<Option<TargetProfile>> {
    if let Some(version) = container.program_version()? {
        return Ok(Some(TargetProfile::new(version)));
    }
    let stage = container.shader_stage()?;
    Ok(stage.map(|stage| TargetProfile {
        kind: ShaderKind(stage.0.into()),
        shader_model: None,
    }))
}

/// The size of the shader's thread groups along x, y and z: PSV0 stores it since version 2; the instructions
/// of shader models 4 and 5 declare it. `None` if no part stores it.
///
/// ```
/// # fn main() -> dxc_format::Result<()> {
/// # let file = &std::fs::read("tests/data/dxc/cs_reduce.sm60.dxil").unwrap();
/// let group = dxc_shader::thread_group(&dxc_format::Container::parse(file)?)?;
/// assert_eq!(group, Some([8, 4, 2]));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// If a part that would store it cannot be read.
pub fn thread_group(container: &Container<'_>) -> Result<Option<[u32; 3]>> {
    if let Some(psv) = crate::psv0::readable(container)? {
        return Ok(match crate::psv0::num_threads(&psv.info()) {
            [Some(x), Some(y), Some(z)] if x != 0 => Some([x, y, z]),
            _ => None,
        });
    }
    if let Some(program) = tokenized_program(container)? {
        return Ok(crate::assembly::declarations(&program).thread_group());
    }
    Ok(None)
}

/// The program of shader model 4 or 5 in SHEX or, without SHEX, in SHDR.
pub(crate) fn tokenized_program<'a>(
    container: &Container<'a>,
) -> Result<Option<TokenizedProgramView<'a>>> {
    Ok(container.shex()?.or(container.shdr()?))
}

/// The size of the thread groups along x, y and z, since version 2.
pub(crate) fn num_threads(info: &RuntimeInfo) -> [Option<u32>; 3] {
    [
        info.num_threads_x(),
        info.num_threads_y(),
        info.num_threads_z(),
    ]
}

/// The target profile of a shader: the argument of a compiler's `-T`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TargetProfile {
    /// The kind of program.
    pub kind: ShaderKind,
    /// The major and minor version of the shader model; `None` if the container has no program that stores it.
    pub shader_model: Option<(u8, u8)>,
}

impl TargetProfile {
    /// The target profile of a program.
    pub(crate) fn new(version: ProgramVersion) -> Self {
        Self {
            kind: version.kind(),
            shader_model: Some((version.major(), version.minor())),
        }
    }
}

/// For example `vs_6_0`; `vs` without a shader model, `?` for a kind without a name.
impl fmt::Display for TargetProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind.profile();
        f.write_str(kind.unwrap_or("?"))?;
        match self.shader_model {
            Some((major, minor)) => write!(f, "_{major}_{minor}"),
            None => Ok(()),
        }
    }
}

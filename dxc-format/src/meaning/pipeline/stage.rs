//! The stage that a container's shader runs in, and the target profile that it was compiled for.

use core::fmt;

use crate::container::Container;
use crate::generated::constants::{ShaderKind, ShaderStage};
use crate::generated::program::ProgramVersion;
use crate::generated::psv0::RuntimeInfo;
use crate::generated::tokens::TokenizedProgramView;
use crate::meaning::columns::Columns;
use crate::runtime::Result;

impl<'a> Container<'a> {
    /// The shader's stage: from PSV0, or, for its version 0, from the program, either bitcode or tokens.
    ///
    /// `None` if no part stores it. The unions of PSV0 are read by this stage:
    ///
    /// ```no_run
    /// use dxc_format::Container;
    ///
    /// # fn main() -> dxc_format::Result<()> {
    /// # let file = [];
    /// let container = Container::parse(&file)?;
    /// if let (Some(psv), Some(stage)) = (container.psv0()?, container.shader_stage()?) {
    ///     println!("{:?}", psv.info().stage_info.vertex(stage));
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If a part that may store it cannot be read.
    #[cfg_attr(debug_assertions, inline)]
    pub fn shader_stage(&self) -> Result<Option<ShaderStage>> {
        let stage = self.psv0()?.and_then(|psv| psv.info().shader_stage());
        if stage.is_some() {
            return Ok(stage);
        }
        let version = self.program_version()?;
        Ok(version.and_then(|version| version.kind().stage()))
    }

    /// The target profile, such as `vs_6_0`; `None` if no part stores it.
    ///
    /// ```
    /// # fn main() -> dxc_format::Result<()> {
    /// # let file = &std::fs::read("tests/data/dxc/vs_basic.sm66.dxil").unwrap();
    /// let profile = dxc_format::Container::parse(file)?.target_profile()?.unwrap();
    /// assert_eq!(profile.to_string(), "vs_6_6");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If a part that may store it cannot be read.
    #[cfg_attr(debug_assertions, inline)]
    pub fn target_profile(&self) -> Result<Option<TargetProfile>> {
        if let Some(version) = self.program_version()? {
            return Ok(Some(TargetProfile::new(version)));
        }
        let stage = self.shader_stage()?;
        Ok(stage.map(|stage| TargetProfile {
            kind: ShaderKind(stage.0.into()),
            shader_model: None,
        }))
    }

    /// The version in the program's header, for either bitcode or tokens.
    fn program_version(&self) -> Result<Option<ProgramVersion>> {
        let programs = [self.dxil()?, self.ildb()?].map(|program| Some(program?.version()));
        let tokens = self.tokenized_program()?.map(|program| program.version());
        Ok(programs.into_iter().flatten().next().or(tokens))
    }

    /// The size of the shader's thread groups along x, y and z: PSV0 stores it since version 2; with the feature
    /// `assembly`, the instructions of shader models 4 and 5 declare it. `None` if no part stores it.
    ///
    /// ```
    /// # fn main() -> dxc_format::Result<()> {
    /// # let file = &std::fs::read("tests/data/dxc/cs_reduce.sm60.dxil").unwrap();
    /// let group = dxc_format::Container::parse(file)?.thread_group()?;
    /// assert_eq!(group, Some([8, 4, 2]));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If a part that would store it cannot be read.
    #[cfg_attr(debug_assertions, inline)]
    pub fn thread_group(&self) -> Result<Option<[u32; 3]>> {
        if let Some(psv) = self.psv0()? {
            return Ok(match psv.info().num_threads() {
                [Some(x), Some(y), Some(z)] if x != 0 => Some([x, y, z]),
                _ => None,
            });
        }
        #[cfg(feature = "assembly")]
        if let Some(program) = self.tokenized_program()? {
            return Ok(program.declarations().thread_group());
        }
        Ok(None)
    }

    /// The program of shader model 4 or 5: that of SHEX, or else of SHDR.
    pub(crate) fn tokenized_program(&self) -> Result<Option<TokenizedProgramView<'a>>> {
        Ok(self.shex()?.or(self.shdr()?))
    }
}

impl RuntimeInfo {
    /// The size of the thread groups along x, y and z, since version 2.
    pub(crate) fn num_threads(&self) -> [Option<u32>; 3] {
        [
            self.num_threads_x(),
            self.num_threads_y(),
            self.num_threads_z(),
        ]
    }
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
    /// The profile of a program.
    pub(crate) fn new(version: ProgramVersion) -> Self {
        Self {
            kind: version.kind(),
            shader_model: Some((version.major(), version.minor())),
        }
    }
}

impl ShaderKind {
    /// The stage of shaders of this kind; `None` if it exceeds a byte.
    pub(crate) fn stage(self) -> Option<ShaderStage> {
        u8::try_from(self.0).ok().map(ShaderStage)
    }
}

/// For example `vs_6_0`; `vs` without a shader model, `?` for a kind without a name.
impl fmt::Display for TargetProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind.text("profile");
        f.write_str(kind.unwrap_or("?"))?;
        match self.shader_model {
            Some((major, minor)) => write!(f, "_{major}_{minor}"),
            None => Ok(()),
        }
    }
}

//! Finds the stage in which a container's shader runs.

use super::view::Container;
use crate::generated::constants::{ShaderKind, ShaderStage};
use crate::generated::program::ProgramVersion;
use crate::runtime::Result;

impl Container<'_> {
    /// The shader's stage: from PSV0, or, for its version 0 and for newer versions that cannot be read, from the program,
    /// either bitcode or tokens.
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
        let psv = match self.psv0() {
            Err(error) if error.newer_record().is_some() => None,
            psv => psv?,
        };
        let stage = psv.and_then(|psv| psv.info().shader_stage());
        if stage.is_some() {
            return Ok(stage);
        }
        let version = self.program_version()?;
        Ok(version.and_then(|version| version.kind().stage()))
    }

    /// The version in the program's header, for either bitcode or tokens; `None` if the container has no program.
    ///
    /// # Errors
    /// If the program cannot be read.
    #[cfg_attr(debug_assertions, inline)]
    pub fn program_version(&self) -> Result<Option<ProgramVersion>> {
        let programs = [self.dxil()?, self.ildb()?].map(|program| Some(program?.version()));
        let tokens = self
            .shex()?
            .or(self.shdr()?)
            .map(|program| program.version());
        Ok(programs.into_iter().flatten().next().or(tokens))
    }
}

impl ShaderKind {
    /// The stage of shaders of this kind; `None` if its number exceeds a byte.
    pub fn stage(self) -> Option<ShaderStage> {
        u8::try_from(self.0).ok().map(ShaderStage)
    }
}

//! The stage that a container's shader runs in.

use crate::constants::ShaderStage;
use crate::parts::TypedParts;
use crate::{Container, Result};

impl Container<'_> {
    /// The stage that the shader runs in: as PSV0 says, or, since its version 0 does not, as the program does,
    /// be it bitcode or tokens.
    ///
    /// `None` if no part says so. This is the stage that the readings of PSV0's unions take:
    ///
    /// ```no_run
    /// use dxc_format::{Container, TypedParts};
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
    /// If a part that would say so cannot be read.
    pub fn shader_stage(&self) -> Result<Option<ShaderStage>> {
        let stage = self.psv0()?.and_then(|psv| psv.info().shader_stage());
        if stage.is_some() {
            return Ok(stage);
        }
        let programs = [self.dxil()?, self.ildb()?].map(|program| Some(program?.version()));
        let tokens = [self.shex()?, self.shdr()?].map(|program| Some(program?.version()));
        let versions = programs.into_iter().chain(tokens).flatten();
        let mut stages = versions.filter_map(|version| u8::try_from(version.kind().0).ok());
        Ok(stages.next().map(ShaderStage))
    }
}

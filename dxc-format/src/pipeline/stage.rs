//! The stage that a container's shader runs in.

use crate::constants::ShaderStage;
use crate::parts::TypedParts;
use crate::{Container, Result};

impl Container<'_> {
    /// The stage that the shader runs in: as PSV0 says, or, since its version 0 does not, as the program does.
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
    ///     println!("{:?}", psv.info.stage_info.vertex(stage));
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If a part that would say so cannot be read.
    pub fn shader_stage(&self) -> Result<Option<ShaderStage>> {
        let stage = self.psv0()?.and_then(|psv| psv.info.shader_stage());
        if stage.is_some() {
            return Ok(stage);
        }
        for program in [self.dxil()?, self.ildb()?].into_iter().flatten() {
            if let Ok(stage) = u8::try_from(program.version.kind().0) {
                return Ok(Some(ShaderStage(stage)));
            }
        }
        Ok(None)
    }
}

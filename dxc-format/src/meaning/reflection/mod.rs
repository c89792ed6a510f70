//! Reflection of DXIL: constant buffers with their variables, types, offsets and sizes, in the shape of
//! `ID3D12ShaderReflection`.
//!
//! ```
//! # fn main() -> dxc_format::Result<()> {
//! use dxc_format::Container;
//!
//! # let file = &std::fs::read("tests/data/dxc/vs_basic.sm60.dxil").unwrap();
//! let reflection = Container::parse(file)?.reflect()?.unwrap();
//! let frame = &reflection.constant_buffers[0];
//! assert_eq!((frame.name.as_str(), frame.size), ("Frame", 80));
//! let variable = &frame.variables[0];
//! assert_eq!((variable.name.as_str(), variable.offset, variable.size), ("view_projection", 0, 64));
//! assert_eq!(variable.ty.name, "float4x4");
//! # Ok(())
//! # }
//! ```

mod constant_buffer;
mod variable_type;

use alloc::vec::Vec;

pub use constant_buffer::{ConstantBuffer, Variable};
pub use variable_type::{Member, VariableType};

use super::dxil::{DxilModule, Resource, ShaderModel, SignatureElement};
use crate::container::Container;
use crate::generated::constants::ModuleFlags;
use crate::runtime::{FourCC, Result};

/// What a shader binds, takes and gives, with names and types.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ShaderReflection {
    /// The part that it is read from.
    pub part: FourCC,
    /// The shader model.
    pub shader_model: ShaderModel,
    /// The flags of the shader; the bits of required features are in the column `module_bit` of
    /// [`FeatureFlags`](crate::constants::FeatureFlags).
    pub shader_flags: ModuleFlags,
    /// The constant buffers and texture buffers.
    pub constant_buffers: Vec<ConstantBuffer>,
    /// The resources that it binds.
    pub bound_resources: Vec<Resource>,
    /// The input signature; empty of a library.
    pub inputs: Vec<SignatureElement>,
    /// The output signature; empty of a library.
    pub outputs: Vec<SignatureElement>,
    /// The signature of patch constants or primitives; empty of a library.
    pub patch_constants: Vec<SignatureElement>,
    /// The size of a thread group.
    pub thread_group: Option<[u32; 3]>,
}

impl Container<'_> {
    /// Reflects the first of the container's [programs](Self::programs); `None` if it has none.
    ///
    /// # Errors
    /// If the program cannot be read, or its types exceed a limit.
    pub fn reflect(&self) -> Result<Option<ShaderReflection>> {
        let Some((part, program)) = self.programs()?.next() else {
            return Ok(None);
        };
        let module = DxilModule::parse(program.bitcode());
        let reflection = module.and_then(|module| ShaderReflection::new(part, module));
        reflection
            .map(Some)
            .map_err(|error| error.within_part(part, 0))
    }
}

impl ShaderReflection {
    /// Reflects a module; `part` is the one that it was read from.
    ///
    /// # Errors
    /// If its types exceed a limit: structures may be inside of one another any number of times.
    pub fn new(part: FourCC, module: DxilModule) -> Result<Self> {
        let constant_buffers = constant_buffer::read(&module)?;
        let entry = module.entry_points.into_iter().next();
        let entry = entry.unwrap_or_default();
        Ok(Self {
            part,
            shader_model: module.shader_model,
            shader_flags: entry.shader_flags,
            constant_buffers,
            bound_resources: module.resources,
            inputs: entry.inputs,
            outputs: entry.outputs,
            patch_constants: entry.patch_constants,
            thread_group: entry.num_threads,
        })
    }
}

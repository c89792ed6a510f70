//! Prints DXIL containers exactly like `dxc -dumpbin`, up to the LLVM IR.
//!
//! ```
//! # fn main() -> dxc_format::Result<()> {
//! use dxc_format::Container;
//!
//! # let file = &std::fs::read("tests/data/dxc/ps_textured.sm60.dxil").unwrap();
//! if let Some(dump) = dxc_shader::dump(&Container::parse(file)?)? {
//!     let text = dump.to_string();
//!     assert!(text.contains("; albedo                            texture     f32          2d      T0"));
//! }
//! # Ok(())
//! # }
//! ```

mod buffers;
mod columns;
mod features;
mod fields;
mod identity;
mod interpolation;
mod pipeline;
mod resources;
mod signatures;
mod subobjects;
mod view_id;

use core::fmt;

use dxc_format::Container;
use dxc_format::constants::{FeatureFlags, ShaderKind, ShaderStage};
use dxc_format::debug::DebugNameView;
use dxc_format::hash::ShaderHashView;
use dxc_format::parts::{self, PartView};
use dxc_format::psv0::PipelineStateValidationView;
use dxc_format::rdat::RuntimeDataView;
use dxc_format::runtime::bounded::Bounded;
use dxc_format::signature::SignatureView;
use dxc_format::{FourCC, Limits, Result};
use dxil::{DxilModule, ViewIdState};

/// A DXIL container as `dxc -dumpbin` prints it, up to the LLVM IR.
///
/// The text ends early, with a note, if it exceeds the limit: parts may reference one long name any number of times.
#[derive(Clone, Debug)]
pub struct Dump<'a> {
    features: FeatureFlags,
    signatures: [Option<SignatureView<'a>>; 3],
    debug_name: Option<DebugNameView<'a>>,
    hash: Option<ShaderHashView<'a>>,
    pipeline: Option<(PipelineStateValidationView<'a>, ShaderStage)>,
    runtime_data: Option<RuntimeDataView<'a>>,
    part: FourCC,
    module: DxilModule<'a>,
    /// The module of STAT, which has names that were stripped from the program.
    reflection: Option<DxilModule<'a>>,
    view_id: Option<ViewIdState>,
    limit: u64,
}

/// The output of `dxc -dumpbin` for the container before the LLVM IR; `None` if it has no DXIL program.
///
/// Like DXC, it shows the program with debug information if there is one, and resources and types from STAT if there
/// is such a part.
///
/// # Errors
/// If a part that the dump shows cannot be read.
pub fn dump<'a>(container: &Container<'a>) -> Result<Option<Dump<'a>>> {
    dump_within(container, Limits::of_input(container.as_bytes().len()))
}

/// [`dump`] with another limit of the output.
///
/// # Errors
/// If a part that the dump shows cannot be read.
pub fn dump_within<'a>(container: &Container<'a>, limits: Limits) -> Result<Option<Dump<'a>>> {
    let program = match container.ildb()? {
        Some(program) => Some((parts::ILDB, program)),
        None => container.dxil()?.map(|program| (parts::DXIL, program)),
    };
    let Some((part, program)) = program else {
        return Ok(None);
    };
    let module = crate::programs::read_module(part, &program)?;
    let reflection = match container.stat()? {
        Some(PartView::Program(program)) => {
            Some(crate::programs::read_module(parts::STAT, &program)?)
        }
        _ => None,
    };
    let view_id = dxil::view_id_state(reflection.as_ref().unwrap_or(&module))?;
    let stage = program.version().kind().stage();
    let stage = stage.unwrap_or(ShaderStage::Invalid);
    let pipeline = crate::psv0::readable(container)?.map(|part| {
        let stored = part.info().shader_stage();
        (part, stored.unwrap_or(stage))
    });
    Ok(Some(Dump {
        features: container
            .sfi0()?
            .map_or(FeatureFlags(0), |part| part.flags()),
        signatures: signatures::of(container)?,
        debug_name: container.ildn()?,
        hash: container.hash()?,
        pipeline,
        runtime_data: container.rdat()?,
        part,
        module,
        reflection,
        view_id,
        limit: limits.output,
    }))
}

impl fmt::Display for Dump<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let note = "; The rest exceeds the limit of a dump.";
        Bounded::print(f, self.limit, note, |f| self.write(f))
    }
}

impl<'a> Dump<'a> {
    /// The part with the program that the dump shows.
    pub fn part(&self) -> FourCC {
        self.part
    }

    /// The program that the dump shows: its metadata, and the module with its instructions.
    pub fn program(&self) -> &DxilModule<'a> {
        &self.module
    }

    fn write(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        features::write(f, self.features)?;
        signatures::write(f, &self.signatures)?;
        identity::write(f, self.debug_name.as_ref(), self.hash.as_ref())?;
        if let Some((part, stage)) = &self.pipeline {
            pipeline::write(f, part, *stage)?;
        }
        if self.module.dxil_version.is_none() {
            return Ok(());
        }
        if self.module.shader_model.kind != ShaderKind::Library {
            interpolation::write(f, &self.module)?;
        }
        let reflection = self.reflection.as_ref().unwrap_or(&self.module);
        buffers::write(f, reflection)?;
        resources::write(f, reflection)?;
        if let Some(state) = &self.view_id {
            view_id::write(f, state, reflection.shader_model.kind)?;
        }
        match &self.runtime_data {
            Some(data) => subobjects::write(f, data),
            None => Ok(()),
        }
    }
}

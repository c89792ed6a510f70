//! Reads the dependencies of outputs on the view ID, inputs, and patch constants.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use dxc_format::constants::ShaderStage;
use dxc_format::psv0::{
    PipelineStateValidation, components, inputs_patch_constants, mask_words,
    outputs_patch_constants, outputs_primitives, streams, table_words,
};
use dxc_format::runtime::int::Int;
use dxil::{Dependence, ViewIdState};

/// The dependencies of a shader's outputs that PSV0 stores, for all components of the vectors. For a mesh shader, it
/// stores no dependencies on inputs. Missing words count as zeros.
///
/// Components are counted from 0: component `c` of vector `v` has the number `4 * v + c`.
///
/// ```no_run
/// use dxc_format::Container;
///
/// # fn main() -> dxc_format::Result<()> {
/// # let file = [];
/// let container = Container::parse(&file)?;
/// if let Some(psv) = container.psv0()? {
///     let state = dxc_shader::psv0::dependencies(&psv.to_value());
///     if let Some(outputs) = state.streams.first() {
///         println!("output 4 depends on input 1: {}", outputs.depends(4, 1));
///         println!("and on these: {:?}", outputs.inputs_of(4).collect::<Vec<_>>());
///         println!("these depend on the view: {:?}", outputs.outputs_on_view().collect::<Vec<_>>());
///     }
/// }
/// # Ok(())
/// # }
/// ```
///
/// A compiler writes masks and tables as words, whose number follows from the vectors in `info`. If the number differs,
/// the error of `to_bytes` contains the field and the expected number:
///
/// ```
/// use dxc_format::constants::ShaderStage;
/// use dxc_format::psv0::{PipelineStateValidation, RuntimeInfo, mask_words, table_words};
///
/// # fn main() -> dxc_format::Result<()> {
/// let (inputs, outputs) = (2_u8, 9_u8);
/// let mut psv = PipelineStateValidation::default();
/// psv.info.record = RuntimeInfo::new(3);
/// psv.info.set_shader_stage(ShaderStage::Vertex)?;
/// psv.info.set_input_vectors(inputs)?;
/// psv.info.set_output_vectors([outputs, 0, 0, 0])?;
/// let error = psv.to_bytes().unwrap_err();
/// assert_eq!(error.path(), "inputs_to_outputs");
///
/// // A mask of output components for each input component.
/// let row: usize = mask_words(outputs).narrow().unwrap();
/// psv.inputs_to_outputs = vec![0; table_words(inputs, outputs).narrow().unwrap()];
/// for (input, output) in [(1_usize, 4_usize), (5, 35)] {
///     psv.inputs_to_outputs[input * row + output / 32] |= 1 << (output % 32);
/// }
/// psv.to_bytes()?;
/// let state = dxc_shader::psv0::dependencies(&psv);
/// assert!(state.streams[0].depends(4, 1) && state.streams[0].depends(35, 5));
/// assert_eq!(state.streams[0].outputs_on_inputs().collect::<Vec<_>>(), [4, 35]);
/// # Ok(())
/// # }
/// ```
pub fn dependencies(psv: &PipelineStateValidation) -> ViewIdState {
    let info = &psv.info.record;
    // Version 0 does not store the stage, but it has no vectors either.
    let stage = info.shader_stage().unwrap_or_default();
    let is = |what: fn(ShaderStage) -> Int| what(stage) == 1;
    let inputs = if is(outputs_primitives) {
        0
    } else {
        info.input_vectors().unwrap_or_default()
    };
    let extra = info.extra_info().unwrap_or_default();
    let mesh = extra.mesh(stage).map(|mesh| mesh.primitive_vectors);
    let patches = extra.patch_constant_vectors(stage).or(mesh);
    let patches = patches.unwrap_or_default();
    // A shader that does not use the view ID has no masks.
    let uses_view = info.uses_view_id().is_some_and(|uses| uses.get());
    let mask = |words: &mut Words<'_>, outputs| {
        if uses_view {
            take(words, mask_words(outputs))
        } else {
            Vec::new()
        }
    };
    let dependence = |inputs: u8, outputs: u8, view_id, table: &mut Words<'_>| {
        let table = take(table, table_words(inputs, outputs));
        let [inputs, outputs] = [inputs, outputs].map(|vectors| number(components(vectors)));
        Dependence::new(inputs, outputs, view_id, table)
    };
    let mut state = ViewIdState::default();
    let count: usize = streams(stage).narrow().unwrap_or_default();
    let (mut masks, mut tables) = (psv.view_id_outputs.iter(), psv.inputs_to_outputs.iter());
    let outputs = info.output_vectors().into_iter().flatten().take(count);
    for outputs in outputs {
        let view_id = mask(&mut masks, outputs);
        let stream = dependence(inputs, outputs, view_id, &mut tables);
        state.streams.push(stream);
    }
    if is(outputs_patch_constants) || is(outputs_primitives) {
        let view_id = mask(&mut psv.view_id_patches_or_primitives.iter(), patches);
        let mut table = psv.inputs_to_patches.iter();
        let patches = dependence(inputs, patches, view_id, &mut table);
        state.patches_or_primitives = Some(patches);
    } else if is(inputs_patch_constants) {
        let [outputs, ..] = info.output_vectors().unwrap_or_default();
        let mut table = psv.patches_to_outputs.iter();
        let on_patches = dependence(patches, outputs, Vec::new(), &mut table);
        state.outputs_on_patches = Some(on_patches);
    }
    state
}

type Words<'w> = core::slice::Iter<'w, u32>;

/// The next words of masks or tables.
fn take(words: &mut Words<'_>, count: Int) -> Vec<u32> {
    let count = count.narrow().unwrap_or_default();
    words.by_ref().take(count).copied().collect()
}

/// Converts a number that was computed from 8-bit counts of vectors.
fn number(number: Int) -> u32 {
    number.narrow().unwrap_or_default()
}

/// Outputs, and the inputs that they may depend on.
#[derive(Debug)]
#[non_exhaustive]
pub struct DependentOutputs<'s> {
    /// The name of the inputs in dumps: `Inputs`, or `PCInputs` for patch constants.
    pub inputs: &'static str,
    /// The name of the outputs in dumps, such as `Outputs for Stream 1`.
    pub outputs: String,
    /// Whether the outputs may also depend on the view ID.
    pub has_view: bool,
    /// The dependencies of the outputs on the inputs.
    pub dependence: &'s Dependence,
}

/// All outputs of a shader in the order of `dxc -dumpbin`; `patches` is the name of its patch constants or primitives.
/// For a geometry shader, streams without outputs are omitted.
pub fn dependent_outputs<'s>(
    state: &'s ViewIdState,
    patches: &'static str,
) -> Vec<DependentOutputs<'s>> {
    let has_streams = state.streams.len() > 1;
    let on_inputs = |outputs, dependence| DependentOutputs {
        inputs: "Inputs",
        outputs,
        has_view: true,
        dependence,
    };
    let streams = state.streams.iter().enumerate();
    let streams = streams.filter(|(_, stream)| !has_streams || stream.outputs() > 0);
    let streams = streams.map(|(stream, dependence)| {
        if has_streams {
            on_inputs(format!("Outputs for Stream {stream}"), dependence)
        } else {
            on_inputs("Outputs".into(), dependence)
        }
    });
    let of_patches = state.patches_or_primitives.iter();
    let of_patches = of_patches.map(|dependence| on_inputs(patches.into(), dependence));
    let on_patches = state.outputs_on_patches.iter();
    let on_patches = on_patches.map(|dependence| DependentOutputs {
        inputs: "PCInputs",
        outputs: "Outputs".into(),
        has_view: false,
        dependence,
    });
    streams.chain(of_patches).chain(on_patches).collect()
}

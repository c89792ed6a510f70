//! The dependencies of outputs: on the view, inputs, and patch constants.
//!
//! Components are counted from 0: component `c` of vector `v` has the number `4 * v + c`.
//!
//! ```no_run
//! use dxc_format::Container;
//!
//! # fn main() -> dxc_format::Result<()> {
//! # let file = [];
//! let container = Container::parse(&file)?;
//! if let Some(psv) = container.psv0()? {
//!     let dependencies = dxc_shader::pipeline::Dependencies::from(psv);
//!     if let Some(table) = dependencies.outputs_on_inputs(0) {
//!         println!("output 4 depends on input 1: {:?}", table.depends(4, 1));
//!         println!("and on these: {:?}", table.inputs_of(4).collect::<Vec<_>>());
//!     }
//!     if let Some(mask) = dependencies.outputs_on_view(0) {
//!         println!("these depend on the view: {:?}", mask.iter().collect::<Vec<_>>());
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! A compiler writes masks and tables as words, whose number follows from the vectors in `info`. If the number differs,
//! the error of `to_bytes` contains the field and the expected number:
//!
//! ```
//! use dxc_format::constants::ShaderStage;
//! use dxc_format::psv0::{PipelineStateValidation, RuntimeInfo, mask_words, table_words};
//!
//! # fn main() -> dxc_format::Result<()> {
//! let (inputs, outputs) = (2_u8, 9_u8);
//! let mut psv = PipelineStateValidation::default();
//! psv.info.record = RuntimeInfo::new(3);
//! psv.info.set_shader_stage(ShaderStage::Vertex)?;
//! psv.info.set_input_vectors(inputs)?;
//! psv.info.set_output_vectors([outputs, 0, 0, 0])?;
//! let error = psv.to_bytes().unwrap_err();
//! assert_eq!(error.path(), "inputs_to_outputs");
//!
//! // A mask of output components for each input component.
//! let row: usize = mask_words(outputs).narrow().unwrap();
//! psv.inputs_to_outputs = vec![0; table_words(inputs, outputs).narrow().unwrap()];
//! for (input, output) in [(1_usize, 4_usize), (5, 35)] {
//!     psv.inputs_to_outputs[input * row + output / 32] |= 1 << (output % 32);
//! }
//! psv.to_bytes()?;
//! let table = dxc_shader::pipeline::Dependencies::from(&psv).outputs_on_inputs(0).unwrap();
//! assert_eq!(table.iter().collect::<Vec<_>>(), [(1, 4), (5, 35)]);
//! # Ok(())
//! # }
//! ```

use dxc_format::constants::ShaderStage;
use dxc_format::psv0::{
    PipelineStateValidation, PipelineStateValidationView, RuntimeInfo, components,
    inputs_patch_constants, mask_words, outputs_patch_constants, outputs_primitives, streams,
    table_words,
};
use dxc_format::runtime::int::{Int, int};
use dxc_format::runtime::tables::Numbers;
use dxc_format::types::Run;

/// The dependencies of a shader's outputs.
#[derive(Clone, Copy, Debug)]
pub struct Dependencies<W> {
    info: RuntimeInfo,
    view_id_outputs: W,
    view_id_patches_or_primitives: W,
    inputs_to_outputs: W,
    inputs_to_patches: W,
    patches_to_outputs: W,
}

impl<'a> From<PipelineStateValidationView<'a>> for Dependencies<Run<'a, u32>> {
    fn from(psv: PipelineStateValidationView<'a>) -> Self {
        Self {
            info: psv.info().record,
            view_id_outputs: psv.view_id_outputs(),
            view_id_patches_or_primitives: psv.view_id_patches_or_primitives(),
            inputs_to_outputs: psv.inputs_to_outputs(),
            inputs_to_patches: psv.inputs_to_patches(),
            patches_to_outputs: psv.patches_to_outputs(),
        }
    }
}

impl<'a> From<&'a PipelineStateValidation> for Dependencies<&'a [u32]> {
    fn from(psv: &'a PipelineStateValidation) -> Self {
        Self {
            info: psv.info.record,
            view_id_outputs: &psv.view_id_outputs,
            view_id_patches_or_primitives: &psv.view_id_patches_or_primitives,
            inputs_to_outputs: &psv.inputs_to_outputs,
            inputs_to_patches: &psv.inputs_to_patches,
            patches_to_outputs: &psv.patches_to_outputs,
        }
    }
}

impl<W: Numbers> Dependencies<W> {
    /// The outputs of a stream that depend on the view; `None` if there is no such stream.
    ///
    /// Only geometry shaders have more streams than stream 0.
    pub fn outputs_on_view(&self, stream: usize) -> Option<Mask<W>> {
        let (before, vectors) = self.stream(stream)?;
        let start = before.map(mask_words);
        Some(Mask {
            words: self.view_id_outputs,
            start: sum(start),
            components: number(components(vectors)),
        })
    }

    /// The patch constants of a hull shader, or the primitive outputs of a mesh shader, that depend on the view; `None`
    /// for other stages.
    pub fn patches_or_primitives_on_view(&self) -> Option<Mask<W>> {
        let vectors = if self.is(outputs_patch_constants) {
            self.patch_vectors()?
        } else if self.is(outputs_primitives) {
            let mesh = self.info.extra_info()?.mesh(self.stage())?;
            mesh.primitive_vectors
        } else {
            return None;
        };
        Some(Mask {
            words: self.view_id_patches_or_primitives,
            start: 0,
            components: number(components(vectors)),
        })
    }

    /// The outputs of a stream that depend on inputs; `None` if there is no such stream, and for mesh shaders, for
    /// which it is not stored.
    pub fn outputs_on_inputs(&self, stream: usize) -> Option<Table<W>> {
        if self.is(outputs_primitives) {
            return None;
        }
        let (before, outputs) = self.stream(stream)?;
        let inputs = self.info.input_vectors()?;
        let start = before.map(|outputs| table_words(inputs, outputs));
        Some(Table {
            words: self.inputs_to_outputs,
            start: sum(start),
            inputs,
            outputs,
        })
    }

    /// The patch constants that depend on inputs; `None` if this is not a hull shader.
    pub fn patches_on_inputs(&self) -> Option<Table<W>> {
        self.is(outputs_patch_constants).then_some(())?;
        Some(Table {
            words: self.inputs_to_patches,
            start: 0,
            inputs: self.info.input_vectors()?,
            outputs: self.patch_vectors()?,
        })
    }

    /// The outputs that depend on patch constants; `None` if this is not a domain shader.
    pub fn outputs_on_patches(&self) -> Option<Table<W>> {
        self.is(inputs_patch_constants).then_some(())?;
        let (_, outputs) = self.stream(0)?;
        Some(Table {
            words: self.patches_to_outputs,
            start: 0,
            inputs: self.patch_vectors()?,
            outputs,
        })
    }

    /// The stage, which version 0 does not store; but it does not have vectors either.
    fn stage(&self) -> ShaderStage {
        self.info.shader_stage().unwrap_or_default()
    }

    /// Whether the schema marks the stage.
    fn is(&self, what: fn(ShaderStage) -> Int) -> bool {
        what(self.stage()) == 1
    }

    fn patch_vectors(&self) -> Option<u8> {
        self.info.extra_info()?.patch_constant_vectors(self.stage())
    }

    /// The vectors of the streams before one, and its own.
    fn stream(&self, stream: usize) -> Option<(impl Iterator<Item = u8> + use<W>, u8)> {
        let vectors = self.info.output_vectors()?;
        let is_there = int(stream) < streams(self.stage());
        let own = vectors.get(stream).copied().filter(|_| is_there)?;
        Some((vectors.into_iter().take(stream), own))
    }
}

/// The sum of numbers of words: at most a few of 16 bits.
fn sum(words: impl Iterator<Item = Int>) -> usize {
    words.map(number).sum()
}

/// A number computed from 8-bit counts of vectors.
fn number(number: Int) -> usize {
    number.narrow().unwrap_or_default()
}

/// Some components of all that there are.
#[derive(Clone, Copy, Debug)]
pub struct Mask<W> {
    words: W,
    start: usize,
    components: usize,
}

impl<W: Numbers> Mask<W> {
    /// The number of components.
    pub fn components(&self) -> usize {
        self.components
    }

    /// Whether it contains a component; `None` if there is no such component.
    pub fn contains(&self, component: usize) -> Option<bool> {
        (component < self.components).then_some(())?;
        let bits = u32::BITS as usize;
        // A word that is not there has no bits.
        let word = self.words.number(self.start + component / bits);
        Some(word.unwrap_or_default() >> (component % bits) & 1 == 1)
    }

    /// Those components, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<W> {
        let mask = *self;
        (0..mask.components).filter(move |component| mask.contains(*component) == Some(true))
    }
}

/// Which components of one thing depend on which of another.
#[derive(Clone, Copy, Debug)]
pub struct Table<W> {
    words: W,
    start: usize,
    /// In vectors, like the outputs.
    inputs: u8,
    outputs: u8,
}

impl<W: Numbers> Table<W> {
    /// The number of components that others may depend on.
    pub fn inputs(&self) -> usize {
        number(components(self.inputs))
    }

    /// The number of components that may depend on others.
    pub fn outputs(&self) -> usize {
        number(components(self.outputs))
    }

    /// Whether component `output` depends on component `input`; `None` if there is no such component.
    pub fn depends(&self, output: usize, input: usize) -> Option<bool> {
        self.outputs_of(input)?.contains(output)
    }

    /// The components that depend on component `input`; `None` if there is no such component.
    pub fn outputs_of(&self, input: usize) -> Option<Mask<W>> {
        (input < self.inputs()).then_some(())?;
        let row = number(mask_words(self.outputs));
        Some(Mask {
            words: self.words,
            start: self.start + input * row,
            components: self.outputs(),
        })
    }

    /// The components that component `output` depends on, in order; empty if there is no such component.
    pub fn inputs_of(&self, output: usize) -> impl Iterator<Item = usize> + use<W> {
        let table = *self;
        (0..table.inputs()).filter(move |input| table.depends(output, *input) == Some(true))
    }

    /// All pairs of an input and an output that depends on it, by inputs.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> + use<W> {
        let table = *self;
        let rows =
            (0..table.inputs()).filter_map(move |input| Some((input, table.outputs_of(input)?)));
        rows.flat_map(|(input, mask)| mask.iter().map(move |output| (input, output)))
    }
}

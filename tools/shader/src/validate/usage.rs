//! Compares the components that elements use with those in the dependency tables of PSV0.

use alloc::format;
use alloc::vec::Vec;

use super::elements::shown_mask;
use super::rules::ELEMENT_USE;
use super::shader::Shader;
use crate::finding::{Finding, PartPath};
use crate::psv0::validate::touched::{Components, Touched};
use crate::report::Report;
use dxc_format::FourCC;
use dxc_format::parts::PSV0;
use dxc_format::psv0::{PipelineStateValidation, components, inputs_patch_constants};
use dxc_format::runtime::int::int;
use dxc_format::signature::SignatureElement;

/// The first version of PSV0 whose validators always store the used components. It belongs to validator 1.6, although
/// 1.5 also stores them.
const STORES_USE: u32 = 2;

/// The mask of all components of a register.
const ALL: u8 = 0xf;

/// A signature, and the components of it that PSV0 lists as used.
struct Uses<'t> {
    part: FourCC,
    is_input: bool,
    /// The components of each stream in the tables of PSV0, with the name of the table.
    streams: Vec<(&'t Components, &'static str)>,
}

/// Checks the masks of used components; in a DXIL shader, each element has one mask.
pub(super) fn check(shader: &Shader<'_>, findings: &mut Report) {
    let (Some(stage), Some(_)) = (shader.stage, shader.module()) else {
        return;
    };
    let stored = shader
        .psv
        .as_ref()
        .filter(|psv| psv.info.version() >= STORES_USE);
    let empty = PipelineStateValidation::default();
    let touched = Touched::new(stored.unwrap_or(&empty));
    let reads_patches = inputs_patch_constants(int(stage)) == 1;
    let outputs = touched
        .outputs
        .iter()
        .map(|outputs| (outputs, "inputs_to_outputs"));
    let patches = if reads_patches {
        "patches_to_outputs"
    } else {
        "inputs_to_patches"
    };
    let streams = [
        Vec::from([(&touched.inputs, "inputs_to_outputs")]),
        outputs.collect(),
        Vec::from([(&touched.patches, patches)]),
    ];
    let are_inputs = [true, false, reads_patches];
    for (((part, signature), streams), is_input) in
        shader.signatures.iter().zip(streams).zip(are_inputs)
    {
        let uses = Uses {
            part: *part,
            is_input,
            streams,
        };
        let elements = signature
            .iter()
            .flat_map(|signature| signature.elements().iter());
        for (index, element) in elements.enumerate() {
            findings.extend(uses.check(index, &element));
        }
    }
}

impl Uses<'_> {
    /// Checks the mask of an element: for an input, the components that are read; for an output, the components that
    /// are not written.
    fn check(&self, index: usize, element: &SignatureElement) -> Option<Finding> {
        let path = format!("elements[{index}].exclusive_mask");
        let (mask, exclusive) = (element.mask, element.exclusive_mask);
        // Validators before 1.5 set all bits for components that the element does not have.
        let unwritten = ALL & !mask;
        let (is_possible, state) = if self.is_input {
            (exclusive & !mask == 0, "always read")
        } else {
            (
                exclusive & unwritten == unwritten && (exclusive <= ALL || exclusive == !mask),
                "never written",
            )
        };
        if !is_possible {
            let [exclusive, mask] = [exclusive, mask].map(shown_mask);
            let found = format!("{exclusive} is {state}, and the element has {mask}");
            return Some(Finding::new(&ELEMENT_USE, path, found).within_part(self.part));
        }
        let used = if self.is_input { exclusive } else { !exclusive };
        let missing = self.touched(element)? & mask & !used;
        let (_, table) = self.streams.get(usize::try_from(element.stream).ok()?)?;
        let verb = if self.is_input { "read" } else { "written" };
        (missing != 0).then(|| {
            let missing = shown_mask(missing);
            let found = format!("{missing} is not {verb}, but PSV0 {table} has a dependency of it");
            let place = PartPath::new(self.part, path);
            Finding::between(&ELEMENT_USE, place, PartPath::new(PSV0, *table), found)
        })
    }

    /// The components of an element that are in the tables.
    fn touched(&self, element: &SignatureElement) -> Option<u8> {
        crate::signatures::has_register(element).then_some(())?;
        let (touched, _) = self.streams.get(usize::try_from(element.stream).ok()?)?;
        let width: usize = components(int(1)).narrow()?;
        let first = usize::try_from(element.register).ok()?.checked_mul(width)?;
        let touched = (0..width).filter(|column| touched.contains(first.saturating_add(*column)));
        Some(touched.fold(0, |mask, column| mask | 1 << column))
    }
}

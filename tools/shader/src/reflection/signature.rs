//! Reflects signatures from any part.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::signatures::Direction;
use dxc_format::Container;
use dxc_format::constants::{D3DSystemValue, SemanticKind, SigComponentType, SigMinPrecision};
use dxc_format::rdat::DxilComponentType;
use dxc_format::signature::{NO_REGISTER, SignatureElement, SignatureView};
use dxc_format::{FourCC, Result};
use dxil::budgets::Budgets;
use dxil::dxil_metadata::ReflectedComponent;
use dxil::{self, DxilModule, EntryPoint, Version};

/// The inputs or outputs of a shader.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Signature {
    /// The part that stores it.
    pub part: FourCC,
    /// The kind of the signature.
    pub direction: Direction,
    /// The parameters, one for each register.
    pub parameters: Vec<SignatureParameter>,
}

/// An input or output, as in `D3D12_SIGNATURE_PARAMETER_DESC`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SignatureParameter {
    /// The semantic name.
    pub name: String,
    /// The other fields, as in ISG1, OSG1 and PSG1.
    pub element: SignatureElement,
}

/// The signatures that the parts of a container store.
pub(super) fn read_stored(
    container: &Container<'_>,
    budgets: &mut Budgets,
) -> Result<Vec<Signature>> {
    let mut signatures = Vec::new();
    for (part, direction, view) in crate::signatures::stored(container)? {
        signatures.push(Signature {
            part,
            direction,
            parameters: read_view(view, direction, budgets)?,
        });
    }
    Ok(signatures)
}

fn read_view(
    signature: SignatureView<'_>,
    direction: Direction,
    budgets: &mut Budgets,
) -> Result<Vec<SignatureParameter>> {
    let elements = signature.elements().iter().map(|element| {
        budgets.take::<SignatureParameter>()?;
        let name = element.name_in(signature).unwrap_or_default();
        Ok(SignatureParameter {
            name: budgets.copy(name)?,
            element: SignatureElement {
                name: 0,
                system_value: crate::signatures::system_value_named(&element, direction, name),
                exclusive_mask: element.exclusive_mask & ALL_COMPONENTS,
                ..element
            },
        })
    });
    elements.collect()
}

/// The signatures of the first entry point of a module. Before validator 1.5, it does not state which components are
/// used, so these are copied from the stored signatures.
pub(super) fn read_module(
    part: FourCC,
    module: &DxilModule<'_>,
    stored: &[Signature],
    budgets: &mut Budgets,
) -> Result<Vec<Signature>> {
    let Some(entry) = module.entry_points.first() else {
        return Ok(Vec::new());
    };
    let of_patches = Direction::of_patches(module.shader_model.kind);
    let has_usage = has_usage(module);
    let mut signatures = Vec::new();
    for (direction, elements) in [
        (Direction::Input, &entry.inputs),
        (Direction::Output, &entry.outputs),
        (of_patches, &entry.patch_constants),
    ] {
        if elements.is_empty() {
            continue;
        }
        let mut parameters = Vec::new();
        for element in elements {
            read_element(entry, direction, element, budgets, &mut parameters)?;
        }
        let mut stored = stored.iter();
        let stored = stored.find(|signature| signature.direction == direction);
        if let Some(stored) = stored.filter(|_| !has_usage) {
            copy_usage(stored, &mut parameters);
        }
        signatures.push(Signature {
            part,
            direction,
            parameters,
        });
    }
    Ok(signatures)
}

/// The first version of the validator whose modules state which components are used.
const FIRST_WITH_USAGE: Version = Version { major: 1, minor: 5 };

/// Whether a module states which components are used.
pub(super) fn has_usage(module: &DxilModule<'_>) -> bool {
    module.validator_version.unwrap_or_default() >= FIRST_WITH_USAGE
}

/// Copies the used components from the same parameters of another signature.
fn copy_usage(stored: &Signature, parameters: &mut [SignatureParameter]) {
    let key = |element: &SignatureElement| {
        let SignatureElement {
            index,
            register,
            mask,
            stream,
            ..
        } = *element;
        (index, register, mask, stream)
    };
    let stored = stored.parameters.iter().map(|parameter| &parameter.element);
    let masks: BTreeMap<_, u8> = stored
        .map(|element| (key(element), element.exclusive_mask))
        .collect();
    for SignatureParameter { element, .. } in parameters {
        let mask = masks.get(&key(element));
        element.exclusive_mask = mask.copied().unwrap_or(element.exclusive_mask);
    }
}

/// Adds a parameter for each row of an element. Names of system values are in upper case.
fn read_element(
    entry: &EntryPoint,
    direction: Direction,
    element: &dxil::SignatureElement,
    budgets: &mut Budgets,
    parameters: &mut Vec<SignatureParameter>,
) -> Result<()> {
    let domain = dxil::domain(entry);
    let shift = u32::from(element.start_col.unwrap_or(0));
    let columns = |mask: u32| {
        let mask = mask.checked_shl(shift).unwrap_or(0);
        mask.to_le_bytes()[0] & ALL_COMPONENTS
    };
    let all = 1u32.checked_shl(element.cols.into());
    let mask = columns(all.map_or(0, |columns| columns - 1));
    let used = columns(element.usage_mask);
    let (component_type, min_precision) = component(element.component_type);
    for (row, index) in element.indices.iter().enumerate() {
        budgets.take::<SignatureParameter>()?;
        let offset = u32::try_from(row).unwrap_or(u32::MAX);
        let value = crate::signatures::system_value(element.semantic, domain, row);
        let mut name = budgets.copy(&element.name)?;
        if element.semantic != SemanticKind::Arbitrary {
            name.make_ascii_uppercase();
        }
        let register = element.start_row.map(|start| start.saturating_add(offset));
        let element = SignatureElement {
            stream: element.stream,
            index: *index,
            system_value: value.unwrap_or(D3DSystemValue::Undefined),
            component_type,
            register: register.unwrap_or(NO_REGISTER),
            mask,
            exclusive_mask: if direction.is_input() {
                used
            } else {
                ALL_COMPONENTS & !used
            },
            min_precision,
            ..SignatureElement::default()
        };
        parameters.push(SignatureParameter { name, element });
    }
    Ok(())
}

/// The mask of all components of a register.
const ALL_COMPONENTS: u8 = 0xf;

/// The type of a component in signatures, and its minimum precision.
fn component(component: DxilComponentType) -> (SigComponentType, SigMinPrecision) {
    let component = ReflectedComponent(component.0);
    (
        component.signature().unwrap_or_default(),
        component.precision().unwrap_or_default(),
    )
}

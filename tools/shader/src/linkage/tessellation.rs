//! Compares a hull shader with a domain shader: control points and patch constants must be equal.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::ToString;

use super::Mismatches;
use super::elements::{Pair, component_type, location, path};
use super::links::key;
use super::mismatch::Mismatch;
use super::rules::{
    CONTROL_POINTS, GS_TESSELLATED, HS_DS_INDEX, HS_DS_LENGTH, HS_DS_MASK, HS_DS_MIN_PRECISION,
    HS_DS_NAME, HS_DS_NEVER_WRITTEN, HS_DS_REGISTER, HS_DS_SYSTEM_VALUE, HS_DS_TYPE, LinkageRule,
    TESSELLATOR_DOMAIN,
};
use super::stage::{Stage, StageSignature};
use crate::PartPath;
use crate::signatures::Components;
use dxc_format::signature::SignatureElement;

/// Checks a domain shader against the hull shader.
pub(super) fn check(hull: &Stage, domain: &Stage, found: &mut Mismatches) {
    let signatures = [
        ("Control Points", &hull.outputs, &domain.inputs),
        ("Patch Constant Data", &hull.patch, &domain.patch),
    ];
    for (kind, outputs, inputs) in signatures {
        match (outputs, inputs) {
            (Some(outputs), Some(inputs)) => {
                check_signatures(kind, (hull, outputs), (domain, inputs), found);
            }
            (None, None) => {}
            (outputs, inputs) => {
                push_length(
                    kind,
                    (hull, outputs.as_ref()),
                    (domain, inputs.as_ref()),
                    found,
                );
            }
        }
    }
    check_properties(hull, domain, found);
}

fn check_properties(hull: &Stage, domain: &Stage, found: &mut Mismatches) {
    let (one, other) = (&hull.description, &domain.description);
    let mut push = |rule: &'static LinkageRule, value: &str| {
        found.push(Mismatch::new(rule, domain.stage, Some(hull.stage), value));
    };
    if let (Some(points), Some(expected)) = (one.control_points, other.control_points)
        && points != expected
    {
        let value = format!(
            "{points}, but the current Domain Shader expects Control Point count of {expected}"
        );
        push(&CONTROL_POINTS, &value);
    }
    if let (Some(declared), Some(expected)) = (one.tessellator_domain, other.tessellator_domain)
        && declared != expected
    {
        let value = format!("{declared} domain, but Domain Shader declares {expected}");
        push(&TESSELLATOR_DOMAIN, &value);
    }
}

/// Checks that a geometry shader accepts the primitives that the tessellator generates.
pub(super) fn check_geometry(hull: &Stage, geometry: &Stage, found: &mut Mismatches) {
    let made = hull.description.hs_output_primitive;
    let taken = geometry.description.input_primitive;
    let (Some(made), Some(taken)) = (made, taken) else {
        return;
    };
    let expected = made.geometry();
    if expected != Some(taken) {
        let mismatch = Mismatch::new(&GS_TESSELLATED, geometry.stage, Some(hull.stage), "");
        found.push(mismatch.found(format!("is {taken}, and the tessellator outputs {made}")));
    }
}

/// Adds the mismatch for signatures of different lengths, at the first element that only one of them has.
fn push_length(
    kind: &str,
    (hull, outputs): (&Stage, Option<&StageSignature>),
    (domain, inputs): (&Stage, Option<&StageSignature>),
    found: &mut Mismatches,
) {
    let [written, read] = [outputs, inputs]
        .map(|signature| signature.map_or(0, |signature| signature.elements.len()));
    let (place, against) = if read > written {
        (first_alone(inputs, outputs), None)
    } else {
        (None, first_alone(outputs, inputs))
    };
    let mismatch = Mismatch::new(&HS_DS_LENGTH, domain.stage, Some(hull.stage), kind);
    let value = format!("has {read} elements, but {written} in the hull shader");
    found.push(mismatch.at(place, against).found(value));
}

/// The index of the first element whose semantic the shorter signature does not have; otherwise the first index after
/// its end.
fn first_alone(
    signature: Option<&StageSignature>,
    other: Option<&StageSignature>,
) -> Option<PartPath> {
    let signature = signature?;
    let others = other.map_or(&[][..], |other| &other.elements);
    let known: BTreeSet<_> = others.iter().map(key).collect();
    let mut elements = signature.elements.iter();
    let alone = elements.position(|element| !known.contains(&key(element)));
    Some(path(signature.part, alone.unwrap_or(others.len())))
}

fn check_signatures(
    kind: &str,
    (hull, outputs): (&Stage, &StageSignature),
    (domain, inputs): (&Stage, &StageSignature),
    found: &mut Mismatches,
) {
    if outputs.elements.len() != inputs.elements.len() {
        push_length(kind, (hull, Some(outputs)), (domain, Some(inputs)), found);
        return;
    }
    let pairs = outputs.elements.iter().zip(&inputs.elements);
    for (index, (output, input)) in pairs.enumerate() {
        let pair = Pair {
            stage: domain.stage,
            before: hull.stage,
            input,
            output,
            place: path(inputs.part, index),
            against: path(outputs.part, index),
        };
        let names = [output, input].map(|element| element.name.as_str());
        let indices = [output, input].map(|element| element.element.index);
        let differ = |what: &str, [written, read]: [&str; 2]| {
            format!(
                "{kind} entry [{index}] have different {what}. The Hull Shader outputs '{written}', \
                 while the Domain Shader inputs '{read}'"
            )
        };
        if !names[0].eq_ignore_ascii_case(names[1]) {
            pair.push_in(&HS_DS_NAME, &differ("names", names), location, found);
        } else if indices[0] != indices[1] {
            let shown = [0, 1].map(|side| format!("{}{}", names[side], indices[side]));
            let value = differ(
                "semantic indices",
                shown.each_ref().map(|text| text.as_str()),
            );
            pair.push_in(&HS_DS_INDEX, &value, location, found);
        } else {
            check_entry(kind, &pair, found);
        }
    }
}

/// Checks two elements with the same semantic.
fn check_entry(kind: &str, pair: &Pair<'_>, found: &mut Mismatches) {
    let (input, output) = (&pair.input.element, &pair.output.element);
    let mut check =
        |holds: bool, rule, shown: &dyn Fn(&SignatureElement) -> alloc::string::String| {
            if !holds {
                pair.push_in(rule, kind, shown, found);
            }
        };
    let is_same = input.register == output.register;
    check(is_same, &HS_DS_REGISTER, &location);
    let is_same = component_type(input) == component_type(output);
    check(is_same, &HS_DS_TYPE, &|element| {
        element.component_type.to_string()
    });
    check(input.mask == output.mask, &HS_DS_MASK, &location);
    let is_same = input.system_value == output.system_value;
    check(is_same, &HS_DS_SYSTEM_VALUE, &|element| {
        element.system_value.to_string()
    });
    let missing = input.exclusive_mask & output.exclusive_mask & output.mask;
    let shown = Components(missing).to_string().replace(' ', "");
    check(missing == 0, &HS_DS_NEVER_WRITTEN, &|_| shown.clone());
    let is_same = input.min_precision == output.min_precision;
    check(is_same, &HS_DS_MIN_PRECISION, &|element| {
        element.min_precision.to_string()
    });
}

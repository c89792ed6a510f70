//! Compares the elements of ISG1, OSG1 and PSG1 with those of PSV0, or of the program's metadata.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::rows::{Name, Row, rows_of_pipeline, rows_of_signature};
use super::rules::{
    ELEMENT_INDEX, ELEMENT_MASK, ELEMENT_MISSING, ELEMENT_NAME, ELEMENT_PRECISION,
    ELEMENT_REGISTER, ELEMENT_REPEATED, ELEMENT_STREAM, ELEMENT_SYSTEM_VALUE, ELEMENT_TYPE,
    ELEMENT_USE,
};
use super::shader::Shader;
use crate::finding::{Finding, PartPath, Rule};
use crate::report::Report;
use crate::signatures::Components;
use dxc_format::FourCC;
use dxc_format::constants::{ComponentType, ShaderStage, SigComponentType, SigMinPrecision};
use dxc_format::parts::PSV0;
use dxc_format::signature::{NO_REGISTER, SignatureView};

/// A property of an element that both a signature and PSV0 or the program's metadata state.
struct Fact {
    /// Its name in messages.
    name: &'static str,
    /// The field in an element of PSV0.
    pipeline: &'static str,
    /// The field in an element of the program's metadata.
    program: &'static str,
    /// The field in an element of the signature.
    signature: &'static str,
    rule: &'static Rule,
    is_same: fn(&Row<'_>, &Row<'_>) -> bool,
    show: fn(&Row<'_>) -> String,
}

static FACTS: [Fact; 9] = [
    Fact {
        name: "the name",
        pipeline: "name",
        program: "name",
        signature: "name",
        rule: &ELEMENT_NAME,
        is_same: |one, other| one.name.is(other.name),
        show: |row| row.name.shown(),
    },
    Fact {
        name: "the semantic index",
        pipeline: "indices",
        program: "indices",
        signature: "index",
        rule: &ELEMENT_INDEX,
        is_same: |one, other| one.index == other.index,
        show: |row| row.index.to_string(),
    },
    Fact {
        name: "the system value",
        pipeline: "kind",
        program: "semantic",
        signature: "system_value",
        rule: &ELEMENT_SYSTEM_VALUE,
        is_same: |one, other| agree(one.system_value, other.system_value),
        show: |row| {
            let value = row.system_value.map(|value| value.to_string());
            value.unwrap_or_else(|| "none".into())
        },
    },
    Fact {
        name: "the component type",
        pipeline: "component_type",
        program: "component_type",
        signature: "component_type",
        rule: &ELEMENT_TYPE,
        is_same: |one, other| one.component_type == other.component_type,
        show: |row| SigComponentType(row.component_type).to_string(),
    },
    Fact {
        name: "the register",
        pipeline: "start_row",
        program: "start_row",
        signature: "register",
        rule: &ELEMENT_REGISTER,
        is_same: |one, other| one.register == other.register,
        show: |row| match row.register {
            NO_REGISTER => "none".into(),
            register => register.to_string(),
        },
    },
    Fact {
        name: "the mask of columns",
        pipeline: "shape",
        program: "cols",
        signature: "mask",
        rule: &ELEMENT_MASK,
        is_same: |one, other| one.mask == other.mask,
        show: |row| shown_mask(row.mask),
    },
    Fact {
        name: "the stream",
        pipeline: "mask_and_stream",
        program: "stream",
        signature: "stream",
        rule: &ELEMENT_STREAM,
        is_same: |one, other| one.stream == other.stream,
        show: |row| row.stream.to_string(),
    },
    Fact {
        name: "the exclusive mask",
        pipeline: "",
        program: "usage_mask",
        signature: "exclusive_mask",
        rule: &ELEMENT_USE,
        is_same: |one, other| agree(one.exclusive_mask, other.exclusive_mask),
        show: |row| shown_mask(row.exclusive_mask.unwrap_or_default()),
    },
    Fact {
        name: "the minimum precision",
        pipeline: "",
        program: "component_type",
        signature: "min_precision",
        rule: &ELEMENT_PRECISION,
        is_same: |one, other| agree(one.min_precision, other.min_precision),
        show: |row| row.min_precision.unwrap_or_default().to_string(),
    },
];

/// Whether two values are equal, or one is not stated.
fn agree<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
    one.zip(other).is_none_or(|(one, other)| one == other)
}

/// A mask of components as letters; as a number, if it has other bits.
pub(super) fn shown_mask(mask: u8) -> String {
    match mask {
        0 => "none".into(),
        1..=0xf => Components(mask).to_string().replace(' ', ""),
        _ => format!("{mask:#x}"),
    }
}

/// Compares each signature with the elements of PSV0, unless the program was read: then both are compared with the
/// program.
pub(super) fn check(shader: &Shader<'_>, findings: &mut Report) {
    if shader.module().is_none() {
        return;
    }
    for (part, signature) in &shader.signatures {
        if let Some(signature) = signature {
            check_precisions(*part, signature, findings);
        }
    }
    let (Some(psv), Some(stage)) = (&shader.psv, shader.stage) else {
        return;
    };
    let runs = crate::psv0::validate::signatures(psv).into_iter();
    for ((run, elements), (part, signature)) in runs.zip(&shader.signatures) {
        let Some(signature) = signature.filter(|_| shader.psv_stores(run)) else {
            continue;
        };
        let stated = rows_of_pipeline(psv, run, elements, stage);
        let rows = rows_of_signature(*part, &signature);
        let against = PartPath::new(PSV0, run);
        let is_mesh = stage == ShaderStage::Mesh;
        compare(stated, rows, (against, *part, is_mesh), findings);
    }
}

/// A key of a row: rows that may match have equal keys. The keys are used in sequence; each is less strict than the one
/// before.
type Key = (u64, u32, u32, u32, u8, u32);
static KEYS: [fn(&Row<'_>) -> Key; 5] = [
    |row| {
        let Row {
            index,
            register,
            mask,
            stream,
            component_type,
            ..
        } = *row;
        (folded(row), index, stream, register, mask, component_type)
    },
    |row| (folded(row), row.index, row.stream, 0, 0, 0),
    |row| (folded(row), row.index, 0, 0, 0, 0),
    |row| (0, 0, row.stream, row.register, row.mask, 0),
    |_| Key::default(),
];

/// A hash of the name that ignores the case of system values.
fn folded(row: &Row<'_>) -> u64 {
    // FNV-1a. Names with equal hashes are compared in full.
    let fold = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    row.name.folded().fold(0xcbf2_9ce4_8422_2325, fold)
}

/// Compares the rows of another part with those of a signature, in any order.
pub(super) fn compare<'a>(
    mut stated: Vec<Row<'a>>,
    mut rows: Vec<Row<'a>>,
    (against, part, is_mesh): (PartPath, FourCC, bool),
    findings: &mut Report,
) {
    let names: Vec<Name<'_>> = stated.iter().map(|row| row.name).collect();
    let mut differing = Vec::new();
    for key in KEYS {
        stated.sort_by_cached_key(key);
        rows.sort_by_cached_key(key);
        (stated, rows) = compare_pairs(stated, rows, key, &mut differing);
    }
    differing.sort_by_key(|(element, _)| *element);
    findings.extend(differing.into_iter().map(|(_, finding)| finding));
    stated.sort_by_key(|row| row.place.element);
    rows.sort_by_key(|row| row.place.element);
    let signature = PartPath::new(part, "elements");
    findings.extend(
        stated
            .iter()
            .map(|row| lacks(&ELEMENT_MISSING, row, &signature)),
    );
    for row in rows {
        let is_repeated = names.iter().any(|name| name.is(row.name));
        let rule = if is_repeated && is_mesh {
            &ELEMENT_REPEATED
        } else {
            &ELEMENT_MISSING
        };
        findings.push(lacks(rule, &row, &against));
    }
}

/// The finding for a row that the other part does not have.
fn lacks(rule: &'static Rule, row: &Row<'_>, other: &PartPath) -> Finding {
    let name = row.name.shown();
    let found = format!("{other} has no element {name}{}", row.index);
    Finding::between(rule, row.place.whole(), other.clone(), found)
}

/// Compares the rows with equal keys, and returns the other rows. Both lists are sorted by key.
fn compare_pairs<'a>(
    stated: Vec<Row<'a>>,
    rows: Vec<Row<'a>>,
    key: fn(&Row<'_>) -> Key,
    differing: &mut Vec<(usize, Finding)>,
) -> (Vec<Row<'a>>, Vec<Row<'a>>) {
    let (mut alone, mut others) = (Vec::new(), Vec::new());
    let mut rows = rows.into_iter().peekable();
    for row in stated {
        let wanted = key(&row);
        while let Some(lesser) = rows.next_if(|other| key(other) < wanted) {
            others.push(lesser);
        }
        match rows.next_if(|other| key(other) == wanted) {
            Some(other) => {
                let element = other.place.element;
                differing.extend(differences(&row, &other).map(|finding| (element, finding)));
            }
            None => alone.push(row),
        }
    }
    others.extend(rows);
    (alone, others)
}

/// The properties for which a row of a signature and a row of another part differ.
fn differences(stated: &Row<'_>, row: &Row<'_>) -> impl Iterator<Item = Finding> {
    let differing = FACTS.iter().filter(|fact| !(fact.is_same)(stated, row));
    differing.map(|fact| {
        let field = match stated.place.part {
            PSV0 => fact.pipeline,
            _ => fact.program,
        };
        let value = (row.place.field(fact.signature), (fact.show)(row));
        let other = (stated.place.field(field), (fact.show)(stated));
        Finding::differing(fact.rule, fact.name, value, other)
    })
}

/// Checks the minimum precisions, which the types determine.
fn check_precisions(part: FourCC, signature: &SignatureView<'_>, findings: &mut Report) {
    for (index, element) in signature.elements().iter().enumerate() {
        let component = u8::try_from(element.component_type.0).map(ComponentType);
        let implied = component.map_or(SigMinPrecision::Default, implied_precision);
        let (precision, component) = (element.min_precision, element.component_type);
        let holds = [SigMinPrecision::Default, implied].contains(&precision);
        let path = format_args!("elements[{index}].min_precision");
        let found = format_args!("the minimum precision is {precision}, of the type {component}");
        findings.check(holds, &ELEMENT_PRECISION, Some(part), path, found);
    }
}

/// The minimum precision of a type of 16 bits; the default for other types.
pub(super) fn implied_precision(component: ComponentType) -> SigMinPrecision {
    match component {
        ComponentType::Float16 => SigMinPrecision::Float16,
        ComponentType::SInt16 => SigMinPrecision::SInt16,
        ComponentType::UInt16 => SigMinPrecision::UInt16,
        _ => SigMinPrecision::Default,
    }
}

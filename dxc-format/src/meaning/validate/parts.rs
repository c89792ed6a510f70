//! The parts of a container: whether each can be read, is in its place, and matches the stage.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::rules::{
    HASH_SIZE, PART_GAP, PART_MISSING, PART_ORDER, PART_REPEATED, PART_STRAY, PART_UNIQUE,
    PRIVATE_DATA_LAST, UNREADABLE,
};
use super::shader::Shader;
use crate::container::{Container, ENTRY, RawPart};
use crate::generated::constants::ShaderStage;
use crate::generated::header::Header;
use crate::generated::parts;
use crate::generated::psv0::{inputs_patch_constants, outputs_patch_constants, outputs_primitives};
use crate::meaning::finding::Finding;
use crate::meaning::judgement::Judgement;
use crate::runtime::int::int;
use crate::runtime::limits::Budget;
use crate::runtime::{Error, Fixed, FourCC, Limits};

/// Checks that each part can be read, and that parts are contiguous.
///
/// It is false if they overlap so often that nothing else is checked.
pub(super) fn check_layout(
    container: &Container<'_>,
    limits: &Limits,
    findings: &mut Judgement,
) -> bool {
    let is_dxil = container.find(parts::DXIL).is_some();
    let mut seen = BTreeSet::new();
    let mut claims = Budget::new("claims", limits.claims);
    let mut end = Header::SIZE + container.len() * ENTRY;
    for (index, part) in container.parts().enumerate() {
        let path = format!("parts[{index}].offset");
        if let Some(finding) = misplaced(&part, path, end, is_dxil) {
            findings.push(finding);
        }
        end = part.data_offset() + part.data.len();
        if !seen.insert(part.offset) {
            continue;
        }
        if let Err(error) = claims.take(part.data.len()) {
            findings.push(Finding::new(&UNREADABLE, "parts", error.to_string()));
            return false;
        }
        if let Err(error) = part.view() {
            findings.push(unreadable(&error, part.fourcc));
        }
    }
    let size = container.file().len();
    if is_dxil && end != size {
        let found = format!("the last part ends at {end:#x}, and the container at {size:#x}");
        findings.push(Finding::new(&PART_GAP, "header.file_size", found));
    }
    true
}

/// A part that does not begin where the one before it ended.
fn misplaced(part: &RawPart<'_>, path: String, end: usize, is_dxil: bool) -> Option<Finding> {
    let at = part.offset;
    let found = format!(
        "{} begins at {at:#x}, and the part before it ends at {end:#x}",
        part.fourcc
    );
    if is_dxil && at != end {
        return Some(Finding::new(&PART_GAP, path, found));
    }
    (at < end).then(|| Finding::new(&PART_ORDER, path, found))
}

fn unreadable(error: &Error, part: FourCC) -> Finding {
    let mut finding = Finding::new(&UNREADABLE, error.path(), error.kind().to_string());
    finding.part = Some(part);
    finding.at = Some(error.file_offset());
    finding
}

/// Checks that a DXIL shader has each part of its stage, once, and no other.
pub(super) fn check_presence(shader: &Shader<'_>, findings: &mut Judgement) {
    check_private_data(&shader.container, findings);
    // A container of a PDB file has no DXIL part, and the validator does not see it.
    let (Some(stage), Some(_)) = (shader.stage, shader.dxil()) else {
        check_repeated(&shader.container, findings);
        return;
    };
    check_hash(&shader.container, findings);
    let presence = Presence::new(stage, shader);
    let mut seen = BTreeSet::new();
    for (index, part) in shader.container.parts().enumerate() {
        let path = format!("parts[{index}]");
        if !seen.insert(part.fourcc) {
            let found = format!("another part is {}", part.fourcc);
            findings.push(Finding::new(&PART_REPEATED, path, found));
        } else if !presence.allows(part.fourcc) {
            let found = format!(
                "a shader of the stage {stage} cannot have a part {}",
                part.fourcc
            );
            findings.push(Finding::new(&PART_STRAY, path, found));
        }
    }
    for part in presence.required {
        if !seen.contains(&part) {
            let found = format!("a shader of the stage {stage} requires a part {part}");
            findings.push(Finding::new(&PART_MISSING, "parts", found));
        }
    }
}

/// Checks the size of HASH. DXC's validator accepts any flags and any digest, even zeros.
fn check_hash(container: &Container<'_>, findings: &mut Judgement) {
    let hash = container.hash().ok().flatten();
    let size = hash.map_or(0, |hash| hash.trailing().len());
    if size > 0 {
        let found = format!("{size} bytes follow the digest");
        findings.push(Finding::new(&HASH_SIZE, "trailing", found).within_part(parts::HASH));
    }
}

/// Checks the parts that LLVM reads once, while DXC's validator ignores them.
fn check_repeated(container: &Container<'_>, findings: &mut Judgement) {
    let mut seen = BTreeSet::new();
    for (index, part) in container.parts().enumerate() {
        if LLVM_ONCE.contains(&part.fourcc) && !seen.insert(part.fourcc) {
            let found = format!("another part is {}", part.fourcc);
            findings.push(Finding::new(&PART_UNIQUE, format!("parts[{index}]"), found));
        }
    }
}

fn check_private_data(container: &Container<'_>, findings: &mut Judgement) {
    let last = container.len().saturating_sub(1);
    let found = container
        .parts()
        .position(|part| part.fourcc == parts::PRIV);
    if let Some(index) = found.filter(|index| *index < last) {
        let found = format!("PRIV is part {index}, and the last part is {last}");
        findings.push(Finding::new(
            &PRIVATE_DATA_LAST,
            format!("parts[{index}]"),
            found,
        ));
    }
}

/// The parts of a stage.
struct Presence {
    required: Vec<FourCC>,
    allowed: Vec<FourCC>,
}

/// Parts of which LLVM reads one.
const LLVM_ONCE: [FourCC; 6] = [
    parts::SFI0,
    parts::HASH,
    parts::PSV0,
    parts::RTS0,
    parts::DXIL,
    parts::ILDB,
];

/// Parts that shaders of any stage may have.
const OPTIONAL: [FourCC; 7] = [
    parts::SFI0,
    parts::HASH,
    parts::RDEF,
    parts::STAT,
    parts::PRIV,
    parts::ILDB,
    parts::ILDN,
];

impl Presence {
    fn new(stage: ShaderStage, shader: &Shader<'_>) -> Self {
        let mut required = Vec::from([parts::DXIL]);
        let mut allowed = Vec::from(OPTIONAL);
        if shader.is_library() {
            required.push(parts::RDAT);
            allowed.push(parts::VERS);
            return Self { required, allowed };
        }
        required.extend([parts::SFI0, parts::ISG1, parts::OSG1, parts::PSV0]);
        allowed.push(parts::RTS0);
        let stage = int(stage);
        let has_patches = [
            inputs_patch_constants,
            outputs_patch_constants,
            outputs_primitives,
        ];
        if has_patches.iter().any(|has| has(stage) == 1) {
            allowed.push(parts::PSG1);
        }
        let psv = shader.psv.as_ref();
        if psv.is_some_and(|psv| !psv.patches_or_primitives.is_empty()) {
            required.push(parts::PSG1);
        }
        Self { required, allowed }
    }

    fn allows(&self, part: FourCC) -> bool {
        self.required.contains(&part) || self.allowed.contains(&part)
    }
}

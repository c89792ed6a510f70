//! Checks the parts of a container: whether each can be read, has the right position, and matches the stage.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::ToString;
use core::fmt::Write;

use super::program_parts;
use super::rules::{
    CONTAINER_VERSION, HASH_SIZE, PART_GAP, PART_MISSING, PART_ORDER, PART_REPEATED, PART_STRAY,
    PART_UNIQUE, PRIVATE_DATA_LAST, TOOLS_UNREADABLE, UNREADABLE,
};
use super::shader::Shader;
use crate::finding::{Finding, Rule};
use crate::report::Report;
use dxc_format::Container;
use dxc_format::constants::{ShaderKind, ShaderStage};
use dxc_format::header::{Header, MAJOR};
use dxc_format::parts;
use dxc_format::parts::PARTS;
use dxc_format::runtime::attributes::Attributes;
use dxc_format::runtime::limits::Budget;
use dxc_format::{Error, FourCC, Limits, types::Fixed};
use dxc_format::{PartInfo, Required, SignatureOf, Strip};

/// Checks the header, that each part can be read, and that parts are contiguous.
///
/// It is false if they overlap so often that nothing else is checked.
pub(super) fn check_layout(
    container: &Container<'_>,
    limits: &Limits,
    findings: &mut Report,
) -> bool {
    let is_dxil = container.parts().all(|part| !is_of_fxc(part.fourcc));
    let version = container.header().version;
    let found = format_args!("the version is {}.{}", version.major, version.minor);
    let holds = u32::from(version.major) == MAJOR;
    findings.check(
        holds,
        &CONTAINER_VERSION,
        None,
        "header.version.major",
        found,
    );
    let mut seen = BTreeSet::new();
    let mut claims = Budget::new("claims", limits.claims);
    let mut end = Header::SIZE + container.len() * <u32 as Fixed>::SIZE;
    for (index, part) in container.parts().enumerate() {
        let at = part.offset;
        let (holds, rule) = if is_dxil {
            (at == end, &PART_GAP)
        } else {
            (at >= end, &PART_ORDER)
        };
        let path = format_args!("parts[{index}].offset");
        let found = format_args!(
            "{} begins at {at:#x}, and the part before it ends at {end:#x}",
            part.fourcc
        );
        findings.check(holds, rule, None, path, found);
        end = part.data_offset + part.data.len();
        if !seen.insert(part.offset) {
            continue;
        }
        if let Err(error) = claims.take(part.data.len()) {
            findings.check(false, &UNREADABLE, None, "parts", error);
            return false;
        }
        if let Err(error) = part.view() {
            let rule = if is_dxil && is_for_tools(part.fourcc) {
                &TOOLS_UNREADABLE
            } else {
                &UNREADABLE
            };
            findings.push(unreadable(rule, &error, part.fourcc));
        }
    }
    let size = container.file().len();
    let holds = !is_dxil || end == size;
    let found = format_args!("the last part ends at {end:#x}, and the container at {size:#x}");
    findings.check(holds, &PART_GAP, None, "header.file_size", found);
    true
}

/// Whether only FXC writes a part.
pub(super) fn is_of_fxc(part: FourCC) -> bool {
    let mut infos = PARTS.iter().filter(|info| info.fourcc == part).peekable();
    infos.peek().is_some() && infos.all(|info| info.writers == ["FXC"])
}

/// Whether a part is reflection data or the name of a PDB file.
fn is_for_tools(part: FourCC) -> bool {
    let mut infos = PARTS.iter().filter(|info| info.fourcc == part);
    let kinds = [Strip::Reflection, Strip::DebugName];
    infos.any(|info| info.strip.iter().any(|kind| kinds.contains(kind)))
}

fn unreadable(rule: &'static Rule, error: &Error, part: FourCC) -> Finding {
    let mut found = error.kind().to_string();
    if let Some(newer) = error.newer_record() {
        let _ = write!(found, "; {newer}");
    }
    let mut finding = Finding::new(rule, error.path(), found);
    finding.part = Some(part);
    finding.at = Some(error.file_offset());
    finding
}

/// Checks that a DXIL shader has each part of its stage, once, and no other.
pub(super) fn check_presence(shader: &Shader<'_>, findings: &mut Report) {
    check_private_data(&shader.container, findings);
    program_parts::check_sizes(&shader.container, findings);
    // A container of a PDB file has no DXIL part, and the validator does not see it.
    let (Some(stage), Some(_)) = (shader.stage, shader.dxil()) else {
        check_repeated(&shader.container, findings);
        program_parts::check_presence(shader, findings);
        return;
    };
    check_hash(&shader.container, findings);
    program_parts::check_compiler(&shader.container, findings);
    // DXC's validator uses the stage of the program, whatever PSV0 states.
    let of_program = shader.kind().and_then(ShaderKind::stage);
    let known = of_program.unwrap_or(stage);
    if !known.is_known() {
        // For an unknown stage, nothing is known. A newer version may use the number of a marker as a stage.
        return check_repeated(&shader.container, findings);
    }
    let presence = Presence {
        stage: known,
        shader,
    };
    let mut seen = BTreeSet::new();
    for (index, part) in shader.container.parts().enumerate() {
        let (part, path) = (part.fourcc, format_args!("parts[{index}]"));
        let is_new = seen.insert(part);
        let found = format_args!("another part is {part}");
        findings.check(is_new, &PART_REPEATED, None, path, found);
        let holds = !is_new || presence.allows(part);
        let found = if PARTS.iter().any(|known| known.fourcc == part) {
            format!("a shader of the stage {stage} cannot have a part {part}")
        } else {
            format!("the part {part} is not known")
        };
        findings.check(holds, &PART_STRAY, None, path, found);
    }
    for part in presence.required() {
        // Several FourCCs may identify the same kind of part.
        let mut same = PARTS.iter().filter(|other| other.name == part.name);
        let holds = same.any(|other| presence.is_of_stage(other) && seen.contains(&other.fourcc));
        let part = part.fourcc;
        let found = format_args!("a shader of the stage {stage} requires a part {part}");
        findings.check(holds, &PART_MISSING, None, "parts", found);
    }
}

/// Checks the size of HASH. DXC's validator accepts any flags and any digest, even zeros.
fn check_hash(container: &Container<'_>, findings: &mut Report) {
    let hash = container.hash().ok().flatten();
    let size = hash.map_or(0, |hash| hash.trailing().len());
    let found = format_args!("{size} bytes follow the digest");
    findings.check(size == 0, &HASH_SIZE, Some(parts::HASH), "trailing", found);
}

/// Checks the parts that LLVM reads only once, while DXC's validator ignores repetitions.
fn check_repeated(container: &Container<'_>, findings: &mut Report) {
    let mut seen = BTreeSet::new();
    for (index, part) in container.parts().enumerate() {
        let is_once = PartInfo::find(part.fourcc, part.data).is_some_and(|info| info.once);
        let holds = !is_once || seen.insert(part.fourcc);
        let path = format_args!("parts[{index}]");
        let found = format_args!("another part is {}", part.fourcc);
        findings.check(holds, &PART_UNIQUE, None, path, found);
    }
}

fn check_private_data(container: &Container<'_>, findings: &mut Report) {
    let last = container.len().saturating_sub(1);
    let found = container
        .parts()
        .position(|part| part.fourcc == parts::PRIV);
    let index = found.unwrap_or(last);
    let path = format_args!("parts[{index}]");
    let found = format_args!("PRIV is part {index}, and the last part is {last}");
    findings.check(index >= last, &PRIVATE_DATA_LAST, None, path, found);
}

/// The parts that shaders of a stage must have, and may have, according to the table of parts.
struct Presence<'s> {
    stage: ShaderStage,
    shader: &'s Shader<'s>,
}

impl Presence<'_> {
    fn required(&self) -> impl Iterator<Item = &'static PartInfo> {
        let required = PARTS.iter().filter(|part| match part.required {
            Some(Required::Always) => true,
            Some(Required::Elements) => self.has_elements(part.signature),
            _ => false,
        });
        required.filter(|part| self.is_of_stage(part))
    }

    fn is_of_stage(&self, part: &PartInfo) -> bool {
        is_stage(part.stages, self.stage)
    }

    /// Whether PSV0 has elements of a signature.
    fn has_elements(&self, of: Option<SignatureOf>) -> bool {
        self.shader.psv.as_ref().is_some_and(|psv| match of {
            Some(SignatureOf::Input) => !psv.inputs.is_empty(),
            Some(SignatureOf::Output) => !psv.outputs.is_empty(),
            _ => !psv.patches_or_primitives.is_empty(),
        })
    }

    fn allows(&self, part: FourCC) -> bool {
        let mut known = PARTS.iter().filter(|known| known.fourcc == part);
        known.any(|known| known.optional || self.is_of_stage(known))
    }
}

/// Whether a stage is in a list of names of stages, and of columns that are 1 for stages. The parts name the columns.
pub(super) fn is_stage(stages: &[&str], stage: ShaderStage) -> bool {
    let is_named = |name: &str| ShaderStage::from_name(name) == Some(stage);
    let has = |column: &str| stage.entry().is_some_and(|entry| entry.has(column));
    stages.iter().any(|name| is_named(name) || has(name))
}

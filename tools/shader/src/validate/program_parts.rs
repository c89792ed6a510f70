//! Checks the program parts of a container and VERS, without reading the bitcode.

use super::layout;
use super::rules::{NEWER_STRINGS, PROGRAM_PART, PROGRAM_SIZE};
use super::shader::Shader;
use crate::report::Report;
use dxc_format::compiler_version::CompilerVersion;
use dxc_format::parts::{self, PARTS, Part, PartView};
use dxc_format::{Container, FourCC, PartInfo, Required};

/// Checks that a container has a program if it has a part that only DXIL shaders have. Containers of PDB files and of root
/// signatures have none.
pub(super) fn check_presence(shader: &Shader<'_>, findings: &mut Report) {
    let [_, _, tokens @ ..] = &shader.programs;
    if shader.container.find(parts::DXIL).is_some()
        || tokens.iter().any(|(_, token)| token.is_some())
    {
        return;
    }
    let has = |part: FourCC| shader.container.find(part).is_some();
    if has(parts::PSV0) && !has(parts::ILDB) {
        // LLVM's reader refuses this container, too: a rule of its own reports that.
        return;
    }
    let is_of_dxil =
        |info: &PartInfo| info.required == Some(Required::Always) && !info.writers.contains(&"FXC");
    let is_required = |part: FourCC| {
        let mut infos = PARTS.iter().filter(|info| info.fourcc == part);
        infos.any(is_of_dxil)
    };
    let mut parts = shader.container.parts().map(|part| part.fourcc);
    if let Some(part) = parts.find(|part| is_required(*part)) {
        let found = format_args!("there is a part {part}, but no part DXIL");
        findings.check(false, &PROGRAM_PART, None, "parts", found);
    }
}

/// Checks the sizes of the programs. DXC's validator accepts a part that is larger than its header states.
pub(super) fn check_sizes(container: &Container<'_>, findings: &mut Report) {
    for part in [parts::DXIL, parts::ILDB] {
        let Some(part) = container.find(part) else {
            continue;
        };
        let Ok(PartView::Program(program)) = part.view() else {
            continue;
        };
        let Some(words) = program.size_in_words().map(u64::from) else {
            continue;
        };
        let (stated, size) = (words * u64::from(u32::BITS / 8), part.data.len());
        let holds = usize::try_from(stated).is_ok_and(|stated| stated <= size);
        let found = format_args!("{words} words are {stated} bytes, and the part has {size}");
        let rule = &PROGRAM_SIZE;
        findings.check(holds, rule, Some(part.fourcc), "size_in_words", found);
    }
}

/// Checks the strings of VERS: their number, and that only padding follows.
pub(super) fn check_compiler(container: &Container<'_>, findings: &mut Report) {
    let Some(part) = container.find(parts::VERS) else {
        return;
    };
    let Ok(PartView::CompilerVersion(version)) = part.view() else {
        return;
    };
    let mut expected = CompilerVersion::default();
    (expected.major, expected.minor) = (version.major(), version.minor());
    expected.flags = version.flags();
    expected.commit_count = version.commit_count();
    let (strings, named) = (version.strings(), CompilerVersion::NAMED_STRINGS.len());
    let mut further = strings.iter().skip(named);
    // A size that includes padding looks like further strings without a text.
    let count = if further.all(|string| !string.is_empty()) {
        strings.iter().count()
    } else {
        named
    };
    let found = format_args!(
        "there are {count} strings, of which this version knows {named}: a newer version may define the others"
    );
    let holds = count <= named;
    findings.check(holds, &NEWER_STRINGS, Some(part.fourcc), "strings", found);
    for string in strings.iter().take(count) {
        expected.strings.0.extend_from_slice(string);
        expected.strings.0.push(0);
    }
    if let Ok(expected) = Part::from(expected).to_bytes(part.fourcc) {
        layout::compare(part.fourcc, part.data, &expected, findings);
    }
}

//! Checks containers: [`validate`].
//!
//! Parts are read once; `llvm` reads a root signature again for its offsets. Each part is checked alone, then the
//! properties that several parts state are compared.
//!
//! The other parts are compared with the metadata of the program. If the metadata cannot be read, they are compared with
//! one another: they determine the possible elements, masks and features.

mod consistency;
mod elements;
mod ends;
mod features;
mod inferred;
mod layout;
mod library;
mod llvm;
mod parts;
mod program;
mod program_parts;
mod references;
mod resources;
mod rows;
mod rules;
mod shader;
mod usage;

use alloc::vec::Vec;

use self::rules::ROOT_VERSION;
use self::shader::Shader;
use crate::finding::{Finding, Severity};
use crate::report::Report;
use dxc_format::Container;
use dxc_format::constants::RootSignatureVersion;
use dxc_format::parts as part;
use dxc_format::{FourCC, Limits};

/// Checks every part alone, and compares the properties that several parts state.
///
/// It cannot fail: a part that cannot be read is a finding of the severity [`Unreadable`](crate::Severity::Unreadable),
/// with the error's path. Each finding has the part of its path, and the field that it was compared with. Missing
/// parts are not checked. [`Severity`](crate::Severity) states which programs refuse the container.
///
/// The other parts are compared with the metadata of the program, like by DXC's validator. Of instructions, only those that
/// access signatures are checked. If the metadata cannot be read, the parts are compared with one another.
///
/// See also [`psv0::validate`](crate::psv0::validate) and
/// [`root_signature::rules`](crate::root_signature::rules).
///
/// ```
/// use dxc_format::constants::FeatureFlags;
/// use dxc_format::features::FeatureInfo;
/// use dxc_format::{Builder, Container, parts};
///
/// # fn main() -> dxc_format::Result<()> {
/// # let file = &std::fs::read("tests/data/dxc/vs_basic.sm60.dxil").unwrap();
/// let mut builder = Container::parse(file)?.to_builder();
/// let mut features = FeatureInfo::default();
/// features.flags = FeatureFlags::ViewID;
/// builder.set_part(parts::SFI0, features)?;
/// let bytes = builder.to_bytes()?;
///
/// let report = dxc_shader::validate(&Container::parse(&bytes)?);
/// assert_eq!(report[0].rule.name, "view-id");
/// # Ok(())
/// # }
/// ```
pub fn validate(container: &Container<'_>) -> Report {
    validate_within(container, &Limits::of_input(container.as_bytes().len()))
}

/// Like [`validate`], with other limits: at most [`findings`](Limits::findings) per rule are kept,
/// and the parts of a directory may overlap up to [`claims`](Limits::claims).
pub fn validate_within(container: &Container<'_>, limits: &Limits) -> Report {
    let mut report = judge(container, limits);
    report.retain(|rule| rule.severity != Severity::Lint);
    report
}

/// Like [`validate`], but returns the findings that no program refuses: parts and table entries in
/// an order that compilers do not define.
pub fn lint(container: &Container<'_>) -> Report {
    let limits = Limits::of_input(container.as_bytes().len());
    let mut report = judge(container, &limits);
    report.retain(|rule| rule.severity == Severity::Lint);
    report
}

/// The findings of both [`validate`] and [`lint`], in one pass.
pub fn validate_and_lint(container: &Container<'_>) -> Report {
    judge(container, &Limits::of_input(container.as_bytes().len()))
}

/// The findings of all severities.
fn judge(container: &Container<'_>, limits: &Limits) -> Report {
    let mut findings = Report::within(limits);
    if parts::check_layout(container, limits, &mut findings) {
        let shader = Shader::read(container, &mut findings);
        parts::check_presence(&shader, &mut findings);
        check_alone(&shader, &mut findings);
        consistency::check(&shader, &mut findings);
        let has_program = program::check(&shader, &mut findings);
        if !has_program {
            elements::check(&shader, &mut findings);
            usage::check(&shader, &mut findings);
            features::check(&shader, &mut findings);
        } else {
            features::check_unattributed(&shader, &mut findings);
        }
        library::check(&shader, &mut findings);
        references::check(&shader, &mut findings);
        resources::check(&shader, &mut findings);
        llvm::check(&shader, &mut findings);
        ends::check(container, limits, &mut findings);
    }
    findings
}

/// Checks PSV0 and the root signature alone, and that the root signature binds the shader's resources.
fn check_alone(shader: &Shader<'_>, findings: &mut Report) {
    let Shader {
        psv, root, stage, ..
    } = shader;
    if let Some(psv) = psv {
        findings.extend(within(part::PSV0, crate::psv0::findings(psv)));
    }
    if let Some(root) = root {
        findings.extend(within(part::RTS0, crate::root_signature::validate(root)));
        let holds = root.version.0 <= RootSignatureVersion::V1_1.0 || shader.dxil().is_none();
        let found = format_args!("the version is {}, but there is a program", root.version);
        findings.check(holds, &ROOT_VERSION, Some(part::RTS0), "version", found);
    }
    if let (Some(root), Some(psv), Some(stage)) = (root, psv, stage) {
        findings.extend(crate::root_signature::validate_shader(root, psv, *stage));
    } else if let (Some(root), None, false) = (root, psv, shader.is_library()) {
        // Parts that cannot be read are reported by other checks.
        let unfit = crate::root_signature::validate_container(root, &shader.container);
        findings.extend(unfit.unwrap_or_default());
    }
}

/// Assigns findings to a part.
fn within(part: FourCC, findings: Vec<Finding>) -> impl Iterator<Item = Finding> {
    let findings = findings.into_iter();
    findings.map(move |finding| finding.within_part(part))
}

//! Prints the bindings of RDEF in FXC's format.

use alloc::borrow::Cow;
use alloc::format;
use core::fmt;

use super::return_type_name;
use crate::bindings::binding::{components, is_multisampled};
use crate::bindings::{Binding, dxc_dimension, dxc_format, dxc_row};
use dxc_format::rdef::{BindingView, ResourceDefinitionsView, ShaderInputFlags, ShaderInputType};
use dxc_text::Printable;

/// FXC's word for a format or a dimension that a resource does not have.
const NONE: &str = "NA";

/// Prints the table of bindings; prints nothing if there are none.
pub(super) fn write_bindings(
    f: &mut dyn fmt::Write,
    part: &ResourceDefinitionsView<'_>,
) -> fmt::Result {
    if part.bindings().is_empty() {
        return Ok(());
    }
    let has_ids = part.bindings().iter().any(|binding| binding.id.is_some());
    f.write_str("// Resource Bindings:\n//\n")?;
    let [id, line] = if has_ids {
        ["      ID ", " -------"]
    } else {
        [" ", ""]
    };
    writeln!(
        f,
        "// Name                                 Type  Format         Dim{id}     HLSL Bind  Count"
    )?;
    writeln!(
        f,
        "// ------------------------------ ---------- ------- -----------{line} -------------- ------"
    )?;
    for binding in part.bindings() {
        write_binding(f, &binding)?;
    }
    f.write_str("//\n//\n")
}

fn write_binding(f: &mut dyn fmt::Write, view: &BindingView<'_>) -> fmt::Result {
    let binding = Binding::from(view);
    let [name, class, _, _, id, bind, count] = dxc_row(&binding);
    let class = match view.input_type {
        ShaderInputType::TBUFFER => "tbuffer",
        ShaderInputType::SAMPLER if view.flags.contains(ShaderInputFlags::COMPARISON_SAMPLER) => {
            "sampler_c"
        }
        _ => &class,
    };
    let (format, dimension) = match view.input_type {
        ShaderInputType::TBUFFER => (NONE.into(), NONE.into()),
        _ => (format_of(view, &binding), dimension_of(view, &binding)),
    };
    let name = Printable(&name);
    write!(f, "// {name:<30} {class:>10} {format:>7} {dimension:>11}")?;
    if view.id.is_some() {
        write!(f, " {id:>7}")?;
    }
    let is_unused = view.flags.contains(ShaderInputFlags::UNUSED);
    let unused = if is_unused { " [unused]" } else { "" };
    writeln!(f, " {bind:>14} {count:>6} {unused}")
}

/// The format of a binding; for a texture or typed buffer, the type that reading it returns.
fn format_of(view: &BindingView<'_>, binding: &Binding<'_>) -> Cow<'static, str> {
    let is_typed = view.input_type.kind().is_none();
    if !is_typed {
        return dxc_format(binding);
    }
    let name = return_type_name(view.return_type);
    match components(view.flags) {
        1 => name.into(),
        count => format!("{name}{count}").into(),
    }
}

/// The dimension, with the number of samples if it is fixed.
fn dimension_of(view: &BindingView<'_>, binding: &Binding<'_>) -> Cow<'static, str> {
    if let Some(dimension) = view.input_type.fxc() {
        return dimension.into();
    }
    match (binding.kind, dxc_dimension(binding)) {
        (None, _) => NONE.into(),
        (Some(kind), name) if is_multisampled(kind) && view.num_samples != 0 => {
            format!("{name}{}", view.num_samples.cast_signed()).into()
        }
        (_, name) => name.into(),
    }
}

//! Prints the signatures in the program's metadata: the interpolation of elements, and the components that are indexed
//! dynamically.

use core::fmt;

use super::columns::{Left, Right};
use dxc_format::constants::ShaderKind;
use dxil::{DxilModule, SignatureElement};

pub(super) fn write(f: &mut dyn fmt::Write, module: &DxilModule<'_>) -> fmt::Result {
    let Some(entry) = module.entry_points.first() else {
        return Ok(());
    };
    let titles = match module.shader_model.kind {
        ShaderKind::Mesh => ["Input", "Vertex Output", "Primitive Output"],
        _ => ["Input", "Output", "Patch Constant"],
    };
    let signatures = [&entry.inputs, &entry.outputs, &entry.patch_constants];
    for (title, elements) in titles.iter().zip(signatures) {
        write_signature(f, title, elements)?;
    }
    Ok(())
}

fn write_signature(
    f: &mut dyn fmt::Write,
    title: &str,
    elements: &[SignatureElement],
) -> fmt::Result {
    if elements.is_empty() {
        return Ok(());
    }
    write!(f, ";\n; {title} signature:\n;\n")?;
    f.write_str("; Name                 Index             InterpMode DynIdx\n")?;
    f.write_str("; -------------------- ----- ---------------------- ------\n")?;
    for element in elements {
        let index = element.indices.first().copied().unwrap_or_default();
        let mode = match element.interpolation {
            // DXC prints this for its marker and for larger values.
            mode if !mode.is_known() => "invalid",
            mode => mode.dxc().unwrap_or_default(),
        };
        let letters = "xyzw".char_indices();
        let indexed = letters.filter(|(bit, _)| element.dynamic_mask >> bit & 1 != 0);
        let indexed: alloc::string::String = indexed.map(|(_, letter)| letter).collect();
        writeln!(
            f,
            "; {} {index:5} {}   {indexed:>4}",
            Left(&element.name, 20),
            Right(mode, 22),
        )?;
    }
    Ok(())
}

//! Prints the debug name and the hash.

use core::fmt;

use dxc_format::constants::HashFlags;
use dxc_format::debug::DebugNameView;
use dxc_format::hash::ShaderHashView;
use dxc_text::Printable;

pub(super) fn write(
    f: &mut dyn fmt::Write,
    debug_name: Option<&DebugNameView<'_>>,
    hash: Option<&ShaderHashView<'_>>,
) -> fmt::Result {
    if let Some(part) = debug_name {
        // DXC prints the name up to its first NUL.
        let name = part.name().split(|byte| *byte == 0).next();
        let name = alloc::string::String::from_utf8_lossy(name.unwrap_or_default());
        if !name.is_empty() {
            writeln!(f, "; shader debug name: {}", Printable(&name))?;
        }
    }
    if let Some(part) = hash {
        f.write_str("; shader hash: ")?;
        let digest = part.digest();
        digest.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        let includes_source = part.flags().contains(HashFlags::IncludesSource);
        f.write_str(if includes_source {
            " (includes source)\n"
        } else {
            "\n"
        })?;
    }
    Ok(())
}

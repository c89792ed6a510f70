//! Prints the signatures of ISG1, OSG1 and PSG1.

use core::fmt;

use super::columns::{Left, Right};
use crate::signatures::{Components, Register};
use dxc_format::signature::{SignatureElement, SignatureView};
use dxc_format::{Container, PartInfo, Result, SignatureOf};

const TITLES: [&str; 3] = ["Input", "Output", "Patch Constant"];

/// The signatures of a DXIL program: inputs, outputs, and patch constants or primitives.
pub(super) fn of<'a>(container: &Container<'a>) -> Result<[Option<SignatureView<'a>>; 3]> {
    let read = |of| -> Result<Option<SignatureView<'a>>> {
        let found = crate::signatures::part_of(container, of, is_of_dxil)?;
        Ok(found.map(|(_, view)| view))
    };
    Ok([
        read(SignatureOf::Input)?,
        read(SignatureOf::Output)?,
        read(SignatureOf::Patch)?,
    ])
}

/// Whether a part may be in a DXIL shader of a stage.
fn is_of_dxil(part: &PartInfo) -> bool {
    !part.stages.is_empty()
}

/// Writes the input signature, the output signature, and the signature of patch constants or primitives.
pub(super) fn write(
    f: &mut dyn fmt::Write,
    signatures: &[Option<SignatureView<'_>>; 3],
) -> fmt::Result {
    for (title, signature) in TITLES.iter().zip(signatures) {
        if let Some(signature) = signature {
            write_signature(f, title, *signature)?;
        }
    }
    Ok(())
}

fn write_signature(
    f: &mut dyn fmt::Write,
    title: &str,
    signature: SignatureView<'_>,
) -> fmt::Result {
    write!(f, ";\n; {title} signature:\n;\n")?;
    f.write_str("; Name                 Index   Mask Register SysValue  Format   Used\n")?;
    f.write_str("; -------------------- ----- ------ -------- -------- ------- ------\n")?;
    let elements = signature.elements();
    if elements.is_empty() {
        return f.write_str("; no parameters\n");
    }
    let has_streams = elements.iter().any(|element| element.stream != 0);
    for element in elements {
        let name = element.name_in(signature).unwrap_or("?");
        if has_streams {
            write!(f, "; m{}:{}", element.stream, Left(name, 17))?
        } else {
            write!(f, "; {}", Left(name, 20))?
        }
        write_element(f, &element, name, title == TITLES[0])?;
    }
    f.write_str(";\n")
}

/// Writes the columns after the name. Except in the input signature, components outside of the mask are shown as used,
/// even for patch constants that a domain shader reads.
fn write_element(
    f: &mut dyn fmt::Write,
    element: &SignatureElement,
    name: &str,
    is_input: bool,
) -> fmt::Result {
    let used = if is_input {
        element.exclusive_mask
    } else {
        !element.exclusive_mask
    };
    let format = element.component_type.dxc();
    let format = Right(format.unwrap_or("unknown"), 8);
    let value = Right(crate::signatures::system_value_name(element), 9);
    write!(f, " {:5}", element.index)?;
    match crate::signatures::register(element, name) {
        Register::Number(number) => {
            let [mask, used] = [element.mask, used].map(Components);
            writeln!(f, "   {mask} {number:8}{value}{format}   {used}")
        }
        Register::Own(register) => {
            let used = if used == 0 { " NO" } else { "YES" };
            // DXC does not align the longest name.
            let gap = if register == "oStencilRef" {
                "    "
            } else {
                ""
            };
            writeln!(
                f,
                "    N/A{gap}{}{value}{format}    {used}",
                Right(register, 9)
            )
        }
    }
}

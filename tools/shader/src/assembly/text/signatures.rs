//! Prints signatures in FXC's format.

use core::fmt;

use crate::signatures::{Components, Direction, Register};
use dxc_format::constants::{ShaderStage, SigComponentType, SigMinPrecision};
use dxc_format::program::ProgramVersion;
use dxc_format::signature::{SignatureElement, SignatureView};
use dxc_text::Printable;

/// Prints the table of a signature's elements.
pub(super) fn write_signature(
    f: &mut dyn fmt::Write,
    direction: Direction,
    signature: SignatureView<'_>,
    version: ProgramVersion,
) -> fmt::Result {
    let title = match direction {
        Direction::Input => "Input",
        Direction::Output => "Output",
        _ => "Patch Constant",
    };
    write!(f, "// {title} signature:\n//\n")?;
    f.write_str("// Name                 Index   Mask Register SysValue  Format   Used\n")?;
    f.write_str("// -------------------- ----- ------ -------- -------- ------- ------\n")?;
    let elements = signature.elements();
    if elements.is_empty() {
        return writeln!(f, "// no {title}");
    }
    let has_streams = elements.iter().any(|element| element.stream != 0);
    for element in elements {
        let name = element.name_in(signature).unwrap_or("?");
        let shown = Printable(name);
        if has_streams {
            write!(f, "// m{}:{shown:<17}", element.stream)?
        } else {
            write!(f, "// {shown:<20}")?
        }
        write!(f, " {:>5}", element.index)?;
        write_register(f, &element, name)?;
        let value = system_value(&element, name, version);
        let used = used(&element, direction);
        write!(f, " {value:>8} {:>7}", format_of(&element))?;
        if crate::signatures::has_register(&element) {
            writeln!(f, "   {}", Components(used))?
        } else {
            writeln!(f, "    {}", if used == 0 { " NO" } else { "YES" })?
        }
    }
    f.write_str("//\n")
}

/// Prints the mask and the register of an element.
fn write_register(f: &mut dyn fmt::Write, element: &SignatureElement, name: &str) -> fmt::Result {
    match crate::signatures::register(element, name) {
        Register::Number(number) => write!(
            f,
            "   {} {number:>8}",
            crate::signatures::components(element)
        ),
        // FXC does not align the longest name.
        Register::Own(register) if register.len() > 8 => write!(f, "    N/A    {register}"),
        Register::Own(register) => write!(f, "    N/A {register:>8}"),
    }
}

/// The components that the shader uses. For outputs, they may be outside of the mask.
fn used(element: &SignatureElement, direction: Direction) -> u8 {
    if direction.is_input() {
        element.exclusive_mask
    } else {
        !element.exclusive_mask & 0xf
    }
}

/// The system value of an element. In a pixel shader, only the name may determine it.
fn system_value(element: &SignatureElement, name: &str, version: ProgramVersion) -> &'static str {
    match version.kind().stage() {
        Some(ShaderStage::Pixel) => {
            let value = crate::signatures::system_value_named(element, Direction::Output, name);
            value.dxc().unwrap_or("NONE")
        }
        _ => crate::signatures::system_value_name(element),
    }
}

/// The minimum precision, or the type of the components.
fn format_of(element: &SignatureElement) -> &'static str {
    use SigComponentType as Type;
    use SigMinPrecision as Precision;
    let precision = element.min_precision;
    let name = match (element.component_type, precision) {
        (Type::Float32, Precision::Float16 | Precision::Float2_8)
        | (Type::SInt32, Precision::SInt16)
        | (Type::UInt32, Precision::UInt16) => precision.dxc(),
        (component @ (Type::Float32 | Type::SInt32 | Type::UInt32), _) => component.dxc(),
        _ => None,
    };
    name.unwrap_or("unknown")
}

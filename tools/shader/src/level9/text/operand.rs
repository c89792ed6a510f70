//! Prints operands like FXC.

use core::fmt;

use crate::assembly::text::Components;
use crate::level9::{
    Level9Address, Level9OperandView, components, is_pixel, read_register, written_register,
};
use crate::level9_instructions::{
    Level9Model3RegisterType, Level9PixelRegisterType, Level9RasterizerInput,
    Level9RasterizerOutput, Level9ReadToken, Level9RegisterType, Level9WriteToken,
};
use dxc_format::level9::Level9Version;

/// The mask of all components of a register.
const ALL: u8 = 0xf;
const IN_ORDER: [u8; 4] = [0, 1, 2, 3];

/// Prints a written operand: the register and the mask.
pub(super) fn write_written(
    f: &mut fmt::Formatter<'_>,
    operand: &Level9OperandView<Level9WriteToken>,
    version: Level9Version,
) -> fmt::Result {
    let token = operand.token;
    write_register(f, written_register(token), token.number(), version)?;
    write_address(f, operand.address, version)?;
    if token.mask() != ALL {
        write!(f, ".{}", Components(token.mask()))?;
    }
    f.write_str(token.min_precision().fxc().unwrap_or_default())
}

/// Prints a read operand: the register with its modifier, and the components.
pub(super) fn write_read(
    f: &mut fmt::Formatter<'_>,
    operand: &Level9OperandView<Level9ReadToken>,
    version: Level9Version,
) -> fmt::Result {
    let token = operand.token;
    let modifier = token.modifier();
    f.write_str(modifier.prefix().unwrap_or_default())?;
    write_register(f, read_register(token), token.number(), version)?;
    write_address(f, operand.address, version)?;
    f.write_str(modifier.suffix().unwrap_or_default())?;
    write_swizzle(f, token)?;
    f.write_str(token.min_precision().fxc().unwrap_or_default())
}

/// Prints the name of a register.
pub(super) fn write_register(
    f: &mut fmt::Formatter<'_>,
    kind: Level9RegisterType,
    number: u16,
    version: Level9Version,
) -> fmt::Result {
    let special = match kind {
        Level9RegisterType::RASTOUT => Level9RasterizerOutput(number).fxc().unwrap_or_default(),
        Level9RegisterType::MISCTYPE => Level9RasterizerInput(number).fxc().unwrap_or_default(),
        _ => "",
    };
    if !special.is_empty() {
        return f.write_str(special);
    }
    let pixel = Level9PixelRegisterType(kind.0).fxc();
    let model3 = Level9Model3RegisterType(kind.0).fxc();
    let name = pixel.filter(|_| is_pixel(version));
    let name = name.or(model3.filter(|_| version.major() >= 3));
    // For unknown kinds, FXC prints the name of a temporary register.
    let name = name.or(kind.fxc());
    f.write_str(name.unwrap_or(Level9RegisterType::TEMPFLOAT16.fxc().unwrap_or_default()))?;
    if kind.single() {
        return Ok(());
    }
    let first = kind.first().unwrap_or(0);
    write!(f, "{}", first.saturating_add(number.into()))
}

/// Prints the components that are read: nothing for all in order, one letter for four equal ones.
pub(super) fn write_swizzle(f: &mut fmt::Formatter<'_>, token: Level9ReadToken) -> fmt::Result {
    let components = components(token);
    let letter = |component: u8| Components(1 << component);
    match components {
        IN_ORDER => Ok(()),
        [x, y, z, w] if [y, z, w] == [x; 3] => write!(f, ".{}", letter(x)),
        [x, y, z, w] => write!(f, ".{}{}{}{}", letter(x), letter(y), letter(z), letter(w)),
    }
}

/// Prints the address that is added to a register's number.
fn write_address(
    f: &mut fmt::Formatter<'_>,
    address: Option<Level9Address>,
    version: Level9Version,
) -> fmt::Result {
    match address {
        None => return Ok(()),
        Some(Level9Address::Implied) => {
            f.write_str("[")?;
            write_register(f, Level9RegisterType::ADDR, 0, version)?;
            f.write_str(".x")?;
        }
        Some(Level9Address::Register(token)) => {
            f.write_str("[")?;
            write_register(f, read_register(token), token.number(), version)?;
            write_swizzle(f, token)?;
        }
    }
    f.write_str("]")
}

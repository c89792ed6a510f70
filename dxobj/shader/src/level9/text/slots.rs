//! The number of instruction slots of a program, as FXC counts them.

use core::fmt;

use crate::level9::{Level9InstructionView, is_pixel};
use crate::level9_instructions::Level9MacroOpcode;
use dxc_format::level9::Level9Version;
use dxc_format::runtime::attributes::Attributes;
use dxc_format::runtime::shape::Attribute;

/// The slots of a program.
pub(super) struct Slots {
    version: Level9Version,
    arithmetic: i64,
    textures: i64,
}

impl Slots {
    pub(super) fn new(version: Level9Version) -> Self {
        Self {
            version,
            arithmetic: 0,
            textures: 0,
        }
    }

    pub(super) fn count(&mut self, instruction: &Level9InstructionView<'_>) {
        let opcode = instruction.token.opcode();
        let textures = number(opcode, "textures");
        let mut arithmetic = number(opcode, "slots") - textures;
        let version = self.version;
        if (is_pixel(version), version.major(), version.minor()) == (false, 1, 1) {
            arithmetic = arithmetic.max(number(Level9MacroOpcode(opcode.0), "slots"));
        }
        arithmetic += i64::from(instruction.predicate.is_some());
        if is_pixel(version) && version.major() < 2 {
            // There were no macros.
            arithmetic = arithmetic.min(1);
        }
        // A pair has the slot of its first instruction.
        if instruction.token.is_coissued() != 0 {
            self.arithmetic = (self.arithmetic - 1).max(0);
        }
        self.textures = self.textures.saturating_add(textures);
        self.arithmetic = self.arithmetic.saturating_add(arithmetic);
    }
}

/// The number in a column; 0 if there is none.
fn number(value: impl Attributes, column: &str) -> i64 {
    match value.entry().and_then(|entry| entry.attribute(column)) {
        Some(Attribute::Int(number)) => number,
        _ => 0,
    }
}

impl fmt::Display for Slots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            arithmetic,
            textures,
            ..
        } = *self;
        let total = arithmetic.saturating_add(textures);
        let plural = if total == 1 { "" } else { "s" };
        write!(f, "{total} instruction slot{plural} used")?;
        match textures {
            0 => Ok(()),
            _ => write!(f, " ({textures} texture, {arithmetic} arithmetic)"),
        }
    }
}

//! Counts the instruction slots of a program like FXC.

use core::fmt;

use crate::level9::{Level9InstructionView, is_pixel};
use crate::level9_instructions::Level9MacroOpcode;
use dxc_format::level9::Level9Version;

/// The numbers of instruction slots of a program.
pub(super) struct Slots {
    version: Level9Version,
    arithmetic: i32,
    textures: i32,
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
        let textures = opcode.textures().unwrap_or(0);
        let mut arithmetic = opcode.slots().unwrap_or(0) - textures;
        let version = self.version;
        if (is_pixel(version), version.major(), version.minor()) == (false, 1, 1) {
            let slots = Level9MacroOpcode(opcode.0).slots();
            arithmetic = arithmetic.max(slots.unwrap_or(0));
        }
        arithmetic += i32::from(instruction.predicate.is_some());
        if is_pixel(version) && version.major() < 2 {
            // These versions have no macros, so an instruction takes at most one slot.
            arithmetic = arithmetic.min(1);
        }
        // An instruction that is paired with the one before it takes no slot.
        if instruction.token.is_coissued() != 0 {
            self.arithmetic = (self.arithmetic - 1).max(0);
        }
        self.textures = self.textures.saturating_add(textures);
        self.arithmetic = self.arithmetic.saturating_add(arithmetic);
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

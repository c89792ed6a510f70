//! Describes the clauses of root signatures in texts: their registers, and the flags that they imply.

use alloc::string::String;
use alloc::vec::Vec;

use crate::hlsl::RootElement;
use dxc_format::constants::{DescriptorRangeType, ResourceClass};
use dxc_format::runtime::attributes::Attributes as _;
use dxc_format::runtime::shape::{EnumTable, EnumValue};

/// A kind of clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignatureClause {
    /// An element of a root signature.
    Element(RootElement),
    /// A range of a descriptor table.
    Range(DescriptorRangeType),
}

impl SignatureClause {
    /// Its entry in the tables; `None` if the kind is unknown.
    pub fn entry(self) -> Option<&'static EnumValue> {
        match self {
            Self::Element(element) => element.entry(),
            Self::Range(range) => range.entry(),
        }
    }

    /// The name in HLSL; empty if the kind is unknown.
    pub fn name(self) -> &'static str {
        self.entry().map_or("", |entry| entry.name)
    }

    /// The class of the register that the clause requires, if it has one.
    pub fn class(self) -> Option<ResourceClass> {
        match self {
            Self::Element(element) => element.class(),
            Self::Range(range) => range.class(),
        }
    }

    /// The letter of the register that the clause requires; empty if it has no register.
    pub fn letter(self) -> &'static str {
        let letter = self.class().and_then(ResourceClass::letter);
        letter.unwrap_or_default()
    }

    /// The default flags of the clause.
    pub fn default_flags(self) -> u32 {
        match self {
            Self::Element(element) => joined(element.flags()),
            Self::Range(range) => joined(range.flags()),
        }
    }

    /// The flags that a version without flags implies.
    pub fn flags_before(self) -> u32 {
        match self {
            Self::Element(element) => joined(element.flags_before()),
            Self::Range(range) => joined(range.flags_before()),
        }
    }

    /// The keywords of the flags that versions without flags imply, for messages.
    pub fn spell_flags_before(self, table: &EnumTable) -> String {
        let (entries, _) = table.split(self.flags_before().into());
        let words: Vec<&str> = entries.map(super::flags::keyword).collect();
        if words.is_empty() {
            "0".into()
        } else {
            words.join(" | ")
        }
    }
}

/// All of these flags.
fn joined<F: Copy + Into<u32>>(flags: &[F]) -> u32 {
    flags.iter().fold(0, |all, flag| all | (*flag).into())
}

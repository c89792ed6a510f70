//! The inputs and outputs of a shader, whichever parts store them, in the terms of `dxc -dumpbin`.
//!
//! ```
//! # fn main() -> dxc_format::Result<()> {
//! use dxc_format::Container;
//! use dxc_format::signatures::Direction;
//!
//! # let file = &std::fs::read("tests/data/dxc/vs_basic.sm60.dxil").unwrap();
//! for (direction, signature) in Container::parse(file)?.signatures()? {
//!     for element in signature.elements() {
//!         let name = element.name_in(signature).unwrap_or("?");
//!         println!("{direction}: {name}{} {}", element.index, element.dxc_format());
//!     }
//! }
//! # Ok(())
//! # }
//! ```

use alloc::string::{String, ToString};
use core::fmt;

use crate::container::Container;
use crate::generated::constants::{D3DSystemValue, SemanticKind, TessellatorDomain};
use crate::generated::psv0::{inputs_patch_constants, outputs_primitives};
use crate::generated::signature::{NO_REGISTER, SignatureElement, SignatureView};
use crate::meaning::columns::Columns;
use crate::runtime::Result;
use crate::runtime::int::{ToInt, int};

/// The kind of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Direction {
    /// The shader's inputs.
    Input,
    /// The shader's outputs.
    Output,
    /// A domain shader's inputs per patch.
    PatchConstantInput,
    /// A hull shader's outputs per patch.
    PatchConstantOutput,
    /// A mesh shader's outputs per primitive.
    PrimitiveOutput,
}

impl Direction {
    /// The kind of the signature of patch constants or primitives, for a stage.
    pub(super) fn of_patches(stage: impl ToInt) -> Self {
        let stage = int(stage);
        if inputs_patch_constants(stage) == 1 {
            Self::PatchConstantInput
        } else if outputs_primitives(stage) == 1 {
            Self::PrimitiveOutput
        } else {
            Self::PatchConstantOutput
        }
    }

    /// Whether the shader reads its elements.
    pub fn is_input(self) -> bool {
        matches!(self, Self::Input | Self::PatchConstantInput)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Input => "Input",
            Self::Output => "Output",
            Self::PatchConstantInput | Self::PatchConstantOutput => "Patch constant",
            Self::PrimitiveOutput => "Primitive",
        })
    }
}

impl<'a> Container<'a> {
    /// The signatures: inputs, outputs, and patch constants or primitives, from ISG1, OSG1 and PSG1 or their
    /// predecessors.
    ///
    /// # Errors
    /// If one of them cannot be read.
    #[cfg_attr(debug_assertions, inline)]
    pub fn signatures(
        &self,
    ) -> Result<impl Iterator<Item = (Direction, SignatureView<'a>)> + use<'a>> {
        let input = self.isg1()?.or(self.isgn()?);
        let output = self.osg1()?.or(self.osg5()?).or(self.osgn()?);
        let patch = self.psg1()?.or(self.pcsg()?);
        let of_patch = Direction::of_patches(self.shader_stage()?.unwrap_or_default());
        let all = [
            input.map(|input| (Direction::Input, input)),
            output.map(|output| (Direction::Output, output)),
            patch.map(|patch| (of_patch, patch)),
        ];
        Ok(all.into_iter().flatten())
    }
}

impl SemanticKind {
    /// The system value of a row in ISG1, OSG1 and PSG1; `None` if the kind has none there.
    pub fn system_value(self, domain: TessellatorDomain, row: usize) -> Option<D3DSystemValue> {
        use D3DSystemValue as Value;
        use TessellatorDomain as Domain;
        Some(match (self, domain) {
            (Self::Arbitrary, _) => Value::Undefined,
            (Self::DepthLessEqual, _) => Value::DepthLE,
            (Self::DepthGreaterEqual, _) => Value::DepthGE,
            (Self::TessFactor, Domain::IsoLine) if row == 0 => Value::FinalLineDensityTessfactor,
            (Self::TessFactor, Domain::IsoLine) => Value::FinalLineDetailTessfactor,
            (Self::TessFactor, Domain::Tri) => Value::FinalTriEdgeTessfactor,
            (Self::TessFactor, Domain::Quad) => Value::FinalQuadEdgeTessfactor,
            (Self::InsideTessFactor, Domain::Tri) => Value::FinalTriInsideTessfactor,
            (Self::InsideTessFactor, Domain::Quad) => Value::FinalQuadInsideTessfactor,
            (Self::TessFactor | Self::InsideTessFactor, _) => Value::Undefined,
            _ => return Value::from_name(self.name()?),
        })
    }
}

/// Components of a register in the format of `dxc -dumpbin`: `x zw`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Components(pub u8);

impl fmt::Display for Components {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = [' '; 4];
        for (bit, (letter, name)) in letters.iter_mut().zip("xyzw".chars()).enumerate() {
            if self.0 >> bit & 1 != 0 {
                *letter = name;
            }
        }
        letters.iter().try_for_each(|letter| write!(f, "{letter}"))
    }
}

/// The location of an element: a numbered register, or one for its system value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Register {
    /// The register's number.
    Number(u32),
    /// The name of a register for one system value, such as `oDepth`.
    Own(&'static str),
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Own(name) => f.write_str(name),
        }
    }
}

/// The output of `dxc -dumpbin` for an element.
impl SignatureElement {
    /// Whether it has a numbered register; others, such as a depth, have one for their system value.
    pub fn has_register(&self) -> bool {
        self.register != NO_REGISTER
    }

    /// Its components.
    pub fn components(&self) -> Components {
        Components(self.mask)
    }

    /// The components that the shader uses: of an input those that it reads, of an output those that it writes.
    pub fn used(&self, direction: Direction) -> Components {
        Components(match direction.is_input() {
            true => self.exclusive_mask,
            false => !self.exclusive_mask & self.mask,
        })
    }

    /// Its system value, such as `POS`.
    pub fn dxc_system_value(&self) -> &'static str {
        self.system_value.text("dxc").unwrap_or("NONE")
    }

    /// Like [`dxc_system_value`](Self::dxc_system_value), for an output of a pixel shader: FXC stores no system value
    /// there, so its name determines it.
    pub(crate) fn dxc_named_value(&self, direction: Direction, name: &str) -> &'static str {
        if self.system_value != D3DSystemValue::Undefined || direction != Direction::Output {
            return self.dxc_system_value();
        }
        let mut values = D3DSystemValue::TABLE.values.iter();
        let named = values.find(|entry| {
            let semantic = entry.text("semantic");
            !semantic.is_empty() && semantic.eq_ignore_ascii_case(name)
        });
        let value = named.and_then(|entry| D3DSystemValue::TABLE.text("dxc", entry.value));
        value.unwrap_or("NONE")
    }

    /// The type of its components, such as `float`, or their minimum precision, such as `min16f`.
    pub fn dxc_format(&self) -> &'static str {
        let precision = self.min_precision.text("dxc");
        let component = self.component_type.text("dxc");
        precision.or(component).unwrap_or("unknown")
    }

    /// The register's number, or the name of the register for its system value.
    pub fn dxc_register(&self, name: &str) -> Register {
        let own = match name.to_ascii_lowercase().as_str() {
            "sv_depth" => "oDepth",
            "sv_depthgreaterequal" => "oDepthGE",
            "sv_depthlessequal" => "oDepthLE",
            "sv_coverage" => "oMask",
            "sv_stencilref" => "oStencilRef",
            _ if self.system_value == D3DSystemValue::PrimitiveID => "primID",
            _ => "special",
        };
        match self.has_register() {
            true => Register::Number(self.register),
            false => Register::Own(own),
        }
    }

    /// The columns of its table of elements.
    pub const DXC_COLUMNS: [&'static str; 7] = [
        "Name", "Index", "Mask", "Register", "SysValue", "Format", "Used",
    ];

    /// The text in each of the [columns](Self::DXC_COLUMNS); a name that cannot be read is `?`.
    pub fn dxc_row(&self, direction: Direction, signature: SignatureView<'_>) -> [String; 7] {
        self.dxc_row_named(direction, self.name_in(signature).unwrap_or("?"))
    }

    /// Like [`dxc_row`](Self::dxc_row), for an element with this name.
    pub fn dxc_row_named(&self, direction: Direction, name: &str) -> [String; 7] {
        let register = self.dxc_register(name);
        let used = self.used(direction);
        let [mask, used] = match register {
            Register::Number(_) => [self.components(), used].map(|some| some.to_string()),
            Register::Own(_) => ["N/A", if used.0 != 0 { "YES" } else { "NO" }].map(String::from),
        };
        [
            name.into(),
            self.index.to_string(),
            mask,
            register.to_string(),
            self.dxc_named_value(direction, name).into(),
            self.dxc_format().into(),
            used,
        ]
    }
}

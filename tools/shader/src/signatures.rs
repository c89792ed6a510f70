//! Lists the inputs and outputs of a shader, from any part, in the terms of `dxc -dumpbin`.
//!
//! ```
//! # fn main() -> dxc_format::Result<()> {
//! use dxc_format::Container;
//! use dxc_shader::signatures::Direction;
//!
//! # let file = &std::fs::read("tests/data/dxc/vs_basic.sm60.dxil").unwrap();
//! for (direction, signature) in dxc_shader::signatures(&Container::parse(file)?)? {
//!     for element in signature.elements() {
//!         let name = element.name_in(signature).unwrap_or("?");
//!         println!("{direction}: {name}{} {}", element.index, dxc_shader::signatures::format_name(&element));
//!     }
//! }
//! # Ok(())
//! # }
//! ```

use alloc::string::{String, ToString};
use core::fmt;

use dxc_format::constants::{D3DSystemValue, SemanticKind, TessellatorDomain};
use dxc_format::parts::PARTS;
use dxc_format::psv0::{inputs_patch_constants, outputs_primitives};
use dxc_format::runtime::int::{ToInt, int};
use dxc_format::signature::{NO_REGISTER, SignatureElement, SignatureView};
use dxc_format::{Container, FourCC, PartInfo, PartView, Result, SignatureOf};

/// An element of a listed signature, with its name.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ListedElement<'a> {
    /// The kind of the signature.
    pub direction: Direction,
    /// The semantic name, if the signature has it.
    pub name: Option<&'a str>,
    /// The element.
    pub element: SignatureElement,
}

impl<'a> ListedElement<'a> {
    /// The elements of a signature.
    pub fn all(direction: Direction, signature: SignatureView<'a>) -> impl Iterator<Item = Self> {
        signature.elements().iter().map(move |element| Self {
            direction,
            name: element.name_in(signature),
            element,
        })
    }
}

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
    /// The kind of the patch signature, which has patch constants or primitives, for a stage.
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

/// The signatures: inputs, outputs, and patch constants or primitives, from ISG1, OSG1 and PSG1 or their
/// predecessors.
///
/// # Errors
/// If one of them cannot be read.
pub fn signatures<'a>(
    container: &Container<'a>,
) -> Result<impl Iterator<Item = (Direction, SignatureView<'a>)> + use<'a>> {
    let stored = stored(container)?;
    Ok(stored.map(|(_, direction, signature)| (direction, signature)))
}

/// Like [`signatures`], but returns each with its part.
pub(crate) fn stored<'a>(
    container: &Container<'a>,
) -> Result<impl Iterator<Item = (FourCC, Direction, SignatureView<'a>)> + use<'a>> {
    let of_patch = Direction::of_patches(container.shader_stage()?.unwrap_or_default());
    let read = |of, direction| -> Result<Option<(FourCC, Direction, SignatureView<'a>)>> {
        let found = part_of(container, of, |_| true)?;
        Ok(found.map(|(part, view)| (part, direction, view)))
    };
    let all = [
        read(SignatureOf::Input, Direction::Input)?,
        read(SignatureOf::Output, Direction::Output)?,
        read(SignatureOf::Patch, of_patch)?,
    ];
    Ok(all.into_iter().flatten())
}

/// The first part of a container that stores this signature, in the order of preference.
pub(crate) fn part_of<'a>(
    container: &Container<'a>,
    of: SignatureOf,
    counts: impl Fn(&PartInfo) -> bool,
) -> Result<Option<(FourCC, SignatureView<'a>)>> {
    let known = PARTS.iter().filter(|part| part.signature == Some(of));
    let mut parts = known
        .filter(|part| counts(part))
        .filter_map(|part| container.find(part.fourcc));
    let Some(part) = parts.next() else {
        return Ok(None);
    };
    Ok(match part.view()? {
        PartView::Signature(view) => Some((part.fourcc, view)),
        _ => None,
    })
}

/// The system value of a row in ISG1, OSG1 and PSG1; `None` if these parts have no value for the kind.
pub fn system_value(
    kind: SemanticKind,
    domain: TessellatorDomain,
    row: usize,
) -> Option<D3DSystemValue> {
    let name = kind.name()?;
    let values = D3DSystemValue::all_values();
    let of_kind = values.filter(|value| value.kind() == Some(kind));
    let is_listed = of_kind.clone().next().is_some();
    let for_domain = |value: &D3DSystemValue| value.domain().is_none_or(|own| own == domain);
    let first = |value: D3DSystemValue| value.row().unwrap_or_default();
    let for_row =
        |value: &D3DSystemValue| usize::try_from(first(*value)).is_ok_and(|first| first <= row);
    let own = of_kind.filter(for_domain).filter(for_row);
    match own.max_by_key(|value| first(*value)) {
        Some(value) => Some(value),
        // If a kind has several values, each depends on a known domain.
        None if is_listed => Some(D3DSystemValue::Undefined),
        None => D3DSystemValue::from_name(name),
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
    /// The name of a register that is for one system value, such as `oDepth`.
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

/// Whether an element has a numbered register; others, such as a depth, have a register for their system value.
pub fn has_register(element: &SignatureElement) -> bool {
    element.register != NO_REGISTER
}

/// The components of an element.
pub fn components(element: &SignatureElement) -> Components {
    Components(element.mask)
}

/// The components of an element that the shader uses: for an input, those that it reads; for an output, those that it
/// writes.
pub fn used(element: &SignatureElement, direction: Direction) -> Components {
    Components(if direction.is_input() {
        element.exclusive_mask
    } else {
        !element.exclusive_mask & element.mask
    })
}

/// The name of the system value of an element, such as `POS`.
pub fn system_value_name(element: &SignatureElement) -> &'static str {
    element.system_value.dxc().unwrap_or("NONE")
}

/// The system value of an element; FXC stores none for an output of a pixel shader, so its name determines it.
pub fn system_value_named(
    element: &SignatureElement,
    direction: Direction,
    name: &str,
) -> D3DSystemValue {
    match element.system_value {
        D3DSystemValue::Undefined if direction == Direction::Output => {
            value_of_semantic(name).unwrap_or(D3DSystemValue::Undefined)
        }
        stored => stored,
    }
}

/// The system value of outputs with this semantic.
fn value_of_semantic(name: &str) -> Option<D3DSystemValue> {
    let is_named = |value: &D3DSystemValue| {
        value
            .semantic()
            .is_some_and(|semantic| semantic.eq_ignore_ascii_case(name))
    };
    D3DSystemValue::all_values().find(is_named)
}

/// The type of the components of an element, such as `float`, or their minimum precision, such as `min16f`.
pub fn format_name(element: &SignatureElement) -> &'static str {
    let precision = element.min_precision.dxc();
    let component = element.component_type.dxc();
    precision.or(component).unwrap_or("unknown")
}

/// The register of an element with this name: its number, or the name of the register for its system value.
pub fn register(element: &SignatureElement, name: &str) -> Register {
    if has_register(element) {
        return Register::Number(element.register);
    }
    // If a value has a semantic, only the name determines it.
    let stored = Some(element.system_value).filter(|value| value.semantic().is_none());
    let value = value_of_semantic(name).or(stored);
    let own = value.and_then(|value| value.register());
    Register::Own(own.unwrap_or("special"))
}

/// The columns of a table of elements.
pub const DXC_COLUMNS: [&str; 7] = [
    "Name", "Index", "Mask", "Register", "SysValue", "Format", "Used",
];

/// The text in each of the [columns](DXC_COLUMNS); a name that cannot be read is `?`.
pub fn row(
    element: &SignatureElement,
    direction: Direction,
    signature: SignatureView<'_>,
) -> [String; 7] {
    row_named(
        element,
        direction,
        element.name_in(signature).unwrap_or("?"),
    )
}

/// Like [`row`], for an element with this name.
pub fn row_named(element: &SignatureElement, direction: Direction, name: &str) -> [String; 7] {
    let register = register(element, name);
    let used = used(element, direction);
    let [mask, used] = match register {
        Register::Number(_) => [components(element), used].map(|some| some.to_string()),
        Register::Own(_) => ["N/A", if used.0 != 0 { "YES" } else { "NO" }].map(String::from),
    };
    [
        name.into(),
        element.index.to_string(),
        mask,
        register.to_string(),
        system_value_named(element, direction, name)
            .dxc()
            .unwrap_or("NONE")
            .into(),
        format_name(element).into(),
        used,
    ]
}

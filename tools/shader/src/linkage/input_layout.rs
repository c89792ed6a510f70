//! Compares the inputs of a vertex shader with an input layout.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use super::Mismatches;
use super::elements::{component_type, is_generated_first, path};
use super::links::key;
use super::mismatch::Mismatch;
use super::rules::{INPUT_DUPLICATE, INPUT_MISSING, INPUT_TYPE};
use super::stage::Stage;
use crate::pipelines::DxgiFormat;
use dxc_format::constants::SigComponentType;

/// An element of an input layout, as in `D3D12_INPUT_ELEMENT_DESC`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InputElement {
    /// The semantic name.
    pub name: String,
    /// The semantic index.
    pub index: u32,
    /// The format.
    pub format: DxgiFormat,
}

/// The reason why a text is not an [`InputElement`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoInputElement {
    /// The text is not a semantic and a format, such as `TEXCOORD1:R32G32_FLOAT`.
    Form,
    /// No format for vertex buffers has this name.
    Format(String),
}

impl InputElement {
    /// An element with a semantic name, its index, and a format.
    pub fn new(name: impl Into<String>, index: u32, format: DxgiFormat) -> Self {
        let name = name.into();
        Self {
            name,
            index,
            format,
        }
    }
}

/// Parses an element such as `TEXCOORD1:R32G32_FLOAT`; without an index, the index is 0.
impl FromStr for InputElement {
    type Err = NoInputElement;

    fn from_str(text: &str) -> Result<Self, NoInputElement> {
        let (semantic, format) = text.split_once(':').ok_or(NoInputElement::Form)?;
        let (semantic, format) = (semantic.trim(), format.trim());
        let name = semantic.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let index = semantic.get(name.len()..).unwrap_or_default();
        let index = match index {
            "" => 0,
            digits => digits.parse().map_err(|_| NoInputElement::Form)?,
        };
        if name.is_empty() {
            return Err(NoInputElement::Form);
        }
        let known = DxgiFormat::from_name(format.trim_start_matches("DXGI_FORMAT_"));
        let known = known.ok_or_else(|| NoInputElement::Format(format.into()))?;
        Ok(Self::new(name, index, known))
    }
}

impl fmt::Display for NoInputElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form => write!(
                f,
                "not a semantic and a format, such as `TEXCOORD1:R32G32_FLOAT`"
            ),
            Self::Format(name) => write!(f, "`{name}` is no format of vertex buffers"),
        }
    }
}

impl core::error::Error for NoInputElement {}

/// The name of a type without its number of bits.
fn class(kind: SigComponentType) -> &'static str {
    let name = kind.name().unwrap_or_default();
    name.trim_end_matches(|letter: char| letter.is_ascii_digit())
}

/// Checks that an input layout has the inputs of a vertex shader, with formats of their types.
///
/// ```
/// use dxc_format::Container;
/// use dxc_shader::linkage::{InputElement, Stage, check_input_layout};
///
/// # fn main() -> dxc_format::Result<()> {
/// # let file = &std::fs::read("tests/data/dxc/vs_basic.sm60.dxil").unwrap();
/// let stage = Stage::read(&Container::parse(file)?)?.unwrap();
/// let layout: InputElement = "POSITION:R32G32B32_FLOAT".parse().unwrap();
/// let found = check_input_layout(&stage, &[layout]);
/// assert_eq!(found[0].message.0, 65);
/// # Ok(())
/// # }
/// ```
pub fn check_input_layout(stage: &Stage, layout: &[InputElement]) -> Mismatches {
    let mut found = Mismatches::default();
    let mut by_semantic = BTreeMap::new();
    for (at, element) in layout.iter().enumerate() {
        let semantic = (element.name.to_ascii_lowercase(), element.index);
        if let Some((first, _)) = by_semantic.get(&semantic) {
            let value = format!(
                "Element[{at}] and Element[{first}] have the same Semantic ({} {})",
                element.name, element.index
            );
            found.push(Mismatch::new(&INPUT_DUPLICATE, stage.stage, None, &value));
        } else {
            by_semantic.insert(semantic, (at, element.format));
        }
    }
    let inputs = stage.inputs.iter();
    for (part, index, input) in inputs.flat_map(|inputs| {
        let elements = inputs.elements.iter().enumerate();
        elements.map(|(index, input)| (inputs.part, index, input))
    }) {
        let place = Some(path(part, index));
        let push = |rule, value: &str, values: String, found: &mut Mismatches| {
            let mismatch = Mismatch::new(rule, stage.stage, None, value).about(input);
            found.push(mismatch.at(place.clone(), None).found(values));
        };
        let shown = format!("{}", input.element.index);
        match by_semantic.get(&key(input)) {
            None if is_generated_first(input, stage.stage) => {}
            None => {
                let values = format!("reads {}", input.location());
                push(&INPUT_MISSING, &shown, values, &mut found);
            }
            Some((at, format)) => {
                let kind = component_type(&input.element);
                if format
                    .component()
                    .is_some_and(|stored| class(stored) != class(kind))
                {
                    let value = format!(
                        "{shown} and component(s) of the type '{}'.  However, the matching entry in the Input Layout \
                         declaration, element[{at}], specifies mismatched format: '{format}'",
                        kind.to_string().to_ascii_lowercase()
                    );
                    push(
                        &INPUT_TYPE,
                        &value,
                        format!("is {kind}, but {format} in the input layout"),
                        &mut found,
                    );
                }
            }
        }
    }
    found
}

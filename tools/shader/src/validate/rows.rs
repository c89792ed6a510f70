//! Converts the elements of any part to rows, as ISG1, OSG1 and PSG1 store them.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::finding::PartPath;
use crate::finding::shown_text;
use dxc_format::constants::{
    D3DSystemValue, SemanticKind, ShaderStage, SigMinPrecision, TessellatorDomain,
};
use dxc_format::parts::PSV0;
use dxc_format::psv0::{MAX_ELEMENT_ROWS, PipelineElement, PipelineStateValidation};
use dxc_format::signature::{NO_REGISTER, SignatureView};
use dxc_format::{FourCC, types::Strided};

/// One register of a signature element.
#[derive(Clone)]
pub(super) struct Row<'a> {
    /// The semantic name, or the kind of a system value, which has several spellings.
    pub(super) name: Name<'a>,
    pub(super) index: u32,
    /// The system value; `None` if signatures have no number for the kind.
    pub(super) system_value: Option<D3DSystemValue>,
    /// The component type; PSV0 and signatures use the same numbers.
    pub(super) component_type: u32,
    pub(super) register: u32,
    pub(super) mask: u8,
    pub(super) stream: u32,
    /// The components that are always read, or never written; `None` if the part does not state them.
    pub(super) exclusive_mask: Option<u8>,
    /// The minimum precision; `None` if the part does not state it.
    pub(super) min_precision: Option<SigMinPrecision>,
    /// The part and its element.
    pub(super) place: ElementPath,
}

/// The name of an element.
#[derive(Clone, Copy)]
pub(super) enum Name<'a> {
    /// The text that the part stores.
    Text(&'a str),
    /// A system value: its HLSL name without the prefix.
    SystemValue(&'static str),
}

/// The path of an element in a part.
#[derive(Clone, Copy)]
pub(super) struct ElementPath {
    pub(super) part: FourCC,
    pub(super) run: &'static str,
    pub(super) element: usize,
}

impl ElementPath {
    /// The path of a field of the element.
    pub(super) fn field(self, field: &str) -> PartPath {
        let Self { part, run, element } = self;
        PartPath::new(part, format!("{run}[{element}].{field}"))
    }

    /// The path of the element.
    pub(super) fn whole(self) -> PartPath {
        let Self { part, run, element } = self;
        PartPath::new(part, format!("{run}[{element}]"))
    }
}

/// The maximum number of bytes of a name to compare: many elements may share a long name.
const MOST_COMPARED: usize = 256;

/// The maximum number of rows of a signature to compare: the maximum of PSV0.
pub(super) const MOST_ROWS: usize = u8::MAX as usize * MAX_ELEMENT_ROWS as usize;

/// The prefix of system values in HLSL.
const PREFIX: &str = "SV_";

impl Name<'_> {
    /// The name, truncated if it is long.
    pub(super) fn shown(self) -> String {
        let [prefix, name] = self.parts();
        format!("{prefix}{}", shown_text(name))
    }

    /// The prefix of a system value (empty for other names), and the rest of the name.
    pub(super) fn parts<'n>(self) -> [&'n str; 2]
    where
        Self: 'n,
    {
        match self {
            Self::Text(text) => ["", text],
            Self::SystemValue(name) => [PREFIX, name],
        }
    }

    /// The bytes of the name in upper case, so that each system value has one spelling; truncated if the name is long.
    pub(super) fn folded(self) -> impl Iterator<Item = u8> {
        self.compared().map(|byte| byte.to_ascii_uppercase())
    }

    /// The bytes of the name, truncated if it is long.
    fn compared(self) -> impl Iterator<Item = u8> {
        let [prefix, name] = self.parts();
        prefix.bytes().chain(name.bytes()).take(MOST_COMPARED)
    }

    /// The size of the name in bytes.
    pub(super) fn len(self) -> usize {
        self.parts().map(str::len).into_iter().sum()
    }

    /// Whether two names are equal. The validator also compares the case of system values.
    pub(super) fn is(self, other: Self) -> bool {
        self.len() == other.len() && self.compared().eq(other.compared())
    }
}

/// The rows of PSV0's elements, in the order in which DXC stores them in the signature.
pub(super) fn rows_of_pipeline<'a>(
    psv: &'a PipelineStateValidation,
    run: &'static str,
    elements: &Strided<PipelineElement>,
    stage: ShaderStage,
) -> Vec<Row<'a>> {
    let domain = domain(psv, stage);
    let mut rows = Vec::new();
    for (element_index, element) in elements.iter().enumerate() {
        if u32::from(element.rows) > MAX_ELEMENT_ROWS {
            continue;
        }
        // An invalid reference is reported for PSV0 alone.
        let (Some(name), Some(indices)) = (element.name_in(psv), element.indices_in(psv)) else {
            continue;
        };
        let place = ElementPath {
            part: PSV0,
            run,
            element: element_index,
        };
        let indices = indices.iter().copied();
        rows.extend(rows_of_element(element, name, indices, domain, place));
    }
    rows
}

/// The rows of an element, with the enum values of PSV0.
pub(super) fn rows_of_element<'a>(
    element: &PipelineElement,
    name: &'a str,
    indices: impl ExactSizeIterator<Item = u32>,
    domain: TessellatorDomain,
    place: ElementPath,
) -> impl Iterator<Item = Row<'a>> {
    let element = *element;
    let name = match element.kind {
        SemanticKind::Arbitrary => Name::Text(name),
        kind => {
            let stored = kind.semantic().or(kind.name());
            Name::SystemValue(stored.unwrap_or_default())
        }
    };
    // An array of a mesh shader has an index for each vertex, but only one row.
    let step = usize::from(element.rows).checked_div(indices.len());
    indices.enumerate().map(move |(row, index)| Row {
        name,
        index,
        system_value: crate::signatures::system_value(element.kind, domain, row),
        component_type: element.component_type.0.into(),
        register: register(&element, row * step.unwrap_or(0)),
        mask: mask(&element),
        stream: element.mask_and_stream.stream().into(),
        exclusive_mask: None,
        min_precision: None,
        place,
    })
}

/// The rows of ISG1, OSG1 or PSG1.
pub(super) fn rows_of_signature<'a>(part: FourCC, signature: &SignatureView<'a>) -> Vec<Row<'a>> {
    let elements = signature.elements().iter().enumerate().take(MOST_ROWS);
    let rows = elements.filter_map(|(index, element)| {
        Some(Row {
            name: Name::Text(element.name_in(*signature)?),
            index: element.index,
            system_value: Some(element.system_value),
            component_type: element.component_type.0,
            register: element.register,
            mask: element.mask,
            stream: element.stream,
            exclusive_mask: Some(element.exclusive_mask),
            min_precision: Some(element.min_precision),
            place: ElementPath {
                part,
                run: "elements",
                element: index,
            },
        })
    });
    rows.collect()
}

/// The register of a row; the number for "none" if the element is not packed into vectors.
fn register(element: &PipelineElement, row: usize) -> u32 {
    if element.shape.allocated() {
        u32::from(element.start_row).saturating_add(u32::try_from(row).unwrap_or(u32::MAX))
    } else {
        NO_REGISTER
    }
}

/// The components of each row.
pub(super) fn mask(element: &PipelineElement) -> u8 {
    let shape = element.shape;
    let columns = ((1u32 << shape.cols()) - 1) << shape.start_col();
    u8::try_from(columns).unwrap_or(u8::MAX)
}

/// The domain of a hull or domain shader, which determines its tessellation factors.
fn domain(psv: &PipelineStateValidation, stage: ShaderStage) -> TessellatorDomain {
    let info = &psv.info.stage_info;
    let hull = info.hull(stage).map(|hull| hull.tessellator_domain);
    let domain = info.domain(stage).map(|domain| domain.tessellator_domain);
    hull.or(domain).unwrap_or_default()
}

//! The bindings of a shader, in one vocabulary: PSV0 stores them for shaders, RDAT for libraries, RDEF for shader models
//! 4 and 5. Without RDEF, the instructions of shader models 4 and 5 declare them (feature `assembly`).
//!
//! ```
//! # fn main() -> dxc_format::Result<()> {
//! use dxc_format::Container;
//!
//! # let file = &std::fs::read("tests/data/dxc/ps_textured.sm60.dxil").unwrap();
//! for binding in Container::parse(file)?.bindings()? {
//!     println!("{} in space {}: {}", binding.registers(), binding.space, binding.class);
//! }
//! # Ok(())
//! # }
//! ```

use alloc::string::{String, ToString};
use core::fmt;

use super::runtime_data::Lookup;
use crate::container::Container;
use crate::generated::constants::{DescriptorRangeType, ResourceClass, ResourceKind, ResourceType};
use crate::generated::parts;
use crate::generated::psv0::{ResourceBinding, UNBOUNDED};
use crate::generated::rdat::{ResourceRecord, ResourceRecordFlags, RuntimeDataView};
use crate::generated::rdef::{
    BindingView, ResourceReturnType, ShaderInputFlags, ShaderInputType, SrvDimension,
};
use crate::runtime::shape::EnumTable;
use crate::runtime::{FourCC, Result};

/// Registers that a shader binds, and what it expects there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Binding<'a> {
    /// The part that says so.
    pub part: FourCC,
    /// The class, which decides the registers' letter.
    pub class: ResourceClass,
    /// The register space.
    pub space: u32,
    /// The first register.
    pub first: u32,
    /// The last register; `None` if there is no bound.
    pub last: Option<u32>,
    /// The shape of the resource, where the part says it.
    pub kind: Option<ResourceKind>,
    /// Whether the resource has a hidden counter.
    pub has_counter: bool,
    /// What reading a texture gives, and how many components, where the part says it.
    pub returns: Option<(ResourceReturnType, u32)>,
    /// Its number among those of its class, where the part says it.
    pub id: Option<u32>,
    /// Its name in the source, where the part says it.
    pub name: Option<&'a str>,
}

/// Registers by their letter, as HLSL writes them: `t3`, or `t3 to t5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registers {
    class: ResourceClass,
    first: u32,
    last: Option<u32>,
}

impl Binding<'_> {
    /// The letter of its registers: `t`, `u`, `b` or `s`; `?` if it is of no class.
    pub fn letter(&self) -> &'static str {
        self.class.letter()
    }

    /// How many registers; `None` if there is no bound.
    pub fn count(&self) -> Option<u64> {
        let last = u64::from(self.last?);
        Some((last + 1).saturating_sub(self.first.into()))
    }

    /// Its registers, to print.
    pub fn registers(&self) -> Registers {
        Registers::new(self.class, self.first, self.last)
    }
}

impl Registers {
    /// The registers of a class from a first one to a last; `None` if there is no bound.
    pub fn new(class: ResourceClass, first: u32, last: Option<u32>) -> Self {
        Self { class, first, last }
    }

    /// As many registers from a first one on as there are descriptors; `None` if there is no bound.
    pub fn counted(class: ResourceClass, first: u32, count: Option<u32>) -> Self {
        let last = count.map(|count| first.saturating_add(count.saturating_sub(1)));
        Self::new(class, first, last)
    }
}

impl fmt::Display for Registers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.class.letter();
        write!(f, "{letter}{}", self.first)?;
        match self.last {
            None => f.write_str(" and up"),
            Some(last) if last == self.first => Ok(()),
            Some(last) => write!(f, " to {letter}{last}"),
        }
    }
}

impl<'a> Container<'a> {
    /// The part that stores the shader's bindings: the first of PSV0, RDAT and RDEF that the container has; with the
    /// feature `assembly` also SHEX and SHDR, whose instructions declare them. `None` if the container has none of these
    /// parts, like that of a PDB file: the bindings are not known then.
    pub fn bindings_part(&self) -> Option<FourCC> {
        let declaring: &[FourCC] = match cfg!(feature = "assembly") {
            true => &[parts::SHEX, parts::SHDR],
            false => &[],
        };
        let stored = [parts::PSV0, parts::RDAT, parts::RDEF];
        let mut parts = stored.iter().chain(declaring);
        parts.find(|part| self.find(**part).is_some()).copied()
    }

    /// What the shader binds, in the order of [the part that says it](Self::bindings_part); nothing if no part does.
    ///
    /// # Errors
    /// If that part cannot be read.
    pub fn bindings(&self) -> Result<impl Iterator<Item = Binding<'a>> + use<'a>> {
        let psv = self.psv0()?;
        let library = match psv {
            Some(_) => None,
            None => self.rdat()?,
        };
        let reflection = match (&psv, &library) {
            (None, None) => self.rdef()?,
            _ => None,
        };
        let psv = psv.into_iter().flat_map(|psv| psv.resources());
        let psv = psv.map(|resource| of_pipeline(&resource));
        let library = library.into_iter().flat_map(|library| of_library(&library));
        let reflection = reflection
            .into_iter()
            .flat_map(|reflection| reflection.bindings());
        let reflection = reflection.map(|binding| of_reflection(&binding));
        let stored = psv.chain(library).chain(reflection);
        #[cfg(feature = "assembly")]
        let stored = stored.chain(self.declared_bindings()?);
        Ok(stored)
    }

    /// The bindings that the instructions of SHEX or SHDR declare, if these parts store them.
    #[cfg(feature = "assembly")]
    fn declared_bindings(&self) -> Result<impl Iterator<Item = Binding<'a>> + use<'a>> {
        let declaring = [parts::SHEX, parts::SHDR];
        let part = self.bindings_part().filter(|part| declaring.contains(part));
        let program = match part {
            Some(_) => self.tokenized_program()?,
            None => None,
        };
        let bindings = program
            .into_iter()
            .flat_map(|program| program.declarations().bindings());
        Ok(bindings.map(move |binding| Binding {
            part: part.unwrap_or(parts::SHEX),
            ..binding
        }))
    }
}

/// What PSV0 says; since version 2 it says the kind.
pub(super) fn of_pipeline(resource: &ResourceBinding) -> Binding<'static> {
    let view = u64::from(resource.resource_type.0);
    let kinds = ResourceType::TABLE.by_value(view);
    let told = match kinds.map(|entry| entry.list("kinds")) {
        Some([kind]) => ResourceKind::from_name(kind),
        _ => None,
    };
    Binding {
        part: parts::PSV0,
        class: resource.resource_type.resource_class(),
        space: resource.space,
        first: resource.lower_bound,
        last: bounded(resource.upper_bound),
        kind: resource.kind().or(told),
        has_counter: ResourceType::TABLE.is_marked("counter", view),
        returns: None,
        id: None,
        name: None,
    }
}

/// The resources of RDAT.
pub(super) fn of_library<'a>(
    library: &RuntimeDataView<'a>,
) -> impl Iterator<Item = Binding<'a>> + use<'a> {
    let (resources, lookup) = (library.resources().into_iter(), library.lookup());
    resources.map(move |resource| of_record(&resource, &lookup))
}

fn of_record<'a>(resource: &ResourceRecord, library: &Lookup<'a>) -> Binding<'a> {
    Binding {
        part: parts::RDAT,
        class: resource.class,
        space: resource.space,
        first: resource.lower_bound,
        last: bounded(resource.upper_bound),
        kind: Some(resource.kind),
        has_counter: resource.flags.contains(ResourceRecordFlags::UAVCounter),
        returns: None,
        id: Some(resource.id),
        name: library.string(resource.name),
    }
}

impl<'a> From<&BindingView<'a>> for Binding<'a> {
    fn from(binding: &BindingView<'a>) -> Self {
        of_reflection(binding)
    }
}

fn of_reflection<'a>(binding: &BindingView<'a>) -> Binding<'a> {
    let input = u64::from(binding.input_type.0);
    let dimension = kind_of(&SrvDimension::TABLE, "kind", binding.dimension.0.into());
    let last = match binding.bind_count {
        0 => None,
        count => Some(binding.bind_point.saturating_add(count - 1)),
    };
    let flags = binding.flags;
    let components = 1
        + u32::from(flags.contains(ShaderInputFlags::TEXTURE_COMPONENT_0))
        + 2 * u32::from(flags.contains(ShaderInputFlags::TEXTURE_COMPONENT_1));
    let returns = Some(binding.return_type).filter(|what| *what != ResourceReturnType::NONE);
    Binding {
        part: parts::RDEF,
        class: class_of(&ShaderInputType::TABLE, input),
        space: binding.space.unwrap_or_default(),
        first: binding.bind_point,
        last,
        kind: kind_of(&ShaderInputType::TABLE, "kind", input).or(dimension),
        has_counter: ShaderInputType::TABLE.is_marked("counter", input),
        returns: returns.map(|what| (what, components)),
        id: binding.id,
        name: binding.name.as_str(),
    }
}

/// The last register, unless there is no bound.
fn bounded(last: u32) -> Option<u32> {
    (last != UNBOUNDED).then_some(last)
}

impl ResourceClass {
    /// The letter of its registers: `t`, `u`, `b` or `s`; `?` if it has none.
    pub fn letter(self) -> &'static str {
        Self::TABLE.text("letter", self.0.into()).unwrap_or("?")
    }
}

impl DescriptorRangeType {
    /// The class of the resources whose descriptors the range holds.
    pub fn resource_class(self) -> ResourceClass {
        class_of(&Self::TABLE, self.0.into())
    }
}

impl ResourceType {
    /// The class of a resource that is bound so.
    pub fn resource_class(self) -> ResourceClass {
        class_of(&Self::TABLE, self.0.into())
    }
}

/// The class that the table of another vocabulary names.
fn class_of(table: &EnumTable, value: u64) -> ResourceClass {
    let name = table.text("class", value);
    let class = name.and_then(ResourceClass::from_name);
    class.unwrap_or(ResourceClass::Invalid)
}

/// The kind that the table of another vocabulary names, where it names one.
fn kind_of(table: &EnumTable, column: &str, value: u64) -> Option<ResourceKind> {
    ResourceKind::from_name(table.text(column, value)?)
}

/// What `dxc -dumpbin` prints of a binding.
impl Binding<'_> {
    /// The class in the words of `dxc -dumpbin`: `texture`, `UAV`, `cbuffer`, `sampler`.
    pub fn dxc_type(&self) -> &'static str {
        let name = ResourceClass::TABLE.text("dxc", self.class.0.into());
        name.unwrap_or("invalid")
    }

    /// The format: `NA` of what has none, `byte`, `struct`, or what reading gives; empty if no part says it.
    pub fn dxc_format(&self) -> String {
        let told = |kind: ResourceKind| ResourceKind::TABLE.text("dxc_format", kind.0.into());
        if let Some(told) = self.kind.and_then(told) {
            return told.into();
        }
        let Some((what, components)) = self.returns else {
            return String::new();
        };
        let name = ResourceReturnType::TABLE.text("fxc", what.0.into());
        let mut format = String::from(name.unwrap_or_default());
        if components > 1 {
            format.push_str(&components.to_string());
        }
        format
    }

    /// The dimension: `NA` of what has none, `r/o`, `r/w` or `r/w+cnt` of buffers without a format, or its shape; empty
    /// if no part says it.
    pub fn dxc_dimension(&self) -> &'static str {
        let Some(kind) = self.kind else {
            return "";
        };
        let use_of_it = match (self.class, self.has_counter) {
            (ResourceClass::UAV, true) => 2,
            (ResourceClass::UAV, false) => 1,
            _ => 0,
        };
        let entry = ResourceKind::TABLE.by_value(kind.0.into());
        let names = entry.map_or(&[][..], |entry| entry.list("dxc"));
        names.get(use_of_it).or(names.first()).unwrap_or(&"?")
    }

    /// The number with its prefix, such as `CB0`; empty if no part says it.
    pub fn dxc_id(&self) -> String {
        let prefix = ResourceClass::TABLE.text("dxc_id", self.class.0.into());
        let id = self
            .id
            .map(|id| alloc::format!("{}{id}", prefix.unwrap_or_default()));
        id.unwrap_or_default()
    }

    /// The first register and the space, such as `t3,space1`.
    pub fn dxc_bind(&self) -> String {
        let prefix = ResourceClass::TABLE.text("dxc_bind", self.class.0.into());
        let mut bind = alloc::format!("{}{}", prefix.unwrap_or("?"), self.first);
        if self.space != 0 {
            bind.push_str(&alloc::format!(",space{}", self.space));
        }
        bind
    }

    /// How many registers, or `unbounded`.
    pub fn dxc_count(&self) -> String {
        self.count()
            .map_or("unbounded".into(), |count| count.to_string())
    }

    /// The columns of its table of bindings.
    pub const DXC_COLUMNS: [&'static str; 7] =
        ["Name", "Type", "Format", "Dim", "ID", "HLSL Bind", "Count"];

    /// What stands in the [columns](Self::DXC_COLUMNS); empty where no part says it.
    pub fn dxc_row(&self) -> [String; 7] {
        [
            self.name.unwrap_or_default().into(),
            self.dxc_type().into(),
            self.dxc_format(),
            self.dxc_dimension().into(),
            self.dxc_id(),
            self.dxc_bind(),
            self.dxc_count(),
        ]
    }

    /// What its table is sorted by: constant buffers, samplers, what is read and what is written, each by registers.
    pub fn dxc_order(&self) -> impl Ord + use<> {
        (self.letter(), self.space, self.first)
    }
}

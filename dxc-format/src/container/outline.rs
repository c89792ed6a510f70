//! Shows a part as a tree: fields, and lists of records with fields and lists of their own.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::view::{Container, RawPart};
use crate::generated::constants::ShaderStage;
use crate::generated::parts::PartView;
use crate::runtime::{FieldGroup, FieldValue, FieldValues, Limits, Result};

/// Fields and lists of records.
///
/// ```
/// use dxc_format::outline::Outline;
/// use dxc_format::{Container, parts};
///
/// # fn main() -> dxc_format::Result<()> {
/// # let file = &std::fs::read("tests/data/dxc/vs_basic.sm60.dxil").unwrap();
/// let container = Container::parse(file)?;
/// let outline = Outline::new(&container, &container.find(parts::ISG1).unwrap())?;
/// let elements = &outline.runs[0];
/// assert_eq!(elements.name, "elements");
/// let names = elements.records.iter().filter_map(|record| record.outline.field("name"));
/// assert_eq!(names.map(|name| name.text()).next().as_deref(), Some("POSITION"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Outline<'a> {
    /// The fields, in the order of the walk.
    pub fields: Vec<NamedField<'a>>,
    /// The runs, in the order of the walk.
    pub runs: Vec<OutlineRun<'a>>,
    /// The number of fields that exceeded the limits.
    pub left_out: usize,
    /// The records and runs that are fields of the part; empty for the outline of a record.
    pub groups: Vec<FieldGroup>,
}

/// A field of an [`Outline`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NamedField<'a> {
    /// Its path within the part or record; empty if the record is a single value.
    pub name: Cow<'static, str>,
    /// The field.
    pub field_value: FieldValue<'a>,
}

/// A run of records.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct OutlineRun<'a> {
    /// Its path within the part or record.
    pub name: String,
    /// The records, by their index.
    pub records: Vec<OutlineRecord<'a>>,
    /// The numbers of a run that is one field value.
    #[doc(hidden)]
    pub numbers: Option<FieldValue<'a>>,
}

/// A record of an [`OutlineRun`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OutlineRecord<'a> {
    /// Its index; for a string, its offset.
    pub index: usize,
    /// The fields and lists of the record.
    pub outline: Outline<'a>,
}

/// The first field of a record that is a name: its usual label.
pub fn record_name<'o>(outline: &'o Outline<'_>) -> Option<Cow<'o, str>> {
    let mut fields = outline.fields.iter();
    let named = fields.find(|field| field.field_value.is_name())?;
    Some(named.field_value.text())
}

impl<'a> Outline<'a> {
    /// The outline of a container's part.
    ///
    /// # Errors
    /// If the part's data is invalid.
    #[cfg_attr(debug_assertions, inline)]
    pub fn new(container: &Container<'_>, part: &RawPart<'a>) -> Result<Self> {
        Self::in_stage(container.shader_stage().ok().flatten(), part)
    }

    /// Like [`new`](Self::new), for a [shader stage](Container::shader_stage) that you already know. To outline all
    /// parts, look up the stage once: the lookup searches all parts.
    ///
    /// # Errors
    /// If the part's data is invalid.
    #[cfg_attr(debug_assertions, inline)]
    pub fn in_stage(stage: Option<ShaderStage>, part: &RawPart<'a>) -> Result<Self> {
        Self::in_stage_within(stage, part, &Limits::of_input(part.data.len()))
    }

    /// Like [`in_stage`](Self::in_stage), with other limits.
    ///
    /// # Errors
    /// If the part's data is invalid.
    #[cfg_attr(debug_assertions, inline)]
    pub fn in_stage_within(
        stage: Option<ShaderStage>,
        part: &RawPart<'a>,
        limits: &Limits,
    ) -> Result<Self> {
        Self::of_field_values(stage, part, FieldValues::new(part.data).within(limits))
    }

    /// Like [`in_stage`](Self::in_stage), with this maximum number of field values, but long names and lists in full.
    ///
    /// # Errors
    /// If the part's data is invalid.
    #[doc(hidden)]
    #[cfg_attr(debug_assertions, inline)]
    pub fn in_full(
        stage: Option<ShaderStage>,
        part: &RawPart<'a>,
        field_values: usize,
    ) -> Result<Self> {
        Self::of_field_values(
            stage,
            part,
            FieldValues::new(part.data).in_full(field_values),
        )
    }

    /// Like [`in_stage_within`](Self::in_stage_within), with a single field value for a run of numbers.
    ///
    /// # Errors
    /// If the part's data is invalid.
    #[doc(hidden)]
    #[cfg_attr(debug_assertions, inline)]
    pub fn with_whole_runs(
        stage: Option<ShaderStage>,
        part: &RawPart<'a>,
        limits: &Limits,
    ) -> Result<Self> {
        let field_values = FieldValues::new(part.data).within(limits);
        Self::of_field_values(stage, part, field_values.with_whole_runs())
    }

    #[cfg_attr(debug_assertions, inline)]
    fn of_field_values(
        stage: Option<ShaderStage>,
        part: &RawPart<'a>,
        mut field_values: FieldValues<'a>,
    ) -> Result<Self> {
        // PSV0 of version 0 does not store the stage; the program does.
        if let Some(stage) = stage {
            field_values = field_values.selected_by(&ShaderStage::TABLE, stage.0.into());
        }
        PartView::walk(part.fourcc, part.data, &mut field_values)
            .map_err(|error| error.within_part(part.fourcc, part.data_offset))?;
        let mut outline = Self {
            left_out: field_values.left_out(),
            groups: field_values.groups().to_vec(),
            ..Self::default()
        };
        // The outline uses the memory of the field values that move into it.
        let mut field_values = field_values.into_vec();
        field_values.reverse();
        let mut place = OutlinePath::default();
        while let Some(field_value) = field_values.pop() {
            outline.add(field_value, &mut place);
            if field_values.len() < field_values.capacity() / 2 {
                field_values.shrink_to_fit();
            }
        }
        Ok(outline)
    }

    /// The field of this name.
    pub fn field(&self, name: &str) -> Option<&FieldValue<'a>> {
        let mut fields = self.fields.iter();
        fields
            .find(|field| field.name == name)
            .map(|field| &field.field_value)
    }

    /// Adds a field value at its path; `place` is the location of the previous field value's structure.
    fn add(&mut self, field_value: FieldValue<'a>, place: &mut OutlinePath) {
        let (outer, name, index) = field_value.path_parts();
        if !place.is_of(outer) {
            *place = self.place(outer);
        }
        let mut outline = self;
        for (run, record) in &place.records {
            outline = &mut outline.runs[*run].records[*record].outline;
        }
        let mut name = place.name(name);
        if field_value.is_run() {
            outline.runs.push(OutlineRun {
                name: name.into(),
                numbers: Some(field_value),
                ..OutlineRun::default()
            });
            return;
        }
        if let Some(index) = index {
            let (run, record) = outline.record(&name, index);
            outline = &mut outline.runs[run].records[record].outline;
            name = Cow::Borrowed("");
        }
        outline.fields.push(NamedField { name, field_value });
    }

    /// The location of a structure in the outline; creates its records.
    fn place(&mut self, outer: Option<&Arc<str>>) -> OutlinePath {
        let mut records = Vec::new();
        let (mut outline, mut rest) = (self, outer.map_or("", |outer| outer));
        while let Some((run, index, behind)) = split(rest) {
            let (run, record) = outline.record(run, index);
            records.push((run, record));
            outline = &mut outline.runs[run].records[record].outline;
            rest = behind;
        }
        OutlinePath {
            rest: rest.into(),
            outer: outer.cloned(),
            records,
        }
    }

    /// The indices of a list and of its record `index`; creates both if missing.
    fn record(&mut self, run: &str, index: usize) -> (usize, usize) {
        let found = self.runs.iter().rposition(|known| known.name == run);
        let found = found.unwrap_or_else(|| {
            self.runs.push(OutlineRun {
                name: run.into(),
                ..OutlineRun::default()
            });
            self.runs.len() - 1
        });
        let records = &mut self.runs[found].records;
        let place = records.binary_search_by_key(&index, |record| record.index);
        let place = place.unwrap_or_else(|place| {
            let mut outline = Self::default();
            // Records of a run usually have the same number of fields, and there may be many of them.
            let fields = records
                .last()
                .map_or(1, |record| record.outline.fields.len());
            outline.fields.reserve_exact(fields);
            records.insert(place, OutlineRecord { index, outline });
            place
        });
        (found, place)
    }
}

/// The location of a structure's field values in an outline.
#[derive(Default)]
struct OutlinePath {
    /// The path of the structure.
    outer: Option<Arc<str>>,
    /// The indices of the runs and records that contain it.
    records: Vec<(usize, usize)>,
    /// Its path within the last of these records.
    rest: String,
}

impl OutlinePath {
    /// Whether it is the location of this structure.
    fn is_of(&self, outer: Option<&Arc<str>>) -> bool {
        match (&self.outer, outer) {
            (None, None) => true,
            (Some(own), Some(outer)) => Arc::ptr_eq(own, outer),
            _ => false,
        }
    }

    /// The name of a field of the structure, within the record.
    fn name(&self, name: &'static str) -> Cow<'static, str> {
        match (self.rest.is_empty(), name.is_empty()) {
            (true, _) => name.into(),
            (false, true) => self.rest.clone().into(),
            (false, false) => [&self.rest, ".", name].concat().into(),
        }
    }
}

/// The first list of a path, the index of its record, and the rest of the path.
fn split(path: &str) -> Option<(&str, usize, &str)> {
    let (run, rest) = path.split_once('[')?;
    let (index, rest) = rest.split_once(']')?;
    Some((
        run,
        index.parse().ok()?,
        rest.strip_prefix('.').unwrap_or(rest),
    ))
}

//! A part as a tree: fields, and lists of records that have fields and lists themselves.

use alloc::string::String;
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
/// assert_eq!(names.map(|name| name.text.as_str()).next(), Some("POSITION"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Outline {
    /// The fields, in the order of the walk.
    pub fields: Vec<NamedField>,
    /// The runs, in the order of the walk.
    pub runs: Vec<OutlineRun>,
    /// The number of fields that exceeded the limits.
    pub left_out: usize,
    /// The records and runs that are fields of the part; empty for records within.
    pub groups: Vec<FieldGroup>,
}

/// A field of an [`Outline`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NamedField {
    /// Its path within the part or record; empty for a record that is a single value.
    pub name: String,
    /// The field.
    pub field_value: FieldValue,
}

/// Records in sequence.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct OutlineRun {
    /// Its path within the part or record.
    pub name: String,
    /// The records, by their index.
    pub records: Vec<OutlineRecord>,
}

/// A record of an [`OutlineRun`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OutlineRecord {
    /// Its index; for a string, its offset.
    pub index: usize,
    /// The fields and lists of the record.
    pub outline: Outline,
}

impl Outline {
    /// The outline of a container's part.
    ///
    /// # Errors
    /// If the part's data is invalid.
    #[cfg_attr(debug_assertions, inline)]
    pub fn new(container: &Container<'_>, part: &RawPart<'_>) -> Result<Self> {
        Self::in_stage(container.shader_stage().ok().flatten(), part)
    }

    /// Like [`new`](Self::new), for a [shader stage](Container::shader_stage) that you already know. To outline all
    /// parts, look up the stage once: the lookup searches all parts.
    ///
    /// # Errors
    /// If the part's data is invalid.
    #[cfg_attr(debug_assertions, inline)]
    pub fn in_stage(stage: Option<ShaderStage>, part: &RawPart<'_>) -> Result<Self> {
        Self::in_stage_within(stage, part, &Limits::of_input(part.data.len()))
    }

    /// Like [`in_stage`](Self::in_stage), with other limits.
    ///
    /// # Errors
    /// If the part's data is invalid.
    #[cfg_attr(debug_assertions, inline)]
    pub fn in_stage_within(
        stage: Option<ShaderStage>,
        part: &RawPart<'_>,
        limits: &Limits,
    ) -> Result<Self> {
        Self::of_field_values(stage, part, FieldValues::new(part.data).within(limits))
    }

    /// Like [`in_stage`](Self::in_stage), with so many field_values, but long names and lists in full.
    ///
    /// # Errors
    /// If the part's data is invalid.
    #[doc(hidden)]
    pub fn in_full(
        stage: Option<ShaderStage>,
        part: &RawPart<'_>,
        field_values: usize,
    ) -> Result<Self> {
        Self::of_field_values(
            stage,
            part,
            FieldValues::new(part.data).in_full(field_values),
        )
    }

    #[cfg_attr(debug_assertions, inline)]
    fn of_field_values<'a>(
        stage: Option<ShaderStage>,
        part: &RawPart<'a>,
        mut field_values: FieldValues<'a>,
    ) -> Result<Self> {
        // PSV0 of version 0 does not store the stage; the program does.
        if let Some(stage) = stage {
            field_values = field_values.selected_by(&ShaderStage::TABLE, stage.0.into());
        }
        PartView::walk(part.fourcc, part.data, &mut field_values)
            .map_err(|error| error.within_part(part.fourcc, part.data_offset()))?;
        let mut outline = Self {
            left_out: field_values.left_out(),
            groups: field_values.groups().to_vec(),
            ..Self::default()
        };
        // The outline takes the memory of the field_values that moved into it.
        let mut field_values = field_values.into_vec();
        field_values.reverse();
        while let Some(field_value) = field_values.pop() {
            outline.add(field_value);
            if field_values.len() < field_values.capacity() / 2 {
                field_values.shrink_to_fit();
            }
        }
        Ok(outline)
    }

    /// The field of this name.
    pub fn field(&self, name: &str) -> Option<&FieldValue> {
        let mut fields = self.fields.iter();
        fields
            .find(|field| field.name == name)
            .map(|field| &field.field_value)
    }

    /// The first field that is a name: the usual label of a record.
    pub fn name(&self) -> Option<&str> {
        let mut fields = self.fields.iter();
        let named = fields.find(|field| field.field_value.names)?;
        Some(&named.field_value.text)
    }

    /// Adds a field_value at its path.
    fn add(&mut self, field_value: FieldValue) {
        let (mut outline, mut rest) = (self, field_value.path.as_str());
        while let Some((run, index, behind)) = split(rest) {
            outline = outline.record(run, index);
            rest = behind;
        }
        let name = rest.into();
        // Most records have few fields, and there are many records.
        if outline.fields.len() == outline.fields.capacity() {
            outline.fields.reserve_exact(outline.fields.len().max(1));
        }
        outline.fields.push(NamedField { name, field_value });
    }

    /// Record `index` of a list; creates both if missing.
    fn record(&mut self, run: &str, index: usize) -> &mut Self {
        let found = self.runs.iter().rposition(|known| known.name == run);
        let found = found.unwrap_or_else(|| {
            self.runs.push(OutlineRun {
                name: run.into(),
                records: Vec::new(),
            });
            self.runs.len() - 1
        });
        let records = &mut self.runs[found].records;
        let place = records.binary_search_by_key(&index, |record| record.index);
        let place = place.unwrap_or_else(|place| {
            let outline = Self::default();
            records.insert(place, OutlineRecord { index, outline });
            place
        });
        &mut records[place].outline
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

//! The fields of a section as the rows of a tree, stored in columns so that a page can read many of them fast.

mod tree;

use std::collections::BTreeMap;

use dxc_format::constants::ShaderStage;
use dxc_format::header::{self, Header, PartHeader};
use dxc_format::runtime::shape::{BitField, EnumTable, Shape};
use dxc_format::{
    Container, FourCC, Limits, PartView,
    types::{FieldValue, FieldValues, Fixed},
};
use serde::Serialize;

use self::tree::Tree;
use crate::File;
use crate::salvage::{self, ENTRY, FoundPart};
use crate::summary::most_parts;

/// The rows of a tree in display order; the children of a row follow it, one level deeper.
#[derive(Debug, Default, Serialize)]
pub struct Fields {
    depth: Vec<usize>,
    /// The name of each row within its parent.
    label: Vec<String>,
    /// The offset of each row in the file.
    at: Vec<usize>,
    size: Vec<usize>,
    value: Vec<String>,
    /// The key of each row in documents.
    key: Vec<&'static str>,
    /// The documentation of each row, as an index in `docs`.
    doc: Vec<Option<usize>>,
    /// The documentation of the fields in the schema, as Markdown.
    docs: Vec<&'static str>,
    /// The kind of editor for each row.
    kind: Vec<&'static str>,
    /// The enum or flags type with the values of each row.
    table: Vec<&'static str>,
    /// The bits of each row within its bytes: the lowest one, and their number; 0 and 0 for all bits.
    bit: Vec<(u32, u32)>,
    /// The values of the enum and flags types in `table`.
    tables: BTreeMap<&'static str, Vec<Named>>,
    /// The reason why some fields could not be read, and the offset.
    problem: Option<(String, usize)>,
    /// The number of omitted fields.
    left_out: usize,
    #[serde(skip)]
    doc_indices: BTreeMap<&'static str, usize>,
}

impl Fields {
    /// The fields of the header, or of a part.
    pub fn new(file: &File, section: usize) -> Self {
        let Some(index) = section.checked_sub(1) else {
            let mut fields = Self::default();
            fields.header(&file.bytes);
            return fields;
        };
        match salvage::parts(&file.bytes).nth(index) {
            Some(part) => {
                let limits = Limits::of_input(part.data.len());
                Self::of_part(file, stage(&file.bytes), &part, &limits)
            }
            None => Self::default(),
        }
    }

    /// The fields as JSON, which the page's script reads.
    pub fn to_json(&self) -> String {
        // Serializing numbers and texts cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The fields of a part of a file whose shader runs in this stage.
    pub fn of_part(
        file: &File,
        stage: Option<ShaderStage>,
        part: &FoundPart<'_>,
        limits: &Limits,
    ) -> Self {
        let mut fields = Self::default();
        fields.part(&file.bytes, stage, part, limits);
        fields
    }

    fn header(&mut self, bytes: &[u8]) {
        let mut field_values = FieldValues::new(bytes);
        if Header::decode(bytes).is_some_and(|header| header.magic == header::MAGIC) {
            field_values.record(&Header::LAYOUT, 0);
        }
        let mut tree = Tree::default();
        tree.field_values(field_values.into_vec());
        self.add(tree, 0);
        let directory = salvage::directory(bytes);
        if !directory.is_empty() {
            let (count, label) = (directory.len(), "part_offsets".into());
            self.row(0, label, Header::SIZE, count * ENTRY, count.to_string());
        }
        let most = most_parts(bytes.len());
        self.left_out = directory.len().saturating_sub(most);
        for (index, offset) in directory.into_iter().enumerate().take(most) {
            let at = Header::SIZE + index * ENTRY;
            self.row(1, format!("[{index}]"), at, ENTRY, format!("{offset:#x}"));
        }
    }

    fn part(
        &mut self,
        bytes: &[u8],
        stage: Option<ShaderStage>,
        part: &FoundPart<'_>,
        limits: &Limits,
    ) {
        let mut header = FieldValues::new(bytes);
        header.record(&PartHeader::LAYOUT, part.offset);
        self.row(
            0,
            PartHeader::LAYOUT.name.into(),
            part.offset,
            PartHeader::SIZE,
            String::new(),
        );
        let mut tree = Tree::default();
        tree.field_values(header.into_vec());
        let first = self.depth.len();
        self.add(tree, 0);
        self.depth[first..].iter_mut().for_each(|depth| *depth += 1);
        // The size of a part is computed from its content, so it cannot be edited.
        self.kind[first..].fill("");

        let (field_values, problem, left_out) = field_values(stage, part.fourcc, part.data, limits);
        let mut tree = Tree::default();
        tree.field_values(field_values);
        self.add(tree, part.data_offset);
        let cut = part.size.saturating_sub(part.data.len());
        self.left_out = left_out;
        self.problem = match problem {
            Some(problem) => {
                let at = problem.file_offset();
                Some((problem.to_string(), part.data_offset + at))
            }
            None if cut > 0 => {
                let problem = format!("the file ends {cut} bytes before the part does");
                Some((problem, part.data_offset + part.data.len()))
            }
            None => None,
        };
    }

    fn row(&mut self, depth: usize, label: String, at: usize, size: usize, value: String) {
        self.depth.push(depth);
        self.label.push(label);
        self.at.push(at);
        self.size.push(size);
        self.value.push(value);
        self.key.push("");
        self.doc.push(None);
        self.kind.push("");
        self.table.push("");
        self.bit.push((0, 0));
    }

    /// Adds the rows of a tree whose offsets are relative to `base`.
    fn add(&mut self, mut tree: Tree<'_>, base: usize) {
        let mut open: Vec<(usize, usize)> = tree.top.iter().rev().map(|node| (*node, 0)).collect();
        while let Some((index, depth)) = open.pop() {
            let node = &mut tree.nodes[index];
            let (label, inner) = (
                std::mem::take(&mut node.label),
                std::mem::take(&mut node.inner),
            );
            open.extend(inner.iter().rev().map(|inner| (*inner, depth + 1)));
            match node.field_value.take() {
                Some(field_value) => self.field_value(depth, label, base, &field_value),
                None => {
                    let size = node.end.saturating_sub(node.at);
                    let name = node.name.take().unwrap_or_default();
                    self.row(depth, label, base + node.at, size, name);
                }
            }
        }
    }

    fn field_value(
        &mut self,
        depth: usize,
        label: String,
        base: usize,
        field_value: &FieldValue<'_>,
    ) {
        let value = match field_value.value() {
            value if value.is_empty() => field_value.text().into_owned(),
            value => value,
        };
        self.row(
            depth,
            label,
            base + field_value.offset(),
            field_value.size(),
            value,
        );
        let last = self.depth.len() - 1;
        self.key[last] = field_value.key();
        self.doc[last] = self.doc_index(field_value.doc());
        // Computed values cannot be edited.
        if let (Some(shape), false) = (field_value.shape(), field_value.is_computed()) {
            self.shape(shape);
        }
        let Some(Shape::Bits(table)) = field_value.shape() else {
            return;
        };
        for (name, text) in field_value.bits() {
            let of_name = |field: &&BitField| field.name == name;
            if let Some(field) = table.fields.iter().find(of_name) {
                self.row(
                    depth + 1,
                    name.into(),
                    base + field_value.offset(),
                    field_value.size(),
                    text,
                );
                self.shape(field.shape);
                let last = self.depth.len() - 1;
                self.key[last] = field.shown.key;
                self.doc[last] = self.doc_index(field.shown.doc);
                self.bit[last] = (field.at, field.bits);
            }
        }
    }

    /// The index of a documentation text, which several records share.
    fn doc_index(&mut self, doc: &'static str) -> Option<usize> {
        let docs = &mut self.docs;
        let index = self.doc_indices.entry(doc).or_insert_with(|| {
            docs.push(doc);
            docs.len() - 1
        });
        Some(*index)
    }

    /// Sets the kind of editor for the last row.
    fn shape(&mut self, shape: Shape) {
        let (kind, table) = editor(shape);
        let last = self.depth.len() - 1;
        self.kind[last] = kind;
        if let Some(table) = table {
            self.table[last] = table.name;
            self.tables
                .entry(table.name)
                .or_insert_with(|| values(table));
        }
    }
}

/// The kind of editor for values of a shape, and the type with their names; empty if they cannot be edited
/// individually.
pub fn editor(shape: Shape) -> (&'static str, Option<&'static EnumTable>) {
    match shape {
        Shape::Unsigned | Shape::Signed => ("number", None),
        Shape::Float => ("float", None),
        Shape::Truth => ("truth", None),
        Shape::FourCC => ("fourcc", None),
        Shape::Enum(table) => ("enum", Some(table)),
        Shape::Flags(table) => ("flags", Some(table)),
        _ => ("", None),
    }
}

/// A value of an enum or flags type: its name, its number, its documentation, and its name in documents.
///
/// The number is a text, since a number in JavaScript cannot represent all 64-bit values.
type Named = (&'static str, String, &'static str, &'static str);

/// The values of a type.
fn values(table: &EnumTable) -> Vec<Named> {
    let entries = table.values.iter().filter(|entry| !entry.alias);
    let named = entries.map(|entry| {
        (
            entry.name,
            entry.value.to_string(),
            entry.doc,
            table.shown_name(entry),
        )
    });
    named.collect()
}

/// The stage of a file's shader, if its parts store it: with PSV0 of version 0, the program does.
pub fn stage(bytes: &[u8]) -> Option<ShaderStage> {
    Container::parse(bytes).ok()?.shader_stage().ok()?
}

/// The individual values of a part, if the shader runs in this stage. Also returns the error that ended reading, and
/// the number of omitted values.
pub fn field_values<'a>(
    stage: Option<ShaderStage>,
    fourcc: FourCC,
    data: &'a [u8],
    limits: &Limits,
) -> (Vec<FieldValue<'a>>, Option<dxc_format::Error>, usize) {
    let mut field_values = FieldValues::new(data).within(limits);
    if let Some(stage) = stage {
        field_values = field_values.selected_by(&ShaderStage::TABLE, stage.0.into());
    }
    let problem = PartView::walk(fourcc, data, &mut field_values).err();
    let left_out = field_values.left_out();
    (field_values.into_vec(), problem, left_out)
}

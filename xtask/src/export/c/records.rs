//! Records, unions and the fixed beginnings of sequences in the header.

use std::fmt::Write;

use super::Writer;
use super::names::{member_name, type_name};
use crate::export::format::{
    Content, Field, Item, Sequence, SequenceField, Type, Union, Versioned, VersionedBy,
};

/// The types that a definition needs.
pub(super) fn types_in(content: &Content) -> Vec<&Type> {
    match content {
        Content::Sequence(sequence) => start(sequence)
            .filter_map(|field| field.ty.as_ref())
            .collect(),
        Content::Choice(_) => Vec::new(),
        content => content
            .fields()
            .into_iter()
            .filter_map(|(_, ty)| ty)
            .collect(),
    }
}

/// The fields of a sequence with fixed offsets.
pub(super) fn start(sequence: &Sequence) -> impl Iterator<Item = &SequenceField> {
    let fields = sequence.fields.iter();
    fields.take_while(|field| field.offset.is_some() && field.name.is_some())
}

/// The fields of each version of a record.
pub(super) fn fields_of_versions(versioned: &Versioned) -> Vec<Vec<&Field>> {
    let mut all = Vec::new();
    let versions = versioned.versions.iter();
    let fields = versions.map(|version| match versioned.by {
        VersionedBy::Size => {
            all.extend(&version.fields);
            all.clone()
        }
        VersionedBy::Condition => version.fields.iter().collect(),
    });
    fields.collect()
}

/// A declaration of a member; nothing, if C has no such type.
fn declaration(ty: &Type, name: &str) -> Option<String> {
    Some(match ty {
        Type::Integer { bits } => format!("uint{bits}_t {name}"),
        Type::Signed { bits } => format!("int{bits}_t {name}"),
        Type::Float => format!("float {name}"),
        Type::Boolean => format!("uint8_t {name}"),
        Type::FourCc => format!("DxbcFourCC {name}"),
        Type::StringReference | Type::RowReference { .. } | Type::ListReference { .. } => {
            format!("uint32_t {name}")
        }
        Type::Array { of, count } => declaration(of, &format!("{name}[{count}]"))?,
        Type::Item { name: item, .. } => format!("{} {name}", type_name(item, None)),
        Type::Bytes | Type::Strings | Type::Lists | Type::CString | Type::Record => return None,
    })
}

impl Writer<'_> {
    pub(super) fn record(
        &mut self,
        item: &Item,
        name: &str,
        fields: &[&Field],
        size: Option<u64>,
    ) -> std::fmt::Result {
        writeln!(self.text)?;
        self.doc("", &item.doc)?;
        writeln!(self.text, "typedef struct {name} {{")?;
        for field in fields {
            self.doc("  ", &field.doc)?;
            self.member(item, &field.name, &field.ty, field.size)?;
        }
        writeln!(self.text, "}} {name};")?;
        for field in fields {
            self.assert_offset(name, &field.name, field.offset)?;
        }
        self.assert_size(name, size)
    }

    /// A member; bytes of its size, if C has no such type.
    fn member(
        &mut self,
        item: &Item,
        name: &str,
        ty: &Type,
        size: Option<u64>,
    ) -> std::fmt::Result {
        let member = member_name(name);
        match (declaration(ty, &member), size) {
            (Some(declared), _) => writeln!(self.text, "  {declared};"),
            (None, size) => {
                self.output.omit_field(item, name, "C has no such type");
                let size = size.unwrap_or_default();
                writeln!(
                    self.text,
                    "  uint8_t {member}[{size}]; // C has no such type."
                )
            }
        }
    }

    fn assert_offset(&mut self, ty: &str, field: &str, offset: Option<u64>) -> std::fmt::Result {
        let member = member_name(field);
        match offset {
            Some(offset) => writeln!(
                self.text,
                "static_assert(offsetof({ty}, {member}) == {offset}, \"{ty}.{member}\");"
            ),
            None => Ok(()),
        }
    }

    pub(super) fn assert_size(&mut self, ty: &str, size: Option<u64>) -> std::fmt::Result {
        match size {
            Some(size) => writeln!(
                self.text,
                "static_assert(sizeof({ty}) == {size}, \"{ty}\");"
            ),
            None => Ok(()),
        }
    }

    pub(super) fn versioned(&mut self, item: &Item, versioned: &Versioned) -> std::fmt::Result {
        let fields = fields_of_versions(versioned);
        for (version, fields) in versioned.versions.iter().zip(fields) {
            if let Some(when) = &version.when {
                write!(self.text, "\n// If `{}`:", when.text)?;
            }
            let name = type_name(&item.name, Some(version.number));
            self.record(item, &name, &fields, version.size)?;
        }
        Ok(())
    }

    pub(super) fn union(&mut self, item: &Item, union: &Union) -> std::fmt::Result {
        writeln!(self.text)?;
        self.doc("", &item.doc)?;
        let name = type_name(&item.name, None);
        writeln!(self.text, "typedef union {name} {{")?;
        writeln!(
            self.text,
            "  /// The bytes, whatever they mean.\n  uint8_t bytes[{}];",
            union.size
        )?;
        for arm in &union.arms {
            self.doc("  ", &union.doc_of(arm))?;
            self.member(item, &arm.name, &arm.ty, arm.size)?;
        }
        writeln!(self.text, "}} {name};")?;
        self.assert_size(&name, Some(union.size))
    }

    /// The fields with fixed offsets; the others are comments.
    pub(super) fn sequence(&mut self, item: &Item, sequence: &Sequence) -> std::fmt::Result {
        let name = type_name(&item.name, None);
        let fixed: Vec<&SequenceField> = start(sequence).collect();
        writeln!(self.text)?;
        self.doc("", &item.doc)?;
        if !fixed.is_empty() {
            writeln!(self.text, "typedef struct {name} {{")?;
        }
        for field in &fixed {
            self.doc("  ", field.doc.as_deref().unwrap_or_default())?;
            if let (Some(field_name), Some(ty)) = (&field.name, &field.ty) {
                self.member(item, field_name, ty, field.size)?;
            }
        }
        for field in &sequence.fields[fixed.len()..] {
            let Some(name) = &field.name else { continue };
            let why = "its offset or its size is not fixed";
            self.output.omit_field(item, name, why);
            writeln!(self.text, "  // Not fixed: {}.", describe(name, field))?;
        }
        if fixed.is_empty() {
            return Ok(());
        }
        writeln!(self.text, "}} {name};")?;
        for field in &fixed {
            self.assert_offset(
                &name,
                field.name.as_deref().unwrap_or_default(),
                field.offset,
            )?;
        }
        let size = fixed
            .last()
            .and_then(|last| Some(last.offset? + last.size?));
        self.assert_size(&name, size)
    }
}

/// A field in words, with the expressions of the schema.
fn describe(name: &str, field: &SequenceField) -> String {
    let mut words = vec![format!("`{name}`")];
    match &field.ty {
        Some(Type::Item { name, .. }) => words.push(format!("of type {name}")),
        Some(ty) => {
            words.extend(declaration(ty, "").map(|ty| format!("of type {}", ty.trim_end())))
        }
        None => {}
    }
    let from = field.from.as_ref().map_or_else(
        || "the start of the part".to_owned(),
        |from| format!("`{from}`"),
    );
    let said = [
        ("count", &field.count),
        ("each of size", &field.stride),
        ("size", &field.bytes),
        ("if", &field.condition),
    ];
    for (word, expression) in said {
        words.extend(
            expression
                .as_ref()
                .map(|expression| format!("{word} `{}`", expression.text)),
        );
    }
    words.extend(
        field
            .at
            .as_ref()
            .map(|at| format!("at `{}` from {from}", at.text)),
    );
    words.join(", ")
}

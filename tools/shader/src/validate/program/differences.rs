//! Compares records or runs of a part with those of the program.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::Program;
use crate::finding::{Finding, PartPath, Rule};
use crate::report::Report;
use dxc_format::constants::ShaderStage;
use dxc_format::runtime::shape::Shape;
use dxc_format::{
    FourCC,
    types::{FieldValue, FieldValues, Row},
};

/// A field of a part, and the field of the program that implies it.
pub(super) struct Pair {
    rule: &'static Rule,
    place: PartPath,
    against: PartPath,
}

impl Program<'_> {
    /// Combines a field of a part, and the field of the program; the rule requires that they are equal.
    pub(super) fn pair(
        &self,
        rule: &'static Rule,
        (part, path): (FourCC, impl Into<String>),
        against: impl Into<String>,
    ) -> Pair {
        Pair {
            rule,
            place: PartPath::new(part, path),
            against: PartPath::new(self.part, against),
        }
    }
}

impl Pair {
    /// A field that both records have.
    pub(super) fn field(&self, name: &str) -> Self {
        let field =
            |record: &PartPath| PartPath::new(record.part, format!("{}.{name}", record.path));
        Self {
            place: field(&self.place),
            against: field(&self.against),
            ..*self
        }
    }

    /// Adds a finding for two different values; `name` is their name in the message.
    pub(super) fn differ(self, name: &str, [stated, expected]: [String; 2], findings: &mut Report) {
        let (stated, expected) = ((self.place, stated), (self.against, expected));
        findings.push(Finding::differing(self.rule, name, stated, expected));
    }

    /// Checks that two runs have the same number of records; returns false if not.
    pub(super) fn have_equal_counts(self, counts: [usize; 2], findings: &mut Report) -> bool {
        let [stated, expected] = counts;
        if stated != expected {
            let counts = counts.map(|count| count.to_string());
            self.differ("the number of records", counts, findings);
        }
        stated == expected
    }

    /// Adds a finding for each field that differs in two records; references to tables are not compared.
    pub(super) fn compare<T: Row<Context = ()>>(
        &self,
        stated: &T,
        expected: &T,
        stage: ShaderStage,
        findings: &mut Report,
    ) {
        for ((path, stated), (_, expected)) in differences(stated, expected, stage) {
            let place = PartPath::new(self.place.part, format!("{}.{path}", self.place.path));
            let expected = (self.against.clone(), expected);
            let finding = Finding::differing(self.rule, "the value", (place, stated), expected);
            findings.push(finding);
        }
    }
}

/// A path in a record, and the value there.
type Value = (String, String);

/// The fields that differ in two records.
fn differences<T: Row<Context = ()>>(
    stated: &T,
    expected: &T,
    stage: ShaderStage,
) -> Vec<(Value, Value)> {
    if stated == expected {
        return Vec::new();
    }
    let (shape, size) = T::known((), stated.own_size(()));
    let (Some(stated), Some(expected), Shape::Record(layout)) =
        (encode(stated, size), encode(expected, size), shape)
    else {
        return Vec::new();
    };
    let [stated, expected] = [&stated, &expected].map(|bytes| {
        let mut field_values =
            FieldValues::new(bytes).selected_by(&ShaderStage::TABLE, stage.0.into());
        field_values.record(layout, 0);
        let field_values = field_values.into_vec().into_iter();
        field_values
            .flat_map(|field_value| split(&field_value))
            .collect::<Vec<_>>()
    });
    let pairs = stated.into_iter().zip(expected);
    let differing = pairs.filter(|(stated, expected)| stated.1 != expected.1);
    differing.collect()
}

/// The value of a field with its path, or the values of the fields that are packed into it.
fn split(field_value: &FieldValue<'_>) -> Vec<Value> {
    match field_value.shape() {
        Some(Shape::Name { .. } | Shape::Indices { .. }) => Vec::new(),
        _ if !field_value.has_bits() => {
            let text = match field_value.text() {
                text if text.is_empty() => Shape::Bytes.say(field_value.bytes()),
                text => text.into_owned(),
            };
            Vec::from([(field_value.path(), text)])
        }
        _ => {
            let bits = field_value.bits();
            bits.map(|(name, text)| (format!("{}.{name}", field_value.path()), text))
                .collect()
        }
    }
}

fn encode<T: Row<Context = ()>>(record: &T, size: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; size];
    record.write_row((), &mut bytes).ok()?;
    Some(bytes)
}

//! Checks the stages of parts: names of values of one enum, or of its columns.

use super::Checker;
use crate::model::{Enum, Part};
use crate::span::Text;

impl Checker<'_> {
    /// Checks that each name belongs to the enum of stages: the enum that contains most of the names.
    pub(super) fn stages(&self) {
        let parts = || self.schema.parts.iter();
        let named: Vec<&Text> = parts().flat_map(|part| &part.stages).collect();
        let count = |of: &Enum| {
            let known = named
                .iter()
                .filter(|name| names(of).any(|known| known == name.value));
            known.count()
        };
        let items = self.schema.items.iter();
        let enums = items.filter_map(|item| item.content.enumeration());
        let enums = enums.filter(|of| of.values_of.is_none());
        // If several enums contain equally many, the first one.
        let stages = enums.rev().max_by_key(|of| count(of));
        for name in named {
            let legal: Vec<&str> = stages.into_iter().flat_map(names).collect();
            if !legal.contains(&name.as_str()) {
                let noted = self.note(name, format!("no stage is named `{name}`"));
                noted
                    .legal(name, legal)
                    .help("a stage is a value of an enum, or a column of it whose type is `i32`");
            }
        }
        parts().for_each(|part| self.required(part));
    }

    /// Checks `required`: shaders of some stages must have the part, possibly only with elements of a signature.
    fn required(&self, part: &Part) {
        let Some(required) = &part.required else {
            return;
        };
        if part.stages.is_empty() {
            self.note(required, "no stage requires the part")
                .help("list its `stages`");
        }
        if required.value == "elements" && part.signature.is_none() {
            self.note(required, "the part is not a signature")
                .help("`signature` says of which elements it is the signature");
        }
    }
}

/// The names of stages: values, and columns that are 1 for some values.
fn names(of: &Enum) -> impl Iterator<Item = &str> {
    let values = of.values.iter().filter(|value| !value.marker);
    let values = values.map(|value| value.name.as_str());
    let columns = of.columns.iter();
    let columns = columns.filter(|column| column.is_number());
    values.chain(columns.map(|column| column.name.as_str()))
}

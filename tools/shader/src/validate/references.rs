//! Checks the references of RDAT to rows, lists and strings.

use alloc::collections::BTreeSet;
use core::fmt::Arguments;

use super::rules::REFERENCE;
use super::shader::Shader;
use crate::report::Report;
use dxc_format::PartView;
use dxc_format::parts::RDAT;
use dxc_format::runtime::shape::{ListOf, NONE};
use dxc_format::runtime::strings::NO_STRING;
use dxc_format::runtime::tables::{Names, PartTables, Reference, refer};

/// Checks that each reference has a target.
pub(super) fn check(shader: &Shader<'_>, findings: &mut Report) {
    let (Some(data), Some(part)) = (&shader.runtime_data, shader.container.find(RDAT)) else {
        return;
    };
    let mut tables = PartTables::new(part.data);
    // The part was read before, so this does not fail.
    if PartView::walk(RDAT, part.data, &mut tables).is_err() {
        return;
    }
    let mut checked = References {
        tables: &tables,
        lists: BTreeSet::new(),
        left: part.data.len(),
        findings,
    };
    refer(&mut data.to_value(), (), &mut |reference| {
        checked.check(&reference);
        reference.number
    });
}

struct References<'r, 'a> {
    tables: &'r PartTables<'a>,
    /// The lists whose rows were already checked.
    lists: BTreeSet<(u32, &'static str)>,
    /// The remaining number of rows to check: the lists of a hostile file may overlap.
    left: usize,
    findings: &'r mut Report,
}

impl References<'_, '_> {
    fn check(&mut self, reference: &Reference) {
        let number = reference.number;
        match reference.names {
            Names::Row { of } => self.check_row(reference, number, of),
            Names::List { of } => {
                let list = self.tables.list(number.into());
                let holds = number == NONE || list.is_some();
                self.note(
                    holds,
                    reference,
                    format_args!("no list is at index {number}"),
                );
                let list = list.filter(|_| number != NONE).unwrap_or_default();
                let (rows, _) = list.as_chunks();
                if let ListOf::Rows(of) = of
                    && self.lists.insert((number, of))
                    && rows.len() <= self.left
                {
                    self.left -= rows.len();
                    for row in rows {
                        self.check_row(reference, u32::from_le_bytes(*row), of);
                    }
                }
            }
            Names::String { optional, .. } => {
                let strings = self.tables.strings(None);
                let text = strings.and_then(|strings| self.tables.string(strings, number));
                // Records without names need no table of strings.
                let is_unnamed = strings.is_none() && number == 0;
                let holds = text.is_some() || is_unnamed || optional && number == NO_STRING;
                self.note(
                    holds,
                    reference,
                    format_args!("no string is at offset {number:#x}"),
                );
            }
            Names::Run { .. } => {}
        }
    }

    fn check_row(&mut self, reference: &Reference, number: u32, of: &str) {
        let count = self.tables.row_count(of);
        let holds = number == NONE || usize::try_from(number).is_ok_and(|row| row < count);
        self.note(
            holds,
            reference,
            format_args!("row {number} of {count} `{of}`"),
        );
    }

    fn note(&mut self, holds: bool, reference: &Reference, found: Arguments<'_>) {
        if !holds {
            let path = reference.path();
            self.findings
                .check(false, &REFERENCE, Some(RDAT), path, found);
        }
    }
}

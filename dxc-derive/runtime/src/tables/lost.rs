//! Replaces lost references by their targets in the report of losses.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;

use super::lookup::{Numbers, Tables};
use super::reference::{Names, Reference};
use crate::records::versioned::Losses;

/// Replaces lost references by their targets; the empty string is not a loss.
#[doc(hidden)]
pub fn resolve<T>(value: &T, references: &[Reference], lost: &mut Losses)
where
    for<'t> &'t T: Tables<'t, Numbers = &'t [u32]>,
{
    let mut by_path = BTreeMap::new();
    for reference in references {
        by_path.insert(reference.path(), reference);
    }
    lost.resolve(|path| {
        let reference = by_path.get(path)?;
        match reference.names {
            Names::String { .. } => {
                let text = value.strings(reference.table)?.bytes(reference.number)?;
                Some(match text {
                    [] => String::new(),
                    text => format!("\"{}\"", text.escape_ascii()),
                })
            }
            Names::Run { len } => {
                let run = value
                    .numbers(reference.table)?
                    .range(reference.number, len)?;
                Some(format!("{run:?}"))
            }
            Names::Row { .. } | Names::List { .. } => None,
        }
    });
}

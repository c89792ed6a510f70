//! Lost references, by what they named.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::lookup::{Numbers, Tables};
use super::reference::{Names, Reference};
use crate::versioned::Losses;

/// The index of each number, by its path.
fn by_path(references: &[Reference]) -> BTreeMap<Vec<u8>, usize> {
    let mut by_path = BTreeMap::new();
    for (index, reference) in references.iter().enumerate() {
        by_path.insert(reference.path().into_bytes(), index);
    }
    by_path
}

/// Replaces lost references by their targets; the empty string is not a loss.
#[doc(hidden)]
pub fn resolve<T>(value: &T, references: &[Reference], lost: &mut Losses)
where
    for<'t> &'t T: Tables<'t, Numbers = &'t [u32]>,
{
    let by_path = by_path(references);
    lost.resolve(|path| {
        let reference = references.get(*by_path.get(path.as_bytes())?)?;
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

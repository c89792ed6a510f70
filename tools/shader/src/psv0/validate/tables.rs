//! Checks the tables: references must be in range, and every entry must be referenced.

use alloc::vec::Vec;
use core::ops::Range;

use super::rules::{END, NAMED, UNUSED, UNUSED_STRING};
use crate::finding::Findings;
use dxc_format::runtime::tables::{LayOut, Names, Reference, TableDeclaration, references};
use dxc_format::{
    Result,
    types::{ForgetUnknown, Strings, Tables},
};

/// Checks the tables of a value.
pub(super) fn check<T>(value: &T, findings: &mut Findings)
where
    T: LayOut<Args = ()>,
    for<'t> &'t T: Tables<'t, Numbers = &'t [u32]>,
{
    let mut copy = value.clone();
    let references = references(&mut copy, ());
    // Bytes of a newer version may reference what nothing else does.
    let is_known = copy.forget_unknown().is_empty();
    for TableDeclaration { name, round, .. } in T::TABLES {
        let named = references
            .iter()
            .filter(|reference| reference.table == *name);
        let mut used = Vec::new();
        for reference in named {
            match used_by(value, reference) {
                Ok(range) => used.push(range),
                Err(error) => findings.check(false, &NAMED, error.path(), error.kind()),
            }
        }
        if let Some(strings) = value.strings(name) {
            check_strings(name, strings, *round, is_known.then_some(&*used), findings);
        } else if let Some(numbers) = value.numbers(name).filter(|_| is_known) {
            check_numbers(name, numbers, used, findings);
        }
    }
}

/// The range of bytes or numbers of a table that a reference uses.
fn used_by<T>(value: &T, reference: &Reference) -> Result<Range<usize>>
where
    for<'t> &'t T: Tables<'t, Numbers = &'t [u32]>,
{
    let start = reference.number as usize;
    let len = match reference.names {
        Names::String { optional, .. } => {
            let strings = value.strings(reference.table).unwrap_or_default();
            reference.string(strings, optional)?.map_or(0, <[u8]>::len)
        }
        Names::Run { len } => {
            let numbers = value.numbers(reference.table).unwrap_or_default();
            reference.run(numbers, len)?.len()
        }
        Names::Row { .. } | Names::List { .. } => 0,
    };
    Ok(start..start.saturating_add(len))
}

/// Checks that each string is referenced: a string is used if a reference equals its offset. Without `used`, a newer
/// version may use any of them.
fn check_strings(
    name: &str,
    strings: Strings<'_>,
    round: usize,
    used: Option<&[Range<usize>]>,
    findings: &mut Findings,
) {
    let used = used.map(|used| {
        let mut used: Vec<usize> = used.iter().map(|range| range.start).collect();
        used.sort_unstable();
        used
    });
    let is_referenced = |start| {
        let found = used.as_ref().map(|used| used.binary_search(&start));
        found.is_none_or(|found| found.is_ok())
    };
    let text_end = strings.0.iter().rposition(|byte| *byte != 0);
    let padding = text_end.map_or(0, |last| last + 2)..;
    let mut start = 0;
    for text in strings.0.split_inclusive(|byte| *byte == 0) {
        let place = format_args!("{name}[{start}]");
        let shown = Strings(text.strip_suffix(&[0]).unwrap_or(text));
        let shown = format_args!("{shown:?}");
        let is_padding = padding.contains(&start) && start + round > strings.len();
        let is_first_nul = text == [0] && start == 0;
        if text.last() == Some(&0) {
            let is_used = is_referenced(start) || is_padding || is_first_nul;
            findings.check(is_used, &UNUSED_STRING, place, shown);
        } else {
            findings.check(false, &END, place, shown);
        }
        start += text.len();
    }
}

/// Checks that each number is referenced; unreferenced numbers are reported together.
fn check_numbers(name: &str, numbers: &[u32], used: Vec<Range<usize>>, findings: &mut Findings) {
    let used = used.into_iter().map(|range| (range.start, range.end));
    let mut used: Vec<(usize, usize)> = used.collect();
    used.sort_unstable();
    used.push((numbers.len(), numbers.len()));
    let mut end = 0;
    for (start, until) in used {
        let gap = numbers.get(end..start).unwrap_or_default().len();
        let plural = if gap == 1 { "" } else { "s" };
        let place = format_args!("{name}[{end}..{start}]");
        findings.check(
            gap == 0,
            &UNUSED,
            place,
            format_args!("{gap} number{plural}"),
        );
        end = end.max(until);
    }
}

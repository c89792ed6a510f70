//! The result of [`Container::validate`](crate::Container::validate): findings, and how many of each kind there are.

use alloc::collections::BTreeMap;
use alloc::vec::{self, Vec};
use core::ops::Deref;
use core::slice;

use super::finding::{Finding, Rule, Weight};

/// What is wrong with a container.
///
/// It is a slice of findings, in the order of the container's parts. Of each rule at most
/// [`Limits::findings`](crate::Limits::findings) are kept; [`omitted`](Self::omitted) counts the others.
///
/// ```
/// use dxc_format::Container;
///
/// # fn main() -> dxc_format::Result<()> {
/// # let file = &std::fs::read("../tests/data/dxc/vs_basic.sm60.dxil").unwrap();
/// let judgement = Container::parse(file)?.validate();
/// for finding in &judgement {
///     println!("{finding}");
/// }
/// assert!(judgement.is_empty());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Judgement {
    findings: Vec<Finding>,
    omitted: Vec<Omitted>,
}

/// Findings of one rule that are counted only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Omitted {
    /// The rule.
    pub rule: &'static Rule,
    /// How many findings of it were left out.
    pub count: usize,
}

impl Judgement {
    /// Keeps at most `limit` findings of each rule.
    pub(crate) fn new(mut findings: Vec<Finding>, limit: usize) -> Self {
        let mut counts: BTreeMap<&str, (&'static Rule, usize)> = BTreeMap::new();
        findings.retain(|finding| {
            let (_, count) = counts.entry(finding.rule.name).or_insert((finding.rule, 0));
            *count += 1;
            *count <= limit
        });
        let omitted = counts.into_values().filter(|(_, count)| *count > limit);
        Self {
            findings,
            omitted: omitted
                .map(|(rule, count)| Omitted {
                    rule,
                    count: count - limit,
                })
                .collect(),
        }
    }

    /// The rules with more findings than were kept.
    pub fn omitted(&self) -> &[Omitted] {
        &self.omitted
    }

    /// The number of all findings, including the omitted ones.
    pub fn count(&self) -> usize {
        let omitted: usize = self.omitted.iter().map(|omitted| omitted.count).sum();
        self.findings.len() + omitted
    }

    /// Whether a part cannot be read, so that not all rules could be checked.
    pub fn has_unreadable(&self) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|finding| finding.rule.weight == Weight::Unreadable)
    }
}

impl Deref for Judgement {
    type Target = [Finding];

    fn deref(&self) -> &[Finding] {
        &self.findings
    }
}

impl IntoIterator for Judgement {
    type Item = Finding;
    type IntoIter = vec::IntoIter<Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.findings.into_iter()
    }
}

impl<'j> IntoIterator for &'j Judgement {
    type Item = &'j Finding;
    type IntoIter = slice::Iter<'j, Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.findings.iter()
    }
}

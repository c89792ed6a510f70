//! The result of [`validate`](crate::validate): findings, and how many of each kind there are.

use alloc::collections::BTreeMap;
use alloc::string::ToString;
use alloc::vec::{self, Vec};
use core::fmt::Display;
use core::ops::Deref;
use core::slice;

use crate::finding::{Finding, Rule, Weight};
use dxc_format::{FourCC, Limits};

/// The findings about a container.
///
/// It is a slice of findings, in the order of the container's parts. At most
/// [`Limits::findings`](dxc_format::Limits::findings) per rule are kept; [`omitted`](Self::omitted) counts the others.
///
/// ```
/// use dxc_format::Container;
///
/// # fn main() -> dxc_format::Result<()> {
/// # let file = &std::fs::read("tests/data/dxc/vs_basic.sm60.dxil").unwrap();
/// let judgement = dxc_shader::validate(&Container::parse(file)?);
/// for finding in &judgement {
///     println!("{finding}");
/// }
/// assert!(judgement.is_empty());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Judgement {
    findings: Vec<Finding>,
    omitted: Vec<Omitted>,
    /// The number of findings of each rule.
    counts: BTreeMap<&'static str, usize>,
    /// The maximum of findings to keep per rule.
    limit: usize,
}

/// Findings of one rule that are counted only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Omitted {
    /// The rule.
    pub rule: &'static Rule,
    /// The number of its findings that were omitted.
    pub count: usize,
}

impl Judgement {
    /// No findings. At most [`Limits::findings`] per rule will be kept.
    pub fn within(limits: &Limits) -> Self {
        Self {
            findings: Vec::new(),
            omitted: Vec::new(),
            counts: BTreeMap::new(),
            limit: limits.findings,
        }
    }

    /// Adds a finding, or counts it if there are enough of its rule.
    pub fn push(&mut self, finding: Finding) {
        let rule = finding.rule;
        let count = self.counts.entry(rule.name).or_default();
        *count += 1;
        if *count <= self.limit {
            self.findings.push(finding);
            return;
        }
        let known = self.omitted.iter_mut();
        match known
            .into_iter()
            .find(|omitted| omitted.rule.name == rule.name)
        {
            Some(omitted) => omitted.count += 1,
            None => self.omitted.push(Omitted { rule, count: 1 }),
        }
    }

    /// Adds a violation of the rule in a part, or in the container as a whole, unless it holds.
    pub(super) fn check(
        &mut self,
        holds: bool,
        rule: &'static Rule,
        part: Option<FourCC>,
        path: impl Display,
        found: impl Display,
    ) {
        if !holds {
            let finding = Finding::new(rule, path.to_string(), found.to_string());
            self.push(Finding { part, ..finding });
        }
    }

    /// Keeps the findings of some rules.
    pub(crate) fn retain(&mut self, is_kept: impl Fn(&Rule) -> bool) {
        self.findings.retain(|finding| is_kept(finding.rule));
        self.omitted.retain(|omitted| is_kept(omitted.rule));
    }

    /// The rules with omitted findings.
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

impl Extend<Finding> for Judgement {
    fn extend<T: IntoIterator<Item = Finding>>(&mut self, findings: T) {
        findings.into_iter().for_each(|finding| self.push(finding));
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

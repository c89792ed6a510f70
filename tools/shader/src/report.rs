//! The result of [`validate`](crate::validate): findings, and the number of findings of each rule.

use alloc::collections::BTreeMap;
use alloc::string::ToString;
use alloc::vec::{self, Vec};
use core::fmt::Display;
use core::ops::Deref;
use core::slice;

use crate::finding::{Finding, Rule, Severity};
use dxc_format::{FourCC, Limits};

/// The findings about a container.
///
/// It is a slice of findings, in the order of the container's parts. At most
/// [`Limits::findings`](dxc_format::Limits::findings) per rule are kept; [`truncated`](Self::truncated) counts the others.
///
/// ```
/// use dxc_format::Container;
///
/// # fn main() -> dxc_format::Result<()> {
/// # let file = &std::fs::read("tests/data/dxc/vs_basic.sm60.dxil").unwrap();
/// let report = dxc_shader::validate(&Container::parse(file)?);
/// for finding in &report {
///     println!("{finding}");
/// }
/// assert!(report.is_empty());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    findings: Vec<Finding>,
    truncated: Vec<Truncated>,
    /// The number of findings of each rule.
    counts: BTreeMap<&'static str, usize>,
    /// The maximum number of findings to keep per rule.
    limit: usize,
}

/// The findings of one rule that were only counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Truncated {
    /// The rule.
    pub rule: &'static Rule,
    /// The number of its findings that were truncated.
    pub count: usize,
}

impl Report {
    /// An empty report. At most [`Limits::findings`] per rule will be kept.
    pub fn within(limits: &Limits) -> Self {
        Self {
            findings: Vec::new(),
            truncated: Vec::new(),
            counts: BTreeMap::new(),
            limit: limits.findings,
        }
    }

    /// Adds a finding; if there are enough of its rule, only counts it.
    pub fn push(&mut self, finding: Finding) {
        let rule = finding.rule;
        let count = self.counts.entry(rule.name).or_default();
        *count += 1;
        if *count <= self.limit {
            self.findings.push(finding);
            return;
        }
        let known = self.truncated.iter_mut();
        match known
            .into_iter()
            .find(|truncated| truncated.rule.name == rule.name)
        {
            Some(truncated) => truncated.count += 1,
            None => self.truncated.push(Truncated { rule, count: 1 }),
        }
    }

    /// Adds a violation of the rule in a part, or in the container as a whole, if `holds` is false.
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

    /// Keeps only the findings of some rules.
    pub(crate) fn retain(&mut self, is_kept: impl Fn(&Rule) -> bool) {
        self.findings.retain(|finding| is_kept(finding.rule));
        self.truncated.retain(|truncated| is_kept(truncated.rule));
    }

    /// The rules with truncated findings.
    pub fn truncated(&self) -> &[Truncated] {
        &self.truncated
    }

    /// The number of all findings, including the truncated ones.
    pub fn count(&self) -> usize {
        let truncated: usize = self.truncated.iter().map(|truncated| truncated.count).sum();
        self.findings.len() + truncated
    }

    /// Whether a part cannot be read, so that not all rules could be checked.
    pub fn has_unreadable(&self) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|finding| finding.rule.severity == Severity::Unreadable)
    }
}

impl Extend<Finding> for Report {
    fn extend<T: IntoIterator<Item = Finding>>(&mut self, findings: T) {
        findings.into_iter().for_each(|finding| self.push(finding));
    }
}

impl Deref for Report {
    type Target = [Finding];

    fn deref(&self) -> &[Finding] {
        &self.findings
    }
}

impl IntoIterator for Report {
    type Item = Finding;
    type IntoIter = vec::IntoIter<Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.findings.into_iter()
    }
}

impl<'j> IntoIterator for &'j Report {
    type Item = &'j Finding;
    type IntoIter = slice::Iter<'j, Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.findings.iter()
    }
}

//! What `validate` reports: values that the bytes can hold and the runtime or the compilers refuse.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::runtime::FourCC;

/// A rule that a value should keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Rule {
    /// Its name, such as `sampler-anisotropy`, which does not change.
    pub name: &'static str,
    /// What it demands, in a sentence.
    pub demands: &'static str,
    /// What is wrong where it is broken; `{}` stands for what was found there.
    pub broken: &'static str,
    /// Where it is known from.
    pub source: &'static str,
    /// Who refuses what breaks it.
    pub weight: Weight,
}

/// Who refuses what breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Weight {
    /// The runtime.
    Runtime,
    /// DXC's validator, which a shader has to pass to be signed.
    Validator {
        /// The first version that does.
        since: &'static str,
    },
    /// Nobody who matters: files that compilers wrote break it, and work.
    Tidy,
}

impl Rule {
    /// A rule that the runtime enforces.
    pub const fn new(name: &'static str, demands: &'static str, source: &'static str) -> Self {
        Self {
            name,
            demands,
            broken: "",
            source,
            weight: Weight::Runtime,
        }
    }

    /// The same, with what is wrong where it is broken; `{}` stands for what was found there.
    pub const fn broken(self, broken: &'static str) -> Self {
        Self { broken, ..self }
    }

    /// The same, of another weight.
    pub const fn weight(self, weight: Weight) -> Self {
        Self { weight, ..self }
    }

    /// Whether nobody refuses what breaks it.
    pub fn is_tidy(&self) -> bool {
        self.weight == Weight::Tidy
    }
}

/// A violation of a rule, and its place.
///
/// It displays as what is wrong there, with the name of the rule.
///
/// ```
/// use dxc_format::{Finding, Rule};
///
/// const RULE: Rule = Rule::new("even", "counts are even", "nobody").broken("a count of {} is odd");
/// assert_eq!(Finding::new(&RULE, "count", "3").to_string(), "count: a count of 3 is odd [even]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// The part that the violation is in; `None` for a value that stands alone.
    pub part: Option<FourCC>,
    /// Where the violation is, such as `parameters[2].payload.ranges[0].flags`.
    pub path: String,
    /// What was found there.
    pub found: String,
}

impl Finding {
    /// A violation.
    pub fn new(rule: &'static Rule, path: impl Into<String>, found: impl Into<String>) -> Self {
        Self {
            rule,
            part: None,
            path: path.into(),
            found: found.into(),
        }
    }

    /// What is wrong, without its place.
    pub fn message(&self) -> String {
        let Self { rule, found, .. } = self;
        match rule.broken.split_once("{}") {
            Some((before, behind)) => format!("{before}{found}{behind}"),
            None if rule.broken.is_empty() => format!("{found}; {}", rule.demands),
            None => rule.broken.into(),
        }
    }

    /// The same, in a part.
    pub fn within_part(self, fourcc: FourCC) -> Self {
        Self {
            part: Some(fourcc),
            ..self
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(part) = self.part {
            write!(f, "{part}: ")?;
        }
        write!(f, "{}: {} [{}]", self.path, self.message(), self.rule.name)
    }
}

/// The violations that were found so far.
#[derive(Default)]
pub(crate) struct Findings(pub(crate) Vec<Finding>);

impl Findings {
    /// Adds a violation of the rule, unless it holds.
    pub(crate) fn check(
        &mut self,
        holds: bool,
        rule: &'static Rule,
        place: impl fmt::Display,
        found: impl fmt::Display,
    ) {
        if !holds {
            self.0
                .push(Finding::new(rule, place.to_string(), found.to_string()));
        }
    }
}

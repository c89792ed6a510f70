//! Findings of `validate`: values that can be stored, but that the runtime or the compilers refuse.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use dxc_format::FourCC;

/// A rule for a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Rule {
    /// Its name, such as `sampler-anisotropy`, which is stable.
    pub name: &'static str,
    /// The requirement, in a sentence.
    pub requirement: &'static str,
    /// The message of a violation; `{}` is replaced by the value found, and `{expected}` by the value that is required.
    pub message: &'static str,
    /// The source of the rule.
    pub source: &'static str,
    /// The programs that refuse a violation.
    pub severity: Severity,
}

/// The programs that refuse a violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// Every reader: the part cannot be read, and no other rule can be checked.
    Unreadable,
    /// The runtime.
    Runtime,
    /// DXC's validator, which a shader has to pass to be signed.
    Validator {
        /// The first version of the validator that refuses a violation.
        since: &'static str,
    },
    /// LLVM's tools, such as `obj2yaml`, which refuse it or misread it.
    Llvm,
    /// No relevant program: files of compilers break the rule, and work.
    Lint,
}

impl Severity {
    /// The name in reports, such as `runtime`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::Runtime => "runtime",
            Self::Validator { .. } => "validator",
            Self::Llvm => "llvm",
            Self::Lint => "lint",
        }
    }

    /// The first version of DXC's validator that refuses it; `None` for other severities.
    pub const fn since(self) -> Option<&'static str> {
        match self {
            Self::Validator { since } => Some(since),
            _ => None,
        }
    }
}

impl Rule {
    /// A rule that the runtime enforces.
    pub const fn new(name: &'static str, requirement: &'static str, source: &'static str) -> Self {
        Self {
            name,
            requirement,
            message: "",
            source,
            severity: Severity::Runtime,
        }
    }

    /// Like `new`, with a message for violations; `{}` is replaced by the value found.
    pub const fn message(self, message: &'static str) -> Self {
        Self { message, ..self }
    }

    /// This rule with another severity.
    pub const fn severity(self, severity: Severity) -> Self {
        Self { severity, ..self }
    }
}

/// Declares rules: the name, the requirement, the source and the severity of each. The message is the value found,
/// unless an arrow and another message follow.
macro_rules! rules {
    ($($constant:ident = $name:literal, $requirement:literal $(=> $message:literal)?, $source:expr, $severity:expr;)*) => {
        $(
            pub(super) static $constant: Rule = Rule::new($name, $requirement, $source)
                .message("{}")
                $(.message($message))?
                .severity($severity);
        )*
    };
}

pub(crate) use rules;

/// A violation of a rule, and its location.
///
/// It displays as its message, with the name of the rule.
///
/// ```
/// use dxc_shader::{Finding, Rule};
///
/// const RULE: Rule = Rule::new("even", "counts are even", "example").message("a count of {} is odd");
/// assert_eq!(Finding::new(&RULE, "count", "3").to_string(), "count: a count of 3 is odd [even]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// The part that contains the violation; `None` for a value outside of a container.
    pub part: Option<FourCC>,
    /// The path of the violation, such as `parameters[2].payload.ranges[0].flags`.
    pub path: String,
    /// The value found.
    pub found: String,
    /// The value that the rule requires, if it is a single one.
    pub expected: Option<String>,
    /// The field that it was compared with, if the rule compares two; it may be in another part.
    pub against: Option<PartPath>,
    /// The offset in the file of a part that cannot be read, where the error is.
    pub at: Option<usize>,
}

/// A field of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartPath {
    /// The part.
    pub part: FourCC,
    /// The path within the part, such as `info.shader_stage`.
    pub path: String,
}

impl PartPath {
    /// The field of a part at a path.
    pub fn new(part: FourCC, path: impl Into<String>) -> Self {
        let path = path.into();
        Self { part, path }
    }
}

/// For example `PSV0 info.shader_stage`.
impl fmt::Display for PartPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.part, self.path)
    }
}

impl Finding {
    /// A violation of a rule at a path.
    pub fn new(rule: &'static Rule, path: impl Into<String>, found: impl Into<String>) -> Self {
        Self {
            rule,
            part: None,
            path: path.into(),
            found: found.into(),
            expected: None,
            against: None,
            at: None,
        }
    }

    /// Like [`new`](Self::new), but in a part and compared with another field.
    pub fn between(
        rule: &'static Rule,
        place: PartPath,
        against: PartPath,
        found: impl Into<String>,
    ) -> Self {
        Self {
            part: Some(place.part),
            against: Some(against),
            ..Self::new(rule, place.path, found)
        }
    }

    /// A value that differs from the value of another field.
    pub(crate) fn differing(
        rule: &'static Rule,
        name: &str,
        (place, value): (PartPath, String),
        (against, other): (PartPath, String),
    ) -> Self {
        let found = format!("{name} is {value}, but {other} in {against}");
        Self::between(rule, place, against, found)
    }

    /// This finding, with the value that the rule requires.
    #[must_use]
    pub fn expecting(self, expected: impl Into<String>) -> Self {
        Self {
            expected: Some(expected.into()),
            ..self
        }
    }

    /// This finding, in a part.
    pub fn within_part(self, fourcc: FourCC) -> Self {
        Self {
            part: Some(fourcc),
            ..self
        }
    }
}

/// The number of characters of a name in messages.
pub(crate) const MOST_SHOWN: usize = 64;

/// A text of a file for a message, truncated if it is long.
pub(crate) fn shown_text(text: &str) -> String {
    match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}..", text.get(..end).unwrap_or_default()),
        None => text.into(),
    }
}

/// The message of a finding, without the path and the name of the rule.
pub fn finding_message(finding: &Finding) -> String {
    let Finding { rule, found, .. } = finding;
    match rule.message.split_once("{}") {
        Some((before, behind)) => {
            let expected = finding.expected.as_deref().unwrap_or_default();
            format!("{before}{found}{}", behind.replace("{expected}", expected))
        }
        None if rule.message.is_empty() => format!("{found}; {}", rule.requirement),
        None => rule.message.into(),
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(part) = self.part {
            write!(f, "{part}: ")?;
        }
        f.write_str(&self.path)?;
        if let Some(at) = self.at {
            write!(f, " at byte {at:#x}")?;
        }
        write!(f, ": {} [{}]", finding_message(self), self.rule.name)
    }
}

/// The violations so far.
#[derive(Default)]
pub(crate) struct Findings(pub(crate) Vec<Finding>);

impl Findings {
    /// Adds a violation of the rule, if `holds` is false.
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

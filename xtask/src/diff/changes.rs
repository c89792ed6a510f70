//! Differences: rules that apply, with the place.

use crate::diagnostic::Span;
use crate::model::Schema;

use super::rules::{Class, Rule};

/// A difference.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) rule: &'static Rule,
    /// The item, the field, the value: `RuntimeInfo.node_count`.
    pub(super) subject: String,
    pub(super) what: String,
    /// The file and the line; those of the old state, if the new one does not have it.
    pub(super) file: String,
    pub(super) line: usize,
}

/// All differences, while they are found.
pub(super) struct Changes<'s> {
    pub(super) old: &'s Schema,
    pub(super) new: &'s Schema,
    pub(super) found: Vec<Change>,
}

impl Changes<'_> {
    /// Notes a difference at its place in the new state.
    pub(super) fn note(&mut self, rule: &'static Rule, span: &Span, subject: String, what: String) {
        let change = change(self.new, rule, span, subject, what);
        self.found.push(change);
    }

    /// Notes that something is gone, at its place in the old state.
    pub(super) fn gone(&mut self, rule: &'static Rule, span: &Span, subject: String, what: String) {
        let change = change(self.old, rule, span, subject, what);
        self.found.push(change);
    }

    /// Notes that something reads otherwise.
    pub(super) fn differs(
        &mut self,
        rule: &'static Rule,
        span: &Span,
        subject: &str,
        (what, old, new): (&str, &str, &str),
    ) {
        if old != new {
            let shown = |text: &str| match text.is_empty() {
                true => "nothing".to_owned(),
                false => format!("`{text}`"),
            };
            let what = format!("{what} was {} and is now {}", shown(old), shown(new));
            self.note(rule, span, subject.to_owned(), what);
        }
    }
}

fn change(
    schema: &Schema,
    rule: &'static Rule,
    span: &Span,
    subject: String,
    what: String,
) -> Change {
    let source = &schema.sources[span.file];
    let before = source.text.get(..span.range.start).unwrap_or_default();
    Change {
        rule,
        subject,
        what,
        file: source.path.display().to_string(),
        line: before.matches('\n').count() + 1,
    }
}

/// The worst that the differences break.
pub(super) fn worst(changes: &[Change]) -> Option<Class> {
    changes.iter().map(|change| change.rule.class).max()
}

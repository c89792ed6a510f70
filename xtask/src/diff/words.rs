//! The words of a field, each with the rule that applies if its value differs.

use crate::diagnostic::Text;
use crate::expression::Expression;
use crate::model::{Base, Schema, Shown, Type};

use super::changes::Changes;
use super::rules::{DOCUMENT_CHANGED, MIRROR_CHANGED, Rule};

/// A word of a field, or several that go together.
#[derive(Clone)]
pub(super) struct Word {
    /// The rule that applies if it says something else.
    pub(super) rule: &'static Rule,
    /// Its value.
    pub(super) what: &'static str,
    /// How the schema has it.
    pub(super) text: String,
    /// The expression that it is.
    pub(super) expression: Option<Expression>,
}

impl Word {
    pub(super) fn new(rule: &'static Rule, what: &'static str, text: impl Into<String>) -> Self {
        Self {
            rule,
            what,
            text: text.into(),
            expression: None,
        }
    }

    pub(super) fn expression(
        rule: &'static Rule,
        what: &'static str,
        expression: Option<&Expression>,
    ) -> Self {
        Self {
            expression: expression.cloned(),
            ..Self::new(rule, what, text(expression.map(Expression::text)))
        }
    }

    /// Whether it says the same, however it is spelt.
    fn is(&self, other: &Self) -> bool {
        self.expression == other.expression
            && (self.expression.is_some() || self.text == other.text)
    }
}

impl Changes<'_> {
    /// Compares what the same words say.
    pub(super) fn words(&mut self, subject: &Text, old: &[Word], new: &[Word]) {
        let pairs = old.iter().zip(new);
        for (before, now) in pairs.filter(|(before, now)| !before.is(now)) {
            let texts = [&before.text, &now.text];
            self.differs(before.rule, subject, before.what, texts);
        }
    }
}

/// How documents show something of a name, which is its key unless it has another.
pub(super) fn in_documents(name: &str, shown: &Shown) -> Word {
    let Shown {
        key: _,
        flatten,
        show,
        version,
        llvm,
    } = shown;
    let words = listed([
        Some(shown.key_of(name)),
        flatten.as_ref().map(|_| "flatten".to_owned()),
        show.as_ref().map(|show| format!("show {}", show.value)),
        version
            .as_ref()
            .map(|version| format!("version as {}", version.value)),
        llvm.as_ref().map(|llvm| format!("since LLVM {llvm}")),
    ]);
    Word::new(&DOCUMENT_CHANGED, "how documents show it", words)
}

/// The C++ name of an item.
pub(super) fn in_cpp(cpp: &Option<Text>) -> Word {
    Word::new(&MIRROR_CHANGED, "its C++ name", text(cpp.as_ref()))
}

/// Words one behind the other, without those that do not apply.
pub(super) fn listed(words: impl IntoIterator<Item = Option<String>>) -> String {
    words.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

pub(super) fn text(text: Option<&Text>) -> &str {
    text.map_or("", |text| text.as_str())
}

/// A type as the schema spells it.
pub(super) fn spelled<'s>(schema: &'s Schema, ty: &Type) -> &'s str {
    let source = &schema.sources[ty.span.file];
    let text = source.text.get(source.range(&ty.span));
    text.unwrap_or_default().trim_matches(['"', '\''])
}

/// A type as the schema spells it, without what the words of a field tell.
pub(super) fn type_text<'s>(schema: &'s Schema, ty: &Type) -> &'s str {
    let text = spelled(schema, ty);
    match ty.base {
        // A number that names something.
        Base::Integer(32) => "u32",
        Base::Strings | Base::Bytes => text.split('(').next().unwrap_or(text),
        _ => text,
    }
}

//! A value: of the kind that its key has, or taken out.

use std::ops::Range;

use toml::de::{DeArray, DeInteger, DeValue};

use super::{Loader, Site, names};
use crate::diagnostic::{Noted, Span, Spanned};
use crate::keys::{Key, Value};
use crate::limits;

/// Something of a TOML file.
pub(super) type Placed<'t> = toml::Spanned<DeValue<'t>>;

/// Whether a value is of the right kind; if not, that is noted.
pub(super) type Right = bool;

impl Loader<'_> {
    pub(super) fn span(&self, range: Range<usize>) -> Span {
        Span {
            file: self.file,
            range,
        }
    }

    /// Notes what is wrong with a value; one that is right is as serde will read it then.
    pub(super) fn value(&mut self, key: &Key, value: &mut Placed<'_>, site: &Site) -> Right {
        let span = self.span(value.span());
        let content = value.get_mut();
        let is_empty = match &*content {
            DeValue::Array(array) => array.is_empty(),
            DeValue::Table(table) => table.is_empty(),
            _ => false,
        };
        if is_empty {
            self.empty_list(key, site);
        }
        let is_right = match key.value {
            Value::Doc | Value::Text => self.text(key, content, &span),
            Value::TextOrNone => match content {
                DeValue::String(_) => true,
                _ => self.must_be(key, &span, "a text"),
            },
            Value::Name => self.name(key, content, &span),
            Value::Type => self.type_text(key, content, &span),
            Value::Expression => self.expression(key, content, &span),
            Value::Integer => self.integer(key, content, &span),
            Value::Truth => match content {
                DeValue::Boolean(_) => true,
                _ => self.must_be(key, &span, "`true` or `false`"),
            },
            Value::OneOf(legal) => self.one_of(key, legal, content, &span),
            Value::Texts | Value::Parameters => self.texts(key, content, &span),
            Value::Entries(shape) => self.entries(key, shape, content, &span),
            Value::Versions(shape) => self.versions(shape, content),
            Value::OfVersions => self.of_versions(key, content, &span),
        };
        Self::put_in_place(value, &span);
        is_right
    }

    /// Gives a value its place among all files.
    pub(super) fn put_in_place(value: &mut Placed<'_>, span: &Span) {
        let content = std::mem::replace(value.get_mut(), DeValue::Boolean(false));
        *value = Placed::new(super::places::range_of(span), content);
    }

    fn expected(&self, key: &Key, span: &Span, what: &str) -> Noted<'_> {
        self.mistakes
            .note(span, format!("`{}` must be {what}", key.name))
            .help(key.doc)
    }

    pub(super) fn must_be(&self, key: &Key, span: &Span, what: &str) -> Right {
        self.expected(key, span, what);
        false
    }

    pub(super) fn text(&self, key: &Key, value: &DeValue<'_>, span: &Span) -> Right {
        match value {
            DeValue::String(text) if text.trim().is_empty() => {
                self.must_be(key, span, "more than an empty text")
            }
            DeValue::String(_) => true,
            _ => self.must_be(key, span, "a text"),
        }
    }

    fn name(&self, key: &Key, value: &DeValue<'_>, span: &Span) -> Right {
        let DeValue::String(text) = value else {
            return self.must_be(key, span, "a name");
        };
        let inner = span.range.start + 1..span.range.end.saturating_sub(1);
        let name = Spanned {
            value: text.to_string(),
            span: self.span(inner),
        };
        // A name that no item may have is still that of this one.
        names::check_name(&name, self.mistakes);
        true
    }

    fn type_text(&self, key: &Key, value: &DeValue<'_>, span: &Span) -> Right {
        match value {
            DeValue::String(text) if text.is_empty() => {
                no_type(self.mistakes.note(span, "`` is no type"));
                false
            }
            DeValue::String(text) => self.is_readable(text, span),
            _ => self.must_be(key, span, "a text"),
        }
    }

    /// A number is an expression, too.
    pub(super) fn expression(&self, key: &Key, value: &mut DeValue<'_>, span: &Span) -> Right {
        let text = match value {
            DeValue::String(text) if self.is_readable(text, span) => return true,
            // Something stands there, so that nobody misses it.
            DeValue::String(_) if ["if", "when"].contains(&key.name) => "true".to_owned(),
            DeValue::String(_) => "0".to_owned(),
            DeValue::Integer(number) => match value_of(number) {
                Some(number) => number.to_string(),
                None => return self.no_expression(key, span),
            },
            _ => return self.no_expression(key, span),
        };
        *value = DeValue::String(text.into());
        true
    }

    fn no_expression(&self, key: &Key, span: &Span) -> Right {
        self.must_be(key, span, "an expression, in quotes, or a number")
    }

    fn integer(&self, key: &Key, value: &DeValue<'_>, span: &Span) -> Right {
        match value {
            DeValue::Integer(number) if is_whole(number) => true,
            DeValue::Integer(_) => self.must_be(key, span, "a number of at most 64 bits"),
            _ => self.must_be(key, span, "a whole number"),
        }
    }

    fn one_of(&self, key: &Key, legal: &[&str], value: &DeValue<'_>, span: &Span) -> Right {
        let DeValue::String(text) = value else {
            return self.must_be(key, span, "a text");
        };
        let is_legal = legal.contains(&text.as_ref());
        if !is_legal {
            let what = format!("`{}` cannot be `{text}`", key.name);
            self.mistakes
                .note(span, what)
                .legal(text, legal.iter().copied());
        }
        is_legal
    }

    /// Several texts. One is several, too.
    fn texts(&self, key: &Key, value: &mut DeValue<'_>, span: &Span) -> Right {
        match (key.value, value) {
            (_, DeValue::Array(array)) => {
                let texts = array.iter_mut().map(|text| self.text_of_list(text));
                // All of them are looked at.
                texts.filter(|is_right| !is_right).count() == 0
            }
            (Value::Texts, value @ DeValue::String(_)) => {
                let text = std::mem::replace(value, DeValue::Boolean(false));
                let mut array = DeArray::new();
                array.push(Placed::new(super::places::range_of(span), text));
                *value = DeValue::Array(array);
                true
            }
            (Value::Texts, _) => self.must_be(key, span, "a text, or several in brackets"),
            _ => self.must_be(key, span, "several texts in brackets, each `name: type`"),
        }
    }

    fn text_of_list(&self, text: &mut Placed<'_>) -> Right {
        let span = self.span(text.span());
        let is_right = match text.get_ref() {
            DeValue::String(text) => self.is_readable(text, &span),
            _ => {
                self.mistakes.note(&span, "expected a text");
                false
            }
        };
        Self::put_in_place(text, &span);
        is_right
    }

    /// Whether an expression or a type can be read in time; if not, that is noted.
    fn is_readable(&self, text: &str, span: &Span) -> bool {
        let (letters, depth) = (text.chars().count(), limits::depth(text));
        if depth > limits::BRACKETS.most {
            let what = format!("a text {} brackets deep", limits::grouped(depth));
            let noted = self.mistakes.note(span, what);
            noted.limit(&limits::BRACKETS);
        } else if letters > limits::EXPRESSION.most {
            let what = format!("a text of {} letters", limits::grouped(letters));
            let noted = self.mistakes.note(span, what);
            noted.limit(&limits::EXPRESSION);
        } else {
            return true;
        }
        false
    }
}

/// Says what a type is.
pub(crate) fn no_type(noted: Noted<'_>) {
    noted.help("a type is written `u32`, `[u8; 16]`, `Name` or `Name(argument)`");
}

/// Whether a number is one that serde can read.
pub(super) fn is_whole(number: &DeInteger<'_>) -> bool {
    value_of(number).is_some()
}

fn value_of(number: &DeInteger<'_>) -> Option<i128> {
    i128::from_str_radix(number.as_str(), number.radix()).ok()
}

/// What stands for a value that is wrong or missing, so that nobody misses it a second time; nothing, if only the value
/// itself would do.
pub(super) fn stand_in(key: &Key) -> Option<DeValue<'static>> {
    match key.value {
        Value::Doc | Value::Type => Some(DeValue::String("".into())),
        Value::Texts | Value::Parameters | Value::Entries(_) | Value::Versions(_) => {
            Some(DeValue::Array(DeArray::new()))
        }
        _ => key.stand_in.map(|text| DeValue::String(text.into())),
    }
}

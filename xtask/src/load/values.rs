//! A value: of the kind that the JSON Schema says, or a mistake.

use std::ops::Range;

use serde_json::{Value as Json, json};
use toml::de::{DeInteger, DeValue};

use super::shape::{self, Key, Value};
use super::{Loader, names, types};
use crate::diagnostic::{Span, Spanned};
use crate::limits;
use crate::model::LOST;

/// A value of a TOML file.
pub(super) type Placed<'t> = toml::Spanned<DeValue<'t>>;

impl Loader<'_> {
    pub(super) fn span(&self, range: Range<usize>) -> Span {
        Span {
            file: self.file,
            range,
        }
    }

    /// The value of a key as serde reads it; nothing, if it is wrong, which is noted.
    pub(super) fn value(&mut self, key: Key<'_>, value: &Placed<'_>) -> Option<Json> {
        let span = self.span(value.span());
        let content = value.get_ref();
        if shape::text_key(key, content).is_some()
            && !matches!(Value::of(key.shape), Value::Expression)
        {
            let read = self.name(key, content, &span)?;
            return Some(placed(read, &span));
        }
        let read: Json = match Value::of(key.shape) {
            Value::Entries(shape) => return self.entries(key, shape, content, &span),
            Value::Text => self.text(key, content, &span)?.into(),
            Value::TextOrNone => match content {
                DeValue::String(text) => json!(text),
                _ => return self.must_be(key, &span, "a text"),
            },
            Value::Name => self.name(key, content, &span)?.into(),
            Value::Type => self.type_text(key, content, &span)?,
            Value::Expression => self.expression(key, content, &span)?.into(),
            Value::Integer => match content {
                DeValue::Integer(integer) => match number(integer) {
                    Some(number) => number,
                    None => return self.must_be(key, &span, "a number of at most 64 bits"),
                },
                _ => return self.must_be(key, &span, "a whole number"),
            },
            Value::Truth => match content {
                DeValue::Boolean(truth) => json!(truth),
                _ => return self.must_be(key, &span, "`true` or `false`"),
            },
            Value::OneOf(legal) => self.one_of(key, legal, content, &span)?.into(),
            Value::Texts => match content {
                DeValue::String(text) => json!([placed(text.as_ref(), &span)]),
                _ => self
                    .texts(key, content, &span, "a text, or several in brackets")?
                    .into(),
            },
            Value::Parameters => {
                let what = "several texts in brackets, each `name: type`";
                let texts = self.texts(key, content, &span, what)?;
                self.parameters(texts).into()
            }
            Value::PerVersion => self.per_version(key, content, &span)?,
            Value::Tables(_) => return None,
        };
        Some(match key.shape["x-place"] == true {
            true => placed(read, &span),
            false => read,
        })
    }

    pub(super) fn must_be<T>(&self, key: Key<'_>, span: &Span, what: &str) -> Option<T> {
        let noted = self
            .mistakes
            .note(span, format!("`{}` must be {what}", key.name));
        noted.help(key.doc());
        None
    }

    fn text<'v>(&self, key: Key<'_>, value: &'v DeValue<'_>, span: &Span) -> Option<&'v str> {
        match value {
            DeValue::String(text) if text.trim().is_empty() => {
                self.must_be(key, span, "more than an empty text")
            }
            DeValue::String(text) => Some(text),
            _ => self.must_be(key, span, "a text"),
        }
    }

    fn name(&self, key: Key<'_>, value: &DeValue<'_>, span: &Span) -> Option<String> {
        let Some(text) = value.as_str() else {
            return self.must_be(key, span, "a name");
        };
        let inner = span.range.start + 1..span.range.end.saturating_sub(1);
        let name = Spanned {
            value: text.to_owned(),
            span: self.span(inner),
        };
        // A name that no item may have is still that of this one.
        names::check_name(&name, self.mistakes);
        Some(name.value)
    }

    /// A type, with the place of each argument.
    fn type_text(&self, key: Key<'_>, value: &DeValue<'_>, span: &Span) -> Option<Json> {
        let Some(text) = value.as_str() else {
            return self.must_be(key, span, "a text");
        };
        self.ty(text, span)
    }

    fn ty(&self, text: &str, span: &Span) -> Option<Json> {
        if !self.is_readable(text, span) {
            return None;
        }
        let Some((_, args)) = types::parse(text) else {
            let noted = self.mistakes.note(span, format!("`{text}` is no type"));
            noted.help("a type is written `u32`, `[u8; 16]`, `Name` or `Name(argument)`");
            return Some(lost(span));
        };
        let argument = |letters: Range<usize>| {
            let inner: String = text
                .chars()
                .skip(letters.start)
                .take(letters.len())
                .collect();
            placed(inner, &self.source.inside(span, text, letters))
        };
        let args: Vec<Json> = args.into_iter().map(argument).collect();
        Some(json!({ "text": placed(text, span), "args": args }))
    }

    /// A number is an expression, too.
    fn expression(&self, key: Key<'_>, value: &DeValue<'_>, span: &Span) -> Option<String> {
        let read = match value {
            DeValue::String(text) if self.is_readable(text, span) => Some(text.to_string()),
            // A substitute, so that no other mistake follows.
            DeValue::String(_) if ["if", "when"].contains(&key.name) => Some("true".to_owned()),
            DeValue::String(_) => Some("0".to_owned()),
            DeValue::Integer(number) => value_of(number).map(|number| number.to_string()),
            _ => None,
        };
        read.or_else(|| self.must_be(key, span, "an expression, in quotes, or a number"))
    }

    fn one_of(
        &self,
        key: Key<'_>,
        legal: &[Json],
        value: &DeValue<'_>,
        span: &Span,
    ) -> Option<String> {
        let Some(text) = value.as_str() else {
            return self.must_be(key, span, "a text");
        };
        if legal.iter().any(|legal| legal == text) {
            return Some(text.to_owned());
        }
        let what = format!("`{}` cannot be `{text}`", key.name);
        let noted = self.mistakes.note(span, what);
        noted.legal(text, legal.iter().filter_map(Json::as_str));
        None
    }

    fn texts(
        &self,
        key: Key<'_>,
        value: &DeValue<'_>,
        span: &Span,
        what: &str,
    ) -> Option<Vec<Json>> {
        let Some(texts) = value.as_array() else {
            return self.must_be(key, span, what);
        };
        // All of them are looked at.
        let read: Vec<Option<Json>> = texts.iter().map(|text| self.text_of_list(text)).collect();
        read.into_iter().collect()
    }

    fn text_of_list(&self, value: &Placed<'_>) -> Option<Json> {
        let span = self.span(value.span());
        match value.get_ref() {
            DeValue::String(text) if self.is_readable(text, &span) => {
                Some(placed(text.as_ref(), &span))
            }
            DeValue::String(_) => None,
            _ => {
                self.mistakes.note(&span, "expected a text");
                None
            }
        }
    }

    /// `name: type`, several times.
    fn parameters(&self, texts: Vec<Json>) -> Vec<Json> {
        let texts = texts.into_iter();
        let texts = texts.filter_map(|text| serde_json::from_value::<Spanned<String>>(text).ok());
        texts.map(|text| self.parameter(&text)).collect()
    }

    fn parameter(&self, text: &Spanned<String>) -> Json {
        let parts = text.split_once(':');
        let parts = parts.map(|(name, ty)| (name.trim(), ty.trim()));
        let is_whole = |(name, ty): &(&str, &str)| {
            syn::parse_str::<syn::Ident>(name).is_ok() && !ty.is_empty()
        };
        let Some((name, ty)) = parts.filter(is_whole) else {
            let what = format!("`{}` is no parameter", text.value);
            let noted = self.mistakes.note(&text.span, what);
            noted.help("a parameter is written `name: type`");
            return json!({ "name": placed(text.as_str(), &text.span), "ty": lost(&text.span) });
        };
        let (name, ty) = (self.source.part(text, name), self.source.part(text, ty));
        let read = self.ty(&ty, &ty.span).unwrap_or_else(|| lost(&ty.span));
        json!({ "name": placed(name.value, &name.span), "ty": read })
    }

    /// A text for each version.
    fn per_version(&self, key: Key<'_>, value: &DeValue<'_>, span: &Span) -> Option<Json> {
        if let (Some(text), true) = (value.as_str(), key.shape["x-alone"] == true) {
            return Some(json!([[placed("", span), placed(text, span)]]));
        }
        let Some(table) = value.as_table() else {
            return self.must_be(key, span, "a table from versions, as in `{ v0 = \"..\" }`");
        };
        let pair = |(version, value): (&toml::Spanned<std::borrow::Cow<'_, str>>, &Placed<'_>)| {
            let version = self.name_of(version);
            let span = self.span(value.span());
            let text = self.expression(key, value.get_ref(), &span)?;
            Some(json!([
                placed(version.value, &version.span),
                placed(text, &span)
            ]))
        };
        Some(table.iter().filter_map(pair).collect())
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

/// A value with its place.
pub(super) fn placed(value: impl Into<Json>, span: &Span) -> Json {
    json!([value.into(), span])
}

/// A number of at most 64 bits.
pub(super) fn number(integer: &DeInteger<'_>) -> Option<Json> {
    let number = value_of(integer)?;
    let signed = i64::try_from(number).map(Json::from);
    signed
        .or_else(|_| u64::try_from(number).map(Json::from))
        .ok()
}

fn value_of(number: &DeInteger<'_>) -> Option<i128> {
    i128::from_str_radix(number.as_str(), number.radix()).ok()
}

/// A type that could not be read.
fn lost(span: &Span) -> Json {
    json!({ "text": placed(LOST, span), "args": [] })
}

/// A value instead of one that is wrong or missing, so that no other mistake follows from it; nothing, if only the value
/// itself would do.
pub(super) fn stand_in(key: Key<'_>, span: &Span) -> Option<Json> {
    match Value::of(key.shape) {
        Value::Text => Some("".into()),
        Value::Type => Some(lost(span)),
        Value::Texts | Value::Parameters | Value::Entries(_) => Some(json!([])),
        _ => Some(&key.shape["x-stand-in"])
            .filter(|text| text.is_string())
            .cloned(),
    }
}

//! Loads a value of the kind that the JSON Schema requires, or reports a mistake.

use serde_json::{Value as Json, json};
use toml::de::{DeInteger, DeTable, DeValue};

use super::shape::{Key, Value};
use super::{Loader, types};
use crate::limits;
use crate::model::LISTS;
use crate::span::{Span, Spanned};

/// A value of a TOML file.
pub(super) type Placed<'t> = toml::Spanned<DeValue<'t>>;

impl Loader<'_> {
    /// Converts the value of a key to the form that serde reads; `None` if it is wrong, which is reported.
    pub(super) fn value(&mut self, key: Key<'_>, value: &Placed<'_>) -> Option<Json> {
        let span = self.span(value.span());
        let kind = Value::of(key.shape);
        let may_be_text = key.text_name().is_some();
        let wrong = wrong_number(key, value);
        let read: Result<Json, String> = match (kind, value.get_ref()) {
            _ if wrong.is_some() => Err(wrong.unwrap_or_default()),
            (Value::Name, DeValue::String(text)) => Ok(self.name(text, &span)),
            (Value::Integer, DeValue::String(text))
                if may_be_text && four_characters(text).is_some() =>
            {
                Ok(json!(four_characters(text)))
            }
            (Value::Integer | Value::Entries(_), DeValue::String(text)) if may_be_text => {
                Ok(self.name(text, &span))
            }
            (Value::Text, DeValue::String(text)) => {
                let is_wrong = text.trim().is_empty() && key.shape["minLength"].is_number();
                let empty = || "a string that is not empty".to_owned();
                (!is_wrong).then(|| json!(text)).ok_or_else(empty)
            }
            (Value::Type, DeValue::String(text)) => {
                self.is_type(text, &span).then_some(())?;
                Ok(json!(text))
            }
            (Value::Expression, DeValue::String(text)) => {
                // A placeholder, so that no further mistake is reported for it.
                let substitute = if key.name == "if" { "true" } else { "0" };
                let is_readable = self.is_readable(text, &span);
                Ok(if is_readable { text } else { substitute }.into())
            }
            (Value::Expression, DeValue::Integer(integer)) => value_of(integer)
                .map(|number| number.to_string().into())
                .ok_or_else(|| kind.words().1),
            (Value::Expression, DeValue::Boolean(truth)) if takes_truth(key.shape) => {
                Ok(truth.to_string().into())
            }
            (Value::Integer, DeValue::Integer(integer)) => {
                number(integer).ok_or_else(|| "a number of at most 64 bits".to_owned())
            }
            (Value::Truth, DeValue::Boolean(truth)) => Ok(json!(truth)),
            (Value::OneOf(legal), DeValue::String(text)) => {
                self.is_legal(key, legal, text, &span).then_some(())?;
                Ok(json!(text))
            }
            (Value::Texts(legal), DeValue::String(text)) => {
                self.is_legal(key, legal, text, &span).then_some(())?;
                Ok(json!([placed(text.as_ref(), &span)]))
            }
            (Value::Texts(_) | Value::Parameters, DeValue::Array(texts)) => {
                // All texts are checked, even after a mistake.
                let read = texts.iter().map(|text| self.text_of_list(key, kind, text));
                let read: Vec<Option<Json>> = read.collect();
                Ok(read.into_iter().collect::<Option<_>>()?)
            }
            (Value::PerVersion, DeValue::String(text)) if key.shape["x-alone"] == true => {
                Ok(json!([[placed("", &span), placed(text.as_ref(), &span)]]))
            }
            (Value::PerVersion, DeValue::Table(versions)) => Ok(self.per_version(key, versions)),
            (Value::Keys, value) if self.is_keys(value) => Ok(self.keys(value, &span)),
            (Value::Entries(shape), DeValue::Table(entries)) => {
                Ok(self.entries(shape, entries, &span)?)
            }
            (Value::Tables(shape), DeValue::Array(tables)) => Ok(tables
                .iter()
                .filter_map(|table| self.part(shape, table))
                .collect()),
            _ => Err(kind.words().1),
        };
        match read {
            Ok(read) => Some(
                if key.shape["x-place"] == true || may_be_text && read.is_string() {
                    placed(read, &span)
                } else {
                    read
                },
            ),
            Err(what) => {
                self.note(&span, format!("`{}` must be {what}", key.name))
                    .help(key.doc());
                None
            }
        }
    }

    /// Loads a text for each version.
    fn per_version(&mut self, key: Key<'_>, versions: &DeTable<'_>) -> Json {
        let mut shape = key.shape["additionalProperties"].clone();
        shape["description"] = key.doc().into();
        let shape = &shape;
        let read = versions.iter().filter_map(|(version, value)| {
            let text = self.value(Key { shape, ..key }, value)?;
            let span = self.span(version.span());
            Some(json!([placed(version.get_ref().as_ref(), &span), text]))
        });
        read.collect()
    }

    /// Whether a value has the form of keys in documents.
    fn is_keys(&self, value: &DeValue<'_>) -> bool {
        let is_text = |value: &Placed<'_>| value.get_ref().as_str().is_some();
        match value {
            DeValue::String(_) => true,
            DeValue::Array(keys) => !keys.is_empty() && keys.iter().all(is_text),
            DeValue::Table(keys) => !keys.is_empty() && keys.values().all(is_text),
            _ => false,
        }
    }

    /// Loads keys in documents, each with its LLVM, if one is stated.
    fn keys(&self, value: &DeValue<'_>, span: &Span) -> Json {
        let key = |value: &Placed<'_>| {
            let (span, text) = (self.span(value.span()), value.get_ref().as_str());
            let name = self.name(text.unwrap_or_default(), &span);
            placed(name, &span)
        };
        match value {
            DeValue::String(text) => json!([[null, placed(self.name(text, span), span)]]),
            DeValue::Array(keys) => keys.iter().map(|value| json!([null, key(value)])).collect(),
            DeValue::Table(keys) => {
                let keys = keys.iter().map(|(llvm, value)| {
                    let (span, text) = (self.span(llvm.span()), llvm.get_ref());
                    let number = text.parse::<u32>().ok();
                    let number =
                        number.filter(|number| *number > 0 && number.to_string() == **text);
                    if number.is_none() {
                        let what = format!("`{text}` is not the number of an LLVM");
                        self.note(&span, what)
                            .help("write a key for each LLVM, as in `{ 22 = \"A\", 24 = \"B\" }`");
                    }
                    json!([placed(number.unwrap_or_default(), &span), key(value)])
                });
                keys.collect()
            }
            _ => json!([]),
        }
    }

    /// Loads a name. A name that no item may have still names this item.
    fn name(&self, text: &str, span: &Span) -> Json {
        self.check_name(text, &Spanned::at(text.to_owned(), span).unquoted());
        text.into()
    }

    /// Whether a text is legal for a key; any text is, if there are no legal ones.
    fn is_legal(&self, key: Key<'_>, legal: &[Json], text: &str, span: &Span) -> bool {
        let mut legal = legal.iter().filter_map(Json::as_str);
        let is_legal = legal.clone().next().is_none() || legal.clone().any(|legal| legal == text);
        if !is_legal {
            self.note(span, format!("`{}` cannot be `{text}`", key.name))
                .legal(text, legal.by_ref());
        }
        is_legal
    }

    /// Loads a text of a list: any text, one of the legal ones, or a parameter.
    fn text_of_list(&self, key: Key<'_>, kind: Value<'_>, value: &Placed<'_>) -> Option<Json> {
        let span = self.span(value.span());
        let Some(text) = value.get_ref().as_str() else {
            self.note(&span, "expected a string");
            return None;
        };
        if !self.is_readable(text, &span) {
            return None;
        }
        if let Value::Texts(legal) = kind {
            self.is_legal(key, legal, text, &span).then_some(())?;
        }
        if let Value::Parameters = kind {
            match types::parameter(&Spanned::at(text.to_owned(), &span)) {
                Some((_, ty)) => drop(self.is_type(&ty, &ty.span)),
                None => {
                    self.note(&span, format!("`{text}` is not a parameter"))
                        .help("a parameter is written `name: type`");
                }
            }
        }
        Some(placed(text, &span))
    }

    /// Whether a text is a type; reports it otherwise.
    fn is_type(&self, text: &str, span: &Span) -> bool {
        if !self.is_readable(text, span) {
            return false;
        }
        let is_type = types::parse(text).is_some();
        if !is_type {
            let noted = self.note(span, format!("`{text}` is not a type"));
            let noted =
                noted.help("a type is written `u32`, `[u8; 16]`, `Name` or `Name(argument)`");
            if text.contains(['[', '<']) {
                noted.help(LISTS);
            }
        }
        is_type
    }

    /// Whether an expression or a type is within the limits for parsing; reports it otherwise.
    fn is_readable(&self, text: &str, span: &Span) -> bool {
        let depth = limits::depth(text);
        if depth > limits::BRACKETS.most {
            let what = format!("the brackets are {} levels deep", limits::grouped(depth));
            self.note(span, what).limit(&limits::BRACKETS);
            return false;
        }
        self.is_short("string", text, &limits::EXPRESSION, span)
    }

    /// Loads the value in a column.
    pub(super) fn column(&self, value: &Placed<'_>) -> Json {
        let text_of = |value: &Placed<'_>| {
            let text = value.get_ref().as_str()?;
            Some(placed(text, &self.span(value.span())))
        };
        let datum = match value.get_ref() {
            DeValue::String(text) => Some(json!(text)),
            DeValue::Integer(integer) => number(integer),
            DeValue::Array(list) => list.iter().map(text_of).collect(),
            _ => None,
        };
        let span = self.span(value.span());
        if datum.is_none() {
            let what = "a column is a number of at most 64 bits, a string, or a list of strings";
            self.note(&span, what);
        }
        placed(datum.unwrap_or_default(), &span)
    }
}

/// A value with its location, in the form that serde reads.
pub(super) fn placed(value: impl Into<Json>, span: &Span) -> Json {
    json!([value.into(), span])
}

/// The number with the bytes of four quoted ASCII characters.
pub(super) fn four_characters(text: &str) -> Option<u32> {
    let text = text.strip_prefix('"')?.strip_suffix('"')?;
    let bytes: [u8; 4] = text.as_bytes().try_into().ok()?;
    bytes.is_ascii().then(|| u32::from_le_bytes(bytes))
}

/// A number of at most 64 bits.
fn number(integer: &DeInteger<'_>) -> Option<Json> {
    let number = value_of(integer)?;
    let signed = i64::try_from(number).map(Json::from);
    signed
        .or_else(|_| u64::try_from(number).map(Json::from))
        .ok()
}

fn value_of(number: &DeInteger<'_>) -> Option<i128> {
    i128::from_str_radix(number.as_str(), number.radix()).ok()
}

/// The requirement on a number, if the key cannot have this one.
fn wrong_number(key: Key<'_>, value: &Placed<'_>) -> Option<String> {
    let may_be_text = key.text_name().is_some();
    match (Value::of(key.shape), value.get_ref()) {
        (Value::Integer, DeValue::String(text))
            if may_be_text && text.starts_with('"') && four_characters(text).is_none() =>
        {
            Some("four ASCII characters in inner quotes, as in `'\"RIFF\"'`".to_owned())
        }
        (Value::Integer, DeValue::Integer(integer)) if !is_in_range(key, integer) => {
            Some(format!("a number from 0 to {}", u32::MAX))
        }
        (Value::Expression, DeValue::Integer(integer))
            if takes_truth(key.shape) && value_of(integer) < Some(0) =>
        {
            Some("the number of an LLVM, such as 22, a condition, or `false`".to_owned())
        }
        _ => None,
    }
}

/// Whether a number is in the range of a key.
fn is_in_range(key: Key<'_>, number: &DeInteger<'_>) -> bool {
    let is_small = key.shape["format"] == "uint32";
    !is_small || value_of(number).is_some_and(|number| u32::try_from(number).is_ok())
}

/// Whether an expression may be `true` or `false` without quotes.
fn takes_truth(shape: &Json) -> bool {
    let types = shape["type"].as_array();
    types.is_some_and(|types| types.contains(&json!("boolean")))
}

/// A placeholder for a value that is wrong or missing, so that no further mistake is reported for it; `None` if no
/// placeholder is possible.
pub(super) fn stand_in(key: Key<'_>, span: &Span) -> Option<Json> {
    let value = match Value::of(key.shape) {
        // A text with a location can be omitted.
        Value::Text if key.shape["x-place"] == true => return None,
        Value::Text | Value::Type => json!(""),
        Value::Texts(_) | Value::Parameters | Value::Keys | Value::Entries(_) => json!([]),
        _ => Some(&key.shape["x-stand-in"])
            .filter(|text| text.is_string())?
            .clone(),
    };
    Some(if key.shape["x-place"] == true {
        placed(value, span)
    } else {
        value
    })
}

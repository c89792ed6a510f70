//! Parses `name in 0..N`: several runs in one field, each with its count.

use serde::{Serialize, Serializer};

use crate::load::is_identifier;
use crate::span::Spanned;

use super::parsed::Expression;

/// The maximum number of runs in one field, if the number is a literal.
const MOST: u64 = 64;

/// The value of `each` in a schema.
#[derive(Clone, Debug)]
pub struct Each {
    pub text: Spanned<String>,
    range: Option<(String, Expression)>,
}

impl Serialize for Each {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(serializer)
    }
}

impl Each {
    pub(crate) fn new(text: Spanned<String>) -> Self {
        let range = range(&text);
        Self { text, range }
    }

    /// The name of the index, and the number of runs; `None` if the text has another form.
    pub fn range(&self) -> Option<(&str, &Expression)> {
        let (name, end) = self.range.as_ref()?;
        Some((name, end))
    }
}

fn range(text: &Spanned<String>) -> Option<(String, Expression)> {
    let (index, end) = text.split_once("..")?;
    let name = index.trim_end().strip_suffix('0')?.trim_end();
    let name = name.strip_suffix(" in")?.trim();
    let name = is_identifier(name).then(|| name.to_owned())?;
    let (value, span) = (end.trim().to_owned(), text.span.clone());
    let end = Expression::new(Spanned { value, span });
    let is_counted = end.tree().is_some_and(|_| !end.is_rest());
    let fits = end
        .number()
        .map_or(is_counted, |end| (1..=MOST).contains(&end));
    fits.then_some((name, end))
}

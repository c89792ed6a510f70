//! What stands in the columns of an enum.

use std::fmt;

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::de::DeValue;

use crate::diagnostic::Spanned;

/// What a value has in a column.
#[derive(Clone, Debug)]
pub(crate) enum Datum {
    Text(String),
    Integer(i128),
    List(Vec<Spanned<String>>),
    /// What stands there is wrong, and that is reported.
    Wrong,
}

impl Datum {
    /// What stands for a wrong datum on the way through serde.
    pub(crate) fn wrong() -> DeValue<'static> {
        DeValue::Boolean(false)
    }
}

impl fmt::Display for Datum {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => formatter.write_str(text),
            Self::Integer(number) => write!(formatter, "{number}"),
            Self::List(list) => {
                let list: Vec<&str> = list.iter().map(|text| text.as_str()).collect();
                formatter.write_str(&list.join(", "))
            }
            Self::Wrong => Ok(()),
        }
    }
}

impl<'de> Deserialize<'de> for Datum {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfDatum;

        impl<'de> Visitor<'de> for OfDatum {
            type Value = Datum;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a number, a text or a list of texts")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Datum, E> {
                Ok(Datum::Text(text.to_owned()))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Datum, E> {
                Ok(Datum::Integer(number.into()))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Datum, E> {
                Ok(Datum::Integer(number.into()))
            }

            fn visit_i128<E: Error>(self, number: i128) -> Result<Datum, E> {
                Ok(Datum::Integer(number))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Datum, A::Error> {
                let mut texts = Vec::new();
                while let Some(text) = list.next_element()? {
                    texts.push(text);
                }
                Ok(Datum::List(texts))
            }

            fn visit_bool<E: Error>(self, _: bool) -> Result<Datum, E> {
                Ok(Datum::Wrong)
            }
        }

        deserializer.deserialize_any(OfDatum)
    }
}

/// What a value has in all columns, in the order of the file, each with its name there.
#[derive(Debug, Default)]
pub(crate) struct Columns(pub(crate) Vec<(Spanned<String>, Spanned<Datum>)>);

impl<'de> Deserialize<'de> for Columns {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfColumns;

        impl<'de> Visitor<'de> for OfColumns {
            type Value = Columns;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("columns")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Columns, M::Error> {
                let mut columns = Vec::new();
                while let Some(column) = map.next_entry()? {
                    columns.push(column);
                }
                Ok(Columns(columns))
            }
        }

        deserializer.deserialize_map(OfColumns)
    }
}

//! Values as serde reads them: a value with its place is a pair.

use serde::{Deserialize, Deserializer};

use super::types;
use crate::datum::Datum;
use crate::diagnostic::{Number, Span, Spanned, Text};
use crate::expression::{Each, Expression};
use crate::model::{Parameter, Type};

#[derive(Deserialize)]
struct Placed<T> {
    value: T,
    span: Span,
}

/// A number of at most 64 bits. With `flatten`, serde has no larger ones.
#[derive(Deserialize)]
#[serde(untagged)]
enum Integer {
    Signed(i64),
    Unsigned(u64),
}

impl Integer {
    fn value(self) -> i128 {
        match self {
            Self::Signed(value) => value.into(),
            Self::Unsigned(value) => value.into(),
        }
    }
}

pub(crate) fn integer<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i128, D::Error> {
    Integer::deserialize(deserializer).map(Integer::value)
}

/// Where a key is `true`.
pub(crate) fn place_if_true<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Span>, D::Error> {
    let truth = Placed::<bool>::deserialize(deserializer)?;
    Ok(truth.value.then_some(truth.span))
}

macro_rules! read {
    ($($ty:ty: $raw:ty => $read:expr;)+) => {
        $(impl<'de> Deserialize<'de> for $ty {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <$raw>::deserialize(deserializer).map($read)
            }
        })+
    };
}

read! {
    Text: Placed<String> => |Placed { value, span }| Self { value, span };
    Number: Placed<Integer> => |Placed { value, span }| Self { value: value.value(), span };
    Spanned<Datum>: Placed<Datum> => |Placed { value, span }| Self { value, span };
    Expression: Text => Self::new;
    Each: Text => Self::new;
    Type: Text => types::read;
    Parameter: Text => types::read_parameter;
}

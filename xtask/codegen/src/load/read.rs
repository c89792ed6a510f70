//! Converts values to the form that serde reads: a value with its location is a pair.

use serde::{Deserialize, Deserializer};

use super::types;
use crate::datum::Datum;
use crate::expression::{Each, Expression};
use crate::keys::{Integer, Placed};
use crate::model::{Parameter, Show, Type};
use crate::span::{Number, Spanned, Text};

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
    Spanned<Show>: Placed<Show> => |Placed { value, span }| Self { value, span };
    Expression: Text => Self::new;
    Each: Text => Self::new;
    Type: Text => types::read;
    Parameter: Text => types::read_parameter;
}

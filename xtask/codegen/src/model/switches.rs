//! Describes switches: content whose type a selector determines.

use heck::ToSnakeCase as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Parameter, Shown, Type};
use crate::keys::{Entries, Name, Texts, Without};
use crate::span::{Number, Text};

#[derive(Debug, Default, Deserialize, JsonSchema, Serialize)]
pub struct Switch {
    /// The mirrored C++ type of LLVM's headers.
    #[serde(skip_serializing)]
    #[schemars(length(min = 1))]
    pub(crate) cpp: Option<Text>,
    /// The number of bytes, if all arms have the same bytes.
    pub size: Option<Number>,
    /// The parameters, the selector first.
    pub takes: Vec<Parameter>,
    /// The types of the content. A selector without an arm is an error, unless there is an arm `_ = "bytes"` or a
    /// `size`. Names of arms are `like_this` with a `size`, and `LikeThis` without. A new value has the arm of a
    /// selector that is 0, or the first arm if that selector has none.
    #[schemars(with = "Entries<Arm>")]
    pub arms: Vec<Arm>,
    /// The arm of the selectors that have no other.
    #[serde(skip_deserializing)]
    pub otherwise: Option<Text>,
}

impl Switch {
    /// The name of the parameter that is the selector.
    pub fn selector(&self) -> &str {
        self.takes.first().map_or("", |first| &first.name)
    }

    /// The name of its enum.
    pub fn selector_enum(&self) -> &str {
        let first = self.takes.first();
        first.and_then(|first| first.ty.base.item()).unwrap_or("")
    }

    /// The number of bytes of every arm.
    pub fn bytes(&self) -> u64 {
        self.size.as_ref().map_or(0, Number::unsigned)
    }

    /// The description of an arm of a union with its selectors.
    pub fn doc_of(&self, arm: &Arm) -> String {
        let when: Vec<&str> = arm.when.iter().map(|when| when.as_str()).collect();
        let when = when.join("` or `");
        format!("If `{}` is `{when}`: {}", self.selector(), arm.doc)
    }
}

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
#[schemars(transform = Without(&["show", "version", "llvm"]), extend("x-noun" = "arm", "x-rest" = true))]
pub struct Arm {
    #[schemars(extend("x-model" = true))]
    pub name: Text,
    /// The selectors of this arm.
    #[schemars(with = "Texts")]
    pub when: Vec<Text>,
    /// The type. Without a `size`: `bytes`, `strings`, or a struct with its arguments.
    #[serde(rename = "type")]
    pub ty: Type,
    /// For `bytes` in a `directory`: the record, a `u32` named `offset` and one named `size`, that references some of
    /// them.
    #[schemars(with = "Option<Name>")]
    pub(crate) range: Option<Text>,
    #[serde(flatten)]
    pub shown: Shown,
    /// With a `size`: the mirrored member of the C++ union. If omitted, the name in camel case. If empty, none.
    pub cpp: Option<Text>,
    #[schemars(extend("x-model" = true))]
    pub doc: String,
}

impl Arm {
    /// The name of the directory's method for its table.
    pub(crate) fn accessor(&self) -> String {
        self.name.to_snake_case()
    }
}

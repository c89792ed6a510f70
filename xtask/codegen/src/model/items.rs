//! Describes the declarations of the schemas.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Bits, Enum, Field, Form, Parameter, Struct, Switch, Type};
use crate::expression::Expression;
use crate::keys::Texts;
use crate::span::{Spanned, Text};

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
pub struct Item<C = Content> {
    #[schemars(extend("x-model" = true))]
    pub name: Text,
    /// A description for people.
    #[schemars(length(min = 1))]
    pub doc: String,
    /// The source of the fact.
    #[serde(default)]
    #[schemars(length(min = 1), !default)]
    pub source: String,
    /// The earlier names. Rust has deprecated aliases; documents may have the key of a part that is called so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Texts", extend("x-use" = r#"was = ["DebugHash"]"#))]
    pub was: Vec<Text>,
    /// The C++ type that it mirrors.
    #[serde(skip_deserializing)]
    pub cpp: Option<Text>,
    #[serde(flatten)]
    pub content: C,
}

/// The definition of an item.
#[derive(Debug, JsonSchema, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Content {
    Enum(Enum),
    Bits(Bits),
    Struct(Struct),
    Switch(Switch),
    Let(Let),
}

impl Content {
    /// Its kind, in words of the schema language.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Enum(of) => of.kind(),
            Self::Bits(_) => "bits",
            Self::Struct(of) if of.has_versions() => "struct with versions",
            Self::Struct(_) => "struct",
            Self::Switch(switch) if switch.size.is_some() => "switch with a `size`",
            Self::Switch(_) => "switch",
            Self::Let(_) => "let",
        }
    }

    /// Whether it is a sequence or a choice, which have no fixed size.
    pub fn is_nested(&self) -> bool {
        self.choice().is_some() || self.sequence().is_some()
    }

    /// The struct, if the item is one.
    pub fn structure(&self) -> Option<&Struct> {
        match self {
            Self::Struct(of) => Some(of),
            _ => None,
        }
    }

    /// The struct, if the item is a sequence.
    pub fn sequence(&self) -> Option<&Struct> {
        self.structure().filter(|of| of.form == Form::Sequence)
    }

    /// The struct, if the item is a record without versions.
    pub(crate) fn record(&self) -> Option<&Struct> {
        self.structure().filter(|of| of.form == Form::Record)
    }

    /// The struct, if the item is a record of several versions.
    pub fn versioned(&self) -> Option<&Struct> {
        self.structure().filter(|of| of.has_versions())
    }

    /// Its fields, of all versions; without packed fields.
    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        self.structure().into_iter().flat_map(Struct::all_fields)
    }

    /// The names and types of its fields or arms, including packed fields. Padding has no name and is omitted.
    pub fn members(&self) -> Vec<(&Text, Option<&Type>)> {
        match self {
            Self::Bits(bits) => {
                let fields = bits.fields.iter();
                fields
                    .map(|field| (&field.name, field.ty.as_ref()))
                    .collect()
            }
            Self::Switch(Switch { arms, .. }) => {
                arms.iter().map(|arm| (&arm.name, Some(&arm.ty))).collect()
            }
            _ => {
                let fields = self.fields().filter(|field| field.has_name_and_type());
                fields.map(|field| (&field.name, Some(&field.ty))).collect()
            }
        }
    }

    /// The parameters.
    pub fn takes(&self) -> &[Parameter] {
        match self {
            Self::Struct(of) => &of.takes,
            // The selector of a union is a field of the same record.
            Self::Switch(switch) if switch.size.is_none() => &switch.takes,
            _ => &[],
        }
    }

    /// The enum or flags, if the item is either.
    pub fn values(&self) -> Option<&Enum> {
        match self {
            Self::Enum(of) => Some(of),
            _ => None,
        }
    }

    /// The enum, if the item is one.
    pub fn enumeration(&self) -> Option<&Enum> {
        self.values().filter(|of| !of.flags)
    }

    /// The flags, if the item is flags.
    pub fn flags(&self) -> Option<&Enum> {
        self.values().filter(|of| of.flags)
    }

    /// The switch, if the item is one with a size.
    pub fn union(&self) -> Option<&Switch> {
        match self {
            Self::Switch(switch) if switch.size.is_some() => Some(switch),
            _ => None,
        }
    }

    /// The switch, if the item is one without a size.
    pub(crate) fn choice(&self) -> Option<&Switch> {
        match self {
            Self::Switch(switch) if switch.size.is_none() => Some(switch),
            _ => None,
        }
    }

    /// The types of its fields or arms, without those of packed fields.
    pub(crate) fn types(&self) -> Vec<&Type> {
        match self {
            Self::Switch(Switch { arms, .. }) => arms.iter().map(|arm| &arm.ty).collect(),
            _ => self.fields().map(|field| &field.ty).collect(),
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
pub struct Let {
    /// The names of the parameters, which are numbers.
    #[serde(default, rename = "takes")]
    #[schemars(with = "Texts")]
    pub args: Vec<Text>,
    /// The result.
    pub is: Expression,
}

impl<C> Item<C> {
    pub(crate) fn map<D>(self, content: impl FnOnce(C) -> D) -> Item<D> {
        Item {
            name: self.name,
            doc: self.doc,
            source: self.source,
            was: self.was,
            cpp: self.cpp,
            content: content(self.content),
        }
    }
}

impl Item {
    /// The fields of a struct, or of each version, and the C++ type that has their members.
    pub fn fields_by_version(&self) -> Vec<(Option<&Text>, &[Field])> {
        let Some(of) = self.content.structure() else {
            return Vec::new();
        };
        let versions = of.versions.iter();
        let versions = versions.map(|version| (version.cpp.as_ref(), version.fields.as_slice()));
        if of.has_versions() {
            versions.collect()
        } else {
            vec![(self.cpp.as_ref(), of.fields.as_slice())]
        }
    }

    /// Whether its content is this sequence.
    pub(crate) fn is(&self, sequence: &Struct) -> bool {
        let own = self.content.sequence();
        own.is_some_and(|own| std::ptr::eq(own, sequence))
    }

    /// The C++ types that it mirrors, one in each version if it has several.
    pub fn mirrored(&self) -> impl Iterator<Item = &Spanned<String>> {
        let versions = self.content.structure().into_iter();
        let of_versions = versions
            .flat_map(|of| &of.versions)
            .filter_map(|version| version.cpp.as_ref());
        self.cpp.iter().chain(of_versions)
    }
}

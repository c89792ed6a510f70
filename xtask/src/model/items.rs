//! Declarations of the schemas, by name.

use std::collections::BTreeMap;

use heck::ToSnakeCase as _;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value as Json, json};

use super::{Base, BitField, Column, Field, FieldKind, Mirrored, Shown, Spelling, Type};
use crate::datum::Datum;
use crate::diagnostic::{Number, Span, Spanned, Text};
use crate::expression::tree::Expression;
use crate::keys::{
    Entries, Name, PerVersion, Texts, Truth, Without, cells, datum, entries, is_there, one_of,
    place_if_true,
};

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
pub(crate) struct Item<C = Content> {
    #[schemars(extend("x-model" = true))]
    pub(crate) name: Text,
    /// A description for people.
    #[schemars(length(min = 1))]
    pub(crate) doc: String,
    /// The source of the fact.
    #[serde(default)]
    #[schemars(length(min = 1), !default)]
    pub(crate) source: String,
    /// The C++ type that it mirrors.
    #[serde(skip_deserializing)]
    pub(crate) cpp: Option<Text>,
    #[serde(flatten)]
    pub(crate) content: C,
}

/// The definition of an item.
#[derive(Debug, JsonSchema, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Content {
    Enum(Enum),
    Bits(Bits),
    Record {
        #[schemars(with = "Entries<Field>")]
        fields: Vec<Field>,
    },
    Versioned(Versioned),
    Switch(Switch),
    Sequence(Sequence),
    Let(Let),
}

impl Content {
    /// Whether sequences contain it and it has a size of its own.
    pub(crate) fn is_nested(&self) -> bool {
        self.choice().is_some() || matches!(self, Self::Sequence(_))
    }

    /// The sequence, if it is one.
    pub(crate) fn sequence(&self) -> Option<&Sequence> {
        match self {
            Self::Sequence(sequence) => Some(sequence),
            _ => None,
        }
    }

    /// Its fields, of all versions; packed ones are not among them.
    pub(crate) fn fields(&self) -> Vec<&Field> {
        match self {
            Self::Record { fields } | Self::Sequence(Sequence { fields, .. }) => {
                fields.iter().collect()
            }
            Self::Versioned(versioned) => versioned.fields().collect(),
            _ => Vec::new(),
        }
    }

    /// Like above.
    pub(crate) fn fields_mut(&mut self) -> Box<dyn Iterator<Item = &mut Field> + '_> {
        match self {
            Self::Record { fields } | Self::Sequence(Sequence { fields, .. }) => {
                Box::new(fields.iter_mut())
            }
            Self::Versioned(Versioned { versions, .. }) => {
                Box::new(versions.iter_mut().flat_map(|version| &mut version.fields))
            }
            _ => Box::new(std::iter::empty()),
        }
    }

    /// The names of its fields or arms, packed fields among them, and their types; padding has no name and is left out.
    pub(crate) fn members(&self) -> Vec<(&Text, Option<&Type>)> {
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
                let fields = self.fields().into_iter();
                let fields = fields.filter(|field| field.has_name_and_type());
                fields.map(|field| (&field.name, Some(&field.ty))).collect()
            }
        }
    }

    /// The parameters.
    pub(crate) fn takes(&self) -> &[Parameter] {
        match self {
            Self::Versioned(versioned) => &versioned.takes,
            Self::Sequence(sequence) => &sequence.takes,
            // The selector of a union is a field beside it.
            Self::Switch(switch) if switch.size.is_none() => &switch.takes,
            _ => &[],
        }
    }

    /// The enum or the flags that it is.
    pub(crate) fn values(&self) -> Option<&Enum> {
        match self {
            Self::Enum(of) => Some(of),
            _ => None,
        }
    }

    /// The enum that it is.
    pub(crate) fn enumeration(&self) -> Option<&Enum> {
        self.values().filter(|of| !of.flags)
    }

    /// The flags that it is.
    pub(crate) fn flags(&self) -> Option<&Enum> {
        self.values().filter(|of| of.flags)
    }

    /// The switch with a size that it is.
    pub(crate) fn union(&self) -> Option<&Switch> {
        match self {
            Self::Switch(switch) if switch.size.is_some() => Some(switch),
            _ => None,
        }
    }

    /// The switch without a size that it is.
    pub(crate) fn choice(&self) -> Option<&Switch> {
        match self {
            Self::Switch(switch) if switch.size.is_none() => Some(switch),
            _ => None,
        }
    }

    /// The types of its fields or arms; those of packed fields are not among them.
    pub(crate) fn types(&self) -> Vec<&Type> {
        match self {
            Self::Switch(Switch { arms, .. }) => arms.iter().map(|arm| &arm.ty).collect(),
            _ => self.fields().into_iter().map(|field| &field.ty).collect(),
        }
    }
}

/// Its JSON Schema is that of an enum; [`of_flags`] makes that of flags.
#[derive(Debug, Deserialize, JsonSchema, Serialize)]
#[schemars(extend("anyOf" = one_of(&["values"])))]
pub(crate) struct Enum {
    /// Whether its values are bits.
    #[serde(skip_deserializing)]
    pub(crate) flags: bool,
    /// The mirrored C++ enum of LLVM's headers; names of values are those of its enumerators. For an item that
    /// `mirrors` a macro: `llvm::dxbc::` and its name if omitted, none if empty.
    pub(crate) cpp: Option<Text>,
    /// The mirrored X-macro of `DXContainerConstants.def`. Its parameters have the names of keys.
    pub(crate) mirrors: Option<Mirrored>,
    /// The column of the names in documents, for values whose names differ there.
    #[serde(rename = "yaml")]
    #[schemars(with = "Option<Name>")]
    pub(crate) shown_by: Option<Text>,
    /// The type of the integer.
    #[serde(
        rename = "type",
        deserialize_with = "Width::bits",
        serialize_with = "Width::name"
    )]
    #[schemars(with = "Width", extend("x-stand-in" = "u64"))]
    pub(crate) bits: u32,
    /// The narrower enum that has the same values.
    #[schemars(extend("x-model" = true))]
    pub(crate) values_of: Option<Text>,
    /// Further facts of each value, which has a key of the column's name. A value may omit a column that the mirrored
    /// macro lacks.
    #[serde(default)]
    #[schemars(with = "Entries<Column>")]
    pub(crate) columns: Vec<Column>,
    /// The values, or the name of a narrower enum with the same values.
    #[serde(default)]
    #[schemars(with = "Entries<EnumValue>", extend("x-text" = "values_of"))]
    pub(crate) values: Vec<EnumValue>,
    /// Rows of the mirrored macro that are not values but mark their end. They are not part of the API.
    #[serde(default)]
    #[schemars(with = "Entries<EnumValue>")]
    pub(crate) markers: Vec<EnumValue>,
    /// The first LLVM whose `.def` has the mirrored macro. If omitted, any.
    pub(crate) llvm: Option<u32>,
}

impl Enum {
    /// `flags` or `enum`.
    pub(crate) fn kind(&self) -> &'static str {
        match self.flags {
            true => "flags",
            false => "enum",
        }
    }

    /// The values, and the markers behind them.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &EnumValue> {
        self.values.iter().chain(&self.markers)
    }

    /// The macro that it mirrors.
    pub(crate) fn macro_of(&self) -> Option<&Spelling> {
        self.mirrors.as_ref()?.spelling.as_ref()
    }

    /// The value of a name.
    pub(crate) fn value(&self, name: &str) -> Option<&EnumValue> {
        self.values.iter().find(|value| value.name.value == name)
    }
}

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
#[schemars(extend(
    "x-noun" = "value", "x-main" = "value", "additionalProperties" = datum(), "anyOf" = one_of(&["value"])
))]
pub(crate) struct EnumValue {
    #[schemars(extend("x-model" = true))]
    pub(crate) name: Text,
    /// The number of the bit; either this or `value`.
    #[serde(skip_serializing)]
    pub(crate) bit: Option<Number>,
    /// The number; or four characters in quotes, the first one in the lowest byte; or an earlier name of the same
    /// number.
    #[serde(rename = "value", skip_serializing)]
    #[schemars(extend("x-text" = "alias"))]
    pub(crate) number: Option<Number>,
    /// The number, be it from that key, from the bit or from the earlier name.
    #[serde(skip_deserializing)]
    pub(crate) value: Number,
    /// As the generated code spells it: `0x10`, `1 << 4`.
    #[serde(skip_deserializing)]
    pub(crate) spelled: String,
    /// The earlier name that has the same number.
    #[schemars(extend("x-model" = true))]
    pub(crate) alias: Option<Text>,
    /// The source of the value, if the mirrored macro lacks it.
    #[schemars(length(min = 1))]
    pub(crate) source: Option<String>,
    #[schemars(extend("x-model" = true))]
    pub(crate) doc: String,
    #[serde(default, serialize_with = "cells")]
    #[schemars(with = "BTreeMap<String, Json>", extend("x-model" = true))]
    pub(crate) columns: Vec<(Text, Spanned<Datum>)>,
}

/// Makes the JSON Schema of enums of that of items: they may mirror a macro, from which the source follows.
pub(crate) fn of_enums(schema: &mut Json) {
    schema["properties"]["source"]["description"] =
        json!("The source of the fact. If omitted, the macro that the item `mirrors`.");
    schema["required"] = json!(["doc", "type"]);
    schema["allOf"] = json!([{ "anyOf": one_of(&["source", "mirrors"]) }]);
    for list in LISTS {
        let value = &mut schema["properties"][list]["additionalProperties"];
        remove(&mut value["properties"], "bit");
    }
}

/// The keys that hold values.
const LISTS: [&str; 2] = ["values", "markers"];

/// Removes a key of a JSON Schema.
fn remove(schema: &mut Json, key: &str) {
    schema.as_object_mut().map(|keys| keys.shift_remove(key));
}

/// Like above, of flags, whose values are bits.
pub(crate) fn of_flags(schema: &mut Json) {
    let bits =
        LISTS.map(|list| schema["properties"][list]["additionalProperties"]["properties"].take());
    of_enums(schema);
    schema["required"] = json!(["doc", "type", "values"]);
    remove(schema, "anyOf");
    let values = &mut schema["properties"]["values"];
    values["description"] = json!("The values.");
    remove(values, "x-text");
    for (list, bit) in LISTS.into_iter().zip(bits) {
        let flag = &mut schema["properties"][list]["additionalProperties"];
        flag["properties"] = bit;
        flag["properties"]["value"]["description"] = json!(
            "The bits as a mask, or an earlier name that has the same; either this or `bit`."
        );
        flag["x-noun"] = json!("flag");
        flag["anyOf"] = one_of(&["bit", "value"]);
    }
}

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
pub(crate) struct Bits {
    /// The type of the integer.
    #[serde(
        rename = "type",
        deserialize_with = "Width::bits",
        serialize_with = "Width::name"
    )]
    #[schemars(with = "Width")]
    pub(crate) bits: u32,
    /// The fields.
    #[schemars(with = "Entries<BitField>")]
    pub(crate) fields: Vec<BitField>,
}

#[derive(Debug, JsonSchema, Serialize)]
pub(crate) struct Versioned {
    /// Whether the size of the record selects the version, which appends fields to those before; if not, the first condition
    /// that holds selects it, or the last version, and each has all its fields.
    pub(crate) by_size: bool,
    /// The parameters.
    pub(crate) takes: Vec<Parameter>,
    /// The versions, the oldest first.
    pub(crate) versions: Vec<Version>,
}

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
pub(crate) struct Version {
    /// The number of a version by size.
    pub(crate) number: Option<Number>,
    /// Whether it is the larger size of the version before it, which has the same number.
    #[serde(default)]
    pub(crate) grown: bool,
    /// The condition of a version by value.
    #[serde(skip_deserializing)]
    pub(crate) when: Option<Expression>,
    /// The C++ type that it mirrors: by size, with the fields of all earlier versions.
    #[serde(skip_deserializing)]
    pub(crate) cpp: Option<Text>,
    /// The size of the record in this version, in bytes.
    #[serde(skip_deserializing)]
    pub(crate) size: Option<u64>,
    /// The fields.
    #[schemars(with = "Entries<Field>")]
    pub(crate) fields: Vec<Field>,
    #[serde(skip_serializing)]
    #[schemars(skip)]
    pub(crate) span: Span,
}

#[derive(Debug, Serialize)]
pub(crate) struct Parameter {
    pub(crate) name: Text,
    #[serde(rename = "type")]
    pub(crate) ty: Type,
}

#[derive(Debug, Default, Deserialize, JsonSchema, Serialize)]
pub(crate) struct Switch {
    /// The mirrored C++ type of LLVM's headers.
    #[serde(skip_serializing)]
    #[schemars(length(min = 1))]
    pub(crate) cpp: Option<Text>,
    /// The number of bytes, if all arms have the same bytes.
    pub(crate) size: Option<Number>,
    /// The parameters, the selector first.
    pub(crate) takes: Vec<Parameter>,
    /// The types of the content. A selector without an arm is an error, unless there is an arm `_ = "bytes"` or a
    /// `size`. Names of arms are `like_this` with a `size`, and `LikeThis` without.
    #[schemars(with = "Entries<Arm>")]
    pub(crate) arms: Vec<Arm>,
    /// The arm of the selectors that have no other.
    #[serde(skip_deserializing)]
    pub(crate) otherwise: Option<Text>,
}

impl Switch {
    /// Its kind in messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self.size {
            Some(_) => "switch with a `size`",
            None => "switch",
        }
    }

    /// The parameter that selects.
    pub(crate) fn by(&self) -> &str {
        self.takes.first().map_or("", |first| &first.name)
    }

    /// The enum of the selector.
    pub(crate) fn by_enum(&self) -> &str {
        let first = self.takes.first();
        first.and_then(|first| first.ty.base.item()).unwrap_or("")
    }

    /// The number of bytes that all arms have.
    pub(crate) fn bytes(&self) -> u64 {
        self.size.as_ref().map_or(0, Number::unsigned)
    }

    /// The description of an arm of a union with its selectors.
    pub(crate) fn doc_of(&self, arm: &Arm) -> String {
        let when: Vec<&str> = arm.when.iter().map(|when| when.as_str()).collect();
        let when = when.join("` or `");
        format!("If `{}` is `{when}`: {}", self.by(), arm.doc)
    }
}

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
#[schemars(transform = Without(&["show", "version", "llvm"]), extend("x-noun" = "arm", "x-rest" = true))]
pub(crate) struct Arm {
    #[schemars(extend("x-model" = true))]
    pub(crate) name: Text,
    /// The selectors of this arm.
    #[schemars(with = "Texts")]
    pub(crate) when: Vec<Text>,
    /// The type. Without a `size`: `bytes`, `strings`, or a struct with its arguments.
    #[serde(rename = "type")]
    pub(crate) ty: Type,
    /// For `bytes` in a `directory`: the record, a `u32` named `offset` and one named `size`, that references some of
    /// them.
    #[schemars(with = "Option<Name>")]
    pub(crate) range: Option<Text>,
    #[serde(flatten)]
    pub(crate) shown: Shown,
    /// With a `size`: the mirrored member of the C++ union. If omitted, the name in camel case. If empty, none.
    pub(crate) cpp: Option<Text>,
    #[schemars(extend("x-model" = true))]
    pub(crate) doc: String,
}

#[derive(Debug, Default, Deserialize, JsonSchema, Serialize)]
#[schemars(extend(
    "anyOf" = one_of(&["fields", "v0"]),
    "patternProperties" = { "^v(0|[1-9][0-9]*)b?$": of_versions() },
))]
pub(crate) struct Sequence {
    /// The mirrored C++ type of LLVM's headers. For a record with versions, `cpp.v0` is the type of a version, with
    /// the fields of all earlier versions. If fields have conditions on the parameters, the keys are conditions:
    /// `cpp."version == 1"`.
    #[serde(default, skip_serializing)]
    #[schemars(with = "Option<PerVersion>", extend("x-alone" = true))]
    pub(crate) cpp: Vec<(Text, Text)>,
    /// For a part: the key in documents. If omitted, the name.
    #[serde(rename = "yaml")]
    #[schemars(with = "Option<Name>")]
    pub(crate) key: Option<Text>,
    /// For a part: documents show its fields beside the name of the part, not below a key.
    #[serde(
        default,
        deserialize_with = "place_if_true",
        serialize_with = "is_there"
    )]
    #[schemars(with = "Option<Truth>")]
    pub(crate) flatten: Option<Span>,
    /// The parameters. A type with arguments is written `Name(..)`. A parameter of type `record` is a record with
    /// versions by size, so one struct describes all tables of records.
    #[serde(default)]
    pub(crate) takes: Vec<Parameter>,
    /// For a part: the field, a record with versions by size, whose version is the version of the part.
    #[serde(rename = "version")]
    #[schemars(with = "Option<Name>")]
    pub(crate) follows: Option<Text>,
    /// The fields, in the order of the file.
    #[serde(default)]
    #[schemars(with = "Entries<Field>")]
    pub(crate) fields: Vec<Field>,
    /// The versions by size, until it is decided that the struct is a record that has them.
    #[serde(default, skip_serializing)]
    #[schemars(skip)]
    pub(crate) versions: Vec<Version>,
}

impl Arm {
    /// The method of a directory for it.
    pub(crate) fn accessor(&self) -> String {
        self.name.to_snake_case()
    }
}

/// The JSON Schema of the fields of a version: a record has fewer words.
fn of_versions() -> Json {
    const WORDS: [&str; 8] = [
        "type", "is", "default", "cpp", "yaml", "flatten", "show", "llvm",
    ];
    let doc = "`v0`, `v1` and so on, the oldest version first: the fields that the version appends. `v4b` is the larger of two sizes of version 4.";
    let mut versions = entries::<Field>(doc);
    let field = &mut versions["additionalProperties"];
    if let Some(words) = field["properties"].as_object_mut() {
        words.retain(|word, _| WORDS.contains(&word.as_str()));
    }
    let docs = [
        ("type", "The type."),
        (
            "is",
            "The required FourCC, such as `'\"DXBC\"'`, or a `let`, such as `MAGIC()`. A new value has it, and reading and \
            writing refuse any other. No other item may contain such a record.",
        ),
        (
            "default",
            "The value in a new record, and in a document without the key: a number (for flags and packed bits, the whole \
            integer), a name of the enum or flags, or bytes. If omitted, 0.",
        ),
    ];
    for (word, doc) in docs {
        field["properties"][word]["description"] = json!(doc);
    }
    remove(field, "anyOf");
    field["required"] = json!(["type"]);
    versions
}

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
pub(crate) struct Let {
    /// The names of the parameters, which are numbers.
    #[serde(default, rename = "takes")]
    #[schemars(with = "Texts")]
    pub(crate) args: Vec<Text>,
    /// The result.
    pub(crate) is: Expression,
}

/// The integer that holds an enum, flags or bits.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
enum Width {
    U8 = 8,
    U16 = 16,
    U32 = 32,
    U64 = 64,
}

impl Width {
    fn bits<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        Self::deserialize(deserializer).map(|width| width as u32)
    }

    fn name<S: Serializer>(bits: &u32, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("u{bits}"))
    }
}

impl Sequence {
    /// The field of a name.
    pub(crate) fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.is_named(name))
    }

    /// The field that a path begins with.
    pub(crate) fn root_of(&self, path: &Expression) -> Option<&Field> {
        self.field(&path.path()?.first()?.to_string())
    }

    /// The fields that an expression names.
    pub(crate) fn named_in(&self, expression: &Expression) -> impl Iterator<Item = &Field> {
        let fields = self.fields.iter();
        fields.filter(|field| expression.names(&field.name))
    }

    /// Whether an expression names a field that is computed, so that it cannot disagree with what it is computed from.
    pub(crate) fn is_computed(&self, expression: &Expression) -> bool {
        let mut named = self.named_in(expression);
        named.any(|field| field.kind == FieldKind::Computed)
    }

    /// The fields that are pools.
    pub(crate) fn pools(&self) -> impl Iterator<Item = &Field> {
        let fields = self.fields.iter();
        fields.filter(|field| field.kind == FieldKind::Pool)
    }

    /// The names of its fields; padding has none.
    pub(crate) fn names(&self) -> impl Iterator<Item = &Text> {
        let names = self.fields.iter().map(|field| &field.name);
        names.filter(|name| !name.is_empty())
    }

    /// The types of its fields.
    pub(crate) fn types(&self) -> impl Iterator<Item = &Type> {
        self.fields.iter().map(|field| &field.ty)
    }

    /// The parameters that are types of records.
    pub(crate) fn records_taken(&self) -> impl Iterator<Item = &Parameter> {
        let takes = self.takes.iter();
        takes.filter(|parameter| parameter.ty.base == Base::Record)
    }

    /// Whether a type is one that the sequence takes.
    pub(crate) fn is_taken(&self, base: &Base) -> bool {
        let mut taken = self.records_taken();
        taken.any(|parameter| base.item() == Some(parameter.name.as_str()))
    }
}

impl<C> Item<C> {
    pub(crate) fn map<D>(self, content: impl FnOnce(C) -> D) -> Item<D> {
        Item {
            name: self.name,
            doc: self.doc,
            source: self.source,
            cpp: self.cpp,
            content: content(self.content),
        }
    }
}

impl Item {
    /// Whether its content is a sequence.
    pub(crate) fn is(&self, sequence: &Sequence) -> bool {
        let own = self.content.sequence();
        own.is_some_and(|own| std::ptr::eq(own, sequence))
    }

    /// The C++ types that it mirrors, one in each version if it has several.
    pub(crate) fn mirrored(&self) -> impl Iterator<Item = &Spanned<String>> {
        let versions = match &self.content {
            Content::Versioned(versioned) => versioned.versions.as_slice(),
            _ => &[],
        };
        let of_versions = versions.iter().filter_map(|version| version.cpp.as_ref());
        self.cpp.iter().chain(of_versions)
    }
}

impl Version {
    /// Its number, with a `b` for its larger size.
    pub(crate) fn name(&self) -> Option<String> {
        let suffix = if self.grown { "b" } else { "" };
        let number = self.number.as_ref()?;
        Some(format!("{}{suffix}", number.value))
    }
}

impl Versioned {
    /// The fields of all versions.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &Field> {
        self.versions.iter().flat_map(|version| &version.fields)
    }

    /// The first version that has a field.
    pub(crate) fn since(&self, field: &Field) -> usize {
        let has = |version: &Version| version.fields.iter().any(|own| own.is_named(&field.name));
        self.versions.iter().position(has).unwrap_or(0)
    }

    /// The name of a version: of one by value, its index.
    pub(crate) fn label(&self, index: usize) -> String {
        let name = self.versions[index].name();
        name.unwrap_or_else(|| index.to_string())
    }

    /// The numbers of the versions by size; 0 for those by value.
    pub(crate) fn numbers(&self) -> Vec<i128> {
        let numbers = self.versions.iter().map(|version| version.number.as_ref());
        let numbers = numbers.map(|number| number.map_or(0, |number| number.value));
        numbers.collect()
    }
}

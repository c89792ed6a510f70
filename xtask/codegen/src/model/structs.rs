//! Describes structs in all of their forms.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::enums::remove;
use super::{Base, DocumentKey, EarlierKey, Field, FieldKind, Show, Type};
use crate::expression::Expression;
use crate::keys::{Entries, Name, PerVersion, Truth, entries, is_there, one_of, place_if_true};
use crate::span::{Number, Span, Spanned, Text};

#[derive(Debug, Default, Deserialize, JsonSchema, Serialize)]
#[schemars(extend(
    "anyOf" = one_of(&["fields", "v0"]),
    "patternProperties" = { "^v(0|[1-9][0-9]*)b?$": of_versions() },
))]
pub struct Struct {
    /// The mirrored C++ type of LLVM's headers. For a record with versions, `cpp.v0` is the type of a version, with
    /// the fields of all earlier versions. If fields have conditions on the parameters, the keys are conditions:
    /// `cpp."version == 1"`.
    #[serde(default, skip_serializing)]
    #[schemars(with = "Option<PerVersion>", extend("x-alone" = true))]
    pub(crate) cpp: Vec<(Text, Text)>,
    /// For a part: the key in documents. If omitted, the name.
    #[serde(rename = "yaml")]
    pub key: Option<DocumentKey>,
    /// For a part: `set` leaves its key out of documents for LLVM if all of its values are 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Text>", extend("enum" = ["set"]))]
    pub(crate) show: Option<Spanned<Show>>,
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
    pub takes: Vec<Parameter>,
    /// For a part: the field, a record with versions by size, whose version is the version of the part.
    #[serde(rename = "version")]
    #[schemars(with = "Option<Name>")]
    pub follows: Option<Text>,
    /// The fields, in the order of the file.
    #[serde(default)]
    #[schemars(with = "Entries<Field>")]
    pub fields: Vec<Field>,
    /// The versions, the oldest first; a struct with versions has its fields in them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-model" = true))]
    pub versions: Vec<Version>,
    /// How its fields are laid out, once all names are known.
    #[serde(skip_deserializing)]
    pub form: Form,
}

/// How the fields of a struct lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// Counts, offsets and conditions in the file say where they are.
    #[default]
    Sequence,
    /// A record: all sizes are fixed.
    Record,
    /// A record whose size selects the version, which appends fields to those before.
    BySize,
    /// A record of which the first version whose condition holds is selected, or the last. Each has all its fields.
    ByValue,
}

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
pub struct Version {
    /// The number of a version by size.
    pub number: Option<Number>,
    /// Whether it is the larger size of the version before it, which has the same number.
    #[serde(default)]
    pub grown: bool,
    /// The condition of a version by value.
    #[serde(skip_deserializing)]
    pub when: Option<Expression>,
    /// The C++ type that it mirrors: by size, with the fields of all earlier versions.
    #[serde(skip_deserializing)]
    pub cpp: Option<Text>,
    /// The size of the record in this version, in bytes.
    #[serde(skip_deserializing)]
    pub size: Option<u64>,
    /// The fields.
    #[schemars(with = "Entries<Field>")]
    pub fields: Vec<Field>,
    #[serde(skip_serializing)]
    #[schemars(skip)]
    pub span: Span,
}

#[derive(Debug, Serialize)]
pub struct Parameter {
    pub name: Text,
    #[serde(rename = "type")]
    pub ty: Type,
}

impl Struct {
    /// The other keys of a part: those of earlier LLVMs, and its earlier names.
    pub fn earlier_keys(&self, was: &[Text]) -> Vec<EarlierKey> {
        let own = self.key.iter().flat_map(|key| key.earlier.clone());
        let was = was.iter();
        own.chain(was.map(|was| EarlierKey::of_older(was, was.value.clone())))
            .collect()
    }

    /// The field with a name.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.is_named(name))
    }

    /// The field at the start of a path.
    pub(crate) fn root_of(&self, path: &Expression) -> Option<&Field> {
        self.field(&path.path()?.first()?.to_string())
    }

    /// The fields that an expression uses.
    pub(crate) fn named_in(&self, expression: &Expression) -> impl Iterator<Item = &Field> {
        let fields = self.fields.iter();
        fields.filter(|field| expression.names(&field.name))
    }

    /// Whether an expression uses a computed field, so that it cannot disagree with the content that the field is
    /// computed from.
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

    /// Whether a type is a parameter of the sequence.
    pub(crate) fn is_taken(&self, base: &Base) -> bool {
        let mut taken = self.records_taken();
        taken.any(|parameter| base.item() == Some(parameter.name.as_str()))
    }

    /// The fields, of all versions.
    pub fn all_fields(&self) -> impl Iterator<Item = &Field> {
        let of_versions = self.versions.iter().flat_map(|version| &version.fields);
        self.fields.iter().chain(of_versions)
    }

    /// The fields, of all versions, to edit them.
    pub(crate) fn all_fields_mut(&mut self) -> impl Iterator<Item = &mut Field> {
        let of_versions = self.versions.iter_mut();
        let of_versions = of_versions.flat_map(|version| &mut version.fields);
        self.fields.iter_mut().chain(of_versions)
    }

    /// Whether it is a record of several versions.
    pub fn has_versions(&self) -> bool {
        self.is_by_size() || self.form == Form::ByValue
    }

    /// Whether its size selects the version.
    pub fn is_by_size(&self) -> bool {
        self.form == Form::BySize
    }

    /// The first version that has a field.
    pub fn since(&self, field: &Field) -> usize {
        let has = |version: &Version| version.fields.iter().any(|own| own.is_named(&field.name));
        self.versions.iter().position(has).unwrap_or(0)
    }

    /// The name of a version; for a version by value, its index.
    pub fn label(&self, index: usize) -> String {
        let name = self.versions[index].name();
        name.unwrap_or_else(|| index.to_string())
    }

    /// The numbers of the versions by size; 0 for those by value.
    pub fn numbers(&self) -> Vec<i128> {
        let numbers = self.versions.iter().map(|version| version.number.as_ref());
        let numbers = numbers.map(|number| number.map_or(0, |number| number.value));
        numbers.collect()
    }
}

impl Version {
    /// Its number, with a `b` for its larger size.
    pub fn name(&self) -> Option<String> {
        let suffix = if self.grown { "b" } else { "" };
        let number = self.number.as_ref()?;
        Some(format!("{}{suffix}", number.value))
    }
}

/// The JSON Schema of the fields of a version: a record has fewer keys.
fn of_versions() -> Json {
    const WORDS: [&str; 9] = [
        "type", "is", "default", "cpp", "yaml", "was", "flatten", "show", "llvm",
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

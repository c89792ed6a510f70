//! Collects properties of C++ types that the schemas state, one at a time.

use dxc_codegen::model::{Content, Item, Schema};
use dxc_codegen::span::{Span, Text};

/// One property of a C++ type, as the schemas state it.
#[derive(Debug)]
pub(super) struct Fact {
    /// The C++ type.
    pub(super) holder: String,
    /// The member or the enumerator; `None` if the fact is about the whole type.
    pub(super) member: Option<String>,
    pub(super) property: Property,
    /// The property.
    pub(super) expected: i128,
    /// Its name in the schema.
    pub(super) subject: String,
    /// The location of the fact in the schema.
    pub(super) span: Span,
    /// Whether the headers may lack it, because the schema states another source.
    pub(super) elsewhere: bool,
    /// The property in the terms of the exported header.
    pub(super) own: Option<String>,
    /// Whether the type of the member needs no item of the schemas, because it is bytes or a number.
    pub(super) is_plain: bool,
}

/// A property of a C++ type or of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Property {
    /// The size in bytes.
    Size,
    /// The offset in bytes.
    Offset,
    /// The offset in bits.
    FirstBit,
    /// The number of bits.
    Bits,
    /// The number of an enumerator.
    Value,
    /// The bits of an enumerator.
    Mask,
    /// Whether its type is this one.
    Type(String),
    /// Whether its type is a floating-point type.
    Float,
}

/// A column of one of LLVM's enum tables, from which C++ enums are made.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) macro_name: String,
    /// The parameters of the macro, with their names in the schema.
    pub(super) parameters: String,
    pub(super) column: String,
}

/// All facts in the schemas.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) all: Vec<Fact>,
    pub(super) tables: Vec<Table>,
    /// The C++ namespace of all mirrored types.
    pub(super) namespace: String,
}

/// The namespace, inside of LLVM's, of the enums that are made from tables.
pub(super) const TABLES: &str = "tables";

impl Facts {
    /// Collects the facts for an LLVM, without those that only later versions have; without a version, all facts.
    pub(super) fn new(schema: &Schema, llvm: Option<u32>) -> Self {
        let mut collector = Collector {
            schema,
            facts: Self {
                all: Vec::new(),
                tables: Vec::new(),
                namespace: namespace(schema),
            },
        };
        let is_later = |item: &&Item| match &item.content {
            Content::Enum(of) => llvm.is_some() && of.llvm > llvm,
            _ => false,
        };
        for item in schema.items.iter().filter(|item| !is_later(item)) {
            collector.item(item);
        }
        collector.facts
    }
}

/// The longest common prefix of all mirrored types; a fixed name, if there is none.
fn namespace(schema: &Schema) -> String {
    let types = schema.items.iter().flat_map(Item::mirrored);
    let around = types.map(|cpp| {
        let mut path: Vec<&str> = cpp.split("::").collect();
        path.pop();
        path
    });
    let shared = around.reduce(|shared, path| {
        let same = shared.iter().zip(&path).take_while(|(a, b)| a == b).count();
        path[..same].to_vec()
    });
    match shared.unwrap_or_default().join("::") {
        none if none.is_empty() => "schema".to_owned(),
        shared => shared,
    }
}

/// The facts found so far.
pub(super) struct Collector<'s> {
    pub(super) schema: &'s Schema,
    pub(super) facts: Facts,
}

impl<'s> Collector<'s> {
    fn item(&mut self, item: &'s Item) {
        match &item.content {
            Content::Enum(content) => self.enumeration(item, content),
            _ => self.layouts(item),
        }
    }
}

impl Fact {
    /// A fact that a location in a schema states of a type, or of a member of it.
    pub(super) fn new(
        holder: &str,
        member: Option<&Text>,
        property: Property,
        expected: i128,
        subject: &str,
        span: &Span,
    ) -> Self {
        Self {
            holder: holder.to_owned(),
            member: member.map(|member| member.value.clone()),
            property,
            expected,
            subject: subject.to_owned(),
            span: span.clone(),
            elsewhere: false,
            own: None,
            is_plain: false,
        }
    }
}

//! The resolved model as exporters read it: no exporter reads `model` itself. The target `json` writes it as it is.

use schemars::JsonSchema;
use serde::Serialize;

pub(super) use super::structures::{
    Arm, BitField, Bits, Choice, Each, Field, Parameter, Record, Sequence, SequenceField, Union,
    Version, Versioned, VersionedBy,
};
pub(super) use super::tree::Expression;

/// The DXContainer format, as the schemas describe it.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Format {
    /// The schema files.
    pub(super) files: Vec<File>,
    /// The parts of a container. Several entries may have one FourCC; then `begins` distinguishes all but the last.
    pub(super) parts: Vec<Part>,
    /// All named items: enums, records, sequences and so on, in the order of the schemas.
    pub(super) items: Vec<Item>,
}

/// A schema file.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct File {
    /// The name of the file without its extension, such as `psv0`.
    pub(super) name: String,
    /// The description of the file.
    pub(super) doc: String,
}

/// A kind of part.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Part {
    /// The FourCCs.
    pub(super) codes: Vec<String>,
    /// The name, in a few words.
    pub(super) name: Option<String>,
    /// The type of the data; a part without a type is raw bytes.
    #[serde(rename = "type")]
    pub(super) ty: Option<Type>,
    /// The bytes that distinguish the part from others with its FourCC.
    pub(super) begins: Option<Magic>,
    /// The programs that write such parts.
    pub(super) writers: Vec<String>,
    /// The shader models whose containers have it.
    pub(super) models: Option<String>,
    /// The purpose of a part that a shader does not need to run: `debug` or `reflection`.
    pub(super) strip: Option<String>,
    /// Whether shaders of any stage may have it.
    pub(super) optional: bool,
    /// Whether a container may have several.
    pub(super) repeats: bool,
    /// Whether it follows all other parts.
    pub(super) last: bool,
    /// The first LLVM whose YAML documents describe it.
    pub(super) llvm: Option<u32>,
    /// The description.
    pub(super) doc: String,
    /// The sources of these facts.
    pub(super) source: String,
}

/// Bytes at a fixed offset.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Magic {
    /// The offset in the part's data.
    pub(super) offset: u64,
    /// The bytes.
    pub(super) bytes: Vec<u8>,
}

/// A named item.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Item {
    /// The name, in the spelling of Rust types; that of a `let` is a function or a constant.
    pub(super) name: String,
    /// The schema file.
    pub(super) file: String,
    /// The description.
    pub(super) doc: String,
    /// The sources of these facts.
    pub(super) source: String,
    /// The C++ type of LLVM's headers; a `versioned` item has one in each version.
    pub(super) cpp: Option<String>,
    /// The definition.
    #[serde(flatten)]
    pub(super) content: Content,
}

/// The definition of an item.
#[derive(Debug, JsonSchema, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Content {
    /// An integer with named values. Other values are legal.
    Enum(Values),
    /// An integer with named bits. Other bits are legal.
    Flags(Values),
    /// An integer that holds several fields.
    Bits(Bits),
    /// Fields with fixed offsets.
    Record(Record),
    /// A record with several versions.
    Versioned(Versioned),
    /// Bytes of a fixed size that a field next to the union selects the type of.
    Union(Union),
    /// Data of varying size that an argument selects the type of.
    Choice(Choice),
    /// Fields in the order of the file, with counts, offsets and conditions.
    Sequence(Sequence),
    /// A function of expressions, or a constant.
    Let(Function),
}

/// The values of an enum or of flags.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Values {
    /// The size of the integer in bits.
    pub(super) bits: u32,
    /// The macro of LLVM's `DXContainerConstants.def` with these values.
    pub(super) mirrors: Option<Macro>,
    /// The enum that declares the values, if it is another one.
    pub(super) values_of: Option<String>,
    /// Further columns of each value.
    pub(super) columns: Vec<Column>,
    /// The values.
    pub(super) values: Vec<Value>,
    /// Rows of the macro that are no values.
    #[serde(skip)]
    pub(super) markers: Vec<Value>,
}

/// A macro of LLVM.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub(super) struct Macro {
    /// The name of the macro.
    pub(super) name: String,
    /// For each parameter its column: `name`, `value`, `bit`, or one of `columns`.
    pub(super) parameters: Vec<String>,
}

/// A column of an enum.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Column {
    /// The name.
    pub(super) name: String,
    /// `i32`, `str`, or the name of the enum whose values the cells name.
    #[serde(rename = "type")]
    pub(super) ty: String,
}

/// A value of an enum, or a flag.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Value {
    /// The name.
    pub(super) name: String,
    /// The number; of a flag, its mask.
    pub(super) number: u64,
    /// The number as the schema spells it, such as `0x10` or `1 << 4`.
    pub(super) spelled: String,
    /// Whether another value with the same number is the preferred one.
    pub(super) alias: bool,
    /// The description.
    pub(super) doc: String,
    /// The source, if it is not the macro that the item mirrors.
    pub(super) source: Option<String>,
    /// The cells of the further columns.
    pub(super) cells: Vec<Cell>,
}

/// A cell of a further column.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Cell {
    /// The column.
    pub(super) column: String,
    /// The content.
    pub(super) content: Datum,
}

/// The content of a cell.
#[derive(Debug, JsonSchema, Serialize)]
#[serde(untagged)]
pub(super) enum Datum {
    /// A number.
    Number(i64),
    /// A text, or the name of a value.
    Text(String),
    /// Several texts, or names of values.
    List(Vec<String>),
}

/// A function of expressions; a constant, if it has no parameters.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Function {
    /// The names of the parameters, which are numbers.
    pub(super) parameters: Vec<String>,
    /// The result.
    pub(super) is: Expression,
}

/// A type.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub(super) enum Type {
    /// An unsigned integer, little endian.
    Integer {
        /// The size in bits.
        bits: u32,
    },
    /// A signed integer, little endian, in two's complement.
    Signed {
        /// The size in bits.
        bits: u32,
    },
    /// A floating-point number of 32 bits.
    Float,
    /// A byte; 0 is false.
    Boolean,
    /// Four letters.
    FourCc,
    /// Bytes; the field has their `count`.
    Bytes,
    /// Strings, each with a NUL; the field has the `count` of bytes.
    Strings,
    /// 32-bit numbers: lists, each after its length. The field has the `count` of numbers.
    Lists,
    /// A string that ends with a NUL.
    CString,
    /// An array of a fixed length.
    Array {
        /// The type of an element.
        of: Box<Type>,
        /// The number of elements.
        count: u64,
    },
    /// An item.
    Item {
        /// The name of the item.
        name: String,
        /// The arguments for the item's parameters.
        arguments: Vec<Argument>,
    },
    /// A 32-bit number that references a string.
    StringReference,
    /// A 32-bit number that references a record or a sequence.
    RowReference {
        /// The type of the record.
        of: Box<Type>,
    },
    /// A 32-bit number that references a list.
    ListReference {
        /// The type of what the list holds.
        of: Box<Type>,
    },
    /// Of a parameter: the type of a record.
    Record,
}

/// An argument of an item.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Argument {
    /// The type of a record.
    Record(String),
    /// A value.
    Value(Expression),
}

impl Content {
    /// The fields with their names and types; padding has no name and is left out.
    pub(super) fn fields(&self) -> Vec<(&str, Option<&Type>)> {
        fn typed(field: &Field) -> (&str, Option<&Type>) {
            (&field.name, Some(&field.ty))
        }
        match self {
            Self::Bits(bits) => bits
                .fields
                .iter()
                .map(|field| (&*field.name, field.ty.as_ref()))
                .collect(),
            Self::Record(record) => record.fields.iter().map(typed).collect(),
            Self::Versioned(versioned) => {
                let versions = versioned.versions.iter();
                let fields = versions.flat_map(|version| &version.fields);
                fields.map(typed).collect()
            }
            Self::Union(Union { arms, .. }) | Self::Choice(Choice { arms, .. }) => {
                let arms = arms.iter();
                arms.map(|arm| (&*arm.name, Some(&arm.ty))).collect()
            }
            Self::Sequence(sequence) => {
                let fields = sequence.fields.iter();
                fields
                    .filter_map(|field| Some((field.name.as_deref()?, field.ty.as_ref())))
                    .collect()
            }
            Self::Enum(_) | Self::Flags(_) | Self::Let(_) => Vec::new(),
        }
    }

    /// The parameters.
    pub(super) fn takes(&self) -> &[Parameter] {
        match self {
            Self::Versioned(Versioned { takes, .. })
            | Self::Choice(Choice { takes, .. })
            | Self::Sequence(Sequence { takes, .. }) => takes,
            _ => &[],
        }
    }

    /// The values of an enum or of flags.
    pub(super) fn values(&self) -> Option<&Values> {
        match self {
            Self::Enum(values) | Self::Flags(values) => Some(values),
            _ => None,
        }
    }
}

impl Format {
    /// The item of a name.
    pub(super) fn item_named(&self, name: &str) -> Option<&Item> {
        self.items.iter().find(|item| item.name == name)
    }

    /// The item that a type is, or that an array holds.
    pub(super) fn item_of(&self, ty: &Type) -> Option<&Item> {
        match ty {
            Type::Array { of, .. } => self.item_of(of),
            Type::Item { name, .. } => self.item_named(name),
            _ => None,
        }
    }

    /// An item and the items inside of it, each once: those of fields that `enters` accepts.
    pub(super) fn items_within<'f>(
        &'f self,
        item: &'f Item,
        enters: &dyn Fn(&Item, &str) -> bool,
    ) -> Vec<&'f Item> {
        let (mut found, mut open) = (vec![item], vec![item]);
        while let Some(item) = open.pop() {
            let fields = item.content.fields().into_iter();
            let fields = fields.filter(|(name, _)| enters(item, name));
            for inner in fields.flat_map(|(_, ty)| self.items_in(ty)) {
                if !found.iter().any(|known| std::ptr::eq(*known, inner)) {
                    found.push(inner);
                    open.push(inner);
                }
            }
        }
        found
    }

    /// The items that a type is made of: its own, and the records that are its arguments.
    fn items_in(&self, ty: Option<&Type>) -> impl Iterator<Item = &Item> {
        let arguments = match ty {
            Some(Type::Item { arguments, .. }) => arguments.as_slice(),
            _ => &[],
        };
        let records = arguments.iter().filter_map(|argument| match argument {
            Argument::Record(name) => self.item_named(name),
            Argument::Value(_) => None,
        });
        ty.and_then(|ty| self.item_of(ty))
            .into_iter()
            .chain(records)
    }
}

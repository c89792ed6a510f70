//! Checks types: where each may be used, and with which arguments.

use crate::expression::wrong_count;
use crate::limits;
use crate::model::{BUILT_IN, BYTE_ORDER, Base, Content, Parameter, StringsStyle, Type};

use super::{Checker, is_fixed, kind_of};

/// The use of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TypeUse {
    Field,
    Arm,
    SequenceField,
    ChoiceArm,
    BitField,
    Parameter,
    Selector,
    Element,
    Part,
}

impl TypeUse {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Field => "a field of a record",
            Self::Arm => "an arm",
            Self::SequenceField => "a field of a struct",
            Self::ChoiceArm => "an arm of a switch without a `size`",
            Self::BitField => "a bit field",
            Self::Parameter => "a parameter",
            Self::Selector => "a selector",
            Self::Element => "the elements of an array",
            Self::Part => "a part",
        }
    }

    /// The correct form, if it is not obvious.
    fn help(self) -> &'static str {
        match self {
            Self::Field | Self::Arm => "use a type of a fixed size, such as `[u8; N]`",
            Self::BitField => "legal types: integers, `bool8`, enums and flags",
            Self::Parameter => "legal types: integers and enums",
            Self::Selector => "use the name of an enum",
            Self::Element => "use a type of a fixed size, or a field with a `count`",
            Self::ChoiceArm => "use a struct without versions by size",
            Self::SequenceField | Self::Part => "use a struct, declared as `[struct.Name]`",
        }
    }

    fn takes_built_in(self, base: &Base) -> bool {
        match self {
            Self::SequenceField => *base != Base::Record,
            Self::Field | Self::Arm | Self::Element => !base.is_unsized(),
            Self::BitField => matches!(base, Base::Integer(_) | Base::Bool8),
            Self::Parameter => matches!(base, Base::Integer(_) | Base::Record),
            Self::ChoiceArm => matches!(base, Base::Bytes | Base::Strings),
            Self::Selector | Self::Part => false,
        }
    }

    fn takes(self, content: &Content) -> bool {
        match self {
            Self::SequenceField => !matches!(content, Content::Let(_)),
            Self::ChoiceArm => content.structure().is_some_and(|of| !of.is_by_size()),
            Self::Field | Self::Arm | Self::Element => is_fixed(content),
            Self::BitField => matches!(content, Content::Enum(_)),
            Self::Parameter | Self::Selector => content.enumeration().is_some(),
            Self::Part => content.sequence().is_some(),
        }
    }
}

/// The type in the schema language for a type of C, Windows or Rust.
fn foreign(name: &str) -> Option<&'static str> {
    Some(match name {
        "uint8_t" | "uchar" | "char" | "BYTE" | "UINT8" | "byte" => "u8",
        "uint16_t" | "ushort" | "WORD" | "UINT16" | "USHORT" => "u16",
        "uint32_t" | "uint" | "DWORD" | "UINT" | "UINT32" | "ULONG" => "u32",
        "uint64_t" | "size_t" | "usize" | "QWORD" | "UINT64" | "ULONGLONG" => "u64",
        "int8_t" | "INT8" | "schar" => "i8",
        "int16_t" | "short" | "INT16" | "SHORT" => "i16",
        "int32_t" | "int" | "INT" | "INT32" | "LONG" => "i32",
        "int64_t" | "isize" | "INT64" | "LONGLONG" => "i64",
        "float" | "FLOAT" => "f32",
        "double" | "DOUBLE" => "f64",
        "bool" | "BOOLEAN" => "bool8",
        _ => return None,
    })
}

/// The replacement for a type of other languages that this language lacks.
fn missing(name: &str) -> Option<&'static str> {
    Some(match name {
        "f16" | "half" => "there is no such float: a `u16` has its bits",
        "u128" | "i128" | "GUID" | "UUID" => "a `[u8; 16]` has its bytes",
        "u24" => "a `[u8; 3]` has its bytes",
        "str" | "String" | "wchar_t" | "char8_t" => {
            "text of a known length is `bytes`, with a `count` and perhaps `show = \"text\"`; text that an offset \
             places and NUL ends is `cstr`"
        }
        _ => return None,
    })
}

/// Whether a type has the name of a big-endian integer: `u32be`, `U32_BE` or `be32`.
fn is_big_endian(name: &str) -> bool {
    let name = name.to_lowercase();
    let is_marked = name.starts_with("be") || name.ends_with("be");
    is_marked && name.contains(|letter: char| letter.is_ascii_digit())
}

impl Checker<'_> {
    /// Reports a type that does not exist or cannot be used here, and wrong arguments; returns whether the type is
    /// correct.
    pub(super) fn known_type(&self, ty: &Type, place: TypeUse) -> bool {
        match &ty.base {
            Base::Array(of, count) => {
                let is_field = matches!(
                    place,
                    TypeUse::Field | TypeUse::Arm | TypeUse::SequenceField | TypeUse::Element
                );
                if !is_field {
                    self.note(
                        ty,
                        format!("an array cannot be the type of {}", place.name()),
                    )
                    .help(place.help());
                } else if *count == 0 {
                    self.note(ty, "the array has no elements")
                        .help("an array needs at least 1 element");
                } else if self
                    .schema
                    .size(&ty.base)
                    .is_some_and(|size| size > limits::RECORD.most as u64)
                {
                    self.note(ty, "the array is too large")
                        .limit(&limits::RECORD);
                } else {
                    return self.known_type(
                        &Type {
                            base: (**of).clone(),
                            ..ty.clone()
                        },
                        TypeUse::Element,
                    );
                }
                false
            }
            Base::Item(name) => {
                let is_known = self.known_item(ty, name, place);
                // Fields of structs are checked elsewhere, where their number of records is known.
                if is_known && place != TypeUse::SequenceField {
                    self.refuse_check(&ty.span, &ty.base);
                }
                is_known
            }
            base => {
                let name = match base {
                    Base::StringRef => "string",
                    Base::RowRef(_) => "row",
                    Base::ListRef(_) => "list",
                    Base::Record => "record",
                    _ => base.built_in().unwrap_or("it"),
                };
                if !place.takes_built_in(base) {
                    let what = format!("`{name}` cannot be the type of {}", place.name());
                    let noted = self.note(ty, what).help(place.help());
                    if (place, base) == (TypeUse::Selector, &Base::FourCC) {
                        noted.help(
                            "four characters are a value of an enum of type `u32`, as in `Format = '\"fmt \"'`",
                        );
                    }
                    return false;
                }
                match base {
                    Base::Strings | Base::Bytes => self.strings_style(ty),
                    Base::StringRef if !ty.args.is_empty() => {
                        let what = "only fields of records have a table in `string(table)`";
                        self.note(ty, what).help(
                            "write `string`, or move the field into a record, a struct of fixed fields",
                        );
                        false
                    }
                    _ => self.names_rows(ty) && self.takes(ty, name, &[]),
                }
            }
        }
    }

    /// Checks the options for how writers make a table of strings.
    fn strings_style(&self, ty: &Type) -> bool {
        let mut strings_style = StringsStyle::default();
        let mut wrong = ty
            .args
            .iter()
            .filter(|word| !strings_style.word(word))
            .peekable();
        let is_right = wrong.peek().is_none();
        for word in wrong {
            self.note(word, format!("`{word}` has no style for writing"))
                .legal(word, StringsStyle::legal());
        }
        let is_of_strings = strings_style.of_strings().next().is_some();
        if is_of_strings && ty.base == Base::Bytes {
            self.note(ty, "this style is only for `strings`")
                .help("`bytes(round = 4)` is filled with 0 up to a multiple of 4 bytes");
        }
        if strings_style.is_unknown() && ty.base == Base::Strings {
            self.note(ty, "`unknown` is for `bytes`")
                .help("tables of strings keep all bytes without it");
        }
        is_right
    }

    /// Checks that the table of a reference has a stride that selects its version.
    fn names_rows(&self, ty: &Type) -> bool {
        let of = match &ty.base {
            Base::RowRef(of) => of,
            Base::ListRef(of) if !matches!(**of, Base::StringRef | Base::Integer(32)) => of,
            _ => return true,
        };
        if self.schema.is_by_size(of) {
            return true;
        }
        if !matches!(&**of, Base::Item(name) if self.schema.is_lost(name)) {
            let items = self.schema.items.iter();
            let records = items.filter(|item| {
                let base = Base::Item(item.name.value.clone());
                self.schema.is_by_size(&base)
            });
            let records = records.map(|item| item.name.as_str());
            let legal = match ty.base {
                Base::ListRef(_) => vec!["string", "u32"],
                _ => Vec::new(),
            };
            let name = of.inner_item().unwrap_or_default();
            self.note(ty, "`row` requires a record with versions by size")
                .legal(name, legal.into_iter().chain(records));
        }
        false
    }

    fn known_item(&self, ty: &Type, name: &str, place: TypeUse) -> bool {
        let Some(item) = self.schema.item(name) else {
            if !self.schema.is_lost(name) {
                let built_in = BUILT_IN
                    .iter()
                    .filter(|(_, base, _)| place.takes_built_in(base))
                    .map(|(name, ..)| *name);
                let items = self
                    .schema
                    .items
                    .iter()
                    .filter(|item| place.takes(&item.content));
                let legal = built_in.chain(items.map(|item| item.name.as_str()));
                let noted = self.note(ty, format!("unknown type `{name}`"));
                match foreign(name) {
                    Some(ours) => noted.help(format!("did you mean `{ours}`?")),
                    None if missing(name).is_some() => {
                        noted.help(missing(name).unwrap_or_default())
                    }
                    None if is_big_endian(name) => noted.help(BYTE_ORDER),
                    None => noted.legal(name, legal),
                };
            }
            return false;
        };
        if !place.takes(&item.content) {
            let noted = self.note(
                ty,
                format!("`{name}` cannot be the type of {}", place.name()),
            );
            noted
                .label(format!("this is {}", kind_of(&item.content)))
                .other(&item.name, "declared here")
                .help(place.help());
            return false;
        }
        self.has_no_magic(ty, item, place)
            && self.takes(ty, name, self.schema.takes(name))
            && self.records(ty)
    }

    /// Reports arguments that should be types of records, but are not.
    fn records(&self, ty: &Type) -> bool {
        let mut wrong = self.schema.records_passed(ty).filter(|argument| {
            let is_lost = self.schema.is_lost(argument);
            !is_lost && !self.schema.is_by_size(&Base::Item(argument.value.clone()))
        });
        let Some(argument) = wrong.next() else {
            return true;
        };
        let what = format!("`{argument}` is not a record with versions by size");
        self.note(argument, what);
        false
    }

    /// Reports a wrong number of arguments.
    fn takes(&self, ty: &Type, name: &str, takes: &[Parameter]) -> bool {
        if takes.len() == ty.args.len() {
            return true;
        }
        let list: Vec<&str> = takes
            .iter()
            .map(|parameter| parameter.name.as_str())
            .collect();
        let right = if list.is_empty() {
            name.to_owned()
        } else {
            format!("{name}({})", list.join(", "))
        };
        self.note(ty, wrong_count(name, takes.len(), ty.args.len()))
            .help(format!("write `{right}`"));
        false
    }
}

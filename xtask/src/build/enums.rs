//! Enums, flags and bits.

use super::{Builder, Facts};
use crate::declared;
use crate::diagnostic::Spanned;
use crate::model::{BitField, Bits, Content, Enum, EnumValue, Mirrored, Shown};
impl Builder<'_> {
    pub(super) fn flags(&self, name: &Spanned<String>, it: declared::Flags) -> Facts {
        let (source, cpp) = mirrored(name, it.mirrors.as_ref(), it.source, it.cpp);
        let values = it.values.into_iter();
        let content = Content::Flags(Enum {
            bits: it.ty.bits(),
            mirrors: it.mirrors,
            values_of: None,
            shown_by: it.yaml,
            columns: it.columns,
            values: values.filter_map(|flag| self.flag(flag)).collect(),
        });
        Facts::new(it.doc, source, content).mirroring(cpp)
    }

    pub(super) fn bits(&self, it: declared::Bits) -> Facts {
        let fields = it.fields.into_iter();
        let content = Content::Bits(Bits {
            bits: it.ty.bits(),
            fields: fields.map(|field| self.bit_field(field)).collect(),
        });
        Facts::new(it.doc, it.source, content)
    }

    /// A flag has a bit, or a mask.
    fn flag(&self, flag: declared::Flag) -> Option<EnumValue> {
        let (value, spelled) = match (flag.value, flag.bit) {
            (Some(value), None) => {
                let spelled = spelled(value.value);
                (value, spelled)
            }
            (None, Some(bit)) => self.bit(bit)?,
            (Some(value), Some(bit)) => {
                let what = "a flag has either `bit` or `value`, not both";
                let noted = self.mistakes.note(&value.span, what);
                noted.other(&bit.span, "the bit");
                return None;
            }
            (None, None) => return None,
        };
        Some(EnumValue {
            name: flag.name,
            value,
            spelled,
            alias: flag.alias,
            source: flag.source,
            deprecated: flag.deprecated,
            doc: flag.doc,
            columns: flag.columns.0,
        })
    }

    /// The mask of a bit, and how it is spelt. Whether the type has the bit is checked with all values.
    fn bit(&self, bit: Spanned<i128>) -> Option<(Spanned<i128>, String)> {
        let shift = u32::try_from(bit.value)
            .ok()
            .filter(|shift| *shift < u64::BITS);
        let Some(shift) = shift else {
            let what = format!("`u64` has no bit {}", bit.value);
            let noted = self.mistakes.note(&bit.span, what);
            noted.help("bits are counted from 0 to 63");
            return None;
        };
        let mask = Spanned {
            value: 1 << shift,
            span: bit.span,
        };
        Some((mask, format!("1 << {shift}")))
    }

    fn bit_field(&self, field: declared::BitField) -> BitField {
        BitField {
            name: field.name,
            bits: field.bits,
            ty: field.ty.map(|ty| self.ty(&ty)),
            cpp: field.cpp,
            reserved: field.reserved,
            shown: Shown {
                key: field.yaml,
                show: field.show,
                ..Shown::default()
            },
            doc: field.doc,
        }
    }
}

pub(super) fn enumeration(name: &Spanned<String>, it: declared::Enum) -> Facts {
    let (source, cpp) = mirrored(name, it.mirrors.as_ref(), it.source, it.cpp);
    let content = Content::Enum(Enum {
        bits: it.ty.bits(),
        mirrors: it.mirrors,
        values_of: it.values_of,
        shown_by: it.yaml,
        columns: it.columns,
        values: it.values.into_iter().map(enum_value).collect(),
    });
    Facts::new(it.doc, source, content).mirroring(cpp)
}

/// The source and the C++ enum, which follow from a mirrored macro.
fn mirrored(
    name: &Spanned<String>,
    mirrors: Option<&Mirrored>,
    source: Option<String>,
    cpp: Option<Spanned<String>>,
) -> (String, Option<Spanned<String>>) {
    let spelling = mirrors.and_then(|mirrors| mirrors.spelling.as_ref());
    let of_macro = || match spelling {
        Some(spelling) => format!("LLVM DXContainerConstants.def, `{}`", spelling.macro_name),
        None => String::new(),
    };
    let by_name = || Spanned {
        value: format!("llvm::dxbc::{}", name.value),
        span: name.span.clone(),
    };
    let cpp = cpp.or_else(|| mirrors.map(|_| by_name()));
    let cpp = cpp.filter(|cpp| !cpp.value.is_empty());
    (source.unwrap_or_else(of_macro), cpp)
}

fn enum_value(value: declared::EnumValue) -> EnumValue {
    EnumValue {
        name: value.name,
        spelled: spelled(value.value.value),
        value: value.value,
        alias: value.alias,
        source: value.source,
        deprecated: value.deprecated,
        doc: value.doc,
        columns: value.columns.0,
    }
}

/// Large numbers are read by their bits.
fn spelled(value: i128) -> String {
    match value {
        256.. => format!("{value:#x}"),
        _ => value.to_string(),
    }
}

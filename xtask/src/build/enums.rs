//! Enums and flags.

use super::Builder;
use crate::diagnostic::Spanned;
use crate::load::{Flag, Flags, OfMacro};
use crate::model::{Content, Enum, EnumValue, Item};

impl Builder<'_> {
    pub(super) fn flags(&self, it: Flags) -> Content {
        let values = it.values.into_iter();
        let mut values: Vec<EnumValue> = values.filter_map(|flag| self.flag(flag)).collect();
        resolve_aliases(&mut values);
        Content::Flags(Enum {
            bits: it.bits,
            mirrors: it.mirrors,
            values_of: None,
            shown_by: it.yaml,
            columns: it.columns,
            values,
        })
    }

    /// A flag has a bit, or a mask.
    fn flag(&self, flag: Flag) -> Option<EnumValue> {
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
            (None, None) => {
                let span = flag.alias.as_ref()?.span.clone();
                (Spanned { value: 0, span }, String::new())
            }
        };
        Some(EnumValue {
            name: flag.name,
            value,
            spelled,
            alias: flag.alias,
            source: flag.source,
            doc: flag.doc,
            columns: flag.columns,
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
}

pub(super) fn enumeration(mut it: Enum) -> Content {
    for value in &mut it.values {
        value.spelled = spelled(value.value.value);
    }
    resolve_aliases(&mut it.values);
    Content::Enum(it)
}

/// Another name of a value has its number.
fn resolve_aliases(values: &mut [EnumValue]) {
    for index in 0..values.len() {
        let (earlier, others) = values.split_at_mut(index);
        let Some(value) = others.first_mut() else {
            continue;
        };
        let Some(of) = &value.alias else { continue };
        let first = earlier.iter().find(|first| first.name.value == of.value);
        let (number, spelled) = first.map_or((0, "0"), |first| (first.value.value, &first.spelled));
        value.spelled = spelled.to_owned();
        value.value = Spanned {
            value: number,
            span: of.span.clone(),
        };
    }
}

impl<T> OfMacro<T> {
    /// The item. Its source and its C++ enum follow from the mirrored macro.
    pub(super) fn item(self, content: impl FnOnce(T) -> Content) -> Item {
        let content = content(self.content);
        let mirrors = match &content {
            Content::Enum(it) | Content::Flags(it) => it.mirrors.as_ref(),
            _ => None,
        };
        let spelling = mirrors.and_then(|mirrors| mirrors.spelling.as_ref());
        let of_macro = || match spelling {
            Some(spelling) => format!("LLVM DXContainerConstants.def, `{}`", spelling.macro_name),
            None => String::new(),
        };
        let by_name = || Spanned {
            value: format!("llvm::dxbc::{}", self.name.value),
            span: self.name.span.clone(),
        };
        let cpp = self.cpp.or_else(|| mirrors.map(|_| by_name()));
        Item {
            span: self.name.span.clone(),
            doc: self.doc,
            source: self.source.unwrap_or_else(of_macro),
            cpp: cpp.filter(|cpp| !cpp.value.is_empty()),
            name: self.name,
            content,
        }
    }
}

/// Large numbers are read by their bits.
fn spelled(value: i128) -> String {
    match value {
        256.. => format!("{value:#x}"),
        _ => value.to_string(),
    }
}

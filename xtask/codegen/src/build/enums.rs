//! Completes enums and flags: the numbers of their values, and what follows from the macro that they mirror.

use crate::diagnostic::Mistakes;
use crate::model::{Content, EnumValue, Item};
use crate::span::Spanned;

/// Sets what follows from the keys of an enum or of flags.
pub(super) fn complete(item: &mut Item, mistakes: &Mistakes) {
    let Content::Enum(of) = &mut item.content else {
        return;
    };
    of.values.retain_mut(|value| number(value, mistakes));
    for index in 0..of.values.len() {
        let (earlier, others) = of.values.split_at_mut(index);
        let value = &mut others[0];
        let Some(alias) = &value.alias else { continue };
        // An alias has the number of its value.
        let first = earlier.iter().find(|first| first.name.value == alias.value);
        let (number, spelled) = first.map_or((0, "0"), |first| (first.value.value, &first.spelled));
        value.spelled = spelled.to_owned();
        value.value = Spanned::at(number, alias);
    }
    item.cpp = of.cpp.take();
    if of.mirrors.is_some() {
        item.cpp
            .get_or_insert_with(|| Spanned::at(format!("llvm::dxbc::{}", item.name), &item.name));
        if let (true, Some(spelling)) = (item.source.is_empty(), of.macro_of()) {
            item.source = format!("LLVM DXContainerConstants.def, `{}`", spelling.macro_name);
        }
    }
    item.cpp = item.cpp.take().filter(|cpp| !cpp.is_empty());
}

/// Sets the number of a value, which flags may state as a bit; returns false if the number is a mistake. Whether it
/// fits into the type is checked later, for all values.
fn number(value: &mut EnumValue, mistakes: &Mistakes) -> bool {
    match (&value.number, &value.bit) {
        (Some(number), Some(bit)) => {
            let what = "a flag has either `bit` or `value`, not both";
            mistakes.note(number, what).other(bit, "the bit");
            return false;
        }
        (None, Some(bit)) if !(0..64).contains(&bit.value) => {
            let what = format!("`u64` has no bit {bit}");
            let noted = mistakes.note(bit, what);
            noted.help("bits are counted from 0 to 63");
            return false;
        }
        (None, Some(bit)) => {
            value.spelled = format!("1 << {bit}");
            value.value = Spanned::at(1 << bit.value, bit);
        }
        (None, None) if value.alias.is_none() => return false,
        (number, None) => {
            value.value = number.clone().unwrap_or_default();
            // Numbers from 256 on are easier to read in hexadecimal.
            value.spelled = match value.value.value {
                large @ 256.. => format!("{large:#x}"),
                small => small.to_string(),
            };
        }
    }
    true
}

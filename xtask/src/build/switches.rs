//! Switches: unions of a fixed size, and choices between contents.

use crate::diagnostic::{Mistakes, Number, Text};
use crate::load::REST;
use crate::model::{Arm, Base, Content, Item, Switch, Union};

/// Decides whether a switch is a union of a fixed size or a choice, and takes its arm `_` from the others.
pub(super) fn decide(item: &mut Item, mistakes: &Mistakes) {
    let Content::Choice(it) = &mut item.content else {
        return;
    };
    let rest = it.arms.iter().position(|arm| arm.name.value == REST);
    let rest = rest.map(|at| it.arms.remove(at));
    if let Some(size) = it.size.take() {
        item.cpp = it.cpp.take();
        item.content = union(std::mem::take(it), size, rest, mistakes);
    } else {
        choice(it, rest, mistakes);
    }
}

fn union(it: Switch, size: Number, rest: Option<Arm>, mistakes: &Mistakes) -> Content {
    if let Some(rest) = rest {
        let what = "an arm `_` is for a switch without a `size`";
        let noted = mistakes.note(&rest.name, what);
        noted.help("remove it: the bytes are kept");
    }
    let mut takes = it.takes.into_iter();
    let (mut select, mut by) = (Text::default(), Text::default());
    if let Some(first) = takes.next() {
        match first.ty.base {
            Base::Item(of) => by.value = of,
            _ => {
                let what = format!("the selector `{}` is not an enum", first.name);
                let noted = mistakes.note(&first.ty, what);
                noted.help("use the name of an enum");
            }
        }
        (select, by.span) = (first.name, first.ty.span);
    }
    if let Some(further) = takes.next() {
        let what = "a switch with `size` has only its selector as a parameter";
        mistakes.note(&further.name, what);
    }
    Content::Union(Union {
        size,
        by,
        select,
        arms: it.arms,
    })
}

fn choice(it: &mut Switch, rest: Option<Arm>, mistakes: &Mistakes) {
    if let Some(ty) = rest
        .as_ref()
        .map(|rest| &rest.ty)
        .filter(|ty| ty.base != Base::Bytes)
    {
        let noted = mistakes.note(ty, "an arm `_` must be bytes");
        noted.help("write `_ = \"bytes\"`");
    }
    for cpp in it
        .arms
        .iter()
        .filter_map(|arm| arm.cpp.as_ref())
        .chain(&it.cpp)
    {
        mistakes.note(cpp, "`cpp` is for a switch with a `size`");
    }
    it.otherwise = rest.map(|rest| rest.name);
}

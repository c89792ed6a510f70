//! Completes switches: their arm `_`, and the keys of those with a size.

use crate::diagnostic::Mistakes;
use crate::load::REST;
use crate::model::{Base, Content, Item};

/// Moves the arm `_` out of the list of arms, and the C++ type to the item.
pub(super) fn complete(item: &mut Item, mistakes: &Mistakes) {
    let Content::Switch(it) = &mut item.content else {
        return;
    };
    let rest = it.arms.iter().position(|arm| arm.name.value == REST);
    let rest = rest.map(|at| it.arms.remove(at));
    item.cpp = it.cpp.take();
    if it.size.is_some() {
        if let Some(rest) = rest {
            let what = "an arm `_` is for a switch without a `size`";
            let noted = mistakes.note(&rest.name, what);
            noted.help("remove it: the bytes are kept");
        }
        if let Some(further) = it.takes.get(1) {
            let what = "a switch with `size` has only its selector as a parameter";
            mistakes.note(&further.name, what);
        }
        return;
    }
    if let Some(rest) = rest.as_ref().filter(|rest| rest.ty.base != Base::Bytes) {
        let noted = mistakes.note(&rest.ty, "an arm `_` must be bytes");
        noted.help("write `_ = \"bytes\"`");
    }
    let of_arms = it.arms.iter().filter_map(|arm| arm.cpp.as_ref());
    for cpp in of_arms.chain(&item.cpp) {
        mistakes.note(cpp, "`cpp` is for a switch with a `size`");
    }
    it.otherwise = rest.map(|rest| rest.name);
}

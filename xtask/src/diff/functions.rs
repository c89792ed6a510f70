//! Checks whether functions are equal for every value that the old schema names: only new values have other results.

use std::collections::BTreeMap;

use super::extended::States;
use dxc_codegen::model::Let;

/// Whether two states of a function differ only for new values of enums.
pub(super) fn is_extended(states: States<'_>, before: &Let, now: &Let) -> bool {
    let [Some(was), Some(is)] = [before, now].map(|function| function.is.typed()) else {
        return false;
    };
    let names = |function: &Let| -> Vec<String> {
        function
            .args
            .iter()
            .map(|name| name.value.clone())
            .collect()
    };
    !before.args.is_empty()
        && names(before) == names(now)
        && states.is_extended((was, is), &BTreeMap::new(), &|_| false)
}

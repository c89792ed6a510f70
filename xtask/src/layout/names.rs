//! Fields that seem to have each other's names: the compiler proves what `cpp` says, and only names tell that the name
//! beside it belongs to another field.

use crate::diagnostic::Mistakes;
use crate::span::Spanned;

/// How much nearer the names must be if they are swapped; both lie between 0 and 2.
const MARGIN: f64 = 0.05;

/// A field that mirrors a member, of the item that it belongs to.
#[derive(Debug)]
pub(super) struct Mirror {
    pub(super) item: String,
    pub(super) name: Spanned<String>,
    pub(super) cpp: String,
}

/// Notes each two fields of one item whose names are nearer to what the other one mirrors.
pub(super) fn swapped(mirrors: &[Mirror], mistakes: &Mistakes) {
    for (at, first) in mirrors.iter().enumerate() {
        let others = mirrors[at + 1..].iter();
        for second in others.filter(|second| second.item == first.item) {
            let own = likeness(&first.name, &first.cpp) + likeness(&second.name, &second.cpp);
            let swapped = likeness(&first.name, &second.cpp) + likeness(&second.name, &first.cpp);
            if swapped > own + MARGIN {
                let (item, name, cpp) = (&first.item, &first.name.value, &first.cpp);
                let what = format!("`{item}.{name}` mirrors `{cpp}`, not the member with its name");
                let other = format!("and this mirrors `{}`", second.cpp);
                mistakes
                    .note(&first.name, what)
                    .other(&second.name, other)
                    .help("swap the names of the two fields, or their `cpp`");
            }
        }
    }
}

/// How near our name is to that of a member, between 0 and 1.
fn likeness(name: &str, cpp: &str) -> f64 {
    let letters = |name: &str| name.replace('_', "").to_lowercase();
    let member = cpp.rsplit('.').next().unwrap_or_default();
    strsim::normalized_damerau_levenshtein(&letters(name), &letters(member))
}

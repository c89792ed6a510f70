//! Names of items, fields and files.

use crate::diagnostic::{Mistakes, Span, Spanned};
use crate::limits;

/// Notes what is wrong with a name.
pub(super) fn check_name(name: &Spanned<String>, mistakes: &Mistakes) {
    let count = name.chars().count();
    if count > limits::NAME.most {
        let what = format!("a name of {} letters", limits::grouped(count));
        mistakes.note(&name.span, what).limit(&limits::NAME);
        return;
    }
    let mut letters = name.chars();
    let starts = letters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == '_');
    if !starts || !letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_') {
        let noted = mistakes.note(&name.span, format!("`{}` is no name", name.value));
        noted.help("a name is made of letters, digits and `_`, and does not begin with a digit");
    } else if syn::parse_str::<syn::Ident>(name).is_err() {
        let noted = mistakes.note(&name.span, format!("`{}` is a word of Rust", name.value));
        noted.help("choose another name; the upstream spelling belongs in `cpp`");
    }
}

/// Notes what is wrong with the name of a file, which is a module of that name.
pub(super) fn check_stem(stem: &str, start: &Span, mistakes: &Mistakes) {
    if syn::parse_str::<syn::Ident>(stem).is_err() {
        let what = format!("`{stem}` cannot be the name of a module");
        mistakes
            .note(start, what)
            .help("name the file with letters, digits and `_`, and not like a word of Rust");
    } else if stem == "parts" {
        mistakes
            .note(start, "the module `parts` is made from every `[[part]]`")
            .help("name the file after what it describes");
    }
}

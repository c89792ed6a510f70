//! Compares the embedded sources of two containers by file and argument, in whichever form they are stored.

use alloc::format;
use alloc::string::String;

use super::Found;
use super::pairs::paired;
use crate::sources::command_line;
use dxc_format::Container;

/// Compares the embedded sources; returns false if they cannot be read.
pub(super) fn compare(old: &Container<'_>, new: &Container<'_>, found: &mut Found) -> bool {
    let (Ok(old), Ok(new)) = (crate::sources(old), crate::sources(new)) else {
        return false;
    };
    let [old, new] = [old, new].map(Option::unwrap_or_default);
    let [olds, news] = [&old, &new].map(|sources| {
        let files = sources.files.iter();
        files.map(|file| (file.name.as_str(), file))
    });
    for (old, new) in paired(olds, news) {
        let name = old.or(new).map(|file| file.name.as_str());
        let path = format!("sources[{}]", name.unwrap_or_default());
        match (old, new) {
            (Some(old), Some(new)) => lines(&path, &old.text, &new.text, found),
            (old, new) => {
                let [old, new] = [old, new].map(|file| file.map(|file| size(&file.text)));
                found.add(&path, old, new);
            }
        }
    }
    found.compare("arguments", command_line(&old), command_line(&new));
    true
}

fn size(text: &str) -> String {
    format!("{} lines", text.lines().count())
}

/// Reports the first line that differs.
fn lines(path: &str, old: &str, new: &str, found: &mut Found) {
    let mut pairs = old.lines().zip(new.lines()).enumerate();
    match pairs.find(|(_, (old, new))| old != new) {
        Some((line, (old, new))) => {
            let path = format!("{path} line {}", line + 1);
            found.compare(&path, old.trim(), new.trim());
        }
        None => found.compare(path, size(old), size(new)),
    }
}

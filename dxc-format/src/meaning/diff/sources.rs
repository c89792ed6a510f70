//! The sources that two containers embed: by file and argument, however they are stored.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

use super::Found;
use crate::container::Container;
use crate::meaning::sources::Sources;

/// Compares what the containers embed; false if that cannot be read.
pub(super) fn compare(old: &Container<'_>, new: &Container<'_>, found: &mut Found) -> bool {
    let (Ok(old), Ok(new)) = (old.sources(), new.sources()) else {
        return false;
    };
    let [old, new] = [old, new].map(Option::unwrap_or_default);
    let text = |sources: &Sources, name: &str| {
        let mut files = sources.files.iter();
        files
            .find(|file| file.name == name)
            .map(|file| file.text.clone())
    };
    for file in &old.files {
        let path = format!("sources[{}]", file.name);
        match text(&new, &file.name) {
            Some(other) => lines(&path, &file.text, &other, found),
            None => found.add(&path, Some(size(&file.text)), None),
        }
    }
    for file in &new.files {
        if text(&old, &file.name).is_none() {
            let path = format!("sources[{}]", file.name);
            found.add(&path, None, Some(size(&file.text)));
        }
    }
    let line = |sources: &Sources| {
        let mut line = String::new();
        for argument in &sources.arguments {
            let space = if argument.value.is_empty() { "" } else { " " };
            line.push_str(&format!(" -{}{space}{}", argument.name, argument.value));
        }
        line.trim_start().to_owned()
    };
    found.compare("arguments", line(&old), line(&new));
    true
}

fn size(text: &str) -> String {
    format!("{} lines", text.lines().count())
}

/// Tells the first line that differs.
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

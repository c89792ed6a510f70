//! Applies changes to schemas, which are given as diffs with just enough context to find the location.
#![allow(clippy::unwrap_used, reason = "tests fail by it")]

use std::path::{Path, PathBuf};

use crate::markdown::Block;

/// Applies the diff in a Markdown block to a folder of schemas.
///
/// Its lines are in one file in this order, perhaps with others between them, and `# ...` leaves out the rest of a table or
/// of an item. A block of new lines only is a file.
pub fn apply(folder: &Path, block: &Block) {
    let applied = Applied::new(folder, block);
    let is_other = |line: &str| {
        applied
            .resized
            .iter()
            .any(|version| without_size(line) == version)
    };
    let lines = applied.lines.iter().map(|line| {
        if is_other(line) {
            without_size(line)
        } else {
            line
        }
    });
    let lines: Vec<&str> = lines.collect();
    std::fs::write(&applied.path, lines.join("\n") + "\n").unwrap();
}

/// Applies the diffs in a folder to a folder of schemas.
pub fn apply_all(folder: &Path, differences: &Path) {
    let paths = crate::entries(differences).into_iter();
    for path in paths.filter(|path| crate::has_ending(path, "diff")) {
        let block = Block {
            place: path.display().to_string(),
            language: "diff".to_owned(),
            text: std::fs::read_to_string(&path).unwrap(),
        };
        apply(folder, &block);
    }
}

/// A heading without the comment on the size of a version.
fn without_size(line: &str) -> &str {
    match line.split_once("] # ") {
        Some((before, _)) if line.starts_with("[struct.") => &line[..=before.len()],
        _ => line,
    }
}

/// The number of a value in its line, and the text before and after the number.
fn value(line: &str) -> Option<(&str, u64, &str)> {
    let marks = ["{ value = ", "{ bit = ", ".value = ", ".bit = ", " = "];
    let at = marks
        .iter()
        .find_map(|mark| Some(line.find(mark)? + mark.len()))?;
    let key = line.split(' ').next().unwrap();
    if key.contains('.') && !key.ends_with(".value") && !key.ends_with(".bit") {
        return None;
    }
    let rest = &line[at..];
    let digits = rest.find([',', ' ', '}']).unwrap_or(rest.len());
    let (digits, end) = rest.split_at(digits);
    let number = match digits.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some((&line[..at], number, end))
}

/// The bits of a value, if the text before its number is that of a flag.
fn bits(begin: &str, number: u64) -> Option<u64> {
    if begin.ends_with("bit = ") {
        1_u64.checked_shl(u32::try_from(number).ok()?)
    } else {
        Some(number)
    }
}

/// The schema files of a folder, with their texts.
pub fn schemas(folder: &Path) -> Vec<(PathBuf, String)> {
    let files = crate::entries(folder).into_iter();
    let files = files.filter(|path| crate::has_ending(path, "toml"));
    files
        .map(|path| (path.clone(), std::fs::read_to_string(path).unwrap()))
        .collect()
}

/// The name of a new file.
const NEW: &str = "new.toml";

/// A schema file that a block changes.
struct Applied<'b> {
    block: &'b Block,
    path: PathBuf,
    lines: Vec<String>,
    /// The offset from which the next line of the block is searched.
    at: usize,
    /// The last heading, as `[struct.Name.v3]`.
    heading: String,
    /// The versions whose sizes have changed.
    resized: Vec<String>,
    /// Whether the block omits the rest of the table or the item here.
    gap: bool,
}

impl<'b> Applied<'b> {
    fn new(folder: &Path, block: &'b Block) -> Self {
        let first = block.text.lines().next().unwrap();
        let mut applied = Self {
            block,
            path: folder.join(NEW),
            lines: Vec::new(),
            at: 0,
            heading: String::new(),
            resized: Vec::new(),
            gap: false,
        };
        if let Some(heading) = first.strip_prefix(' ') {
            let is_it = |line: &str| without_size(line) == without_size(heading);
            let has = |(_, text): &(PathBuf, String)| text.lines().any(is_it);
            let mut files = schemas(folder).into_iter().filter(has);
            let (path, text) = files
                .next()
                .unwrap_or_else(|| panic!("{}: no schema has {heading}", block.place));
            applied.path = path;
            applied.lines = text.lines().map(str::to_owned).collect();
        }
        block.text.lines().for_each(|line| applied.line(line));
        applied
    }

    fn line(&mut self, line: &str) {
        if let Some(new) = line.strip_prefix('+') {
            self.insert(new);
        } else if let Some(old) = line.strip_prefix('-') {
            self.at = self.behind_line(old) - 1;
            self.lines.remove(self.at);
        } else {
            let kept = line.strip_prefix(' ').unwrap_or(line);
            self.gap = kept == "# ...";
            if !self.gap && !kept.is_empty() {
                if kept.starts_with('[') {
                    self.heading = without_size(kept).to_owned();
                }
                self.at = self.behind_line(kept);
            }
        }
    }

    fn insert(&mut self, new: &str) {
        if std::mem::take(&mut self.gap) {
            self.skip();
        }
        let new = self.free_value(&self.numbered(without_size(new)));
        if new.starts_with('[') {
            self.heading.clone_from(&new);
            if self.at > 0 && !self.lines[self.at - 1].is_empty() {
                self.insert_line(String::new());
            }
        }
        self.resized.push(self.heading.clone());
        self.insert_line(new);
    }

    fn insert_line(&mut self, line: String) {
        self.lines.insert(self.at, line);
        self.at += 1;
    }

    fn behind_line(&self, kept: &str) -> usize {
        let mut rest = self.lines[self.at..].iter();
        let exact = rest.clone().position(|line| line == kept);
        let rest = exact.or_else(|| rest.position(|line| without_size(line) == without_size(kept)));
        let place = &self.block.place;
        self.at
            + 1
            + rest.unwrap_or_else(|| panic!("{place}: the schema does not continue with {kept}"))
    }

    /// The line with the number of a new version: the next one, whatever the block shows.
    fn numbered(&self, line: &str) -> String {
        let version = |line: &str| {
            let (item, number) = without_size(line).strip_suffix(']')?.rsplit_once(".v")?;
            Some((item.to_owned(), number.parse::<u32>().ok()?))
        };
        let Some((item, shown)) = version(line) else {
            return line.to_owned();
        };
        let known = self.lines.iter().filter_map(|line| version(line));
        let newest = known
            .filter(|known| known.0 == item)
            .map(|known| known.1)
            .max();
        let next = newest.map_or(shown, |newest| shown.max(newest + 1));
        format!("{item}.v{next}]")
    }

    /// The line with the next free number, if it is a value of an enum or of flags whose number is in use.
    fn free_value(&self, line: &str) -> String {
        let Some((begin, number, end)) = value(line) else {
            return line.to_owned();
        };
        let is_it = |line: &&String| without_size(line) == self.heading;
        let begins = self.lines.iter().position(|line| is_it(&line));
        let is_list = self.heading.ends_with(".values]");
        let Some(begins) = begins.filter(|_| is_list) else {
            return line.to_owned();
        };
        let table = self.lines[begins + 1..].iter();
        let table = table.take_while(|line| !line.starts_with('['));
        let taken: Vec<u64> = table
            .filter_map(|line| value(line).and_then(|(begin, number, _)| bits(begin, number)))
            .collect();
        let is_flags = self.heading.starts_with("[flags.");
        let is_mask = is_flags && !begin.ends_with("bit = ") && number != 0;
        let mut free = number;
        while bits(begin, free).is_some_and(|bits| taken.contains(&bits)) {
            free = if is_mask { free << 1 } else { free + 1 };
        }
        if free == number {
            line.to_owned()
        } else {
            format!("{begin}{free}{end}")
        }
    }

    /// Moves after the last line of the table, or of the item and all of its tables.
    fn skip(&mut self) {
        let path = self.heading.trim_matches(['[', ']']);
        let inner = format!("[{path}.");
        let mut end = self.at;
        let is_next = |line: &String| line.starts_with('[') && !line.starts_with(&inner);
        while end < self.lines.len() && !is_next(&self.lines[end]) {
            end += 1;
        }
        while self.lines[end - 1].is_empty() || self.lines[end - 1].starts_with('#') {
            end -= 1;
        }
        self.at = end;
    }
}

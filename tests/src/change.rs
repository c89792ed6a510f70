//! Changes of schemas as people show them: differences with as little around them as tells the place.
#![allow(clippy::unwrap_used, reason = "tests fail by it")]

use std::path::{Path, PathBuf};

use toml_edit::DocumentMut;

use crate::markdown::Block;

/// Makes the change that a block shows in a folder of schemas.
///
/// Its lines stand in one file in this order, perhaps with others between them, and `# ...` leaves out the rest of an
/// item. Rows that are shown in lines may be tables there. A block of new lines only is a file.
pub fn apply(folder: &Path, block: &Block) {
    let applied = Applied::new(folder, block);
    let is_other = |line: &str| {
        let mut resized = applied.resized.iter();
        resized.any(|version| line.starts_with(&format!("[[{version}]]")))
    };
    let lines = applied.lines.iter().map(|line| match is_other(line) {
        true => without_size(line),
        false => line,
    });
    let lines: Vec<&str> = lines.collect();
    std::fs::write(&applied.path, lines.join("\n") + "\n").unwrap();
}

/// A line without the comment that tells the size of a version.
fn without_size(line: &str) -> &str {
    match line.split_once(".version]] # ") {
        Some((before, _)) => &line[..before.len() + ".version]]".len()],
        None => line,
    }
}

/// The schema files of a folder, with their texts.
pub fn schemas(folder: &Path) -> Vec<(PathBuf, String)> {
    let files = std::fs::read_dir(folder).unwrap();
    let files = files.map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|toml| toml == "toml"));
    files
        .map(|path| (path.clone(), std::fs::read_to_string(path).unwrap()))
        .collect()
}

/// What a file is called that is new.
const NEW: &str = "new.toml";

/// A schema file that a block changes.
struct Applied<'b> {
    block: &'b Block,
    path: PathBuf,
    lines: Vec<String>,
    /// Where the next line of the block is looked for.
    at: usize,
    /// The item that is changed.
    item: String,
    /// What the last line in brackets began, such as a version.
    heading: String,
    /// Versions whose sizes are others now.
    resized: Vec<String>,
    /// The heading of rows that are tables, where the block shows them in lines.
    tables: Option<String>,
    /// The block leaves lines out here: the rest of the item, or of its list, if that is indented.
    gap: Option<Gap>,
}

/// What is left out.
enum Gap {
    Item,
    List,
}

impl<'b> Applied<'b> {
    fn new(folder: &Path, block: &'b Block) -> Self {
        let first = block.text.lines().next().unwrap();
        let mut applied = Self {
            block,
            path: folder.join(NEW),
            lines: Vec::new(),
            at: 0,
            item: String::new(),
            heading: String::new(),
            resized: Vec::new(),
            tables: None,
            gap: None,
        };
        if let Some(heading) = first.strip_prefix(' ') {
            let has = |(_, text): &(PathBuf, String)| text.lines().any(|line| line == heading);
            let mut files = schemas(folder).into_iter().filter(has);
            let (path, text) = files
                .next()
                .unwrap_or_else(|| panic!("{}: no schema has {heading}", block.place));
            applied.path = path;
            applied.lines = text.lines().map(str::to_owned).collect();
            applied.item = heading.trim_matches(['[', ']']).to_owned();
        }
        block.text.lines().for_each(|line| applied.line(line));
        applied
    }

    fn line(&mut self, line: &str) {
        if let Some(new) = line.strip_prefix('+') {
            self.insert(new);
            return;
        }
        if let Some(old) = line.strip_prefix('-') {
            self.at = self.behind_line(old) - 1;
            self.lines.remove(self.at);
            return;
        }
        let kept = line.strip_prefix(' ').unwrap_or(line);
        self.gap = match kept {
            "# ..." => Some(Gap::Item),
            "    # ..." => Some(Gap::List),
            _ => None,
        };
        if self.gap.is_some() || kept.is_empty() {
            return;
        }
        if kept.starts_with('[') {
            self.heading = without_size(kept).trim_matches(['[', ']']).to_owned();
            self.tables = None;
        }
        let list = kept.strip_suffix(" = [");
        if let Some(tables) = list.and_then(|key| self.tables_of(key)) {
            self.tables = Some(tables);
            return;
        }
        match &self.tables {
            Some(_) if kept == "]" => self.tables = None,
            Some(tables) => {
                let name = keys(kept).into_iter().next();
                self.at = self.behind_table(tables, name.as_deref());
            }
            None => self.at = self.behind_line(kept),
        }
    }

    fn insert(&mut self, new: &str) {
        let gap = self.gap.take();
        if self.heading.ends_with(".version") {
            self.resized.push(self.heading.clone());
        }
        if let Some(tables) = self.tables.clone() {
            if gap.is_some() {
                self.at = self.behind_table(&tables, None);
            }
            let lines = [String::new(), tables].into_iter().chain(keys(new));
            let lines: Vec<String> = lines.collect();
            let count = lines.len();
            self.lines.splice(self.at..self.at, lines);
            self.at += count;
            return;
        }
        match gap {
            Some(Gap::Item) => self.skip_item(),
            Some(Gap::List) => self.skip_list(),
            None => {}
        }
        let new = self.numbered(without_size(new));
        self.lines.insert(self.at, new);
        self.at += 1;
    }

    fn behind_line(&self, kept: &str) -> usize {
        let mut rest = self.lines[self.at..].iter();
        let exact = rest.clone().position(|line| line == kept);
        let rest = exact.or_else(|| rest.position(|line| without_size(line) == kept));
        let place = &self.block.place;
        self.at
            + 1
            + rest.unwrap_or_else(|| panic!("{place}: the schema does not go on with {kept}"))
    }

    /// The heading of the rows of a list, if they are tables.
    fn tables_of(&self, key: &str) -> Option<String> {
        let heading = format!("[[{}.{key}]]", self.heading);
        let is_there = self.tables(&heading).next().is_some();
        is_there.then_some(heading)
    }

    /// Where the rows of a list begin that are tables, from here on.
    fn tables(&self, heading: &str) -> impl Iterator<Item = usize> {
        let inner = format!("[[{}.", self.heading);
        (self.at..self.lines.len())
            .filter(|at| self.lines[*at].starts_with('['))
            .take_while(move |at| self.lines[*at].starts_with(&inner))
            .filter(move |at| self.lines[*at].starts_with(heading))
    }

    /// Behind the row that begins with a key, or behind the last one.
    fn behind_table(&self, heading: &str, first: Option<&str>) -> usize {
        let mut tables = self.tables(heading);
        let start = match first {
            Some(first) => tables.find(|at| self.lines[at + 1] == first),
            None => tables.last().or(self.at.checked_sub(1)),
        };
        let place = &self.block.place;
        let start = start.unwrap_or_else(|| panic!("{place}: there is no row {first:?}"));
        let rest = self.lines[start + 1..].iter();
        let end = rest.take_while(|line| !line.starts_with('[')).count();
        let mut end = start + 1 + end;
        while self.lines[end - 1].is_empty() || self.lines[end - 1].starts_with('#') {
            end -= 1;
        }
        end
    }

    /// The number of a new version is the next one, whatever the block shows.
    fn numbered(&self, line: &str) -> String {
        let number = |line: &str| line.strip_prefix("number = ")?.parse::<u32>().ok();
        let before = self.lines[..self.at].iter().rev();
        let newest = before.filter_map(|line| number(line)).next();
        match (number(line), newest) {
            (Some(shown), Some(newest)) => format!("number = {}", shown.max(newest + 1)),
            _ => line.to_owned(),
        }
    }

    /// To the end of the list.
    fn skip_list(&mut self) {
        let end = self.lines[self.at..].iter().position(|line| line == "]");
        self.at += end.unwrap_or_else(|| panic!("{}: there is no list", self.block.place));
    }

    /// Behind the last line of the item and of its versions.
    fn skip_item(&mut self) {
        let version = format!("[[{}.", self.item);
        let mut end = self.lines.len();
        for (index, line) in self.lines.iter().enumerate().skip(self.at) {
            if line.starts_with('[') && !line.starts_with(&version) {
                end = index;
                break;
            }
        }
        while self.lines[end - 1].is_empty() || self.lines[end - 1].starts_with('#') {
            end -= 1;
        }
        self.lines.insert(end, String::new());
        self.at = end + 1;
    }
}

/// The keys of a row that is shown in a line, each as it stands in a line of its own.
fn keys(row: &str) -> Vec<String> {
    let row = format!("row = {}", row.trim().trim_end_matches(','));
    let row: DocumentMut = row.parse().unwrap();
    let keys = row["row"].as_inline_table().unwrap().iter();
    keys.map(|(key, value)| format!("{key} = {}", value.to_string().trim()))
        .collect()
}

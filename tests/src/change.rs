//! Changes of schemas as people show them: differences with as little around them as tells the place.
#![allow(clippy::unwrap_used, reason = "tests fail by it")]

use std::path::{Path, PathBuf};

use crate::markdown::Block;

/// Makes the change that a block shows in a folder of schemas.
///
/// Its lines stand in one file in this order, perhaps with others between them, and `# ...` leaves out the rest of an
/// item. A block of new lines only is a file.
pub fn apply(folder: &Path, block: &Block) {
    let applied = Applied::new(folder, block);
    std::fs::write(&applied.path, applied.lines.join("\n") + "\n").unwrap();
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
            match self.gap.take() {
                Some(Gap::Item) => self.skip_item(),
                Some(Gap::List) => self.skip_list(),
                None => {}
            }
            let new = self.numbered(new);
            self.lines.insert(self.at, new);
            self.at += 1;
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
        let rest = self.lines[self.at..].iter().position(|line| line == kept);
        let place = &self.block.place;
        self.at +=
            1 + rest.unwrap_or_else(|| panic!("{place}: the schema does not go on with {kept}"));
    }

    /// The number of a new version is the next one, whatever the block shows, and its size is not told.
    fn numbered(&self, line: &str) -> String {
        let number = |line: &str| line.strip_prefix("number = ")?.parse::<u32>().ok();
        let before = self.lines[..self.at].iter().rev();
        let newest = before.filter_map(|line| number(line)).next();
        match (number(line), newest) {
            (Some(shown), Some(newest)) => format!("number = {}", shown.max(newest + 1)),
            // What stood before the change decides the size of a version.
            _ => match line.split_once(".version]] # ") {
                Some((version, _)) => format!("{version}.version]]"),
                None => line.to_owned(),
            },
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

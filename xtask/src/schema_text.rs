//! The text of a schema file, edited in place: what is not edited stays as somebody wrote it.

use std::fmt;
use std::ops::Range;

use toml::de::{DeTable, DeValue};

/// No line of a schema file is longer.
const WIDTH: usize = 120;

/// The lines of a schema file.
pub(crate) struct SchemaText {
    lines: Vec<String>,
}

/// An entry of a table such as `enum.Name.values`: the comment above it, and its keys.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) name: String,
    /// The key whose value may stand there alone.
    main: &'static str,
    /// The comment, and the blank lines before it.
    above: Vec<String>,
    /// The keys with their values as TOML has them.
    keys: Vec<(String, String)>,
    /// The comment behind it.
    behind: String,
    /// The lines as they are, unless the entry is edited.
    lines: Option<Vec<String>>,
}

impl SchemaText {
    pub(crate) fn new(text: &str) -> Self {
        let lines = text.lines().map(str::to_owned).collect();
        Self { lines }
    }

    /// The lines of the table with this path, without blank lines and comments at its end.
    fn table(&self, path: &str) -> Option<Range<usize>> {
        let start = self
            .lines
            .iter()
            .position(|line| heading(line) == Some(path))?;
        let behind = &self.lines[start + 1..];
        let next = behind.iter().position(|line| line.starts_with('['));
        let mut end = next.map_or(self.lines.len(), |next| start + 1 + next);
        while is_between(&self.lines[end - 1]) {
            end -= 1;
        }
        Some(start..end)
    }

    /// Sets a key of an item: `mirrors = ".."`.
    pub(crate) fn set(&mut self, path: &str, key: &str, value: &str) {
        let Some(table) = self.table(path) else {
            return;
        };
        let is_key = |line: &String| line.split(" =").next() == Some(key);
        let line = format!("{key} = {}", quoted(value));
        match self.lines[table.clone()].iter().position(is_key) {
            Some(at) => {
                let at = table.start + at;
                let rest = &self.lines[at + 1..table.end];
                let more = rest.iter().take_while(|line| line.starts_with(' ')).count();
                self.lines.splice(at..=at + more, [line]);
            }
            None => self.lines.insert(table.end, line),
        }
    }

    /// Replaces something within a key of an item.
    pub(crate) fn replace(&mut self, path: &str, key: &str, from: &str, to: &str) {
        let table = self.table(path).unwrap_or_default();
        let lines = self.lines[table].iter_mut();
        for line in lines.filter(|line| key_of(line) == Some(key)) {
            *line = line.replace(from, to);
        }
    }

    /// The path of the last item that is called so, or has its values.
    pub(crate) fn last_with_values_of(&self, name: &str) -> Option<String> {
        let mut path = "";
        let mut last = None;
        for line in &self.lines {
            path = heading(line).unwrap_or(path);
            let is_it = heading(line).and_then(|path| path.split('.').nth(1)) == Some(name);
            if is_it || *line == format!("values = {}", quoted(name)) {
                last = path
                    .split('.')
                    .take(2)
                    .map(str::to_owned)
                    .reduce(|kind, name| format!("{kind}.{name}"));
            }
        }
        last
    }

    /// Puts something behind an item and all of its tables.
    pub(crate) fn insert_behind(&mut self, path: &str, new: &str) -> Result<(), String> {
        let inner = format!("{path}.");
        let is_of = |line: &String| {
            heading(line).is_some_and(|heading| heading == path || heading.starts_with(&inner))
        };
        let last = self.lines.iter().rev().find(|line| is_of(line));
        let last = last.and_then(|line| self.table(heading(line)?));
        let end = last.ok_or_else(|| format!("there is no `[{path}]`"))?.end;
        let new = new.trim_end().lines().map(str::to_owned);
        let new = [String::new()].into_iter().chain(new);
        self.lines.splice(end..end, new);
        Ok(())
    }

    /// Puts something at the end.
    pub(crate) fn append(&mut self, new: &str) {
        while self.lines.last().is_some_and(|line| line.trim().is_empty()) {
            self.lines.pop();
        }
        self.lines.push(String::new());
        self.lines.extend(new.trim_end().lines().map(str::to_owned));
    }

    /// The entries of a table.
    pub(crate) fn entries(&self, path: &str) -> Option<Vec<Entry>> {
        let main = main_key(path);
        let mut entries: Vec<Entry> = Vec::new();
        let mut above = Vec::new();
        let lines = &self.lines[self.table(path)?][1..];
        for line in lines {
            let last = entries.last_mut();
            match key_of(line).map(str::to_owned) {
                Some(name) => match last.filter(|last| above.is_empty() && last.name == name) {
                    Some(last) => last.push_line(line),
                    None => entries.push(Entry {
                        name,
                        main,
                        above: std::mem::take(&mut above),
                        keys: Vec::new(),
                        behind: String::new(),
                        lines: Some(vec![line.clone()]),
                    }),
                },
                None if is_between(line) => above.push(line.clone()),
                None => last?.push_line(line),
            }
        }
        for entry in &mut entries {
            entry.read()?;
        }
        Some(entries)
    }

    /// Puts entries in the place of those that the table has; a table without entries goes behind the item's others.
    pub(crate) fn put_entries(&mut self, path: &str, entries: &[Entry]) {
        let lines: Vec<String> = entries.iter().flat_map(Entry::written).collect();
        if let Some(table) = self.table(path) {
            self.lines.splice(table.start + 1..table.end, lines);
        } else if let Some((item, _)) = path.rsplit_once('.')
            && let Some(table) = self.table(item)
        {
            let heading = [String::new(), format!("[{path}]")];
            let new = heading.into_iter().chain(lines);
            self.lines.splice(table.end..table.end, new);
        }
    }
}

impl fmt::Display for SchemaText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines
            .iter()
            .try_for_each(|line| writeln!(formatter, "{line}"))
    }
}

impl Entry {
    /// One without keys, of a table such as `values`.
    pub(crate) fn new(table: &str, name: &str, doc: &str) -> Self {
        let doc = textwrap::wrap(doc, at_blanks(WIDTH - "# ".len())).into_iter();
        Self {
            name: name.to_owned(),
            main: main_key(table),
            above: doc.map(|line| format!("# {line}")).collect(),
            keys: Vec::new(),
            behind: String::new(),
            lines: None,
        }
    }

    /// The value of a key as TOML has it.
    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        let known = self.keys.iter().find(|(known, _)| known == key);
        known.map(|(_, value)| value.as_str())
    }

    /// Sets a key to a value as TOML has it.
    pub(crate) fn set(&mut self, key: &str, value: impl Into<String>) {
        self.lines = None;
        match self.keys.iter_mut().find(|(known, _)| known == key) {
            Some((_, old)) => *old = value.into(),
            None => self.keys.push((key.to_owned(), value.into())),
        }
    }

    pub(crate) fn remove(&mut self, key: &str) {
        self.lines = None;
        self.keys.retain(|(known, _)| known != key);
    }

    pub(crate) fn rename(&mut self, name: &str) {
        self.lines = None;
        name.clone_into(&mut self.name);
    }

    /// Puts the keys in an order.
    pub(crate) fn sort_by_key<K: Ord>(&mut self, rank: impl Fn(&str) -> K) {
        self.keys.sort_by_key(|(key, _)| rank(key));
    }

    fn push_line(&mut self, line: &str) {
        self.lines.get_or_insert_default().push(line.to_owned());
    }

    /// Reads the keys from the lines.
    fn read(&mut self) -> Option<()> {
        let text = self.lines.as_ref()?.join("\n");
        let table = DeTable::parse(&text).ok()?;
        let value = table.get_ref().values().next()?;
        let raw = |value: &toml::Spanned<DeValue<'_>>| text[value.span()].to_owned();
        // Of several lines, a comment may be behind any.
        let ends = |end: usize| text[end..].trim_start().starts_with('#');
        if !text.contains('\n') && ends(value.span().end) {
            self.behind = format!(" {}", text[value.span().end..].trim());
        }
        self.keys = match value.get_ref() {
            DeValue::Table(keys) => {
                let keys = keys.iter();
                keys.map(|(key, value)| (key.get_ref().to_string(), raw(value)))
                    .collect()
            }
            _ => vec![(self.main.to_owned(), raw(value))],
        };
        Some(())
    }

    /// The lines: those that it has, or one of all keys, or one for each key where that is too long.
    fn written(&self) -> Vec<String> {
        let mut lines = self.above.clone();
        if let Some(kept) = &self.lines {
            lines.extend_from_slice(kept);
            return lines;
        }
        let keys = self.keys.iter();
        let line = match self.keys.as_slice() {
            [(key, value)] if key == self.main => format!("{} = {value}", self.name),
            _ => {
                let keys = keys.clone().map(|(key, value)| format!("{key} = {value}"));
                let keys: Vec<String> = keys.collect();
                format!("{} = {{ {} }}", self.name, keys.join(", "))
            }
        };
        let line = format!("{line}{}", self.behind);
        if line.chars().count() <= WIDTH && !line.contains('\n') {
            lines.push(line);
        } else {
            lines.extend(keys.map(|(key, value)| folded(&format!("{}.{key}", self.name), value)));
        }
        lines
    }
}

/// A key with its value on a line; a text that is too long is broken at blanks.
fn folded(key: &str, value: &str) -> String {
    let line = format!("{key} = {value}");
    let text = value
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    let text = text.filter(|text| !text.starts_with('"') && line.chars().count() > WIDTH);
    let Some(text) = text else {
        return line;
    };
    // Each line ends with a backslash, or with three quotes.
    let lines = textwrap::wrap(text, at_blanks(WIDTH - 4 - 3)).join(" \\\n    ");
    format!("{key} = \"\"\"\\\n    {lines}\"\"\"")
}

/// Lines of a width that are broken at blanks alone.
fn at_blanks(width: usize) -> textwrap::Options<'static> {
    textwrap::Options::new(width)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
}

/// A text in TOML's quotes.
pub(crate) fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// The key whose value may stand alone in the entries of a table.
fn main_key(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("values" | "markers") => "value",
        _ => "type",
    }
}

/// The path of a heading.
fn heading(line: &str) -> Option<&str> {
    let path = line.strip_prefix('[')?.split(']').next()?;
    Some(path.trim_start_matches('['))
}

/// The first key of a line that begins with one.
fn key_of(line: &str) -> Option<&str> {
    let is_part = |letter: char| letter.is_alphanumeric() || "_-\"".contains(letter);
    let end = line.find(|letter| !is_part(letter))?;
    let is_key = line[end..].trim_start().starts_with(['=', '.']);
    (end > 0 && is_key).then_some(&line[..end])
}

/// Whether a line is blank or a comment.
fn is_between(line: &str) -> bool {
    line.trim().is_empty() || line.trim_start().starts_with('#')
}

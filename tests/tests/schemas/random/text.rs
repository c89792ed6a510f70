//! A schema as tables of keys, each on a line of its own, so that a mistake's place tells which key it is about.

/// A table: an item, or one of its fields, values, versions, arms.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// `[sequence.Name]`, `[[sequence.Name.fields]]`.
    pub(crate) header: String,
    /// Keys and values as TOML has them, and whether the table is nothing without the key.
    pub(crate) keys: Vec<(String, String, bool)>,
}

/// A schema of one file.
#[derive(Clone, Debug)]
pub(crate) struct Schema {
    pub(crate) tables: Vec<Table>,
}

impl Schema {
    pub(crate) fn text(&self) -> String {
        let mut text = String::from("doc = \"Made up.\"\n");
        for table in &self.tables {
            text.push_str(&format!("{}\n", table.header));
            for (key, value, _) in &table.keys {
                text.push_str(&format!("{key} = {value}\n"));
            }
        }
        text
    }

    /// Takes out what a mistake is about that is shown at `line`: a key that may be left out, or all of its table.
    /// Something else of the table goes if the key must be there, but `otherwise` picks what.
    fn without(&mut self, line: usize, otherwise: usize) {
        let mut begin = 2;
        for index in 0..self.tables.len() {
            let table = &mut self.tables[index];
            let end = begin + 1 + table.keys.len();
            if !(begin..end).contains(&line) {
                begin = end;
                continue;
            }
            let at = line.checked_sub(begin + 1);
            let optional = |key: &(String, String, bool)| !key.2;
            match at {
                Some(at) if optional(&table.keys[at]) => drop(table.keys.remove(at)),
                _ => {
                    let others = table.keys.iter().enumerate();
                    let others = others.filter(|(_, key)| optional(key));
                    let others: Vec<usize> = others.map(|(index, _)| index).collect();
                    match others.get(otherwise % others.len().max(1)) {
                        Some(other) => drop(table.keys.remove(*other)),
                        None => self.remove(index),
                    }
                }
            }
            return;
        }
    }

    /// Takes a table out, with those that it holds.
    fn remove(&mut self, index: usize) {
        let header = self.tables[index].header.clone();
        let is_version = header.ends_with("version]]");
        let name = header.trim_matches(['[', ']']).to_owned();
        let mut end = index + 1;
        while let Some(next) = self.tables.get(end) {
            let inner = next.header.starts_with("[[");
            let inner = inner && next.header[2..].starts_with(&format!("{name}."));
            if !inner || header.starts_with("[[") && !is_version {
                break;
            }
            end += 1;
        }
        self.tables.drain(index..end);
    }

    /// Takes out what the generator finds wrong, as it says; `otherwise` picks where that leaves a choice.
    pub(crate) fn repair(&mut self, said: &str, mut otherwise: impl FnMut() -> usize) {
        let mut lines: Vec<usize> = Vec::new();
        let mut expects = false;
        for line in said.lines() {
            if line.starts_with("error") {
                expects = true;
            } else if expects && let Some((_, place)) = line.split_once("--> ") {
                expects = false;
                let at = place
                    .split(':')
                    .nth(1)
                    .and_then(|line| line.parse::<usize>().ok());
                lines.extend(at);
            }
        }
        // From the end, so that those before stay where they are.
        lines.sort_unstable();
        lines.dedup();
        for line in lines.into_iter().rev() {
            self.without(line, otherwise());
        }
    }
}

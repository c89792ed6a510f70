//! The table of tried inputs, which is in SECURITY.md. A run adds its counts to it.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

/// The heading of the table, and its line below.
const HEADING: &str = "| target | inputs | MB |\n|---|---:|---:|\n";

/// The beginning of the line that names the last run.
const LAST_RUN: &str = "Last run: ";

/// The name of the last row.
const ALL: &str = "all";

/// A megabyte.
const MB: u64 = 1_000_000;

/// The inputs of a target, and their size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// The number of inputs.
    pub inputs: u64,
    /// Their bytes, in megabytes.
    pub megabytes: u64,
}

/// The rows of the table. The last row is computed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The inputs of each target.
    pub rows: BTreeMap<String, Tried>,
}

impl Table {
    /// The range of the table in a text, with the line of the last run if there is one.
    fn find(text: &str) -> Option<Range<usize>> {
        let start = text.find(HEADING)?;
        let rows = &text[start..];
        let len = rows
            .split_inclusive('\n')
            .take_while(|line| line.starts_with('|'));
        let end = start + len.map(str::len).sum::<usize>();
        let start = text[..start]
            .rfind(&format!("\n{LAST_RUN}"))
            .map_or(start, |at| at + 1);
        Some(start..end)
    }

    /// Reads the table in a text: its rows, and the last row as it is stated.
    pub fn read(text: &str) -> Option<(Self, Tried)> {
        let table = text[Self::find(text)?].split_once(HEADING)?.1;
        let mut rows = BTreeMap::new();
        for line in table.lines() {
            let mut cells = line.trim_matches('|').split('|').map(str::trim);
            let target = cells.next()?.to_owned();
            let mut number = || cells.next()?.replace(',', "").parse().ok();
            let (inputs, megabytes) = (number()?, number()?);
            rows.insert(target, Tried { inputs, megabytes });
        }
        let all = rows.remove(ALL)?;
        Some((Self { rows }, all))
    }

    /// Adds the inputs of a target.
    pub fn add(&mut self, target: &str, inputs: u64, bytes: u64) {
        let row = self.rows.entry(target.to_owned()).or_default();
        row.inputs += inputs;
        row.megabytes += (bytes + MB / 2) / MB;
    }

    /// The sum of all rows.
    pub fn all(&self) -> Tried {
        self.rows.values().fold(Tried::default(), |all, row| Tried {
            inputs: all.inputs + row.inputs,
            megabytes: all.megabytes + row.megabytes,
        })
    }

    /// The text in which this table replaces the old one, with a line for the last run above it.
    pub fn put(&self, text: &str, run: &str) -> Option<String> {
        let place = Self::find(text)?;
        let (before, after) = (&text[..place.start], &text[place.end..]);
        Some(format!("{before}{LAST_RUN}{run}\n\n{self}{after}"))
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HEADING)?;
        let rows = self
            .rows
            .iter()
            .map(|(target, tried)| (target.as_str(), *tried));
        for (target, Tried { inputs, megabytes }) in rows.chain([(ALL, self.all())]) {
            let [inputs, megabytes] = [inputs, megabytes].map(grouped);
            writeln!(f, "| {target} | {inputs} | {megabytes} |")?;
        }
        Ok(())
    }
}

/// A number with commas between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The date of a number of seconds since 1970, in UTC.
pub fn date(seconds: u64) -> String {
    let is_leap =
        |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let (mut year, mut days) = (1970, seconds / 86_400);
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while lengths.get(month).is_some_and(|length| days >= *length) {
        days -= lengths[month];
        month += 1;
    }
    format!("{year}-{:02}-{:02}", month + 1, days + 1)
}

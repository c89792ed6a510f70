//! Prints the differences of instructions.

use std::path::Path;

use dxc_format::FourCC;
use dxil::{UnnumberedLine, UnnumberedLines};
use serde_json::{Value, json};

use super::Pair;
use super::align::{Lines, is_block};
use super::compare::{Compared, Difference, Use, compare};
use super::program::{Form, Function};
use crate::files::Input;
use crate::json::Line;
use crate::text::Text;
use crate::{limit, style};

/// The hint for output that was truncated.
const BY_DUMP: &str = "`dxobj dump --function` prints one function";

/// Prints differences up to the limit of the output.
pub(super) struct Printer<'n> {
    is_json: bool,
    /// The new file, or the file in both folders.
    file: &'n Path,
    text: Text,
    most: usize,
    left_out: usize,
}

impl<'n> Printer<'n> {
    pub(super) fn new(files: [&Input; 2], is_json: bool, file: &'n Path) -> Self {
        let lens = files.map(|file| file.bytes.len());
        let output = limit::of_input(lens[0].max(lens[1])).output;
        Self {
            is_json,
            file,
            text: Text::default(),
            most: usize::try_from(output).unwrap_or(usize::MAX),
            left_out: 0,
        }
    }

    pub(super) fn finish(mut self) -> Text {
        match (self.left_out, self.is_json) {
            (0, _) => {}
            (_, true) => self.text += Line::new(self.file, json!({ "cut": true })).text(),
            (count, false) => self
                .text
                .line(limit::left_out(count, "differences", BY_DUMP)),
        }
        self.text
    }

    /// Adds a text unless the limit is reached.
    fn push(&mut self, text: impl FnOnce(usize) -> Text) {
        match self.most.checked_sub(self.text.len()) {
            Some(left) => self.text += text(left),
            None => self.left_out += 1,
        }
    }

    /// Compares two functions and prints the result, or reports a function that only one side has.
    pub(super) fn print(&mut self, part: FourCC, form: Form, pair: Pair<'_>) {
        let [Some(old), Some(new)] = pair else {
            return self.print_alone(part, pair);
        };
        let lines = [old, new].map(|one| Lines::new(&one.lines));
        let compared = compare(&lines[0], &lines[1], form.kind());
        if compared.differences.is_empty() {
            return;
        }
        let names = Names {
            old,
            new: &renamed(old, new, &lines, &compared),
            form,
        };
        if !self.is_json {
            let differences = &compared.differences;
            let count =
                |is: fn(&Difference) -> bool| differences.iter().filter(|one| is(one)).count();
            let heading = [
                (count(|one| one.new.is_none()), "only in the old"),
                (count(|one| one.old.is_none()), "only in the new"),
                (
                    count(|one| one.old.is_some() && one.new.is_some()),
                    "changed",
                ),
            ];
            let heading = heading.iter().filter(|(count, _)| *count > 0);
            let heading: Vec<_> = heading
                .map(|(count, what)| format!("{count} {what}"))
                .collect();
            self.push(|_| place(part, &old.name, &heading.join(", ")));
        }
        for difference in &compared.differences {
            let one = [(difference.old, old), (difference.new, new)];
            let one =
                one.map(|(index, function)| index.and_then(|index| function.lines.get(index)));
            if self.is_json {
                let file = self.file;
                self.push(|left| names.json(file, part, one, &difference.uses, left));
            } else {
                self.push(|left| names.text(one, &difference.uses, left))
            }
        }
    }

    /// Prints a function that only one side has.
    pub(super) fn print_alone(&mut self, part: FourCC, pair: Pair<'_>) {
        let Some(function) = pair.iter().flatten().next() else {
            return;
        };
        let heads = usize::from(function.lines.name_count() > 0);
        let lines = function.lines.iter().skip(heads);
        let count = lines.filter(|line| !is_block(*line)).count();
        let count = format!("{count} instructions");
        let (file, is_json) = (self.file, self.is_json);
        let [old, new] = pair.map(|side| side.map(|_| count.as_str()));
        self.push(|_| {
            if is_json {
                Line::new(file, object(part, &function.name, old, new)).text()
            } else {
                let side = if old.is_some() { "old" } else { "new" };
                let about = format!("only in the {side}: {count}");
                place(part, &function.name, &about)
            }
        });
    }
}

/// The heading for the differences of a function.
fn place(part: FourCC, name: &str, about: &str) -> Text {
    let mut text = Text::from(part) + if name.is_empty() { "" } else { " " } + style::strong(name);
    text.line(format!(": {about}"));
    text
}

fn object(part: FourCC, function: &str, old: Option<&str>, new: Option<&str>) -> Value {
    let function = Some(function).filter(|name| !name.is_empty());
    json!({ "part": part.to_string(), "function": function, "old": old, "new": new })
}

/// Names the values and blocks of the new function like those of the old one; values without a counterpart get marked
/// names.
fn renamed(
    old: &Function,
    new: &Function,
    [old_lines, new_lines]: &[Lines<'_>; 2],
    compared: &Compared,
) -> UnnumberedLines {
    let name = |(number, name): (u32, &str)| {
        let known = match new_lines.definition(number) {
            Some(line) => {
                let line = compared.old_of.get(line).copied().flatten();
                let line = line.and_then(|line| old_lines.lines.get(line));
                line.and_then(|line| line.defines)
                    .and_then(|to| old.lines.name(to))
            }
            None => old.lines.name(number),
        };
        match (known, name.strip_prefix('%')) {
            (Some(known), _) => known.to_owned(),
            (None, Some(number)) => format!("%+{number}"),
            (None, None) => name.to_owned(),
        }
    };
    let mut renamed = UnnumberedLines::default();
    let names = (0..).map_while(|to| Some((to, new.lines.name(to)?)));
    names.for_each(|one| renamed.push_name(&name(one)));
    renamed
}

struct Names<'f> {
    old: &'f Function,
    /// The names of the new function.
    new: &'f UnnumberedLines,
    form: Form,
}

impl Names<'_> {
    fn of(names: &UnnumberedLines, to: u32) -> &str {
        names.name(to).unwrap_or("%")
    }

    /// Formats a line with the names of its values, in at most this many bytes.
    fn spell(line: UnnumberedLine<'_>, names: &UnnumberedLines, most: usize) -> String {
        let mut spelled = String::new();
        let references = line.references.iter().copied().map(Some);
        for (span, reference) in dxil::line_spans(line).zip(references.chain([None])) {
            spelled.push_str(span);
            spelled.push_str(reference.map_or("", |to| Self::of(names, to)));
            if spelled.len() > most {
                spelled.push_str(" ..");
                break;
            }
        }
        // The cases of a switch are separate lines in other places.
        if spelled.contains("  ") && line.references.len() > 1 {
            spelled.split_whitespace().collect::<Vec<_>>().join(" ")
        } else {
            spelled
        }
    }

    /// The lines for a difference, and one for each changed use.
    fn text(&self, [old, new]: [Option<UnnumberedLine<'_>>; 2], uses: &[Use], most: usize) -> Text {
        let mut text = Text::default();
        if let Some(line) = old {
            let line = Self::spell(line, &self.old.lines, most);
            text.line(style::old(format!("  - {line}")));
        }
        if let Some(line) = new {
            let line = Self::spell(line, self.new, most);
            text.line(style::new(format!("  + {line}")));
        }
        for one in uses {
            if text.len() > most {
                break;
            }
            let [line, old, new] = self.use_of(one);
            text.line(style::dim(format!("      {line} uses {new}, not {old}")));
        }
        text
    }

    fn json(
        &self,
        file: &Path,
        part: FourCC,
        [old, new]: [Option<UnnumberedLine<'_>>; 2],
        uses: &[Use],
        most: usize,
    ) -> Text {
        let old = old.map(|line| Self::spell(line, &self.old.lines, most));
        let new = new.map(|line| Self::spell(line, self.new, most));
        let mut object = object(part, &self.old.name, old.as_deref(), new.as_deref());
        let mut left = most;
        let fits = |one: &[String; 3]| {
            let size = one.iter().map(String::len).sum::<usize>();
            left.checked_sub(size)
                .inspect(|rest| left = *rest)
                .is_some()
        };
        let uses = uses.iter().map(|one| self.use_of(one)).take_while(fits);
        let uses =
            uses.map(|[line, old, new]| json!({ "instruction": line, "old": old, "new": new }));
        let uses: Vec<Value> = uses.collect();
        if !uses.is_empty() {
            object["uses"] = uses.into();
        }
        Line::new(file, object).text()
    }

    /// Describes a use: the instruction, by its result or its text, and the old and the new value.
    fn use_of(&self, one: &Use) -> [String; 3] {
        let line = self.old.lines.get(one.line);
        let shown = line.map_or("", |line| match line.defines {
            Some(defined) => Self::of(&self.old.lines, defined),
            None => (self.form.kind())(line).trim(),
        });
        let [old, new] = [
            Self::of(&self.old.lines, one.old),
            Self::of(self.new, one.new),
        ];
        [shown.to_owned(), old.to_owned(), new.to_owned()]
    }
}

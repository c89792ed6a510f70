//! Reports the results, in the terms of the schemas.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::clang::Answer;
use super::declarations::Unmentioned;
use super::facts::{Fact, Facts, Property, TABLES};
use super::{names, shifts};
use dxc_codegen::diagnostic::{Mistakes, counted};
use dxc_codegen::model::Schema;
use dxc_codegen::outcome::Outcome;
use dxc_codegen::output;
use dxc_codegen::span::Span;

/// Prints all results.
pub(super) fn report(
    schema: &Schema,
    facts: &Facts,
    answers: &[Answer],
    unmentioned: &Unmentioned,
    include: &Path,
) -> Result<Outcome, String> {
    let tables = format!("{}::{TABLES}::", facts.namespace);
    let report = Report {
        schema,
        facts,
        answers,
        tables,
    };
    let differing = report.differing(unmentioned);
    let missing = report.missing();
    let lists = [
        list("these headers do not have:", &missing),
        list("no schema mentions:", &unmentioned.types),
        list("this compiler cannot check:", &report.unprovable()),
    ];
    let (lists, proved, include) = (lists.concat(), report.proved(), include.display());
    output::print(format_args!("{lists}{proved} against {include}\n"))?;
    let is_same = !differing && missing.is_empty() && unmentioned.types.is_empty();
    Ok(Outcome::content_if(is_same))
}

fn list(title: &str, lines: &[String]) -> String {
    match lines {
        [] => String::new(),
        lines => format!("{title}\n  {}\n\n", lines.join("\n  ")),
    }
}

struct Report<'r> {
    schema: &'r Schema,
    facts: &'r Facts,
    answers: &'r [Answer],
    /// The prefix of enums that are made from tables.
    tables: String,
}

impl Report<'_> {
    fn all(&self) -> impl Iterator<Item = (&Fact, &Answer)> {
        self.facts.all.iter().zip(self.answers)
    }

    /// The number of proved facts of each kind.
    fn proved(&self) -> String {
        let proved = || self.all().filter(|(_, answer)| **answer == Answer::Proved);
        let mut kinds: Vec<(&str, usize)> = Vec::new();
        for (fact, _) in proved() {
            let kind = kind(&fact.property);
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, count)) => *count += 1,
                None => kinds.push((kind, 1)),
            }
        }
        let kinds: Vec<String> = kinds
            .iter()
            .map(|(kind, count)| counted(count, kind))
            .collect();
        match proved().count() {
            0 => "no fact was proved".to_owned(),
            all => {
                let all = counted(all, "fact");
                format!("{all} proved ({})", kinds.join(", "))
            }
        }
    }

    /// Shows the facts that the headers contradict, at their locations in the schemas.
    fn differing(&self, unmentioned: &Unmentioned) -> bool {
        let mistakes = Mistakes::default();
        let follow = shifts::follow(&self.facts.all, self.answers);
        for ((fact, answer), _) in self.all().zip(&follow).filter(|(_, follows)| !**follows) {
            let theirs = match answer {
                Answer::Differs(Some(found)) => in_words(&fact.property, found),
                Answer::Differs(None) => "is otherwise".to_owned(),
                Answer::Refused(text) => format!("does not fit: {text}"),
                Answer::Proved | Answer::Missing | Answer::Unprovable => continue,
            };
            let ours = in_words(&fact.property, &fact.expected.to_string());
            let noted = mistakes.note(&fact.span, format!("`{}` {ours}", fact.subject));
            noted.help(format!("LLVM's `{}` {theirs}", self.name(fact)));
        }
        for (holder, name) in &unmentioned.members {
            if let Some(fact) = self.facts.all.iter().rfind(|fact| fact.holder == *holder) {
                let item = fact.subject.split([':', ',']).next().unwrap_or_default();
                let what = format!(
                    "`{item}` has nothing for LLVM's `{}`",
                    self.without_namespace(name)
                );
                let noted = mistakes.note(&fact.span, what);
                noted.help("add it; use `reserved` for fields without a meaning");
            }
        }
        names::swapped(self.schema, &mistakes);
        if mistakes.is_empty() {
            return false;
        }
        let (rendered, count) = mistakes.render(&self.schema.sources);
        let count = counted(count, "difference");
        let further = match follow.iter().filter(|follows| **follows).count() {
            0 => String::new(),
            number => format!("; following from them: {number}"),
        };
        output::say(format_args!(
            "{rendered}\n\n{count} between the schemas and the headers{further}"
        ));
        true
    }

    /// Declarations that the headers lack: whole types, or some of their members.
    fn missing(&self) -> Vec<String> {
        let mut holders: BTreeMap<&str, Vec<(&Fact, &Answer)>> = BTreeMap::new();
        for (fact, answer) in self.all() {
            holders
                .entry(&fact.holder)
                .or_default()
                .push((fact, answer));
        }
        let mut lines = Vec::new();
        for (holder, all) in holders {
            let lacks = |(_, answer): &&(&Fact, &Answer)| **answer == Answer::Missing;
            let missing = all.iter().filter(lacks);
            if let [(first, _), ..] = all[..]
                && missing.clone().count() == all.len()
            {
                let place = self.place(&first.span);
                lines.push(format!(
                    "{} ({place}), {}",
                    self.without_namespace(holder),
                    counted(all.len(), "fact")
                ));
                continue;
            }
            lines.extend(
                self.subjects_of(
                    missing
                        .map(|(fact, _)| *fact)
                        .filter(|fact| !fact.elsewhere),
                ),
            );
        }
        lines
    }

    fn unprovable(&self) -> Vec<String> {
        let unprovable = |(_, answer): &(&Fact, &Answer)| **answer == Answer::Unprovable;
        self.subjects_of(self.all().filter(unprovable).map(|(fact, _)| fact))
    }

    /// The subjects of facts without duplicates, each with the location of its first fact.
    fn subjects_of<'f>(&self, facts: impl Iterator<Item = &'f Fact>) -> Vec<String> {
        let mut seen = BTreeSet::new();
        let first = facts.filter(|fact| seen.insert((&fact.holder, &fact.member)));
        first
            .map(|fact| format!("{} ({})", self.name(fact), self.place(&fact.span)))
            .collect()
    }

    /// The C++ name of the subject of a fact.
    fn name(&self, fact: &Fact) -> String {
        let holder = self.without_namespace(&fact.holder);
        match &fact.member {
            Some(member) => format!("{holder}::{member}"),
            None => holder.to_owned(),
        }
    }

    /// A name without the namespace that only the generated C++ file has.
    fn without_namespace<'n>(&self, name: &'n str) -> &'n str {
        name.strip_prefix(&self.tables).unwrap_or(name)
    }

    fn place(&self, span: &Span) -> String {
        self.schema.sources[span.file].place(span)
    }
}

fn kind(property: &Property) -> &'static str {
    match property {
        Property::Size => "size",
        Property::Offset => "offset",
        Property::FirstBit | Property::Bits => "bit-field fact",
        Property::Value | Property::Mask => "value",
        Property::Type(_) | Property::Float => "type",
    }
}

fn in_words(property: &Property, number: &str) -> String {
    match property {
        Property::Size => format!("has {}", counted(number, "byte")),
        Property::Offset => format!("begins at byte {number}"),
        Property::FirstBit => format!("begins at bit {number}"),
        Property::Bits => format!("has {}", counted(number, "bit")),
        Property::Value => format!("is {number}"),
        Property::Mask => match number.parse::<u64>() {
            Ok(mask) if mask.is_power_of_two() => format!("is bit {}", mask.trailing_zeros()),
            Ok(mask) => format!("is {mask:#x}"),
            Err(_) => format!("is {number}"),
        },
        Property::Type(ty) if number == "1" => format!("is a `{ty}`"),
        Property::Type(ty) => format!("is not a `{ty}`"),
        Property::Float if number == "1" => "is a float".to_owned(),
        Property::Float => "is not a float".to_owned(),
    }
}

//! The differences of two schemas: their items and parts by name.

use crate::diagnostic::{Text, counted};
use crate::model::{Arm, Content, Item, Parameter, Part, Schema, Sequence};

use super::changes::{Change, Changes, Pair, pairs, within};
use super::rules::*;
use super::words::{Word, in_cpp, in_documents, listed, text, type_text};
use super::{enums, records};

/// Finds all differences, in the order of the new state; what is gone comes last.
pub(super) fn compare(old: &Schema, new: &Schema) -> Vec<Change> {
    let mut changes = Changes {
        old,
        new,
        found: Vec::new(),
    };
    for pair in pairs(&old.items, &new.items, |item| &item.name, |_, _| false) {
        match pair {
            Pair::Kept(before, item) => changes.item(before, item),
            Pair::Added(item) => changes.note(&ITEM_ADDED, &item.name, kind(&item.content)),
            Pair::Gone(item) => changes.gone(&ITEM_REMOVED, &item.name, kind(&item.content)),
            Pair::Renamed(..) => {}
        }
    }
    changes.parts();
    changes.found
}

/// The fields of a struct, be it a record or not.
fn sequence(content: &Content) -> Option<Sequence> {
    let fields = match content {
        Content::Sequence(sequence) => &sequence.fields,
        Content::Record { fields } => fields,
        _ => return None,
    };
    Some(Sequence {
        fields: fields.clone(),
        ..Sequence::default()
    })
}

/// The kind of an item, in words of the schema language.
fn kind(content: &Content) -> &'static str {
    match content {
        Content::Enum(_) => "enum",
        Content::Flags(_) => "flags",
        Content::Bits(_) => "bits",
        Content::Record { .. } | Content::Sequence(_) => "struct",
        Content::Versioned(_) => "struct with versions",
        Content::Union(_) => "switch with a `size`",
        Content::Choice(_) => "switch",
        Content::Let(_) => "let",
    }
}

impl Changes<'_> {
    fn item(&mut self, old: &Item, new: &Item) {
        let name = &new.name;
        let (before, now) = (item_words(self.old, old), item_words(self.new, new));
        self.words(name, &before, &now);
        if kind(&old.content) != kind(&new.content) {
            return;
        }
        let before = content_words(self.old, &old.content);
        let now = content_words(self.new, &new.content);
        self.words(name, &before, &now);
        match (&old.content, &new.content) {
            (Content::Enum(old), Content::Enum(new))
            | (Content::Flags(old), Content::Flags(new)) => self.enumeration(name, old, new),
            (Content::Bits(old), Content::Bits(new)) => {
                let old = records::of_bits(self.old, old);
                let new = records::of_bits(self.new, new);
                self.laid_out(name, &old, &new);
            }
            (Content::Record { fields: old }, Content::Record { fields: new }) => {
                self.fields(name, (0, old), (0, new))
            }
            (Content::Versioned(old), Content::Versioned(new)) => self.versions(name, old, new),
            (Content::Union(old), Content::Union(new)) => {
                self.arms(name, &old.arms, &new.arms, &ARM_REMOVED);
            }
            (Content::Choice(old), Content::Choice(new)) => {
                self.arms(name, &old.arms, &new.arms, &SELECTED_ARM_REMOVED);
            }
            (old, new) => {
                if let (Some(old), Some(new)) = (sequence(old), sequence(new)) {
                    self.sequence(name, &old, &new);
                }
            }
        }
    }

    fn arms(&mut self, name: &str, old: &[Arm], new: &[Arm], removed: &'static Rule) {
        let subject = |arm: &Arm| within(name, ".", &arm.name);
        let words = |schema: &Schema, arm: &Arm| {
            let content = Word::new(&ARM_CHANGED, "it", arm_text(schema, arm));
            let documents = in_documents(&arm.name, &arm.shown);
            [content, documents, in_cpp(&arm.cpp)]
        };
        for pair in pairs(old, new, |arm| &arm.name, |_, _| false) {
            match pair {
                Pair::Kept(before, arm) => {
                    let (before, now) = (words(self.old, before), words(self.new, arm));
                    self.words(&subject(arm), &before, &now);
                }
                Pair::Added(arm) => {
                    self.note(&ARM_ADDED, &subject(arm), arm_text(self.new, arm));
                }
                Pair::Gone(arm) => self.gone(removed, &subject(arm), arm_text(self.old, arm)),
                Pair::Renamed(..) => {}
            }
        }
    }

    fn parts(&mut self) {
        let (old, new) = (self.old, self.new);
        let mut left: Vec<_> = codes(old).collect();
        // Several parts of one FourCC are distinguished by their types, as far as these stay.
        let mut changed = Vec::new();
        for (code, part) in codes(new) {
            let stays = |(other, before): &(&Text, &Part)| {
                other.value == code.value && held(old, before) == held(new, part)
            };
            match left.iter().position(stays) {
                Some(at) => self.part(code, left.remove(at).1, part),
                None => changed.push((code, part)),
            }
        }
        for (code, part) in changed {
            let before = left.iter().position(|(other, _)| other.value == code.value);
            match before {
                Some(at) => self.part(code, left.remove(at).1, part),
                None => {
                    self.note(&PART_ADDED, &within("part", " ", code), held(new, part));
                }
            }
        }
        for (code, part) in left {
            self.gone(&PART_REMOVED, &within("part", " ", code), held(old, part));
        }
    }

    fn part(&mut self, code: &Text, before: &Part, part: &Part) {
        let (before, now) = (part_words(self.old, before), part_words(self.new, part));
        self.words(&within("part", " ", code), &before, &now);
    }
}

/// The words of any item.
fn item_words(schema: &Schema, item: &Item) -> [Word; 3] {
    [
        Word::new(&ITEM_MOVED, "its module", schema.module(item)),
        Word::new(&MIRROR_CHANGED, "its C++ name", names(item.mirrored())),
        Word::new(&ITEM_KIND_CHANGED, "it", kind(&item.content)),
    ]
}

/// The words of an item that its kind has.
fn content_words(schema: &Schema, content: &Content) -> Vec<Word> {
    match content {
        Content::Enum(of) | Content::Flags(of) => enums::words(of),
        Content::Bits(of) => {
            let integer = format!("u{}", of.bits);
            vec![Word::new(&RECORD_SIZE_CHANGED, "its integer", integer)]
        }
        Content::Record { .. } => Vec::new(),
        Content::Versioned(of) => {
            let by = if of.by_size { "size" } else { "value" };
            vec![
                taken(schema, &of.takes),
                Word::new(&SELECTOR_CHANGED, "the selector of its version", by),
            ]
        }
        Content::Union(of) => {
            let size = counted(of.size.value, "byte");
            let by = format!("{}: {}", of.select.value, of.by.value);
            vec![
                Word::new(&RECORD_SIZE_CHANGED, "its size", size),
                Word::new(&SELECTOR_CHANGED, "its selector", by),
            ]
        }
        Content::Choice(of) => vec![
            taken(schema, &of.takes),
            Word::new(&SELECTOR_CHANGED, "its selector", of.by()),
        ],
        Content::Sequence(of) => {
            let follows = of.follows.as_ref();
            let shown = listed([
                of.key.as_ref().map(|key| key.value.clone()),
                follows.map(|follows| format!("follows {}", follows.value)),
            ]);
            vec![
                taken(schema, &of.takes),
                Word::new(&DOCUMENT_CHANGED, "how documents show it", shown),
            ]
        }
        Content::Let(of) => vec![
            Word::new(&FUNCTION_CHANGED, "what it takes", names(&of.args)),
            Word::expression(&FUNCTION_CHANGED, "it", Some(&of.is)),
        ],
    }
}

fn taken(schema: &Schema, takes: &[Parameter]) -> Word {
    let takes = takes.iter().map(|parameter| {
        let ty = type_text(schema, &parameter.ty);
        Some(format!("{}: {ty}", parameter.name.value))
    });
    Word::new(&PARAMETERS_CHANGED, "what it takes", listed(takes))
}

fn names<'t>(texts: impl IntoIterator<Item = &'t Text>) -> String {
    listed(texts.into_iter().map(|text| Some(text.value.clone())))
}

/// The content of an arm, and its selectors.
fn arm_text(schema: &Schema, arm: &Arm) -> String {
    format!("{} for {}", type_text(schema, &arm.ty), names(&arm.when))
}

fn part_words(schema: &Schema, part: &Part) -> [Word; 7] {
    let begins = text(part.begins.as_ref()).escape_debug().to_string();
    let handled = [
        (part.optional, "optional"),
        (part.repeats, "repeats"),
        (part.last.is_some(), "last"),
    ];
    let handled = listed(handled.map(|(is_said, word)| is_said.then(|| word.to_owned())));
    let document = match part.llvm {
        Some(version) => format!("the first, since LLVM {version}"),
        None => "the rest".to_owned(),
    };
    let strip = part.strip.as_deref().unwrap_or_default();
    let models = part.models.as_deref().unwrap_or_default();
    let word = |rule, what, text: &str| Word::new(rule, what, text);
    [
        word(&PART_TYPE_CHANGED, "its type", held(schema, part)),
        word(
            &PART_WRITERS_CHANGED,
            "who writes it",
            &names(&part.writers),
        ),
        word(&PART_WRITERS_CHANGED, "what has it", models),
        word(&PART_TOLD_OTHERWISE, "what it begins with", &begins),
        word(&PART_HANDLING_CHANGED, "what it is stripped for", strip),
        word(&PART_HANDLING_CHANGED, "where it may stand", &handled),
        word(&DOCUMENT_CHANGED, "the document that shows it", &document),
    ]
}

/// The content of a part.
fn held<'s>(schema: &'s Schema, part: &Part) -> &'s str {
    part.ty.as_ref().map_or("bytes", |ty| type_text(schema, ty))
}

fn codes(schema: &Schema) -> impl Iterator<Item = (&Text, &Part)> {
    let parts = schema.parts.iter();
    parts.flat_map(|part| part.codes.iter().map(move |code| (code, part)))
}

//! The differences of two schemas: their items and parts by name.

use crate::diagnostic::{Span, Spanned, counted};
use crate::model::{Arm, Bits, Content, Item, Let, Parameter, Part, Schema, Switch, Union};

use super::changes::{Change, Changes};
use super::records;
use super::rules::*;
use super::words::{in_cpp, in_documents, listed, text, type_text};

/// Finds all differences, in the order of the new state; what is gone comes last.
pub(super) fn compare(old: &Schema, new: &Schema) -> Vec<Change> {
    let mut changes = Changes {
        old,
        new,
        found: Vec::new(),
    };
    for item in &new.items {
        let name = item.name.value.clone();
        match old.item(&name) {
            Some(before) => changes.item(before, item),
            None => changes.note(
                &ITEM_ADDED,
                &item.name.span,
                name,
                kind(&item.content).to_owned(),
            ),
        }
    }
    for item in old
        .items
        .iter()
        .filter(|item| new.item(&item.name).is_none())
    {
        let name = item.name.value.clone();
        changes.gone(
            &ITEM_REMOVED,
            &item.name.span,
            name,
            kind(&item.content).to_owned(),
        );
    }
    changes.parts();
    changes.found
}

/// The kind of an item, in a word of the schema language.
fn kind(content: &Content) -> &'static str {
    match content {
        Content::Enum(_) => "enum",
        Content::Flags(_) => "flags",
        Content::Bits(_) => "bits",
        Content::Record(_) => "record",
        Content::Versioned(_) => "versioned",
        Content::Union(_) => "union",
        Content::Choice(_) => "choice",
        Content::Sequence(_) => "sequence",
        Content::Let(_) => "let",
    }
}

impl Changes<'_> {
    fn item(&mut self, old: &Item, new: &Item) {
        let name = new.name.value.as_str();
        let span = &new.name.span;
        let modules = (
            self.old.module(old).to_owned(),
            self.new.module(new).to_owned(),
        );
        self.differs(
            &ITEM_MOVED,
            span,
            name,
            ("its module", &modules.0, &modules.1),
        );
        let mirrored = |item: &Item| {
            let names = item.mirrored().map(|name| name.value.clone());
            names.collect::<Vec<_>>().join(", ")
        };
        let cpp = (mirrored(old), mirrored(new));
        self.differs(
            &MIRROR_CHANGED,
            span,
            name,
            ("its C++ name", &cpp.0, &cpp.1),
        );
        match (&old.content, &new.content) {
            (Content::Enum(old), Content::Enum(new))
            | (Content::Flags(old), Content::Flags(new)) => {
                self.enumeration(name, span, old, new);
            }
            (Content::Bits(old), Content::Bits(new)) => self.bits(name, span, old, new),
            (Content::Record(old), Content::Record(new)) => {
                self.fields(name, span, old, new);
            }
            (Content::Versioned(old), Content::Versioned(new)) => {
                self.parameters(name, span, &old.takes, &new.takes);
                self.versions(name, span, old, new);
            }
            (Content::Union(old), Content::Union(new)) => self.union(name, span, old, new),
            (Content::Choice(old), Content::Choice(new)) => self.choice(name, span, old, new),
            (Content::Sequence(old), Content::Sequence(new)) => {
                self.parameters(name, span, &old.takes, &new.takes);
                self.sequence(name, span, old, new);
            }
            (Content::Let(old), Content::Let(new)) => self.function(name, span, old, new),
            (old, new) => {
                self.differs(&ITEM_KIND_CHANGED, span, name, ("it", kind(old), kind(new)));
            }
        }
    }

    fn bits(&mut self, name: &str, span: &Span, old: &Bits, new: &Bits) {
        let bits = |item: &Bits| format!("u{}", item.bits);
        self.differs(
            &RECORD_SIZE_CHANGED,
            span,
            name,
            ("its integer", &bits(old), &bits(new)),
        );
        let (old, new) = (
            records::of_bits(self.old, old),
            records::of_bits(self.new, new),
        );
        self.laid_out(name, &old, &new);
    }

    fn union(&mut self, name: &str, span: &Span, old: &Union, new: &Union) {
        let size = |union: &Union| counted(union.size.value, "byte");
        self.differs(
            &RECORD_SIZE_CHANGED,
            span,
            name,
            ("its size", &size(old), &size(new)),
        );
        let by = |union: &Union| format!("{}: {}", union.select.value, union.by.value);
        self.differs(
            &SELECTOR_CHANGED,
            span,
            name,
            ("its selector", &by(old), &by(new)),
        );
        self.arms(name, &old.arms, &new.arms, &ARM_REMOVED);
    }

    fn choice(&mut self, name: &str, span: &Span, old: &Switch, new: &Switch) {
        self.parameters(name, span, &old.takes, &new.takes);
        let selectors = ("its selector", old.by(), new.by());
        self.differs(&SELECTOR_CHANGED, span, name, selectors);
        self.arms(name, &old.arms, &new.arms, &CHOICE_ARM_REMOVED);
    }

    fn arms(&mut self, name: &str, old: &[Arm], new: &[Arm], removed: &'static Rule) {
        let subject = |arm: &Arm| format!("{name}.{}", arm.name.value);
        let find = |arms: &[Arm], name: &str| arms.iter().position(|arm| arm.name.value == name);
        let content = |schema: &Schema, arm: &Arm| {
            let selectors: Vec<&str> = arm.when.iter().map(|selector| selector.as_str()).collect();
            format!(
                "{} for {}",
                type_text(schema, &arm.ty),
                selectors.join(", ")
            )
        };
        for arm in new {
            let now = content(self.new, arm);
            match find(old, &arm.name) {
                Some(at) => {
                    let before = content(self.old, &old[at]);
                    let (span, subject) = (&arm.name.span, subject(arm));
                    self.differs(&ARM_CHANGED, span, &subject, ("it", &before, &now));
                    let words = |arm: &Arm| [in_documents(&arm.name, &arm.shown), in_cpp(&arm.cpp)];
                    self.words(span, &subject, &words(&old[at]), &words(arm));
                }
                None => self.note(&ARM_ADDED, &arm.name.span, subject(arm), now),
            }
        }
        for arm in old.iter().filter(|arm| find(new, &arm.name).is_none()) {
            self.gone(
                removed,
                &arm.name.span,
                subject(arm),
                content(self.old, arm),
            );
        }
    }

    fn parameters(&mut self, name: &str, span: &Span, old: &[Parameter], new: &[Parameter]) {
        let spelled = |schema: &Schema, takes: &[Parameter]| {
            let one = |taken: &Parameter| {
                format!("{}: {}", taken.name.value, type_text(schema, &taken.ty))
            };
            takes.iter().map(one).collect::<Vec<_>>().join(", ")
        };
        let takes = (spelled(self.old, old), spelled(self.new, new));
        self.differs(
            &PARAMETERS_CHANGED,
            span,
            name,
            ("what it takes", &takes.0, &takes.1),
        );
    }

    fn function(&mut self, name: &str, span: &Span, old: &Let, new: &Let) {
        let args = |function: &Let| {
            function
                .args
                .iter()
                .map(|arg| arg.value.clone())
                .collect::<Vec<_>>()
                .join(", ")
        };
        self.differs(
            &FUNCTION_CHANGED,
            span,
            name,
            ("what it takes", &args(old), &args(new)),
        );
        if old.is != new.is {
            self.differs(&FUNCTION_CHANGED, span, name, ("it", &old.is, &new.is));
        }
    }

    fn parts(&mut self) {
        let (old, new) = (self.old, self.new);
        let mut left: Vec<_> = codes(old).collect();
        // Several parts of one FourCC are distinguished by their types, as far as these stay.
        let mut changed = Vec::new();
        for (code, part) in codes(new) {
            let stays = |(other, before): &(&Spanned<String>, &Part)| {
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
                    let subject = format!("part {}", code.value);
                    self.note(&PART_ADDED, &code.span, subject, held(new, part));
                }
            }
        }
        for (code, part) in left {
            let subject = format!("part {}", code.value);
            self.gone(&PART_REMOVED, &code.span, subject, held(old, part));
        }
    }

    fn part(&mut self, code: &Spanned<String>, before: &Part, part: &Part) {
        let subject = format!("part {}", code.value);
        let types = (held(self.old, before), held(self.new, part));
        self.differs(
            &PART_TYPE_CHANGED,
            &code.span,
            &subject,
            ("its type", &types.0, &types.1),
        );
        let writers = |part: &Part| {
            let names = part.writers.iter().map(|writer| writer.as_str());
            names.collect::<Vec<_>>().join(", ")
        };
        let strip = |part: &Part| part.strip.clone().unwrap_or_default();
        let models = |part: &Part| part.models.clone().unwrap_or_default();
        let begins = |part: &Part| text(part.begins.as_ref()).escape_debug().to_string();
        let handled = |part: &Part| {
            let words = [(part.repeats, "repeats"), (part.last.is_some(), "last")];
            listed(words.map(|(is_said, word)| is_said.then(|| word.to_owned())))
        };
        let document = |part: &Part| {
            let document = if part.llvm { "the first" } else { "the rest" };
            document.to_owned()
        };
        type Said<'s> = (&'static Rule, &'s str, &'s dyn Fn(&Part) -> String);
        let said: [Said<'_>; 6] = [
            (&PART_WRITERS_CHANGED, "who writes it", &writers),
            (&PART_WRITERS_CHANGED, "what has it", &models),
            (&PART_TOLD_OTHERWISE, "what it begins with", &begins),
            (&PART_HANDLING_CHANGED, "what it is stripped for", &strip),
            (&PART_HANDLING_CHANGED, "where it may stand", &handled),
            (&DOCUMENT_CHANGED, "the document that shows it", &document),
        ];
        for (rule, what, said) in said {
            let (old, new) = (said(before), said(part));
            self.differs(rule, &code.span, &subject, (what, &old, &new));
        }
    }
}

/// The content of a part.
fn held(schema: &Schema, part: &Part) -> String {
    match &part.ty {
        Some(ty) => type_text(schema, ty).to_owned(),
        None => "bytes".to_owned(),
    }
}

fn codes(schema: &Schema) -> impl Iterator<Item = (&Spanned<String>, &Part)> {
    let parts = schema.parts.iter();
    parts.flat_map(|part| part.codes.iter().map(move |code| (code, part)))
}

//! `#include`: a callback provides the included files.

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::ops::Range;

use super::code::Code;
use super::reading::Reading;
use super::token::Token;
use crate::text::root_signature::cursor::short;
use crate::text::root_signature::diagnostic::Diagnostic;
use crate::text::root_signature::sources::Included;

/// The maximum nesting of included files.
const DEEPEST: usize = 64;

/// The maximum number of inclusions, counting repetitions.
const MOST_FILES: usize = 1024;

/// The maximum total size of the included files in bytes.
const MOST_BYTES: usize = 16 << 20;

/// The file that an `#include` requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Include<'a> {
    /// The name in the quotes or angle brackets, such as `shared/Common.hlsli`.
    pub name: &'a str,
    /// Whether the name is in angle brackets, so that the folder of the including file is not searched.
    pub is_angled: bool,
    /// The name of the included file that contains the directive; `None` in the main file.
    pub from: Option<&'a str>,
}

/// A file that is included.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IncludedFile {
    /// Its name. It appears in messages, `#pragma once` compares it, and it is the `from` of nested includes.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl IncludedFile {
    /// A file with this name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
        }
    }
}

/// Opens the file that an `#include` requests.
pub(super) type Open<'s> = &'s mut (dyn FnMut(&Include<'_>) -> Option<IncludedFile> + 's);

/// The source of included files, and their storage.
pub(super) struct Includes<'s> {
    open: Option<Open<'s>>,
    kept: &'s [OnceCell<Arc<Included>>],
    bytes: usize,
}

/// The storage for included files.
pub(super) fn shelf() -> Vec<OnceCell<Arc<Included>>> {
    (0..MOST_FILES).map(|_| OnceCell::new()).collect()
}

impl<'s> Includes<'s> {
    /// No file is included.
    pub(super) fn none() -> Self {
        Self {
            open: None,
            kept: &[],
            bytes: 0,
        }
    }

    pub(super) fn new(open: Open<'s>, kept: &'s [OnceCell<Arc<Included>>]) -> Self {
        Self {
            open: Some(open),
            kept,
            bytes: 0,
        }
    }

    /// Why a file is not read.
    pub(super) fn why_unread(&self) -> &'static str {
        match self.open {
            Some(_) => "this file is not found",
            None => "other files are not read",
        }
    }
}

impl<'s> Code<'s> {
    /// Continues with the file that a directive includes.
    pub(super) fn include(&mut self, start: usize) {
        let (name, is_angled) = self.included_name();
        self.skip_line();
        let place = start..self.now.cursor.read;
        let Some(open) = &mut self.includes.open else {
            if self.unread.is_none() {
                self.note(Diagnostic::new(place.clone(), self.includes.why_unread()));
            }
            return self.leave_unread(place);
        };
        let Some(name) = name else {
            let message = "expected a file name in quotes or angle brackets";
            self.note(Diagnostic::new(place.clone(), message));
            return self.leave_unread(place);
        };
        let include = Include {
            name,
            is_angled,
            from: self.now.name,
        };
        let Some(file) = open(&include) else {
            let message = format!("`{}` is not found", short(name));
            self.note(Diagnostic::new(place.clone(), message));
            return self.leave_unread(place);
        };
        if self.once.contains(file.name.as_str()) {
            return;
        }
        if let Err(message) = self.enter(file, start) {
            self.wrong.push(Diagnostic::new(place, message));
        }
    }

    /// The name of the file that a directive includes, and whether it is in angle brackets.
    fn included_name(&self) -> (Option<&'s str>, bool) {
        let cursor = &self.now.cursor;
        match (cursor.peek(), cursor.text()) {
            (Some(Token::Literal), word) => (word.get(1..word.len().saturating_sub(1)), false),
            (Some(Token::Operator), "<") => {
                let line = cursor.rest().lines().next().unwrap_or_default();
                let inside = line.get(1..).and_then(|line| line.split_once('>'));
                (inside.map(|(name, _)| name), true)
            }
            _ => (None, false),
        }
    }

    /// Adds a note for an unread file: brackets and macros may be missing.
    fn leave_unread(&mut self, place: Range<usize>) {
        self.brackets_hidden = true;
        self.unread.get_or_insert(place);
    }

    /// Reads an included file next.
    fn enter(&mut self, file: IncludedFile, start: usize) -> Result<(), &'static str> {
        if self.waiting.len() >= DEEPEST {
            return Err("files include one another more than 64 deep");
        }
        let slot = self.includes.kept.get(self.sources.included());
        let slot = slot.ok_or("more than 1024 files are included")?;
        let bytes = self.includes.bytes.saturating_add(file.text.len());
        if bytes > MOST_BYTES {
            return Err("the included files have more than 16 MiB together");
        }
        self.includes.bytes = bytes;
        let (base, included) = self.sources.include(self.file, file.name, file.text, start);
        let kept = slot.get_or_init(|| included);
        self.macros.add_file(&kept.text);
        let next = Reading::new(&kept.text, base, Some(&kept.name), self.conditionals.len());
        self.waiting.push(core::mem::replace(&mut self.now, next));
        self.line_begins = true;
        Ok(())
    }
}

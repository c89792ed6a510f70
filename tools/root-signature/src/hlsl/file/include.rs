//! Processes `#include`: a callback provides the included files.

use alloc::format;
use alloc::string::String;
use core::ops::Range;

use super::code::Code;
use super::includes::{Include, IncludedFile};
use super::reading::Reading;
use super::token::Token;
use crate::cursor::short;
use crate::diagnostic::Diagnostic;

/// The maximum nesting of included files.
const DEEPEST: usize = 64;

/// The maximum total size of the included files in bytes.
const MOST_BYTES: usize = 16 << 20;

impl<'s> Code<'s> {
    /// Continues with the file that a directive includes.
    pub(super) fn include(&mut self, start: usize) {
        let (name, is_angled) = self.included_name();
        self.skip_line();
        let place = start..self.now.cursor.read;
        let file = match (&mut self.includes.open, name) {
            (None, _) => Err(self.includes.why_unread().into()),
            (Some(_), None) => Err("expected a file name in quotes or angle brackets".into()),
            (Some(open), Some(name)) => {
                let include = Include {
                    name,
                    is_angled,
                    from: self.now.name,
                };
                open(&include).ok_or_else(|| format!("`{}` is not found", short(name)))
            }
        };
        let file = match file {
            Ok(file) => file,
            Err(message) => return self.leave_unread(place, message),
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

    /// Adds a note for a file that is not read: brackets and macros may be missing. If no files are read at all, the
    /// first note suffices.
    fn leave_unread(&mut self, place: Range<usize>, message: String) {
        if self.includes.open.is_some() || self.unread.is_none() {
            self.note(Diagnostic::new(place.clone(), message));
        }
        self.brackets_hidden = true;
        self.unread.get_or_insert(place);
    }

    /// Continues reading in an included file.
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

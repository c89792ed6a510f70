//! The requests of `#include`, and the files that the callback returns.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::OnceCell;

use crate::sources::Included;

/// The maximum number of inclusions, counting repetitions.
const MOST_FILES: usize = 1024;

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

/// The callback that opens included files, and their storage. By default, no file is included.
#[derive(Default)]
pub(super) struct Includes<'s> {
    pub(super) open: Option<Open<'s>>,
    pub(super) kept: &'s [OnceCell<Arc<Included>>],
    pub(super) bytes: usize,
}

/// The storage for included files.
pub(super) fn shelf() -> Vec<OnceCell<Arc<Included>>> {
    (0..MOST_FILES).map(|_| OnceCell::new()).collect()
}

impl Includes<'_> {
    /// The reason why a file is not read.
    pub(super) fn why_unread(&self) -> &'static str {
        match self.open {
            Some(_) => "this file is not found",
            None => "other files are not read",
        }
    }
}

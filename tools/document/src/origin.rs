//! Locates an error of a document in its source text.

use alloc::boxed::Box;
use core::ops::Range;

use super::Document;
use super::path::steps;
use super::render::placed;
use super::seek::seek;
use super::text::EXTENSION;
use dxc_runtime::values::DocumentError;

/// The text that a document was read from, if it was read from one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origin(Option<Text>);

#[derive(Clone, Debug)]
struct Text {
    text: Box<str>,
    /// The index of the first document's key that contained the extension, if the extension was not a separate document.
    extension_key: Option<usize>,
}

/// The origin does not affect the equality of documents.
impl PartialEq for Origin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Origin {
    pub(crate) fn new(text: &str, extension_key: Option<usize>) -> Self {
        Self(Some(Text {
            text: text.into(),
            extension_key,
        }))
    }
}

impl Document {
    /// A problem at its place in the text that the document was read from, if it was read from one.
    pub(crate) fn located(&self, problem: DocumentError) -> DocumentError {
        let Origin(Some(text)) = &self.origin else {
            return problem;
        };
        match text.span(self, &problem) {
            Some(span) => placed(problem, span, &text.text),
            None => problem,
        }
    }
}

impl Text {
    /// The span of a problem of the document in the text.
    fn span(&self, document: &Document, problem: &DocumentError) -> Option<Range<usize>> {
        let path = problem.path();
        let in_extension = path.strip_prefix(EXTENSION);
        let in_extension = in_extension.filter(|path| path.is_empty() || path.starts_with('.'));
        let Some((path, extension)) = in_extension.zip(document.extension.as_ref()) else {
            let (mut steps, is_all) = steps(&document.node, path);
            // The key of the extension was among these keys.
            match (steps.first_mut(), self.extension_key) {
                (Some(first), Some(extension)) if *first >= extension => *first += 1,
                _ => {}
            }
            return seek(&self.text, &steps, problem.is_of_key() || !is_all);
        };
        let (mut steps, is_all) = steps(extension, path.trim_start_matches('.'));
        let is_of_key = problem.is_of_key() || !is_all;
        if let Some(key) = self.extension_key {
            steps.insert(0, key);
            return seek(&self.text, &steps, is_of_key);
        }
        let from = last_document(&self.text)?;
        let found = seek(self.text.get(from..)?, &steps, is_of_key)?;
        Some(from + found.start..from + found.end)
    }
}

/// Where the last document of several begins.
pub(crate) fn last_document(text: &str) -> Option<usize> {
    let mut end = text.len();
    text.split_inclusive('\n').rev().find_map(|line| {
        end -= line.len();
        let after = line.strip_prefix("---")?;
        let begins = after.is_empty() || after.starts_with(char::is_whitespace);
        begins.then_some(end)
    })
}

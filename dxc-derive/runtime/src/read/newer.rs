//! Finds records of newer versions before an error: a newer version may define the bytes after such a record, too.

use super::walk::{Content, Sink, Span};
use crate::error::{Error, NewerRecord};
use crate::structures::sequence::Sequence;

/// The error of a part, with the first record before it that is larger than this version knows.
#[cold]
#[inline(never)]
pub fn explain<T: Sequence>(error: Error, bytes: &[u8], args: T::Args) -> Error {
    let mut search = Search(None);
    // The walk ends at the same error as before.
    let _ = T::walk(bytes, args, &mut search as &mut dyn Sink);
    error.behind_newer(search.0)
}

struct Search(Option<NewerRecord>);

impl Sink for Search {
    fn span(&mut self, span: Span) {
        let (size, known) = match span.content {
            Content::Sized { known, .. } => (span.size, known),
            Content::Run { known, stride, .. } => (stride, known),
            _ => return,
        };
        if size > known && self.0.is_none() {
            let field = span.name;
            self.0 = Some(NewerRecord { field, size, known });
        }
    }
}

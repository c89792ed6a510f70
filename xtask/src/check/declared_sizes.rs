//! The sizes in comments: `[struct.Info.v0] # 24 bytes`.

use crate::diagnostic::Span;
use crate::model::{Version, Versioned};

use super::Checker;

impl Checker<'_> {
    /// The size in the comment is the size of the fields.
    pub(super) fn declared_sizes(&self, versioned: &Versioned) {
        for (version, size) in versioned.versions.iter().zip(versioned.sizes(self.schema)) {
            let (Some((told, span)), Some(size)) = (self.declared_size(version), size) else {
                continue;
            };
            if told.parse() != Ok(size) {
                self.note(
                    &span,
                    format!("this version has {size} bytes, but the comment says {told}"),
                )
                .help(format!("write `# {size} bytes`"));
            }
        }
    }

    /// The number in the comment behind the heading of a version, and its place.
    fn declared_size(&self, version: &Version) -> Option<(&str, Span)> {
        let Span { file, range, .. } = &version.span;
        let behind = self.schema.sources.get(*file)?.text.get(range.end..)?;
        let line = behind.lines().next()?;
        let comment = line
            .trim_start_matches([']', ' '])
            .strip_prefix('#')?
            .trim_start();
        let (told, _) = comment.split_once(" byte")?;
        let is_number = !told.is_empty() && told.bytes().all(|letter| letter.is_ascii_digit());
        let start = range.end + line.len() - comment.len();
        let span = Span::new(*file, start..start + told.len());
        is_number.then_some((told, span))
    }
}

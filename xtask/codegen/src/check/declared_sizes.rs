//! Checks the sizes in comments: `[struct.Info.v0] # 24 bytes`.

use crate::model::{Struct, Version};
use crate::span::Span;

use super::Checker;

impl Checker<'_> {
    /// Checks that the size in the comment equals the size of the fields.
    pub(super) fn declared_sizes(&self, versioned: &Struct) {
        let wrong = versioned.versions.iter().filter_map(|version| {
            let ((stated, span), size) = (self.declared_size(version)?, version.size?);
            let stated: u64 = stated.parse().ok()?;
            (stated != size).then_some((version, stated, size, span))
        });
        let wrong: Vec<_> = wrong.collect();
        let grown = |wrong: &(&Version, u64, u64, Span)| wrong.2.checked_sub(wrong.1);
        if let [first @ (version, stated, size, span), .., last] = wrong.as_slice()
            && grown(first).is_some()
            && grown(first) == grown(last)
            && let (Some(old), Some(newest)) = (&version.number, versioned.numbers().last())
        {
            // Reports one mistake, not one for each version after it.
            let what =
                format!("version {old} has {size} bytes, but files have {stated} bytes of it");
            self.note(span, what).help(format!(
                "what is in files cannot grow: append a version, `v{}`, with the new fields",
                newest + 1
            ));
            return;
        }
        for (_, stated, size, span) in wrong {
            let what = format!("this version has {size} bytes, but the comment says {stated}");
            let noted = self.note(&span, what);
            let noted = match stated.checked_sub(size) {
                Some(missing) => noted.help(format!(
                    "if files have {stated} bytes of it, add what is missing: `padding = \"reserved [u8; {missing}]\"`"
                )),
                None => noted,
            };
            noted.help(format!(
                "if files have {size} bytes of it, write `# {size} bytes`"
            ));
        }
    }

    /// The number in the comment after the heading of a version, and its location.
    fn declared_size(&self, version: &Version) -> Option<(&str, Span)> {
        let Span { file, range, .. } = &version.span;
        let behind = self.schema.sources.get(*file)?.text.get(range.end..)?;
        let line = behind.lines().next()?;
        let comment = line
            .trim_start_matches([']', ' '])
            .strip_prefix('#')?
            .trim_start();
        let (stated, _) = comment.split_once(" byte")?;
        let is_number = !stated.is_empty() && stated.bytes().all(|letter| letter.is_ascii_digit());
        let start = range.end + line.len() - comment.len();
        let span = Span::new(*file, start..start + stated.len());
        is_number.then_some((stated, span))
    }
}

//! Functions as lines in which values and blocks have no numbers.

use alloc::string::String;
use alloc::vec::Vec;

use crate::Function;
use crate::cursor::number;
use crate::unique::{Hash, Unique};

/// A function as lines that do not depend on the numbers of its values and blocks.
///
/// Debug information and the numbers of metadata are left out.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct UnnumberedFunction<'m> {
    /// The function.
    pub function: Function<'m>,
    /// The head of the function, and a line for each block and each instruction.
    pub lines: UnnumberedLines,
}

/// The lines of a function, and the names of its values and blocks.
///
/// Lines with the same text share it.
#[derive(Clone, Debug, Default)]
pub struct UnnumberedLines {
    texts: String,
    offsets: Vec<u32>,
    forms: Vec<Form>,
    known: Unique,
    lines: Vec<Line>,
    references: Vec<u32>,
    names: String,
    name_ends: Vec<u32>,
}

/// The text of lines, with the offsets of its references. Both end where those of the next form begin.
#[derive(Clone, Copy, Debug)]
struct Form {
    text: u32,
    offsets: u32,
    defines: bool,
}

/// A line: the index of its form, and the index of its first reference.
#[derive(Clone, Copy, Debug)]
struct Line {
    form: u32,
    reference: u32,
}

/// An instruction, the beginning of a block, or the head of a function.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct UnnumberedLine<'f> {
    /// The text without references.
    pub text: &'f str,
    /// The offsets of the references in the text, in order.
    pub offsets: &'f [u32],
    /// The references: the numbers of names.
    pub references: &'f [u32],
    /// The value or the block that the line defines; it is also its first reference.
    pub defines: Option<u32>,
}

/// The memory for comparing a line with others, in addition to the lines.
const COMPARED: usize = 64;

impl UnnumberedLines {
    /// The number of lines.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// A line.
    pub fn get(&self, index: usize) -> Option<UnnumberedLine<'_>> {
        let Line { form, reference } = *self.lines.get(index)?;
        let next = self.lines.get(index + 1);
        let end = next.map_or(self.references.len(), |next| next.reference as usize);
        let references = self.references.get(reference as usize..end)?;
        let (text, offsets, defines) = self.form(form)?;
        Some(UnnumberedLine {
            text,
            offsets,
            references,
            defines: references.first().copied().filter(|_| defines),
        })
    }

    /// The lines, in order.
    pub fn iter(&self) -> impl Iterator<Item = UnnumberedLine<'_>> {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// The number of names.
    pub fn name_count(&self) -> usize {
        self.name_ends.len()
    }

    /// The name of a value or a block, such as `%5`, by the number of a reference.
    pub fn name(&self, to: u32) -> Option<&str> {
        let index = to as usize;
        let end = *self.name_ends.get(index)? as usize;
        let start = index
            .checked_sub(1)
            .and_then(|index| self.name_ends.get(index));
        self.names
            .get(start.map_or(0, |start| *start as usize)..end)
    }

    /// Adds a line. If `defines` is set, its first reference is the value or block that it defines.
    pub fn push(&mut self, text: &str, offsets: &[u32], references: &[u32], defines: bool) {
        let form = self.intern(text, offsets, defines);
        let reference = number(self.references.len());
        self.lines.push(Line { form, reference });
        self.references.extend_from_slice(references);
    }

    /// Adds the name for the next number.
    pub fn push_name(&mut self, name: &str) {
        self.names.push_str(name);
        self.name_ends.push(number(self.names.len()));
    }

    /// The memory of the lines, and of a comparison with others.
    pub(crate) fn size(&self) -> usize {
        self.lines.len() * (size_of::<Line>() + COMPARED)
            + self.references.len() * size_of::<u32>()
            + self.names.len()
            + self.name_ends.len() * 2 * size_of::<u32>()
            + self.texts.len()
            + self.offsets.len() * size_of::<u32>()
            + self.forms.len() * (size_of::<Form>() + 4 * size_of::<u32>())
    }

    fn form(&self, form: u32) -> Option<(&str, &[u32], bool)> {
        let index = form as usize;
        let form = self.forms.get(index)?;
        let next = self.forms.get(index + 1);
        let text_end = next.map_or(self.texts.len(), |next| next.text as usize);
        let end = next.map_or(self.offsets.len(), |next| next.offsets as usize);
        let text = self.texts.get(form.text as usize..text_end)?;
        let offsets = self.offsets.get(form.offsets as usize..end)?;
        Some((text, offsets, form.defines))
    }

    /// The index of an equal form; the form is added if there is none.
    fn intern(&mut self, text: &str, offsets: &[u32], defines: bool) -> u32 {
        let of = |form| self.form(form);
        let is_equal = |form| of(form) == Some((text, offsets, defines));
        let key = hash(text, offsets);
        let next = number(self.forms.len());
        if self.known.has_room()
            && let Some(known) = self.known.find(key, is_equal)
        {
            return known;
        }
        self.forms.push(Form {
            text: number(self.texts.len()),
            offsets: number(self.offsets.len()),
            defines,
        });
        self.texts.push_str(text);
        self.offsets.extend_from_slice(offsets);
        if self.known.is_full() {
            self.known = Unique::new(2 * self.forms.len());
            for form in 0..next {
                if let Some((text, offsets, _)) = self.form(form) {
                    let key = hash(text, offsets);
                    self.known.add(key, form);
                }
            }
        }
        self.known.add(key, next);
        next
    }
}

fn hash(text: &str, offsets: &[u32]) -> u64 {
    let mut hash = Hash::new(0);
    hash.add_bytes(text.as_bytes());
    offsets.iter().for_each(|offset| hash.add((*offset).into()));
    hash.finish()
}

/// The parts of a line's text between its references; there is one more than references.
pub fn line_spans(line: UnnumberedLine<'_>) -> impl Iterator<Item = &str> {
    let ends = line.offsets.iter().map(|offset| *offset as usize);
    let ends = ends.chain([line.text.len()]);
    ends.scan(0, move |start, end| {
        let span = line.text.get(*start..end);
        *start = end;
        span
    })
}

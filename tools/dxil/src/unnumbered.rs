//! Functions as lines without the numbers of values and blocks.

use alloc::string::String;
use alloc::vec::Vec;

use crate::Function;

/// A function as lines that do not depend on the numbers of its values and blocks.
///
/// Debug information and the numbers of metadata are left out.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct UnnumberedFunction<'m> {
    /// The function.
    pub function: Function<'m>,
    /// Its head, and a line for each block and each instruction.
    pub lines: Vec<UnnumberedLine>,
    /// The names of values and blocks, such as `%5`, by the numbers of references.
    pub names: Vec<String>,
}

/// An instruction, the beginning of a block, or the head of a function.
#[derive(Clone, Debug)]
pub struct UnnumberedLine {
    /// The text without references.
    pub text: String,
    /// The references, in the order of their offsets.
    pub references: Vec<Reference>,
    /// The value or the block that it defines, which is its first reference.
    pub defines: Option<u32>,
}

/// A reference to a value or a block of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The offset in the text, in bytes.
    pub offset: usize,
    /// The number of its name.
    pub to: u32,
}

/// The spans of a line's text between its references: one more than references.
pub fn line_spans(line: &UnnumberedLine) -> impl Iterator<Item = &str> {
    let ends = line.references.iter().map(|reference| reference.offset);
    let ends = ends.chain([line.text.len()]);
    ends.scan(0, |start, end| {
        let span = line.text.get(*start..end);
        *start = end;
        span
    })
}

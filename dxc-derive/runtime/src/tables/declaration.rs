//! The declaration of a table in a schema.

/// The field name of a part's first strings, for references that do not state a table.
pub const STRINGS: &str = "strings";

/// The field name of a part's lists.
pub const LISTS: &str = "lists";

/// The declaration of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableDeclaration {
    /// The name of its field.
    pub name: &'static str,
    /// Padded to a multiple of this many bytes.
    pub round: usize,
    /// Its kind.
    pub kind: TableKind,
}

/// The kind of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// NUL-terminated strings.
    Strings {
        /// A new table begins with NUL.
        nul_first: bool,
        /// DXC stores a string once for each reference.
        repeats: bool,
        /// LLVM stores a string that is the end of another one within that one.
        merges: bool,
    },
    /// Numbers; records reference runs of them.
    Numbers,
    /// Lists, each after its length.
    Lists,
}

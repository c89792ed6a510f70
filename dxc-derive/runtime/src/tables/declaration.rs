//! The declaration of a table in a schema.

/// The first strings of a part, for references that do not state a table.
pub const STRINGS: &str = "strings";

/// The lists of a part.
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
        /// DXC stores a string once per reference.
        repeats: bool,
        /// LLVM stores a string that ends another within it.
        merges: bool,
    },
    /// Numbers; records reference runs of them.
    Numbers,
    /// Lists, each after its length.
    Lists,
}

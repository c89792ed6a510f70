//! The declarations of functions and global variables in the source, from debug information.

use crate::bitcode::MetadataCode;
use crate::debug_info::{DebugField, DebugNode};
use crate::metadata::reference;
use crate::module::Module;
use crate::print::stored;
use crate::scope::Scope;

/// A function or a global variable in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Declaration<'m> {
    /// The name, such as `main`.
    pub name: &'m [u8],
    /// The mangled name; empty if there is none. That of a member of a constant buffer contains the name of the buffer.
    pub linkage_name: &'m [u8],
    /// The path of the file, as the compiler received it.
    pub file: &'m [u8],
    /// The line; 0 if it is unknown.
    pub line: u32,
}

impl Module<'_> {
    /// The functions and global variables that debug information lists; none if the module has no debug information.
    pub fn declarations(&self) -> impl Iterator<Item = Declaration<'_>> {
        let ids = 0..crate::cursor::number(self.metadata.len());
        ids.filter_map(|id| self.declaration(id))
    }

    fn declaration(&self, id: u32) -> Option<Declaration<'_>> {
        let code = self.metadata.get(id)?.code;
        let is_declared = matches!(code, MetadataCode::SUBPROGRAM | MetadataCode::GLOBAL_VAR);
        let number = |id, field| self.debug_operand(id, field);
        let text = |id, field| {
            self.debug_scope()
                .referenced_string(number(id, field).unwrap_or(0))
        };
        is_declared.then(|| {
            let file = number(id, DebugField::File).and_then(reference);
            Declaration {
                name: text(id, DebugField::Name),
                linkage_name: text(id, DebugField::LinkageName),
                file: file.map_or(&[], |file| text(file, DebugField::Filename)),
                line: number(id, DebugField::Line)
                    .map_or(0, |line| u32::try_from(line).unwrap_or(0)),
            }
        })
    }

    fn debug_scope(&self) -> Scope<'_> {
        Scope {
            module: self,
            body: None,
        }
    }

    /// An operand of a node of debug information, as the record stores it.
    fn debug_operand(&self, id: u32, field: DebugField) -> Option<u64> {
        let (node, table) = self.debug_scope().metadata(id)?;
        stored(DebugNode(node.code.0), table.operands(node), field)
    }
}

//! A visitor of a rewrite that reads each part as its type and writes its value.

use dxc_format::{PartType, PartVisitor, RawPart, Result, Rewrite};

/// The part, and the file that is written.
pub struct Edit<'r, 'a>(pub RawPart<'a>, pub &'r mut Rewrite<'a>);

impl PartVisitor for Edit<'_, '_> {
    type Output = Result<()>;

    fn typed<T: PartType>(self) -> Result<()> {
        self.1.edit(self.0, |_: &mut T| Ok(()))
    }

    fn opaque(self) -> Result<()> {
        self.1.keep(self.0)
    }
}
